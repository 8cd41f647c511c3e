"""A closed record for other eyes: what the close opens to everybody stands again in its own event, for those it was sealed for."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace

from domain.kernel.names import JUDGE, Viewer, is_judge
from domain.kernel.stored import SealOpening, Stored, copy_for, pack_openings, read_openings
from domain.table.facts import Closed
from service.codec import Codec
from service.record.fault import BadRecord
from service.record.form import Record
from service.record.replaying import MayNotShow
from service.record.report import Tally
from service.record.shape import digests_in
from service.record.verify import check_events, openings_of


def is_closed(record: Record) -> bool:
    """Whether the last event closes the table."""
    return any(fact["name"] == Closed.NAME for fact in json.loads(record.events[-1].body)["facts"])


def restored(record: Record, codec: Codec, viewer: Viewer) -> Record:
    """The copies that this viewer has of a closed table, out of anybody's record of it; the signature stays that record's.

    For whom a value was sealed is in nobody else's copy: it is decided again. MayNotShow where that cannot be done.
    """
    if viewer == record.viewer or (is_judge(viewer) and is_judge(record.viewer)):
        return replace(record, viewer=viewer)
    known = openings_of(record)
    absent = [_absent(event, known) for event in record.events]
    audiences = {**_before_fork(record, absent, viewer), **_audiences(record, codec)} if any(absent) else {}
    events = (copy_for(viewer, _whole(record, event, missing, audiences)) for event, missing in zip(record.events, absent, strict=True))
    return replace(record, viewer=viewer, events=tuple(events))


def _absent(event: Stored, known: Mapping[str, SealOpening]) -> tuple[SealOpening, ...]:
    """What is sealed in this event and opened only in a later one."""
    here = {opening.digest for opening in read_openings(event.openings)}
    return tuple(known[digest] for digest in {*digests_in(json.loads(event.body))} - here if digest in known)


def _before_fork(record: Record, absent: Sequence[Sequence[SealOpening]], viewer: Viewer) -> Mapping[str, frozenset[Viewer]]:
    """For whom the seals are that a fork has from the table it comes from, as far as anybody here can tell.

    What was answered there and opened there is the answerer's. All else that the fork holds its maker may have, and a judge.
    """
    if record.origin is None:
        return {}
    before = record.events[: record.origin.version]
    opened = {opening.digest for event in before for opening in read_openings(event.openings)}
    found = {}
    for event, missing in zip(before, absent, strict=False):
        makers, actor = _makers(record, event.version), Viewer(json.loads(event.body)["actor"])
        for opening in missing:
            if opening.digest in opened:
                found[opening.digest] = (
                    frozenset({JUDGE, actor}) if all(is_judge(each) or each == actor for each in makers) else frozenset()
                )
            elif is_judge(viewer) or viewer == makers[0]:
                found[opening.digest] = frozenset({JUDGE, makers[0]})
    return found


def _makers(record: Record, version: int) -> list[Viewer]:
    """Whose knowledge each fork kept that this version came through, the last first."""
    origins = () if record.origin is None else record.origin.line()
    begun = (json.loads(record.events[origin.version].body)["facts"][0]["fields"] for origin in origins if version <= origin.version)
    return [Viewer(fields["eyes"]) for fields in begun]


def _audiences(record: Record, codec: Codec) -> Mapping[str, frozenset[Viewer]]:
    try:
        return check_events(record, (codec.game,), Tally())
    except BadRecord as bad:
        raise MayNotShow(f"who could see what cannot be told of a record that is wrong: {bad}") from bad


def _whole(record: Record, event: Stored, missing: tuple[SealOpening, ...], audiences: Mapping[str, frozenset[Viewer]]) -> Stored:
    if any(opening.digest not in audiences for opening in missing):
        ours = record.origin is None or event.version > record.origin.version
        why = f"this program does not have {json.loads(event.body)['ruleset']}" if ours else "it lies before this fork"
        raise MayNotShow(f"who could see what at version {event.version} cannot be told: {why}")
    put_back = (replace(opening, audience=audiences[opening.digest]) for opening in missing)
    return replace(event, openings=pack_openings((*read_openings(event.openings), *put_back)))
