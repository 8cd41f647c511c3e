"""The peer boardgame.io: its server in one Node process, its players in another."""

import json
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import IO, cast

from bench import peers
from bench.report import Unable

STARTS_WITHIN = 20.0


@dataclass(frozen=True, slots=True)
class Peer:
    """Its players, who play for so many seconds whenever they are told to."""

    players: "subprocess.Popen[str]"

    def flat_out(self, seconds: float) -> float:
        """Moves a second."""
        asking, telling = cast(IO[str], self.players.stdin), cast(IO[str], self.players.stdout)
        asking.write(f"{seconds}\n")
        asking.flush()
        answer = telling.readline()
        if not answer:
            raise Unable("boardgame.io: its players have ended")
        told = json.loads(answer)
        if "error" in told:
            raise Unable(f"boardgame.io: {told['error']}")
        return float(told["moves"] / told["seconds"])


@contextmanager
def running(tables: int) -> Iterator[Peer]:
    """Server and players; Unable when they cannot be had or do not start."""
    folder = peers.boardgameio()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = subprocess.Popen(["node", "server.js", str(port)], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # noqa: S607
    players = None
    try:
        _wait(port, server)
        words = ["node", "players.js", str(port), str(tables)]
        players = subprocess.Popen(words, cwd=folder, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        yield Peer(players)
    finally:
        for process in (players, server):
            if process is not None:
                process.kill()
                process.wait()


def _wait(port: int, server: "subprocess.Popen[bytes]") -> None:
    until = time.monotonic() + STARTS_WITHIN
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError as error:
            if time.monotonic() > until or server.poll() is not None:
                raise Unable("boardgame.io: its server does not start") from error
            time.sleep(0.1)
