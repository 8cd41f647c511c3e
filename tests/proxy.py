"""A proxy that spoils answers: it swallows, delays or doubles what the server says to chosen requests."""

import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Self, TypeAlias

Address: TypeAlias = Path | tuple[str, int]
Spoil: TypeAlias = Callable[[bytes], tuple[bytes, ...] | None]
"""What is passed on in place of an answer; None ends the connection."""


@dataclass
class _Trouble:
    marker: bytes
    spoil: Spoil
    left: int


class Proxy:
    """Listens on 127.0.0.1 and passes on to a Unix socket (a path) or a TCP address. Each trouble waits for requests
    that hold its marker and then spoils the answer to them, ``times`` times; the request itself always arrives.
    """

    def __init__(self, upstream: Address) -> None:
        self._upstream = upstream
        self._troubles: list[_Trouble] = []
        self._lock = threading.Lock()
        self._open: list[socket.socket] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self.spoiled = 0

    def swallow(self, marker: bytes, times: int = 1) -> None:
        """The answer is lost and the connection with it."""
        self._expect(marker, lambda answer: None, times)

    def mute(self, marker: bytes, times: int = 1) -> None:
        """The answer is lost and the connection stays open: whoever waits for it waits in vain."""
        self._expect(marker, lambda answer: (), times)

    def delay(self, marker: bytes, seconds: float, times: int = 1) -> None:
        def late(answer: bytes) -> tuple[bytes, ...]:
            time.sleep(seconds)
            return (answer,)

        self._expect(marker, late, times)

    def double(self, marker: bytes, times: int = 1) -> None:
        """The answer comes twice."""
        self._expect(marker, lambda answer: (answer, answer), times)

    def __enter__(self) -> Self:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *error: object) -> None:
        with self._lock:
            sockets = [self._listener, *self._open]
        for each in sockets:
            _close(each)

    def _expect(self, marker: bytes, spoil: Spoil, times: int) -> None:
        with self._lock:
            self._troubles.append(_Trouble(marker, spoil, times))

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                far = _connect(self._upstream)
                with self._lock:
                    self._open += [near, far]
                waiting: list[Spoil] = []
                threading.Thread(target=self._requests, args=(near, far, waiting), daemon=True).start()
                threading.Thread(target=self._answers, args=(near, far, waiting), daemon=True).start()

    def _requests(self, near: socket.socket, far: socket.socket, waiting: list[Spoil]) -> None:
        with suppress(OSError):
            while data := near.recv(1 << 20):
                waiting += self._spoils_for(data)
                far.sendall(data)
        _close(near)
        _close(far)

    def _answers(self, near: socket.socket, far: socket.socket, waiting: list[Spoil]) -> None:
        with suppress(OSError):
            while data := far.recv(1 << 20):
                pieces = waiting.pop(0)(data) if waiting else (data,)
                if pieces is None:
                    break
                for piece in pieces:
                    near.sendall(piece)
        _close(near)
        _close(far)

    def _spoils_for(self, request: bytes) -> list[Spoil]:
        with self._lock:
            for trouble in self._troubles:
                if trouble.left and trouble.marker in request:
                    trouble.left -= 1
                    self.spoiled += 1
                    return [trouble.spoil]
        return []


def _connect(address: Address) -> socket.socket:
    if not isinstance(address, Path):
        return socket.create_connection(address)
    far = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    far.connect(str(address))
    return far


def _close(each: socket.socket) -> None:
    with suppress(OSError):
        each.shutdown(socket.SHUT_RDWR)
    each.close()
