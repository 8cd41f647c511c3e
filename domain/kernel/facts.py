"""What every game's line shares. A game's own fold is given those facts that it lists among its own, too."""

from dataclasses import dataclass
from typing import Any, ClassVar

from domain.kernel.fact import Command, Fact, LineFact, News
from domain.kernel.game import Places, PointsCounted
from domain.kernel.names import Seat
from domain.kernel.question import QuestionId
from domain.kernel.secret import Secret


@dataclass(frozen=True, slots=True)
class AnswerSealed(LineFact):
    """A seat has answered, unseen; its question stays open, no longer required, until the answer is opened."""

    NAME: ClassVar[str] = "answer-sealed"
    seat: Seat
    answer: Secret[Any]


class OpensAnswer(Fact):
    """A game's own fact that opens a seat's sealed answer; whoever decides it leaves ``question`` empty (service/docs/record.md)."""

    __slots__ = ()

    seat: Seat
    question: QuestionId | None


class TakesAnswerBack(Fact):
    """A game's own fact by which a seat takes back what it has answered unseen, if anything: its question waits again."""

    __slots__ = ()

    seat: Seat


@dataclass(frozen=True, slots=True)
class AnswerDropped(LineFact):
    """A seat's sealed answer does not count: its question waits again. Every game's own fold is given this fact, too."""

    NAME: ClassVar[str] = "answer-dropped"
    seat: Seat


@dataclass(frozen=True, slots=True)
class DealtAnew(LineFact):
    """What lies in a hidden place from now on: in this order, the first on top, where the place has one.

    ``place`` is the game's own name for it, ``seat`` whose it is. Every game's own fold is given this fact, too; to whom
    the cards are hidden, it tells nothing.
    """

    NAME: ClassVar[str] = "dealt-anew"
    NEWS: ClassVar[tuple[News, ...]] = (News("cards"),)
    place: str
    cards: Secret[tuple[str, ...]]
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class DeadlineSet(LineFact):
    """A rule waits from now on, for ``within`` ms after this event; a pause of the table does not count."""

    NAME: ClassVar[str] = "deadline-set"
    deadline: str
    within: int


@dataclass(frozen=True, slots=True)
class DeadlineLifted(LineFact):
    """Nothing waits for this deadline any more."""

    NAME: ClassVar[str] = "deadline-lifted"
    deadline: str


@dataclass(frozen=True, slots=True)
class DeadlinePassed(LineFact):
    """The deadline has expired."""

    NAME: ClassVar[str] = "deadline-passed"
    deadline: str


@dataclass(frozen=True, slots=True)
class SeatResigned(LineFact):
    """The seat is asked nothing more; every game's own fold is given this fact too."""

    NAME: ClassVar[str] = "seat-resigned"
    seat: Seat


@dataclass(frozen=True, slots=True)
class GameFinished(LineFact):
    """The game is over by its rules; seats by rank, those who resigned last. Nobody need have won."""

    NAME: ClassVar[str] = "finished"
    places: Places
    winners: tuple[Seat, ...]


LINE_FACTS: tuple[type[Fact], ...] = (
    AnswerSealed,
    AnswerDropped,
    DealtAnew,
    DeadlineSet,
    DeadlineLifted,
    DeadlinePassed,
    SeatResigned,
    PointsCounted,
    GameFinished,
)


@dataclass(frozen=True, slots=True)
class Expire(Command):
    """A deadline has passed; only ``system`` says so, and the game's ``decide`` says what follows."""

    NAME: ClassVar[str] = "expire"
    deadline: str
