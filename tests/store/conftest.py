"""Each test of the store runs on every server it must work on."""

from collections.abc import Iterator

import pytest
import redis

from service.embedded import EmbeddedServer
from service.store import EventStore, connect
from tests.servers import PROGRAMS, start_server


@pytest.fixture(scope="session", params=PROGRAMS)
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServer]:
    server = start_server(tmp_path_factory.mktemp("store"), request.param)
    yield server
    server.stop()


@pytest.fixture
def client(server: EmbeddedServer) -> Iterator[redis.Redis]:
    with connect(server.url) as client:
        client.flushall()
        yield client


@pytest.fixture
def store(client: redis.Redis) -> EventStore:
    return EventStore(client)
