"""The map: what every space shows, and the tokens and tiles that lie on it (HM-R1)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from domain.high_moon.parts import Rows, Space
from domain.high_moon.rulebook import D5, R1, R24
from domain.kernel.names import Seat
from domain.kernel.rule import cites

Place: TypeAlias = tuple[int, int]
"""(row, column), rows downwards; a card is named by its top-left place."""


@dataclass(frozen=True, slots=True)
class Token:
    """A token on the map; ``kind`` is the side that shows: ``ranch`` or ``cow``."""

    seat: Seat
    kind: str


@dataclass(frozen=True, slots=True)
class Board:
    """An immutable map. ``tiles`` gives the liquor of each distillery tile."""

    spaces: Mapping[Place, Space] = field(default_factory=dict, hash=False)
    tokens: Mapping[Place, Token] = field(default_factory=dict, hash=False)
    tiles: Mapping[Place, str] = field(default_factory=dict, hash=False)

    def lay(self, rows: Rows, at: Place, turned: int = 0) -> "Board":
        """The map with a card over it, ``turned`` by 0 or 180 degrees."""
        return replace(self, spaces={**self.spaces, **dict(laid(rows, at, turned))})

    def with_token(self, at: Place, token: Token) -> "Board":
        return replace(self, tokens={**self.tokens, at: token})

    def with_tile(self, at: Place, liquor: str) -> "Board":
        return replace(self, tiles={**self.tiles, at: liquor})

    def free(self, place: Place) -> bool:
        """Whether a space of the map lies here and holds no token and no tile."""
        return place in self.spaces and place not in self.tokens and place not in self.tiles

    def of_seat(self, seat: Seat) -> tuple[Place, ...]:
        """Where the seat's tokens lie."""
        return tuple(place for place, token in self.tokens.items() if token.seat == seat)

    def touches(self, seat: Seat, place: Place) -> bool:
        """Whether one of the seat's tokens lies beside this place."""
        return any((token := self.tokens.get(near)) is not None and token.seat == seat for near in beside(place))


def beside(place: Place) -> tuple[Place, Place, Place, Place]:
    """The four places that share a side with this one, in reading order."""
    row, column = place
    return (row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)


@cites(R1)
def footprint(at: Place, width: int, height: int) -> tuple[Place, ...]:
    """The places under a card, in reading order."""
    top, left = at
    return tuple([(row, column) for row in range(top, top + height) for column in range(left, left + width)])


@cites(R1)
def laid(rows: Rows, at: Place, turned: int) -> Iterator[tuple[Place, Space]]:
    """Where each space of a card comes to lie and what it shows, in reading order."""
    if turned == 180:
        rows = tuple(row[::-1] for row in rows[::-1])
    places = footprint(at, len(rows[0]), len(rows))
    return zip(places, (space for row in rows for space in row), strict=True)


@dataclass(frozen=True, slots=True)
class Route:
    """A maximal group of one seat's tokens joined side by side or through tiles, and the tiles beside it."""

    seat: Seat
    tokens: frozenset[Place]
    ranches: frozenset[Place]
    tiles: frozenset[Place]


@cites(D5, R24)
def routes(board: Board, seat: Seat) -> tuple[Route, ...]:
    """The seat's routes, in reading order of their first tokens."""
    left = set(board.of_seat(seat))
    found = []
    for start in sorted(left):
        if start in left:
            tokens, tiles = _joined(board, left, start)
            ranches = frozenset(place for place in tokens if board.tokens[place].kind == "ranch")
            found.append(Route(seat, tokens, ranches, tiles))
    return tuple(found)


def _joined(board: Board, left: set[Place], start: Place) -> tuple[frozenset[Place], frozenset[Place]]:
    """Take out of ``left`` all tokens joined to this one; the tokens and the tiles beside them."""
    tokens, tiles, edge = set[Place](), set[Place](), [start]
    left.discard(start)
    while edge:
        place = edge.pop()
        tokens.add(place)
        touched = [near for near in beside(place) if near in board.tiles and near not in tiles]
        tiles.update(touched)
        for near in (*beside(place), *(side for tile in touched for side in beside(tile))):
            if near in left:
                left.discard(near)
                edge.append(near)
    return frozenset(tokens), frozenset(tiles)
