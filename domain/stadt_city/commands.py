"""What a seat, or a judge, can ask for in Stadt City."""

from dataclasses import dataclass
from typing import ClassVar, TypeAlias, get_args

from domain.kernel.fact import Command as KernelCommand
from domain.kernel.names import Seat
from domain.kernel.secret import Secret
from domain.stadt_city.board import Square
from domain.stadt_city.challenges.commands import Bank, CallColour, RollDice, SetAside
from domain.stadt_city.parts import CardName


@dataclass(frozen=True, slots=True)
class Shove:
    """One piece that a burst moves, and where to."""

    seat: Seat
    to: Square


@dataclass(frozen=True, slots=True)
class RollForTitle(KernelCommand):
    """Roll two dice for the Harbinger, or enter what a physical roll showed."""

    NAME: ClassVar[str] = "roll-for-title"
    seat: Seat
    dice: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Place(KernelCommand):
    """Place the piece drawn."""

    NAME: ClassVar[str] = "place"
    seat: Seat
    square: Square


@dataclass(frozen=True, slots=True)
class RollMovement(KernelCommand):
    """Roll to move, or enter what physical dice showed: one die or several of those still to be rolled."""

    NAME: ClassVar[str] = "roll-movement"
    seat: Seat
    dice: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Stay(KernelCommand):
    """Do not move, and do not roll, because another came to stand on the square."""

    NAME: ClassVar[str] = "stay"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Step(KernelCommand):
    """Make one step, with a prize card if it needs one; the move goes on."""

    NAME: ClassVar[str] = "step"
    seat: Seat
    to: Square
    card: CardName | None = None


@dataclass(frozen=True, slots=True)
class Walk(KernelCommand):
    """Make the whole rest of the move; ``cards`` are those of its diagonal steps, in order. An empty path makes no further step."""

    NAME: ClassVar[str] = "walk"
    seat: Seat
    path: tuple[Square, ...]
    cards: tuple[CardName, ...] | None = None


@dataclass(frozen=True, slots=True)
class Head(KernelCommand):
    """1.0: move in this direction, and after so many squares, if any, roll the directional die or enter what it ``shows``."""

    NAME: ClassVar[str] = "head"
    seat: Seat
    direction: str
    turn_after: int | None = None
    shows: str | None = None


@dataclass(frozen=True, slots=True)
class PlayPrize(KernelCommand):
    """Play a prize card: on whose piece, to which square, or for a burst how each piece moves."""

    NAME: ClassVar[str] = "play-prize"
    seat: Seat
    card: CardName
    piece: Seat | None = None
    to: Square | None = None
    moves: tuple[Shove, ...] | None = None


@dataclass(frozen=True, slots=True)
class MoveInBurst(KernelCommand):
    """Move one of the pieces that the burst reaches."""

    NAME: ClassVar[str] = "move-in-burst"
    seat: Seat
    piece: Seat
    to: Square


@dataclass(frozen=True, slots=True)
class Pass(KernelCommand):
    """Play no card at this moment, and with ``stands_by`` at no later one either, until the seat speaks up."""

    NAME: ClassVar[str] = "pass"
    seat: Seat
    stands_by: bool | None = None


@dataclass(frozen=True, slots=True)
class StandBy(KernelCommand):
    """Pass at every moment from now on."""

    NAME: ClassVar[str] = "stand-by"
    ANSWERS: ClassVar[bool] = False
    seat: Seat


@dataclass(frozen=True, slots=True)
class SpeakUp(KernelCommand):
    """Be asked again, from the next moment on."""

    NAME: ClassVar[str] = "speak-up"
    ANSWERS: ClassVar[bool] = False
    seat: Seat


@dataclass(frozen=True, slots=True)
class DiscardPrizes(KernelCommand):
    """Discard as many prize cards as are too many."""

    NAME: ClassVar[str] = "discard-prizes"
    seat: Seat
    cards: tuple[CardName, ...]


@dataclass(frozen=True, slots=True)
class AnswerAlliance(KernelCommand):
    """Say whether to ally with this seat."""

    NAME: ClassVar[str] = "answer-alliance"
    seat: Seat
    partner: Seat
    yes: bool


@dataclass(frozen=True, slots=True)
class RollPairs(KernelCommand):
    """Roll the Harbinger's dice, or enter the squares that physical ones named.

    The dice are given by their faces, in 1.0 smaller ones where they do. One left out is kept when a pair is rolled again.
    """

    NAME: ClassVar[str] = "roll-pairs"
    seat: Seat
    pairs: tuple[Square, ...] | None = None
    letter_die: int | None = None
    number_die: int | None = None


@dataclass(frozen=True, slots=True)
class Report(KernelCommand):
    """Say which side won the challenge on the square."""

    NAME: ClassVar[str] = "report"
    FREE_TEXT: ClassVar[tuple[str, ...]] = ("note",)
    seat: Seat
    square: Square
    side: int
    note: Secret[str] | None = None


@dataclass(frozen=True, slots=True)
class SealReport(KernelCommand):
    """Say, unseen until every side has, which side won the seat's challenge."""

    NAME: ClassVar[str] = "seal-report"
    seat: Seat
    answer: Secret[int]


@dataclass(frozen=True, slots=True)
class Confirm(KernelCommand):
    """Confirm the report of the challenge on the square."""

    NAME: ClassVar[str] = "confirm"
    seat: Seat
    square: Square


@dataclass(frozen=True, slots=True)
class Doubt(KernelCommand):
    """Object to the report of the challenge on the square."""

    NAME: ClassVar[str] = "doubt"
    FREE_TEXT: ClassVar[tuple[str, ...]] = ("statement",)
    seat: Seat
    square: Square
    statement: Secret[str] | None = None


@dataclass(frozen=True, slots=True)
class Withdraw(KernelCommand):
    """Take the objection back."""

    NAME: ClassVar[str] = "withdraw"
    seat: Seat
    square: Square


@dataclass(frozen=True, slots=True)
class ChooseDrink(KernelCommand):
    """Say what a loser drinks."""

    NAME: ClassVar[str] = "choose-drink"
    OPTION: ClassVar[str | None] = "drinks"
    ANSWERS: ClassVar[bool] = False
    FREE_TEXT: ClassVar[tuple[str, ...]] = ("drink",)
    seat: Seat
    debtor: Seat
    drink: Secret[str]


@dataclass(frozen=True, slots=True)
class RuleOutcome(KernelCommand):
    """A judge says which side won the challenge on the square."""

    NAME: ClassVar[str] = "rule-outcome"
    ANSWERS: ClassVar[bool] = False
    JUDGED: ClassVar[bool] = True
    FREE_TEXT: ClassVar[tuple[str, ...]] = ("reason",)
    judge: int
    square: Square
    side: int
    reason: Secret[str] | None = None


Command: TypeAlias = (
    RollForTitle
    | Place
    | RollMovement
    | Stay
    | Step
    | Walk
    | Head
    | PlayPrize
    | MoveInBurst
    | Pass
    | StandBy
    | SpeakUp
    | DiscardPrizes
    | AnswerAlliance
    | RollPairs
    | Report
    | SealReport
    | Confirm
    | Doubt
    | Withdraw
    | ChooseDrink
    | RuleOutcome
    | CallColour
    | RollDice
    | SetAside
    | Bank
)
COMMANDS: tuple[type[KernelCommand], ...] = get_args(Command)
