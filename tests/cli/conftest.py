"""A store of its own for the commands, named as an operator names it: in the environment."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from service.config import Settings
from service.embedded import EmbeddedServer
from service.parts import Parts
from service.store import connect
from tests.servers import start_server
from tests.workers.market import parts_of


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServer]:
    server = start_server(tmp_path_factory.mktemp("store"))
    yield server
    server.stop()


@pytest.fixture
def settings(server: EmbeddedServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    with connect(server.url) as client:
        client.flushall()
    monkeypatch.setenv("GAVEL_STORE_URL", server.url)
    monkeypatch.setenv("GAVEL_DATA", str(tmp_path / "data"))
    return Settings(tmp_path / "data", store_url=server.url, queue_url=server.database(1))


@pytest.fixture
def parts(settings: Settings) -> Parts:
    return parts_of(settings)
