"""The service as it really runs: gunicorn with gevent workers, over HTTP."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import pytest
import requests

from domain.kernel.stored import NO_HASH, chain_hash
from service.config import Settings
from service.identity import Holder, Identity
from service.parts import assemble

WITHIN = 90.0


@dataclass(frozen=True)
class Service:
    url: str
    token: str
    process: subprocess.Popen[bytes]

    def get(self, path: str, token: str = "") -> requests.Response:
        return requests.get(f"{self.url}{path}", headers={"Authorization": f"Bearer {token or self.token}"}, timeout=WITHIN)

    def post(self, path: str, key: str, token: str = "", **body: object) -> requests.Response:
        headers = {"Authorization": f"Bearer {token or self.token}", "Idempotency-Key": key}
        return requests.post(f"{self.url}{path}", json=body, headers=headers, timeout=WITHIN)


@pytest.fixture
def service(settings: Settings) -> Iterator[Service]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    store = str(settings.store_url)
    environment = {**os.environ, "GAVEL_STORE_URL": store, "GAVEL_PORT": str(port), "GAVEL_PROCESSES": "2", "GAVEL_LOG": "warning"}
    words = [sys.executable, "-m", "gunicorn", "-c", "python:service.gunicorn_conf", "service.wsgi:app"]
    process = subprocess.Popen(words, env=environment, stdout=subprocess.DEVNULL)
    url = f"http://127.0.0.1:{port}"
    token = Identity(assemble(settings).tokens).issue(Holder("organiser"))
    try:
        _wait_for(url, process)
        yield Service(f"{url}/api/v1", token, process)
    finally:
        process.terminate()
        process.wait()


def _wait_for(url: str, process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + WITHIN
    while time.monotonic() < until and process.poll() is None:
        try:
            if requests.get(f"{url}/healthz", timeout=1).status_code == 200:
                return
        except requests.RequestException:
            time.sleep(0.05)
    pytest.fail("the service does not answer")


def test_a_game_is_opened_claimed_started_and_chained_over_http(service: Service) -> None:
    opened = service.post("/tables", "open", game="high-moon", seats=[{}, {}]).json()
    table, tokens = opened["table"], {}
    for role in ("seat:0", "seat:1"):
        claimed = service.post(f"/invitations/{opened['invitations'][role]}", f"claim-{role[-1]}")
        tokens[role] = claimed.json()["token"]
        assert service.post(f"/tables/{table}/ready", "ready", tokens[role], entropy="ab").status_code == 201
    assert service.post(f"/tables/{table}/start", "start").status_code == 201
    shown = service.get(f"/tables/{table}").json()
    (asked,) = shown["waiting"]
    seat = tokens[f"seat:{asked['seat']}"]
    question = service.get(f"/tables/{table}/questions", seat).json()
    move = {"question": question["question"]["id"], "seen": question["version"], "command": question["question"]["choices"][0]["command"]}
    with ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(lambda _: service.post(f"/tables/{table}/moves", "one-key", seat, **move), range(20)))
    assert sorted(answer.status_code for answer in answers) == [200] * 19 + [201]
    assert len({answer.json()["hash"] for answer in answers}) == 1
    previous = NO_HASH
    for copy in service.get(f"/tables/{table}/events").json()["events"]:
        previous = chain_hash(table, copy["version"], previous, copy["body"].encode())
        assert copy["hash"] == previous


def test_a_request_to_stop_ends_the_service_at_once(service: Service) -> None:
    service.process.send_signal(signal.SIGTERM)
    assert service.process.wait(WITHIN) == 0
