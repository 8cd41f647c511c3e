"""One kept-alive HTTP connection with as little work of its own as can be, so that the service is what is measured."""

import json
import socket
from typing import Any


class Line:
    """Sends a request and, when the answer has come, hands it over; never more than one request at a time."""

    def __init__(self, host: str, port: int) -> None:
        self.socket = socket.create_connection((host, port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._host = f"{host}:{port}"
        self._got = b""

    def fileno(self) -> int:
        return self.socket.fileno()

    def send(self, method: str, path: str, token: str, key: str = "", body: Any = None) -> None:
        data = b"" if body is None else json.dumps(body).encode()
        head = f"{method} /api/v1{path} HTTP/1.1\r\nHost: {self._host}\r\nAuthorization: Bearer {token}\r\n"
        if key:
            head += f"Idempotency-Key: {key}\r\nContent-Type: application/json\r\n"
        self.socket.sendall(f"{head}Content-Length: {len(data)}\r\n\r\n".encode() + data)

    def receive(self) -> tuple[int, bytes] | None:
        """Status and body, once all of it is there; blocks for no longer than one packet."""
        more = self.socket.recv(1 << 18)
        if not more:
            raise ConnectionError("the service has hung up")
        self._got += more
        head, found, rest = self._got.partition(b"\r\n\r\n")
        if not found or len(rest) < (length := _length(head)):
            return None
        self._got = rest[length:]
        return int(head[9:12]), rest[:length]

    def ask(self, method: str, path: str, token: str, key: str = "", body: Any = None) -> Any:
        """The answer to one request; RuntimeError when it is no success."""
        self.send(method, path, token, key, body)
        while (answer := self.receive()) is None:
            pass
        status, data = answer
        if status >= 400:
            raise RuntimeError(f"{method} {path}: {status} {data[:300].decode(errors='replace')}")
        return json.loads(data)

    def close(self) -> None:
        self.socket.close()


def _length(head: bytes) -> int:
    for row in head.split(b"\r\n"):
        name, _, value = row.partition(b":")
        if name.lower() == b"content-length":
            return int(value)
    raise RuntimeError("an answer without a length")
