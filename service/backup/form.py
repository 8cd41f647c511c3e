"""The form of a backup: gzip around lines of JSON. A header, the tables with their events, the shelves, and an end.

The end holds the SHA-256 of all lines before it; events are chained as they are in the store; gzip adds a checksum of its own.
"""

from dataclasses import dataclass, field
from typing import Any

from msgspec import Raw, Struct

FORMAT = "gavel-backup-1"
SHELVES = ("packs", "tokens", "records", "secrets")


class BadBackup(ValueError):
    """The file is no backup, or no longer what was written; the text says where."""


class Header(Struct, forbid_unknown_fields=True):
    """``made`` in ms UTC."""

    format: str
    made: int
    program: str


class TableLine(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Before a table's events: how many follow, the chain hash at the last, and what the store keeps beside them.

    ``origin`` is there for a fork, spelled as in a record.
    """

    table: str
    events: int
    hash: str
    commands: dict[str, int]
    refused: dict[str, int]
    deadline: int | None = None
    origin: dict[str, Any] | None = None


class EventLine(Struct, forbid_unknown_fields=True):
    """``body`` and ``openings`` are taken byte for byte."""

    body: Raw
    hash: str
    openings: Raw


class ShelfLine(Struct, forbid_unknown_fields=True):
    """Before a shelf's items, each a line ``[name, base64]``."""

    shelf: str
    items: int


class EndLine(Struct, forbid_unknown_fields=True):
    tables: int
    events: int
    sha256: str


@dataclass(slots=True)
class Summary:
    """What a backup holds; ``made`` in ms UTC."""

    tables: int = 0
    events: int = 0
    made: int = 0
    shelves: dict[str, int] = field(default_factory=dict)
