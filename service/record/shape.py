"""The types of a record's parts, as service/docs/record.md lists them; a key that it does not list is refused."""

import json
from base64 import urlsafe_b64decode
from collections.abc import Iterator
from typing import Annotated, Any, Literal, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType

from domain.kernel.stored import MARK, base64url

Hash: TypeAlias = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]
Digest: TypeAlias = Annotated[str, Meta(pattern=r"\A[A-Za-z0-9_-]{43}\Z")]
Name: TypeAlias = Annotated[str, Meta(pattern=r"\A[a-z][a-z0-9]*(-[a-z0-9]+)*\Z")]
Key: TypeAlias = Annotated[str, Meta(pattern=r"\A[a-z][a-z0-9_]*\Z")]
CommandId: TypeAlias = Annotated[str, Meta(pattern=r"\A[A-Za-z0-9_-]{1,64}\Z")]
Ruleset: TypeAlias = Annotated[str, Meta(pattern=r"\A[a-z0-9-]+@[A-Za-z0-9._-]+\+(0|[1-9][0-9]*)\Z")]
Number: TypeAlias = Annotated[int, Meta(ge=0)]
TableId: TypeAlias = Annotated[str, Meta(pattern=r"\A[a-z2-7]{16}\Z")]
Version: TypeAlias = Annotated[int, Meta(ge=1)]

_WHO = r"seat:(0|[1-9][0-9]{0,3})|judge:(0|[1-9][0-9]{0,3})|organiser|public"
ActorName: TypeAlias = Annotated[str, Meta(pattern=rf"\A({_WHO}|system)\Z")]
ViewerName: TypeAlias = Annotated[str, Meta(pattern=rf"\A({_WHO}|judge)\Z")]


class Asked(Struct, forbid_unknown_fields=True):
    name: Name
    arguments: dict[Key, Any]


class WrittenFact(Struct, forbid_unknown_fields=True):
    name: Name
    rule: str
    fields: dict[Key, Any]
    schema: Annotated[int, Meta(ge=2)] | UnsetType = UNSET


class Body(Struct, forbid_unknown_fields=True):
    """An event's body; the last seven keys are there only when they have something to say."""

    version: Version
    at: Number
    actor: ActorName
    ruleset: Ruleset
    command: Asked
    command_id: CommandId
    draws: dict[Annotated[str, Meta(min_length=1)], Version]
    facts: Annotated[list[WrittenFact], Meta(min_length=1)]
    parent: Number | UnsetType = UNSET
    question: Annotated[str, Meta(pattern=r"\A[0-9]+\.[0-9]+\.[0-9]+\Z")] | UnsetType = UNSET
    seen: Number | UnsetType = UNSET
    on_behalf: Number | UnsetType = UNSET
    caused_by: Version | UnsetType = UNSET
    replays: Version | UnsetType = UNSET
    seed_number: Annotated[int, Meta(ge=2)] | UnsetType = UNSET


class WrittenOpening(Struct, forbid_unknown_fields=True, rename={"audience": "for"}):
    digest: Digest
    salt: Annotated[str, Meta(pattern=r"\A[A-Za-z0-9_-]{22}\Z")]
    value: Any
    audience: list[ViewerName]


class WrittenEvent(Struct, forbid_unknown_fields=True):
    body: Body
    hash: Hash
    openings: list[WrittenOpening]


class WrittenOrigin(Struct, forbid_unknown_fields=True):
    table: TableId
    version: Version
    hash: Hash
    origin: "WrittenOrigin | UnsetType" = UNSET


class Header(Struct, forbid_unknown_fields=True):
    """What stands around the events; ``origin`` is there for a fork."""

    format: Literal["gavel-record-1"]
    key: Hash
    packs: dict[Hash, dict[str, Any]]
    signature: Annotated[str, Meta(pattern=r"\A[0-9a-f]{128}\Z")]
    table: TableId
    viewer: ViewerName
    origin: WrittenOrigin | UnsetType = UNSET


def spare_bits(salt: str) -> bool:
    """Whether a salt's last character says more than its 16 bytes: another spelling of the same salt."""
    return base64url(urlsafe_b64decode(salt + "==")) != salt


def digests_in(value: object) -> Iterator[str]:
    """The digest of every seal in a stored value; ValueError for a seal that is not written as one."""
    match value:
        case {**pairs} if MARK in pairs:
            digest = pairs[MARK]
            if len(pairs) != 1 or not isinstance(digest, str):
                raise ValueError(f"not a seal: {json.dumps(value)[:100]}")
            yield digest
        case {**pairs}:
            for item in pairs.values():
                yield from digests_in(item)
        case [*items]:
            for item in items:
                yield from digests_in(item)
