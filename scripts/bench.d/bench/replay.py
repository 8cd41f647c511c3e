"""A table of a thousand events folded from its store: ours against the package ``eventsourcing``."""

import tempfile
from pathlib import Path

from bench import peers
from bench.commands import sqlite
from bench.market import LONG_MARKET, long_game
from bench.report import Report, Unable
from bench.stores import put, store
from bench.timing import ratio, took

NAME = "replay_vs_eventsourcing"
EVENTS = 1000
TIMES = 2


def measure(report: Report) -> None:
    try:
        peers.eventsourcing()
    except Unable as unable:
        report.unable(NAME, str(unable))
        return
    desk = long_game(EVENTS)
    with (
        tempfile.TemporaryDirectory(prefix="gavel-bench-") as folder,
        store((LONG_MARKET,)) as found,
        sqlite(Path(folder), cached=False) as app,
    ):
        put(found.parts.events, desk.table, desk.stored)
        theirs = app.put("endless", desk.stored)
        same = app.look(theirs).folded.position.state == found.tables((LONG_MARKET,)).current(desk.table).folded.position.state
        if not same:
            raise RuntimeError("the two folds differ")
        value, mine, other = ratio(
            lambda: EVENTS * TIMES / took(lambda: [found.tables((LONG_MARKET,)).current(desk.table) for _ in range(TIMES)]),
            lambda: EVENTS * TIMES / took(lambda: [app.look(theirs) for _ in range(TIMES)]),
        )
    report.put(NAME, value)
    report.note(
        f"{NAME}: {len(desk.stored)} events of the test-only game, read, chain checked, decoded and folded by the same code to an equal "
        f"state: ours {mine:,.0f} events/s from the embedded store, its {other:,.0f} events/s from SQLite"
    )
