"""Replay: a record step by step, as its viewer or somebody who may see less would have it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from domain.kernel.event import Event
from domain.kernel.game import AnyGame
from domain.kernel.names import PUBLIC, Viewer, is_judge, seat_of
from domain.kernel.stored import Stored, copy_for
from domain.table.facts import TableOpened
from domain.table.fold import Folded, opened, take
from service.codec import Codec, Unreadable
from service.packs import read_document
from service.record.fault import BadRecord
from service.record.form import Record


class MayNotShow(Exception):
    """A record holds no more than its viewer's openings, so it cannot show what somebody else sees."""


class NoGame(LookupError):
    """The record is of a game that this program does not have."""


@dataclass(frozen=True, slots=True)
class Step:
    """One event and the table right after it."""

    event: Event
    folded: Folded


def copies_for(record: Record, viewer: Viewer) -> tuple[Stored, ...]:
    """The record's events as this viewer has them; MayNotShow unless the record's own viewer sees all that it sees."""
    if viewer == record.viewer or (is_judge(viewer) and is_judge(record.viewer)):
        return record.events
    if viewer != PUBLIC and not is_judge(record.viewer):
        raise MayNotShow(f"the record is what {record.viewer} may see: it cannot show what {viewer} sees")
    return tuple(copy_for(viewer, event) for event in record.events)


def codec_of(record: Record, catalogue: Iterable[AnyGame]) -> Codec:
    """The codec of the record's game; NoGame when it is not in the catalogue, BadRecord when there is no first fact."""
    codecs = {game.name: Codec(game) for game in catalogue}
    name = _first_of(record, codecs).game
    if name not in codecs:
        raise NoGame(f"this program does not have the game {name}")
    return codecs[name]


def steps(record: Record, codec: Codec, viewer: Viewer) -> Iterator[Step]:
    """Every step in turn. BadRecord at the first event that cannot be folded, MayNotShow."""
    folded: Folded | None = None
    for copy in copies_for(record, viewer):
        try:
            event = codec.event(copy)
            folded = _opened(record, codec, event) if folded is None else take(folded, event)
        except BadRecord:
            raise
        except Exception as error:
            # Nothing has verified this file: what it says may be anything.
            raise BadRecord(copy.version, f"cannot be folded: {error}") from error
        if (seat_of(viewer) or 0) >= len(folded.table.seats):
            raise MayNotShow(f"there is no {viewer} at this table")
        yield Step(event, folded)


def _first_of(record: Record, codecs: dict[str, Codec]) -> TableOpened:
    try:
        fact = next(iter(codecs.values())).event(record.events[0]).facts[0].fact
    except Unreadable as error:
        raise BadRecord(1, str(error)) from error
    if not isinstance(fact, TableOpened):
        raise BadRecord(1, "facts: the first is table-opened")
    return fact


def _opened(record: Record, codec: Codec, event: Event) -> Folded:
    fact = event.facts[0].fact
    if not isinstance(fact, TableOpened) or fact.pack.hash not in record.packs:
        raise BadRecord(None, "packs: the table's pack is missing")
    return opened(codec.game, read_document(codec.game, record.packs[fact.pack.hash]).pack, event)
