"""Store, worker and service in one: started together, started again when one dies, stopped together."""

import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import fields
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from service import counts
from service.address import bracketed
from service.config import PREFIX, Settings
from service.embedded import EmbeddedServer
from service.embedded.folders import room
from service.embedded.server import TETHER
from service.log_file import LogFile

STOP_WITHIN = 15.0
RESTART_AFTER = 0.2
LONGEST_PAUSE = 10.0
ENDS_AT_MOST = 5
"""How often the service may end while it is started, before that is given up."""
SERVICE = ("-m", "gunicorn", "-c", "python:service.gunicorn_conf", "service.wsgi:app")
WORKER = ("-m", "workers")


class NotServing(TimeoutError):
    """The service was started and does not answer; the text says where to look."""


class Child:
    """A process that is started again whenever it ends, each time a little later; it dies with us."""

    def __init__(self, name: str, words: tuple[str, ...], environment: Mapping[str, str], logs: Path | None = None) -> None:
        """``logs``: the folder for what it says, in a file of its name; standard error when left out."""
        self.name = name
        self.log = LogFile(logs, name) if logs else None
        self.ends = 0
        self._words = words
        self._environment = dict(environment)
        self._process: subprocess.Popen[bytes] | None = None
        self._pause = RESTART_AFTER
        self._due = 0.0

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process else None

    @property
    def alive(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def watch(self) -> bool:
        """Start it when it is not running and its pause is over; whether it was found dead."""
        if self._process is not None:
            if self._process.poll() is None:
                return False
            self._process = None
            self.ends += 1
            self._due = time.monotonic() + self._pause
            self._pause = min(self._pause * 2, LONGEST_PAUSE)
            return True
        if time.monotonic() >= self._due:
            self._process = self._launch()
        return False

    def steady(self) -> None:
        """It has done its work for a while: the next restart comes at once."""
        self._pause = RESTART_AFTER
        if self.log:
            self.log.trim()

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
        with ExitStack() as stack:
            said = stack.enter_context(self.log.open()) if self.log else sys.stderr
            # In a session of its own, so that Ctrl-C in a terminal reaches us alone and we stop everything in order.
            return subprocess.Popen(  # noqa: S603
                [sys.executable, "-I", "-S", str(TETHER), str(os.getpid()), sys.executable, *self._words],
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=said,
                start_new_session=True,
            )


class Running:
    """The whole of Gavel on this machine: ``with Running(settings) as running: running.wait()``."""

    def __init__(self, settings: Settings, say: Callable[[str], None], logs: Path | None = None) -> None:
        """``say`` is told what an operator wants to know, a line at a time; ``logs``: folder of the children's logs."""
        self.server = EmbeddedServer(settings.data) if settings.store_url is None else None
        self.settings = settings if self.server is None else settings.with_store(self.server.url)
        self.url = f"http://{_dialled(settings.host)}:{settings.port}"
        self._say = say
        self.worker = Child("worker", WORKER, environment_for(self.settings, counts.WORKER), logs)
        self.service = Child("service", SERVICE, environment_for(self.settings, counts.SERVICE), logs)

    def __enter__(self) -> Self:
        with ExitStack() as stack:
            if self.server is not None:
                stack.enter_context(self.server)
            for child in (self.worker, self.service):
                if child.log:
                    child.log.begin()
            stack.pop_all()
        return self

    def start(self, within: float = 60.0) -> None:
        """Start worker and service and wait until the service answers; NotServing after ``within`` seconds, or when it will not stay."""
        until, ends = time.monotonic() + within, self.service.ends
        self.watch()
        while not self.answers():
            if self.service.ends - ends >= ENDS_AT_MOST:
                raise NotServing(f"the service ends whenever it is started{self._look()}")
            if time.monotonic() > until:
                raise NotServing(f"the service does not answer at {self.url}{self._look()}")
            self.watch()
            time.sleep(0.05)

    def _look(self) -> str:
        where = f"; what it says is in {self.service.log.path}" if self.service.log else ""
        return f"{where}{room(self.settings.data.expanduser().absolute())}"

    def watch(self) -> None:
        """Start again whatever has died, the store first."""
        if self.server is not None and not self.server.running:
            self._say(f"the store has ended; starting it again{room(self.server.data)}")
            self.server.start()
        for child in (self.worker, self.service):
            if child.watch():
                self._say(f"the {child.name} has ended; starting it again")

    def answers(self) -> bool:
        """Whether our own service answers; another's, which may be there while ours is not, does not count."""
        if not self.service.alive:
            return False
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
                for child in (self.worker, self.service):
                    child.steady()
                began = time.monotonic()
            time.sleep(0.1)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        until = time.monotonic() + STOP_WITHIN
        self.service.stop(until)
        self.worker.stop(until)
        if self.server is not None:
            self.server.stop()


def _dialled(host: str) -> str:
    return "127.0.0.1" if host in ("0.0.0.0", "") else "[::1]" if host in ("::", "[::]") else bracketed(host)  # noqa: S104


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
