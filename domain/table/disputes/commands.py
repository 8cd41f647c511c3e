"""What may be asked for in a dispute; who asks comes beside the command."""

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from domain.kernel.fact import Command
from domain.kernel.rule import RuleId
from domain.kernel.secret import Secret
from domain.table.disputes.parts import Attempt, Corrected, Penalty, Pinned, Remedy, Vote


@dataclass(frozen=True, slots=True)
class FileDispute(Command):
    """Dispute an event: a move, a reported outcome, or where an attempt was refused. ``evidence`` is pinned by its chain hashes."""

    NAME: ClassVar[str] = "file-dispute"
    FREE_TEXT: ClassVar[tuple[str, ...]] = ("claim",)
    event: int
    disputed: RuleId
    claim: Secret[str]
    evidence: tuple[Pinned, ...]
    outcome: str | None = None
    attempt: Secret[Attempt] | None = None


@dataclass(frozen=True, slots=True)
class StateCase(Command):
    NAME: ClassVar[str] = "state-case"
    FREE_TEXT: ClassVar[tuple[str, ...]] = ("statement",)
    UNSEEN: ClassVar[tuple[str, ...]] = ("statement",)
    number: int
    statement: Secret[str]


@dataclass(frozen=True, slots=True)
class OpenStatements(Command):
    NAME: ClassVar[str] = "open-statements"
    number: int


@dataclass(frozen=True, slots=True)
class CallPanel(Command):
    NAME: ClassVar[str] = "call-panel"
    number: int
    judges: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Recuse(Command):
    NAME: ClassVar[str] = "recuse"
    number: int


@dataclass(frozen=True, slots=True)
class CastVote(Command):
    NAME: ClassVar[str] = "cast-vote"
    UNSEEN: ClassVar[tuple[str, ...]] = ("vote",)
    number: int
    vote: Secret[Vote]


@dataclass(frozen=True, slots=True)
class GiveRuling(Command):
    """Rule on a dispute, or on its appeal. ``to`` goes with ``rewind`` and ``replay``, ``replays`` with ``replay``, ``correction`` with
    ``correct``. ``new_chance``: what nobody at the table has seen is shuffled, and chance starts from a new seed."""

    NAME: ClassVar[str] = "give-ruling"
    FREE_TEXT: ClassVar[tuple[str, ...]] = ("reason", "translation")
    number: int
    rules: tuple[RuleId, ...]
    remedy: Remedy
    reason: Secret[str]
    to: int | None = None
    replays: tuple[int, ...] | None = None
    correction: Secret[tuple[Corrected, ...]] | None = None
    penalties: tuple[Penalty, ...] | None = None
    translation: Secret[str] | None = None
    new_chance: bool | None = None


@dataclass(frozen=True, slots=True)
class Appeal(Command):
    NAME: ClassVar[str] = "appeal"
    FREE_TEXT: ClassVar[tuple[str, ...]] = ("reason",)
    number: int
    reason: Secret[str]


@dataclass(frozen=True, slots=True)
class WithdrawDispute(Command):
    NAME: ClassVar[str] = "withdraw-dispute"
    number: int


DisputeCommand: TypeAlias = FileDispute | StateCase | OpenStatements | CallPanel | Recuse | CastVote | GiveRuling | Appeal | WithdrawDispute
DISPUTE_COMMANDS: tuple[type[Command], ...] = (
    FileDispute,
    StateCase,
    OpenStatements,
    CallPanel,
    Recuse,
    CastVote,
    GiveRuling,
    Appeal,
    WithdrawDispute,
)
