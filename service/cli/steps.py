"""A step of a record as it is printed: as JSON, or as text in colour with the position drawn."""

import json
from datetime import UTC, datetime
from typing import Any

import click
from rich.console import Console
from rich.errors import StyleSyntaxError
from rich.padding import Padding
from rich.style import Style
from rich.text import Text

from domain.kernel.game import AnyGame, Picture
from domain.kernel.secret import Hidden, reveal
from projections.history import sentence
from service.codec import plain
from service.record import Record, Step
from service.record.fault import printable


class Printer:
    """Prints steps of one record, one JSON object a line where that is asked for."""

    def __init__(self, game: AnyGame, record: Record, as_json: bool) -> None:
        self._game = game
        self._record = record
        self._as_json = as_json
        self._console = Console(highlight=False)

    def step(self, step: Step) -> None:
        if self._as_json:
            click.echo(json.dumps({"viewer": self._record.viewer, **as_json_object(self._game, step)}))
        else:
            self._print(step)

    def branch(self, branch: dict[str, Any]) -> None:
        if self._as_json:
            click.echo(json.dumps(branch))
        else:
            self._console.print(Text("\n".join(_told(branch))), soft_wrap=True)

    def _print(self, step: Step) -> None:
        event, folded = step.event, step.folded
        place = f"version {event.version} of {len(self._record.events)}, as {self._record.viewer} has it"
        headline = f"{place} · {_when(event.at)} · {event.actor} · {_command(step)}"
        # In a pipe a fact stays one line; a terminal's own wrapping would break inside words.
        in_pipe = not self._console.is_terminal
        self._console.print(Text(printable(headline), "bold"), soft_wrap=in_pipe)
        for said, rule in ((sentence(self._game, ruled.fact), ruled.rule) for ruled in event.facts):
            if not said:
                continue
            told = Text.assemble(f"{printable(said)} ", (f"[{printable(rule)}]", "dim"))
            self._console.print(Text("  ") + told if in_pipe else Padding(told, (0, 0, 0, 2), expand=False), soft_wrap=in_pipe)
        self._console.print()
        self._console.print(painted(self._game.picture(folded.position.state)), soft_wrap=True)
        self._console.print()


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


def _told(branch: dict[str, Any]) -> list[str]:
    nodes = " ".join(map(str, branch["nodes"])) or "nothing yet"
    if branch["live"]:
        return [f"the line that counts, to version {branch['tip']}: {nodes}"]
    left = branch["left"]
    headline = f"branch {branch['tip']}, from version {branch['since']}: {nodes}"
    because = f"  left at version {left['version']} · {_when(left['at'])} · {left['actor']} · [{left['rule']}]"
    return [headline, printable(because), *(f"  {printable(says)}" for says in left["sentences"])]


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
