"""Callers of the API in tests, and tables for them to sit at."""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import count
from typing import Any, TypeAlias

from flask import Flask
from werkzeug.test import TestResponse

Answer: TypeAlias = TestResponse
_numbers = count(1)
API = "/api/v1"
FRAME = re.compile(r"id: ([0-9]+)\ndata: (.*)\n\n")


def fresh_key() -> str:
    return f"key-{next(_numbers)}"


@dataclass(frozen=True)
class Caller:
    """Somebody with a token, or without."""

    app: Flask
    token: str | None = None

    def get(self, path: str, headers: dict[str, str] | None = None, /, **query: Any) -> Answer:
        return self.app.test_client().get(API + path, query_string=query, headers={**self._headers(), **(headers or {})})

    def post(self, path: str, body: Any = None, key: str | None = "", data: bytes | None = None, media: str = "application/json") -> Answer:
        """``key``: a fresh one for "", none at all for None."""
        headers = self._headers() if key is None else {**self._headers(), "Idempotency-Key": key or fresh_key()}
        sent = json.dumps({} if body is None else body).encode() if data is None else data
        return self.app.test_client().post(API + path, data=sent, headers=headers, content_type=media)

    def put(self, path: str, body: Any) -> Answer:
        return self.app.test_client().put(API + path, json=body, headers=self._headers())

    def delete(self, path: str) -> Answer:
        return self.app.test_client().delete(API + path, headers=self._headers())

    def _headers(self) -> dict[str, str]:
        return {} if self.token is None else {"Authorization": f"Bearer {self.token}"}


@dataclass(frozen=True)
class Seated:
    """A table and everybody at it."""

    id: str
    organiser: Caller
    seats: tuple[Caller, ...]
    judge: Caller
    spectator: Caller

    @property
    def path(self) -> str:
        return f"/tables/{self.id}"

    @property
    def everybody(self) -> dict[str, Caller]:
        seats = {f"seat:{number}": seat for number, seat in enumerate(self.seats)}
        return {"organiser": self.organiser, **seats, "judge:0": self.judge, "spectator:0": self.spectator}

    def version(self) -> int:
        version: int = self.organiser.get(self.path).json["version"]  # type: ignore[index]
        return version

    def move(self, seat: int, name: str, key: str = "", question: str | None = "", seen: int | None = None, **arguments: Any) -> Answer:
        """A move that answers the seat's open question; ``question`` None: no question is named."""
        asked = ok(self.seats[seat].get(f"{self.path}/questions"))
        named = asked.get("question", {}).get("id") if question == "" else question
        body: dict[str, Any] = {"seen": asked["version"] if seen is None else seen, "command": {"name": name, "arguments": arguments}}
        return self.seats[seat].post(f"{self.path}/moves", body if named is None else {**body, "question": named}, key)


def feed(caller: Caller, path: str, up_to: int, headers: dict[str, str] | None = None, **query: Any) -> list[tuple[int, Any]]:
    """Id and data of what a feed says until it has told a version."""
    answer = caller.get(f"{path}/feed", headers or {}, **query)
    assert (answer.status_code, answer.content_type) == (200, "text/event-stream"), answer.get_data(as_text=True)
    try:
        return read_frames(answer.response, up_to)
    finally:
        answer.close()


def read_frames(chunks: Iterable[Any], up_to: int) -> list[tuple[int, Any]]:
    """Id and data of each server-sent event, until the id is reached or the stream ends."""
    found: list[tuple[int, Any]] = []
    for chunk in chunks:
        if frame := FRAME.fullmatch(chunk.decode() if isinstance(chunk, bytes) else chunk):
            found.append((int(frame[1]), json.loads(frame[2])))
            if found[-1][0] == up_to:
                break
    return found


def ok(answer: Answer, status: int = 200) -> Any:
    assert answer.status_code == status, answer.get_data(as_text=True)
    return answer.json


def problem(answer: Answer, status: int, name: str) -> Any:
    """The problem that an answer is, after checking that it is this one."""
    assert answer.content_type == "application/problem+json", answer.get_data(as_text=True)
    found: Any = json.loads(answer.data)
    assert (answer.status_code, found["type"]) == (status, f"urn:gavel:problem:{name}"), found
    assert found["status"] == status
    return found


def refused_by(answer: Answer, rule: Any) -> Any:
    """The problem of a refusal, after checking that this rule refused."""
    found = json.loads(answer.data)
    assert found.get("rule", {}).get("id") == rule.id, found
    assert answer.status_code in (403, 422)
    return found


def open_table(organiser: Caller, game: str = "night-market", seats: int = 2, **more: Any) -> Seated:
    """A table with every place claimed."""
    body = {"game": game, "seats": [{} for _ in range(seats)], "spectators": 1, **more}
    opened = ok(organiser.post("/tables", body), 201)

    def claim(role: str) -> Caller:
        claimed = ok(Caller(organiser.app).post(f"/invitations/{opened['invitations'][role]}"), 201)
        return Caller(organiser.app, claimed["token"])

    sitting = tuple(claim(f"seat:{seat}") for seat in range(seats))
    return Seated(opened["table"], organiser, sitting, claim("judge:0"), claim("spectator:0"))


def started(organiser: Caller, game: str = "night-market", seats: int = 2, **more: Any) -> Seated:
    """A table in play."""
    table = open_table(organiser, game, seats, **more)
    codecs = organiser.app.extensions["gavel"].parts.tables.codecs
    for place, seat in enumerate(table.seats, start=1):
        if codecs[game].game.age_rule is not None:
            assert seat.put(f"{table.path}/age", {"place": place}).status_code == 204
        ok(seat.post(f"{table.path}/ready", {"entropy": "00ff"}), 201)
    ok(organiser.post(f"{table.path}/start"), 201)
    return table
