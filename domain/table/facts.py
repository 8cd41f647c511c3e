"""Facts of the table: a closed list of names that no game may use."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from domain.kernel.fact import TableFact
from domain.kernel.game import OptionValue
from domain.kernel.names import Seat
from domain.kernel.pack import PackName
from domain.kernel.secret import Secret


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
    to: int


@dataclass(frozen=True, slots=True)
class Viewed(TableFact):
    NAME: ClassVar[str] = "viewed"
    judge: int


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
    Started,
    ConsentGiven,
    Paused,
    Resumed,
    Abandoned,
    HeadMoved,
    Viewed,
    Closed,
)
