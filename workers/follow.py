"""Bringing the read models of one table to its tip, or parking what cannot be folded."""

import time
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import TypeAlias

import structlog
from rq.timeouts import BaseTimeoutException

from domain.kernel.canonical import canonical
from domain.kernel.event import Event
from domain.kernel.names import JUDGE, PUBLIC, Viewer
from projections import PROJECTIONS, Projection, Told
from service import metrics
from service.generation import Generation
from service.parked import Parked, note_of
from service.parts import Parts, now
from service.read_side import decoded
from service.store import NewModel, StoreUnavailable

log = structlog.get_logger()

PASSING = (StoreUnavailable, BaseTimeoutException)
"""What says nothing about the table: it is tried again, not parked."""

Into: TypeAlias = Mapping[str, tuple[int, ...]]
"""Which generations of each read model are written."""


def follow(parts: Parts, table: str, projections: Iterable[Projection] = PROJECTIONS, into: Into | None = None) -> int:
    """Write each read model with the version it is good for, and look again until the table's tip is reached.

    ``into``: the generations to write, by default those that the store names. Answers the version that was reached.
    Raises StoreUnavailable; whatever else a fold raises parks its projection at this table, and the others go on.
    """
    projections = sorted(projections, key=lambda projection: projection.judge)
    reached = 0
    while (tip := parts.events.tip(table).version) > reached:
        began = time.perf_counter()
        targets = _targets(parts) if into is None else into
        reached = tip
        groups = groupby(projections, key=lambda projection: projection.judge)
        folds = [(_Fold(parts, table, JUDGE if judge else PUBLIC, targets), tuple(group)) for judge, group in groups]
        models = [model for fold, group in folds for model in fold.models(group, tip)]
        # All of them in one round trip: the server syncs its file once for what comes together.
        stored = parts.read_models.put_all(models)
        metrics.JOB.observe(time.perf_counter() - began)
        # What a rebuild folds is old, and no lag of what is served.
        served = (model.generation == targets.get(model.name, Generation().written)[0] for model in models)
        if into is None and any(map(all, zip(stored, served, strict=True))):
            metrics.LAG.observe(max(now() - max(fold.at for fold, _ in folds), 0) / 1000)
    return reached


def _targets(parts: Parts) -> Into:
    found = parts.generations.all()
    return {name: generation.written for name, generation in found.items()}


@dataclass(slots=True)
class _Fold:
    """One viewer's side of a table, to be written into these generations. ``at``: when its last event was (ms UTC)."""

    parts: Parts
    table: str
    viewer: Viewer
    into: Into
    at: int = 0
    since: dict[int, tuple[Event, ...]] = field(default_factory=dict)
    """The events after a version, once they were read for one projection."""

    def models(self, projections: tuple[Projection, ...], tip: int) -> Iterator[NewModel]:
        """The read models that these projections give at the table's tip, or the notes that park them."""
        try:
            told = self._told()
        except PASSING:
            raise
        except Exception as error:
            version = self._first_unfolded(tip)
            for projection in projections:
                yield from self._parked(projection, version, error, tip)
            return
        for projection in projections:
            yield from self._of(projection, told)

    def _of(self, projection: Projection, told: Told) -> Iterator[NewModel]:
        version = told.folded.table.tip
        try:
            for number in self._generations(projection):
                data = canonical(projection.fold(self._counting(projection, number, told) if projection.counts else told))
                yield NewModel(projection.name, number, self.table, version, data)
        except PASSING:
            raise
        except Exception as error:
            yield from self._parked(projection, version, error, version)

    def _generations(self, projection: Projection) -> tuple[int, ...]:
        return self.into.get(projection.name, Generation().written)

    def _told(self) -> Told:
        tables = self.parts.tables
        folded = tables.current(self.table, self.viewer).folded
        (first,) = tables.copies(self.table, self.viewer, up_to=1)
        self.at = folded.table.at
        return Told(self.table, tables.codecs[folded.game.name].event(first).at, folded)

    def _counting(self, projection: Projection, generation: int, told: Told) -> Told:
        """With what the projection said before, and what has happened since."""
        model = self.parts.read_models.get(projection.name, generation, self.table)
        tip = told.folded.table.tip
        if model is not None and model.version > tip:
            # Another worker is further; what is made here will not be stored, and must only be no lie.
            model = None
        after = model.version if model else 0
        if after not in self.since:
            self.since[after] = tuple(self.parts.tables.decoded(self.table, self.viewer, after, tip)) if after < tip else ()
        return replace(told, before=decoded(model) if model else None, since=self.since[after])

    def _first_unfolded(self, tip: int) -> int:
        """The first version that cannot be folded, between 1 and ``tip``."""

        def fails(version: int) -> bool:
            try:
                self.parts.tables.at(self.table, self.viewer, version)
            except PASSING:
                raise
            except Exception:
                return True
            return False

        return min(bisect_left(range(1, tip + 1), True, key=fails) + 1, tip)

    def _parked(self, projection: Projection, version: int, error: Exception, tip: int) -> Iterator[NewModel]:
        # The error's text may hold what a judge's copy tells, so its class alone is kept and logged.
        parked = Parked(self.table, projection.name, version, type(error).__name__, tip)
        log.error("a table is parked", table=parked.table, projection=parked.projection, version=version, error=parked.error)
        metrics.PARKED.labels(projection.name).inc()
        return (note_of(parked, number) for number in self._generations(projection))
