"""`gavel projections`: how far the read models are, and building them anew."""

import json
import os
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path

import click

from projections import PROJECTIONS
from service.cli.store import on_data, opened, with_json
from service.read_side import Status, status
from service.running import environment_of

BEHIND = 1


@click.group()
def projections() -> None:
    """How far the read models are, and building them anew."""


@projections.command("status")
@on_data
@with_json
def show(data: Path | None, as_json: bool) -> None:
    """Generation, tables, lag and parked tables of each read model. Exit status: 0 all at the tip, 1 some are not."""
    with opened(data) as parts:
        found = status(parts)
    click.echo(json.dumps([asdict(one) for one in found]) if as_json else "\n".join(map(_told, found)))
    sys.exit(BEHIND if any(one.behind for one in found) else 0)


@projections.command("rebuild")
@click.option("--name", type=click.Choice([projection.name for projection in PROJECTIONS]), help="One read model; all when left out.")
@click.option("--table", metavar="ID", help="One table alone, in the generation that is served.")
@on_data
@with_json
def rebuild(name: str | None, table: str | None, data: Path | None, as_json: bool) -> None:
    """Fold every table anew, switch to the result, drop what was there; games and workers go on meanwhile.

    Exit status: 0 done, 1 it failed, 3 done but for tables that cannot be folded.
    """
    words = [*(["--name", name] if name else []), *(["--table", table] if table else []), *(["--json"] if as_json else [])]
    with opened(data) as parts:
        # Folding is the workers' trade: their program does it, and this one only sees to its store.
        command = [sys.executable, "-m", "workers.rebuilding", *words]
        done = subprocess.run(command, env={**os.environ, **environment_of(parts.settings)}, check=False)  # noqa: S603
    sys.exit(done.returncode)


def _told(one: Status) -> str:
    building = f", {one.building} is being built" if one.building else ""
    lag = f"{one.behind} behind by {one.events} events" if one.behind else "all at the tip"
    lines = [f"{one.name:<10} generation {one.serving}{building}: {one.tables} tables, {lag}"]
    lines += [f"           {note.table} stands still at version {note.version}: {note.error}" for note in one.parked]
    return "\n".join(lines)
