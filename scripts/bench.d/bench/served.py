"""Gavel as ``gavel up`` runs it (one service process, one worker, the embedded store), with the test-only game."""

import socket
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from bench.report import Unable
from service import counts
from service.config import Settings
from service.identity import first_organiser_token
from service.parts import Parts, assemble
from service.running import SERVICE, Child, Running, environment_for
from tests.kernel.night_market import NIGHT_MARKET

FEEDS = 20_000
STOPS_WITHIN = 10.0


@dataclass(frozen=True, slots=True)
class Served:
    host: str
    port: int
    organiser: str
    parts: Parts
    stop_worker: Callable[[], None]


@contextmanager
def served() -> Iterator[Served]:
    """The running service; Unable when it does not start."""
    with tempfile.TemporaryDirectory(prefix="gavel-bench-") as folder:
        settings = Settings(Path(folder), port=_free_port(), log="error", rate=0, visitor_rate=0, feeds=FEEDS, feeds_each=0)
        with Running(settings, lambda text: None) as running:
            environment = environment_for(running.settings, counts.SERVICE)
            running.service = Child("service", (*SERVICE[:-1], "bench.wsgi:app"), environment)
            running.worker = Child("worker", ("-m", "bench.worker"), environment_for(running.settings, counts.WORKER))
            parts = assemble(running.settings, (NIGHT_MARKET,))
            organiser = first_organiser_token(parts)
            try:
                running.start()
            except TimeoutError as error:
                raise Unable(str(error)) from error
            yield Served(settings.host, settings.port, str(organiser), parts, lambda: running.worker.stop(time.monotonic() + STOPS_WITHIN))


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port
