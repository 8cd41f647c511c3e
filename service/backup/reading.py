"""Reading a backup: every line is checked before anything is made of it."""

import gzip
import hashlib
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from domain.kernel.stored import NO_HASH, Origin, chain_hash, chained_under, read_origin
from service.backup.form import FORMAT, SHELVES, BadBackup, EndLine, EventLine, Header, ShelfLine, Summary, TableLine
from service.store import Entry

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class KeptTable:
    """A table of a backup."""

    head: TableLine
    events: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class KeptShelf:
    """A shelf of a backup."""

    name: str
    items: dict[str, bytes]


def sections(file: Path, summary: Summary | None = None) -> Iterator[KeptTable | KeptShelf]:
    """The tables, then the shelves, each as soon as it is read; BadBackup at the first thing that is not as it was written.

    Only once the last has come without an error is the file known to be whole. ``summary`` is filled on the way.
    """
    try:
        with gzip.open(file, "rb") as lines:
            yield from _Reader(lines, Summary() if summary is None else summary).sections()
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise BadBackup(f"the file is damaged or cut off: {error}") from error
    except OSError as error:
        raise BadBackup(f"it cannot be read: {error.strerror or error}") from error


class _Reader:
    def __init__(self, lines: gzip.GzipFile, summary: Summary) -> None:
        self._lines = lines
        self._summary = summary
        self._digest = hashlib.sha256()
        self._number = 0

    def sections(self) -> Iterator[KeptTable | KeptShelf]:
        header = self._read(Header)
        if header.format != FORMAT:
            raise BadBackup(f"it is of the form {header.format[:40]}, not {FORMAT}")
        self._summary.made = header.made
        expected = iter(SHELVES)
        while not isinstance(head := self._read_one_of(TableLine, ShelfLine, EndLine), EndLine):
            if isinstance(head, TableLine):
                yield self._table(head)
            elif head.shelf != next(expected, None):
                raise self._bad(f"the shelf {head.shelf[:40]} is not expected here")
            else:
                yield self._shelf(head)
        found = (self._summary.tables, self._summary.events, self._digest.hexdigest())
        if next(expected, None) is not None or found != (head.tables, head.events, head.sha256) or self._lines.read(1):
            raise self._bad("the end does not fit what comes before it")

    def _table(self, head: TableLine) -> KeptTable:
        previous, events = NO_HASH, []
        origin = self._origin(head)
        for version in range(1, head.events + 1):
            line = self._read(EventLine)
            body = bytes(line.body)
            previous = chain_hash(chained_under(head.table, origin, version), version, previous, body)
            if previous != line.hash:
                raise self._bad(f"table {head.table}: version {version} does not follow from the event before it")
            events.append(Entry(version, body, bytes(line.openings), line.hash))
        if not events or previous != head.hash:
            raise self._bad(f"table {head.table}: the last event is not the one that was backed up")
        self._summary.tables, self._summary.events = self._summary.tables + 1, self._summary.events + len(events)
        return KeptTable(head, tuple(events))

    def _origin(self, head: TableLine) -> Origin | None:
        try:
            return None if head.origin is None else read_origin(head.origin)
        except (KeyError, TypeError, AttributeError) as error:
            raise self._bad(f"table {head.table}: where this fork comes from is not written there") from error

    def _shelf(self, head: ShelfLine) -> KeptShelf:
        items = dict(self._read_one_of(tuple[str, bytes]) for _ in range(head.items))
        self._summary.shelves[head.shelf] = len(items)
        return KeptShelf(head.shelf, items)

    def _read(self, kind: type[T]) -> T:
        found: T = self._read_one_of(kind)
        return found

    def _read_one_of(self, *kinds: Any) -> Any:
        line = self._lines.readline()
        self._number += 1
        for kind in kinds:
            try:
                found = msgspec.json.decode(line, type=kind)
            except (msgspec.MsgspecError, UnicodeDecodeError):
                continue
            if kind is not EndLine:
                self._digest.update(line)
            return found
        raise self._bad("not what is written there" if line else "the file ends too early")

    def _bad(self, says: str) -> BadBackup:
        return BadBackup(f"line {self._number}: {says}")
