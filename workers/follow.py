"""Bringing the read models of one table to its tip, or parking what cannot be folded."""

from bisect import bisect_left
from collections.abc import Iterable
from itertools import groupby

import structlog
from rq.timeouts import BaseTimeoutException

from domain.kernel.canonical import canonical
from domain.kernel.names import JUDGE, PUBLIC, Viewer
from projections import PROJECTIONS, Projection, Told
from service.generation import GENERATION
from service.parked import Parked, park
from service.parts import Parts
from service.store import StoreUnavailable

log = structlog.get_logger()

PASSING = (StoreUnavailable, BaseTimeoutException)
"""What says nothing about the table: it is tried again, not parked."""


def follow(parts: Parts, table: str, projections: Iterable[Projection] = PROJECTIONS) -> None:
    """Write each read model with the version it is good for, and look again until the table's tip is reached.

    Raises StoreUnavailable; whatever else a fold raises parks its projection at this table, and the others go on.
    """
    projections = sorted(projections, key=lambda projection: projection.judge)
    reached = 0
    while (tip := parts.events.tip(table).version) > reached:
        reached = tip
        for judge, group in groupby(projections, key=lambda projection: projection.judge):
            _write(parts, table, JUDGE if judge else PUBLIC, tuple(group), tip)


def _write(parts: Parts, table: str, viewer: Viewer, projections: tuple[Projection, ...], tip: int) -> None:
    try:
        told = _told(parts, table, viewer)
    except PASSING:
        raise
    except Exception as error:
        version = _first_unfolded(parts, table, viewer, tip)
        for projection in projections:
            _park(parts, Parked(table, projection.name, version, type(error).__name__, tip))
        return
    for projection in projections:
        _write_one(parts, projection, told)


def _write_one(parts: Parts, projection: Projection, told: Told) -> None:
    version = told.folded.table.tip
    try:
        data = canonical(projection.fold(told))
    except PASSING:
        raise
    except Exception as error:
        _park(parts, Parked(told.table, projection.name, version, type(error).__name__, version))
        return
    parts.read_models.put(projection.name, GENERATION, told.table, version, data)


def _told(parts: Parts, table: str, viewer: Viewer) -> Told:
    folded = parts.tables.current(table, viewer).folded
    (first,) = parts.tables.copies(table, viewer, up_to=1)
    return Told(table, parts.tables.codecs[folded.game.name].event(first).at, folded)


def _first_unfolded(parts: Parts, table: str, viewer: Viewer, tip: int) -> int:
    """The first version that cannot be folded, between 1 and ``tip``."""

    def fails(version: int) -> bool:
        try:
            parts.tables.at(table, viewer, version)
        except PASSING:
            raise
        except Exception:
            return True
        return False

    return min(bisect_left(range(1, tip + 1), True, key=fails) + 1, tip)


def _park(parts: Parts, parked: Parked) -> None:
    # The error's text may hold what a judge's copy tells, so its class alone is kept and logged.
    log.error("a table is parked", table=parked.table, projection=parked.projection, version=parked.version, error=parked.error)
    park(parts.read_models, parked)
