"""Reading: in pages, from any version, and never past damage."""

import pytest
import redis

from service.store import NO_TIP, EventStore, StoreCorrupt, Tip, keys
from service.store.driver import Server
from service.store.events import PAGE
from tests.store.streams import TABLE, bodies, chained, extend


def damage(store: EventStore, after: int = 0) -> tuple[list[bytes], int]:
    """The bodies that could be read before the damage, and the last good version that the error names."""
    found: list[bytes] = []
    with pytest.raises(StoreCorrupt) as raised:
        found.extend(entry.body for entry in store.read(TABLE, after))
    assert raised.value.table == TABLE
    return found, raised.value.last_good_version


def five(store: EventStore) -> None:
    extend(store, b"one", b"two", b"three", b"four", b"five")


def change(client: redis.Redis, version: int, **fields: bytes) -> None:
    """Rewrite one entry in place, as no command of the store ever does."""
    entries = list(EventStore(client).read(TABLE))
    client.delete(keys.events(TABLE))
    for entry in entries:
        row = {"id": b"%d-0" % entry.version, "body": entry.body, "openings": entry.openings, "hash": entry.hash.encode()}
        row |= fields if entry.version == version else {}
        stream_id = row.pop("id")
        Server(client).ask("XADD", keys.events(TABLE), stream_id, *(word for pair in row.items() for word in pair))


def test_a_part_of_a_stream_is_read_by_version(store: EventStore) -> None:
    five(store)
    assert [entry.version for entry in store.read(TABLE, after=2)] == [3, 4, 5]
    assert [entry.version for entry in store.read(TABLE, after=1, up_to=3)] == [2, 3]
    assert [entry.version for entry in store.read(TABLE, up_to=1)] == [1]


@pytest.mark.parametrize(("after", "up_to"), [(5, None), (9, None), (3, 3), (4, 2), (0, 0)])
def test_nothing_is_read_where_nothing_lies(store: EventStore, after: int, up_to: int | None) -> None:
    five(store)
    assert list(store.read(TABLE, after, up_to)) == []


@pytest.mark.parametrize("length", [PAGE - 1, PAGE, PAGE + 1, 2 * PAGE + 1])
def test_a_long_stream_is_read_over_its_pages(store: EventStore, length: int) -> None:
    numbered = [b"%d" % number for number in range(length)]
    for start in range(0, length, 500):
        extend(store, *numbered[start : start + 500])
    assert bodies(store) == numbered
    assert [entry.body for entry in store.read(TABLE, after=7, up_to=length - 3)] == numbered[7 : length - 3]


def test_a_read_ends_at_the_tip_it_began_with(store: EventStore) -> None:
    five(store)
    reading = store.read(TABLE)
    first = next(reading)
    extend(store, b"six")
    assert [first.body, *(entry.body for entry in reading)] == [b"one", b"two", b"three", b"four", b"five"]


@pytest.mark.parametrize("missing", [1, 3, 5])
def test_a_gap_is_an_error_that_names_the_last_good_version(client: redis.Redis, store: EventStore, missing: int) -> None:
    five(store)
    client.xdel(keys.events(TABLE), f"{missing}-0")
    assert damage(store) == ([b"one", b"two", b"three", b"four", b"five"][: missing - 1], missing - 1)


def test_a_gap_before_the_part_that_is_read_is_found_as_well(client: redis.Redis, store: EventStore) -> None:
    five(store)
    client.xdel(keys.events(TABLE), "2-0")
    assert damage(store, after=3) == ([b"four", b"five"], 1)


def test_what_lies_before_a_gap_can_still_be_read(client: redis.Redis, store: EventStore) -> None:
    five(store)
    client.xdel(keys.events(TABLE), "4-0")
    assert [entry.body for entry in store.read(TABLE, up_to=3)] == [b"one", b"two", b"three"]


def test_an_end_that_is_missing_is_found_by_a_read_up_to_it(client: redis.Redis, store: EventStore) -> None:
    five(store)
    client.xdel(keys.events(TABLE), "3-0", "4-0", "5-0")
    with pytest.raises(StoreCorrupt) as raised:
        list(store.read(TABLE, up_to=4))
    assert raised.value.last_good_version == 2


def test_a_stream_numbered_anew_is_found_by_reading_and_by_appending(client: redis.Redis, store: EventStore) -> None:
    five(store)
    change(client, 5, id=b"6-0")
    assert damage(store)[1] == 4
    with pytest.raises(StoreCorrupt) as raised:
        extend(store, b"more")
    assert raised.value.last_good_version == 4


@pytest.mark.parametrize("version", [1, 3, 5])
def test_a_changed_body_is_found(client: redis.Redis, store: EventStore, version: int) -> None:
    five(store)
    change(client, version, body=b"changed")
    assert damage(store) == ([b"one", b"two", b"three", b"four", b"five"][: version - 1], version - 1)


def test_a_changed_last_event_with_its_hash_made_anew_is_found_by_the_tip(client: redis.Redis, store: EventStore) -> None:
    extend(store, b"one", b"two")
    first = next(store.read(TABLE))
    (forged,) = chained(b"forged", after=Tip(1, first.hash))
    change(client, 2, body=forged.body, hash=forged.hash.encode())
    assert damage(store) == ([b"one"], 1)


def test_an_entry_without_its_fields_is_found(client: redis.Redis, store: EventStore) -> None:
    extend(store, b"one")
    client.delete(keys.events(TABLE))
    client.xadd(keys.events(TABLE), {b"body": b"one"}, id="1-0")
    assert damage(store) == ([], 0)


@pytest.mark.parametrize(("tip", "last_good"), [(4, 4), (6, 5)])
def test_a_tip_that_counts_differently_is_found_by_reading_and_by_appending(
    client: redis.Redis, store: EventStore, tip: int, last_good: int
) -> None:
    five(store)
    entries = list(store.read(TABLE))
    client.hset(keys.tip(TABLE), mapping={"version": tip, "hash": entries[min(tip, 5) - 1].hash})
    assert damage(store)[1] == last_good
    with pytest.raises(StoreCorrupt) as raised:
        extend(store, b"more")
    assert raised.value.last_good_version == last_good


def test_a_tip_with_another_hash_is_found_by_appending(client: redis.Redis, store: EventStore) -> None:
    five(store)
    client.hset(keys.tip(TABLE), "hash", "f" * 64)
    with pytest.raises(StoreCorrupt) as raised:
        extend(store, b"more")
    assert raised.value.last_good_version == 4


def test_a_stream_without_its_tip_takes_no_opening(client: redis.Redis, store: EventStore) -> None:
    five(store)
    client.delete(keys.tip(TABLE))
    with pytest.raises(StoreCorrupt) as raised:
        store.append(TABLE, 0, NO_TIP.hash, chained(b"again"))
    assert raised.value.last_good_version == 0


def test_a_gap_keeps_the_stream_from_growing(client: redis.Redis, store: EventStore) -> None:
    five(store)
    client.xdel(keys.events(TABLE), "3-0")
    with pytest.raises(StoreCorrupt) as raised:
        extend(store, b"six")
    assert raised.value.last_good_version == 2


def test_the_tips_of_many_tables_are_read_together(store: EventStore) -> None:
    names = [f"table{number}" for number in range(PAGE + 5)]
    extend(store, b"one", b"two", table=names[0])
    extend(store, b"one", table=names[-1])
    tips = store.tips(names)
    assert list(tips) == names
    assert {name: tip.version for name, tip in tips.items() if tip.version} == {names[0]: 2, names[-1]: 1}


def test_a_lost_index_is_mended_from_the_tips(client: redis.Redis, store: EventStore) -> None:
    names = tuple(sorted(f"table{number}" for number in range(40)))
    for name in names:
        extend(store, b"one", table=name)
    client.delete(keys.TABLES)
    client.sadd(keys.TABLES, names[0])
    assert store.reindex() == 39
    assert store.tables() == names
    assert store.reindex() == 0


def test_streams_and_command_ids_never_expire(client: redis.Redis, store: EventStore) -> None:
    extend(store, b"one", command="seat:0/a")
    assert [client.ttl(name) for name in (keys.events(TABLE), keys.tip(TABLE), keys.commands(TABLE))] == [-1, -1, -1]
