"""Moves over HTTP: as many as can be, and how long each takes at a club's pace."""

import math
import time
from collections import deque

from bench import boardgameio
from bench.load import LANES, Load
from bench.players import Market, seat
from bench.report import Report, Unable
from bench.served import Served, served
from bench.timing import Side, percentile, ratio
from projections import PROJECTIONS
from service.generation import FIRST

MOVES, AGAINST = "http_moves_per_s", "http_vs_boardgameio"
P50, P99, LAG = "move_p50_ms", "move_p99_ms", "read_model_lag_p99_ms"
NAMES = (MOVES, AGAINST, P50, P99, LAG)
GAME = 20
"""About so many moves, and seldom fewer, has a game."""
SECONDS, ROUNDS = 3.0, 3
SETTING = f"{LANES} tables of the test-only game at once, whole games of two seats, a move under way at each; one service process"
PACE, PACED_SECONDS, WARMING = 50.0, 16.0, 1.0


def measure(report: Report) -> None:
    with served() as found:
        if report.wants(P50, P99, LAG):
            _paced(report, found)
        if report.wants(MOVES, AGAINST):
            _flat_out(report, found)


def _paced(report: Report, found: Served) -> None:
    _load(found, PACE * WARMING).paced(PACE, WARMING)
    load, lag = _load(found, PACE * PACED_SECONDS), Lag(found)
    load.moved = lag.moved
    load.paced(PACE, PACED_SECONDS, lag.look)
    lag.finish()
    report.put(P50, 1000 * percentile(load.took, 0.5))
    report.put(P99, 1000 * percentile(load.took, 0.99))
    report.put(LAG, 1000 * percentile(lag.took, 0.99))
    report.note(
        f"{P50}, {P99}: {len(load.took)} moves at {PACE:.0f} a second over {LANES} tables, from when each was due until its answer "
        f"was read; slowest {1000 * max(load.took):.0f} ms. {LAG}: from that answer until every read model "
        f"({', '.join(projection.name for projection in PROJECTIONS)}) holds the move; median {1000 * percentile(lag.took, 0.5):.0f} ms"
    )


def _flat_out(report: Report, found: Served) -> None:
    """Both sides are warmed first; ours tells by it how many tables a round needs."""
    rates = [_load(found, 0).flat_out(SECONDS)]

    def ours() -> float:
        rates.append(_load(found, 1.3 * SECONDS * max(rates)).flat_out(SECONDS))
        return rates[-1]

    if report.wants(MOVES):
        report.put(MOVES, max(ours() for _ in range(2)))
        report.note(f"{MOVES}: {SETTING}, its store (appendfsync always) and its worker, which keeps the read models up to date meanwhile")
    if report.wants(AGAINST):
        found.stop_worker()
        try:
            _against(report, ours)
        except Unable as unable:
            report.unable(AGAINST, str(unable))


def _against(report: Report, ours: Side) -> None:
    with boardgameio.running(LANES) as peer:
        peer.flat_out(SECONDS)
        value, mine, other = ratio(ours, lambda: peer.flat_out(SECONDS), rounds=ROUNDS)
    report.put(AGAINST, value)
    report.note(
        f"{AGAINST}: {SETTING} and its store (appendfsync always), no worker: {mine:,.0f}/s; the mover is given its copy of the event, and "
        f"the others would have it from their feeds. Its server, in one process and in memory, without read models and without a fsync, "
        f"sends both players the new state over socket.io: {other:,.0f}/s"
    )


def _load(found: Served, moves: float) -> Load:
    """Players at enough tables for so many moves, one a lane at least."""
    return Load(found, list(seat(found, LANES * math.ceil(max(moves / GAME, 1) / LANES))))


class Lag:
    """How long after its answer a move is in every read model (s), as the store shows it between two moves."""

    def __init__(self, found: Served) -> None:
        self._found = found
        self._waiting: deque[tuple[str, int, float]] = deque()
        self.took: list[float] = []

    def moved(self, market: Market, at: float) -> None:
        self._waiting.append((market.table, market.tip, at))

    def look(self) -> None:
        if not self._waiting:
            return
        tables = tuple({table for table, _, _ in self._waiting})
        reached = [self._found.parts.read_models.versions(projection.name, FIRST, tables) for projection in PROJECTIONS]
        now = time.perf_counter()
        for table, version, at in tuple(self._waiting):
            if all(versions[table] >= version for versions in reached):
                self.took.append(now - at)
                self._waiting.remove((table, version, at))

    def finish(self, within: float = 20.0) -> None:
        """Wait for the last ones; those that never come count as long as we waited."""
        until = time.perf_counter() + within
        while self._waiting and time.perf_counter() < until:
            self.look()
            time.sleep(0.005)
        self.took.extend(time.perf_counter() - at for _, _, at in self._waiting)
