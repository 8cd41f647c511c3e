"""Waking: one job a table, and no move ever waits for a queue."""

import socket
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from service.config import Settings
from service.parts import Parts
from service.queue import JOB, SILENCE, Waker, job_queue
from service.store import connect
from tests.workers.market import play_out, seated
from workers.jobs import bring_up_to_date

SILENT = "redis://127.0.0.1:1/1"


@dataclass
class Clock:
    """Stands still but where a test moves it on (seconds)."""

    now: float = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr("service.queue.time", clock)
    return clock


def waiting(settings: Settings) -> list[tuple[str | None, ...]]:
    with connect(settings.queue) as client:
        jobs = job_queue(client).jobs
        return [(job.func_name, *job.args) for job in jobs]


def test_however_often_a_table_is_woken_one_job_waits(parts: Parts, settings: Settings) -> None:
    for table in ("one", "two", "one"):
        parts.waker.wake(table)
    assert waiting(settings) == [(JOB, "one"), (JOB, "two")]


def test_every_move_of_a_game_leaves_one_job_until_it_is_done(parts: Parts, settings: Settings) -> None:
    table = seated(parts)
    play_out(parts, table)
    assert waiting(settings) == [(JOB, table)]


def test_an_event_after_the_job_has_begun_queues_another(parts: Parts, settings: Settings) -> None:
    table = seated(parts)
    bring_up_to_date(table)
    parts.waker.wake(table)
    assert waiting(settings) == [(JOB, table), (JOB, table)]


def test_the_job_is_found_by_its_name() -> None:
    module, _, name = JOB.rpartition(".")
    assert (bring_up_to_date.__module__, bring_up_to_date.__qualname__) == (module, name)


def test_a_queue_that_is_not_there_is_tried_once_in_a_while_and_holds_nobody_up(clock: Clock) -> None:
    waker = Waker(SILENT)
    with capture_logs() as told:
        for _ in range(100):
            waker.wake("one")
        waker.clear("one")
    assert [line["doing"] for line in told] == ["wake", "clear"]


def test_a_queue_that_never_answers_is_left_alone_for_a_while(tmp_path: Path, clock: Clock) -> None:
    path = tmp_path / "mute.sock"
    with socket.socket(socket.AF_UNIX) as mute:
        mute.bind(str(path))
        mute.listen(8)
        mute.setblocking(False)
        waker = Waker(f"unix://{path}?db=1")
        for _ in range(100):
            waker.wake("one")
        tries = callers(mute)
        assert 1 <= tries <= 2
        clock.now += SILENCE - 0.001
        waker.wake("one")
        assert callers(mute) == 0
        clock.now += 0.001
        waker.wake("one")
        assert callers(mute) == tries


def callers(listening: socket.socket) -> int:
    """How many have connected since it was last looked."""
    found = 0
    with suppress(BlockingIOError):
        while True:
            listening.accept()[0].close()
            found += 1
    return found
