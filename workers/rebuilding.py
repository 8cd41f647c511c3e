"""``python -m workers.rebuilding``: what `gavel projections rebuild` runs, on the store that the environment names."""

import argparse
import json
import os
import sys
from collections.abc import Iterable
from dataclasses import asdict

from domain.catalogue import CATALOGUE
from domain.kernel.game import AnyGame
from projections import PROJECTIONS, Projection
from service.cli.progress import progress
from service.config import ConfigurationRefused, from_environment
from service.generation import Superseded
from service.logs import configure
from service.parts import Parts, assemble
from service.store import StoreError
from workers.rebuild import Rebuilt, rebuild, rebuild_table

FAILED = 1
STANDS_STILL = 3


def main(catalogue: Iterable[AnyGame] = CATALOGUE) -> int:
    """Exit status: 0 done, 1 it failed, 3 done but for tables that cannot be folded."""
    parser = argparse.ArgumentParser(prog="python -m workers.rebuilding", description="Rebuilds read models.")
    parser.add_argument("--name", help="one read model")
    parser.add_argument("--table", help="one table, in the generation that is served")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    chosen = tuple(projection for projection in PROJECTIONS if asked.name in (None, projection.name))
    try:
        settings = from_environment()
        configure("warning", sys.stderr)
        parts = assemble(settings, catalogue)
        if asked.table:
            return _one_table(parts, asked.table, chosen, asked.json)
        return _all_tables(parts, chosen, asked.json)
    except (ConfigurationRefused, StoreError) as error:
        sys.stderr.write(f"gavel: {error}\n")
    except Superseded as error:
        sys.stderr.write(f"gavel: another rebuild of {error} has begun\n")
    return FAILED


def _one_table(parts: Parts, table: str, chosen: tuple[Projection, ...], as_json: bool) -> int:
    if not parts.events.exists(table):
        sys.stderr.write(f"gavel: there is no table {table}\n")
        return FAILED
    version = rebuild_table(parts, table, chosen)
    names = [projection.name for projection in chosen]
    _print(json.dumps({"table": table, "version": version, "names": names}) if as_json else f"{table}: {', '.join(names)} at {version}")
    return 0


def _all_tables(parts: Parts, chosen: tuple[Projection, ...], as_json: bool) -> int:
    found: list[Rebuilt] = []
    for projection in chosen:
        with progress(projection.name, quiet=as_json) as told:
            found.append(rebuild(parts, projection, told))
        if not as_json:
            _print(_says(found[-1]))
    if as_json:
        _print(json.dumps([asdict(one) for one in found]))
    return STANDS_STILL if any(one.parked for one in found) else 0


def _says(done: Rebuilt) -> str:
    still = f", {done.parked} of them stand still" if done.parked else ""
    return f"{done.name}: generation {done.serving} is served, {done.tables} tables{still}; {done.dropped} old read models dropped"


def _print(text: str) -> None:
    try:
        sys.stdout.write(text + "\n")
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read has gone, as `head` does: the rebuild goes on, and what it still says goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main())
