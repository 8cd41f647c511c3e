"""What can happen in Moon Colony Bloodbath. Names and fields are stored: a landed one never changes."""

from dataclasses import dataclass
from typing import ClassVar, TypeAlias, get_args

from domain.kernel.fact import Fact as KernelFact
from domain.kernel.fact import News
from domain.kernel.facts import AnswerSealed, OpensAnswer, SeatResigned, TakesAnswerBack
from domain.kernel.names import Seat
from domain.kernel.question import QuestionId
from domain.kernel.secret import Secret
from domain.moon_colony_bloodbath.state import Frame


@dataclass(frozen=True, slots=True)
class ScientistTaken(KernelFact):
    """The seat plays this scientist, whose perks lie before it."""

    NAME: ClassVar[str] = "scientist-taken"
    seat: Seat
    scientist: str


@dataclass(frozen=True, slots=True)
class BuildingsShuffled(KernelFact):
    """The cards are the building deck, dealt one by one into the seats' lanes; the discards are among them."""

    NAME: ClassVar[str] = "buildings-shuffled"
    cards: Secret[tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class TwistsDealt(KernelFact):
    """These twists were shown and belong to the first progress deck."""

    NAME: ClassVar[str] = "twists-dealt"
    NEWS: ClassVar[tuple[News, ...]] = (News("cards"),)
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TwistsShuffled(KernelFact):
    """The twists left over lie face down, the first named on top."""

    NAME: ClassVar[str] = "twists-shuffled"
    cards: Secret[tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class RobotsShuffled(KernelFact):
    """The robots lie face down, the first named on top."""

    NAME: ClassVar[str] = "robots-shuffled"
    cards: Secret[tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class ProgressShuffled(KernelFact):
    """The progress deck lies face down, the first named on top; the chits come off the mats."""

    NAME: ClassVar[str] = "progress-shuffled"
    cards: Secret[tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class CardTurnedOver(KernelFact):
    """The top progress card lies face up on the progress discards: a new turn."""

    NAME: ClassVar[str] = "card-turned-over"
    NEWS: ClassVar[tuple[News, ...]] = (News("card"),)
    card: str


@dataclass(frozen=True, slots=True)
class StageBegun(KernelFact):
    """Every seat is done with what came before; ``stage`` is one of ``state.Stage``, or the next part of the same one."""

    NAME: ClassVar[str] = "stage-begun"
    stage: str


@dataclass(frozen=True, slots=True)
class ActionPicked(OpensAnswer):
    """The seat's chit lies on this action."""

    NAME: ClassVar[str] = "action-picked"
    NEWS: ClassVar[tuple[News, ...]] = (News("action", knew="seat"),)
    seat: Seat
    action: str
    question: QuestionId | None = None


@dataclass(frozen=True, slots=True)
class ActionShown(KernelFact):
    """The seat's chit lies on this action, picked in the open."""

    NAME: ClassVar[str] = "action-shown"
    NEWS: ClassVar[tuple[News, ...]] = (News("action", knew="seat"),)
    seat: Seat
    action: str


@dataclass(frozen=True, slots=True)
class ActionDone(KernelFact):
    """The seat's chit moves to the centre of its mat."""

    NAME: ClassVar[str] = "action-done"
    seat: Seat
    action: str


@dataclass(frozen=True, slots=True)
class CardLaid(OpensAnswer):
    """The card that the seat laid down to build is revealed; ``none`` when it builds nothing."""

    NAME: ClassVar[str] = "card-laid"
    NEWS: ClassVar[tuple[News, ...]] = (News("card", knew="seat"),)
    seat: Seat
    card: str
    question: QuestionId | None = None


@dataclass(frozen=True, slots=True)
class AbilityUsed(TakesAnswerBack):
    """The seat uses an any-time ability; what it had laid down or picked unseen it takes back."""

    NAME: ClassVar[str] = "ability-used"
    seat: Seat
    building: int
    card: str


@dataclass(frozen=True, slots=True)
class WentOn(KernelFact):
    """The seat uses no any-time ability now."""

    NAME: ClassVar[str] = "went-on"
    seat: Seat


@dataclass(frozen=True, slots=True)
class StandingAnswerGiven(KernelFact):
    """From now on the seat goes on by itself wherever only any-time abilities would hold it up, or does not."""

    NAME: ClassVar[str] = "standing-answer-given"
    ASIDE: ClassVar[bool] = True
    seat: Seat
    goes_on: bool


@dataclass(frozen=True, slots=True)
class Gained(KernelFact):
    """``what`` is ``people`` (onto the mat), ``money`` or ``food``; ``card`` is what gives it, "" an action."""

    NAME: ClassVar[str] = "gained"
    seat: Seat
    what: str
    amount: int
    card: str


@dataclass(frozen=True, slots=True)
class Lost(KernelFact):
    """People from the mat, money or food, lost or paid; ``card`` is what takes it."""

    NAME: ClassVar[str] = "lost"
    seat: Seat
    what: str
    amount: int
    card: str


@dataclass(frozen=True, slots=True)
class Paid(KernelFact):
    """Money or food paid for ``card``, a building to be built or an ability's."""

    NAME: ClassVar[str] = "paid"
    seat: Seat
    what: str
    amount: int
    card: str


@dataclass(frozen=True, slots=True)
class BoxPut(KernelFact):
    """A new box lies on the building; ``card`` is the building's."""

    NAME: ClassVar[str] = "box-put"
    seat: Seat
    building: int
    card: str


@dataclass(frozen=True, slots=True)
class BoxTaken(KernelFact):
    """A box was spent or lost from the building."""

    NAME: ClassVar[str] = "box-taken"
    seat: Seat
    building: int
    card: str


@dataclass(frozen=True, slots=True)
class BuildingBuilt(KernelFact):
    """A card came from hand or mat into play, the seat's ``building``-th."""

    NAME: ClassVar[str] = "building-built"
    NEWS: ClassVar[tuple[News, ...]] = (News("card", knew="seat"),)
    seat: Seat
    building: int
    card: str


@dataclass(frozen=True, slots=True)
class BuildingLost(KernelFact):
    """The building went to the discards; the boxes on it are gone."""

    NAME: ClassVar[str] = "building-lost"
    seat: Seat
    building: int
    card: str


@dataclass(frozen=True, slots=True)
class PeopleMoved(KernelFact):
    """The people of a lost building are on the mat."""

    NAME: ClassVar[str] = "people-moved"
    seat: Seat
    people: int
    card: str


@dataclass(frozen=True, slots=True)
class CardDrawn(KernelFact):
    """A card came from the seat's lane, or an empty lane's from the foot of the longest, into its hand."""

    NAME: ClassVar[str] = "card-drawn"
    NEWS: ClassVar[tuple[News, ...]] = (News("card"),)
    seat: Seat
    card: Secret[str]


@dataclass(frozen=True, slots=True)
class CardDiscarded(KernelFact):
    """A card went from the seat's ``hand``, or from ``under-mat``, to the discards."""

    NAME: ClassVar[str] = "card-discarded"
    NEWS: ClassVar[tuple[News, ...]] = (News("card", knew="seat"),)
    seat: Seat
    card: str
    place: str


@dataclass(frozen=True, slots=True)
class CardLaidOnMat(KernelFact):
    """A card from hand lies face down on the mat."""

    NAME: ClassVar[str] = "card-laid-on-mat"
    seat: Seat
    card: Secret[str]


@dataclass(frozen=True, slots=True)
class CardPutUnderMat(KernelFact):
    """A card from hand lies under the mat."""

    NAME: ClassVar[str] = "card-put-under-mat"
    seat: Seat
    card: Secret[str]


@dataclass(frozen=True, slots=True)
class CardPassed(KernelFact):
    """A card went from the seat's hand into another's."""

    NAME: ClassVar[str] = "card-passed"
    NEWS: ClassVar[tuple[News, ...]] = (News("card", knew="seat"),)
    seat: Seat
    to: Seat
    card: Secret[str]


@dataclass(frozen=True, slots=True)
class CardAdded(KernelFact):
    """A ``kind`` of card was added to the progress deck: by a seat into the turn's batch, by a card's own text on top of that.

    ``extra``: a robot in an event's place (MC-1P4).
    """

    NAME: ClassVar[str] = "card-added"
    kind: str
    card: Secret[str]
    extra: bool
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class BatchShuffled(KernelFact):
    """What seats added this turn lies on the progress deck, the first named on top."""

    NAME: ClassVar[str] = "batch-shuffled"
    cards: Secret[tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class CardSetAside(KernelFact):
    """The card turned over waits beside the deck for the next Work."""

    NAME: ClassVar[str] = "card-set-aside"
    card: str


@dataclass(frozen=True, slots=True)
class WaitingCardDiscarded(KernelFact):
    """A card set aside went to the progress discards; what it forbids in this turn's Work, if that is why."""

    NAME: ClassVar[str] = "waiting-card-discarded"
    card: str
    forbids: str


@dataclass(frozen=True, slots=True)
class ColonyFailed(KernelFact):
    """The seat does and gains nothing more."""

    NAME: ClassVar[str] = "colony-failed"
    seat: Seat


@dataclass(frozen=True, slots=True)
class LeftToDo(KernelFact):
    """What the seat is in the middle of when the table next waits, the last frame first of all."""

    NAME: ClassVar[str] = "left-to-do"
    seat: Seat
    frames: tuple[Frame, ...]


@dataclass(frozen=True, slots=True)
class TurnEnded(KernelFact):
    """Every seat is done; what the card itself added lies on top of the progress deck."""

    NAME: ClassVar[str] = "turn-ended"


@dataclass(frozen=True, slots=True)
class GameEnded(KernelFact):
    """Nothing more is turned over, because of a ``failure`` or of the ``manual``."""

    NAME: ClassVar[str] = "game-ended"
    because: str


Fact: TypeAlias = (
    ScientistTaken
    | BuildingsShuffled
    | TwistsDealt
    | TwistsShuffled
    | RobotsShuffled
    | ProgressShuffled
    | CardTurnedOver
    | StageBegun
    | AnswerSealed
    | ActionPicked
    | ActionShown
    | ActionDone
    | CardLaid
    | AbilityUsed
    | WentOn
    | StandingAnswerGiven
    | Gained
    | Lost
    | Paid
    | BoxPut
    | BoxTaken
    | BuildingBuilt
    | BuildingLost
    | PeopleMoved
    | CardDrawn
    | CardDiscarded
    | CardLaidOnMat
    | CardPutUnderMat
    | CardPassed
    | CardAdded
    | BatchShuffled
    | CardSetAside
    | WaitingCardDiscarded
    | ColonyFailed
    | LeftToDo
    | TurnEnded
    | GameEnded
    | SeatResigned
)
FACTS: tuple[type[KernelFact], ...] = get_args(Fact)
