"""`gavel verify` and `gavel replay`: what they print, and how they exit."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

from domain.kernel.game import AnyGame
from domain.kernel.names import Viewer
from service.cli.record import record
from service.cli.replay import replay
from service.cli.verify import verify
from service.record import read_record
from tests.kernel.night_market import NIGHT_MARKET
from tests.record.writing import KEY, OTHER_KEY, TABLE, abandoned, finished, forged, record_of

LAST = len(finished().events)


def run(command: click.Command, *words: object, game: AnyGame = NIGHT_MARKET, **environment: str) -> Result:
    return CliRunner().invoke(command, list(map(str, words)), obj=(game,), env={"COLUMNS": "200", **environment})


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return kept(tmp_path, record_of(finished()))


def kept(folder: Path, data: bytes, name: str = "record.json") -> Path:
    (folder / name).write_bytes(data)
    return folder / name


def told(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_a_right_record_exits_with_nothing_and_tells_tip_and_key(file: Path) -> None:
    result = run(verify, file)
    assert result.exit_code == 0
    assert finished().folded.table.closed
    (report,) = told(run(verify, "--json", file))
    assert (report["verified"], report["table"], report["events"], report["key"]) == (True, TABLE, LAST, KEY.public)
    assert report["tip"] in result.stdout
    assert report["key"] in result.stdout


def test_a_seats_record_and_the_judges_are_told_to_have_one_tip(tmp_path: Path, file: Path) -> None:
    other = kept(tmp_path, record_of(finished(), "seat:1"), "seat.json")
    reports = told(run(verify, "--json", file, other))
    assert [report["file"] for report in reports] == [str(file), str(other)]
    assert len({report["tip"] for report in reports}) == 1


def test_a_wrong_record_exits_with_one_and_the_version(tmp_path: Path, file: Path) -> None:
    wrong = kept(tmp_path, forged(record_of(finished()), lambda events: events[11]["body"].update(parent=3)), "wrong.json")
    result = run(verify, file, wrong)
    assert result.exit_code == 1
    assert "version 12" in result.stdout
    assert [report["fault"] and report["fault"]["where"] for report in told(run(verify, "--json", file, wrong))] == [None, 12]


def test_a_record_signed_by_another_than_asked_for_is_wrong_in_the_header(file: Path) -> None:
    assert run(verify, file, "--key", KEY.public.upper()).exit_code == 0
    result = run(verify, file, "--key", OTHER_KEY.public, "--json")
    assert result.exit_code == 1
    assert told(result)[0]["fault"]["where"] == "header"


def test_a_file_that_cannot_be_read_exits_with_two(tmp_path: Path, file: Path) -> None:
    assert run(verify, tmp_path / "none.json", file).exit_code == 2
    assert run(verify, tmp_path).exit_code == 2
    assert run(verify).exit_code == 2


def test_a_file_that_is_no_record_exits_with_one(tmp_path: Path) -> None:
    result = run(verify, kept(tmp_path, b"PK\x03\x04"))
    assert result.exit_code == 1
    assert "header" in result.stdout


def test_a_revision_that_is_not_here_exits_with_three_only_when_strict(file: Path) -> None:
    newer = replace(NIGHT_MARKET, rulesets={"1": 3})
    assert run(verify, file, game=newer).exit_code == 0
    assert run(verify, file, "--strict", game=newer).exit_code == 3
    assert run(verify, file, "--strict").exit_code == 0


def test_replay_shows_the_last_step_unless_told_another(file: Path) -> None:
    (last,) = told(run(replay, file, "--json"))
    (start,) = told(run(replay, file, "--json", "--at", 8))
    assert (last["version"], last["command"]["name"], last["phase"]) == (LAST, "close", "finished")
    assert (start["version"], start["actor"], start["head"]) == (8, "organiser", 8)
    assert [fact["rule"] for fact in start["facts"]] == [ruled.rule for ruled in finished().events[7].facts]
    assert start["state"] == json.loads(json.dumps(NIGHT_MARKET.show(finished().at(8).position.state)))


def test_replay_tells_every_fact_with_its_rule_and_draws_the_position(file: Path) -> None:
    printed = run(replay, file, "--at", 14).stdout
    for ruled in finished().events[13].facts:
        assert f"[{ruled.rule}]" in printed
    for line in NIGHT_MARKET.picture(finished().at(14).position.state):
        assert "".join(span.text for span in line).strip() in printed


def test_replay_shows_a_narrower_viewer_its_own_view(file: Path) -> None:
    (seen,) = told(run(replay, file, "--json", "--at", 20, "--as", "seat:2"))
    view = finished().view("seat:2", 20)  # type: ignore[arg-type]
    assert seen["state"] == json.loads(json.dumps(NIGHT_MARKET.show(view.position.state)))


@pytest.mark.parametrize("viewer", ["seat:1", "judge:0", "organiser"])
def test_replay_does_not_show_more_than_an_open_record_holds(tmp_path: Path, viewer: str) -> None:
    result = run(replay, kept(tmp_path, record_of(finished(), "seat:0", LAST - 2)), "--as", viewer)
    assert result.exit_code == 1
    assert viewer in result.stderr


@pytest.mark.parametrize("viewer", ["seat:2", "judge", "public"])
def test_replay_of_a_closed_public_record_shows_what_anybody_saw(tmp_path: Path, viewer: str) -> None:
    (seen,) = told(run(replay, kept(tmp_path, record_of(finished(), "public")), "--json", "--at", 20, "--as", viewer))
    view = finished().view(Viewer(viewer), 20)
    assert (seen["viewer"], seen["state"]) == (viewer, json.loads(json.dumps(NIGHT_MARKET.show(view.position.state))))


def test_replay_shows_a_closed_record_as_a_judge_has_it_and_an_open_one_as_its_viewer(tmp_path: Path) -> None:
    closed = kept(tmp_path, record_of(finished(), "public"))
    still_open = kept(tmp_path, record_of(finished(), "public", LAST - 2), "open.json")
    assert told(run(replay, closed, "--json")) == told(run(replay, closed, "--json", "--as", "judge"))
    assert [step["viewer"] for step in told(run(replay, still_open, "--json"))] == ["public"]


def test_replay_of_a_closed_record_that_is_wrong_shows_its_own_viewers_view_and_says_so(tmp_path: Path) -> None:
    def another_score(events: list[Any]) -> None:
        next(fact for fact in events[LAST - 2]["body"]["facts"] if fact["name"] == "points-counted")["fields"]["points"] += 1

    wrong = kept(tmp_path, forged(record_of(finished(), "public"), another_score))
    result = run(replay, wrong, "--json")
    assert (result.exit_code, told(result)[0]["viewer"]) == (0, "public")
    assert f"version {LAST - 1}" in result.stderr
    assert run(replay, wrong, "--as", "seat:2").exit_code == 1


def test_replay_refuses_a_seat_that_is_not_there_or_a_name_that_is_nobody(file: Path) -> None:
    assert run(replay, file, "--as", "seat:5").exit_code == 1
    assert run(replay, file, "--as", "someone").exit_code == 2


@pytest.mark.parametrize("version", [-1, 0, LAST + 1])
def test_replay_refuses_a_version_that_is_not_there(file: Path, version: int) -> None:
    result = run(replay, file, "--at", version)
    assert result.exit_code == 2
    assert f"1 to {LAST}" in result.stderr


def test_replay_tells_all_steps_in_turn(file: Path) -> None:
    assert [step["version"] for step in told(run(replay, file, "--steps", "--json"))] == list(range(1, LAST + 1))
    assert [step["version"] for step in told(run(replay, file, "--steps", "--json", "--at", LAST - 1))] == [LAST - 1, LAST]


def test_replay_of_a_damaged_file_says_where(tmp_path: Path) -> None:
    data = record_of(finished())
    result = run(replay, kept(tmp_path, data[: len(data) // 2]))
    assert result.exit_code == 1
    assert "version" in result.stderr


def test_a_file_that_is_not_there_is_told_alike_by_every_command(tmp_path: Path) -> None:
    missing = tmp_path / "none.json"
    results = [run(verify, missing), run(replay, missing), run(record, "import", missing, "--token", "t")]
    assert [(result.exit_code, result.stdout) for result in results] == [(2, "")] * 3
    assert {result.stderr for result in results} == {f"gavel: {missing}: No such file or directory\n"}


@pytest.mark.parametrize("key", ["abc", "g" * 64, "0" * 63, "0" * 65, ""])
def test_what_is_no_public_key_is_a_usage_error(file: Path, key: str) -> None:
    assert run(verify, file, "--key", key).exit_code == 2


def test_which_key_signed_is_told_and_once_that_a_key_can_be_asked_for(file: Path) -> None:
    assert run(verify, file, file).stdout.count("--key") == 1
    assert run(verify, file, "--key", KEY.public).stdout.count("--key") == 0


def test_a_wrong_record_is_not_told_to_be_signed_or_to_have_a_tip(tmp_path: Path) -> None:
    data = forged(record_of(finished()), lambda events: events[11]["body"].update(parent=3))
    printed = run(verify, kept(tmp_path, data)).stdout
    assert "versions 1 to 11" in printed
    assert OTHER_KEY.public not in printed
    assert read_record(data).tip not in printed
    assert "closed" not in printed


HOSTILE = "\x1b]0;gavel\x07\x9b2J\u202e"


def another_game(events: list[Any]) -> None:
    events[0]["body"]["facts"][0]["fields"].update(game=HOSTILE)


def another_name(events: list[Any]) -> None:
    events[1]["openings"][0].update(value=HOSTILE)


@pytest.mark.parametrize(("command", "edit"), [(verify, another_game), (replay, another_game), (replay, another_name)])
def test_nothing_in_a_record_can_steer_a_terminal(tmp_path: Path, command: click.Command, edit: Any) -> None:
    file = kept(tmp_path, forged(record_of(abandoned()), edit))
    result = run(command, file, *(("--at", 2) if command is replay else ()))
    assert "\\x1b]0;gavel\\x07" in result.stdout + result.stderr
    assert not set("\x1b\x07\x9b\u202e") & set(result.stdout + result.stderr)


def test_replay_needs_the_game(file: Path) -> None:
    assert run(replay, file, game=replace(NIGHT_MARKET, name="other")).exit_code == 1


def test_replay_is_plain_when_piped_and_coloured_when_asked_to_be(file: Path) -> None:
    coloured = replace(NIGHT_MARKET, picture=lambda state: _red(NIGHT_MARKET.picture(state)))
    assert "\x1b[" not in run(replay, file, game=coloured).stdout
    assert "\x1b[31m" in run(replay, file, game=coloured, FORCE_COLOR="1", TERM="xterm-256color").stdout
    assert "\x1b[31m" not in run(replay, file, game=coloured, FORCE_COLOR="1", TERM="xterm-256color", NO_COLOR="1").stdout


def _red(picture: Any) -> Any:
    return tuple(tuple(replace(span, colour="red") for span in line) for line in picture)
