"""Streams of forks: the first events chained under the table that they come from, the rest under their own."""

from dataclasses import replace

import pytest
import redis

from domain.kernel.stored import NO_HASH, Origin, chained_under, read_origin
from service.store import Appended, Conflict, Duplicate, EventStore, Limits, NewEntry, StoreCorrupt, Tip, TooLarge, keys
from tests.store.streams import TABLE, bodies, chained, extend

FORK = "m5n6p7q2r3s4t5u6"
AGAIN = "v3w4x5y6z7a2b3c4"
ONE, TWO, THREE = chained(b"one", b"two", b"three")
ORIGIN = Origin(TABLE, 2, TWO.hash)


def entries(origin: Origin = ORIGIN, table: str = FORK, prefix: tuple[NewEntry, ...] = (ONE, TWO)) -> tuple[NewEntry, ...]:
    """The prefix and a first event of the fork's own."""
    return (*prefix, *chained(b"forked", after=Tip(origin.version, origin.hash), table=table, command="seat:0/fork"))


def fork(store: EventStore, **changes: object) -> object:
    return store.append(FORK, 0, NO_HASH, entries(), **{"origin": ORIGIN, **changes})  # type: ignore[arg-type]


def test_a_fork_is_appended_and_read_as_one_stream(store: EventStore) -> None:
    assert fork(store) == Appended(3)
    assert bodies(store, FORK) == [b"one", b"two", b"forked"]
    assert store.tip(FORK).origin == ORIGIN
    assert extend(store, b"four", table=FORK) == Appended(4)
    assert [entry.version for entry in store.read(FORK, after=1)] == [2, 3, 4]
    assert store.tip(FORK) == Tip(4, [*store.read(FORK)][-1].hash, ORIGIN)


def test_a_table_that_is_no_fork_comes_from_nowhere(store: EventStore) -> None:
    extend(store, b"one")
    assert store.tip(TABLE).origin is None


def test_a_fork_that_is_sent_twice_stands_once(store: EventStore) -> None:
    fork(store)
    assert fork(store) == Duplicate(3)
    assert store.append(FORK, 0, NO_HASH, [replace(entry, command="") for entry in entries()], origin=ORIGIN) == Duplicate(1)
    other = (*entries()[:2], *chained(b"other", after=Tip(2, TWO.hash), table=FORK, command="seat:0/other"))
    assert isinstance(store.append(FORK, 0, NO_HASH, other, origin=ORIGIN), Conflict)
    assert bodies(store, FORK) == [b"one", b"two", b"forked"]


@pytest.mark.parametrize(
    "origin",
    [
        None,
        Origin(TABLE, 1, ONE.hash),
        Origin(TABLE, 3, THREE.hash),
        Origin("a" * 16, 2, TWO.hash),
        Origin(TABLE, 2, THREE.hash),
    ],
)
def test_what_is_not_chained_from_where_the_fork_comes_from_is_not_appended(store: EventStore, origin: Origin | None) -> None:
    with pytest.raises(ValueError, match="version"):
        fork(store, origin=origin)
    assert not store.exists(FORK)


def test_a_fork_of_a_fork_goes_through_both_chains(store: EventStore) -> None:
    fork(store)
    tip = store.tip(FORK)
    origin = Origin(FORK, 3, tip.hash, ORIGIN)
    again = entries(origin, AGAIN, tuple(NewEntry(entry.body, entry.openings, entry.hash) for entry in store.read(FORK)))
    assert store.append(AGAIN, 0, NO_HASH, again, origin=origin) == Appended(4)
    assert bodies(store, AGAIN) == [b"one", b"two", b"forked", b"forked"]
    assert [chained_under(AGAIN, origin, version) for version in (1, 2, 3, 4)] == [TABLE, TABLE, FORK, AGAIN]
    assert read_origin(origin.as_json()) == origin == store.tip(AGAIN).origin


@pytest.mark.parametrize(("version", "good"), [(1, 0), (2, 1), (3, 2)])
def test_a_fork_that_was_changed_is_not_read_past_the_change(store: EventStore, client: redis.Redis, version: int, good: int) -> None:
    fork(store)
    kept = list(store.read(FORK))
    client.delete(keys.events(FORK))
    for entry in kept:
        body = b"changed" if entry.version == version else entry.body
        client.xadd(keys.events(FORK), {"body": body, "openings": entry.openings, "hash": entry.hash}, f"{entry.version}-0")
    with pytest.raises(StoreCorrupt) as raised:
        list(store.read(FORK))
    assert raised.value.last_good_version == good


def test_the_beginning_of_a_fork_may_be_longer_than_any_other_append_but_not_endless(client: redis.Redis) -> None:
    store = EventStore(client, Limits(events=2, prefix=3))
    assert fork(store) == Appended(3)
    with pytest.raises(TooLarge):
        fork(EventStore(client, Limits(prefix=2)))
    with pytest.raises(TooLarge):
        fork(EventStore(client, Limits(bytes=17)))
    assert fork(EventStore(client, Limits(bytes=18))) == Duplicate(3)


def test_a_long_game_is_forked_in_one_append(store: EventStore) -> None:
    prefix = chained(*(b"%d" % number for number in range(2500)))
    origin = Origin(TABLE, 2500, prefix[-1].hash)
    assert store.append(FORK, 0, NO_HASH, entries(origin, prefix=prefix), origin=origin) == Appended(2501)
    assert len(bodies(store, FORK)) == 2501
