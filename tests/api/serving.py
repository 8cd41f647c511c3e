"""The service as it really runs, in a process of its own, for tests that stop it and start it again."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import pytest
import requests

from service.config import Settings
from service.identity import Holder, Identity
from service.parts import assemble

WITHIN = 90.0
GEVENT: tuple[str, ...] = ()


@dataclass
class Service:
    """A gunicorn on a store; ``words`` are added to its command line, ``extra`` to its environment."""

    settings: Settings
    words: tuple[str, ...] = GEVENT
    extra: dict[str, str] = field(default_factory=dict)
    process: subprocess.Popen[bytes] | None = None

    def __post_init__(self) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.root = f"http://127.0.0.1:{self.port}"
        self.url = f"{self.root}/api/v1"
        self.token = Identity(assemble(self.settings).tokens).issue(Holder("organiser"))

    def start(self) -> None:
        """Start it and wait until it answers."""
        given = {"STORE_URL": self.settings.store_url, "PORT": self.port, "PROCESSES": 2, "LOG": "warning", **self.extra}
        environment = {**os.environ, **{f"GAVEL_{name}": str(value) for name, value in given.items()}}
        words = [sys.executable, "-m", "gunicorn", "-c", "python:service.gunicorn_conf", *self.words, "service.wsgi:app"]
        self.process = subprocess.Popen(words, env=environment, stdout=subprocess.DEVNULL)
        until = time.monotonic() + WITHIN
        while time.monotonic() < until and self.process.poll() is None:
            try:
                if requests.get(f"{self.root}/healthz", timeout=1).status_code == 200:
                    return
            except requests.RequestException:
                time.sleep(0.05)
        pytest.fail("the service does not answer")

    def end(self, number: signal.Signals = signal.SIGTERM) -> int:
        """End it and answer its exit code."""
        assert self.process is not None
        self.process.send_signal(number)
        return self.process.wait(WITHIN)

    def get(self, path: str, token: str = "", **query: object) -> requests.Response:
        headers = {"Authorization": f"Bearer {token or self.token}"}
        return requests.get(f"{self.url}{path}", params=query, headers=headers, timeout=WITHIN)  # type: ignore[arg-type]

    def post(self, path: str, key: str, token: str = "", **body: object) -> requests.Response:
        headers = {"Authorization": f"Bearer {token or self.token}", "Idempotency-Key": key}
        return requests.post(f"{self.url}{path}", json=body, headers=headers, timeout=WITHIN)

    def feed(self, path: str, token: str = "", **headers: str) -> requests.Response:
        sent = {"Authorization": f"Bearer {token or self.token}", **headers}
        return requests.get(f"{self.url}{path}/feed", headers=sent, stream=True, timeout=WITHIN)


@contextmanager
def serving(settings: Settings, words: tuple[str, ...] = GEVENT, **extra: str) -> Iterator[Service]:
    """A running service, ended whatever happens."""
    service = Service(settings, words, extra)
    try:
        service.start()
        yield service
    finally:
        if service.process is not None and service.process.poll() is None:
            service.process.terminate()
            service.process.wait()
