"""The stored form is frozen, and a verifier that was written from its description alone finds it right."""

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from service.record import verify
from service.store.keys import partition
from tests.format.independent import Numbers, check_chain, check_record, check_seals, opened, seals_in
from tests.format.table import STREAM, VIEWERS, Golden, events, fork_file, forks, golden_games, lines, played, record_file
from tests.kernel.night_market import NIGHT_MARKET
from tests.record.writing import KEY, TABLE, file_of

FORKS = ("judge-0", "seat-0", "of-a-fork")
ROOT = Path(__file__).parents[2]


def stream() -> list[Any]:
    """The golden stream, as the second verifier takes it."""
    found = []
    for line in STREAM.read_bytes().splitlines():
        digest, rest = line.decode().split(" ", 1)
        body, at = json.JSONDecoder().raw_decode(rest)
        found.append({"hash": digest, "body": body, "openings": json.loads(rest[at + 1 :])})
    return found


def test_bodies_openings_and_hashes_are_written_as_ever() -> None:
    assert lines() == STREAM.read_bytes()


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_record_is_written_as_ever(viewer: str) -> None:
    assert file_of(NIGHT_MARKET, events(), viewer) == record_file(viewer).read_bytes()


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_golden_record_verifies_and_decides_as_ever(viewer: str) -> None:
    report = verify(record_file(viewer).read_bytes(), [NIGHT_MARKET], KEY.public)
    assert report.fault is None
    assert (report.redecided, report.foreign, report.unchecked) == (len(events()), {}, {"seals": 0})


@pytest.mark.parametrize("name", FORKS)
def test_a_golden_fork_is_written_and_verifies_as_ever(name: str) -> None:
    data = fork_file(name).read_bytes()
    assert forks()[name].record() == data
    report = verify(data, [NIGHT_MARKET], KEY.public)
    assert (report.fault, report.origin, report.foreign) == (None, forks()[name].origin, {})
    assert check_record(data)["origin"] == forks()[name].origin.as_json()


def test_a_golden_fork_decides_as_ever() -> None:
    before, after = forks()["seat-0"].origin.version, len(forks()["seat-0"].events)
    report = verify(fork_file("seat-0").read_bytes(), [NIGHT_MARKET])
    assert (report.unchecked["prefix"], report.redecided) == (before, after - before)
    report = verify(fork_file("judge-0").read_bytes(), [NIGHT_MARKET])
    assert report.redecided == report.events - report.unchecked["events"]
    assert report.unchecked["events"] == 1


@pytest.mark.parametrize("kept", golden_games(), ids=lambda kept: kept.name)
def test_a_golden_game_decides_as_ever_or_its_revision_is_raised(kept: Golden) -> None:
    data = record_file("judge:0", kept.name).read_bytes()
    report = verify(data, [kept.game], KEY.public)
    assert report.fault is None
    assert report.redecided + sum(report.foreign.values()) == report.events
    assert check_record(data)["viewer"] == "judge:0"


def test_the_golden_table_holds_what_the_form_can_say() -> None:
    keys = {key for event in stream() for key in event["body"]}
    assert keys >= {"parent", "question", "seen", "caused_by"}
    commands = {event["body"]["command"]["name"] for event in stream()}
    assert commands >= {"open", "claim", "ready", "start", "inspect", "pause", "resume", "undo", "offer", "roll", "close"}
    assert played().folded.position.finished is not None


@pytest.mark.parametrize("viewer", VIEWERS)
def test_the_second_verifier_finds_a_record_right(viewer: str) -> None:
    record = check_record(record_file(viewer).read_bytes())
    assert (record["table"], record["viewer"]) == (TABLE, viewer)


def test_the_second_verifier_finds_the_stream_right() -> None:
    check_chain(TABLE, stream())
    check_seals(stream())


def test_the_partition_of_a_table_is_in_its_id() -> None:
    assert partition(TABLE) == hashlib.sha256(TABLE.encode()).digest()[0] % 64


def facts(name: str) -> list[tuple[int, Any, dict[str, int]]]:
    """Version, fields and draws of every fact of a name."""
    return [
        (event["body"]["version"], fact["fields"], event["body"]["draws"])
        for event in stream()
        for fact in event["body"]["facts"]
        if fact["name"] == name
    ]


def numbers(label: str, count: int) -> Numbers:
    """The draw of a label that brought it to this count, from the seed that the close opens."""
    (seed,) = seals_in(stream()[0]["body"])
    entropies = [fields.get("entropy", "") for _, fields, _ in sorted(facts("seat-ready"), key=lambda ready: ready[1]["seat"])]
    return Numbers(opened(stream())[seed], entropies, label, count - 1)


def test_the_second_verifier_draws_the_deck_and_every_roll_again() -> None:
    values = opened(stream())
    ((_, shuffled, draws),) = facts("deck-shuffled")
    deck = values[shuffled["cards"]["..."]]
    assert numbers("deck", draws["deck"]).shuffled(deck) == deck
    rolls = facts("die-rolled")
    assert rolls
    assert [numbers("die", draws["die"]).below(6) + 1 for _, _, draws in rolls] == [fields["pips"] for _, fields, _ in rolls]


def test_every_drawn_card_lay_on_top_of_the_deck() -> None:
    values = opened(stream())
    ((_, shuffled, _),) = facts("deck-shuffled")
    drawn = [values[fields["card"]["..."]] for _, fields, _ in facts("card-drawn")]
    assert drawn == values[shuffled["cards"]["..."]][: len(drawn)]


@pytest.mark.parametrize(("hash_seed", "zone"), [("0", "UTC"), ("1", "Pacific/Kiritimati"), ("31337", "America/St_Johns")])
def test_the_bytes_depend_on_neither_hash_seed_nor_time_zone(hash_seed: str, zone: str) -> None:
    code = "import sys; from tests.format.table import lines; sys.stdout.buffer.write(lines())"
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "TZ": zone}
    written = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, check=True)
    assert written.stdout == STREAM.read_bytes()
