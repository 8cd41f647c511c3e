"""One embedded store for the API's tests; each test has an application, and an organiser, of its own."""

from collections.abc import Iterator
from copy import copy
from pathlib import Path

import pytest
from flask import Flask

from domain.catalogue import CATALOGUE
from service.api import create_app
from service.api.app import backing
from service.api.routing import EXTENSION
from service.config import Settings
from service.embedded import EmbeddedServer
from service.identity import Holder, Identity
from service.parts import Parts, assemble
from service.store import connect
from tests.api.clients import Caller
from tests.kernel.night_market import NIGHT_MARKET
from tests.servers import start_server

GAMES = (NIGHT_MARKET, *CATALOGUE)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServer]:
    server = start_server(tmp_path_factory.mktemp("store"))
    yield server
    server.stop()


def settings_on(server: EmbeddedServer) -> Settings:
    return Settings(data=Path("unused"), store_url=server.url, log="error")


@pytest.fixture
def settings(server: EmbeddedServer) -> Settings:
    with connect(server.url) as client:
        client.flushall()
    return settings_on(server)


@pytest.fixture
def parts(settings: Settings) -> Parts:
    return assemble(settings, GAMES)


@pytest.fixture(scope="session")
def routes(server: EmbeddedServer) -> Flask:
    """An application that nobody calls: to put its routes and their document together takes longer than most tests."""
    return create_app(assemble(settings_on(server), GAMES))


@pytest.fixture
def app(routes: Flask, parts: Parts) -> Iterator[Flask]:
    app = copy(routes)
    app.extensions = {**routes.extensions, EXTENSION: backing(parts)}
    yield app
    app.extensions["gavel"].feeds.stop()


@pytest.fixture
def organiser(app: Flask, parts: Parts) -> Caller:
    return Caller(app, Identity(parts.tokens).issue(Holder("organiser")))
