"""Appending: all or nothing, in order, once."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
import redis

from domain.kernel.stored import NO_HASH
from service.store import (
    NO_TIP,
    Appended,
    Conflict,
    Duplicate,
    Entry,
    EventStore,
    Limits,
    Outcome,
    StoreUnavailable,
    Tip,
    TooLarge,
    keys,
)
from tests.store.streams import TABLE, bodies, chained, extend


def entry(version: int, body: bytes, hash: str) -> Entry:
    return Entry(version, body, b"[]", hash)


def test_the_first_append_opens_the_table(store: EventStore) -> None:
    opening = chained(b"one")
    assert not store.exists(TABLE)
    assert store.append(TABLE, 0, NO_HASH, opening) == Appended(1)
    assert store.exists(TABLE)
    assert store.tip(TABLE) == Tip(1, opening[0].hash)
    assert store.tables() == (TABLE,)


def test_a_table_never_opened_has_no_tip_and_no_events(store: EventStore) -> None:
    assert store.tip(TABLE) == NO_TIP
    assert list(store.read(TABLE)) == []
    assert store.tables() == ()


def test_several_events_stand_in_order_after_one_append(store: EventStore) -> None:
    entries = chained(b"one", b"two", b"three")
    assert store.append(TABLE, 0, NO_HASH, entries) == Appended(3)
    assert list(store.read(TABLE)) == [entry(version, each.body, each.hash) for version, each in enumerate(entries, start=1)]


def test_whoever_comes_second_is_told_what_it_missed(store: EventStore) -> None:
    first, second, third = chained(b"one", b"two", b"three")
    store.append(TABLE, 0, NO_HASH, [first, second, third])
    late = chained(b"late", after=Tip(1, first.hash))
    assert store.append(TABLE, 1, first.hash, late) == Conflict((entry(2, b"two", second.hash), entry(3, b"three", third.hash)))
    assert bodies(store) == [b"one", b"two", b"three"]


def test_a_second_opening_of_a_table_misses_the_first(store: EventStore) -> None:
    (first,) = chained(b"one")
    store.append(TABLE, 0, NO_HASH, [first])
    assert store.append(TABLE, 0, NO_HASH, chained(b"other")) == Conflict((entry(1, b"one", first.hash),))


def test_a_hash_that_is_not_of_this_stream_has_diverged(store: EventStore) -> None:
    extend(store, b"one")
    elsewhere = chained(b"elsewhere")[0].hash
    assert store.append(TABLE, 1, elsewhere, chained(b"two", after=Tip(1, elsewhere))) == Conflict((), diverged=True)


@pytest.mark.parametrize("body", [b"one", b"ahead"])
def test_a_version_that_the_stream_never_reached_has_diverged(store: EventStore, body: bytes) -> None:
    extend(store, b"one")
    ahead = Tip(7, chained(body)[0].hash)
    assert store.append(TABLE, ahead.version, ahead.hash, chained(b"two", after=ahead)) == Conflict((), diverged=True)


def test_a_command_id_known_already_answers_with_its_version(store: EventStore) -> None:
    extend(store, b"one")
    extend(store, b"two", b"three", command="seat:0/6f1cA9")
    extend(store, b"four")
    assert extend(store, b"another body", command="seat:0/6f1cA9") == Duplicate(2)
    assert store.version_of(TABLE, "seat:0/6f1cA9") == 2
    assert bodies(store) == [b"one", b"two", b"three", b"four"]


def test_a_command_id_stands_for_the_event_that_carries_it(store: EventStore) -> None:
    extend(store, b"one")
    tip = store.tip(TABLE)
    before, own, behind = chained(b"before", b"own", b"behind", after=tip)
    named = (before, replace(own, command="seat:0/6f1cA9"), replace(behind, command="seat:1/6f1cA9"))
    assert store.append(TABLE, tip.version, tip.hash, named) == Appended(4)
    assert [store.version_of(TABLE, command) for command in ("seat:0/6f1cA9", "seat:1/6f1cA9")] == [3, 4]
    assert extend(store, b"again", command="seat:0/6f1cA9") == Duplicate(3)


def test_a_known_command_id_comes_before_a_conflict(store: EventStore) -> None:
    opening = chained(b"one", command="organiser/a")
    store.append(TABLE, 0, NO_HASH, opening)
    extend(store, b"two")
    assert store.append(TABLE, 0, NO_HASH, opening) == Duplicate(1)


def test_a_command_id_belongs_to_its_actor(store: EventStore) -> None:
    extend(store, b"one", command="seat:0/6f1cA9")
    assert store.version_of(TABLE, "seat:1/6f1cA9") is None
    assert extend(store, b"two", command="seat:1/6f1cA9") == Appended(2)


def test_a_command_id_belongs_to_its_table(store: EventStore) -> None:
    extend(store, b"one", command="seat:0/6f1cA9")
    assert extend(store, b"one", table="another", command="seat:0/6f1cA9") == Appended(1)


def test_an_append_sent_twice_without_command_id_is_known_by_its_hashes(store: EventStore) -> None:
    extend(store, b"one")
    tip = store.tip(TABLE)
    entries = chained(b"two", b"three", after=tip)
    store.append(TABLE, tip.version, tip.hash, entries)
    extend(store, b"four")
    assert store.append(TABLE, tip.version, tip.hash, entries) == Duplicate(2)


@pytest.mark.parametrize(
    ("limits", "refused"),
    [
        (Limits(events=1), TooLarge("events in one append", 2, 1)),
        (Limits(body=4), TooLarge("bytes of an event's body", 5, 4)),
        (Limits(openings=1), TooLarge("bytes of an event's openings", 2, 1)),
    ],
)
def test_an_append_above_a_limit_writes_nothing(client: redis.Redis, limits: Limits, refused: TooLarge) -> None:
    store = EventStore(client, limits)
    with pytest.raises(TooLarge) as raised:
        store.append(TABLE, 0, NO_HASH, chained(b"one", b"three"))
    assert vars(raised.value) == vars(refused)
    assert client.dbsize() == 0


def test_an_append_at_the_limits_stands(client: redis.Redis) -> None:
    store = EventStore(client, Limits(events=2, body=5, openings=2))
    assert store.append(TABLE, 0, NO_HASH, chained(b"one", b"three")) == Appended(2)


def test_events_that_do_not_follow_from_the_expected_hash_are_never_sent(client: redis.Redis, store: EventStore) -> None:
    first, second = chained(b"one", b"two")
    for entries in ([first, replace(second, body=b"forged")], [second], []):
        with pytest.raises(ValueError, match="event"):
            store.append(TABLE, 0, NO_HASH, entries)
    assert client.dbsize() == 0


@pytest.mark.parametrize("spoiled", ["events", "tip", "commands", "deadlines", "pointers"])
def test_a_key_of_another_kind_lets_nothing_of_an_append_through(client: redis.Redis, store: EventStore, spoiled: str) -> None:
    number = keys.partition(TABLE)
    names = {
        "events": keys.events(TABLE),
        "tip": keys.tip(TABLE),
        "commands": keys.commands(TABLE),
        "deadlines": keys.deadlines(number),
        "pointers": keys.pointers(number),
    }
    client.set(names[spoiled], b"not what it should be")
    with pytest.raises(StoreUnavailable):
        store.append(TABLE, 0, NO_HASH, chained(b"one", b"two", command="seat:0/a"), deadline=5)
    assert {name for name, key in names.items() if client.exists(key)} == {spoiled}


@pytest.mark.parametrize(
    "body",
    [
        b'{"draws":{},"facts":[],"n":9007199254740991}',
        b'{"n":-9007199254740991,"list":[[],{}]}',
        b'{"big":123456789012345678901234567890}',
        '{"text":"\u00e9\u2028\U0001f319"}'.encode(),
        bytes(range(256)),
        b"",
    ],
)
def test_bodies_and_openings_come_back_byte_for_byte(store: EventStore, body: bytes) -> None:
    (new,) = chained(body)
    store.append(TABLE, 0, NO_HASH, [replace(new, openings=body[::-1])])
    assert list(store.read(TABLE)) == [Entry(1, body, body[::-1], new.hash)]


def test_of_many_appends_at_once_one_wins_and_the_others_see_it(store: EventStore) -> None:
    extend(store, b"one")
    tip = store.tip(TABLE)

    def attempt(number: int) -> Outcome:
        return store.append(TABLE, tip.version, tip.hash, chained(b"by %d" % number, after=tip, command=f"seat:{number}/a"))

    with ThreadPoolExecutor(20) as threads:
        outcomes = list(threads.map(attempt, range(20)))
    winner = list(store.read(TABLE, after=1))
    assert outcomes.count(Appended(2)) == 1
    assert outcomes.count(Conflict(tuple(winner))) == 19


def test_of_many_appends_with_one_command_id_one_is_written(store: EventStore) -> None:
    extend(store, b"one")
    tip = store.tip(TABLE)

    def attempt(number: int) -> Outcome:
        return store.append(TABLE, tip.version, tip.hash, chained(b"salted %d" % number, after=tip, command="seat:0/a"))

    with ThreadPoolExecutor(20) as threads:
        outcomes = list(threads.map(attempt, range(20)))
    assert outcomes.count(Appended(2)) == 1
    assert outcomes.count(Duplicate(2)) == 19
    assert store.tip(TABLE).version == 2
