"""Facts of the table: a closed list of names that no game may use."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from domain.kernel.fact import TableFact
from domain.kernel.game import OptionValue
from domain.kernel.names import Seat
from domain.kernel.pack import PackName
from domain.kernel.secret import Secret
from domain.table.disputes.facts import DISPUTE_FACTS


@dataclass(frozen=True, slots=True)
class SeatOpened:
    """A seat as the organiser laid it out: the colour and the player id, where given."""

    colour: str | None = None
    player: str | None = None


@dataclass(frozen=True, slots=True)
class TableOpened(TableFact):
    """The first fact of every stream. The seed (hex) is sealed for nobody until the close."""

    NAME: ClassVar[str] = "table-opened"
    game: str
    ruleset: str
    pack: PackName
    options: Mapping[str, OptionValue]
    seats: tuple[SeatOpened, ...]
    time_zone: str
    chance: str
    seed: Secret[str]


@dataclass(frozen=True, slots=True)
class SeatClaimed(TableFact):
    NAME: ClassVar[str] = "seat-claimed"
    FREE_TEXT: ClassVar[tuple[str, ...]] = ("name",)
    seat: Seat
    name: Secret[str] | None = None


@dataclass(frozen=True, slots=True)
class JudgeClaimed(TableFact):
    NAME: ClassVar[str] = "judge-claimed"
    judge: int


@dataclass(frozen=True, slots=True)
class SpectatorClaimed(TableFact):
    NAME: ClassVar[str] = "spectator-claimed"
    spectator: int


@dataclass(frozen=True, slots=True)
class ColourNamed(TableFact):
    NAME: ClassVar[str] = "colour-named"
    seat: Seat
    colour: str


@dataclass(frozen=True, slots=True)
class SeatReady(TableFact):
    """Entropy is plain hex (service/docs/record.md)."""

    NAME: ClassVar[str] = "seat-ready"
    seat: Seat
    entropy: str | None = None


@dataclass(frozen=True, slots=True)
class AgesOrdered(TableFact):
    """The seats by age, those born on one day together; ``birthdays``: whose it is on the day of the start."""

    NAME: ClassVar[str] = "ages-ordered"
    oldest_first: tuple[tuple[Seat, ...], ...]
    birthdays: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Started(TableFact):
    NAME: ClassVar[str] = "started"


@dataclass(frozen=True, slots=True)
class ConsentGiven(TableFact):
    """A seat asks for, or agrees to, ``pause``, ``resume`` or ``abandon``; the next game fact lets it lapse."""

    NAME: ClassVar[str] = "consent-given"
    seat: Seat
    to: str


@dataclass(frozen=True, slots=True)
class Paused(TableFact):
    NAME: ClassVar[str] = "paused"


@dataclass(frozen=True, slots=True)
class Resumed(TableFact):
    NAME: ClassVar[str] = "resumed"


@dataclass(frozen=True, slots=True)
class Abandoned(TableFact):
    NAME: ClassVar[str] = "abandoned"


@dataclass(frozen=True, slots=True)
class HeadMoved(TableFact):
    """The head of the line is now the node ``to`` (0: before the start)."""

    NAME: ClassVar[str] = "head-moved"
    FREE_TEXT: ClassVar[tuple[str, ...]] = ("reason",)
    to: int
    reason: Secret[str] | None = None


@dataclass(frozen=True, slots=True)
class UndoAsked(TableFact):
    """A seat asks the others whether the head may move to the node ``to``; they have ``within`` ms, a pause not counted."""

    NAME: ClassVar[str] = "undo-asked"
    FREE_TEXT: ClassVar[tuple[str, ...]] = ("reason",)
    number: int
    seat: Seat
    to: int
    within: int
    reason: Secret[str] | None = None


@dataclass(frozen=True, slots=True)
class UndoAnswered(TableFact):
    """A seat's answer; the last consent moves the head in the same event, the first refusal ends the request."""

    NAME: ClassVar[str] = "undo-answered"
    number: int
    seat: Seat
    granted: bool


@dataclass(frozen=True, slots=True)
class UndoRefused(TableFact):
    NAME: ClassVar[str] = "undo-refused"
    number: int


@dataclass(frozen=True, slots=True)
class UndoWithdrawn(TableFact):
    NAME: ClassVar[str] = "undo-withdrawn"
    number: int


@dataclass(frozen=True, slots=True)
class UndoLapsed(TableFact):
    """The table has moved on, in this very event."""

    NAME: ClassVar[str] = "undo-lapsed"
    number: int


@dataclass(frozen=True, slots=True)
class UndoExpired(TableFact):
    NAME: ClassVar[str] = "undo-expired"
    number: int


@dataclass(frozen=True, slots=True)
class Viewed(TableFact):
    NAME: ClassVar[str] = "viewed"
    judge: int


@dataclass(frozen=True, slots=True)
class Forked(TableFact):
    """What comes before happened at the table ``table``, whose chain stood at ``hash``; from here on this is a table of its own.

    ``eyes`` is who knew all that is known here of what comes before; ``held`` are the seats that are taken from the start. The
    seed (hex) is the next seed number's, sealed for nobody until the close.
    """

    NAME: ClassVar[str] = "forked"
    table: str
    version: int
    hash: str
    eyes: str
    held: tuple[Seat, ...]
    seed: Secret[str]


@dataclass(frozen=True, slots=True)
class Closed(TableFact):
    """Nothing moves the head any more; the event repeats every opening but free text."""

    NAME: ClassVar[str] = "closed"


TABLE_FACTS: tuple[type[TableFact], ...] = (
    TableOpened,
    SeatClaimed,
    JudgeClaimed,
    SpectatorClaimed,
    ColourNamed,
    SeatReady,
    AgesOrdered,
    Started,
    ConsentGiven,
    Paused,
    Resumed,
    Abandoned,
    HeadMoved,
    UndoAsked,
    UndoAnswered,
    UndoRefused,
    UndoWithdrawn,
    UndoLapsed,
    UndoExpired,
    Viewed,
    Forked,
    Closed,
    *DISPUTE_FACTS,
)
