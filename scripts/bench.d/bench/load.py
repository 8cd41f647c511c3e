"""Many tables at once from one thread: each lane has one move under way, and plays table after table."""

import json
import selectors
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random

from bench.line import Line
from bench.players import Market, key
from bench.served import Served

LANES = 16
CREATED, CONFLICT = 201, 409
NOTHING: Callable[[], None] = lambda: None  # noqa: E731


@dataclass
class Lane:
    markets: deque[Market]
    line: Line
    due: deque[float] = field(default_factory=deque)
    """When moves ought to be sent; the first is under way when ``busy``."""
    busy: bool = False


@dataclass
class Load:
    """Sends moves, and keeps how long each took from when it was due until its answer was there (s)."""

    served: Served
    markets: list[Market]
    moved: Callable[[Market, float], None] = lambda market, at: None
    random: Random = field(default_factory=lambda: Random(11))
    took: list[float] = field(default_factory=list)
    spent: bool = False
    """Whether a lane has played all its tables to their end."""

    def flat_out(self, seconds: float) -> float:
        """Moves a second with a move under way in every lane, for so long or until a lane is spent."""
        began = time.perf_counter()
        with self._lanes() as (lanes, ready):
            for lane in lanes:
                self._plan(lane, began)
            while any(lane.busy for lane in lanes):
                for lane in self._answered(ready, 0.1):
                    if time.perf_counter() < began + seconds and not self.spent:
                        self._plan(lane, time.perf_counter())
        return len(self.took) / (time.perf_counter() - began)

    def paced(self, a_second: float, seconds: float, between: Callable[[], None] = NOTHING) -> None:
        """So many moves a second, each due at its moment whether or not those before are answered."""
        began, sent, moves = time.perf_counter(), 0, int(a_second * seconds)
        with self._lanes() as (lanes, ready):
            while not self.spent and (sent < moves or any(lane.busy for lane in lanes)):
                while sent < moves and began + sent / a_second <= time.perf_counter():
                    self._plan(lanes[sent % len(lanes)], began + sent / a_second)
                    sent += 1
                self._answered(ready, 0.002)
                between()

    @contextmanager
    def _lanes(self) -> Iterator[tuple[list[Lane], selectors.DefaultSelector]]:
        """The tables dealt out over new connections, for the service closes one that is idle."""
        lines = [Line(self.served.host, self.served.port) for _ in range(LANES)]
        lanes = [Lane(deque(self.markets[first::LANES]), line) for first, line in enumerate(lines)]
        with selectors.DefaultSelector() as ready:
            for lane in lanes:
                ready.register(lane.line, selectors.EVENT_READ, lane)
            yield lanes, ready
        for line in lines:
            line.close()

    def _answered(self, ready: selectors.DefaultSelector, within: float) -> list[Lane]:
        """The lanes whose move has been answered; what is due there already is sent at once."""
        found = []
        for selected, _ in ready.select(within):
            lane: Lane = selected.data
            if (answer := lane.line.receive()) is not None:
                self._take(lane, *answer)
                found.append(lane)
        return found

    def _take(self, lane: Lane, status: int, data: bytes) -> None:
        now, due = time.perf_counter(), lane.due.popleft()
        lane.busy = False
        if status == CONFLICT:
            # The bell of a table that had to wait for its turn has rung.
            lane.markets.popleft()
            lane.due.appendleft(due)
        elif status != CREATED:
            raise RuntimeError(f"a move was answered with {status}: {data[:300].decode(errors='replace')}")
        else:
            self.took.append(now - due)
            lane.markets[0].take(json.loads(data))
            self.moved(lane.markets[0], now)
        if lane.due:
            self._send(lane)

    def _plan(self, lane: Lane, due: float) -> None:
        lane.due.append(due)
        if not lane.busy:
            self._send(lane)

    def _send(self, lane: Lane) -> None:
        while lane.markets:
            market = lane.markets[0]
            if (move := market.next_move(self.random)) is not None:
                token, body = move
                lane.busy = True
                lane.line.send("POST", f"/tables/{market.table}/moves", token, key(), body)
                return
            lane.markets.popleft()
        self.spent = True
