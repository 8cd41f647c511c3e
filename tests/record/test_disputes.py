"""Records with disputes: verified whole and redacted; a forged statement, vote, replay, penalty or piece of evidence is found."""

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from domain.kernel.facts import Expire
from domain.kernel.names import SYSTEM, Seat, Viewer
from domain.kernel.stored import seal_digest
from domain.table.disputes.commands import CallPanel, OpenStatements
from domain.table.disputes.parts import Kind, Penalty, Remedy
from domain.table.disputes.ruling import APPEAL_WITHIN
from service.impact import Change, impact, of_record
from service.record import codec_of, read_record, verify
from tests.kernel.night_market import NIGHT_MARKET
from tests.match import Match
from tests.record.writing import forged, record_of
from tests.table.scenes import JUDGE, a_burial, end_turn, to_the_end
from tests.table.test_disputes import DEPUTY, disputed, filing, leaving, over, statement
from tests.table.test_rulings import THIRD, bench, punishing, renewing, three_turns, vote

VIEWERS = ("judge:0", "judge:1", "seat:0", "seat:1", "public")


@cache
def ruled() -> Match:
    """Statements, a panel, a replay, a seat that loses, a window, points taken, the close."""
    match = bench(over())
    to = match.folded.line()[-3]
    last = [version for version in match.folded.line() if version > to]
    match.does("seat:0", filing(match, to))
    match.does("seat:1", statement("It was late.", 1))
    match.does(JUDGE, OpenStatements(1))
    match.does(JUDGE, CallPanel(1, (0, 1, 2)))
    for judge, remedy in ((0, Remedy.LEAVE), (1, Remedy.REPLAY), (2, Remedy.REPLAY)):
        match.does(f"judge:{judge}", vote(judge, remedy, to if remedy is Remedy.REPLAY else None))
    match.does(DEPUTY, leaving(remedy=Remedy.REPLAY, to=to, replays=tuple(last)))
    match.does(SYSTEM, Expire("appeal:1"), at=match.folded.table.at + APPEAL_WITHIN)
    match.does("seat:1", filing(match, to))
    match.does(THIRD, leaving(2))
    match.does(SYSTEM, Expire("appeal:2"), at=match.folded.table.at + APPEAL_WITHIN)
    match.does("seat:0", filing(match, to))
    match.does(JUDGE, punishing(Penalty(Seat(0), Kind.POINTS, 3), number=3))
    if not match.folded.table.closed:
        match.does(SYSTEM, Expire("window"), at=match.folded.table.at + 600_000)
    return match


@cache
def left() -> Match:
    """A seat loses the game by ruling in the middle of it; the table is still open."""
    match = disputed()
    match.does(JUDGE, punishing(Penalty(Seat(2), Kind.GAME_LOSS)))
    match.answer(0, end_turn(0))
    match.answer(1, a_burial(match, 1))
    return match


@cache
def renewed() -> Match:
    """A ruling goes back and gives new chance; then the game is played to its end."""
    match = three_turns()
    match.take(renewing(match, remedy=Remedy.REWIND, to=match.folded.line()[-3]))
    return to_the_end(match)


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("scene", [ruled, left, renewed])
def test_a_record_with_rulings_verifies_whole_and_redacted(scene: Callable[[], Match], viewer: str) -> None:
    match = scene()
    report = verify(record_of(match, viewer), [NIGHT_MARKET])
    assert report.fault is None, str(report.fault)
    assert report.closed == match.folded.table.closed
    assert report.checked == len(match.events)
    if report.closed:
        assert report.redecided == report.events


def test_games_with_rulings_are_decided_as_recorded_by_an_impact() -> None:
    record = read_record(record_of(ruled()))
    found = impact(of_record(record, codec_of(record, [NIGHT_MARKET])), Change())
    assert (found.differing, found.unchecked, found.changes_result) == (0, 0, False)


def version_of(name: str) -> int:
    return next(event.version for event in ruled().events if name in {fact.fact.NAME for fact in event.facts})


def replay_of() -> int:
    return next(event.version for event in ruled().events if event.replays is not None)


def body(events: list[Any], version: int) -> Any:
    return events[version - 1]["body"]


def fact(events: list[Any], name: str) -> Any:
    return next(found for found in body(events, version_of(name))["facts"] if found["name"] == name)


def another_vote(events: list[Any]) -> None:
    fact(events, "vote-opened")["fields"]["remedy"] = "undo"


def another_replay(events: list[Any]) -> None:
    body(events, replay_of())["replays"] -= 1


def for_another_seat(events: list[Any]) -> None:
    body(events, replay_of())["on_behalf"] ^= 1


def another_remedy(events: list[Any]) -> None:
    fact(events, "dispute-ruled")["fields"]["remedy"] = "leave"


def another_penalty(events: list[Any]) -> None:
    fact(events, "penalty-given")["fields"]["points"] = 1


def other_evidence(events: list[Any]) -> None:
    version = version_of("dispute-filed")
    for where in (body(events, version)["command"]["arguments"], body(events, version)["facts"][0]["fields"]):
        where["evidence"][0]["hash"] = "1" * 64


def by_another_cause(events: list[Any]) -> None:
    body(events, replay_of())["caused_by"] -= 1


def test_a_new_seed_that_gives_another_deal_is_found() -> None:
    def another_seed(events: list[Any]) -> None:
        version = next(event.version for event in renewed().events if "seed-renewed" in {fact.fact.NAME for fact in event.facts})
        dealt = next(found for found in body(events, version)["facts"] if found["name"] == "dealt-anew")
        digest = dealt["fields"]["cards"]["..."]
        opening = next(one for one in events[version - 1]["openings"] if one["digest"] == digest)
        opening["value"].reverse()
        dealt["fields"]["cards"]["..."] = opening["digest"] = seal_digest(opening["salt"], opening["value"])
        events[version - 1]["openings"].sort(key=lambda one: one["digest"])

    report = verify(forged(record_of(renewed()), another_seed), [NIGHT_MARKET])
    assert report.fault is not None


@pytest.mark.parametrize(
    ("edit", "version"),
    [
        (another_vote, version_of("vote-opened")),
        (another_replay, replay_of()),
        (for_another_seat, replay_of()),
        (another_remedy, version_of("dispute-ruled")),
        (another_penalty, version_of("penalty-given")),
        (other_evidence, version_of("dispute-filed")),
        (by_another_cause, replay_of()),
    ],
)
def test_what_was_changed_is_found_at_its_version(edit: Callable[[list[Any]], object], version: int) -> None:
    report = verify(forged(record_of(ruled()), edit), [NIGHT_MARKET])
    assert report.fault is not None
    assert report.fault.version == version


def test_before_they_are_open_a_statement_and_a_vote_are_in_nobody_elses_copy() -> None:
    sealed = version_of("statement-sealed")
    for viewer in VIEWERS:
        record = read_record(record_of(ruled(), viewer, sealed))
        assert (b"It was late." in record.events[sealed - 1].openings) == (viewer == "seat:1")
    cast = version_of("vote-sealed")
    for viewer in VIEWERS:
        record = read_record(record_of(ruled(), viewer, cast))
        assert (b'"remedy"' in record.events[cast - 1].openings) == (viewer == "judge:0")
    assert Viewer("judge:0") in VIEWERS


@pytest.mark.parametrize(("first", "viewer"), list(enumerate(VIEWERS, start=8)))
@pytest.mark.parametrize("scene", [ruled, renewed])
def test_at_any_version_a_record_of_the_open_table_verifies_for_everybody(scene: Callable[[], Match], first: int, viewer: str) -> None:
    """The viewers share the versions out: each reads every fifth, and together they read them all."""
    for version in range(first, len(scene().events) - 1, len(VIEWERS)):
        if any(event.on_behalf is not None for event in scene().events[version : version + 1]):
            continue
        report = verify(record_of(scene(), viewer, version), [NIGHT_MARKET])
        assert report.fault is None, f"{version}: {report.fault}"
