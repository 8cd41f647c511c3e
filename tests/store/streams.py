"""Building streams in tests."""

from domain.kernel.stored import chain_hash
from service.store import NO_TIP, UNCHANGED, EventStore, NewEntry, Outcome, Tip, Unchanged

TABLE = "k7q2m4x6z3a5b7c2"


def chained(*bodies: bytes, after: Tip = NO_TIP, table: str = TABLE, command: str = "") -> tuple[NewEntry, ...]:
    """Events that follow one another; the first carries the command."""
    entries: list[NewEntry] = []
    previous = after.hash
    for version, body in enumerate(bodies, start=after.version + 1):
        previous = chain_hash(table, version, previous, body)
        entries.append(NewEntry(body, b"[]", previous, "" if entries else command))
    return tuple(entries)


def extend(
    store: EventStore, *bodies: bytes, table: str = TABLE, command: str = "", deadline: int | Unchanged | None = UNCHANGED
) -> Outcome:
    """Append after the present tip."""
    tip = store.tip(table)
    return store.append(table, tip.version, tip.hash, chained(*bodies, after=tip, table=table, command=command), deadline=deadline)


def bodies(store: EventStore, table: str = TABLE) -> list[bytes]:
    return [entry.body for entry in store.read(table)]
