"""Killing everything in the middle of a game, and counting what was lost: nothing."""

import os
import signal
import time
from collections.abc import Callable
from typing import Any

from service.demo.play import Seated
from service.running import Running

AFTER_MOVES = 40


class Crash:
    """Kills store, worker and service with -9 once, then measures until the next confirmed move."""

    def __init__(self, running: Running, say: Callable[[str], None]) -> None:
        self._running = running
        self._say = say
        self._moves = 0

    def after_move(self, seated: Seated) -> None:
        self._moves += 1
        if self._moves == AFTER_MOVES:
            began = time.monotonic()
            self._kill()
            self._running.start()
            tip = seated.bots[0].look().table.tip
            self._wait_for_read_models(seated, tip)
            seconds = time.monotonic() - began
            self._say(f"Store, worker and service were killed (-9) and are back after {seconds:.1f} s, read models at version {tip}.")

    def report(self, seated: Seated) -> None:
        """Every confirmed move must stand in the stream, with the hash that was confirmed."""
        hashes: dict[int, str] = {}
        page: Any = True
        while page:
            page = seated.judge.get(f"/tables/{seated.table}/events?after={max(hashes, default=0)}")["events"]
            hashes.update({copy["version"]: copy["hash"] for copy in page})
        confirmed = [entry for bot in seated.bots for entry in bot.acknowledged]
        lost = [version for version, hash in confirmed if hashes.get(version) != hash]
        contiguous = list(hashes) == list(range(1, len(hashes) + 1))
        self._say(f"{len(confirmed)} confirmed moves, {len(lost)} lost; versions {'contiguous' if contiguous else 'NOT contiguous'}.")

    def _kill(self) -> None:
        server = self._running.server
        for pid in (server.pid if server else None, self._running.worker.pid, self._running.service.pid):
            if pid is not None:
                os.killpg(pid, signal.SIGKILL)

    def _wait_for_read_models(self, seated: Seated, version: int) -> None:
        seated.judge.get(f"/tables/{seated.table}/scores?min_version={version}")
