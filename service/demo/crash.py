"""Killing everything in the middle of a game, and counting what was lost: nothing."""

import os
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from service.demo.play import Seated
from service.running import Running

AFTER_MOVES = 25
"""Fewer than the shortest game has."""


@dataclass(frozen=True, slots=True)
class Recovery:
    """How a game came out of the crash; ``seconds`` is None when there was none."""

    seconds: float | None
    confirmed: int
    lost: tuple[int, ...]
    """Confirmed versions that the stream does not hold, or holds with another hash."""
    contiguous: bool

    @property
    def ok(self) -> bool:
        return self.seconds is not None and self.contiguous and not self.lost

    def line(self) -> str:
        if self.seconds is None:
            return "The game was over before anything was killed."
        lost = f"{len(self.lost)} lost" + (f" ({', '.join(map(str, self.lost))})" if self.lost else "")
        return f"{self.confirmed} confirmed moves, {lost}; versions {'contiguous' if self.contiguous else 'NOT contiguous'}."


class Crash:
    """Kills store, worker and service with -9 once, then measures until the read models are at the head again."""

    def __init__(self, running: Running, say: Callable[[str], None]) -> None:
        self._running = running
        self._say = say
        self._moves = 0
        self._seconds: float | None = None

    def after_move(self, seated: Seated) -> None:
        self._moves += 1
        if self._moves == AFTER_MOVES:
            began = time.monotonic()
            self._kill()
            self._running.start()
            tip = seated.bots[0].look().table.tip
            seated.judge.get(f"/tables/{seated.table}/scores?min_version={tip}")
            self._seconds = time.monotonic() - began
            self._say(f"Store, worker and service were killed (-9) and are back after {self._seconds:.1f} s, read models at version {tip}.")

    def recovery(self, seated: Seated) -> Recovery:
        """Every confirmed move must stand in the stream, with the hash that was confirmed."""
        hashes: dict[int, str] = {}
        page: Any = True
        while page:
            page = seated.judge.get(f"/tables/{seated.table}/events?after={max(hashes, default=0)}")["events"]
            hashes.update({copy["version"]: copy["hash"] for copy in page})
        confirmed = [entry for bot in seated.bots for entry in bot.acknowledged]
        lost = tuple(sorted(version for version, hash in confirmed if hashes.get(version) != hash))
        return Recovery(self._seconds, len(confirmed), lost, list(hashes) == list(range(1, len(hashes) + 1)))

    def _kill(self) -> None:
        server = self._running.server
        for pid in (server.pid if server else None, self._running.worker.pid, self._running.service.pid):
            if pid is not None:
                os.killpg(pid, signal.SIGKILL)
