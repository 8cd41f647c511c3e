"""`gavel replay`: a record step by step, with what happened, by which rule, and what the table looked like."""

import json
import re
import sys
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.errors import StyleSyntaxError
from rich.padding import Padding
from rich.style import Style
from rich.text import Text

from domain.catalogue import CATALOGUE
from domain.kernel.game import AnyGame, Picture
from domain.kernel.names import JUDGE, Viewer, is_judge
from domain.kernel.secret import Hidden, reveal
from projections.history import sentence
from service.cli.files import complain, read
from service.codec import Codec, plain
from service.record import BadRecord, MayNotShow, NoGame, Record, Step, codec_of, copies_for, is_closed, read_record, restored, steps
from service.record.fault import printable

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
@click.option("--json", "as_json", is_flag=True, help="One JSON object a step.")
@click.pass_obj
def replay(catalogue: Iterable[AnyGame] | None, file: Path, version: int | None, viewer: str | None, every: bool, as_json: bool) -> None:
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
        shown = _chosen(record, steps(record, codec, record.viewer), version, every)
        console = Console(highlight=False)
        for step in shown:
            if as_json:
                click.echo(json.dumps({"viewer": record.viewer, **as_json_object(codec.game, step)}))
            else:
                _print(console, codec.game, step, record)
    except (BadRecord, NoGame, MayNotShow) as error:
        complain(f"{file}: {error}")
        sys.exit(WRONG)


def _check_viewer(name: str | None) -> None:
    if name is not None and not VIEWER.fullmatch(name):
        raise click.BadParameter(f"{name}: a viewer is seat:0, judge, judge:0, organiser or public", param_hint="--as")


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


def _chosen(record: Record, all_steps: Iterator[Step], version: int | None, every: bool) -> Iterator[Step]:
    last = len(record.events)
    if version is not None and not 1 <= version <= last:
        raise click.BadParameter(f"the record has the versions 1 to {last}, not {version}", param_hint="--at")
    if every:
        return (step for step in all_steps if step.event.version >= (version or 1))
    up_to = (step for step in all_steps if step.event.version <= (version or last))
    return iter(deque(up_to, maxlen=1))


def as_json_object(game: AnyGame, step: Step) -> dict[str, Any]:
    """A step as JSON: the event, its facts as sentences with their rules, and the state after it."""
    event, folded = step.event, step.folded
    return {
        "version": event.version,
        "at": event.at,
        "actor": event.actor,
        "command": {"name": event.command.name, "arguments": plain(event.command.arguments, lambda sealed: plain(sealed.value, _nested))},
        "facts": [{"name": ruled.fact.NAME, "rule": ruled.rule, "sentence": sentence(game, ruled.fact)} for ruled in event.facts],
        "head": folded.table.head,
        "phase": folded.table.phase,
        "state": game.show(folded.position.state),
    }


def _nested(sealed: object) -> dict[str, str]:
    raise ValueError("a sealed value holds no other")


def _print(console: Console, game: AnyGame, step: Step, record: Record) -> None:
    event, folded = step.event, step.folded
    place = f"version {event.version} of {len(record.events)}, as {record.viewer} has it"
    headline = f"{place} · {_when(event.at)} · {event.actor} · {_command(step)}"
    # In a pipe a fact stays one line; a terminal's own wrapping would break inside words.
    in_pipe = not console.is_terminal
    console.print(Text(printable(headline), "bold"), soft_wrap=in_pipe)
    for ruled in event.facts:
        told = Text.assemble(f"{printable(sentence(game, ruled.fact))} ", (f"[{printable(ruled.rule)}]", "dim"))
        console.print(Text("  ") + told if in_pipe else Padding(told, (0, 0, 0, 2), expand=False), soft_wrap=in_pipe)
    console.print()
    console.print(painted(game.picture(folded.position.state)), soft_wrap=True)
    console.print()


def _when(at: int) -> str:
    try:
        return f"{datetime.fromtimestamp(at / 1000, UTC).isoformat(' ', 'milliseconds').removesuffix('+00:00')} UTC"
    except (OverflowError, ValueError):
        return f"{at} ms"


def _command(step: Step) -> str:
    arguments = ", ".join(f"{name} {_argument(value)}" for name, value in step.event.command.arguments.items())
    return f"{step.event.command.name}{f': {arguments}' if arguments else ''}"


def _argument(value: Any) -> str:
    known = reveal(value)
    if isinstance(known, Hidden):
        return "(hidden)"
    return known if isinstance(known, str) else json.dumps(known, ensure_ascii=False, separators=(",", ":"))


def painted(picture: Picture) -> Text:
    """A picture as text in colour; a colour that terminals do not know stays plain."""
    lines = [Text.assemble(*((printable(span.text), _style(span.colour)) for span in line)) for line in picture]
    return Text("\n").join(lines)


def _style(colour: str) -> str:
    try:
        Style.parse(colour)
    except StyleSyntaxError:
        return ""
    return colour
