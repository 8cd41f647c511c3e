"""`gavel verify`: is a record what it says it is."""

import json
import re
import sys
from collections.abc import Iterable
from pathlib import Path

import click

from domain.catalogue import CATALOGUE
from domain.kernel.game import AnyGame
from service.case import is_bundle, verify_bundle
from service.cli.files import UNREADABLE, CannotRead, read
from service.record import Report
from service.record import verify as verify_record
from service.record.fault import printable

WRONG = 1
NOT_ALL_DECIDED = 3


def _public_key(context: click.Context, option: click.Parameter, value: str | None) -> str | None:
    if value is not None and not re.fullmatch(r"[0-9a-fA-F]{64}", value):
        raise click.BadParameter("a public key is 64 hexadecimal digits, as `gavel verify` prints it")
    return value and value.lower()


@click.command()
@click.argument("files", type=click.Path(path_type=Path), nargs=-1, required=True, metavar="FILE…")
@click.option("--strict", is_flag=True, help="Exit with 3 when events could not be re-decided for want of their ruleset's revision.")
@click.option("--key", metavar="HEX", callback=_public_key, help="The public key that must have signed.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a file.")
@click.pass_obj
def verify(catalogue: Iterable[AnyGame] | None, files: tuple[Path, ...], strict: bool, key: str | None, as_json: bool) -> None:
    """Check records, and case bundles, from their bytes alone.

    Form, signature, chain, seals and draws are checked, and every event is decided again.

    \b
    Exit status: 0 right; 1 wrong, with the version of the first bad event or "header";
    2 a file that cannot be read; 3 with --strict, events under a ruleset revision that is not here.
    """
    codes = set()
    told_of_keys = key is not None
    for file in files:
        try:
            data = read(file)
        except CannotRead as error:
            error.show()
            codes.add(UNREADABLE)
            continue
        checked = verify_bundle if is_bundle(data) else verify_record
        report = checked(data, CATALOGUE if catalogue is None else catalogue, key)
        click.echo(json.dumps({"file": str(file), **report.as_json()}) if as_json else _told(file, report, told_of_keys))
        told_of_keys |= report.ok
        codes.add(_code(report, strict))
    sys.exit(next((code for code in (UNREADABLE, WRONG, NOT_ALL_DECIDED) if code in codes), 0))


def _told(file: Path, report: Report, pinned: bool) -> str:
    verdict, *rest = report.lines(pinned)
    return "\n  ".join((f"{printable(str(file))}: {verdict}", *rest))


def _code(report: Report, strict: bool) -> int:
    if not report.ok:
        return WRONG
    return NOT_ALL_DECIDED if strict and report.foreign else 0
