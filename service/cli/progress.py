"""How far long work has come, on standard error: a bar on a terminal, a line now and then elsewhere."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

EVERY = 5.0
"""Seconds between two lines where nobody watches a terminal."""


@contextmanager
def progress(doing: str, quiet: bool = False) -> Iterator[Callable[[int, int], None]]:
    """``with progress("tables") as told: told(done, total)``; ``total`` 0: not known yet."""
    if quiet:
        yield lambda done, total: None
    elif sys.stderr.isatty():
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
            task = bar.add_task(doing, total=None)
            yield lambda done, total: bar.update(task, completed=done, total=total or None)
    else:
        yield _Lines(doing)


class _Lines:
    def __init__(self, doing: str) -> None:
        self._doing = doing
        self._due = time.monotonic() + EVERY

    def __call__(self, done: int, total: int) -> None:
        if time.monotonic() >= self._due:
            self._due = time.monotonic() + EVERY
            click.echo(f"gavel: {self._doing}: {done}{f' of {total}' if total else ''}", err=True)
