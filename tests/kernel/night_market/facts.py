"""What can happen at the market. Names and fields are stored: a landed one never changes."""

from dataclasses import dataclass
from typing import ClassVar, TypeAlias, get_args

from domain.kernel.fact import Fact as KernelFact
from domain.kernel.fact import News
from domain.kernel.facts import AnswerSealed, OpensAnswer, SeatResigned
from domain.kernel.names import Seat
from domain.kernel.question import QuestionId
from domain.kernel.secret import Secret


@dataclass(frozen=True, slots=True)
class DeckShuffled(KernelFact):
    """The goods lie face down, the first named on top."""

    NAME: ClassVar[str] = "deck-shuffled"
    cards: Secret[tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class CardDrawn(KernelFact):
    NAME: ClassVar[str] = "card-drawn"
    NEWS: ClassVar[tuple[News, ...]] = (News("card"),)
    seat: Seat
    card: Secret[str]


@dataclass(frozen=True, slots=True)
class RoundBegun(KernelFact):
    NAME: ClassVar[str] = "round-begun"
    round: int


@dataclass(frozen=True, slots=True)
class OfferOpened(OpensAnswer):
    """The card goes from the seat's hand to its stall."""

    NAME: ClassVar[str] = "offer-opened"
    NEWS: ClassVar[tuple[News, ...]] = (News("card", knew="seat"),)
    seat: Seat
    card: str
    question: QuestionId | None = None


@dataclass(frozen=True, slots=True)
class OfferSpoilt(KernelFact):
    """The card goes from the seat's stall to what is thrown away."""

    NAME: ClassVar[str] = "offer-spoilt"
    seat: Seat
    card: str


@dataclass(frozen=True, slots=True)
class TurnPassed(KernelFact):
    """It is this seat's turn."""

    NAME: ClassVar[str] = "turn-passed"
    seat: Seat


@dataclass(frozen=True, slots=True)
class CardSold(KernelFact):
    NAME: ClassVar[str] = "card-sold"
    NEWS: ClassVar[tuple[News, ...]] = (News("card", knew="seat"),)
    seat: Seat
    card: str


@dataclass(frozen=True, slots=True)
class CardBuried(KernelFact):
    NAME: ClassVar[str] = "card-buried"
    seat: Seat
    card: Secret[str]


@dataclass(frozen=True, slots=True)
class CardGiven(KernelFact):
    """A card leaves this hand; ``card-received`` seals it afresh for the other."""

    NAME: ClassVar[str] = "card-given"
    seat: Seat
    card: Secret[str]


@dataclass(frozen=True, slots=True)
class CardReceived(KernelFact):
    NAME: ClassVar[str] = "card-received"
    NEWS: ClassVar[tuple[News, ...]] = (News("card", knew="giver"),)
    seat: Seat
    giver: Seat
    card: Secret[str]


@dataclass(frozen=True, slots=True)
class DieRolled(KernelFact):
    """The seat gains as many coins."""

    NAME: ClassVar[str] = "die-rolled"
    NEWS: ClassVar[tuple[News, ...]] = (News("pips"),)
    seat: Seat
    pips: int


@dataclass(frozen=True, slots=True)
class CoinsFined(KernelFact):
    """The seat loses as many coins by a judge's word."""

    NAME: ClassVar[str] = "coins-fined"
    FREE_TEXT: ClassVar[tuple[str, ...]] = ("reason",)
    seat: Seat
    coins: int
    judge: int
    reason: Secret[str] | None = None


@dataclass(frozen=True, slots=True)
class HandOverLimit(KernelFact):
    """The seat has drawn for the last time this turn and holds too many cards."""

    NAME: ClassVar[str] = "hand-over-limit"
    seat: Seat


@dataclass(frozen=True, slots=True)
class CardLaidAside(KernelFact):
    NAME: ClassVar[str] = "card-laid-aside"
    seat: Seat
    card: Secret[str]


@dataclass(frozen=True, slots=True)
class BuriedTurnedUp(KernelFact):
    NAME: ClassVar[str] = "buried-turned-up"
    NEWS: ClassVar[tuple[News, ...]] = (News("cards", knew="seat"),)
    seat: Seat
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MarketClosed(KernelFact):
    NAME: ClassVar[str] = "market-closed"


Fact: TypeAlias = (
    DeckShuffled
    | CardDrawn
    | RoundBegun
    | AnswerSealed
    | OfferOpened
    | OfferSpoilt
    | TurnPassed
    | CardSold
    | CardBuried
    | CardGiven
    | CardReceived
    | DieRolled
    | CoinsFined
    | HandOverLimit
    | CardLaidAside
    | BuriedTurnedUp
    | MarketClosed
    | SeatResigned
)
FACTS: tuple[type[KernelFact], ...] = get_args(Fact)
