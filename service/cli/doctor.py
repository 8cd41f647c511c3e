"""`gavel doctor`: what is wrong with this installation."""

import json
import os
import sys
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path

import click

from service.cli.store import on_data, with_json
from service.config import ConfigurationRefused, Settings, from_environment
from service.doctor import Finding, examine, store
from service.embedded import EmbeddedServer

WRONG = 1
SIGNS = {True: "ok   ", False: "WRONG", None: "note "}


@click.command()
@on_data
@with_json
def doctor(data: Path | None, as_json: bool) -> None:
    """Say what is wrong with this installation.

    It looks at Python, packages, port, folders, store, queue, worker and clock.

    Nothing is started or changed. Exit status: 0 all well, 1 something is wrong.
    """
    found = tuple(_findings(data))
    if as_json:
        click.echo(json.dumps([asdict(finding) for finding in found], ensure_ascii=False))
    else:
        for finding in found:
            click.echo(f"{SIGNS[finding.well]}  {finding.what}: {finding.says}")
    sys.exit(WRONG if any(finding.well is False for finding in found) else 0)


def _findings(data: Path | None) -> Iterator[Finding]:
    try:
        settings = from_environment()
    except ConfigurationRefused as error:
        yield Finding("configuration", False, str(error))
        return
    settings = settings if data is None else replace(settings, data=data)
    yield Finding("configuration", True, f"{sum(name.startswith('GAVEL_') for name in os.environ)} settings from the environment")
    yield from examine(settings)
    if settings.store_url is None:
        yield from _embedded(settings)


def _embedded(settings: Settings) -> Iterator[Finding]:
    """The embedded store, when `gavel up` runs it on this folder."""
    if not settings.data.expanduser().exists():
        yield Finding("store", None, "there is no data folder yet: `gavel up` makes it")
        return
    server = EmbeddedServer(settings.data)
    if server.socket.exists():
        yield from store(settings.with_store(server.url))
    else:
        yield Finding("store", None, f"`gavel up` is not running on {settings.data}")
