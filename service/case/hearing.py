"""The case at the moment that it was judged, from a record's own events."""

from collections.abc import Iterable
from itertools import islice
from typing import Any

from domain.kernel.stored import Stored
from domain.table.disputes.commands import GiveRuling
from domain.table.disputes.parts import Remedy
from domain.table.fold import Folded, opened, take
from service.codec import Codec
from service.packs import read_document
from service.record import BadRecord, Record
from service.record.verify import fully_opened
from service.sandbox import Case, sandbox, tried


def case_of(record: Record, codec: Codec, dispute: int, version: int) -> Case:
    """A record's dispute at a version, with everything that stands open anywhere in the record; BadRecord when it is not there."""
    events = tuple(islice(fully_opened(record), version))
    folded = _folded(record, codec, events)
    if not 1 <= dispute <= len(folded.table.disputes):
        raise BadRecord(None, f"case: the table has no dispute {dispute} at version {version}")

    def read(after: int, up_to: int) -> Iterable[Stored]:
        return events[after:up_to]

    return Case(record.table, codec, folded, events[-1].hash, read, dispute)


def judged_at(folded: Folded, dispute: int) -> int:
    """The version that a dispute was last ruled on, or the present one."""
    rulings = folded.table.disputes[dispute - 1].rulings
    return rulings[-1].version - 1 if rulings else folded.table.tip


def alternatives_of(record: Record, judged: Case) -> list[dict[str, Any]]:
    """What the remedies would do to the case as it was judged, a correction too where one was declared then."""
    found = sandbox(judged)
    declared = _declared(record, judged)
    return [one.as_json() for one in (found if declared is None else (*found, tried(judged, declared)))]


def _declared(record: Record, judged: Case) -> GiveRuling | None:
    ruling = next(islice(fully_opened(record), judged.folded.table.tip, None), None)
    if ruling is None:
        return None
    event = judged.codec.event(ruling)
    command = judged.codec.command(event.command, event.doer)
    return command if isinstance(command, GiveRuling) and command.remedy is Remedy.CORRECT else None


def _folded(record: Record, codec: Codec, events: tuple[Stored, ...]) -> Folded:
    ((_, document),) = record.packs.items()
    first, *rest = map(codec.event, events)
    folded = opened(codec.game, read_document(codec.game, document).pack, first)
    for event in rest:
        folded = take(folded, event)
    return folded
