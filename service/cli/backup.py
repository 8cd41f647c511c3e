"""`gavel backup` and `gavel restore`."""

import json
import sys
from collections import Counter, deque
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click

from service.backup import BadBackup, Compared, NotEmpty, Summary, check, make
from service.backup import restore as put_back
from service.backup.reading import sections
from service.cli.progress import progress
from service.cli.store import on_data, opened, with_json
from service.cli.up import say

FAILED = 1
BAD_FILE = 2


@click.command()
@click.argument("place", type=click.Path(path_type=Path), metavar="FILE|DIR")
@on_data
@with_json
def backup(place: Path, data: Path | None, as_json: bool) -> None:
    """Write what cannot be computed again into one file.

    Games may go on meanwhile.

    The file holds every secret: hidden cards, seeds, hashed tokens, the key that signs records. Keep it as you keep the
    store. In a DIR its name is the present time. Exit status: 0 written, 1 not.
    """
    file = place / datetime.now(UTC).strftime("gavel-%Y%m%dT%H%M%SZ.backup") if place.is_dir() else place
    try:
        with opened(data, made=True) as parts, progress("tables", quiet=as_json) as told:
            summary = make(parts, file, told)
    except OSError as error:
        say(f"{file}: {error.strerror or error}")
        sys.exit(FAILED)
    told_of = {"file": str(file), "bytes": file.stat().st_size, **asdict(summary)}
    click.echo(
        json.dumps(told_of) if as_json else f"{file}: {_says(summary)}, {told_of['bytes']} bytes. It holds every secret; keep it safe."
    )


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--check", "only_check", is_flag=True, help="Change nothing: compare the backup with the store, table by table.")
@on_data
@with_json
def restore(file: Path, only_check: bool, data: Path | None, as_json: bool) -> None:
    """Put a backup back into an empty store.

    Every table is verified from its first event to its last.

    Exit status: 0 done (--check: the store has all that the backup has), 1 not, 2 the file is not a whole backup.
    """
    try:
        # Before a store is started: a file that is no backup leaves no data folder behind.
        deque(sections(file), maxlen=0)
        with opened(data, made=only_check) as parts:
            if only_check:
                _compare(check(parts, file), as_json)
            with progress("tables", quiet=as_json) as told:
                summary = put_back(parts, file, told)
    except BadBackup as error:
        say(f"{file}: {error}")
        sys.exit(BAD_FILE)
    except NotEmpty as error:
        say(str(error))
        sys.exit(FAILED)
    click.echo(json.dumps({"file": str(file), **asdict(summary)}) if as_json else f"restored {_says(summary)}, every chain verified")


def _compare(found: tuple[Compared, ...], as_json: bool) -> None:
    counted = Counter(one.is_ for one in found)
    fine = all(one.fine for one in found)
    if as_json:
        told: dict[str, Any] = {"fine": fine, "counts": dict(counted), "tables": [one.as_json() for one in found]}
        click.echo(json.dumps(told))
    else:
        for one in found:
            click.echo(_line(one))
        click.echo(", ".join(f"{count} {verdict}" for verdict, count in sorted(counted.items())) or "no tables")
    sys.exit(0 if fine else FAILED)


def _line(one: Compared) -> str:
    where = "" if one.version is None else f" from version {one.version} on" if one.is_ == "different" else f" after version {one.version}"
    return f"{one.table}  {one.is_}{where}: {one.backup} events in the backup, {one.store} in the store"


def _says(summary: Summary) -> str:
    shelves = ", ".join(f"{count} {name}" for name, count in summary.shelves.items() if name != "secrets")
    return f"{summary.tables} tables with {summary.events} events, {shelves}"
