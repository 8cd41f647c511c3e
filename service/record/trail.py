"""What can be checked of an event without knowing its game: order, seals, openings, chain (service/docs/record.md)."""

import hashlib
import json
from collections.abc import Collection, Mapping
from typing import Any

from domain.kernel.canonical import canonical
from domain.kernel.names import Seat, Viewer, may_see, seat_of
from domain.kernel.question import parse_question_id
from domain.kernel.stored import NO_HASH, Stored, chain_hash, chained_under, seal_digest
from domain.table.disputes.commands import FileDispute
from domain.table.facts import Forked
from service.record.fault import BadRecord
from service.record.form import Record
from service.record.shape import digests_in, spare_bits

FOR_EVERYBODY = ["public"]


class Trail:
    """Follows a record from its first event and raises BadRecord at the first that does not follow."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self._hash = NO_HASH
        self._at = 0
        self._commands: set[tuple[str, str, str]] = set()
        self._hashes = [NO_HASH]
        """The chain hash at every version so far, that before the first at its head."""
        self.sealed: dict[str, int] = {}
        """Every seal so far, and the version whose body holds it."""

    def follow(self, event: Stored) -> None:
        body = json.loads(event.body)
        try:
            self._chain(event)
            self._order(event.version, body)
            self._repeats(body)
            self._pinned(body)
            own = self._seals(event.version, body)
            self._openings(json.loads(event.openings), own)
        except ValueError as error:
            raise BadRecord(event.version, str(error)) from error

    def _chain(self, event: Stored) -> None:
        if event.hash != _hash(self._record, event, self._hash):
            raise ValueError("chain: the hash is not that of this body behind the event before")
        origins = () if self._record.origin is None else self._record.origin.line()
        if any(event.version == origin.version and event.hash != origin.hash for origin in origins):
            raise ValueError("chain: this is not the event that the fork comes from")
        self._hash = event.hash
        self._hashes.append(event.hash)

    def _order(self, version: int, body: Mapping[str, Any]) -> None:
        if body["at"] < self._at:
            raise ValueError(f"at: {body['at']} is before the last event's {self._at}")
        self._at = body["at"]
        for key in ("parent", "seen", "caused_by", "replays"):
            if body.get(key, 0) >= version:
                raise ValueError(f"{key}: {body[key]} is not before this event")
        person = body["actor"] != "system"
        if person != ("seen" in body):
            raise ValueError(f"seen: {'missing' if person else 'the system sees nothing'}")
        if person and "caused_by" in body:
            raise ValueError("caused_by: only the system is made to act")
        seat = body.get("on_behalf", seat_of(body["actor"]))
        if person and "on_behalf" in body:
            raise ValueError("on_behalf: only the system acts for a seat")
        if "question" in body and _seat_asked(body["question"]) != seat:
            raise ValueError(f"question: {body['question']} is not asked of {body['actor']}")

    def _pinned(self, body: Mapping[str, Any]) -> None:
        """Evidence is what stood there: each version with its chain hash."""
        for pinned in body["command"]["arguments"].get("evidence", ()) if body["command"]["name"] == FileDispute.NAME else ():
            if self._hashes[pinned["version"] : pinned["version"] + 1] != [pinned["hash"]]:
                raise ValueError(f"evidence: version {pinned['version']} has another hash")

    def _repeats(self, body: Mapping[str, Any]) -> None:
        # A fork is a table of its own: what was asked for there may be asked for again here.
        command = (chained_under(self._record.table, self._record.origin, body["version"]), body["actor"], body["command_id"])
        if command in self._commands:
            raise ValueError(f"command_id: {body['actor']} has used {body['command_id']} before")
        self._commands.add(command)

    def _seals(self, version: int, body: Mapping[str, Any]) -> set[str]:
        own = {*digests_in(body["command"]), *digests_in([fact["fields"] for fact in body["facts"]])}
        for digest in own:
            if digest in self.sealed:
                raise ValueError(f"seals: {digest} was used at version {self.sealed[digest]}")
        self.sealed.update(dict.fromkeys(own, version))
        return own

    def _openings(self, openings: list[dict[str, Any]], own: Collection[str]) -> None:
        digests = [opening["digest"] for opening in openings]
        if digests != sorted(set(digests)):
            raise ValueError("openings: not sorted by digest, each once")
        for opening in openings:
            digest, names = opening["digest"], opening["for"]
            if spare_bits(opening["salt"]) or seal_digest(opening["salt"], opening["value"]) != digest:
                raise ValueError(f"openings: salt and value do not give {digest}")
            if digest not in self.sealed:
                raise ValueError(f"openings: nothing is sealed as {digest}")
            if names != sorted(set(names)):
                raise ValueError(f"openings: the names that {digest} is for are not sorted")
            if digest not in own and names != FOR_EVERYBODY:
                raise ValueError(f"openings: {digest} is repeated, and not for everybody")


def check_table(record: Record) -> None:
    """Raise BadRecord when not one event is the table's: then it is the name of the table that is wrong."""
    hashes = (NO_HASH, *(event.hash for event in record.events))
    if len(record.events) > 1 and not any(
        event.hash == _hash(record, event, before) for before, event in zip(hashes, record.events, strict=False)
    ):
        raise BadRecord(None, f"table: the events are not those of {record.table}")


def _hash(record: Record, event: Stored, before: str) -> str:
    return chain_hash(chained_under(record.table, record.origin, event.version), event.version, before, event.body)


def check_origin(record: Record) -> None:
    """Raise BadRecord unless the header says where a fork comes from just as its own first event does, and so of a fork's fork."""
    facts = ((event.version, fact) for event in record.events for fact in json.loads(event.body)["facts"])
    begun = [(version, fact["fields"]) for version, fact in facts if fact["name"] == Forked.NAME]
    origins = [] if record.origin is None else [*record.origin.line()]
    if len(begun) != len(origins):
        raise BadRecord(None, f"origin: {len(origins)} given, and there are {len(begun)} events that begin a fork")
    for origin, (version, fields) in zip(origins, reversed(begun), strict=True):
        for name in ("table", "version", "hash"):
            if fields.get(name) != getattr(origin, name):
                raise BadRecord(None, f"origin: {name} {getattr(origin, name)}, and version {version} says {fields.get(name)}")
        if version != origin.version + 1:
            raise BadRecord(None, f"origin: version {origin.version}, and the fork begins with version {version}")


def check_packs(record: Record) -> None:
    """Raise BadRecord for a pack whose content has another hash than the one it goes by."""
    for digest, pack in record.packs.items():
        if hashlib.sha256(canonical(pack)).hexdigest() != digest:
            raise BadRecord(None, f"packs: this is not the pack {digest}")


def check_viewer(record: Record) -> None:
    """Raise BadRecord for an opening that the record's viewer may not have; where none is its own, the viewer is wrong."""
    audiences = [
        (event.version, opening["digest"], opening["for"])
        for event in record.events
        for opening in json.loads(event.openings)
        if opening["for"] != FOR_EVERYBODY
    ]
    strange = [one for one in audiences if not may_see(record.viewer, frozenset(map(Viewer, one[2])))]
    if strange:
        version, digest, names = strange[0]
        only_strange = len(strange) == len(audiences) > 1
        says = f"openings: {digest} is for {', '.join(names) or 'nobody'}, the record for {record.viewer}"
        raise BadRecord(None if only_strange else version, says)


def _seat_asked(question: str) -> Seat | None:
    parsed = parse_question_id(question)
    return parsed[1] if parsed else None
