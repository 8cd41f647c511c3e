"""Waking: one job a table, and no move ever waits for a queue."""

import socket
import time
from pathlib import Path

from service.config import Settings
from service.parts import Parts
from service.queue import JOB, Waker, job_queue
from service.store import connect
from tests.workers.market import play_out, seated
from workers.jobs import bring_up_to_date

SILENT = "redis://127.0.0.1:1/1"


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


def test_a_queue_that_is_not_there_costs_no_move_more_than_a_moment() -> None:
    waker = Waker(SILENT)
    began = time.monotonic()
    for _ in range(100):
        waker.wake("one")
    waker.clear("one")
    assert time.monotonic() - began < 1.0


def test_a_queue_that_never_answers_is_left_alone_for_a_while(tmp_path: Path) -> None:
    path = tmp_path / "mute.sock"
    with socket.socket(socket.AF_UNIX) as mute:
        mute.bind(str(path))
        mute.listen(8)
        waker = Waker(f"unix://{path}?db=1")
        began = time.monotonic()
        for _ in range(100):
            waker.wake("one")
        assert 0.2 < time.monotonic() - began < 1.2
