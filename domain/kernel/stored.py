"""The stored form: seals, the chain, and the one redactor (service/docs/record.md)."""

import hashlib
import json
from base64 import urlsafe_b64encode
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from domain.kernel.canonical import canonical
from domain.kernel.names import Viewer, may_see

NO_HASH = "0" * 64
MARK = "..."
"""The key that stands for a sealed value, as in RFC 9901's array elements."""


@dataclass(frozen=True, slots=True)
class SealOpening:
    """What opens one seal: its digest, salt and value, and the viewers who may have it."""

    digest: str
    salt: str
    value: Any
    audience: frozenset[Viewer]

    def as_json(self) -> dict[str, Any]:
        return {"digest": self.digest, "salt": self.salt, "value": self.value, "for": sorted(self.audience)}

    def whole(self) -> bool:
        """Whether salt and value really give the digest."""
        return seal_digest(self.salt, self.value) == self.digest


@dataclass(frozen=True, slots=True)
class Stored:
    """One event as it is stored, or a viewer's copy of it: the same body and hash, fewer openings."""

    version: int
    body: bytes
    openings: bytes
    hash: str


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a fork's first events come from: those up to ``version``, whose hash this is, are chained under ``table``.

    ``origin`` is there when that table was a fork itself.
    """

    table: str
    version: int
    hash: str
    origin: "Origin | None" = None

    def line(self) -> Iterator["Origin"]:
        """This one, and that of each table before it."""
        yield self
        if self.origin is not None:
            yield from self.origin.line()

    def as_json(self) -> dict[str, Any]:
        own = {"table": self.table, "version": self.version, "hash": self.hash}
        return own if self.origin is None else {**own, "origin": self.origin.as_json()}


def read_origin(value: Mapping[str, Any]) -> Origin:
    within = value.get("origin")
    return Origin(value["table"], value["version"], value["hash"], None if within is None else read_origin(within))


def chained_under(table: str, origin: Origin | None, version: int) -> str:
    """The table whose id is in the hash of a version of this table."""
    for each in () if origin is None else origin.line():
        if version <= each.version:
            table = each.table
    return table


def base64url(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def seal_digest(salt: str, value: object) -> str:
    """The digest of a sealed value (RFC 9901, section 4.2)."""
    disclosure = base64url(canonical([salt, value]))
    return base64url(hashlib.sha256(disclosure.encode()).digest())


def seal(value: object, audience: frozenset[Viewer], salt: bytes) -> SealOpening:
    """Seal a stored value with 16 random bytes."""
    text = base64url(salt)
    return SealOpening(seal_digest(text, value), text, value, audience)


def is_seal(value: object) -> bool:
    return isinstance(value, Mapping) and value.keys() == {MARK}


def pack_openings(openings: Iterable[SealOpening]) -> bytes:
    """Canonical bytes: an array sorted by digest."""
    return canonical([opening.as_json() for opening in sorted(openings, key=lambda opening: opening.digest)])


def read_openings(data: bytes) -> tuple[SealOpening, ...]:
    if data == b"[]":
        return ()
    return tuple(SealOpening(item["digest"], item["salt"], item["value"], frozenset(map(Viewer, item["for"]))) for item in json.loads(data))


def chain_hash(table: str, version: int, previous: str, body: bytes) -> str:
    """The hash of an event, from the hash before it (NO_HASH before the first)."""
    return hashlib.sha256(f"gavel-event-1\n{table}\n{version}\n{previous}\n".encode() + body).hexdigest()


def copy_for(viewer: Viewer, event: Stored) -> Stored:
    """A viewer's copy. It depends on this event and the viewer alone, and nothing else hides anything."""
    openings = read_openings(event.openings)
    visible = tuple(opening for opening in openings if may_see(viewer, opening.audience))
    return event if len(visible) == len(openings) else Stored(event.version, event.body, pack_openings(visible), event.hash)
