"""The store as a command needs it: one that runs, or the embedded one started for as long as the command takes."""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from domain.catalogue import CATALOGUE
from domain.kernel.game import AnyGame
from service.cli.up import CANNOT_START, say, settings_from
from service.config import ConfigurationRefused, Settings
from service.embedded import EmbeddedError, EmbeddedServer, FolderInUse
from service.parts import Parts, assemble
from service.store import SettingsRefused, StoreError, StoreUnavailable

PATIENCE = 0.2


def on_data(function: Callable[..., Any]) -> Callable[..., Any]:
    """The option that says which store: the embedded one's folder, where GAVEL_STORE_URL names no other."""
    return click.option("--data", type=click.Path(path_type=Path), help="Folder of the embedded store.")(function)


def with_json(function: Callable[..., Any]) -> Callable[..., Any]:
    return click.option("--json", "as_json", is_flag=True, help="Print JSON and nothing else.")(function)


@contextmanager
def opened(data: Path | None, made: bool = False, catalogue: Iterable[AnyGame] = CATALOGUE) -> Iterator[Parts]:
    """The parts on the store that the settings name. Whatever keeps us from it is told, and ends the program with 1.

    ``made``: the store must be there already; a folder without one is refused and nothing is made.
    """
    try:
        settings = settings_from({"data": data})
        if made and settings.store_url is None and not (settings.data.expanduser() / "appendonlydir").is_dir():
            raise EmbeddedError(f"there are no data in {settings.data}: --data names the folder")
        with running(settings) as settings:
            yield assemble(settings, catalogue)
    except (EmbeddedError, ConfigurationRefused, SettingsRefused, StoreUnavailable) as error:
        say(str(error))
        sys.exit(CANNOT_START)
    except StoreError as error:
        say(f"the store: {error}")
        sys.exit(CANNOT_START)


@contextmanager
def running(settings: Settings) -> Iterator[Settings]:
    """The settings with a store that runs: the one they name, one that `gavel up` has on the folder, or one of our own."""
    if settings.store_url is not None:
        yield settings
        return
    server = EmbeddedServer(settings.data, patience=PATIENCE)
    try:
        server.start()
    except FolderInUse:
        yield settings.with_store(server.url)
        return
    with server:
        yield settings.with_store(server.url)
