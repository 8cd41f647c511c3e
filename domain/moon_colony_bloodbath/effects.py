"""The closed vocabulary of what cards do: steps, what they cost, and what multiplies them."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

Action: TypeAlias = Literal["restock", "build", "mine", "farm", "research"]
ACTIONS: tuple[Action, ...] = ("restock", "build", "mine", "farm", "research")


@dataclass(frozen=True, slots=True)
class Each:
    """What an amount is multiplied by: how many of something the seat has.

    ``names``: different names among ``names`` in play. ``plus`` and ``minus``: buildings in play with the symbol.
    ``discarded``: cards that this ability's own ``DiscardFromUnderMat`` discarded just before.
    """

    what: Literal["names", "plus", "minus", "buildings", "boxes", "discarded"]
    names: tuple[str, ...] = ()
    """Card names without their pack: ``dust-mine``."""


@dataclass(frozen=True, slots=True)
class Spend:
    """A cost: all of it is paid or nothing happens. ``here``: boxes from the building that bears the ability.

    ``cards`` are discarded from hand; ``people`` are taken as a loss is (MC-R10); ``money`` may be food (Potato Farm).
    """

    what: Literal["money", "food", "boxes", "people", "cards"]
    amount: int = 1
    here: bool = False


@dataclass(frozen=True, slots=True)
class Gain:
    """Gain money, food, or people on the mat; ``each`` multiplies the amount."""

    what: Literal["money", "food", "people"]
    amount: int
    each: Each | None = None


@dataclass(frozen=True, slots=True)
class Lose:
    """Lose that much, or what there is; people as one loss (MC-L1 to L5)."""

    what: Literal["money", "food", "boxes", "people"]
    amount: int
    each: Each | None = None


@dataclass(frozen=True, slots=True)
class LoseBuilding:
    """Lose a building of the seat's choice, if it has one (MC-B3)."""


@dataclass(frozen=True, slots=True)
class LossSmaller:
    """The loss that is about to be taken is so much smaller; only under ``before-loss`` and ``event``."""

    amount: int


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw building cards."""

    cards: int


@dataclass(frozen=True, slots=True)
class Discard:
    """Discard cards from hand, or what there is."""

    cards: int


@dataclass(frozen=True, slots=True)
class PutBoxes:
    """Put new boxes onto own buildings, in any split; or onto this one; or onto one without a box."""

    amount: int
    where: Literal["anywhere", "here", "without-box"] = "anywhere"


@dataclass(frozen=True, slots=True)
class MoveBox:
    """Move a box from one own building to another."""


@dataclass(frozen=True, slots=True)
class Act:
    """Do an action, no Work and no chit; of several the seat chooses. For BUILD alone use ``Build``."""

    actions: tuple[Action, ...] = ACTIONS


@dataclass(frozen=True, slots=True)
class Build:
    """BUILD a card, paid for, or decline; by printed cost from ``at_least`` to ``at_most``."""

    at_least: int = 0
    at_most: int | None = None


@dataclass(frozen=True, slots=True)
class AddPerk:
    """Add one of the seat's own perks, its choice."""


@dataclass(frozen=True, slots=True)
class AddDevelopment:
    """Add a copy of the development of this name (without its pack)."""

    name: str


@dataclass(frozen=True, slots=True)
class AddRobot:
    """Add the next robot; under a ``once`` ability nobody is its owner."""


@dataclass(frozen=True, slots=True)
class AddEvent:
    """Add the next event; under a ``once`` ability nobody is its owner."""


@dataclass(frozen=True, slots=True)
class AddTwist:
    """Add the next twist of the deck; only under ``once``."""


@dataclass(frozen=True, slots=True)
class RepeatPlay:
    """Repeat one PLAY ability of an own building in play, never one that repeats (MC-R21)."""


@dataclass(frozen=True, slots=True)
class Feed:
    """Hunger (MC-E3): food for each building counted now, a person for each unfed, else ``gain`` people."""

    gain: int


@dataclass(frozen=True, slots=True)
class LayOnMat:
    """Lay a card from hand face down on the mat: the only one that may be built (Construction Robot)."""


@dataclass(frozen=True, slots=True)
class LayUnderMat:
    """Draw so many cards and put them under the mat (Surveying)."""

    cards: int


@dataclass(frozen=True, slots=True)
class DiscardFromUnderMat:
    """Discard every card under the mat; a ``Gain`` for each ``discarded`` follows."""


@dataclass(frozen=True, slots=True)
class PassLeft:
    """Every seat chooses a card from hand, unseen; then all pass to the left at once."""


@dataclass(frozen=True, slots=True)
class SetAside:
    """The card waits beside the deck for the next Work, in which there are no abilities, or no BUILD; only under ``once``."""

    forbids: Literal["abilities", "build"]


@dataclass(frozen=True, slots=True)
class StartWork:
    """Work: every seat picks one action."""


@dataclass(frozen=True, slots=True)
class EndGame:
    """The game is over at once (Instruction Manual); only under ``once``."""


@dataclass(frozen=True, slots=True)
class Choose:
    """One of several ways, the seat's choice among those it can do at least in part (MC-R23)."""

    ways: tuple["Way", ...]


Step: TypeAlias = (
    Gain
    | Lose
    | LoseBuilding
    | LossSmaller
    | Draw
    | Discard
    | PutBoxes
    | MoveBox
    | Act
    | Build
    | AddPerk
    | AddDevelopment
    | AddRobot
    | AddEvent
    | AddTwist
    | RepeatPlay
    | Feed
    | LayOnMat
    | LayUnderMat
    | DiscardFromUnderMat
    | PassLeft
    | SetAside
    | StartWork
    | EndGame
    | Choose
)


@dataclass(frozen=True, slots=True)
class Way:
    """One of the ways of a ``Choose``: pay the cost, do the steps."""

    steps: tuple[Step, ...]
    cost: tuple[Spend, ...] = ()
