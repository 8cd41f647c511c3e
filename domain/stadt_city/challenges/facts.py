"""What happens in a challenge that the service plays out. Names and fields are stored: a landed one never changes."""

from dataclasses import dataclass
from typing import ClassVar, TypeAlias, get_args

from domain.kernel.fact import Fact as KernelFact
from domain.kernel.fact import News
from domain.kernel.names import Seat
from domain.stadt_city.board import Square


@dataclass(frozen=True, slots=True)
class PlayBegun(KernelFact):
    """The service plays the challenge on the square by this decider; per side, what advantages give it: a start and second chances."""

    NAME: ClassVar[str] = "play-begun"
    square: Square
    decider: str
    sides: tuple[tuple[Seat, ...], ...]
    ahead: tuple[int, ...]
    chances: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CardTurned(KernelFact):
    """The seat called a colour and this card came; ``again``: a second chance, the call does not count."""

    NAME: ClassVar[str] = "card-turned"
    NEWS: ClassVar[tuple[News, ...]] = (News("card"),)
    square: Square
    seat: Seat
    colour: str
    card: str
    right: bool
    again: bool


@dataclass(frozen=True, slots=True)
class DiceThrown(KernelFact):
    """The seat rolled these dice; ``good``: they score; ``again``: a second chance, the roll does not count."""

    NAME: ClassVar[str] = "dice-thrown"
    NEWS: ClassVar[tuple[News, ...]] = (News("dice"),)
    square: Square
    seat: Seat
    dice: tuple[int, ...]
    good: bool
    again: bool


@dataclass(frozen=True, slots=True)
class DiceSetAside(KernelFact):
    """Farkle: these dice score so much for the turn."""

    NAME: ClassVar[str] = "dice-set-aside"
    square: Square
    seat: Seat
    dice: tuple[int, ...]
    points: int


@dataclass(frozen=True, slots=True)
class TurnBanked(KernelFact):
    """Farkle: the turn's points are the side's."""

    NAME: ClassVar[str] = "turn-banked"
    square: Square
    seat: Seat
    points: int


Fact: TypeAlias = PlayBegun | CardTurned | DiceThrown | DiceSetAside | TurnBanked
FACTS: tuple[type[KernelFact], ...] = get_args(Fact)
