"""How seats behaved: counted over the whole stream, and the same however many events are told at a time."""

from dataclasses import replace
from random import Random
from typing import Any

from domain.kernel.names import ORGANISER
from domain.table.commands import Pause, Resign, Resume, Undo
from projections.conduct import conduct
from tests.match import Match, actor
from tests.projections.playing import market, move, told


def counted(match: Match, step: int = 10_000) -> dict[str, Any]:
    """What conduct says when it is told the events so many at a time."""
    before: dict[str, Any] | None = None
    for reached in [*range(step, len(match.events), step), len(match.events)]:
        events = tuple(match.events[before["version"] if before else 0 : reached])
        before = conduct(replace(told(match), folded=match.at(reached), before=before, since=events))
    assert before is not None
    return before


def restless() -> Match:
    """A table where a seat takes back twice what it may, one pauses, one agrees, and one resigns."""
    match, random = market(), Random(4)
    undone = 0
    while undone < 2 and match.folded.position.finished is None:
        move(match, random)
        for seat in range(3):
            if undone < 2 and match.refusal(match.ask(actor(seat), Undo())) is None:
                match.does(actor(seat), Undo())
                undone += 1
    match.does(actor(1), Pause())
    match.does(ORGANISER, Pause())
    match.does(ORGANISER, Resume())
    match.does(actor(2), Resign())
    return match


def test_undos_pauses_and_resignations_are_counted_for_the_seat_that_did_them() -> None:
    match = restless()
    seats = counted(match)["seats"]
    by = [event.actor for event in match.events if event.command.name == "undo"]
    assert len(by) == 2
    assert [seat["undos"] for seat in seats] == [by.count(actor(seat)) for seat in range(3)]
    assert [seat["pauses"] for seat in seats] == [0, 1, 0]
    assert [seat["resigned"] for seat in seats] == [False, False, True]


def test_the_time_spent_is_the_tables_own() -> None:
    match = restless()
    assert [seat["spent"] for seat in counted(match)["seats"]] == list(match.folded.spent)


def test_events_told_one_by_one_come_to_the_same_as_all_at_once() -> None:
    match = restless()
    assert counted(match, 1) == counted(match, 7) == counted(match)
