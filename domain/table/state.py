"""The table fold: what is never rewound."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from domain.kernel.game import Ages, AnyGame, Opening, OptionValue
from domain.kernel.names import Seat, Viewer, is_judge
from domain.kernel.pack import PackName
from domain.kernel.position import Deadline
from domain.kernel.secret import Secret
from domain.table.disputes.parts import LOSING, Dispute, Given, Owed, Penalty


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
class UndoRequest:
    """A request that waits for its answers; ``deadline.version`` is the version it was made at."""

    number: int
    seat: Seat
    to: int
    deadline: Deadline
    reason: Secret[str] | None = None
    granted: frozenset[Seat] = frozenset()


@dataclass(frozen=True, slots=True)
class ForkedFrom:
    """Where a fork comes from: another table at a version, as ``eyes`` knew it. ``node`` is where its own line begins, since ``at``."""

    table: str
    version: int
    hash: str
    eyes: Viewer
    node: int
    at: int


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
    ages: Ages | None = None
    """None where the game asks none, and until the start."""
    started: bool = False
    paused_at: int | None = None
    paused: int = 0
    """How long (ms) the table has stood still, the present pause left out; time that an undo gave back is as if it had stood."""
    consents: frozenset[tuple[str, Seat]] = frozenset()
    head: int = 0
    head_moves: int = 0
    request: UndoRequest | None = None
    requests: int = 0
    """How many undos have been asked for."""
    viewed: frozenset[int] = frozenset()
    forked: ForkedFrom | None = None
    disputes: tuple[Dispute, ...] = ()
    """By number, from 1 on."""
    stood: tuple[int, ...] = ()
    """Per seat, how long (ms) its disputes have made the table, or questions of it, stand still; one that still does is left out."""
    given: tuple[Given, ...] = ()
    """The penalties that stand: those of the last ruling on each dispute."""
    owed: tuple[Owed, ...] = ()
    """What a ruling has the system do next, before anything else happens."""
    held: bool = False
    """Whether it is for a dispute that the table stands still."""
    window: Deadline | None = None
    """Until when a result that stands may be disputed."""
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

    @property
    def penalties(self) -> tuple[Penalty, ...]:
        return tuple(given.penalty for given in self.given)

    @property
    def losers(self) -> tuple[Seat, ...]:
        """The seats that penalties put below all who stayed, each once, in the order of the rulings."""
        return tuple(dict.fromkeys(penalty.seat for penalty in self.penalties if penalty.kind in LOSING))

    @property
    def still(self) -> frozenset[tuple[str, str]]:
        """What stands still for disputes beside the table itself: (kind, detail) of a question, or ("deadline", name)."""
        return frozenset(stop for dispute in self.open_disputes for stop in dispute.still)

    @property
    def open_disputes(self) -> tuple[Dispute, ...]:
        """Those that wait for an end; what was disputed before a fork began is put by there."""
        begun = 0 if self.forked is None else self.forked.version
        return tuple(dispute for dispute in self.disputes if not dispute.is_over and dispute.filed > begun)

    @property
    def opens_at_close(self) -> bool:
        """Whether the close opens what was sealed: an exact fork holds what the table it comes from may still hide."""
        return self.forked is None or not is_judge(self.forked.eyes)

    def is_own(self, node: int) -> bool:
        """Whether play may go on from this node: in a fork, none that lies behind its beginning."""
        return self.forked is None or node == self.forked.node or node > self.forked.version

    def standing(self, at: int) -> int:
        """How long (ms) the table has stood still at a moment, a present pause with it."""
        return self.paused if self.paused_at is None else self.paused + at - self.paused_at

    def due(self, due: int, paused: int) -> int | None:
        """When a deadline set after ``paused`` ms of standing still runs out; None while the table stands still."""
        return None if self.paused_at is not None else due + self.paused - paused


def opening_of(table: Table, pack: Any) -> Opening[Any]:
    """What the game's start depends on."""
    return Opening(table.ruleset, pack, table.options, tuple(seat.colour for seat in table.seats), table.ages)


def ruleset_id(game: AnyGame, ruleset: str) -> str:
    """``high-moon@1+0``: game, ruleset, and the revision that this program decides under."""
    return f"{game.name}@{ruleset}+{game.rulesets[ruleset]}"
