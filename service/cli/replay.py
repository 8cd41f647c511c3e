"""`gavel replay`: a record step by step, with what happened, by which rule, and what the table looked like."""

import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

import click

from domain.catalogue import CATALOGUE
from domain.kernel.game import AnyGame
from domain.kernel.names import JUDGE, Viewer, is_judge
from projections.branches import branches as told_branches
from service.cli.files import complain, read
from service.cli.steps import Printer
from service.cli.walking import Sought, on_branch, walk
from service.codec import Codec
from service.record import BadRecord, MayNotShow, NoGame, Record, Step, codec_of, copies_for, is_closed, read_record, restored, steps

WRONG = 1
VIEWER = re.compile(r"(seat|judge):[0-9]+|judge|organiser|public")


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--at", "version", type=int, metavar="V", help="The step to show: a version, the last one when left out.")
@click.option(
    "--as",
    "viewer",
    metavar="VIEWER",
    help="Who looks: seat:2, judge, public, … Left out: a judge at a closed table, else the record's viewer.",
)
@click.option("--steps", "every", is_flag=True, help="Every step from the first on, or from --at on.")
@click.option("--branch", type=int, metavar="V", help="The line that led to version V, though it was left since.")
@click.option("--branches", "listing", is_flag=True, help="What was left behind: when, by whom and why.")
@click.option("--cites", metavar="RULE", help="The next step, or with --steps every step, that cites a rule.")
@click.option("--involves", type=int, metavar="SEAT", help="…that a seat acted in or a fact names.")
@click.option("--disclosed", is_flag=True, help="…that told somebody what was hidden before.")
@click.option("--walk", "by_hand", is_flag=True, help="Go forward, back and on by hand.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a step.")
@click.pass_obj
def replay(
    catalogue: Iterable[AnyGame] | None,
    file: Path,
    version: int | None,
    viewer: str | None,
    every: bool,
    branch: int | None,
    listing: bool,
    cites: str | None,
    involves: int | None,
    disclosed: bool,
    by_hand: bool,
    as_json: bool,
) -> None:
    """Show the table of a record at any step.

    Each step is shown with its facts and their rules.

    The record of a closed table shows what anybody saw at any version; another one shows what its own viewer sees, or less.
    """
    _check_viewer(viewer)
    data = read(file)
    try:
        record = read_record(data)
        codec = codec_of(record, CATALOGUE if catalogue is None else catalogue)
        record = _seen(record, codec, viewer, file)
        printer = Printer(codec.game, record, as_json)
        found = tuple(steps(record, codec, record.viewer))
        if listing:
            for told in told_branches(codec.game, (step.event for step in found)):
                printer.branch(told)
            return
        _check_version(found, version)
        found = found if branch is None else on_branch(found, branch)
        sought = Sought(cites, involves, disclosed)
        if by_hand:
            walk(found, _place(found, version), printer.step)
            return
        chosen = tuple(_chosen(found, version, every, sought))
        for step in chosen:
            printer.step(step)
        if not chosen:
            complain(f"{file}: no step does that")
            sys.exit(WRONG)
    except (BadRecord, NoGame, MayNotShow) as error:
        complain(f"{file}: {error}")
        sys.exit(WRONG)


def _check_viewer(name: str | None) -> None:
    if name is not None and not VIEWER.fullmatch(name):
        raise click.BadParameter(f"{name}: a viewer is seat:0, judge, judge:0, organiser or public", param_hint="--as")


def _check_version(found: Sequence[Step], version: int | None) -> None:
    if version is not None and not 1 <= version <= len(found):
        raise click.BadParameter(f"the record has the versions 1 to {len(found)}, not {version}", param_hint="--at")


def _seen(record: Record, codec: Codec, name: str | None, file: Path) -> Record:
    """The record as this viewer has it, and as a judge has it where nobody is named and the table is closed."""
    if not is_closed(record):
        viewer = record.viewer if name is None else Viewer(name)
        return replace(record, viewer=viewer, events=copies_for(record, viewer))
    if name is not None:
        return restored(record, codec, Viewer(name))
    try:
        return restored(record, codec, record.viewer if is_judge(record.viewer) else JUDGE)
    except MayNotShow as error:
        complain(f"{file}: shown as {record.viewer} has it: {error}")
        return record


def _chosen(found: Sequence[Step], version: int | None, every: bool, sought: Sought) -> Iterator[Step]:
    """Every wanted step from a version on; or the next one after it; or the last up to it."""
    if every:
        return (step for step in found if step.event.version >= (version or 1) and sought(step))
    if sought:
        return islice((step for step in found if step.event.version > (version or 0) and sought(step)), 1)
    return iter(found[_place(found, version) :][:1])


def _place(found: Sequence[Step], version: int | None) -> int:
    """Where the last step up to a version stands: on a branch not every version is a step."""
    up_to = sum(1 for step in found if version is None or step.event.version <= version)
    return max(up_to - 1, 0)
