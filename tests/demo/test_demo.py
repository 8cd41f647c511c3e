"""`gavel demo`: bots play whole games through the API, and nothing that was confirmed is lost."""

import json
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest

from domain.catalogue import CATALOGUE
from domain.kernel.stored import NO_HASH, chain_hash
from service.demo.crash import Recovery
from service.demo.dispute import told
from tests.demo.programs import GAVEL, gavel, up

KEYS = {"table", "game", "seats", "events", "scores", "winner", "verified", "dispute", "seconds"}
DREAMING = f"""
from service.demo.bots import Bot
post = Bot.post
def post_and_dream(bot, what, **body):
    receipt = post(bot, what, **body)
    bot.acknowledged.insert(0, (receipt["version"] + 100_000, receipt["hash"]))
    return receipt
Bot.post = post_and_dream
{GAVEL}
"""
"""The command with bots that believe in confirmations which the service never gave."""


def result_of(ended: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    """The one JSON object on standard output."""
    (line,) = ended.stdout.splitlines()
    result: dict[str, Any] = json.loads(line)
    return result


def check_record(record: Path, result: dict[str, Any]) -> None:
    """Versions contiguous up to the tip and chained, the scores told those of the finish, the record right by its bytes alone."""
    events = json.loads(record.read_bytes())["events"]
    bodies = [event["body"] for event in events]
    assert [body["version"] for body in bodies] == list(range(1, result["events"] + 1))
    previous = NO_HASH
    for event in events:
        body = json.dumps(event["body"], sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
        previous = chain_hash(result["table"], event["body"]["version"], previous, body)
        assert event["hash"] == previous
    counted = [fact["fields"] for body in bodies for fact in body["facts"] if fact["name"] == "points-counted"]
    for row in result["scores"]:
        assert row["total"] == sum(line["points"] for line in counted if line["seat"] == row["seat"])
    verified = gavel(record.parent, "verify", record)
    assert verified.returncode == 0, verified.stdout


def check_case(case: Path, record: Path, result: dict[str, Any]) -> None:
    """The dispute as it is told stands in the record, ended by the head judge's ruling, and its page is right by its bytes alone."""
    dispute = result["dispute"]
    facts = [(fact["name"], fact["fields"]) for event in json.loads(record.read_bytes())["events"] for fact in event["body"]["facts"]]
    (filed,) = [fields for name, fields in facts if name == "dispute-filed"]
    assert (filed["number"], filed["event"], filed["disputed"]) == (dispute["number"], dispute["event"], dispute["rule"])
    assert dispute["stage"] == "final"
    assert dispute["rulings"] == [{"judge": 1, "remedy": "leave"}, {"judge": 0, "remedy": "leave"}]
    assert dispute["rulings"] == [
        {"judge": fields["judge"], "remedy": fields["remedy"]} for name, fields in facts if name == "dispute-ruled"
    ]
    assert [name for name, _ in facts if name == "ruling-appealed"] == ["ruling-appealed"]
    assert dispute["alternatives"] == ["leave", "undo", "rewind", "replay"]
    assert dispute["verified"] is True
    verified = gavel(case.parent, "verify", case)
    assert verified.returncode == 0, verified.stdout


def test_a_game_survives_the_death_of_store_worker_and_service(tmp_path: Path) -> None:
    record = tmp_path / "record.json"
    ended = gavel(tmp_path, "demo", "high-moon", "--seats", "3", "--crash", "--json", "--record", record)
    assert ended.returncode == 0, ended.stderr
    assert all(f"the {name} has ended" in ended.stderr for name in ("store", "worker", "service"))
    result = result_of(ended)
    assert result.keys() == KEYS | {"recovery_seconds"}
    assert 0 < result["recovery_seconds"] < result["seconds"]
    assert (result["seats"], len(result["scores"]), result["verified"]) == (3, 3, True)
    check_record(record, result)


def test_a_lost_move_makes_the_demonstration_fail(tmp_path: Path) -> None:
    ended = gavel(tmp_path, "demo", "high-moon", "--seats", "2", "--bots", "random", "--crash", "--json", program=DREAMING)
    assert ended.returncode == 1, ended.stderr
    assert result_of(ended)["verified"] is True


@pytest.mark.parametrize(
    ("recovery", "ok"),
    [
        (Recovery(1.5, 60, (), contiguous=True), True),
        (Recovery(1.5, 60, (7,), contiguous=True), False),
        (Recovery(1.5, 60, (), contiguous=False), False),
        (Recovery(None, 60, (), contiguous=True), False),
    ],
)
def test_a_crash_is_overcome_when_it_happened_and_nothing_was_lost(recovery: Recovery, ok: bool) -> None:
    assert recovery.ok is ok


def test_a_game_of_random_bots_is_told_as_one_object_and_kept_as_a_right_record_and_case(tmp_path: Path) -> None:
    record, case = tmp_path / "record.json", tmp_path / "case.html"
    ended = gavel(tmp_path, "demo", "--seats", "2", "--bots", "random", "--json", "--record", record, "--case", case)
    assert ended.returncode == 0, ended.stderr
    result = result_of(ended)
    assert result.keys() == KEYS
    assert (result["game"], result["seats"], result["verified"]) == ("high-moon", 2, True)
    assert [row["seat"] for row in result["scores"]] == [0, 1]
    for row in result["scores"]:
        assert row.keys() == {"seat", "total", "lines"}
        assert all(line.keys() == {"rule", "points", "why"} and line["why"] for line in row["lines"])
        assert row["total"] == sum(line["points"] for line in row["lines"])
    most = max(row["total"] for row in result["scores"])
    assert result["winner"]
    assert set(result["winner"]) <= {row["seat"] for row in result["scores"] if row["total"] == most}
    check_record(record, result)
    check_case(case, record, result)


def test_bots_play_on_a_service_that_runs_already(tmp_path: Path) -> None:
    with up(tmp_path / "data") as service:
        words = ("demo", "--seats", "2", "--bots", "random", "--json", "--url", service.url)
        ended = gavel(tmp_path, *words, GAVEL_TOKEN=str(service.token))
        assert ended.returncode == 0, ended.stderr
        assert result_of(ended).keys() == KEYS
        assert gavel(tmp_path, *words).returncode == 2
        assert gavel(tmp_path, *words, "--crash", GAVEL_TOKEN=str(service.token)).returncode == 2
        assert gavel(tmp_path, *words, GAVEL_TOKEN="nobody's").returncode == 1
        assert service.ends(signal.SIGTERM) == 0


def test_a_seat_that_plays_alone_disputes_its_own_move_and_the_story_says_what_came_of_it(tmp_path: Path) -> None:
    alone = next(game for game in CATALOGUE if game.fewest == 1)
    ended = gavel(tmp_path, "demo", alone.name, "--seats", "1", "--bots", "random", "--case", tmp_path / "case.html")
    assert ended.returncode == 0, ended.stderr
    told = ended.stdout
    for sentence in ("Seat 0 disputes version", "Statements of seat 0 are", "undo: ", "rewind to version", "replay from version"):
        assert sentence in told
    assert told.index("Judge 1 rules") < told.index("the head judge leaves it") < told.index("The disputed case as one page")
    assert gavel(tmp_path, "verify", tmp_path / "case.html").returncode == 0


REFUSED = {"remedy": "undo", "refused": {"rule": "TB-D6", "reason": "there is no step to take back"}}
REPLAYED = {
    "remedy": "replay",
    "to": 17,
    "replays": [19],
    "illegal": [{"version": 20, "why": "its question is not asked"}],
    "state": [{"place": "active", "now": 0, "then": 1}],
    "points": [{"seat": 0, "now": 5, "then": 3}, {"seat": 1, "now": 4, "then": 4}, {"seat": 2, "now": 0, "then": 7}],
    "known": [{"version": 18}],
    "helped": [1, 2],
}
NOTHING = {"remedy": "rewind", "to": 3, "state": [], "points": [], "known": [], "helped": []}


@pytest.mark.parametrize(
    ("alternative", "line"),
    [
        (REFUSED, "undo: cannot be given (TB-D6)"),
        (
            REPLAYED,
            "replay from version 17: 1 move played again, 1 no longer legal; the state differs in 1 place; points: seat 0 -2, seat 2 +7; "
            "what was learned in 1 place stays known; it helps seat 1 and seat 2",
        ),
        (NOTHING, "rewind to version 3: the state differs in 0 places; no points change; it helps nobody"),
    ],
)
def test_a_remedy_is_told_in_one_line(alternative: dict[str, Any], line: str) -> None:
    assert told(alternative) == line


@pytest.mark.parametrize("seats", [1, 2])
def test_a_game_that_one_may_play_alone_is_told_in_the_same_form(seats: int, tmp_path: Path) -> None:
    record = tmp_path / "record.json"
    ended = gavel(tmp_path, "demo", "moon-colony-bloodbath", "--seats", str(seats), "--json", "--record", record)
    assert ended.returncode == 0, ended.stderr
    result = result_of(ended)
    assert result.keys() == KEYS
    assert (result["game"], result["seats"], len(result["scores"])) == ("moon-colony-bloodbath", seats, seats)
    check_record(record, result)
