"""The tables whose bytes are frozen. `python -m tests.format.table` writes the files, which is right only before a form has landed.

A whole game that has a record already is left alone: it shows that games played then are decided the same way now."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from domain.catalogue import CATALOGUE
from domain.kernel.game import AnyGame, OptionValue
from domain.kernel.names import ORGANISER, PUBLIC, Seat
from domain.kernel.secret import Sealed
from domain.kernel.stored import Stored
from domain.table.commands import Claim, Inspect, Pause, Ready, Resume, Start, Undo
from tests.forking import forked, play_on
from tests.format.names import names
from tests.invariants import greedy_choice, play_out
from tests.kernel.night_market import NIGHT_MARKET
from tests.match import Match, actor
from tests.record.forks import FORK, StoredFork, written
from tests.record.writing import file_of, stored

GOLDEN = Path(__file__).parent / "golden"
STREAM = GOLDEN / "night-market.stream"
NAMES = GOLDEN / "names.txt"
VIEWERS = ("judge:0", "seat:0", "public")


@dataclass(frozen=True)
class Golden:
    """A whole game that is kept as it was played: the fewest seats and the defaults, unless the game shows more otherwise."""

    game: AnyGame
    ruleset: str
    seats: int
    options: Mapping[str, OptionValue]
    unrest: float
    showing: str = ""
    """What it is kept for, beside the plain game of its ruleset."""

    @property
    def name(self) -> str:
        """The game's name, with the ruleset where that is not the default one, and what it shows."""
        ruleset = "" if self.ruleset == self.game.default_ruleset else self.ruleset
        return "-".join(filter(None, (self.game.name, ruleset, self.showing)))


SHOWING: Mapping[str, tuple[int, Mapping[str, OptionValue]]] = {
    "stadt-city": (5, {}),
    "stadt-city-1.0": (6, {"digital": True, "reports": "sealed"}),
}
"""Seats and options of those golden games that would show too little of their facts otherwise; they see less unrest."""


FURTHER: Mapping[str, Mapping[str, tuple[int, Mapping[str, OptionValue]]]] = {
    "stadt-city": {"options": (5, {"digital": True, "reports": "sealed", "dice": "entered", "drinks": False, "crossing_kills": False})},
}
"""Further games of the default ruleset, by what they show: seats and options."""


def golden_games() -> tuple[Golden, ...]:
    """One game for every ruleset of the catalogue, and some further ones."""
    found = []
    for game in CATALOGUE:
        for ruleset in game.rulesets:
            plain = Golden(game, ruleset, game.fewest, {}, 0.05)
            if plain.name in SHOWING:
                seats, options = SHOWING[plain.name]
                plain = replace(plain, seats=seats, options=options, unrest=0.01)
            found.append(plain)
        for showing, (seats, options) in FURTHER.get(game.name, {}).items():
            found.append(Golden(game, game.default_ruleset, seats, options, 0.01, showing))
    return tuple(found)


def record_file(viewer: str, game: str = "night-market") -> Path:
    return GOLDEN / f"{game}.{viewer.replace(':', '-')}.json"


@cache
def played() -> Match:
    """Two seats, a name, entropy, a colour, a judge who looks, a pause, an undo and one round."""
    match = Match.opened(NIGHT_MARKET, 2, "golden", {"length": "one-round"})
    match.does(actor(0), Claim("seat:0", Sealed('Zoë "Z"', frozenset({PUBLIC}))))
    match.does(actor(1), Claim("seat:1"))
    match.does("judge:0", Claim("judge:0"))
    match.does(actor(0), Ready("00ff17", "red"))
    match.does(actor(1), Ready())
    match.does(actor(1), Start())
    match.does("judge:0", Inspect())
    _answer(match)
    match.does(actor(0), Pause())
    match.does(actor(1), Pause())
    match.does(ORGANISER, Resume())
    undone = False
    while not match.folded.table.closed:
        asked = _answer(match)
        if not undone and match.undoes(asked):
            match.does(actor(asked), Undo())
            undone = True
    return match


def _answer(match: Match) -> Seat:
    asked = next(asked for asked in match.folded.position.asked if asked.required)
    choices = NIGHT_MARKET.choices(match.state, asked.seat)
    done = Counter(ask.command.NAME for ask in match.asks)
    match.answer(asked.seat, min(choices, key=lambda choice: done[choice.command.NAME]).command)
    return asked.seat


@cache
def events() -> tuple[Stored, ...]:
    return stored(played())


@cache
def forks() -> Mapping[str, StoredFork]:
    """What a judge and what seat 0 makes of the middle of that table, played to its end; and a fork of the latter, just begun."""
    version = next(event.version for event in played().events if event.command.name == "roll") - 1
    found = {}
    for maker in ("judge:0", "seat:0"):
        fork = play_on(forked(played(), maker, version, "golden"), "golden")
        found[maker.replace(":", "-")] = written(events(), fork, "golden")
    begun = forked(played(), "seat:0", version, "golden")
    again = forked(begun, "seat:1", seed="golden", table=FORK)
    came = written(events(), begun, "golden")
    found["of-a-fork"] = written(came.events, again, "golden", "v3w4x5y6z7a2b3c4", came.origin)
    return found


def fork_file(name: str) -> Path:
    return GOLDEN / f"night-market.fork-{name}.json"


def lines() -> bytes:
    """The stream as it lies in the store: hash, body and openings of each event in one line."""
    return b"".join(b"%b %b %b\n" % (event.hash.encode(), event.body, event.openings) for event in events())


def write() -> None:
    GOLDEN.mkdir(exist_ok=True)
    STREAM.write_bytes(lines())
    NAMES.write_text("".join(f"{name}\n" for name in names()), "utf-8")
    for viewer in VIEWERS:
        record_file(viewer).write_bytes(file_of(NIGHT_MARKET, events(), viewer))
    for name, fork in forks().items():
        fork_file(name).write_bytes(fork.record())
    for kept in golden_games():
        path = record_file("judge:0", kept.name)
        if not path.exists():
            path.write_bytes(file_of(kept.game, stored(_played_out(kept)), "judge:0"))


def _played_out(kept: Golden) -> Match:
    return play_out(
        kept.game, kept.seats, "golden", ruleset=kept.ruleset, options=kept.options, choose=greedy_choice, unrest=kept.unrest
    )  # fmt: skip


if __name__ == "__main__":
    write()
