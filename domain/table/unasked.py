"""What a seat may send without being asked: its game's commands that answer no question, tried with all that they could say."""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import cache
from itertools import product
from typing import Any, get_args, get_type_hints

from domain.kernel.fact import Command
from domain.kernel.names import Actor, Seat, seat_viewer
from domain.kernel.refusal import Refused
from domain.kernel.rule import cites
from domain.kernel.secret import HIDDEN, Hidden, Unknown
from domain.table.asking import Ask
from domain.table.fold import Folded
from domain.table.play import play
from domain.table.rulebook import OUT_OF_TURN


@dataclass(frozen=True, slots=True)
class Unasked:
    """A command, the names of its arguments, and every way in which it would be accepted now; what is secret in it is hidden."""

    kind: type[Command]
    arguments: tuple[str, ...]
    accepted: tuple[Command, ...]


@cites(OUT_OF_TURN)
def unasked(folded: Folded, seat: Seat) -> tuple[Unasked, ...]:
    """Every such command that the table has, from what this copy tells."""
    kinds: Iterator[Any] = (kind for kind in folded.game.commands if not kind.ANSWERS and not kind.JUDGED and _has(folded, kind))
    return tuple(
        Unasked(kind, tuple(_arguments(kind)), tuple(command for command in _tries(folded, kind, seat) if _accepted(folded, command, seat)))
        for kind in kinds
    )


def _has(folded: Folded, kind: type[Command]) -> bool:
    return kind.OPTION is None or folded.table.options.get(kind.OPTION) is True


@cache
def _arguments(kind: Any) -> dict[str, Any]:
    """The types of what is sent, by name; the seat is who sends it."""
    hints = get_type_hints(kind)
    return {field.name: hints[field.name] for field in fields(kind) if field.name != "seat"}


def _tries(folded: Folded, kind: Any, seat: Seat) -> Iterator[Command]:
    arguments = _arguments(kind)
    for values in product(*(_values(folded, hint) for hint in arguments.values())):
        yield kind(seat, **dict(zip(arguments, values, strict=True)))


def _values(folded: Folded, hint: Any) -> tuple[Any, ...]:
    """All that an argument of this type can be; none where that cannot be told. What is secret is text of any kind."""
    if hint is Seat:
        return tuple(map(Seat, range(folded.position.seats)))
    if hint is bool:
        return (True, False)
    return (HIDDEN,) if Hidden in get_args(hint) else ()


def _accepted(folded: Folded, command: Command, seat: Seat) -> bool:
    try:
        play(folded, Ask(Actor(seat_viewer(seat)), command, folded.table.at), folded.chance())
    except Refused:
        return False
    except Unknown:
        return True
    return True
