"""Verifying whole records: every viewer's, finished and in mid-game, and with a program that has other rules."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from domain.catalogue import CATALOGUE
from domain.kernel.game import AnyGame
from domain.kernel.names import Viewer
from domain.table.rulebook import CLOSE
from service.record import Report, verify
from tests.invariants import greedy_choice, play_out
from tests.kernel.night_market import NIGHT_MARKET
from tests.record.writing import KEY, OTHER_KEY, TABLE, abandoned, file_of, finished, forged, record_of, stored

VIEWERS = ("judge:0", "seat:0", "seat:2", "organiser", "public")


def checked(data: bytes, game: AnyGame = NIGHT_MARKET) -> Report:
    report = verify(data, [game])
    assert report.fault is None, str(report.fault)
    return report


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_finished_record_of_any_viewer_verifies_wholly(viewer: Viewer) -> None:
    events = stored(finished())
    report = checked(file_of(NIGHT_MARKET, events, viewer))
    assert report == Report(
        table=TABLE,
        viewer=viewer,
        key=KEY.public,
        tip=events[-1].hash,
        game="night-market",
        events=len(events),
        checked=len(events),
        closed=True,
        redecided=len(events),
        draws=_draws(finished().events),
        unchecked={"seals": 0},
    )


def _draws(events: object) -> int:
    """Draws in all events: by their parents, since an undone branch counts for itself."""
    counts: dict[int, Mapping[str, int]] = {0: {}}
    drawn = 0
    for event in events:  # type: ignore[attr-defined]
        if event.parent is not None:
            before = counts[event.parent]
            drawn += sum(count - before.get(label, 0) for label, count in event.draws.items())
            counts[event.version] = {**before, **event.draws}
    return drawn


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_copy_in_mid_game_verifies_and_counts_what_it_cannot_show(viewer: Viewer) -> None:
    events = stored(finished())[:-2]
    report = checked(file_of(NIGHT_MARKET, events, viewer))
    assert not report.closed
    assert report.redecided + report.unchecked["events"] == len(events)
    assert report.unchecked["draws"] == _draws(finished().events[:-2])
    assert report.unchecked["seals"] >= 1
    assert (report.redecided > len(events) // 2) == (viewer == "judge:0")


@pytest.mark.parametrize("viewer", ["judge:0", "seat:1", "public"])
def test_a_record_cut_behind_any_event_verifies_unless_the_close_is_missing(viewer: Viewer) -> None:
    events = stored(finished())
    for end in range(1, len(events) - 1):
        checked(file_of(NIGHT_MARKET, events[:end], viewer))


@pytest.mark.rule(CLOSE)
def test_a_finish_without_its_close_is_wrong_at_the_finish() -> None:
    events = stored(finished())[:-1]
    report = verify(file_of(NIGHT_MARKET, events), [NIGHT_MARKET])
    assert report.fault is not None
    assert report.fault.version == len(events)


def test_an_abandoned_table_verifies_though_a_name_stays_sealed() -> None:
    report = checked(record_of(abandoned(), "public"))
    assert (report.closed, report.redecided, report.unchecked) == (True, 4, {"seals": 0})


@pytest.mark.whole_games
@pytest.mark.parametrize("seats", [2, 4])
def test_a_game_of_the_catalogue_verifies_to_one_tip_for_everybody(seats: int) -> None:
    (game, *_) = CATALOGUE
    match = play_out(game, seats, "record", choose=greedy_choice, unrest=0.03)
    events = stored(match)
    reports = [checked(file_of(game, events, viewer), game) for viewer in ("judge:0", "seat:1", "public")]
    assert {report.tip for report in reports} == {events[-1].hash}
    assert {report.redecided for report in reports} == {len(events)}
    assert checked(file_of(game, events[: len(events) // 2], "judge:0"), game).unchecked["events"] == 1


def test_events_under_a_revision_that_is_not_here_are_reported_and_not_decided() -> None:
    newer = replace(NIGHT_MARKET, rulesets={"1": 1})
    report = checked(record_of(finished()), newer)
    assert report.foreign == {"night-market@1+0": report.events}
    assert (report.redecided, report.draws) == (0, 0)


def test_an_event_that_another_revision_made_and_this_program_cannot_read_is_reported_too() -> None:
    def newer(events: list[Any]) -> None:
        events[20]["body"]["ruleset"] = "night-market@1+1"
        events[20]["body"]["facts"][0]["name"] = "lantern-lit"

    report = verify(forged(record_of(finished()), newer), [NIGHT_MARKET])
    assert report.fault is None
    assert report.foreign == {"night-market@1+1": 1}
    assert (report.redecided, report.unchecked["events"]) == (20, report.events - 21)


def test_a_game_that_is_not_here_is_checked_as_far_as_its_bytes_tell() -> None:
    report = verify(record_of(finished()), ())
    assert report.fault is None
    assert report.foreign == {"night-market@1+0": report.events}


def test_rules_that_count_otherwise_under_the_same_revision_are_told_at_the_finish() -> None:
    other = replace(NIGHT_MARKET, sheet=lambda state: NIGHT_MARKET.sheet(state)[1:])
    report = verify(record_of(finished()), [other])
    assert report.fault is not None
    assert report.fault.version == len(finished().events) - 1


def test_a_key_that_is_asked_for_must_have_signed() -> None:
    data = record_of(abandoned())
    assert verify(data, [NIGHT_MARKET], KEY.public).ok
    fault = verify(data, [NIGHT_MARKET], OTHER_KEY.public).fault
    assert fault is not None
    assert fault.version is None
