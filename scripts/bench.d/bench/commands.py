"""Whole commands: load, decide, seal, chain, append; ours against the package ``eventsourcing`` on two stores."""

import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from bench import peers
from bench.market import SEATS, next_ask, seating
from bench.report import Report, Unable
from bench.stores import Store, store
from bench.timing import ratio
from domain.table.asking import Ask
from domain.table.commands import Open
from domain.table.facts import SeatOpened
from domain.table.fold import Folded
from tests.kernel.night_market import NIGHT_MARKET

SECONDS = 1.5
CACHED = "256"
FULL = 2

SQLITE = "command_vs_eventsourcing_sqlite"
POSTGRES = "command_vs_eventsourcing_postgres"
NAMES = (SQLITE, POSTGRES)


def measure(report: Report) -> None:
    report.note(
        "commands: the test-only game, whole games of two seats, one client; both sides run the same domain, seals and chain on "
        "a cached fold. Ours: appendfsync always, the known command id and the deadline kept as well. Its aggregate cache on, "
        "fast-forward on, no deep copies"
    )
    with store((NIGHT_MARKET,)) as found:
        for name, running in ((SQLITE, _sqlite), (POSTGRES, _postgres)):
            if report.wants(name):
                try:
                    peers.eventsourcing()
                    with running() as (app, durability):
                        value, mine, other = ratio(lambda: _rate(Ours(found)), lambda app=app: _rate(Theirs(app)))  # type: ignore[misc]
                        report.put(name, value)
                        report.note(f"{name}: ours {mine:,.0f}/s, its {other:,.0f}/s; {durability}")
                except Unable as unable:
                    report.unable(name, str(unable))


class Ours:
    """Tables as a process of the service has them."""

    def __init__(self, found: Store) -> None:
        self._tables = found.tables((NIGHT_MARKET,))
        self._tables._clock = lambda: 0

    def open(self) -> Any:
        key = f"open-{next(_keys)}"
        return self._tables.open(Open(NIGHT_MARKET.name, (SeatOpened(),) * SEATS), key, "bench").table

    def look(self, table: Any) -> Folded:
        return self._tables.current(table).folded

    def submit(self, table: Any, ask: Ask, command_id: str) -> None:
        self._tables.submit(table, ask.actor, ask.command, command_id, ask.question, ask.seen)


class Theirs:
    """The same game in its application."""

    def __init__(self, app: Any) -> None:
        self._app = app

    def open(self) -> Any:
        return self._app.open(NIGHT_MARKET)

    def look(self, table: Any) -> Folded:
        folded: Folded = self._app.look(table).folded
        return folded

    def submit(self, table: Any, ask: Ask, command_id: str) -> None:
        self._app.submit(table, ask, command_id)


_keys = count()


def _rate(side: Ours | Theirs) -> float:
    """Commands a second, the choosing of the moves left out; whole games from the first claim to the close."""
    random, spent, done = Random(7), 0.0, 0
    until = time.perf_counter() + SECONDS
    while time.perf_counter() < until:
        table = side.open()
        for ask in _asks(lambda table=table: side.look(table), random):  # type: ignore[misc]
            began = time.perf_counter()
            side.submit(table, ask, f"c{done}")
            spent += time.perf_counter() - began
            done += 1
    return done / spent


def _asks(look: Callable[[], Folded], random: Random) -> Iterator[Ask]:
    for who, command in seating():
        folded = look()
        yield Ask(who, command, folded.table.at + 1, None, folded.table.tip)
    while ask := next_ask(look(), random):
        yield ask


@contextmanager
def application(settings: Mapping[str, str], cached: bool = True) -> Iterator[Any]:
    """The peer's application, which must be importable by now."""
    from bench.aggregate import Markets

    caching = {"AGGREGATE_CACHE_MAXSIZE": CACHED, "DEEPCOPY_FROM_AGGREGATE_CACHE": "n"} if cached else {}
    app = Markets(env={**settings, **caching})
    try:
        yield app
    finally:
        app.close()


@contextmanager
def _sqlite() -> Iterator[tuple[Any, str]]:
    with tempfile.TemporaryDirectory(prefix="gavel-bench-") as folder, sqlite(Path(folder)) as app:
        yield app, f"SQLite {sqlite3.sqlite_version} in a file, {synchronous(app)}"


@contextmanager
def sqlite(folder: Path, cached: bool = True) -> Iterator[Any]:
    settings = {"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": f"file:{folder}/events.db"}
    with application(settings, cached) as app:
        yield app


def synchronous(app: Any) -> str:
    """How its connections are set, asked of one of them; refused when a commit would not reach the disk."""
    with app.recorder.datastore.transaction(commit=True) as cursor:
        journal, level = (_answer(cursor, f"PRAGMA {name}")[0] for name in ("journal_mode", "synchronous"))
    if level < FULL:
        raise Unable(f"SQLite is set to synchronous={level}, which is not FULL")
    return f"journal_mode={journal} synchronous=FULL"


@contextmanager
def _postgres() -> Iterator[tuple[Any, str]]:
    with peers.postgres() as socket:
        settings = {
            "PERSISTENCE_MODULE": "eventsourcing.postgres",
            "POSTGRES_DBNAME": "postgres",
            "POSTGRES_HOST": str(socket),
            "POSTGRES_PORT": "5432",
            "POSTGRES_USER": "postgres",
            "POSTGRES_PASSWORD": "none",
        }
        with application(settings) as app:
            with app.recorder.datastore.transaction() as cursor:
                told = [_answer(cursor, f"SHOW {name}") for name in ("server_version", "fsync", "synchronous_commit")]
            version, fsync, commit = (next(iter(row.values())) for row in told)
            yield app, f"PostgreSQL {version} on a Unix socket, fsync={fsync} synchronous_commit={commit}"


def _answer(cursor: Any, question: str) -> Any:
    cursor.execute(question)
    return cursor.fetchone()
