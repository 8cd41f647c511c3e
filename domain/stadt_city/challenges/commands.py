"""What a participant can ask for in a challenge that the service plays out."""

from dataclasses import dataclass
from typing import ClassVar, TypeAlias, get_args

from domain.kernel.fact import Command as KernelCommand
from domain.kernel.names import Seat


@dataclass(frozen=True, slots=True)
class CallColour(KernelCommand):
    """Black or Red: call ``black`` or ``red``, then the next card is turned over."""

    NAME: ClassVar[str] = "call-colour"
    seat: Seat
    colour: str


@dataclass(frozen=True, slots=True)
class RollDice(KernelCommand):
    """Roll the dice of the challenge."""

    NAME: ClassVar[str] = "roll-dice"
    seat: Seat


@dataclass(frozen=True, slots=True)
class SetAside(KernelCommand):
    """Farkle: set aside dice of the last roll, all of which score."""

    NAME: ClassVar[str] = "set-aside"
    seat: Seat
    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Bank(KernelCommand):
    """Farkle: keep the points of this turn, which ends."""

    NAME: ClassVar[str] = "bank"
    seat: Seat


Command: TypeAlias = CallColour | RollDice | SetAside | Bank
COMMANDS: tuple[type[KernelCommand], ...] = get_args(Command)
