"""What goes into a stream, what comes out of it, and how an append can end. Bodies and openings are opaque bytes."""

from dataclasses import dataclass
from enum import Enum
from typing import Final, TypeAlias

from domain.kernel.stored import NO_HASH, Origin, Stored

Entry = Stored
"""One stream entry, with the id ``<version>-0`` and the fields body, openings and hash."""


@dataclass(frozen=True, slots=True)
class NewEntry:
    """An event to append. ``command`` is ``<actor>/<command id>``, unique for the table's life; "" for none."""

    body: bytes
    openings: bytes
    hash: str
    command: str = ""


@dataclass(frozen=True, slots=True)
class Tip:
    """The last version of a stream and its chain hash; version 0 and NO_HASH for a table that does not exist.

    ``origin``: of a fork, whose first events are chained under the table that they happened at.
    """

    version: int
    hash: str
    origin: Origin | None = None


NO_TIP: Final = Tip(0, NO_HASH)


@dataclass(frozen=True, slots=True)
class Appended:
    """All events stand; ``version`` is the last one's."""

    version: int


@dataclass(frozen=True, slots=True)
class Duplicate:
    """Nothing was written, for it stands already: ``version`` is the event that carries the command.

    Whether that event holds the same request is for the caller to compare.
    """

    version: int


@dataclass(frozen=True, slots=True)
class Conflict:
    """Nothing was written, for others were first: ``missed`` are the events after the expected version, in order.

    ``diverged``: the expected version and hash are not of this stream at all, so what the caller holds must be
    thrown away and read anew from the start.
    """

    missed: tuple[Entry, ...]
    diverged: bool = False


Outcome: TypeAlias = Appended | Duplicate | Conflict


class Unchanged(Enum):
    """The one value that leaves a table's deadline as it is."""

    UNCHANGED = "unchanged"


UNCHANGED: Final = Unchanged.UNCHANGED
