"""Where rules were cited: told at once or piece by piece, the result is the same."""

from typing import Any

from domain.kernel.event import Event
from projections import Told
from projections.citations import citations
from tests.kernel.night_market import NIGHT_MARKET
from tests.match import Match


def told(match: Match, since: tuple[Event, ...], before: dict[str, Any] | None) -> dict[str, Any]:
    return citations(Told("table", 1, match.folded, before, since))


def test_every_fact_stands_under_its_rule_with_the_versions_that_hold_it() -> None:
    match = Match.started(NIGHT_MARKET, 2)
    events = tuple(match.events)
    cited = told(match, events, None)["cited"]
    wanted = {(str(ruled.rule), ruled.fact.NAME, event.version) for event in events for ruled in event.facts}
    assert {(rule, fact, version) for rule, facts in cited.items() for fact, versions in facts.items() for version in versions} == wanted
    assert all(versions == sorted(set(versions)) for facts in cited.values() for versions in facts.values())


def test_what_is_told_piece_by_piece_is_what_is_told_at_once() -> None:
    match = Match.started(NIGHT_MARKET, 3)
    events = tuple(match.events)
    found: dict[str, Any] | None = None
    for event in events:
        found = told(match, (event,), found)
    assert found == told(match, events, None)


def test_what_was_said_before_is_left_as_it_was() -> None:
    match = Match.started(NIGHT_MARKET, 2)
    *early, last = match.events
    before = told(match, tuple(early), None)
    kept = told(match, tuple(early), None)
    told(match, (last,), before)
    assert before == kept
