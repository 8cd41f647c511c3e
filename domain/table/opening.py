"""Opening a table: what may be chosen, and what is refused, everything at once (TB-O1)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from domain.kernel.chance import ALGORITHM
from domain.kernel.fact import Facts
from domain.kernel.game import AnyGame, OptionValue
from domain.kernel.names import Actor
from domain.kernel.pack import PackName
from domain.kernel.refusal import Refused, require
from domain.kernel.rule import cites
from domain.kernel.secret import Sealed
from domain.table.commands import Open
from domain.table.facts import SeatOpened, TableOpened
from domain.table.options import TABLE_OPTIONS, table_option
from domain.table.rulebook import OPENING, ROLES

PLAYER_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")


@dataclass(frozen=True, slots=True)
class ChosenPack:
    """A pack that the game has read: its typed form and the name it goes by."""

    name: PackName
    pack: Any


@cites(OPENING, ROLES)
def open_table(game: AnyGame, command: Open, actor: Actor, chosen: ChosenPack | None, seed: str, faults: tuple[str, ...] = ()) -> Facts:
    """The first facts of a table. ``seed`` is 32 random bytes in hex, drawn by the caller before anybody sits down.

    ``faults`` are those that only the caller can see (a time zone or a pack, then None, that is not to be had).
    """
    require(actor == "organiser", ROLES, "only an organiser opens a table")
    ruleset = command.ruleset or game.default_ruleset
    every_fault = [*_faults(game, command, ruleset), *_seat_faults(game, command.seats, chosen), *faults]
    if every_fault or chosen is None:
        raise Refused(OPENING, "; ".join(every_fault))
    fact = TableOpened(
        game=game.name,
        ruleset=ruleset,
        pack=chosen.name,
        options=_options(game, ruleset, command.options or {}),
        seats=command.seats,
        time_zone=command.time_zone,
        chance=ALGORITHM,
        seed=Sealed(seed, frozenset()),
    )
    return (fact.by(OPENING),)


def _faults(game: AnyGame, command: Open, ruleset: str) -> list[str]:
    faults = []
    if ruleset not in game.rulesets:
        faults.append(f"ruleset: {game.title} has {', '.join(game.rulesets)}, not {ruleset}")
    if not game.fewest <= len(command.seats) <= game.most:
        faults.append(f"seats: {game.title} is for {game.fewest} to {game.most}, not {len(command.seats)}")
    for name, value in (command.options or {}).items():
        option = game.option(name) or table_option(name)
        if option is None:
            faults.append(f"options.{name}: {game.title} has no such option, but {', '.join(_known(game, ruleset))}")
        elif ruleset in game.rulesets and not option.holds(ruleset):
            faults.append(f"options.{name}: the ruleset {ruleset} has no such option, {', '.join(option.rulesets)} has")
        elif not any(value is allowed or (isinstance(value, str) and value == allowed) for allowed in option.allowed):
            faults.append(f"options.{name}: one of {', '.join(map(_written, option.allowed))}, not {_written(value)}")
    return faults or _contradictions(game, command, ruleset)


def _known(game: AnyGame, ruleset: str) -> list[str]:
    """The options that a table of this ruleset may be opened with; all of the game's where it has no such ruleset."""
    held = (option for option in game.options if ruleset not in game.rulesets or option.holds(ruleset))
    return [option.name for option in (*held, *TABLE_OPTIONS)]


def _written(value: OptionValue) -> str:
    """As it is sent in JSON, but that a text has no quotation marks."""
    return value if isinstance(value, str) else "true" if value else "false"


def _contradictions(game: AnyGame, command: Open, ruleset: str) -> list[str]:
    """Each option is one that may be chosen; whether they go together, the game says."""
    if game.contradicts is None:
        return []
    chosen = _options(game, ruleset, command.options or {})
    return [f"options.{contradiction}" for contradiction in game.contradicts(chosen, len(command.seats))]


def _seat_faults(game: AnyGame, seats: tuple[SeatOpened, ...], chosen: ChosenPack | None) -> list[str]:
    faults = []
    colours = game.colours(chosen.pack) if chosen else ()
    for number, seat in enumerate(seats):
        if chosen and seat.colour is not None and seat.colour not in colours:
            faults.append(f"seats[{number}].colour: {_colours(colours)}, not {seat.colour}")
        elif seat.colour is not None and seat.colour in [other.colour for other in seats[:number]]:
            faults.append(f"seats[{number}].colour: {seat.colour} is taken")
        if seat.player is not None and not PLAYER_ID.fullmatch(seat.player):
            faults.append(f"seats[{number}].player: 1 to 64 letters, digits, _ or -")
        elif seat.player is not None and seat.player in [other.player for other in seats[:number]]:
            faults.append(f"seats[{number}].player: {seat.player} has a seat already")
    return faults


def _colours(colours: tuple[str, ...]) -> str:
    return f"one of {', '.join(colours)}" if colours else "this game has no colours"


def _options(game: AnyGame, ruleset: str, given: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """All of the ruleset's, defaults written out, and those of the table that somebody named."""
    named = {option.name: given[option.name] for option in TABLE_OPTIONS if option.name in given}
    return {option.name: given.get(option.name, option.default) for option in game.options if option.holds(ruleset)} | named
