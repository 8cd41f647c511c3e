"""`gavel replay`: a record step by step, with what happened, by which rule, and what the table looked like."""

import json
import sys
from collections import deque
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.errors import StyleSyntaxError
from rich.style import Style
from rich.text import Text

from domain.catalogue import CATALOGUE
from domain.kernel.game import AnyGame, Picture
from domain.kernel.names import Viewer, is_judge, seat_of
from domain.kernel.secret import Hidden, reveal
from projections.history import sentence
from service.codec import plain
from service.record import BadRecord, MayNotShow, NoGame, Record, Step, codec_of, read_record, steps
from service.record.fault import printable

WRONG = 1


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--at", "version", type=int, metavar="V", help="The step to show: a version, the last one when left out.")
@click.option("--as", "viewer", metavar="VIEWER", help="As somebody who may see less: seat:2, public, …")
@click.option("--steps", "every", is_flag=True, help="Every step from the first on, or from --at on.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a step.")
@click.pass_obj
def replay(catalogue: Iterable[AnyGame] | None, file: Path, version: int | None, viewer: str | None, every: bool, as_json: bool) -> None:
    """Show the table of a record at any step, with that step's facts and their rules."""
    try:
        record = read_record(file.read_bytes())
        codec = codec_of(record, CATALOGUE if catalogue is None else catalogue)
        shown = _chosen(record, steps(record, codec, _viewer(record, viewer)), version, every)
        console = Console(highlight=False, soft_wrap=True)
        for step in shown:
            if as_json:
                click.echo(json.dumps(as_json_object(codec.game, step)))
            else:
                _print(console, codec.game, step, record)
    except (BadRecord, NoGame, MayNotShow) as error:
        click.echo(f"gavel: {file}: {error}", err=True)
        sys.exit(WRONG)


def _viewer(record: Record, name: str | None) -> Viewer:
    if name is not None and seat_of(name) is None and not is_judge(name) and name not in ("organiser", "public"):
        raise click.BadParameter(f"{name}: a viewer is seat:0, judge:0, organiser or public", param_hint="--as")
    return record.viewer if name is None else Viewer(name)


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
    headline = f"version {event.version} of {len(record.events)} · {_when(event.at)} · {event.actor} · {_command(step)}"
    console.print(Text(printable(headline), "bold"))
    for ruled in event.facts:
        console.print(Text.assemble(f"  {printable(sentence(game, ruled.fact))} ", (f"[{ruled.rule}]", "dim")))
    console.print()
    console.print(painted(game.picture(folded.position.state)))
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
