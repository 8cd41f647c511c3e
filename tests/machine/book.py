"""What was asked and what was acknowledged; and what a stream must therefore hold."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from domain.kernel.names import SYSTEM
from domain.kernel.stored import NO_HASH, Stored, chain_hash


@dataclass(frozen=True, slots=True)
class Request:
    """A POST of somebody at a table; ``table`` is "" for the one that opens it."""

    who: str
    table: str
    path: str
    body: Mapping[str, Any]
    key: str


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """A request that was answered with its event."""

    request: Request
    table: str
    version: int
    told: Mapping[str, Any]


@dataclass
class Book:
    """Every acknowledged request in order, and every hash that each stream was ever seen to hold."""

    acknowledged: list[Acknowledged] = field(default_factory=list)
    hashes: dict[str, list[str]] = field(default_factory=dict)

    def write(self, request: Request, told: Mapping[str, Any]) -> None:
        table, version = request.table or told["table"], told["version"]
        known = next((old for old in self.at(table) if old.version == version), None)
        assert known is None or known.request == request, f"two requests became version {version}: {known}, {request}"
        if known is None:
            self.acknowledged.append(Acknowledged(request, table, version, told))

    def at(self, table: str) -> list[Acknowledged]:
        return [one for one in self.acknowledged if one.table == table]

    def check(self, table: str, stream: Sequence[Stored]) -> None:
        """What was ever there is there, whole and in order; what people did is what was acknowledged, once each."""
        previous = NO_HASH
        for version, event in enumerate(stream, start=1):
            assert event.version == version
            assert event.hash == chain_hash(table, version, previous, event.body)
            previous = event.hash
        hashes = [event.hash for event in stream]
        seen = self.hashes.get(table, [])
        assert hashes[: len(seen)] == seen
        self.hashes[table] = hashes
        bodies = [json.loads(event.body) for event in stream]
        done = [(body["version"], body["actor"]) for body in bodies if body["actor"] != SYSTEM]
        told = sorted((one.version, one.request.who) for one in self.at(table))
        assert done == told
        assert all(hashes[one.version - 1] == one.told.get("hash", hashes[one.version - 1]) for one in self.at(table))
