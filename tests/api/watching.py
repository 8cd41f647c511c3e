"""A crowd that watches one table: ``python -m tests.api.watching``, told what to do on its standard input.

The first line is ``{host, port, path, tokens, watchers}``. Every watcher comes back with ``Last-Event-ID`` whenever its feed
ends. Once a second line names a version, the crowd goes home when all have reached it, and prints what each has heard:
``[[[version, hash of the data], …], …]``.
"""

import hashlib
import json
import selectors
import socket
import sys
import time
from dataclasses import dataclass, field
from typing import Any

AGAIN = 0.2


@dataclass(eq=False)
class Watcher:
    token: str
    heard: list[tuple[int, str]] = field(default_factory=list)
    line: socket.socket | None = None
    buffer: bytes = b""
    opened: bool = False
    due: float = 0.0

    @property
    def last(self) -> int:
        return self.heard[-1][0] if self.heard else 0

    def ask(self, task: dict[str, Any]) -> socket.socket | None:
        """Open the feed where it broke off; None when nobody answers."""
        lines = (f"GET {task['path']} HTTP/1.0", f"Authorization: Bearer {self.token}", f"Last-Event-ID: {self.last}", "", "")
        try:
            self.line = socket.create_connection((task["host"], task["port"]), timeout=30)
            self.line.sendall("\r\n".join(lines).encode())
            self.line.setblocking(False)
        except OSError:
            self.leave()
        return self.line

    def hear(self) -> bool:
        """Take what has come; False when the feed has ended."""
        try:
            data = self.line.recv(1 << 20) if self.line else b""
        except BlockingIOError:
            return True
        except OSError:
            data = b""
        self.buffer += data
        if not self.opened and b"\r\n\r\n" in self.buffer:
            head, _, self.buffer = self.buffer.partition(b"\r\n\r\n")
            self.opened = True
            if b" 200 " not in head.splitlines()[0]:
                return False
        while self.opened and b"\n\n" in self.buffer:
            frame, _, self.buffer = self.buffer.partition(b"\n\n")
            if frame.startswith(b"id: "):
                number, _, said = frame.removeprefix(b"id: ").partition(b"\ndata: ")
                self.heard.append((int(number), hashlib.sha256(said).hexdigest()))
        return bool(data)

    def leave(self) -> None:
        if self.line is not None:
            self.line.close()
        self.line, self.buffer, self.opened, self.due = None, b"", False, time.monotonic() + AGAIN


def watch(task: dict[str, Any]) -> list[list[tuple[int, str]]]:
    crowd = [Watcher(task["tokens"][number % len(task["tokens"])]) for number in range(task["watchers"])]
    waiting = selectors.DefaultSelector()
    waiting.register(sys.stdin, selectors.EVENT_READ)
    up_to: int | None = None
    while up_to is None or any(watcher.last < up_to for watcher in crowd):
        for watcher in crowd:
            if watcher.line is None and time.monotonic() >= watcher.due and (line := watcher.ask(task)) is not None:
                waiting.register(line, selectors.EVENT_READ, watcher)
        for key, _ in waiting.select(AGAIN):
            if key.data is None:
                up_to = int(sys.stdin.readline())
                waiting.unregister(sys.stdin)
            elif not key.data.hear():
                waiting.unregister(key.fileobj)
                key.data.leave()
    return [watcher.heard for watcher in crowd]


if __name__ == "__main__":
    sys.stdout.write(json.dumps(watch(json.loads(sys.stdin.readline()))))
