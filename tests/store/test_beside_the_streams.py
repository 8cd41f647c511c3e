"""What is kept beside the streams: deadlines, pointers, read models, wake tokens, refusals, shelves."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from time import sleep

import pytest
import redis

from service.embedded import EmbeddedServer
from service.store import (
    UNCHANGED,
    Deadlines,
    EventStore,
    NewModel,
    Pointer,
    Pointers,
    Private,
    ReadModel,
    ReadModels,
    Refusals,
    Shelf,
    WakeTokens,
    connect,
    keys,
    packs,
    records,
    tokens,
)
from tests.store.streams import TABLE, chained, extend

DUE = 1_795_894_923_120


def test_a_deadline_is_due_from_its_millisecond_on(client: redis.Redis, store: EventStore) -> None:
    deadlines = Deadlines(client)
    extend(store, b"one", deadline=DUE)
    assert deadlines.of(TABLE) == DUE
    assert (deadlines.due(DUE - 1), deadlines.due(DUE), deadlines.due(DUE + 1)) == ((), (TABLE,), (TABLE,))


def test_a_deadline_is_left_moved_and_removed_by_appends(client: redis.Redis, store: EventStore) -> None:
    deadlines = Deadlines(client)
    seen = []
    for deadline in (DUE, UNCHANGED, DUE + 5, None, UNCHANGED):
        extend(store, b"event", deadline=deadline)
        seen.append(deadlines.of(TABLE))
    assert seen == [DUE, DUE, DUE + 5, None, None]


def test_an_append_that_is_refused_leaves_the_deadline(client: redis.Redis, store: EventStore) -> None:
    extend(store, b"one", command="seat:0/a", deadline=DUE)
    extend(store, b"again", command="seat:0/a", deadline=None)
    store.append(TABLE, 0, "0" * 64, chained(b"late"), deadline=None)
    assert Deadlines(client).of(TABLE) == DUE


def test_due_tables_come_from_every_partition(client: redis.Redis, store: EventStore) -> None:
    names = {f"table{number}" for number in range(200)}
    for name in names:
        extend(store, b"one", table=name, deadline=DUE)
    assert len({keys.partition(name) for name in names}) > 50
    assert set(Deadlines(client).due(DUE)) == names
    assert len(Deadlines(client).due(DUE, most=1)) == len({keys.partition(name) for name in names})


@pytest.fixture
def pointers(server: EmbeddedServer, client: redis.Redis) -> Iterator[Pointers]:
    with connect(server.url, answer_within=None) as waiting:
        yield Pointers(waiting)


def test_each_append_leaves_one_pointer_to_its_last_version(store: EventStore, pointers: Pointers) -> None:
    begin = pointers.now()
    extend(store, b"one", b"two")
    extend(store, b"one", table="another")
    cursor, seen = pointers.wait(begin, 1000)
    while len(seen) < 2:
        cursor, more = pointers.wait(cursor, 1000)
        seen += more
    assert set(seen) == {Pointer(TABLE, 2), Pointer("another", 1)}
    assert pointers.wait(cursor, 20) == (cursor, ())
    assert pointers.now() == cursor


def test_a_reader_waits_for_the_next_append(store: EventStore, pointers: Pointers) -> None:
    begin = pointers.now()
    with ThreadPoolExecutor(1) as thread:
        waiting = thread.submit(pointers.wait, begin, 5000)
        sleep(0.1)
        extend(store, b"one")
        assert waiting.result()[1] == (Pointer(TABLE, 1),)


def test_pointers_are_trimmed_and_streams_are_not(client: redis.Redis, store: EventStore) -> None:
    for number in range(1300):
        extend(store, b"%d" % number)
    assert client.xlen(keys.pointers(keys.partition(TABLE))) < 1200
    assert client.xlen(keys.events(TABLE)) == 1300


def test_only_a_higher_version_of_a_read_model_is_stored(client: redis.Redis) -> None:
    models = ReadModels(client)
    assert [models.put("scores", 1, TABLE, version, b"%d" % version) for version in (2, 2, 1, 10, 9)] == [True, False, False, True, False]
    assert models.get("scores", 1, TABLE) == ReadModel(10, b"10")


def test_of_many_writers_of_a_read_model_the_highest_version_stays(client: redis.Redis) -> None:
    models = ReadModels(client)
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(lambda version: models.put("scores", 1, TABLE, version, b"%d" % version), [5, 40, 3, 17, 39, 8, 21, 12]))
    assert models.get("scores", 1, TABLE) == ReadModel(40, b"40")


def test_read_models_are_apart_by_name_generation_and_table(client: redis.Redis) -> None:
    models = ReadModels(client)
    models.put("scores", 1, TABLE, 3, b"old")
    models.put("scores", 2, TABLE, 1, b"new")
    models.put("tables", 1, TABLE, 2, b"lobby")
    models.put("scores", 1, "another", 4, b"other")
    assert models.versions("scores", 1, [TABLE, "another", "none"]) == {TABLE: 3, "another": 4, "none": 0}
    assert list(models.scan("scores", 1, ["another", "none", TABLE])) == [
        ("another", ReadModel(4, b"other")),
        (TABLE, ReadModel(3, b"old")),
    ]
    models.drop("scores", 1, TABLE)
    assert models.get("scores", 1, TABLE) is None
    assert models.get("scores", 2, TABLE) == ReadModel(1, b"new")


def test_read_models_of_many_tables_are_read_in_chunks(client: redis.Redis) -> None:
    models = ReadModels(client)
    names = [f"table{number}" for number in range(1203)]
    for name in names[::100]:
        models.put("scores", 1, name, 1, name.encode())
    assert [name for name, _ in models.scan("scores", 1, names)] == names[::100]


def test_a_wake_token_is_taken_once_until_it_is_cleared(client: redis.Redis) -> None:
    wake = WakeTokens(client)
    assert [wake.set(TABLE), wake.set(TABLE), wake.set("another")] == [True, False, True]
    wake.clear(TABLE)
    assert wake.set(TABLE)


def test_a_wake_token_whose_job_was_lost_lapses(client: redis.Redis) -> None:
    wake = WakeTokens(client, lasts=50)
    wake.set(TABLE)
    sleep(0.1)
    assert wake.set(TABLE)


def test_the_last_refusals_of_each_seat_are_kept(client: redis.Redis) -> None:
    refusals = Refusals(client, kept=3)
    for data in (b"a", b"b", b"c", b"d", b"d"):
        refusals.push(TABLE, 0, data, "HM-C5" if data == b"a" else "HM-C6")
    refusals.push(TABLE, 1, b"of another seat", "HM-C5")
    assert refusals.read(TABLE, 0) == (b"b", b"c", b"d")
    assert refusals.read(TABLE, 1) == (b"of another seat",)
    assert refusals.read("another", 0) == ()


def test_refusals_are_counted_by_seat_and_rule_for_ever_and_the_same_bytes_once(client: redis.Redis) -> None:
    refusals = Refusals(client, kept=2)
    for data in (b"a", b"b", b"b", b"c", b"d"):
        refusals.push(TABLE, 0, data, "HM-C5" if data == b"a" else "HM-C6")
    refusals.push(TABLE, 3, b"a", "HM-C5")
    assert refusals.counts(TABLE) == {(0, "HM-C5"): 1, (0, "HM-C6"): 3, (3, "HM-C5"): 1}
    assert refusals.counts("another") == {}
    refusals.put_counts("another", refusals.counts(TABLE))
    assert refusals.counts("another") == refusals.counts(TABLE)


def test_many_read_models_are_stored_at_once_each_by_its_own_version(client: redis.Redis) -> None:
    models = ReadModels(client)
    models.put("scores", 1, TABLE, 5, b"newer")
    client.execute_command("FUNCTION", "FLUSH")
    late, fresh = NewModel("scores", 1, TABLE, 4, b"late"), NewModel("tables", 2, TABLE, 4, b"fresh")
    assert models.put_all([late, fresh]) == (False, True)
    assert (models.get("scores", 1, TABLE), models.get("tables", 2, TABLE)) == (ReadModel(5, b"newer"), ReadModel(4, b"fresh"))
    assert models.put_all([]) == ()


def test_a_read_model_is_replaced_whatever_version_was_there(client: redis.Redis) -> None:
    models = ReadModels(client)
    models.put("scores", 1, TABLE, 5, b"wrong")
    models.replace(NewModel("scores", 1, TABLE, 4, b"right"))
    assert models.get("scores", 1, TABLE) == ReadModel(4, b"right")


@pytest.mark.parametrize("shelf", [tokens, packs, records])
def test_a_shelf_keeps_the_first_until_it_is_dropped(client: redis.Redis, shelf: Callable[[redis.Redis], Shelf]) -> None:
    on = shelf(client)
    assert on.get("name") is None
    assert [on.put_new("name", b"first"), on.put_new("name", b"second"), on.put_new("name", b"first")] == [True, False, True]
    assert (on.get("name"), on.names()) == (b"first", ("name",))
    on.put("name", b"third")
    assert on.get("name") == b"third"
    on.drop("name")
    assert (on.get("name"), on.names()) == (None, ())


def test_of_many_claims_of_one_name_one_wins(client: redis.Redis) -> None:
    shelf = tokens(client)
    with ThreadPoolExecutor(20) as threads:
        won = list(threads.map(lambda number: shelf.put_new("claim", b"%d" % number), range(20)))
    assert won.count(True) == 1
    assert shelf.get("claim") == b"%d" % won.index(True)


def test_shelves_do_not_share_their_names(client: redis.Redis) -> None:
    tokens(client).put("name", b"token")
    assert (packs(client).get("name"), records(client).get("name")) == (None, None)


def test_what_a_seat_confides_is_kept_replaced_and_dropped_with_its_table(client: redis.Redis) -> None:
    private = Private(client)
    for table, seat, data in ((TABLE, 0, b"one"), (TABLE, 2, b"two"), ("another", 0, b"three"), (TABLE, 0, b"four")):
        private.put(table, seat, data)
    assert (private.of(TABLE), private.of("another"), private.of("none")) == ({0: b"four", 2: b"two"}, {0: b"three"}, {})
    assert private.tables() == ("another", TABLE)
    private.drop(TABLE)
    private.drop(TABLE)
    assert (private.of(TABLE), private.tables()) == ({}, ("another",))
    private.drop("another")
    assert not client.keys("*")


def test_tables_with_something_confided_come_from_every_partition(client: redis.Redis) -> None:
    private = Private(client)
    names = {f"table{number}" for number in range(200)}
    for name in names:
        private.put(name, 0, b"one")
    assert set(private.tables()) == names
