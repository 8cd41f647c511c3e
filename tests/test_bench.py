"""The bench prints what it was asked for, and nothing here hangs on how fast anything is."""

import json
import subprocess
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent


def bench(*words: str) -> str:
    done = subprocess.run([ROOT / "scripts" / "bench", *words], capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stderr
    return done.stdout


def told(*names: str) -> Any:
    return json.loads(bench("--json", "--only", *names))


def test_the_figures_asked_for_come_with_the_machine_they_were_measured_on() -> None:
    found = told("append_vs_xadd")
    assert found.keys() == {"machine", "metrics", "reasons", "notes"}
    assert found["metrics"].keys() == {"append_vs_xadd"}
    assert found["metrics"]["append_vs_xadd"] > 0
    assert found["reasons"] == {}
    assert {"cpu", "cores", "python", "fdatasync_us"} <= found["machine"].keys()


def test_every_metric_is_listed_by_name() -> None:
    names = bench("--list").split()
    assert len(names) == len(set(names))
    assert {
        "append_vs_xadd",
        "command_vs_eventsourcing_sqlite",
        "command_vs_eventsourcing_postgres",
        "replay_vs_eventsourcing",
        "cold_load_ms",
        "cold_load_five_seats_ms",
        "facts_per_s",
        "http_moves_per_s",
        "http_vs_boardgameio",
        "move_p50_ms",
        "move_p99_ms",
        "read_model_lag_p99_ms",
        "redis_bytes_per_payload_byte",
        "feeds",
        "impact_events_per_min",
        "sandbox_ms",
    } <= set(names)


def test_of_whole_games_and_a_load_it_is_told_where_the_time_goes() -> None:
    found = told("facts_per_s", "cold_load_five_seats_ms")
    assert found["reasons"] == {}
    assert min(found["metrics"].values()) > 0
    assert all("evolve" in note and "waiting" in note and "the rest" in note for note in found["notes"])
    assert len(found["notes"]) == 2


def test_a_name_that_is_no_metric_is_refused() -> None:
    done = subprocess.run([ROOT / "scripts" / "bench", "--only", "speed"], capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
