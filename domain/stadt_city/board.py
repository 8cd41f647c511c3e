"""The map: squares by letter and number, which of them stand, and how far apart they lie."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from domain.kernel.replace import replace
from domain.kernel.rule import cites
from domain.stadt_city.rulebook import R17, R21, R23

Square: TypeAlias = str
"""A letter for the column and a number for the row: ``B6``."""

STEPS = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
"""The four directions, as columns and rows: north is towards the lower numbers, west towards the lower letters."""
_CORNERS = ((-1, -1), (1, -1), (-1, 1), (1, 1))
_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True, slots=True)
class Board:
    """A square map of ``size`` columns and rows; a destroyed square is an anomaly."""

    size: int
    destroyed: frozenset[Square] = frozenset()

    @property
    def squares(self) -> tuple[Square, ...]:
        """Every square, by letter, then number."""
        return _squares(self.size)

    @property
    def all_standing(self) -> tuple[Square, ...]:
        """The squares that stand, by letter, then number."""
        return tuple(square for square in self.squares if square not in self.destroyed)

    def has(self, square: Square) -> bool:
        """Whether this names a square of the map."""
        return square in _known(self.size)

    def standing(self, square: Square) -> bool:
        return self.has(square) and square not in self.destroyed

    def destroy(self, *squares: Square) -> "Board":
        return replace(self, destroyed=self.destroyed.union(squares))

    @cites(R23)
    def restore(self, *squares: Square) -> "Board":
        """The map on which these stand as if they had never fallen."""
        return replace(self, destroyed=self.destroyed.difference(squares))

    def beside(self, square: Square) -> tuple[Square, ...]:
        """The squares that share a side with this one, by letter, then number."""
        return tuple(sorted(self._towards(square, STEPS.values()), key=place))

    def corners(self, square: Square) -> tuple[Square, ...]:
        """The squares one diagonal step away, by letter, then number."""
        return tuple(sorted(self._towards(square, _CORNERS), key=place))

    def towards(self, square: Square, direction: str) -> Square | None:
        """The next square in one of the four directions; None beyond the edge."""
        return next(self._towards(square, (STEPS[direction],)), None)

    def _towards(self, square: Square, steps: Iterable[tuple[int, int]]) -> Iterator[Square]:
        column, row = place(square)
        for right, down in steps:
            if 0 <= column + right < self.size and 0 <= row + down < self.size:
                yield named(column + right, row + down)


@cache
def place(square: Square) -> tuple[int, int]:
    """Column and row of a square of any map, counted from 0: what squares are ordered by."""
    return _ALPHABET.index(square[0]), int(square[1:]) - 1


def named(column: int, row: int) -> Square:
    """The square in this column and row, both counted from 0."""
    return f"{_ALPHABET[column]}{row + 1}"


def in_order(squares: Iterable[Square]) -> tuple[Square, ...]:
    """Squares by letter, then number."""
    return tuple(sorted(squares, key=place))


@cites(R21)
def distance(one: Square, other: Square) -> int:
    """Steps between two squares where none is diagonal."""
    (column, row), (other_column, other_row) = place(one), place(other)
    return abs(column - other_column) + abs(row - other_row)


@cites(R21)
def spread(one: Square, other: Square) -> int:
    """Steps between two squares where diagonal ones count as one: how far a burst reaches."""
    (column, row), (other_column, other_row) = place(one), place(other)
    return max(abs(column - other_column), abs(row - other_row))


@cites(R17)
def furthest(origin: Square, squares: Iterable[Square]) -> Square | None:
    """The square furthest from this one, the lowest letter and then number of those equally far; None of none."""
    return min(squares, key=lambda square: (-distance(origin, square), place(square)), default=None)


@cache
def _squares(size: int) -> tuple[Square, ...]:
    return tuple(named(column, row) for column in range(size) for row in range(size))


@cache
def _known(size: int) -> frozenset[Square]:
    return frozenset(_squares(size))
