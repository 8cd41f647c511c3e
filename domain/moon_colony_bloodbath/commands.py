"""What a seat can ask for in Moon Colony Bloodbath; buildings go by their owner's number for them."""

from dataclasses import dataclass
from typing import ClassVar, TypeAlias, get_args

from domain.kernel.fact import Command as KernelCommand
from domain.kernel.names import Seat
from domain.kernel.secret import Secret


@dataclass(frozen=True, slots=True)
class Answer(KernelCommand):
    """Sealed: the action picked at a Work, the card laid down to build (or ``none``), the card to pass."""

    NAME: ClassVar[str] = "answer"
    seat: Seat
    answer: Secret[str]


@dataclass(frozen=True, slots=True)
class PickAction(KernelCommand):
    """Pick an action where nothing is hidden."""

    NAME: ClassVar[str] = "pick-action"
    seat: Seat
    action: str


@dataclass(frozen=True, slots=True)
class Build(KernelCommand):
    """BUILD this card, shown at once."""

    NAME: ClassVar[str] = "build"
    seat: Seat
    card: str


@dataclass(frozen=True, slots=True)
class UseAbility(KernelCommand):
    """Use an any-time ability, or let one named for the action happen next."""

    NAME: ClassVar[str] = "use-ability"
    seat: Seat
    building: int
    ability: int


@dataclass(frozen=True, slots=True)
class DoAction(KernelCommand):
    """Let the action's own effect happen next."""

    NAME: ClassVar[str] = "do-action"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Accept(KernelCommand):
    """Do what an ability offers, paying what it asks."""

    NAME: ClassVar[str] = "accept"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Decline(KernelCommand):
    """Do without what is offered."""

    NAME: ClassVar[str] = "decline"
    seat: Seat


@dataclass(frozen=True, slots=True)
class GoOn(KernelCommand):
    """Use no any-time ability now."""

    NAME: ClassVar[str] = "go-on"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Stand(KernelCommand):
    """A standing answer: from now on ``goes_on`` by itself wherever only any-time abilities would hold it up, or does not."""

    NAME: ClassVar[str] = "stand"
    ANSWERS: ClassVar[bool] = False
    seat: Seat
    goes_on: bool


@dataclass(frozen=True, slots=True)
class DiscardCards(KernelCommand):
    """Discard these cards from hand, sorted."""

    NAME: ClassVar[str] = "discard-cards"
    seat: Seat
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LayCardOnMat(KernelCommand):
    """Lay a card from hand face down on the mat."""

    NAME: ClassVar[str] = "lay-card-on-mat"
    seat: Seat
    card: Secret[str]


@dataclass(frozen=True, slots=True)
class ChooseBoxes(KernelCommand):
    """Where boxes go, or come from: a building's number for each box, sorted."""

    NAME: ClassVar[str] = "choose-boxes"
    seat: Seat
    buildings: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MoveBox(KernelCommand):
    NAME: ClassVar[str] = "move-box"
    seat: Seat
    building: int
    to: int


@dataclass(frozen=True, slots=True)
class LoseBuilding(KernelCommand):
    NAME: ClassVar[str] = "lose-building"
    seat: Seat
    building: int


@dataclass(frozen=True, slots=True)
class Pay(KernelCommand):
    """Pay so much of it in food, the rest in money."""

    NAME: ClassVar[str] = "pay"
    seat: Seat
    food: int


@dataclass(frozen=True, slots=True)
class AddPerk(KernelCommand):
    NAME: ClassVar[str] = "add-perk"
    seat: Seat
    card: str


@dataclass(frozen=True, slots=True)
class RepeatAbility(KernelCommand):
    """Repeat a PLAY ability of a building in play."""

    NAME: ClassVar[str] = "repeat-ability"
    seat: Seat
    building: int
    ability: int


@dataclass(frozen=True, slots=True)
class ChooseWay(KernelCommand):
    """One of the ways that a card offers, counted from 0 as printed."""

    NAME: ClassVar[str] = "choose-way"
    seat: Seat
    way: int


Command: TypeAlias = (
    Answer
    | PickAction
    | Build
    | UseAbility
    | DoAction
    | Accept
    | Decline
    | GoOn
    | Stand
    | DiscardCards
    | LayCardOnMat
    | ChooseBoxes
    | MoveBox
    | LoseBuilding
    | Pay
    | AddPerk
    | RepeatAbility
    | ChooseWay
)
COMMANDS: tuple[type[KernelCommand], ...] = get_args(Command)
