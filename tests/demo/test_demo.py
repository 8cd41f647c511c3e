"""`gavel demo`: bots play whole games through the API, and nothing that was confirmed is lost."""

import json
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest

from domain.kernel.stored import NO_HASH, chain_hash
from service.demo.crash import Recovery
from tests.demo.programs import GAVEL, gavel, up

KEYS = {"table", "game", "seats", "events", "scores", "winner", "verified", "seconds"}
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


def test_a_game_of_random_bots_is_told_as_one_object_and_kept_as_a_right_record(tmp_path: Path) -> None:
    record = tmp_path / "record.json"
    ended = gavel(tmp_path, "demo", "--seats", "2", "--bots", "random", "--json", "--record", record)
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


@pytest.mark.parametrize("seats", [1, 2])
def test_a_game_that_one_may_play_alone_is_told_in_the_same_form(seats: int, tmp_path: Path) -> None:
    record = tmp_path / "record.json"
    ended = gavel(tmp_path, "demo", "moon-colony-bloodbath", "--seats", str(seats), "--json", "--record", record)
    assert ended.returncode == 0, ended.stderr
    result = result_of(ended)
    assert result.keys() == KEYS
    assert (result["game"], result["seats"], len(result["scores"])) == ("moon-colony-bloodbath", seats, seats)
    check_record(record, result)
