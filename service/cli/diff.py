"""`gavel diff`: what differs between two records, or between two versions of one."""

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

from domain.catalogue import CATALOGUE
from domain.kernel.game import AnyGame
from domain.kernel.names import Viewer, is_judge, seat_of
from service.cli.store import with_json
from service.comparing import CannotCompare, Difference, compare, narrower, side
from service.record import BadRecord, MayNotShow, NoGame, Record, codec_of, read_record
from service.record.fault import printable

DIFFERENT = 1
CANNOT_TELL = 2


@click.command()
@click.argument("first", metavar="A", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("second", metavar="[B]", required=False, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--at", "versions", type=(int, int), metavar="V1 V2", help="Two versions of A, without B; or of A and of B.")
@click.option("--lines", "lines", type=(int, int), metavar="V1 V2", help="The lines that led to two versions, left branches too.")
@click.option("--as", "viewer", metavar="VIEWER", help="As somebody who may see less: seat:2, public, …")
@with_json
@click.pass_obj
def diff(
    catalogue: Iterable[AnyGame] | None,
    first: Path,
    second: Path | None,
    versions: tuple[int, int] | None,
    lines: tuple[int, int] | None,
    viewer: str | None,
    as_json: bool,
) -> None:
    """What differs between the records A and B.

    Line, facts, state and score are compared, as whoever sees less of them has it.

    Exit status: 0 the same, 1 different, 2 they cannot be read or compared.
    """
    if second is None and versions is None and lines is None:
        raise click.UsageError("name two records, or one and two versions of it (--at V1 V2, --lines V1 V2)")
    if versions is not None and lines is not None:
        raise click.UsageError("--at or --lines, not both")
    if viewer is not None and seat_of(viewer) is None and not is_judge(viewer) and viewer not in ("organiser", "public"):
        raise click.BadParameter(f"{viewer}: a viewer is seat:0, judge:0, organiser or public", param_hint="--as")
    try:
        one = read_record(first.read_bytes())
        other = one if second is None else read_record(second.read_bytes())
        found = _compared(one, other, CATALOGUE if catalogue is None else tuple(catalogue), versions or lines, viewer, lines is not None)
    except (BadRecord, NoGame, MayNotShow, CannotCompare) as error:
        click.echo(f"gavel: {error}", err=True)
        sys.exit(CANNOT_TELL)
    click.echo(json.dumps(found.as_json(), ensure_ascii=False) if as_json else "\n".join(_told(found)))
    sys.exit(DIFFERENT if found else 0)


def _compared(
    one: Record, other: Record, catalogue: Iterable[AnyGame], versions: tuple[int, int] | None, viewer: str | None, lines: bool
) -> Difference:
    eyes = narrower(one, other) if viewer is None else Viewer(viewer)
    left, right = versions or (None, None)
    return compare(
        eyes, side(one, codec_of(one, catalogue), eyes, left, lines), side(other, codec_of(other, catalogue), eyes, right, lines)
    )


def _told(found: Difference) -> Iterable[str]:
    if not found:
        yield f"the same for {found.viewer}: {found.same} events"
        return
    yield f"as {found.viewer} has them: the first {found.same} events are the same"
    yield f"version  {found.left.version} | {found.right.version}"
    left, right = found.line
    common = sum(1 for one, other in zip(left, right, strict=False) if one == other)
    yield f"line     {_line(left[common:])} | {_line(right[common:])}"
    for only, version, rule, says in found.facts:
        yield printable(f"{'-' if only == 'left' else '+'} {version}: {says} [{rule}]")
    for title, differing in (("state", found.state), ("score", found.score)):
        for place, one, other in differing:
            yield printable(f"{title}    {place}: {_value(one)} | {_value(other)}")


def _line(versions: tuple[int, ...]) -> str:
    return " ".join(map(str, versions)) or "(nothing more)"


def _value(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
