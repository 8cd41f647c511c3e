"""Real worker processes, killed, starved and left without store or queue: the read models come to the head all the same."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from domain.kernel.facts import DeadlinePassed
from domain.kernel.pack import read_toml
from service.config import Settings
from service.embedded import EmbeddedServer
from service.parts import Parts
from service.queue import job_queue
from service.running import environment_of
from service.store import connect
from service.sweep import Sweeps
from tests.kernel.night_market import NIGHT_MARKET
from tests.servers import start_server
from tests.workers.market import PATIENCE, PROGRAM, ROOT, at_head, ends, move, parts_of, play_out, seated, until, worker

RESTING = f"import workers.sweeper; workers.sweeper.INTERVAL = 3600.0; {PROGRAM}"
"""A worker whose sweeper looks once at the start and then rests: all the rest comes by wake-ups."""


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[EmbeddedServer]:
    """A server that a test may kill."""
    server = start_server(tmp_path / "store")
    yield server
    server.stop()


@pytest.fixture
def at_risk(mortal: EmbeddedServer, tmp_path: Path) -> Settings:
    return Settings(tmp_path, store_url=mortal.database(0), queue_url=mortal.database(1))


@contextmanager
def started(settings: Settings, *words: str, **pipes: int) -> Iterator[subprocess.Popen[bytes]]:
    """A process that a test listens to; killed at the end, its pipes closed."""
    environment = {**os.environ, **environment_of(settings)}
    with subprocess.Popen([sys.executable, *words], cwd=ROOT, env=environment, **pipes) as process:  # type: ignore[call-overload]
        try:
            yield process
        finally:
            process.kill()


def swept(settings: Settings) -> bool:
    return Sweeps(settings).last() is not None


def test_moves_reach_the_read_models_without_a_sweep(parts: Parts, settings: Settings) -> None:
    table, random = seated(parts), Random(1)
    with worker(settings, "-c", RESTING):
        until(lambda: swept(settings) and at_head(parts, table))
        first = Sweeps(settings).last()
        while move(parts, table, random):
            until(lambda: at_head(parts, table))
        assert Sweeps(settings).last() == first


def test_a_worker_that_is_killed_in_the_middle_of_a_game_is_made_up_for_by_the_next(parts: Parts, settings: Settings) -> None:
    table, random = seated(parts), Random(2)
    with worker(settings) as first:
        for _ in range(4):
            move(parts, table, random)
        ends(first, signal.SIGKILL)
    play_out(parts, table)
    with worker(settings):
        until(lambda: at_head(parts, table))


def test_a_queue_that_is_emptied_loses_nothing(parts: Parts, settings: Settings) -> None:
    tables = [seated(parts, key) for key in "1234"]
    with worker(settings), connect(settings.queue) as queue:
        for number, table in enumerate(tables):
            play_out(parts, table, number)
            queue.flushdb()
        until(lambda: at_head(parts, *tables))


def test_jobs_that_fail_neither_end_the_worker_nor_pile_up(parts: Parts, settings: Settings) -> None:
    table = seated(parts)
    with worker(settings) as process, connect(settings.queue) as client:
        queue = job_queue(client)
        for _ in range(3):
            queue.enqueue("workers.jobs.nobody_wrote_this", table, failure_ttl=1)
        move(parts, table, Random(1))
        until(lambda: at_head(parts, table) and queue.count == 0)
        assert process.poll() is None
        until(lambda: not list(client.scan_iter("rq:job:*")))


def test_done_jobs_leave_nothing_in_the_queue(parts: Parts, settings: Settings) -> None:
    tables = [seated(parts, key) for key in "123"]
    with worker(settings), connect(settings.queue) as client:
        until(lambda: at_head(parts, *tables) and job_queue(client).count == 0)
        until(lambda: not list(client.scan_iter("rq:job:*")))
        assert job_queue(client).failed_job_registry.count == 0


def test_a_deadline_expires_by_itself(parts: Parts, settings: Settings) -> None:
    document = {**read_toml(NIGHT_MARKET.packs["lanterns"]), "bell_seconds": 1}
    table = seated(parts, pack=parts.packs.keep(NIGHT_MARKET, document).name.hash)
    with worker(settings):
        until(lambda: parts.tables.current(table).folded.position.deadlines == ())
        until(lambda: at_head(parts, table))
    passed = [ruled.fact for event in parts.tables.decoded(table, None) for ruled in event.facts if isinstance(ruled.fact, DeadlinePassed)]
    assert passed == [DeadlinePassed("bell")]


def dies_and_comes_back(store: EmbeddedServer) -> None:
    os.kill(store.pid, signal.SIGKILL)
    until(lambda: not store.running)
    time.sleep(1.5)
    store.start()


def test_a_store_that_is_killed_and_started_again_finds_its_worker_waiting(mortal: EmbeddedServer, at_risk: Settings) -> None:
    parts = parts_of(at_risk)
    table = seated(parts)
    with worker(at_risk) as process:
        until(lambda: at_head(parts, table))
        dies_and_comes_back(mortal)
        play_out(parts, table)
        until(lambda: at_head(parts, table))
        assert process.poll() is None
        assert ends(process) == 0


def test_once_its_store_is_back_a_worker_does_jobs_again(mortal: EmbeddedServer, at_risk: Settings) -> None:
    parts = parts_of(at_risk)
    table = seated(parts)

    def woken_to_the_head() -> bool:
        parts.waker.wake(table)
        return at_head(parts, table)

    with worker(at_risk, "-c", RESTING):
        until(lambda: swept(at_risk) and at_head(parts, table))
        first = Sweeps(at_risk).last()
        dies_and_comes_back(mortal)
        play_out(parts, table)
        until(woken_to_the_head)
        assert Sweeps(at_risk).last() == first


def test_a_worker_waits_for_a_store_that_is_not_there_yet(mortal: EmbeddedServer, at_risk: Settings) -> None:
    table = seated(parts_of(at_risk))
    mortal.stop()
    with worker(at_risk) as process:
        time.sleep(1.5)
        assert process.poll() is None
        mortal.start()
        until(lambda: at_head(parts_of(at_risk), table))


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_worker_that_is_told_to_stop_stops(parts: Parts, settings: Settings, number: int) -> None:
    with worker(settings) as process:
        until(lambda: swept(settings))
        assert ends(process, number) == 0


def test_a_worker_that_is_told_to_stop_finishes_its_job(settings: Settings, tmp_path: Path) -> None:
    began, ended = tmp_path / "began", tmp_path / "ended"
    with worker(settings) as process, connect(settings.queue) as client:
        job_queue(client).enqueue("tests.workers.slow.leave_marks", str(began), str(ended), result_ttl=0)
        until(began.exists)
        assert ends(process) == 0
    assert ended.exists()


def test_a_worker_whose_connections_are_cut_makes_new_ones(parts: Parts, settings: Settings) -> None:
    table, random = seated(parts), Random(4)
    with worker(settings) as process, connect(str(settings.store_url)) as client, connect(settings.queue) as queue:
        for _ in range(3):
            until(lambda: at_head(parts, table))
            client.execute_command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes")
            move(parts, table, random)
        until(lambda: at_head(parts, table))
        until(lambda: job_queue(queue).count == 0)
        assert process.poll() is None


def test_a_worker_stops_when_its_store_has_gone(mortal: EmbeddedServer, at_risk: Settings) -> None:
    with worker(at_risk) as process:
        until(lambda: swept(at_risk))
        os.kill(mortal.pid, signal.SIGKILL)
        until(lambda: not mortal.running)
        time.sleep(0.5)
        assert ends(process) == 0


def test_a_worker_stops_while_it_waits_for_its_store(mortal: EmbeddedServer, at_risk: Settings) -> None:
    mortal.stop()
    with started(at_risk, "-m", "workers", stderr=subprocess.PIPE) as process:
        assert process.stderr is not None
        assert b"waiting for the store" in process.stderr.readline()
        assert ends(process) == 0


def test_the_worker_of_the_catalogue_starts_sweeps_and_stops(settings: Settings) -> None:
    with worker(settings, "-m", "workers") as process:
        until(lambda: swept(settings))
        assert ends(process) == 0


def test_a_worker_ends_with_the_process_that_it_was_told_to_follow(settings: Settings) -> None:
    program = (
        "import os, subprocess, sys, time; "
        "child = subprocess.Popen([sys.executable, '-m', 'workers', '--parent', str(os.getpid())]); "
        "print(child.pid, flush=True); time.sleep(60)"
    )
    child = None
    try:
        with started(settings, "-c", program, stdout=subprocess.PIPE) as parent:
            assert parent.stdout is not None
            child = int(parent.stdout.readline())
            until(lambda: swept(settings))
        until(lambda: not alive(child))
    finally:
        if child is not None and alive(child):
            os.kill(child, signal.SIGKILL)


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


@pytest.mark.parametrize("wrong", [{"GAVEL_STORE_URL": "http://somewhere"}, {"GAVEL_NO_SUCH": "1"}, {"GAVEL_STORE_URL": ""}])
def test_a_worker_that_is_set_wrongly_says_what_is_wrong_and_ends(wrong: dict[str, str]) -> None:
    environment = {**os.environ, **wrong}
    ended = subprocess.run([sys.executable, "-m", "workers"], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=PATIENCE)
    assert ended.returncode == 1
    assert next(iter(wrong)) in ended.stderr
    assert ended.stdout == ""
