"""What a seat can ask for in High Moon."""

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from domain.high_moon.board import Place
from domain.kernel.fact import Command as KernelCommand
from domain.kernel.names import Seat


@dataclass(frozen=True, slots=True)
class PlaceCard(KernelCommand):
    """Place the card in hand with its top-left space at ``at``, turned by so many degrees."""

    NAME: ClassVar[str] = "place-card"
    seat: Seat
    at: Place
    turned: int


@dataclass(frozen=True, slots=True)
class SetCardAside(KernelCommand):
    """Put the card in hand aside because it fits nowhere."""

    NAME: ClassVar[str] = "set-card-aside"
    seat: Seat


@dataclass(frozen=True, slots=True)
class OpenBottle(KernelCommand):
    """Open a bottle: spider names how many ``tokens``; bat and crow the ``kind`` and place of a token."""

    NAME: ClassVar[str] = "open-bottle"
    seat: Seat
    liquor: str
    tokens: int | None = None
    kind: str | None = None
    at: Place | None = None


@dataclass(frozen=True, slots=True)
class PlaceToken(KernelCommand):
    """Place a token with its ``ranch`` or ``cow`` side up."""

    NAME: ClassVar[str] = "place-token"
    seat: Seat
    kind: str
    at: Place


@dataclass(frozen=True, slots=True)
class Pass(KernelCommand):
    """Gain tokens instead of placing any."""

    NAME: ClassVar[str] = "pass"
    seat: Seat


@dataclass(frozen=True, slots=True)
class EndTurn(KernelCommand):
    """End a turn in which something was placed or opened."""

    NAME: ClassVar[str] = "end-turn"
    seat: Seat


@dataclass(frozen=True, slots=True)
class ChooseTrack(KernelCommand):
    """Choose the track that a joker counts for."""

    NAME: ClassVar[str] = "choose-track"
    seat: Seat
    track: str


@dataclass(frozen=True, slots=True)
class Decline(KernelCommand):
    """Do without the second token of a bat bottle."""

    NAME: ClassVar[str] = "decline"
    seat: Seat


Command: TypeAlias = PlaceCard | SetCardAside | OpenBottle | PlaceToken | Pass | EndTurn | ChooseTrack | Decline

COMMANDS: tuple[type[KernelCommand], ...] = (
    PlaceCard, SetCardAside, OpenBottle, PlaceToken, Pass, EndTurn, ChooseTrack, Decline,
)  # fmt: skip
