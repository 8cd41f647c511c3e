"""Files that a command is given to read, and how it says what it cannot do."""

from pathlib import Path
from typing import IO, Any

import click

from service.record.fault import printable

UNREADABLE = 2


class CannotRead(click.ClickException):
    """Told as ``gavel: <file>: <why>``; the program ends with 2."""

    exit_code = UNREADABLE

    def show(self, file: IO[Any] | None = None) -> None:
        complain(self.message)


def read(file: Path) -> bytes:
    """The file's bytes, or CannotRead."""
    try:
        return file.read_bytes()
    except OSError as error:
        raise CannotRead(f"{file}: {error.strerror}") from error


def complain(text: str) -> None:
    """Say on standard error what is wrong, and nothing that could steer a terminal."""
    click.echo(f"gavel: {printable(text)}", err=True)
