"""Where a caller reads a table from: its stream, or the record of a table that was imported."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile
from typing import Protocol

from domain.kernel.event import Event
from domain.kernel.names import Viewer
from domain.kernel.stored import Stored
from domain.table.fold import Folded
from service.api.problems import FORBIDDEN, Fault, Problem, malformed
from service.api.routing import Call
from service.api.viewing import copy_as, looks_through, viewer_of
from service.codec import Codec
from service.judging import refolded
from service.record import MayNotShow, Record, SigningKey, codec_of, copies_for, export, imported, steps
from service.tables import NoTable, Tables


class Source(Protocol):
    """One table as one viewer may read it. ``at``: a version up to the tip, or None for the tip."""

    @property
    def viewer(self) -> Viewer: ...
    @property
    def tip(self) -> int: ...
    @property
    def codec(self) -> Codec: ...
    def copies(self, after: int = 0, up_to: int | None = None) -> Iterator[Stored]: ...
    def folded(self, at: int | None = None) -> Folded: ...


@dataclass(frozen=True, slots=True)
class Played:
    """A table that is played here; ``judge``: who reads it as the viewer, and has nothing that a judge may not see."""

    tables: Tables
    table: str
    viewer: Viewer
    judge: Viewer | None = None

    @property
    def tip(self) -> int:
        return self.tables.store.tip(self.table).version

    @property
    def codec(self) -> Codec:
        return self.tables.codec_of(self.table)

    def copies(self, after: int = 0, up_to: int | None = None) -> Iterator[Stored]:
        events = self.tables.copies(self.table, None, after, up_to)
        return (copy_as(self.viewer, self.judge, event) for event in events)

    def folded(self, at: int | None = None) -> Folded:
        if self.judge is not None:
            return refolded(self.tables.current(self.table).folded, map(self.codec.event, self.copies(up_to=at)))
        found = self.tables.current(self.table, self.viewer) if at is None else self.tables.at(self.table, self.viewer, at)
        return found.folded


@dataclass(frozen=True, slots=True)
class Brought:
    """A table whose record was imported: nothing more can happen at it here."""

    record: Record
    viewer: Viewer
    codec: Codec

    @property
    def tip(self) -> int:
        return len(self.record.events)

    def copies(self, after: int = 0, up_to: int | None = None) -> Iterator[Stored]:
        return iter(copies_for(self.record, self.viewer)[after:up_to])

    def folded(self, at: int | None = None) -> Folded:
        wanted = takewhile(lambda step: at is None or step.event.version <= at, steps(self.record, self.codec, self.viewer))
        *_, last = wanted
        return last.folded


def source_of(call: Call, table: str) -> Source:
    """What the caller reads this table from; NoTable, or a Problem when ``as`` is not for it."""
    try:
        viewer = viewer_of(call, table)
        return Played(call.parts.tables, table, viewer, looks_through(call, viewer))
    except NoTable:
        record = imported(call.records, table) if call.holder.is_organiser else None
        if record is None:
            raise
    viewer = Viewer(call.query.get("viewer") or record.viewer)
    brought = Brought(record, viewer, codec_of(record, (codec.game for codec in call.parts.tables.codecs.values())))
    try:
        brought.folded(1)
    except MayNotShow as error:
        raise Problem(FORBIDDEN, f"as: {error}") from error
    return brought


def decoded(source: Source, at: int | None = None) -> tuple[Event, ...]:
    """The events up to a version, by default all; a version beyond the tip is malformed."""
    _check_at(source, at)
    return tuple(map(source.codec.event, source.copies(up_to=at)))


def folded_at(source: Source, at: int | None) -> Folded:
    """The table at a version; a version beyond the tip is malformed."""
    _check_at(source, at)
    return source.folded(at)


def _check_at(source: Source, at: int | None) -> None:
    if at is not None and at > (tip := source.tip):
        raise malformed([Fault("query", "at", f"the table is at version {tip}")])


def record_bytes(call: Call, source: Source, table: str) -> bytes:
    """The signed record that the source gives."""
    if isinstance(source, Brought):
        return source.record.to_bytes()
    digest = source.folded().table.pack.hash
    packs = {digest: call.parts.packs.document(digest)}
    origin = call.parts.events.tip(table).origin
    return export(table, source.viewer, source.copies(), packs, SigningKey.kept_on(call.parts.secrets), origin)
