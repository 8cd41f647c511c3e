"""Knowledge: who learned what at which event, on branches that were left too."""

from typing import Any

import pytest

from domain.kernel.ledger import lessons
from domain.kernel.names import JUDGE, PUBLIC, Viewer
from domain.table.rulebook import INSPECTION
from projections.knowledge import knowledge
from tests.kernel.night_market import NIGHT_MARKET
from tests.kernel.night_market.facts import CardDrawn
from tests.match import copy_of
from tests.projections.playing import market
from tests.record.writing import finished

EVERYBODY: tuple[Viewer, ...] = (PUBLIC, *(Viewer(f"seat:{seat}") for seat in range(3)))


def learned(viewer: Viewer, learner: Viewer | None = None, since: int = 0) -> list[dict[str, Any]]:
    copies = [copy_of(event, viewer) for event in finished().events]
    return knowledge(NIGHT_MARKET, copies, learner, since)


def test_a_card_drawn_is_learned_by_its_seat_and_told_with_its_name() -> None:
    match = market(2)
    version = match.folded.table.head
    copies = [copy_of(event, Viewer("seat:1")) for event in match.events]
    lines = [line for line in knowledge(NIGHT_MARKET, copies, Viewer("seat:1")) if line["fact"] == CardDrawn.NAME]
    cards = list(match.state.players[1].hand.known)
    assert [(line["version"], line["learned"], line["on_line"]) for line in lines] == [(version, ["judge", "seat:1"], True)] * len(cards)
    assert sorted(line["sentence"] for line in lines) == sorted(
        NIGHT_MARKET.words(ruled.fact)
        for event in match.events
        for ruled in event.facts
        if isinstance(ruled.fact, CardDrawn) and ruled.fact.seat == 1
    )


@pytest.mark.parametrize("viewer", EVERYBODY)
def test_nobody_reads_more_of_what_it_learned_than_a_judge_reads_of_it(viewer: Viewer) -> None:
    assert learned(viewer, viewer) == learned(JUDGE, viewer)


@pytest.mark.rule(INSPECTION)
def test_a_judge_reads_what_anybody_learned() -> None:
    everything = learned(JUDGE)
    assert len(everything) == sum(1 for event in finished().events for _ in lessons(event))
    for viewer in EVERYBODY:
        assert all(line in everything for line in learned(viewer, viewer))


def test_what_was_learned_since_a_version_is_what_came_after_it() -> None:
    everything = learned(JUDGE)
    middle = everything[len(everything) // 2]["version"]
    assert learned(JUDGE, since=middle) == [line for line in everything if line["version"] > middle]


def test_what_was_learned_on_a_branch_that_was_left_stays_learned() -> None:
    on_line = frozenset(finished().folded.line())
    left = [line for line in learned(JUDGE) if not line["on_line"]]
    assert {line["version"] for line in left}.isdisjoint(on_line)


def test_who_showed_an_own_card_learned_nothing_by_it() -> None:
    shown = [line for line in learned(JUDGE) if "knew" in line]
    assert shown
    for line in shown:
        assert line not in learned(JUDGE, Viewer(f"seat:{line['knew']}"))
