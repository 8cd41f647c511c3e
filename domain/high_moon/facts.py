"""What can happen in High Moon. Names and fields are stored: a landed one never changes."""

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from domain.high_moon.board import Place
from domain.kernel.fact import Fact as KernelFact
from domain.kernel.fact import News
from domain.kernel.facts import SeatResigned
from domain.kernel.names import Seat
from domain.kernel.secret import Secret


@dataclass(frozen=True, slots=True)
class ColourTaken(KernelFact):
    """The seat plays this colour and its deck."""

    NAME: ClassVar[str] = "colour-taken"
    seat: Seat
    colour: str


@dataclass(frozen=True, slots=True)
class TilesShuffled(KernelFact):
    """The distillery tiles lie face down, the first named on top."""

    NAME: ClassVar[str] = "tiles-shuffled"
    tiles: Secret[tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class StartingCardLaid(KernelFact):
    """One of the pack's starting cards lies on the table; ``number`` 0 is the lower one."""

    NAME: ClassVar[str] = "starting-card-laid"
    number: int
    at: Place


@dataclass(frozen=True, slots=True)
class CriteriaShown(KernelFact):
    """These criteria are in play, from left to right."""

    NAME: ClassVar[str] = "criteria-shown"
    NEWS: ClassVar[tuple[News, ...]] = (News("criteria"),)
    criteria: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DeckShuffled(KernelFact):
    """The seat's deck lies face down, the first card named on top."""

    NAME: ClassVar[str] = "deck-shuffled"
    seat: Seat
    cards: Secret[tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class StartingPlayerDrawn(KernelFact):
    """The seat has the first turn."""

    NAME: ClassVar[str] = "starting-player-drawn"
    NEWS: ClassVar[tuple[News, ...]] = (News("seat"),)
    seat: Seat


@dataclass(frozen=True, slots=True)
class CardDrawn(KernelFact):
    """A card came from the seat's deck into its hand."""

    NAME: ClassVar[str] = "card-drawn"
    NEWS: ClassVar[tuple[News, ...]] = (News("card"),)
    seat: Seat
    card: Secret[str]


@dataclass(frozen=True, slots=True)
class CardPlaced(KernelFact):
    """The card in hand lies on the map, its top-left space at ``at``, turned by 0 or 180 degrees."""

    NAME: ClassVar[str] = "card-placed"
    NEWS: ClassVar[tuple[News, ...]] = (News("card", knew="seat"),)
    seat: Seat
    card: str
    at: Place
    turned: int


@dataclass(frozen=True, slots=True)
class CardSetAside(KernelFact):
    """The card in hand was shown and put out of the game."""

    NAME: ClassVar[str] = "card-set-aside"
    NEWS: ClassVar[tuple[News, ...]] = (News("card", knew="seat"),)
    seat: Seat
    card: str


@dataclass(frozen=True, slots=True)
class TileLaid(KernelFact):
    """The top distillery tile was turned up and lies on the map."""

    NAME: ClassVar[str] = "tile-laid"
    NEWS: ClassVar[tuple[News, ...]] = (News("liquor"),)
    at: Place
    liquor: str


@dataclass(frozen=True, slots=True)
class TokensGained(KernelFact):
    """Tokens came from the seat's reserve to its available ones."""

    NAME: ClassVar[str] = "tokens-gained"
    seat: Seat
    tokens: int


@dataclass(frozen=True, slots=True)
class TokensTakenBack(KernelFact):
    """Tokens of a gain came from the seat's aid, its reserve being empty."""

    NAME: ClassVar[str] = "tokens-taken-back"
    seat: Seat
    tokens: int


@dataclass(frozen=True, slots=True)
class GainLost(KernelFact):
    """Part of a gain that neither reserve nor aid could give; nothing changes by it."""

    NAME: ClassVar[str] = "gain-lost"
    seat: Seat
    tokens: int


@dataclass(frozen=True, slots=True)
class TokensDiscarded(KernelFact):
    """Available tokens went onto the aid, the price of the token that follows."""

    NAME: ClassVar[str] = "tokens-discarded"
    seat: Seat
    tokens: int


@dataclass(frozen=True, slots=True)
class TokenPlaced(KernelFact):
    """A token lies on the map. ``source`` is ``available``, ``reserve`` or ``aid``; one laid by a bottle leaves the price alone."""

    NAME: ClassVar[str] = "token-placed"
    seat: Seat
    kind: str
    at: Place
    source: str
    by_bottle: bool


@dataclass(frozen=True, slots=True)
class TrackAsked(KernelFact):
    """A joker was covered: the seat must choose a track.

    ``action`` is what the choice interrupts: ``card``, ``token``, or ``bat`` for the first token of a bat bottle; ``covered``
    are the tombstones and jokers under the card that are left to count after it.
    """

    NAME: ClassVar[str] = "track-asked"
    seat: Seat
    action: str
    covered: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TrackChosen(KernelFact):
    """The seat has chosen the track for its joker."""

    NAME: ClassVar[str] = "track-chosen"
    seat: Seat
    track: str


@dataclass(frozen=True, slots=True)
class MarkerMoved(KernelFact):
    """The seat's marker stands on this space of the track, the lowest being 0."""

    NAME: ClassVar[str] = "marker-moved"
    seat: Seat
    track: str
    space: int


@dataclass(frozen=True, slots=True)
class BottleGained(KernelFact):
    """The seat was connected to the tile at ``at`` for the first time and has a bottle of its liquor."""

    NAME: ClassVar[str] = "bottle-gained"
    seat: Seat
    liquor: str
    at: Place


@dataclass(frozen=True, slots=True)
class BottleOpened(KernelFact):
    """The seat has used one of its bottles this turn."""

    NAME: ClassVar[str] = "bottle-opened"
    seat: Seat
    liquor: str


@dataclass(frozen=True, slots=True)
class SecondTokenAsked(KernelFact):
    """The seat may place a second token by its bat bottle."""

    NAME: ClassVar[str] = "second-token-asked"
    seat: Seat


@dataclass(frozen=True, slots=True)
class SecondTokenDeclined(KernelFact):
    """The seat does without the second token of its bat bottle."""

    NAME: ClassVar[str] = "second-token-declined"
    seat: Seat


@dataclass(frozen=True, slots=True)
class CriterionScored(KernelFact):
    """The seat has fulfilled an immediate criterion."""

    NAME: ClassVar[str] = "criterion-scored"
    seat: Seat
    criterion: str
    points: int


@dataclass(frozen=True, slots=True)
class SeatPassed(KernelFact):
    """The seat passed instead of placing tokens."""

    NAME: ClassVar[str] = "seat-passed"
    seat: Seat


@dataclass(frozen=True, slots=True)
class AidEmptied(KernelFact):
    """The discards of the turn went back into the seat's reserve."""

    NAME: ClassVar[str] = "aid-emptied"
    seat: Seat
    tokens: int


@dataclass(frozen=True, slots=True)
class TurnPassed(KernelFact):
    """It is now this seat's turn."""

    NAME: ClassVar[str] = "turn-passed"
    seat: Seat


@dataclass(frozen=True, slots=True)
class PlayEnded(KernelFact):
    """The last turn is finished."""

    NAME: ClassVar[str] = "play-ended"


Fact: TypeAlias = (
    ColourTaken
    | TilesShuffled
    | StartingCardLaid
    | CriteriaShown
    | DeckShuffled
    | StartingPlayerDrawn
    | CardDrawn
    | CardPlaced
    | CardSetAside
    | TileLaid
    | TokensGained
    | TokensTakenBack
    | GainLost
    | TokensDiscarded
    | TokenPlaced
    | TrackAsked
    | TrackChosen
    | MarkerMoved
    | BottleGained
    | BottleOpened
    | SecondTokenAsked
    | SecondTokenDeclined
    | CriterionScored
    | SeatPassed
    | AidEmptied
    | TurnPassed
    | PlayEnded
    | SeatResigned
)

FACTS: tuple[type[KernelFact], ...] = (
    ColourTaken, TilesShuffled, StartingCardLaid, CriteriaShown, DeckShuffled, StartingPlayerDrawn,
    CardDrawn, CardPlaced, CardSetAside, TileLaid,
    TokensGained, TokensTakenBack, GainLost, TokensDiscarded, TokenPlaced,
    TrackAsked, TrackChosen, MarkerMoved, BottleGained, BottleOpened, SecondTokenAsked, SecondTokenDeclined,
    CriterionScored, SeatPassed, AidEmptied, TurnPassed, PlayEnded,
)  # fmt: skip
