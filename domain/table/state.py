"""The table fold: what is never rewound."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from domain.kernel.game import AnyGame, Opening, OptionValue
from domain.kernel.names import Seat
from domain.kernel.pack import PackName
from domain.kernel.secret import Secret


class Phase(StrEnum):
    """Where a table stands."""

    SEATING = "seating"
    PLAYING = "playing"
    FINISHED = "finished"
    ABANDONED = "abandoned"


@dataclass(frozen=True, slots=True)
class SeatAt:
    """A seat of the table: who sits there and whether they are ready."""

    player: str | None = None
    colour: str | None = None
    claimed: bool = False
    name: Secret[str] | None = None
    ready: bool = False
    entropy: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """The fold of a whole stream's table facts, abandoned branches too. Versions are 0 for "never"."""

    game: str
    ruleset: str
    pack: PackName
    options: Mapping[str, OptionValue]
    time_zone: str
    seats: tuple[SeatAt, ...]
    seeds: tuple[Secret[str], ...]
    """One for each seed number, hex; a view holds Hidden until the close."""
    judges: frozenset[int] = frozenset()
    spectators: frozenset[int] = frozenset()
    started: bool = False
    paused_at: int | None = None
    paused: int = 0
    """How long (ms) the table has stood still, the present pause left out."""
    consents: frozenset[tuple[str, Seat]] = frozenset()
    head: int = 0
    head_moves: int = 0
    viewed: frozenset[int] = frozenset()
    abandoned: bool = False
    closed: bool = False
    tip: int = 0
    at: int = 0
    moved: int = 0
    """The latest version with a game fact or a head move: what an ``alone`` question is held against."""
    others_acted: tuple[int, ...] = ()
    """Per seat, the latest node that was anybody else's action."""
    others_news: tuple[int, ...] = ()
    """Per seat, the latest version that told anybody anything but that seat's own secrets: what stops a free undo."""

    @property
    def phase(self) -> Phase:
        if self.abandoned:
            return Phase.ABANDONED
        if self.closed:
            return Phase.FINISHED
        return Phase.PLAYING if self.started else Phase.SEATING

    def due(self, due: int, paused: int) -> int | None:
        """When a deadline set after ``paused`` ms of standing still runs out; None while the table stands still."""
        return None if self.paused_at is not None else due + self.paused - paused


def opening_of(table: Table, pack: Any) -> Opening[Any]:
    """What the game's start depends on."""
    return Opening(table.ruleset, pack, table.options, tuple(seat.colour for seat in table.seats))


def ruleset_id(game: AnyGame, ruleset: str) -> str:
    """``high-moon@1+0``: game, ruleset, and the revision that this program decides under."""
    return f"{game.name}@{ruleset}+{game.rulesets[ruleset]}"
