"""Parked tables: those whose fold failed. The note names version and error class; nothing of the table itself."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import msgspec

from projections import PROJECTIONS
from service.generation import GENERATION
from service.store import ReadModel, ReadModels


@dataclass(frozen=True, slots=True)
class Parked:
    """A projection stands still at a table: the first version that it cannot fold, the error's class, the tip last tried."""

    table: str
    projection: str
    version: int
    error: str
    tip: int

    def as_json(self) -> dict[str, str | int]:
        return {"projection": self.projection, "version": self.version, "error": self.error}


def park(read_models: ReadModels, parked: Parked) -> None:
    """Note that a fold failed; the note lapses by itself once the read model reaches the tip that was tried."""
    note = {"version": parked.version, "error": parked.error}
    read_models.put(_note(parked.projection), GENERATION, parked.table, parked.tip, msgspec.json.encode(note))


def parked_at(read_models: ReadModels, table: str) -> tuple[Parked, ...]:
    """What stands still at one table; empty when all is well."""
    return tuple(all_parked(read_models, (table,)))


def all_parked(read_models: ReadModels, tables: Iterable[str]) -> Iterator[Parked]:
    """What stands still at these tables, projection by projection."""
    tables = tuple(tables)
    for projection in PROJECTIONS:
        notes = dict(read_models.scan(_note(projection.name), GENERATION, tables))
        reached = read_models.versions(projection.name, GENERATION, notes)
        for table, note in notes.items():
            if note.version > reached[table]:
                yield _parked(table, projection.name, note)


def _note(projection: str) -> str:
    return f"parked-{projection}"


def _parked(table: str, projection: str, note: ReadModel) -> Parked:
    data = msgspec.json.decode(note.data)
    return Parked(table, projection, data["version"], data["error"], note.version)
