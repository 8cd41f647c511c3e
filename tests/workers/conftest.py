"""A real store and a real queue for each test, in two databases of one server."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from service.config import Settings
from service.embedded import EmbeddedServer
from service.parts import Parts
from service.store import connect
from tests.servers import start_server
from tests.workers.market import parts_of
from workers import process


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServer]:
    server = start_server(tmp_path_factory.mktemp("store"))
    yield server
    server.stop()


@pytest.fixture
def settings(server: EmbeddedServer, tmp_path: Path) -> Settings:
    with connect(server.url) as client:
        client.flushall()
    return Settings(tmp_path, store_url=server.database(0), queue_url=server.database(1))


@pytest.fixture
def parts(settings: Settings) -> Parts:
    """The parts of this process, found by the jobs that a test calls by itself."""
    parts = parts_of(settings)
    process.set_up(parts)
    return parts
