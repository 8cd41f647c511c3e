"""`gavel diff`: two records, or one at two versions."""

import json
from pathlib import Path
from typing import Any

import pytest

from domain.kernel.event import Event
from domain.kernel.names import Viewer
from projections.history import sentence
from service.cli.diff import diff
from tests.cli.running import run, told
from tests.kernel.night_market import NIGHT_MARKET
from tests.match import copy_of
from tests.projections.playing import market, played
from tests.record.writing import finished, record_of

LAST = len(finished().events)


def kept(folder: Path, name: str, data: bytes) -> Path:
    (folder / name).write_bytes(data)
    return folder / name


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return kept(tmp_path, "judge.json", record_of(finished()))


def test_a_record_is_the_same_as_itself(file: Path) -> None:
    found = told(diff, file, file)
    assert (found["different"], found["same_events"], found["facts"], found["state"], found["score"]) == (False, LAST, [], [], [])


def test_two_viewers_records_are_compared_as_whoever_sees_less(tmp_path: Path, file: Path) -> None:
    seat = kept(tmp_path, "seat.json", record_of(finished(), "seat:1"))
    other = kept(tmp_path, "other.json", record_of(finished(), "seat:2"))
    assert (told(diff, file, seat)["viewer"], told(diff, seat, file)["viewer"]) == ("seat:1", "seat:1")
    assert told(diff, seat, other)["viewer"] == "public"
    assert not told(diff, file, seat)["different"]


def test_between_two_versions_stand_the_facts_of_the_events_between(file: Path) -> None:
    found = told(diff, file, "--at", 12, 15, code=1)
    assert (found["same_events"], found["versions"]) == (12, [12, 15])
    expected = [
        {"only": "right", "version": event.version, "rule": ruled.rule, "sentence": sentence(NIGHT_MARKET, ruled.fact)}
        for event in finished().events[12:15]
        for ruled in event.facts
    ]
    assert found["facts"] == expected


def test_the_lines_of_both_are_told(file: Path) -> None:
    found = told(diff, file, "--at", 12, 15, code=1)
    assert found["line"] == {"left": list(finished().at(12).line()), "right": list(finished().at(15).line())}


def test_what_differs_in_the_state_is_what_is_shown_of_it(file: Path) -> None:
    def shown(version: int) -> Any:
        return json.loads(json.dumps(NIGHT_MARKET.show(finished().at(version).position.state)))

    found = told(diff, file, "--at", 9, LAST, code=1)
    on_both = [row for row in found["state"] if "(absent)" not in (row["left"], row["right"])]
    assert on_both
    for row in on_both:
        assert (row["left"], row["right"]) == (_at(shown(9), row["place"]), _at(shown(LAST), row["place"]))


def _at(value: Any, place: str) -> Any:
    for step in place.replace("[", ".[").split("."):
        value = value[int(step[1:-1])] if step.startswith("[") else value[step]
    return value


def test_the_score_is_compared_by_seat_and_item(file: Path) -> None:
    found = told(diff, file, "--at", 9, LAST, code=1)
    totals = {row["place"]: row["right"] for row in found["score"] if row["place"].endswith("total")}
    view = finished().view(Viewer("judge:0"))
    expected: dict[str, int] = {}
    for ruled in NIGHT_MARKET.sheet(view.position.state):
        fact: Any = ruled.fact
        expected[f"seat {fact.seat}.total"] = expected.get(f"seat {fact.seat}.total", 0) + fact.points
    assert totals == {place: points for place, points in expected.items() if points}


def test_two_games_that_went_apart_are_told_from_where_they_did(tmp_path: Path) -> None:
    match = market(seed=1)
    one, other = played(match.copy(), 1), played(match.copy(), 2)
    same = next(at for at, (a, b) in enumerate(zip(one.events, other.events, strict=False)) if a.command != b.command)
    files = [kept(tmp_path, f"{number}.json", record_of(game)) for number, game in enumerate((one, other))]
    found = told(diff, *files, code=1)
    assert found["same_events"] == same
    assert {row["only"] for row in found["facts"]} == {"left", "right"}
    assert min(row["version"] for row in found["facts"]) == same + 1


def test_no_more_is_told_than_both_may_show(file: Path, tmp_path: Path) -> None:
    public = kept(tmp_path, "public.json", record_of(finished(), "public", up_to=20))
    output = run(diff, file, public, "--json").stdout
    assert json.loads(output)["viewer"] == "public"
    hidden = {sentence(NIGHT_MARKET, ruled.fact) for event in finished().events[:20] for ruled in event.facts} - {
        sentence(NIGHT_MARKET, ruled.fact) for event in _public(20) for ruled in event.facts
    }
    assert hidden
    assert not [says for says in hidden if json.dumps(says, ensure_ascii=False) in output]


def _public(version: int) -> list[Event]:
    return [copy_of(event, Viewer("public")) for event in finished().events[:version]]


def test_what_cannot_be_read_or_compared_exits_with_two(tmp_path: Path, file: Path) -> None:
    damaged = kept(tmp_path, "damaged.json", file.read_bytes()[:-40])
    assert run(diff, file, damaged).exit_code == 2
    assert run(diff, file).exit_code == 2
    assert run(diff, file, "--at", 0, 3).exit_code == 2
    assert run(diff, file, "--at", 3, LAST + 1).exit_code == 2
    assert run(diff, file, file, "--as", "nobody").exit_code == 2
    assert run(diff, kept(tmp_path, "s.json", record_of(finished(), "seat:0")), file, "--as", "seat:1").exit_code == 2


def test_the_words_say_what_the_json_says(file: Path) -> None:
    result = run(diff, file, "--at", 12, 15)
    assert result.exit_code == 1
    for row in told(diff, file, "--at", 12, 15, code=1)["facts"]:
        assert f"[{row['rule']}]" in result.stdout
