"""What a club runs on one machine: a store, two services on it, a worker. Each may fall over at any moment."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import TypeVar

from flask import Flask

from service.api import create_app
from service.config import Settings
from service.parts import Parts, now
from service.read_side import behind
from service.running import environment_of
from service.store import connect
from tests.servers import start_server
from tests.workers.market import PROGRAM, ROOT, ends, parts_of, until
from workers.sweeper import Sweeper

T = TypeVar("T")
SERVICES = 2
WORKER_STOPS = (0, -signal.SIGTERM)
"""Told to stop before it could listen, a process ends by the signal."""


class Clock:
    """Milliseconds UTC, one more at each look, so that a run depends on its seed and on nothing else."""

    def __init__(self) -> None:
        self._ticks, self._ahead = count(now()), 0

    def __call__(self) -> int:
        return next(self._ticks) + self._ahead

    def pass_by(self, milliseconds: int) -> None:
        self._ahead += milliseconds


class Installation:
    """Its data lie in ``folder``; ``parts`` are the test's own, of which no service knows."""

    def __init__(self, folder: Path) -> None:
        self.clock = Clock()
        self.store = start_server(folder / "store")
        store, queue = self.store.database(0), self.store.database(1)
        self.settings = Settings(folder, store_url=store, queue_url=queue, log="error", rate=0, visitor_rate=0)
        self.parts = self._assembled()
        self.apps: list[Flask] = [create_app(self._assembled()) for _ in range(SERVICES)]
        self._worker: subprocess.Popen[bytes] | None = None

    def restart_service(self, number: int) -> None:
        """A service that knows of nothing but what is stored."""
        self._stop(self.apps[number])
        self.apps[number] = create_app(self._assembled())

    def kill_store(self) -> None:
        os.kill(self.store.pid, signal.SIGKILL)
        self._wait_for_its_end()

    def store_killed_during(self, act: Callable[[], T], after: float) -> T:
        """Kill the store ``after`` seconds, whatever is under way then, and start it again."""
        killer = threading.Timer(after, os.kill, (self.store.pid, signal.SIGKILL))
        killer.start()
        try:
            return act()
        finally:
            killer.join()
            self._wait_for_its_end()
            self.store.start()

    def start_worker(self) -> None:
        if self._worker is None:
            words, environment = [sys.executable, "-c", PROGRAM], {**os.environ, **environment_of(self.settings)}
            # What it says while its store is away fills pages.
            self._worker = subprocess.Popen(words, cwd=ROOT, env=environment, stderr=subprocess.DEVNULL)

    def end_worker(self, kindly: bool) -> None:
        if self._worker is None:
            return
        status = ends(self._worker, signal.SIGTERM if kindly else signal.SIGKILL)
        self._worker = None
        assert status in (WORKER_STOPS if kindly else (-signal.SIGKILL,))

    def flush_queue(self) -> None:
        with connect(self.settings.queue) as queue:
            queue.flushdb()

    def sweep(self) -> None:
        """One pass of a sweeper that goes by this clock."""
        Sweeper(self.parts, self.clock).sweep()

    def settle(self) -> None:
        """Wait for the worker, or do its work where there is none, until no read model lags."""
        if self._worker is None:
            self.sweep()
        until(lambda: not behind(self.parts), within=60)

    def close(self) -> None:
        self.end_worker(kindly=False)
        for app in self.apps:
            self._stop(app)
        self.store.stop()

    def _assembled(self) -> Parts:
        return parts_of(self.settings, self.clock)

    def _wait_for_its_end(self) -> None:
        until(lambda: not self.store.running)

    @staticmethod
    def _stop(app: Flask) -> None:
        app.extensions["gavel"].feeds.stop()
