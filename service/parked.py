"""Parked tables: those whose fold failed. The note names version and error class; nothing of the table itself."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import msgspec

from projections import PROJECTIONS
from service.generation import FIRST, Generations
from service.store import NewModel, ReadModel, ReadModels


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


def note_of(parked: Parked, generation: int) -> NewModel:
    """The note that a fold failed; it lapses by itself once the read model reaches the tip that was tried."""
    note = {"version": parked.version, "error": parked.error}
    return NewModel(note_name(parked.projection), generation, parked.table, parked.tip, msgspec.json.encode(note))


def parked_at(read_models: ReadModels, generations: Generations, table: str) -> tuple[Parked, ...]:
    """What stands still at one table; empty when all is well."""
    return tuple(all_parked(read_models, generations, (table,)))


def all_parked(read_models: ReadModels, generations: Generations, tables: Iterable[str]) -> Iterator[Parked]:
    """What stands still at these tables, projection by projection."""
    tables = tuple(tables)
    found = generations.all()
    for projection in PROJECTIONS:
        serving = found[projection.name].serving if projection.name in found else FIRST
        yield from parked_in(read_models, projection.name, serving, tables)


def parked_in(read_models: ReadModels, projection: str, generation: int, tables: Iterable[str]) -> Iterator[Parked]:
    """What stands still at these tables in one generation."""
    notes = dict(read_models.scan(note_name(projection), generation, tables))
    reached = read_models.versions(projection, generation, notes)
    for table, note in notes.items():
        if note.version > reached[table]:
            yield _parked(table, projection, note)


def note_name(projection: str) -> str:
    return f"parked-{projection}"


def _parked(table: str, projection: str, note: ReadModel) -> Parked:
    data = msgspec.json.decode(note.data)
    return Parked(table, projection, data["version"], data["error"], note.version)
