"""One embedded store for the API's tests; each test has an application, and an organiser, of its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from domain.catalogue import CATALOGUE
from service.api import create_app
from service.config import Settings
from service.embedded import EmbeddedServer
from service.identity import Holder, Identity
from service.parts import Parts, assemble
from service.store import connect
from tests.api.clients import Caller
from tests.kernel.night_market import NIGHT_MARKET
from tests.servers import start_server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServer]:
    server = start_server(tmp_path_factory.mktemp("store"))
    yield server
    server.stop()


@pytest.fixture
def settings(server: EmbeddedServer) -> Settings:
    with connect(server.url) as client:
        client.flushall()
    return Settings(data=Path("unused"), store_url=server.url, log="error")


@pytest.fixture
def parts(settings: Settings) -> Parts:
    return assemble(settings, (NIGHT_MARKET, *CATALOGUE))


@pytest.fixture
def app(parts: Parts) -> Iterator[Flask]:
    app = create_app(parts)
    yield app
    app.extensions["gavel"].feeds.stop()


@pytest.fixture
def organiser(app: Flask, parts: Parts) -> Caller:
    return Caller(app, Identity(parts.tokens).issue(Holder("organiser")))
