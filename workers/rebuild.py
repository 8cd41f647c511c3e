"""Rebuilding read models while games go on: fold every table into a new generation, switch to it, drop the old one."""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import structlog

from projections import PROJECTIONS, Projection
from service.generation import Generation
from service.parked import note_name
from service.parts import Parts
from service.store import StoreUnavailable
from workers.follow import follow

GRACE = 1.0
"""Seconds between the switch and the drop: whoever asked for the old generation just before still finds it."""

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """What a rebuild did: the generation that is served now, tables folded, those that stand still, old read models dropped."""

    name: str
    serving: int
    tables: int
    parked: int
    dropped: int


def rebuild(parts: Parts, projection: Projection, told: Callable[[int, int], None], grace: float = GRACE) -> Rebuilt:
    """Build a new generation of one read model and serve it. ``told``: how many tables are done, of how many.

    The workers write the new generation too from now on, so it is not behind the old one when it is switched to. Raises
    Superseded when another rebuild of it begins meanwhile, and StoreUnavailable: run it again, it begins anew.
    """
    begun = parts.generations.begin(projection.name)
    number = begun.building or begun.serving
    log.info("rebuilding", projection=projection.name, generation=number)
    parked = _fill(parts, projection, begun, told)
    parts.generations.switch(projection.name, number)
    time.sleep(grace)
    # Moves that were folded by a worker which had not heard of the new generation yet.
    for table in _missing(parts, projection.name, begun):
        follow(parts, table, (projection,))
    tables = parts.events.tables()
    names = (projection.name, note_name(projection.name))
    dropped = sum(parts.read_models.drop(name, old, *tables) for name in names for old in range(1, number))
    log.info("rebuilt", projection=projection.name, generation=number, tables=len(tables), parked=parked, dropped=dropped)
    return Rebuilt(projection.name, number, len(tables), parked, dropped)


def _fill(parts: Parts, projection: Projection, begun: Generation, told: Callable[[int, int], None]) -> int:
    """Fold until the new generation is nowhere behind the old; how many tables cannot be folded."""
    number = begun.building or begun.serving
    stuck: set[str] = set()
    done = 0
    while missing := [table for table in _missing(parts, projection.name, begun) if table not in stuck]:
        total = done + len(missing)
        for table in missing:
            if not _folds(parts, table, projection, {projection.name: (number,)}):
                stuck.add(table)
            done += 1
            told(done, total)
        stuck |= _parked(parts, projection.name, number, missing)
    return len(stuck)


def _folds(parts: Parts, table: str, projection: Projection, into: dict[str, tuple[int, ...]]) -> bool:
    try:
        follow(parts, table, (projection,), into)
    except StoreUnavailable:
        raise
    except Exception as error:
        log.error("a table was left out of the rebuild", table=table, projection=projection.name, error=type(error).__name__)
        return False
    return True


def _parked(parts: Parts, name: str, generation: int, tables: Iterable[str]) -> set[str]:
    tables = tuple(tables)
    reached = parts.read_models.versions(name, generation, tables)
    return {table for table, note in parts.read_models.scan(note_name(name), generation, tables) if note.version > reached[table]}


def _missing(parts: Parts, name: str, begun: Generation) -> tuple[str, ...]:
    """The tables where the new generation is behind the old one, or was not begun."""
    tables = [table for table, tip in parts.events.tips(parts.events.tables()).items() if tip.version]
    old = parts.read_models.versions(name, begun.serving, tables)
    new = parts.read_models.versions(name, begun.building or begun.serving, tables)
    return tuple(table for table in tables if new[table] < max(old[table], 1))


def rebuild_table(parts: Parts, table: str, projections: Iterable[Projection] = PROJECTIONS) -> int:
    """Fold one table's read models anew, in the generations that stand; the version that they are good for then.

    A reader may for a moment find none and wait.
    """
    projections = tuple(projections)
    for projection in projections:
        for number in parts.generations.of(projection.name).written:
            parts.read_models.drop(projection.name, number, table)
            parts.read_models.drop(note_name(projection.name), number, table)
    return follow(parts, table, projections)
