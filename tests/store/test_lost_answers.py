"""When answers are lost, late or doubled: one event, and never a wrong word about it."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis

from domain.kernel.stored import NO_HASH
from service.embedded import EmbeddedServer
from service.store import Appended, Duplicate, EventStore, OutcomeUnknown, ReadModels, StoreUnavailable, connect, tokens
from service.store.functions import LIBRARY
from tests.proxy import Proxy
from tests.store.streams import TABLE, bodies, chained, extend


@pytest.fixture
def proxy(server: EmbeddedServer, client: redis.Redis) -> Iterator[Proxy]:
    client.function_load(LIBRARY, replace=True)
    with Proxy(server.socket) as proxy:
        yield proxy


@pytest.fixture
def far(proxy: Proxy) -> Iterator[EventStore]:
    """The store as seen through the proxy, by a client that resends."""
    with connect(f"redis://127.0.0.1:{proxy.port}", answer_within=1.0) as client:
        yield EventStore(client)


@pytest.fixture
def once(proxy: Proxy) -> Iterator[EventStore]:
    """The store as seen through the proxy, by a client that never resends."""
    with connect(f"redis://127.0.0.1:{proxy.port}", answer_within=1.0, resends=0) as client:
        yield EventStore(client)


def test_a_swallowed_answer_still_gives_one_event(proxy: Proxy, far: EventStore, store: EventStore) -> None:
    proxy.swallow(b"FCALL")
    assert far.append(TABLE, 0, NO_HASH, chained(b"one", b"two", command="seat:0/a")) == Duplicate(1)
    assert (proxy.spoiled, bodies(store)) == (1, [b"one", b"two"])


def test_a_swallowed_answer_to_an_append_without_command_id_still_gives_one_event(proxy: Proxy, far: EventStore, store: EventStore) -> None:
    extend(store, b"one")
    proxy.swallow(b"FCALL")
    assert extend(far, b"two") == Duplicate(2)
    assert (proxy.spoiled, bodies(store)) == (1, [b"one", b"two"])


def test_an_answer_that_never_comes_is_asked_for_again(proxy: Proxy, far: EventStore, store: EventStore) -> None:
    proxy.mute(b"FCALL")
    assert extend(far, b"one", command="seat:0/a") == Duplicate(1)
    assert (proxy.spoiled, bodies(store)) == (1, [b"one"])


@pytest.mark.parametrize("trouble", [Proxy.swallow, Proxy.mute])
def test_without_any_answer_the_outcome_is_unknown_and_the_same_id_tells(
    proxy: Proxy, once: EventStore, store: EventStore, trouble: object
) -> None:
    assert callable(trouble)
    trouble(proxy, b"FCALL")
    with pytest.raises(OutcomeUnknown):
        extend(once, b"one", command="seat:0/a")
    assert bodies(store) == [b"one"]
    assert extend(once, b"one", command="seat:0/a") == Duplicate(1)
    assert extend(once, b"two", command="seat:0/b") == Appended(2)


def test_a_late_answer_does_not_pass_for_the_next_one(proxy: Proxy, once: EventStore, store: EventStore) -> None:
    proxy.delay(b"FCALL", 1.3)
    with pytest.raises(OutcomeUnknown):
        extend(once, b"one", command="seat:0/a")
    time.sleep(0.5)
    assert extend(once, b"two", command="seat:0/b") == Appended(2)
    assert once.version_of(TABLE, "seat:0/c") is None
    assert bodies(store) == [b"one", b"two"]


def test_a_doubled_answer_does_not_pass_for_the_next_one(proxy: Proxy, far: EventStore, store: EventStore) -> None:
    proxy.double(b"FCALL")
    assert extend(far, b"one", command="seat:0/a") == Appended(1)
    time.sleep(0.1)
    assert far.version_of(TABLE, "seat:0/none") is None
    assert extend(far, b"two", command="seat:0/b") == Appended(2)
    assert bodies(store) == [b"one", b"two"]


def test_a_lost_read_is_read_again(proxy: Proxy, far: EventStore, store: EventStore) -> None:
    extend(store, b"one", b"two")
    proxy.swallow(b"XRANGE")
    assert bodies(far) == [b"one", b"two"]
    assert proxy.spoiled == 1


def test_a_swallowed_answer_does_not_lose_a_claim(proxy: Proxy, client: redis.Redis) -> None:
    proxy.swallow(b"HSETNX")
    with connect(f"redis://127.0.0.1:{proxy.port}") as far:
        assert tokens(far).put_new("claim", b"mine")
        assert not tokens(client).put_new("claim", b"yours")
    assert proxy.spoiled == 1


def test_a_swallowed_answer_to_a_read_model_leaves_it_stored(proxy: Proxy, client: redis.Redis) -> None:
    proxy.swallow(b"FCALL")
    with connect(f"redis://127.0.0.1:{proxy.port}") as far:
        assert not ReadModels(far).put("scores", 1, TABLE, 3, b"sheet")
    model = ReadModels(client).get("scores", 1, TABLE)
    assert model is not None
    assert (proxy.spoiled, model.version, model.data) == (1, 3, b"sheet")


def test_a_server_that_is_not_there_is_unavailable(tmp_path: Path) -> None:
    with connect(f"unix://{tmp_path}/none.sock", resends=0) as client:
        store = EventStore(client)
        with pytest.raises(StoreUnavailable):
            store.tip(TABLE)
        with pytest.raises(StoreUnavailable):
            store.append(TABLE, 0, NO_HASH, chained(b"one"))


def test_the_function_library_comes_back_after_it_was_flushed(client: redis.Redis, store: EventStore) -> None:
    extend(store, b"one")
    client.function_flush("SYNC")
    assert extend(store, b"two") == Appended(2)
