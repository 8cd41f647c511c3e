"""The sweeper: what no job did, it does; what time does at a table, it says."""

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict

import structlog

from domain.kernel.facts import Expire
from domain.kernel.names import SYSTEM
from domain.kernel.position import Deadline
from domain.kernel.refusal import Refused
from domain.table.asking import QuestionGone
from domain.table.fold import Folded
from service import metrics
from service.ages import is_over
from service.parked import all_parked
from service.parts import Parts, now
from service.read_side import behind
from service.store import Deadlines, StoreUnavailable, connect
from service.sweep import Sweep, Sweeps, store_url
from workers.follow import follow

INTERVAL = 1.0
"""Seconds between two passes; after a long one it rests four times as long as that took, but never beyond LONGEST_REST."""
REST = 4
LONGEST_REST = 5.0
PARKED_AGAIN = 60.0
"""Seconds after which a parked table is tried again although nothing has happened there."""

log = structlog.get_logger()


class Sweeper:
    """Compares tips with checkpoints, and lets deadlines expire. Several may run at once: each step is harmless twice."""

    def __init__(self, parts: Parts, clock: Callable[[], int] = now) -> None:
        self._parts = parts
        self._clock = clock
        self._deadlines = Deadlines(connect(store_url(parts.settings)))
        self._sweeps = Sweeps(parts.settings)
        self._tried: dict[str, tuple[int, float]] = {}
        self._indexed = False

    def run(self, stopped: threading.Event) -> None:
        """Sweep until told to stop; no error ends it."""
        while not stopped.is_set():
            began = time.monotonic()
            try:
                self.sweep()
            except Exception as error:
                log.warning("the sweep was broken off", error=type(error).__name__)
            stopped.wait(max(INTERVAL, min(REST * (time.monotonic() - began), LONGEST_REST)))

    def sweep(self) -> Sweep:
        """One pass over all tables. Raises StoreUnavailable; whatever goes wrong at one table leaves the others alone."""
        began = self._clock()
        if not self._indexed:
            self._parts.events.reindex()
            self._indexed = True
        expired = self._expire(began)
        self._forget_ages()
        late = behind(self._parts)
        parked = self._left_alone(late)
        for table in late.keys() - parked:
            with _going_on(table, "follow"):
                follow(self._parts, table)
        sweep = Sweep(
            at=self._clock(),
            took=self._clock() - began,
            tables=len(self._parts.events.tables()),
            behind=len(late),
            parked=len(parked),
            expired=expired,
            still=len({note.table for note in all_parked(self._parts.read_models, self._parts.generations, late)}),
        )
        self._sweeps.record(sweep)
        if late or expired:
            log.info("swept", **asdict(sweep))
        return sweep

    def _forget_ages(self) -> None:
        """What a service has left that died right behind a start."""
        for table in self._parts.ages.tables():
            with _going_on(table, "forget ages"):
                if is_over(self._parts.tables.current(table).folded):
                    self._parts.ages.forget(table)

    def _left_alone(self, late: Mapping[str, int]) -> set[str]:
        """Parked tables where nothing has happened since they were last tried, and that not long ago."""
        parked = {note.table: note.tip for note in all_parked(self._parts.read_models, self._parts.generations, late)}
        tips = self._parts.events.tips(parked)
        moment = time.monotonic()
        alone = set()
        for table in parked:
            tip, when = self._tried.get(table, (0, 0.0))
            if tip == tips[table].version and moment - when < PARKED_AGAIN:
                alone.add(table)
            else:
                self._tried[table] = (tips[table].version, moment)
        return alone

    def _expire(self, at: int) -> int:
        expired = 0
        for table in self._deadlines.due(at):
            with _going_on(table, "expire"):
                expired += expire(self._parts, table, at)
        return expired


def expire(parts: Parts, table: str, at: int) -> int:
    """Let every deadline of a table expire that has passed at ``at`` (ms UTC); how many did.

    What the first one caused may have lifted the next, and anybody's move or pause may come between: then the table's
    rules refuse it, and that is as it should be.
    """
    folded = parts.tables.current(table).folded
    expired = 0
    for deadline in due(folded, at):
        command_id = f"expire-{folded.table.tip}-{folded.deadlines.index(deadline)}"
        try:
            receipt = parts.tables.submit(table, SYSTEM, Expire(deadline.name), command_id, caused_by=deadline.version)
            log.info("a deadline expired", table=table, version=receipt.event.version, command_id=command_id, deadline=deadline.name)
            expired += 1
            metrics.EXPIRED.inc()
        except (Refused, QuestionGone) as refused:
            log.info("a deadline did not expire", table=table, deadline=deadline.name, error=type(refused).__name__)
    return expired


def due(folded: Folded, at: int) -> tuple[Deadline, ...]:
    """The deadlines that have passed at ``at`` (ms UTC), the earliest first."""
    still = folded.table.still
    running = ((folded.table.due(kept.due, kept.paused), kept) for kept in folded.deadlines if ("deadline", kept.name) not in still)
    dues = (*running, *((kept.due, kept) for kept in folded.dispute_deadlines))
    passed = [(moment, kept) for moment, kept in dues if moment is not None and moment <= at]
    return tuple(kept for _, kept in sorted(passed, key=lambda pair: (pair[0], pair[1].name)))


@contextmanager
def _going_on(table: str, doing: str) -> Iterator[None]:
    """One table's trouble is logged and left; a store that does not answer ends the pass."""
    try:
        yield
    except StoreUnavailable:
        raise
    except Exception as error:
        log.error("a table was left out of the sweep", table=table, doing=doing, error=type(error).__name__)
