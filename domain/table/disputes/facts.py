"""Facts of disputes: table facts all, never rewound."""

from dataclasses import dataclass
from typing import ClassVar

from domain.kernel.fact import TableFact
from domain.kernel.names import Seat
from domain.kernel.rule import RuleId
from domain.kernel.secret import Secret
from domain.table.disputes.parts import Attempt, Kind, Pinned, Remedy, Vote


@dataclass(frozen=True, slots=True)
class DisputeFiled(TableFact):
    """A seat disputes the event ``event`` under a rule: a move, a refused ``attempt``, or a reported ``outcome``.

    ``stops``: what stands still, by (kind, detail) of a question or ("deadline", name); left out: the whole table.
    It does so for at most ``pause`` ms; without a ruling the dispute lapses after ``within`` ms.
    """

    NAME: ClassVar[str] = "dispute-filed"
    FREE_TEXT: ClassVar[tuple[str, ...]] = ("claim",)
    number: int
    seat: Seat
    event: int
    disputed: RuleId
    claim: Secret[str]
    evidence: tuple[Pinned, ...]
    pause: int
    within: int
    outcome: str | None = None
    stops: tuple[tuple[str, str], ...] | None = None
    attempt: Secret[Attempt] | None = None


@dataclass(frozen=True, slots=True)
class StatementSealed(TableFact):
    """What a seat has to say, for its own eyes until all are opened together."""

    NAME: ClassVar[str] = "statement-sealed"
    FREE_TEXT: ClassVar[tuple[str, ...]] = ("statement",)
    number: int
    seat: Seat
    statement: Secret[str]


@dataclass(frozen=True, slots=True)
class StatementsOpened(TableFact):
    """Every statement of the dispute is opened in this event."""

    NAME: ClassVar[str] = "statements-opened"
    number: int


@dataclass(frozen=True, slots=True)
class PanelCalled(TableFact):
    NAME: ClassVar[str] = "panel-called"
    number: int
    judges: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class JudgeRecused(TableFact):
    """A judge steps aside from one dispute."""

    NAME: ClassVar[str] = "judge-recused"
    number: int
    judge: int


@dataclass(frozen=True, slots=True)
class VoteSealed(TableFact):
    NAME: ClassVar[str] = "vote-sealed"
    number: int
    judge: int
    vote: Secret[Vote]


@dataclass(frozen=True, slots=True)
class VoteOpened(TableFact):
    """One vote of a panel that is complete; this event repeats its opening."""

    NAME: ClassVar[str] = "vote-opened"
    number: int
    judge: int
    remedy: Remedy
    to: int | None = None


@dataclass(frozen=True, slots=True)
class DisputeRuled(TableFact):
    """A ruling: the rules it cites, its remedy, and why. ``replays`` are the versions that are played again behind it, in order."""

    NAME: ClassVar[str] = "dispute-ruled"
    FREE_TEXT: ClassVar[tuple[str, ...]] = ("reason", "translation")
    number: int
    judge: int
    rules: tuple[RuleId, ...]
    remedy: Remedy
    reason: Secret[str]
    appeal_within: int
    """ms in which it may be appealed; 0: it is final."""
    to: int | None = None
    replays: tuple[int, ...] | None = None
    translation: Secret[str] | None = None


@dataclass(frozen=True, slots=True)
class PenaltyGiven(TableFact):
    NAME: ClassVar[str] = "penalty-given"
    number: int
    seat: Seat
    kind: Kind
    points: int | None = None


@dataclass(frozen=True, slots=True)
class SeedRenewed(TableFact):
    """By ruling, chance starts anew: the seed (hex) is the next seed number's, sealed for nobody until the close."""

    NAME: ClassVar[str] = "seed-renewed"
    number: int
    seed: Secret[str]


@dataclass(frozen=True, slots=True)
class RulingAppealed(TableFact):
    """A seat takes the ruling to the head judge; the table stands still for at most ``pause`` ms."""

    NAME: ClassVar[str] = "ruling-appealed"
    FREE_TEXT: ClassVar[tuple[str, ...]] = ("reason",)
    number: int
    seat: Seat
    reason: Secret[str]
    pause: int
    within: int


@dataclass(frozen=True, slots=True)
class DisputeEnded(TableFact):
    """Nothing more comes of a dispute: ``final`` (nobody appealed in time), ``withdrawn`` or ``lapsed``."""

    NAME: ClassVar[str] = "dispute-ended"
    number: int
    how: str


@dataclass(frozen=True, slots=True)
class PauseEnded(TableFact):
    """The table has stood still for a dispute as long as it may."""

    NAME: ClassVar[str] = "dispute-pause-ended"
    number: int


@dataclass(frozen=True, slots=True)
class WindowOpened(TableFact):
    """The game is over, its result provisional: for ``within`` ms it may still be disputed."""

    NAME: ClassVar[str] = "dispute-window-opened"
    within: int


@dataclass(frozen=True, slots=True)
class WindowPassed(TableFact):
    NAME: ClassVar[str] = "dispute-window-passed"


DISPUTE_FACTS: tuple[type[TableFact], ...] = (
    DisputeFiled,
    StatementSealed,
    StatementsOpened,
    PanelCalled,
    JudgeRecused,
    VoteSealed,
    VoteOpened,
    DisputeRuled,
    PenaltyGiven,
    SeedRenewed,
    RulingAppealed,
    DisputeEnded,
    PauseEnded,
    WindowOpened,
    WindowPassed,
)
