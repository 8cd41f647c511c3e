"""Records of forks: exported, read, verified and restored, whole and redacted."""

import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from domain.kernel.names import Viewer, may_see
from domain.kernel.stored import Origin, read_openings
from domain.table.commands import Abandon, Undo
from service.codec import Codec
from service.record import MayNotShow, read_record, restored, steps, verify
from tests.forking import forked, play_on
from tests.kernel.night_market import NIGHT_MARKET
from tests.match import Match, actor
from tests.record.forks import FORK, StoredFork, written
from tests.record.writing import KEY, TABLE, forged, signed, stored
from tests.table.scenes import ORGANISER, a_burial, a_sale, an_offer, end_turn, first_turn, offering

MAKERS = ("seat:0", "judge:0", "public")
VIEWERS = ("judge:0", "seat:0", "seat:1", "organiser", "public")
AGAIN = "v3w4x5y6z7a2b3c4"


@cache
def parent() -> Match:
    """Seat 0 has buried a card; both had offered before, unseen by each other."""
    match = first_turn(2, "forked")
    match.answer(0, a_burial(match, 0))
    return match


@cache
def fork(maker: str) -> StoredFork:
    """Played to its close."""
    return written(stored(parent()), play_on(forked(parent(), maker), maker))


@cache
def open_fork(maker: str) -> StoredFork:
    """Seat 1 has answered unseen before the fork, seat 0 right behind it."""
    match = offering(3)
    match.answer(1, an_offer(match, 1))
    begun = forked(match, maker)
    begun.answer(0, an_offer(begun, 0))
    return written(stored(match), begun)


@cache
def fork_of_a_fork() -> StoredFork:
    begun = forked(parent(), "seat:0")
    begun.answer(0, a_sale(begun, 0))
    came = written(stored(parent()), begun)
    again = play_on(forked(begun, "seat:1", table=FORK), 2)
    return written(came.events, again, table=AGAIN, came=came.origin)


@pytest.mark.parametrize("maker", MAKERS)
@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_fork_of_anybodys_verifies_for_everybody(maker: str, viewer: str) -> None:
    for one in (fork(maker), open_fork(maker)):
        report = verify(one.record(viewer), [NIGHT_MARKET], KEY.public)
        assert report.fault is None, str(report.fault)
        assert (report.table, report.origin, report.checked) == (FORK, one.origin, len(one.events))


@pytest.mark.parametrize("maker", ["seat:0", "public"])
def test_what_came_before_a_seats_fork_is_chained_and_not_decided_again(maker: str) -> None:
    report = verify(fork(maker).record(), [NIGHT_MARKET])
    assert report.closed
    assert report.unchecked["prefix"] == parent().tip
    assert report.redecided == report.events - parent().tip


def test_what_came_before_a_judges_fork_is_decided_again_but_for_its_chance() -> None:
    report = verify(fork("judge:0").record(), [NIGHT_MARKET])
    drawn = [event.version for event in parent().events if event.draws]
    assert report.unchecked == {"events": len(drawn), "draws": len(drawn), "seals": 1}
    assert report.redecided == report.events - len(drawn)


def test_a_fork_of_a_fork_verifies_through_both_chains() -> None:
    one = fork_of_a_fork()
    assert one.origin.origin == Origin(TABLE, parent().tip, stored(parent())[-1].hash)
    for viewer in VIEWERS:
        report = verify(one.record(viewer), [NIGHT_MARKET])
        assert (report.fault, report.unchecked["prefix"]) == (None, one.origin.version)


@pytest.mark.parametrize("maker", MAKERS)
def test_a_fork_of_a_table_where_an_undo_was_asked_for_verifies(maker: str) -> None:
    match = first_turn(2)
    match.answer(0, end_turn(0))
    match.does(actor(0), Undo())
    assert match.folded.table.request is not None
    one = written(stored(match), play_on(forked(match, maker), 3, most=2))
    for viewer in VIEWERS:
        assert verify(one.record(viewer), [NIGHT_MARKET]).fault is None


@pytest.mark.parametrize("maker", MAKERS)
def test_a_file_of_a_fork_is_read_back_as_it_was_written(maker: str) -> None:
    for one in (fork(maker), fork_of_a_fork()):
        data = one.record()
        assert read_record(data).to_bytes() == data
        assert read_record(data).origin == one.origin
        assert json.loads(data)["origin"] == one.origin.as_json()


@pytest.mark.parametrize("maker", MAKERS)
def test_a_fork_holds_no_opening_that_its_maker_did_not_have(maker: str) -> None:
    """Every salt is a mark of its own: none of those that the maker had not seen is anywhere in the fork."""
    openings = [opening for event in stored(parent()) for opening in read_openings(event.openings)]
    seen = {opening.salt for opening in openings if may_see(Viewer(maker), opening.audience)}
    files = [fork(maker).record(viewer) for viewer in VIEWERS]
    assert {opening.salt for opening in openings} - seen
    for salt in {opening.salt for opening in openings}:
        assert any(salt.encode() in file for file in files) == (salt in seen)


@pytest.mark.parametrize("maker", MAKERS)
def test_every_step_of_a_fork_is_replayed(maker: str) -> None:
    record = read_record(fork(maker).record("seat:0"))
    (*_, last) = steps(record, Codec(NIGHT_MARKET), Viewer("seat:0"))
    assert last.folded.position.finished == fork(maker).match.folded.position.finished
    assert last.folded.table.forked == replace(fork(maker).match.folded.table.forked, hash=fork(maker).origin.hash)  # type: ignore[type-var]


@pytest.mark.parametrize("maker", MAKERS)
def test_a_closed_fork_tells_its_maker_and_a_judge_what_they_saw(maker: str) -> None:
    record = read_record(fork(maker).record("organiser"))
    for viewer in {maker, "judge:0"}:
        again = restored(record, Codec(NIGHT_MARKET), Viewer(viewer))
        assert values(again) == values(read_record(fork(maker).record(viewer)))


@pytest.mark.parametrize("maker", ["seat:0", "judge:0"])
def test_a_closed_fork_does_not_tell_what_others_saw_before_it(maker: str) -> None:
    with pytest.raises(MayNotShow):
        restored(read_record(fork(maker).record("organiser")), Codec(NIGHT_MARKET), Viewer("seat:1"))


def values(record: Any) -> list[dict[str, Any]]:
    """What each event's openings tell, whoever else may see it."""
    return [{opening.digest: opening.value for opening in read_openings(event.openings)} for event in record.events]


def own(events: list[Any]) -> Any:
    """The body of the first event of the fork's own."""
    return next(event["body"] for event in events if event["body"]["command"]["name"] == "fork")


def _fact(events: list[Any], name: str) -> Any:
    return next(fact for fact in own(events)["facts"] if fact["name"] == name)["fields"]


def other_eyes(events: list[Any]) -> None:
    own(events)["command"]["arguments"]["eyes"] = _fact(events, "forked")["eyes"] = "judge:0"


def other_holders(events: list[Any]) -> None:
    _fact(events, "forked")["held"] = [0]


def no_new_seed_number(events: list[Any]) -> None:
    del own(events)["seed_number"]


def a_hand_not_dealt(events: list[Any]) -> None:
    own(events)["facts"] = [fact for fact in own(events)["facts"] if fact["name"] != "dealt-anew"]


def a_hand_seen_by_all(events: list[Any]) -> None:
    digest = _fact(events, "dealt-anew")["cards"]["..."]
    for event in events:
        for opening in event["openings"]:
            if opening["digest"] == digest:
                opening["for"] = ["public"]


@pytest.mark.parametrize("edit", [other_eyes, other_holders, no_new_seed_number, a_hand_not_dealt, a_hand_seen_by_all])
def test_whatever_is_changed_where_a_fork_begins_is_found_there(edit: Callable[[list[Any]], None]) -> None:
    report = verify(forged(fork("seat:0").record(), edit), [NIGHT_MARKET])
    assert report.fault is not None
    assert report.fault.version == parent().tip + 1


def test_whatever_is_changed_before_a_fork_breaks_its_chain() -> None:
    def a_moment_later(events: list[Any]) -> None:
        own(events)["at"] += 2
        next(event["body"] for event in events if event["body"]["version"] == own(events)["version"] - 1)["at"] += 1

    for one in (fork("seat:0").record(), open_fork("seat:0").record("seat:1"), fork("judge:0").record("public")):
        report = verify(forged(one, a_moment_later), [NIGHT_MARKET])
        assert report.fault is not None
        assert report.fault.version == read_record(one).origin.version  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "origin",
    [
        None,
        Origin(TABLE, parent().tip, "0" * 64),
        Origin(TABLE, parent().tip - 1, stored(parent())[-2].hash),
        Origin(AGAIN, parent().tip, stored(parent())[-1].hash),
        Origin(TABLE, parent().tip, stored(parent())[-1].hash, Origin(AGAIN, 3, stored(parent())[2].hash)),
    ],
)
def test_a_header_that_says_otherwise_where_a_fork_comes_from_is_wrong(origin: Origin | None) -> None:
    record = replace(read_record(fork("seat:0").record()), origin=origin)
    report = verify(signed(record), [NIGHT_MARKET])
    assert report.fault is not None
    assert report.fault.version is None or report.fault.version <= parent().tip + 1


def test_a_table_that_is_no_fork_comes_from_nowhere() -> None:
    match = offering(2)
    match.does(ORGANISER, Abandon())
    data = StoredFork(match, TABLE, stored(match), Origin(FORK, 3, stored(match)[2].hash)).record()
    assert verify(data, [NIGHT_MARKET]).fault is not None


def test_a_report_says_where_a_fork_comes_from() -> None:
    report = verify(fork("seat:0").record(), [NIGHT_MARKET])
    assert report.as_json()["origin"] == fork("seat:0").origin.as_json()
    assert any(TABLE in line and str(parent().tip) in line for line in report.lines())
    assert any(f"{parent().tip} events" in line for line in report.lines())
