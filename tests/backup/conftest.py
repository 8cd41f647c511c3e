"""A store with games in it, and an empty one for what comes back."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from service.config import Settings
from service.embedded import EmbeddedServer
from service.parts import Parts
from service.store import connect
from tests.servers import PROGRAMS, start_server
from tests.workers.market import parts_of


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServer]:
    server = start_server(tmp_path_factory.mktemp("store"))
    yield server
    server.stop()


@pytest.fixture(scope="session", params=PROGRAMS)
def other_server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServer]:
    server = start_server(tmp_path_factory.mktemp("other"), request.param)
    yield server
    server.stop()


def _empty(server: EmbeddedServer, folder: Path) -> Parts:
    with connect(server.url) as client:
        client.flushall()
    return parts_of(Settings(folder, store_url=server.database(0), queue_url=server.database(1)))


@pytest.fixture
def parts(server: EmbeddedServer, tmp_path: Path) -> Parts:
    return _empty(server, tmp_path)


@pytest.fixture
def other(other_server: EmbeddedServer, tmp_path: Path) -> Parts:
    return _empty(other_server, tmp_path)
