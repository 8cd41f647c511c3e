"""Many watchers of one table while bots play and the service is stopped, killed and started again."""

import hashlib
import json
import random
import signal
import subprocess
import sys
from typing import Any, Self

import pytest

from service.config import Settings
from service.demo.client import Client
from tests.api.serving import WITHIN, Service, serving

SEATS = 2


class Table:
    """A table of bots, played over HTTP through every restart."""

    def __init__(self, service: Service) -> None:
        self._clients: list[Client] = []
        organiser = self._client(service.root, service.token)
        opened = organiser.post("/tables", {"game": "high-moon", "seats": [{}] * SEATS, "spectators": 1})
        self.path = f"/tables/{opened['table']}"
        self.organiser = organiser
        visitor = self._client(service.root)
        claims = {role: visitor.post(f"/invitations/{code}")["token"] for role, code in opened["invitations"].items()}
        self.tokens = [service.token, *claims.values()]
        self.seats = [self._client(service.root, claims[f"seat:{seat}"]) for seat in range(SEATS)]
        for seat in self.seats:
            seat.post(f"{self.path}/ready", {})
        organiser.post(f"{self.path}/start")
        self._dice = random.Random(11)

    def _client(self, url: str, token: str | None = None) -> Client:
        self._clients.append(Client(url, token))
        return self._clients[-1]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        for client in self._clients:
            client._hang_up()

    def move(self) -> bool:
        """One move of whoever is asked; False when the game is over."""
        waiting = [asked["seat"] for asked in self.organiser.get(self.path)["waiting"]]
        if not waiting:
            return False
        seat = self.seats[waiting[0]]
        asked = seat.get(f"{self.path}/questions")
        command = self._dice.choice(asked["question"]["choices"])["command"]
        seat.post(f"{self.path}/moves", {"question": asked["question"]["id"], "seen": asked["version"], "command": command})
        return True

    def told(self, token: str, url: str) -> list[list[Any]]:
        """Version and hash of every copy that a token's holder may read."""
        copies, client = [], self._client(url, token)
        while page := client.get(f"{self.path}/events?after={len(copies)}&limit=1000")["events"]:
            copies += page
        return [[copy["version"], hashlib.sha256(json.dumps(copy, separators=(",", ":")).encode()).hexdigest()] for copy in copies]


def crowd(service: Service, table: Table, watchers: int) -> subprocess.Popen[str]:
    process = subprocess.Popen([sys.executable, "-m", "tests.api.watching"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdin is not None
    path = f"/api/v1{table.path}/feed"
    task = {"host": "127.0.0.1", "port": service.port, "path": path, "tokens": table.tokens, "watchers": watchers}
    process.stdin.write(json.dumps(task) + "\n")
    process.stdin.flush()
    return process


def watched_through_restarts(settings: Settings, processes: int, watchers: int) -> None:
    """Everybody hears exactly what it may read, once and in order."""
    with serving(settings, FEEDS=str(max(processes * watchers, 200)), FEEDS_EACH="0") as service, Table(service) as table:
        crowds = [crowd(service, table, watchers) for _ in range(processes)]
        try:
            moves = 0
            while table.move():
                moves += 1
                if moves in (20, 40):
                    service.end(signal.SIGTERM if moves == 20 else signal.SIGKILL)
                    service.start()
            assert moves > 40
            up_to = table.organiser.get(table.path)["version"]
            heard = [each for process in crowds for each in json.loads(process.communicate(f"{up_to}\n", WITHIN * 2)[0])]
        finally:
            for process in crowds:
                process.kill()
        expected = [table.told(token, service.root) for token in table.tokens]
        assert len({json.dumps(each) for each in expected}) > 1
        assert [heard[number] == expected[number % watchers % len(expected)] for number in range(processes * watchers)] == [True] * len(
            heard
        )


def test_a_hundred_watchers_hear_every_event_once_and_in_order_through_restarts(settings: Settings) -> None:
    watched_through_restarts(settings, 1, 100)


@pytest.mark.long
def test_a_thousand_watchers_hear_every_event_once_and_in_order_through_restarts(settings: Settings) -> None:
    watched_through_restarts(settings, 4, 250)
