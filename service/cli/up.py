"""Starting Gavel: everything at once, or one part of it."""

import os
import signal
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from service import counts
from service.config import ConfigurationRefused, Settings, from_environment
from service.embedded import EmbeddedError
from service.identity import first_organiser_token
from service.parts import assemble
from service.running import SERVICE, WORKER, Running, environment_for
from service.store import SettingsRefused, StoreUnavailable

CANNOT_START = 1


def _options(function: Callable[..., Any]) -> Callable[..., Any]:
    for option in (
        click.option("--data", type=click.Path(path_type=Path), help="Folder of the embedded store."),
        click.option("--host", help="Address to serve at (default 127.0.0.1)."),
        click.option("--port", type=click.IntRange(1, 65535), help="Port to serve at (default 8420)."),
        click.option("--durability", type=click.Choice(["required", "accepted"]), help="`accepted` runs on a store that may lose moves."),
    ):
        function = option(function)
    return function


@click.command()
@_options
def up(**given: Any) -> None:
    """Start the store, a worker and the service; Ctrl-C stops all three."""
    settings = settings_from(given)
    stop = Stop()
    try:
        with Running(settings, say) as running:
            token = first_organiser_token(assemble(running.settings))
            running.start()
            click.echo(f"Gavel is at {running.url} (data in {settings.data})")
            if token:
                click.echo(f"Organiser token, shown this once: {token}")
            click.echo("Ctrl-C stops it.")
            running.wait(stop)
            say("stopping")
    except (EmbeddedError, SettingsRefused, StoreUnavailable, TimeoutError) as error:
        say(str(error))
        sys.exit(CANNOT_START)


@click.command()
@_options
def serve(**given: Any) -> None:
    """Serve HTTP alone, on the store that GAVEL_STORE_URL names."""
    settings = settings_from(given)
    _check(settings)
    _become(settings, counts.SERVICE, SERVICE)


@click.command()
def worker() -> None:
    """Run one worker alone, on the store that GAVEL_STORE_URL names."""
    settings = settings_from({})
    if settings.store_url is None:
        say("GAVEL_STORE_URL: no store is named; `gavel up` starts one, and a worker with it")
        sys.exit(CANNOT_START)
    _become(settings, counts.WORKER, WORKER)


class Stop:
    """Whether Ctrl-C or a polite kill has asked us to stop."""

    def __init__(self) -> None:
        self._asked = False
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._ask)

    def _ask(self, number: int, frame: object) -> None:
        self._asked = True

    def __call__(self) -> bool:
        return self._asked


def settings_from(given: dict[str, Any]) -> Settings:
    """The environment's settings with the command line's over them; a setting that is wrong ends the program."""
    try:
        settings = from_environment()
    except ConfigurationRefused as error:
        raise click.UsageError(str(error)) from error
    return replace(settings, **{name: value for name, value in given.items() if value is not None})


def say(text: str) -> None:
    click.echo(f"gavel: {text}", err=True)


def _check(settings: Settings) -> None:
    try:
        token = first_organiser_token(assemble(settings))
    except (ConfigurationRefused, SettingsRefused, StoreUnavailable) as error:
        say(str(error))
        sys.exit(CANNOT_START)
    if token:
        click.echo(f"Organiser token, shown this once: {token}")


def _become(settings: Settings, kind: str, words: tuple[str, ...]) -> None:
    try:
        (settings.counts / kind).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        say(f"GAVEL_METRICS_DIR: {settings.counts} cannot be made: {error.strerror}")
        sys.exit(CANNOT_START)
    os.execve(sys.executable, [sys.executable, *words], environment_for(settings, kind))  # noqa: S606
