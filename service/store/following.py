"""Whether the rows of a stream are what was written: contiguous, id = version, chained."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from domain.kernel.stored import NO_HASH, Origin, chain_hash, chained_under
from service.store.entry import Entry, NewEntry, Tip
from service.store.errors import StoreCorrupt

Row: TypeAlias = tuple[bytes, Mapping[bytes, bytes]]


class Following:
    """Takes rows in order, from the first version asked for, and raises StoreCorrupt at the first that does not follow.

    Read from a later version than 1, the first row is only taken for its hash: nothing before it is known.
    """

    def __init__(self, table: str, first: int, tip: Tip) -> None:
        self._table = table
        self._tip = tip
        self._hash = NO_HASH if first == 1 else None
        self.version = first - 1

    def take(self, row: Row) -> Entry:
        stream_id, fields = row
        version = self.version + 1
        if version > self._tip.version:
            raise self.broken(f"the stream goes on after its tip, which is {self._tip.version}")
        if stream_id != f"{version}-0".encode():
            raise self.broken(f"version {version} is missing, {stream_id.decode()} comes next")
        try:
            entry = Entry(version, fields[b"body"], fields[b"openings"], fields[b"hash"].decode())
        except KeyError as error:
            raise self.broken(f"version {version} has no field {error}") from error
        under = chained_under(self._table, self._tip.origin, version)
        if self._hash is not None and entry.hash != chain_hash(under, version, self._hash, entry.body):
            raise self.broken(f"version {version} does not follow from the event before it")
        origin = self._tip.origin
        if origin is not None and version == origin.version and entry.hash != origin.hash:
            raise self.broken(f"version {version} is not the event that this fork comes from")
        if version == self._tip.version and entry.hash != self._tip.hash:
            raise self.broken(f"version {version} is not the event that the tip names")
        self.version, self._hash = version, entry.hash
        return entry

    def broken(self, says: str) -> StoreCorrupt:
        return StoreCorrupt(self._table, self.version, says)


def check_chain(table: str, version: int, previous: str, entries: Sequence[NewEntry], origin: Origin | None = None) -> None:
    """Raise ValueError when new entries do not follow from this version and hash."""
    if not entries:
        raise ValueError("an append needs an event")
    for number, entry in enumerate(entries, start=version + 1):
        if entry.hash != chain_hash(chained_under(table, origin, number), number, previous, entry.body):
            raise ValueError(f"the event for version {number} does not follow from the one before it")
        if origin is not None and number == origin.version and entry.hash != origin.hash:
            raise ValueError(f"the event for version {number} is not the one that the fork comes from")
        previous = entry.hash
