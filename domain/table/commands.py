"""What may be asked of any table; who asks comes beside the command."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from domain.kernel.fact import Command
from domain.kernel.facts import Expire
from domain.kernel.game import OptionValue
from domain.kernel.names import Seat
from domain.kernel.secret import Secret
from domain.table.disputes.commands import DISPUTE_COMMANDS, DisputeCommand
from domain.table.facts import SeatOpened


@dataclass(frozen=True, slots=True)
class Open(Command):
    """Open a table; an option left out takes its default, a time zone left out is UTC."""

    NAME: ClassVar[str] = "open"
    game: str
    seats: tuple[SeatOpened, ...]
    ruleset: str | None = None
    pack: str | None = None
    options: Mapping[str, OptionValue] | None = None
    time_zone: str = "UTC"


@dataclass(frozen=True, slots=True)
class Claim(Command):
    """Take the place that an invitation is for: ``seat:1``, ``judge:0`` or ``spectator:0``."""

    NAME: ClassVar[str] = "claim"
    FREE_TEXT: ClassVar[tuple[str, ...]] = ("name",)
    role: str
    name: Secret[str] | None = None


@dataclass(frozen=True, slots=True)
class Ready(Command):
    """Ready to start, with entropy (hex, at most 64 bytes) and a colour where the seat wants one."""

    NAME: ClassVar[str] = "ready"
    entropy: str | None = None
    colour: str | None = None


@dataclass(frozen=True, slots=True)
class OrderAges(Command):
    """The seats by age, in one append with the start; only ``system`` says so, and what it was made from is not kept."""

    NAME: ClassVar[str] = "order-ages"
    oldest_first: tuple[tuple[Seat, ...], ...]
    birthdays: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Start(Command):
    NAME: ClassVar[str] = "start"


@dataclass(frozen=True, slots=True)
class Pause(Command):
    NAME: ClassVar[str] = "pause"


@dataclass(frozen=True, slots=True)
class Resume(Command):
    NAME: ClassVar[str] = "resume"


@dataclass(frozen=True, slots=True)
class Resign(Command):
    NAME: ClassVar[str] = "resign"


@dataclass(frozen=True, slots=True)
class Abandon(Command):
    NAME: ClassVar[str] = "abandon"


@dataclass(frozen=True, slots=True)
class Undo(Command):
    """Move the head to the node ``to``: back, or on to a branch that was left. Left out: to before the seat's own latest action."""

    NAME: ClassVar[str] = "undo"
    FREE_TEXT: ClassVar[tuple[str, ...]] = ("reason",)
    to: int | None = None
    reason: Secret[str] | None = None


@dataclass(frozen=True, slots=True)
class AnswerUndo(Command):
    """Grant or refuse another seat's request."""

    NAME: ClassVar[str] = "answer-undo"
    number: int
    granted: bool


@dataclass(frozen=True, slots=True)
class WithdrawUndo(Command):
    """Take back one's own request."""

    NAME: ClassVar[str] = "withdraw-undo"
    number: int


@dataclass(frozen=True, slots=True)
class Inspect(Command):
    NAME: ClassVar[str] = "inspect"


@dataclass(frozen=True, slots=True)
class Fork(Command):
    """Begin this table where another stood at ``version``, as ``eyes`` knew it then; ``held`` are the seats that nobody is invited to."""

    NAME: ClassVar[str] = "fork"
    table: str
    version: int
    eyes: str
    held: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Close(Command):
    """The append that finishes or abandons a table closes it; only ``system`` says so."""

    NAME: ClassVar[str] = "close"


TableCommand: TypeAlias = (
    Open
    | Claim
    | Ready
    | OrderAges
    | Start
    | Pause
    | Resume
    | Resign
    | Abandon
    | Undo
    | AnswerUndo
    | WithdrawUndo
    | Inspect
    | Fork
    | Expire
    | Close
    | DisputeCommand
)
TABLE_COMMANDS: tuple[type[Command], ...] = (
    Open,
    Claim,
    Ready,
    OrderAges,
    Start,
    Pause,
    Resume,
    Resign,
    Abandon,
    Undo,
    AnswerUndo,
    WithdrawUndo,
    Inspect,
    Fork,
    Expire,
    Close,
    *DISPUTE_COMMANDS,
)
