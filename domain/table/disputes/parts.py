"""What a dispute and a ruling are made of, as stored and as kept in the fold of a table."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from domain.kernel.names import Seat
from domain.kernel.position import Deadline
from domain.kernel.rule import RuleId
from domain.kernel.secret import Hidden, Sealed, Secret


class Remedy(StrEnum):
    """What a ruling does to the game: ``undo`` takes the last step back, ``rewind`` all after a version, ``replay`` plays it again."""

    LEAVE = "leave"
    UNDO = "undo"
    REWIND = "rewind"
    REPLAY = "replay"
    CORRECT = "correct"


class Kind(StrEnum):
    """What a penalty is; ``points`` lowers a score, the last two put the seat below all who stayed."""

    WARNING = "warning"
    POINTS = "points"
    GAME_LOSS = "game-loss"
    DISQUALIFICATION = "disqualification"


LOSING = frozenset({Kind.GAME_LOSS, Kind.DISQUALIFICATION})


class Stage(StrEnum):
    """Where a dispute stands; the last three are its ends."""

    OPEN = "open"
    RULED = "ruled"
    APPEALED = "appealed"
    FINAL = "final"
    WITHDRAWN = "withdrawn"
    LAPSED = "lapsed"


OVER = frozenset({Stage.FINAL, Stage.WITHDRAWN, Stage.LAPSED})


@dataclass(frozen=True, slots=True)
class Pinned:
    """An event as evidence: its version, and the chain hash there (hex)."""

    version: int
    hash: str


@dataclass(frozen=True, slots=True)
class Attempt:
    """A refused attempt as the service kept it: when (ms UTC), what was asked for, and the rule and reason that refused it."""

    at: int
    command: str
    rule: RuleId
    reason: str
    arguments: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Vote:
    """A panel member's choice: a remedy, and the version it goes back to where it names one."""

    remedy: Remedy
    to: int | None = None


@dataclass(frozen=True, slots=True)
class Penalty:
    """``points``: how many, for a penalty of that kind."""

    seat: Seat
    kind: Kind
    points: int | None = None


@dataclass(frozen=True, slots=True)
class Given:
    """A penalty that stands, and the number of the dispute whose last ruling gave it."""

    number: int
    penalty: Penalty


@dataclass(frozen=True, slots=True)
class Corrected:
    """A fact of the game that a judge declares: stored name, fields as stored, its rule; ``seen_by``: fields that only some may see."""

    name: str
    rule: RuleId
    fields: Mapping[str, Any]
    seen_by: Mapping[str, tuple[str, ...]] | None = None


@dataclass(frozen=True, slots=True)
class Paper:
    """A sealed statement or vote: whose (the number of a seat or a judge), and the version that gave it."""

    whose: int
    content: Secret[Any]
    version: int

    @property
    def digest(self) -> str:
        return self.content.digest if isinstance(self.content, Sealed | Hidden) else ""


@dataclass(frozen=True, slots=True)
class Ruling:
    """A ruling as it was given: by whom, at which version, with which remedy."""

    judge: int
    version: int
    remedy: Remedy
    to: int | None


@dataclass(frozen=True, slots=True)
class Owed:
    """What a ruling has the system do on a seat's behalf, in the same append: play a version again, or (None) leave the game."""

    ruling: int
    replays: int | None = None
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Dispute:
    """One dispute. ``stops`` are the (kind, detail) of the questions that stand still, None for the whole table."""

    number: int
    seat: Seat
    event: int
    rule: RuleId
    filed: int
    stops: tuple[tuple[str, str], ...] | None
    deadlines: tuple[Deadline, ...]
    stage: Stage = Stage.OPEN
    since: int | None = None
    """From when on (ms UTC) it makes the table, or what it ``stops``, stand still."""
    statements: tuple[Paper, ...] = ()
    heard: bool = False
    """Whether the statements have been opened."""
    panel: tuple[int, ...] = ()
    recused: frozenset[int] = frozenset()
    votes: tuple[Paper, ...] = ()
    opened: tuple[tuple[int, Vote], ...] = ()
    """The votes of the panel, by judge, once they are open."""
    rulings: tuple[Ruling, ...] = ()
    appellant: Seat | None = None

    @property
    def holds_still(self) -> bool:
        """Whether the table stands still for it, as far as it is concerned."""
        return self.since is not None and self.stops is None

    @property
    def still(self) -> tuple[tuple[str, str], ...]:
        """What stands still for it where the table goes on."""
        return () if self.since is None else self.stops or ()

    @property
    def holder(self) -> Seat:
        """The seat on whose account something stands still: who appealed, or filed it."""
        return self.seat if self.appellant is None else self.appellant

    @property
    def is_over(self) -> bool:
        return self.stage in OVER

    @property
    def voters(self) -> tuple[int, ...]:
        """The panel without those who stepped aside."""
        return tuple(judge for judge in self.panel if judge not in self.recused)
