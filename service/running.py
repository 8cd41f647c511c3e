"""Store, worker and service in one: started together, started again when one dies, stopped together."""

import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from dataclasses import fields
from types import TracebackType
from typing import Any, Self

from service import counts
from service.config import PREFIX, Settings
from service.embedded import EmbeddedServer
from service.embedded.server import TETHER

STOP_WITHIN = 15.0
RESTART_AFTER = 0.2
LONGEST_PAUSE = 10.0
SERVICE = ("-m", "gunicorn", "-c", "python:service.gunicorn_conf", "service.wsgi:app")
WORKER = ("-m", "workers")


class Child:
    """A process that is started again whenever it ends, each time a little later; it dies with us."""

    def __init__(self, name: str, words: tuple[str, ...], environment: Mapping[str, str]) -> None:
        self.name = name
        self._words = words
        self._environment = dict(environment)
        self._process: subprocess.Popen[bytes] | None = None
        self._pause = RESTART_AFTER
        self._due = 0.0

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process else None

    def watch(self) -> bool:
        """Start it when it is not running and its pause is over; whether it was found dead."""
        if self._process is not None:
            if self._process.poll() is None:
                return False
            self._process = None
            self._due = time.monotonic() + self._pause
            self._pause = min(self._pause * 2, LONGEST_PAUSE)
            return True
        if time.monotonic() >= self._due:
            self._process = self._launch()
        return False

    def steady(self) -> None:
        """It has done its work for a while: the next restart comes at once."""
        self._pause = RESTART_AFTER

    def stop(self, until: float) -> None:
        if self._process is None:
            return
        self._process.send_signal(signal.SIGTERM)
        try:
            self._process.wait(max(until - time.monotonic(), 0.1))
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process = None

    def _launch(self) -> subprocess.Popen[bytes]:
        # In a session of its own, so that Ctrl-C in a terminal reaches us alone and we stop everything in order.
        return subprocess.Popen(  # noqa: S603
            [sys.executable, "-I", "-S", str(TETHER), str(os.getpid()), sys.executable, *self._words],
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stdout=sys.stderr,
            start_new_session=True,
        )


class Running:
    """The whole of Gavel on this machine: ``with Running(settings) as running: running.wait()``."""

    def __init__(self, settings: Settings, say: Callable[[str], None]) -> None:
        """``say`` is told what an operator wants to know, a line at a time."""
        self.server = EmbeddedServer(settings.data) if settings.store_url is None else None
        self.settings = settings if self.server is None else settings.with_store(self.server.url)
        self.url = f"http://{_dialled(settings.host)}:{settings.port}"
        self._say = say
        self.worker = Child("worker", WORKER, environment_for(self.settings, counts.WORKER))
        self.service = Child("service", SERVICE, environment_for(self.settings, counts.SERVICE))

    def __enter__(self) -> Self:
        if self.server is not None:
            self.server.start()
        return self

    def start(self, within: float = 60.0) -> None:
        """Start worker and service and wait until the service answers; TimeoutError after ``within`` seconds."""
        until = time.monotonic() + within
        self.watch()
        while not self.answers():
            if time.monotonic() > until:
                raise TimeoutError(f"the service does not answer at {self.url}")
            self.watch()
            time.sleep(0.05)

    def watch(self) -> None:
        """Start again whatever has died, the store first."""
        if self.server is not None and not self.server.running:
            self._say("the store has ended; starting it again")
            self.server.start()
        for child in (self.worker, self.service):
            if child.watch():
                self._say(f"the {child.name} has ended; starting it again")

    def answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/healthz", timeout=2) as answer:  # noqa: S310
                return bool(answer.status == 200)
        except (OSError, urllib.error.URLError):
            return False

    def wait(self, stopped: Callable[[], bool]) -> None:
        """Keep everything running until told to stop."""
        began = time.monotonic()
        while not stopped():
            self.watch()
            if time.monotonic() - began > 60:
                self.worker.steady()
                self.service.steady()
                began = time.monotonic()
            time.sleep(0.1)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        until = time.monotonic() + STOP_WITHIN
        self.service.stop(until)
        self.worker.stop(until)
        if self.server is not None:
            self.server.stop()


def _dialled(host: str) -> str:
    return "127.0.0.1" if host in ("0.0.0.0", "::", "") else host  # noqa: S104


def environment_of(settings: Settings) -> dict[str, str]:
    """The settings as a child process reads them; nothing else of ours reaches it by the environment."""
    told = {**{field.name: getattr(settings, field.name) for field in fields(settings)}, "metrics_dir": settings.counts}
    if settings.store_url is not None:
        told["queue_url"] = settings.queue
    return {f"{PREFIX}{name.upper()}": _spelled(value) for name, value in told.items() if value is not None}


def environment_for(settings: Settings, kind: str) -> dict[str, str]:
    """The whole environment of a process of a kind (``service``, ``worker``)."""
    return {**os.environ, **environment_of(settings), **counts.environment(settings.counts, kind)}


def _spelled(value: Any) -> str:
    return ",".join(value) if isinstance(value, tuple) else str(value)
