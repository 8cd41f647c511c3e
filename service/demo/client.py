"""A client of the HTTP API that never loses a move: it repeats with the same key until it has an answer."""

import http.client
import json
import time
from secrets import token_urlsafe
from typing import Any
from urllib.parse import urlsplit

PATIENCE = 60.0
"""Seconds to go on repeating while the service cannot be reached."""


class Problem(Exception):
    """The service said no; ``problem`` is its RFC 9457 object."""

    def __init__(self, status: int, problem: dict[str, Any]) -> None:
        rule = problem.get("rule")
        cited = f" ({rule['id']})" if rule else ""
        super().__init__(f"{status}: {problem.get('reason') or problem.get('detail') or problem.get('title')}{cited}")
        self.status = status
        self.problem = problem


class Client:
    """One caller of the API under ``/api/v1``, with or without a token."""

    def __init__(self, url: str, token: str | None = None) -> None:
        parts = urlsplit(url)
        self.url = url
        self._host, self._port = parts.hostname or "127.0.0.1", parts.port or (443 if parts.scheme == "https" else 80)
        self._secure = parts.scheme == "https"
        self._path = parts.path.rstrip("/")
        self._token = token
        self._line: http.client.HTTPConnection | None = None

    def with_token(self, token: str) -> "Client":
        return Client(self.url, token)

    def get(self, path: str) -> Any:
        return json.loads(self.ask("GET", path))

    def post(self, path: str, body: dict[str, Any] | None = None) -> Any:
        """Post with a fresh idempotency key; however often it is sent, it counts once."""
        return json.loads(self.ask("POST", path, body or {}, token_urlsafe(16)))

    def put(self, path: str, body: dict[str, Any]) -> None:
        """Put something in its place; sent again until it is there."""
        self.ask("PUT", path, body)

    def ask(self, method: str, path: str, body: dict[str, Any] | None = None, key: str = "") -> bytes:
        """The answer's bytes; Problem when the service refuses, TimeoutError when it cannot be reached for long."""
        until = time.monotonic() + PATIENCE
        while True:
            try:
                status, data = self._once(method, path, body, key)
            except (OSError, http.client.HTTPException) as error:
                self._hang_up()
                if time.monotonic() > until:
                    raise TimeoutError(f"{self.url} cannot be reached: {error}") from error
            else:
                if status < 400:
                    return data
                if status not in (502, 503, 504) or time.monotonic() > until:
                    raise Problem(status, _problem(data))
            time.sleep(0.1)

    def _once(self, method: str, path: str, body: dict[str, Any] | None, key: str) -> tuple[int, bytes]:
        if self._line is None:
            kind = http.client.HTTPSConnection if self._secure else http.client.HTTPConnection
            self._line = kind(self._host, self._port, timeout=15)
        headers = {"Accept": "application/json"}
        if self._token:
            headers["Authorization"] = f"Bearer {self._token}"
        if key:
            headers["Idempotency-Key"] = key
        data = None
        if body is not None:
            data = json.dumps(body).encode()
            headers["Content-Type"] = "application/json"
        self._line.request(method, f"{self._path}/api/v1{path}", data, headers)
        answer = self._line.getresponse()
        return answer.status, answer.read()

    def _hang_up(self) -> None:
        if self._line is not None:
            self._line.close()
            self._line = None


def _problem(data: bytes) -> dict[str, Any]:
    try:
        problem = json.loads(data)
    except ValueError:
        return {"title": data[:200].decode(errors="replace")}
    return problem if isinstance(problem, dict) else {"title": str(problem)}
