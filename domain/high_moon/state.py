"""The state of a game of High Moon, as far as one viewer knows it."""

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from domain.high_moon.board import Board, Place
from domain.high_moon.parts import TRACKS, Card, Pack
from domain.kernel.bag import Bag, Pile
from domain.kernel.names import Seat
from domain.kernel.replace import replace

Phase: TypeAlias = Literal["setup", "card", "tokens", "over"]
"""``card``: the active seat has its card still to place; ``tokens``: the rest of its turn."""

TOKENS = 30
"""Tokens of a seat, wherever they are (HM-S5)."""

Action: TypeAlias = str
"""What a choice interrupts: ``card``, ``token``, or ``bat`` for the first token of a bat bottle."""


@dataclass(frozen=True, slots=True)
class PerLiquor:
    """A number for each of the three liquors, or for each of their tracks."""

    spider: int = 0
    bat: int = 0
    crow: int = 0

    def __getitem__(self, liquor: str) -> int:
        number: int = getattr(self, liquor)
        return number

    def plus(self, liquor: str, number: int = 1) -> "PerLiquor":
        return self.at(liquor, self[liquor] + number)

    def at(self, liquor: str, number: int) -> "PerLiquor":
        return replace(self, **{liquor: number})

    @property
    def total(self) -> int:
        return self.spider + self.bat + self.crow

    @property
    def lowest(self) -> int:
        return min(self.spider, self.bat, self.crow)


@dataclass(frozen=True, slots=True)
class Player:
    """One seat: its tokens, bottles and markers, its cards, the tiles it is connected to and what it scored so far."""

    seat: Seat
    colour: str = ""
    reserve: int = TOKENS
    available: int = 0
    aid: int = 0
    unopened: PerLiquor = PerLiquor()
    opened: PerLiquor = PerLiquor()
    markers: PerLiquor = PerLiquor()
    """The space of each track on which the seat's marker stands, the lowest being 0."""
    hand: Bag = Bag(0)
    deck: Pile = ()
    connected: frozenset[Place] = frozenset()
    """The tiles that have yielded this seat its bottle."""
    scored: tuple[tuple[str, int], ...] = ()
    """Immediate criteria scored so far: id and points, in the order they were scored."""
    resigned: bool = False
    unplayed: Bag = Bag(0)
    """What hand and deck hold together."""

    def bottles(self, liquor: str) -> int:
        """Bottles owned, opened or not."""
        return self.unopened[liquor] + self.opened[liquor]

    def points_of(self, criterion: str) -> int:
        """Points scored so far by an immediate criterion."""
        return sum(points for name, points in self.scored if name == criterion)


@dataclass(frozen=True, slots=True)
class Options:
    """The readings that this table has chosen."""

    criteria: str = "four"
    tombstones_count_under_cards: bool = False
    cow_on_own_ranch: bool = False


@dataclass(frozen=True, slots=True)
class Turn:
    """What the active seat has done this turn."""

    placed: int = 0
    """Tokens that count for the price of the next one."""
    opened: str = ""
    """The liquor of the bottle opened this turn, if any."""


@dataclass(frozen=True, slots=True)
class TrackOpen:
    """A joker waits for its track. What the action still has to do then is data, never a callback."""

    action: Action
    covered: tuple[str, ...] = ()
    """Tombstone and joker spaces under the card that are still to be counted, in reading order."""


@dataclass(frozen=True, slots=True)
class SecondTokenOpen:
    """A bat bottle's second token waits to be placed or declined."""


Pending: TypeAlias = TrackOpen | SecondTokenOpen


@dataclass(frozen=True, slots=True)
class State:
    """All that has come of the facts so far. ``players`` is indexed by seat; ``criteria`` is in display order."""

    pack: Pack
    options: Options
    players: tuple[Player, ...]
    tiles: Pile
    named: tuple[str | None, ...] = ()
    """The colour that each seat named before the start, if it did."""
    board: Board = Board()
    criteria: tuple[str, ...] = ()
    phase: Phase = "setup"
    active: Seat = Seat(0)
    """Whose turn it is while ``phase`` is ``card`` or ``tokens``."""
    turn: Turn = Turn()
    pending: Pending | None = None
    laid_at: Place | None = None
    """Where the last card was placed, by its top-left space."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        return tuple(player.seat for player in self.players)

    @property
    def seats_in_order(self) -> tuple[Seat, ...]:
        """The seats that have not resigned, the active one first, then clockwise (HM-R5, R18, R19)."""
        seats = self.seats[self.active :] + self.seats[: self.active]
        return tuple(seat for seat in seats if not self.players[seat].resigned)

    def seat_of(self, colour: str) -> Seat | None:
        """The seat that plays this colour, or None when nobody does."""
        return next((player.seat for player in self.players if player.colour == colour), None)

    def card(self, name: str) -> Card:
        """The card called ``<pack>:<entry>``."""
        return self.pack.card(name.partition(":")[2])

    def name(self, card: Card) -> str:
        """What a card is called in facts."""
        return f"{self.pack.name}:{card.key}"

    def with_player(self, seat: Seat, **changes: Any) -> "State":
        players = list(self.players)
        players[seat] = replace(players[seat], **changes)
        return replace(self, players=tuple(players))


def at_last_space(state: State, seat: Seat, track: str) -> bool:
    """Whether the seat's marker can go no further up this track (HM-R16)."""
    return state.players[seat].markers[track] >= state.pack.tracks[track].last


def open_tracks(state: State, seat: Seat) -> tuple[str, ...]:
    """The tracks up which the seat's marker can still move."""
    return tuple(track for track in TRACKS if not at_last_space(state, seat, track))
