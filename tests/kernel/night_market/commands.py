"""What a seat may ask for. A card that others must not see is sealed by whoever makes the command."""

from dataclasses import dataclass
from typing import ClassVar, TypeAlias, get_args

from domain.kernel.fact import Command as KernelCommand
from domain.kernel.names import Seat
from domain.kernel.secret import Secret


@dataclass(frozen=True, slots=True)
class Offer(KernelCommand):
    NAME: ClassVar[str] = "offer"
    seat: Seat
    card: Secret[str]


@dataclass(frozen=True, slots=True)
class Sell(KernelCommand):
    NAME: ClassVar[str] = "sell"
    seat: Seat
    card: str


@dataclass(frozen=True, slots=True)
class Bury(KernelCommand):
    NAME: ClassVar[str] = "bury"
    seat: Seat
    card: Secret[str]


@dataclass(frozen=True, slots=True)
class Give(KernelCommand):
    NAME: ClassVar[str] = "give"
    seat: Seat
    card: Secret[str]


@dataclass(frozen=True, slots=True)
class Roll(KernelCommand):
    NAME: ClassVar[str] = "roll"
    seat: Seat


@dataclass(frozen=True, slots=True)
class EndTurn(KernelCommand):
    NAME: ClassVar[str] = "end-turn"
    seat: Seat


@dataclass(frozen=True, slots=True)
class LayAside(KernelCommand):
    NAME: ClassVar[str] = "lay-aside"
    seat: Seat
    card: Secret[str]


@dataclass(frozen=True, slots=True)
class Fine(KernelCommand):
    """A judge takes coins from a seat."""

    NAME: ClassVar[str] = "fine"
    ANSWERS: ClassVar[bool] = False
    JUDGED: ClassVar[bool] = True
    FREE_TEXT: ClassVar[tuple[str, ...]] = ("reason",)
    judge: int
    debtor: Seat
    coins: int
    reason: Secret[str] | None = None


Command: TypeAlias = Offer | Sell | Bury | Give | Roll | EndTurn | LayAside | Fine
COMMANDS: tuple[type[KernelCommand], ...] = get_args(Command)
