"""Feeds: how many watchers of one table one process serves while the table is played."""

import re
import resource
import selectors
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

from bench.line import Line
from bench.players import Market, key, seat
from bench.report import Report, Unable
from bench.served import Served, served
from bench.timing import percentile

FEEDS, P99 = "feeds", "feeds_p99_ms"
NAMES = (FEEDS, P99)
STEPS = (100, 250, 500, 1000, 1500, 2000, 3000)
WITHIN = 0.250
MOVES, GAP = 16, 0.25
LONGEST = 90.0
SPARE = 200
AT_ONCE = 50
ID = re.compile(rb"^id: ?(\d+)\r?$", re.MULTILINE)


def measure(report: Report) -> None:
    """Climb until delivery is too slow, something is lost, or the time is over; the last step that held counts."""
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
    until, held, found = time.monotonic() + LONGEST, 0, []
    with served() as service:
        market = next(seat(service, 1))
        _must_have_feeds(service, market)
        with _watching(service) as watchers:
            for step in (step for step in STEPS if step + SPARE < files):
                watchers.grow(next(seat(service, 1)), step)
                late, lost = watchers.play()
                found.append(f"{step}: {1000 * late:.0f} ms{f', {lost} lost' if lost else ''}")
                if lost or late > WITHIN:
                    break
                held, slowest = step, late
                if time.monotonic() > until:
                    break
    if not held:
        raise Unable(f"not even {STEPS[0]} feeds were served in time ({'; '.join(found)})")
    report.put(FEEDS, held)
    report.put(P99, 1000 * slowest)
    report.note(
        f"{FEEDS}: all on one table, {MOVES} moves {GAP:g} s apart, from when a move was sent until a watcher had read its event; "
        f"p99 by number of feeds: {'; '.join(found)}"
    )


def _must_have_feeds(service: Served, market: Market) -> None:
    line = Line(service.host, service.port)
    line.send("GET", f"/tables/{market.table}/feed", market.tokens[0])
    head = line.socket.recv(4096)
    line.close()
    if not head.startswith(b"HTTP/1.1 200"):
        status = head.partition(b"\r\n")[0].decode(errors="replace")
        raise Unable(f"GET /tables/ID/feed is answered with {status}")


class Watchers:
    """Clients of one table's feed, all read by one thread."""

    def __init__(self, service: Served) -> None:
        self._service = service
        self._ready = selectors.DefaultSelector()
        self._market: Market | None = None
        self._sockets: list[socket.socket] = []
        self._seen: dict[int, list[tuple[int, float]]] = {}
        self._rest: dict[int, bytes] = {}

    def grow(self, market: Market, number: int) -> None:
        """So many watchers of this table; those of the table before hang up."""
        self.close()
        self._market = market
        for first in range(0, number, AT_ONCE):
            opening = [self._opened(market) for _ in range(min(AT_ONCE, number - first))]
            for watcher in opening:
                if not (head := watcher.recv(4096)).startswith(b"HTTP/1.1 200"):
                    raise Unable(f"a feed was refused: {head[:300].decode(errors='replace')}")
                watcher.setblocking(False)
                self._seen[watcher.fileno()] = []
                self._ready.register(watcher, selectors.EVENT_READ)
            self._sockets.extend(opening)

    def _opened(self, market: Market) -> socket.socket:
        watcher = socket.create_connection((self._service.host, self._service.port), 30)
        path = f"/api/v1/tables/{market.table}/feed?after={market.tip}"
        watcher.sendall(f"GET {path} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer {market.tokens[0]}\r\n\r\n".encode())
        return watcher

    def play(self) -> tuple[float, int]:
        """Moves at their pace; p99 of the delivery (s), and how many deliveries never came or came out of order."""
        market, random, sent = self._market, Random(5), dict[int, float]()
        if market is None:
            raise RuntimeError("nobody watches")
        first, line = market.tip + 1, Line(self._service.host, self._service.port)
        for _ in range(MOVES):
            token, body = market.next_move(random) or (None, None)
            if token is None:
                break
            sent[market.tip + 1] = time.perf_counter()
            market.take(line.ask("POST", f"/tables/{market.table}/moves", token, key(), body))
            self._read(time.perf_counter() + GAP)
        line.close()
        wanted = list(range(first, market.tip + 1))
        until = time.perf_counter() + 10
        while time.perf_counter() < until and any(len(seen) < len(wanted) for seen in self._seen.values()):
            self._read(time.perf_counter() + 0.05)
        lost = sum([version for version, _ in seen] != wanted for seen in self._seen.values())
        late = [at - sent[version] for seen in self._seen.values() for version, at in seen if version in sent]
        return (percentile(late, 0.99) if late else float("inf")), lost

    def _read(self, until: float) -> None:
        while (left := until - time.perf_counter()) > 0:
            for selected, _ in self._ready.select(left):
                watcher: Any = selected.fileobj
                data = watcher.recv(1 << 16)
                now = time.perf_counter()
                if not data:
                    self._ready.unregister(watcher)
                whole, _, self._rest[selected.fd] = (self._rest.get(selected.fd, b"") + data).rpartition(b"\n")
                self._seen[selected.fd].extend((int(number), now) for number in ID.findall(whole))

    def close(self) -> None:
        for watcher in self._sockets:
            watcher.close()
        self._ready.close()
        self._ready = selectors.DefaultSelector()
        self._sockets, self._seen, self._rest = [], {}, {}


@contextmanager
def _watching(service: Served) -> Iterator[Watchers]:
    watchers = Watchers(service)
    try:
        yield watchers
    finally:
        watchers.close()
