"""Putting a backup back, into a store that holds nothing yet."""

from collections.abc import Callable, Iterator
from pathlib import Path

from domain.kernel.stored import NO_HASH, read_origin
from service.backup.form import BadBackup, Summary
from service.backup.making import shelves
from service.backup.reading import KeptShelf, KeptTable, sections
from service.parts import Parts
from service.store import UNCHANGED, Appended, Duplicate, Entry, NewEntry

CHUNK = 200
CHUNK_BYTES = 4 << 20


class NotEmpty(Exception):
    """The store holds something already: a backup is put into an empty one alone."""


def restore(parts: Parts, file: Path, told: Callable[[int, int], None] = lambda done, total: None) -> Summary:
    """Put everything back, once the whole file was read and found to be what was written.

    Each table is read again from the store and its chain followed to the end. Raises BadBackup and NotEmpty, both before
    anything is written, or a StoreError: empty the store then and begin again.
    """
    summary = Summary()
    kept = [section for section in sections(file, summary) if isinstance(section, KeptShelf)]
    if held := tuple(_held(parts)):
        raise NotEmpty(f"the store is not empty: it holds {', '.join(held)}")
    # Packs and tokens first: a worker or a player may be quick.
    on = shelves(parts)
    for section in kept:
        for name, data in section.items.items():
            on[section.name].put(name, data)
    tables = (section for section in sections(file) if isinstance(section, KeptTable))
    for done, table in enumerate(tables, start=1):
        _put(parts, table)
        told(done, summary.tables)
    return summary


def _held(parts: Parts) -> Iterator[str]:
    parts.events.reindex()
    tables = sum(1 for tip in parts.events.tips(parts.events.tables()).values() if tip.version)
    for name, count in (("tables", tables), *((name, len(shelf.names())) for name, shelf in shelves(parts).items())):
        if count:
            yield f"{count} {name}"


def _put(parts: Parts, kept: KeptTable) -> None:
    table, version, hash = kept.head.table, 0, NO_HASH
    origin = None if kept.head.origin is None else read_origin(kept.head.origin)
    parts.events.put_commands(table, kept.head.commands)
    parts.refusals.put_counts(table, {_seat_and_rule(name): count for name, count in kept.head.refused.items()})
    for chunk in _chunks(kept.events):
        last = chunk[-1].version == len(kept.events)
        entries = [NewEntry(event.body, event.openings, event.hash) for event in chunk]
        deadline = kept.head.deadline if last else UNCHANGED
        outcome = parts.events.append(table, version, hash, entries, deadline=deadline, origin=origin)
        if not isinstance(outcome, Appended | Duplicate):
            raise NotEmpty(f"somebody else has written to table {table}")
        version, hash = chunk[-1].version, chunk[-1].hash
    # Reading follows the chain to the tip: what the store holds now is what the file held.
    (*_, end) = parts.events.read(table)
    if end.hash != kept.head.hash:
        raise BadBackup(f"table {table}: the store does not hold what was put into it")


def _chunks(events: tuple[Entry, ...]) -> Iterator[tuple[Entry, ...]]:
    chunk: list[Entry] = []
    size = 0
    for event in events:
        if chunk and (len(chunk) == CHUNK or size + len(event.body) + len(event.openings) > CHUNK_BYTES):
            yield tuple(chunk)
            chunk, size = [], 0
        chunk.append(event)
        size += len(event.body) + len(event.openings)
    yield tuple(chunk)


def _seat_and_rule(name: str) -> tuple[int, str]:
    seat, _, rule = name.partition("/")
    return int(seat), rule
