"""Starting Gavel: everything at once, or one part of it."""

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import IO, Any

import click

from service import counts
from service.address import AddressRefused, bracketed, check_free, without_password
from service.config import ConfigurationRefused, Settings, from_environment
from service.embedded import EmbeddedError
from service.identity import first_organiser_token
from service.parts import Parts, assemble
from service.record import SigningKey
from service.running import SERVICE, WORKER, NotServing, Running, environment_for
from service.store import SettingsRefused, StoreUnavailable

CANNOT_START = 1


ADDRESS = (
    click.option("--host", help="Address to serve at (default 127.0.0.1)."),
    click.option("--port", type=click.IntRange(1, 65535), help="Port to serve at (default 8420)."),
    click.option("--durability", type=click.Choice(["required", "accepted"]), help="`accepted` runs on a store that may lose moves."),
)
NO_STORE = "no store is named: set GAVEL_STORE_URL, or run `gavel up`, which starts a store of its own"


class Wrong(click.ClickException):
    """A setting that is wrong; the program ends with 2, as for any wrong use."""

    exit_code = click.UsageError.exit_code

    def show(self, file: IO[Any] | None = None) -> None:
        say(self.message)


def _address(function: Callable[..., Any]) -> Callable[..., Any]:
    for option in ADDRESS:
        function = option(function)
    return function


@click.command()
@click.option("--data", type=click.Path(path_type=Path), help="Folder of the embedded store.")
@_address
@click.option("--log-to-terminal", is_flag=True, help="Service and worker say here what else goes to files in the data folder.")
def up(log_to_terminal: bool, **given: Any) -> None:
    """Start store, worker and service; Ctrl-C stops them.

    GAVEL_STORE_URL names a store of your own; without it, one is started on the data folder.
    """
    settings = settings_from(given)
    logs = None if settings.store_url or log_to_terminal else settings.data.expanduser().absolute() / "logs"
    stop = Stop()
    with told():
        check_free(settings.host, settings.port)
        with Running(_bracketed(settings), say, logs) as running:
            parts = assemble(running.settings)
            running.start()
            click.echo(f"Gavel is at {running.url}")
            click.echo(_where(settings, logs))
            key = SigningKey.kept_on(parts.secrets).public
            click.echo(f"Records are signed with {key} (gavel verify --key {key})")
            # Made when nothing but a broken terminal keeps it from being shown.
            _show_token(parts)
            click.echo("Ctrl-C stops it.")
            running.wait(stop)
            say("stopping")


@click.command()
@_address
def serve(**given: Any) -> None:
    """Serve HTTP alone, on the store of GAVEL_STORE_URL."""
    settings = settings_from(given)
    with told():
        _named(settings)
        check_free(settings.host, settings.port)
        _show_token(assemble(settings))
        _become(_bracketed(settings), counts.SERVICE, SERVICE)


@click.command()
def worker() -> None:
    """Run one worker alone, on the store of GAVEL_STORE_URL."""
    settings = settings_from({})
    with told():
        _named(settings)
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
        raise Wrong(str(error)) from error
    return replace(settings, **{name: value for name, value in given.items() if value is not None})


def say(text: str) -> None:
    click.echo(f"gavel: {text}", err=True)


@contextmanager
def told() -> Iterator[None]:
    """Whatever keeps Gavel from running is told in a sentence, and ends the program with 1."""
    try:
        yield
    except (AddressRefused, ConfigurationRefused, EmbeddedError, NotServing, SettingsRefused, StoreUnavailable) as error:
        say(str(error))
        sys.exit(CANNOT_START)


def _named(settings: Settings) -> None:
    if settings.store_url is None:
        raise ConfigurationRefused(NO_STORE)


def _bracketed(settings: Settings) -> Settings:
    return replace(settings, host=bracketed(settings.host))


def _where(settings: Settings, logs: Path | None) -> str:
    if settings.store_url is not None:
        return f"Store: {without_password(settings.store_url)}"
    return f"Data in {settings.data}" + (f", logs in {logs}" if logs else "")


def _show_token(parts: Parts) -> None:
    token = first_organiser_token(parts)
    if token:
        click.echo(f"\nOrganiser token, shown this once: {token}\n")
    else:
        say("the store has an organiser; `gavel organiser add NAME` makes another")


def _become(settings: Settings, kind: str, words: tuple[str, ...]) -> None:
    try:
        (settings.counts / kind).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ConfigurationRefused(f"GAVEL_METRICS_DIR: {settings.counts} cannot be made: {error.strerror}") from error
    os.execve(sys.executable, [sys.executable, *words], environment_for(settings, kind))  # noqa: S606
