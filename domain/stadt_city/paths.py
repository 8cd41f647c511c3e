"""The search over paths that enter no square twice: where a move of so many steps can end, and one way to each square (SC-R6).

Squares are bits of one number, so that a whole region spreads in a few operations. Shortest ways are stretched to the length
wanted; where that fails, a depth-first search decides. It follows only squares that still lie on a way to the goal, counts them by
colour as on a chess board, and remembers what has failed. On a map of 100 squares that takes a few milliseconds.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import TypeAlias

from domain.kernel.rule import cites
from domain.stadt_city.board import Board, Square, named, place
from domain.stadt_city.rulebook import M4, R6, R28

Path: TypeAlias = tuple[Square, ...]
"""The squares entered, in order; the square set out from is not among them."""

PATIENCE = 5_000
"""Positions looked at for one question; some tenths of a second at most."""
UTMOST = 40 * PATIENCE
"""Positions looked at to find out how far a mover can go at all."""


@dataclass(frozen=True, slots=True)
class Ground:
    """What a mover may enter on a map of ``size`` columns: the ``free`` squares, and on which ``ends`` of them it may stop.

    Whatever it has entered before, and where it set out, is not free.
    """

    size: int
    free: frozenset[Square]
    ends: frozenset[Square]


@dataclass(frozen=True, slots=True)
class Reach:
    """One path to each square that can be reached exactly. Of squares ``unsure`` the search was given up: nothing is said of them."""

    paths: Mapping[Square, Path] = field(default_factory=dict)
    unsure: frozenset[Square] = frozenset()


@dataclass(frozen=True, slots=True)
class Longest:
    """The longest path found; not ``sure`` where the search for a longer one was given up."""

    steps: int
    sure: bool = True


@cites(M4, R28)
def exact(ground: Ground, start: Square, steps: int, patience: int = PATIENCE) -> Reach:
    """Every square on which a path of exactly so many steps can end."""
    search = _Search(ground, start, patience)
    paths, unsure = dict[Square, Path](), set[Square]()
    for goal in search.goals(steps):
        try:
            if way := search.way(goal, steps):
                paths[search.square(goal)] = tuple(map(search.square, way))
        except _GivenUp:
            unsure.add(search.square(goal))
    return Reach(paths, frozenset(unsure))


@cites(R6)
def longest(ground: Ground, start: Square, most: int, patience: int = UTMOST) -> Longest:
    """How long a path there is, up to ``most`` steps."""
    search = _Search(ground, start, patience)
    steps = next((steps for steps in range(min(most, search.room), 0, -1) if search.possible(steps)), 0)
    return Longest(steps, search.sure)


@cites(R6)
def deadly(ground: Ground, board: Board, start: Square, most: int) -> Iterator[Path]:
    """A shortest way into every anomaly that can be entered within so many steps, over free squares up to there."""
    ways: dict[Square, Path] = {start: ()}
    edge = [start]
    for at in edge:
        for square in board.beside(at) if len(ways[at]) < most else ():
            if square in ways:
                continue
            ways[square] = (*ways[at], square)
            if square in ground.free:
                edge.append(square)
            elif square in board.destroyed:
                yield ways[square]


class _GivenUp(Exception):
    """The search has looked at as many positions as it may."""


@dataclass(frozen=True, slots=True)
class _Grid:
    """The squares of a map as bits; a row without squares between two columns keeps steps from wrapping round."""

    stride: int
    bits: Mapping[Square, int]
    squares: Mapping[int, Square]
    black: int

    def mask(self, squares: frozenset[Square]) -> int:
        return sum(self.bits[square] for square in squares)


@cache
def _grid(size: int) -> _Grid:
    bits = {named(column, row): 1 << column * (size + 1) + row for column in range(size) for row in range(size)}
    black = sum(bit for square, bit in bits.items() if sum(place(square)) % 2 == 0)
    return _Grid(size + 1, bits, {bit: square for square, bit in bits.items()}, black)


def _each(mask: int) -> Iterator[int]:
    while mask:
        bit = mask & -mask
        yield bit
        mask ^= bit


class _Search:
    """One question: what it may still look at, and what it found out about the goal at hand."""

    def __init__(self, ground: Ground, start: Square, patience: int) -> None:
        self._grid = _grid(ground.size)
        self._stride = self._grid.stride
        self._start = self._grid.bits[start]
        self._free = self._grid.mask(ground.free) & ~self._start
        self._ends = self._grid.mask(ground.ends) & self._free
        self._patience = patience
        self._goal = 0
        self._failed = set[tuple[int, int, int]]()
        self.sure = True

    @property
    def room(self) -> int:
        """How many squares can be reached at all: no path is longer."""
        return self._near(len(self._grid.bits)).bit_count()

    def square(self, bit: int) -> Square:
        return self._grid.squares[bit]

    def goals(self, steps: int) -> Iterator[int]:
        """The ends that are near enough and of the right colour."""
        black = self._grid.black
        same = black if bool(self._start & black) == (steps % 2 == 0) else ~black
        return _each(self._near(steps) & self._ends & same)

    def possible(self, steps: int) -> bool:
        """Whether a path of so many steps is found at all."""
        goals = tuple(self.goals(steps))
        if any(self._stretched(goal, steps) for goal in goals):
            return True
        try:
            return any(self._searched(goal, steps) for goal in goals)
        except _GivenUp:
            self.sure = False
            return False

    def way(self, goal: int, steps: int) -> list[int] | None:
        """A path of exactly so many steps; None when there is none. Raises _GivenUp."""
        return self._stretched(goal, steps) or self._searched(goal, steps)

    def _around(self, mask: int) -> int:
        stride = self._stride
        return mask << 1 | mask >> 1 | mask << stride | mask >> stride

    def _near(self, steps: int) -> int:
        """The free squares no further away than so many steps."""
        seen = new = self._start
        for _ in range(steps):
            new = self._around(new) & self._free & ~seen
            if not new:
                break
            seen |= new
        return seen & ~self._start

    def _stretched(self, goal: int, steps: int) -> list[int] | None:
        """A shortest path, bulged out to the length wanted, two steps a bulge; None when it runs out of room."""
        path = self._shortest(goal)
        free = self._free & ~sum(path)
        at = 0
        while len(path) <= steps and at < len(path) - 1:
            bulge = self._bulge(path[at], path[at + 1], free)
            if bulge is None:
                at += 1
            else:
                path[at + 1 : at + 1] = bulge
                free &= ~sum(bulge)
        return path[1:] if len(path) == steps + 1 else None

    def _shortest(self, goal: int) -> list[int]:
        """A shortest path, with the square set out from."""
        rings, seen = [self._start], self._start
        while not rings[-1] & goal:
            rings.append(self._around(rings[-1]) & self._free & ~seen)
            seen |= rings[-1]
        path = [goal]
        for ring in reversed(rings[:-1]):
            before = self._around(path[-1]) & ring
            path.append(before & -before)
        return path[::-1]

    def _bulge(self, one: int, other: int, free: int) -> tuple[int, int] | None:
        """Two free squares beside these two and beside each other."""
        for shift in (1, self._stride):
            for first, second in ((one << shift, other << shift), (one >> shift, other >> shift)):
                if first & free and second & free:
                    return first, second
        return None

    def _searched(self, goal: int, steps: int) -> list[int] | None:
        self._goal = goal
        self._failed.clear()
        return self._onward(self._start, self._free, steps)

    def _onward(self, at: int, free: int, steps: int) -> list[int] | None:
        """The rest of a path to the goal, from a square and over what is still free."""
        if steps == 1:
            return [self._goal] if self._around(at) & self._goal else None
        self._patience -= 1
        if self._patience < 0:
            raise _GivenUp
        useful = self._useful(at, free, steps)
        if useful is None or (at, useful, steps) in self._failed:
            return None
        for step in self._narrow_first(at, useful):
            rest = self._onward(step, useful & ~step, steps - 1)
            if rest is not None:
                return [step, *rest]
        self._failed.add((at, useful, steps))
        return None

    def _narrow_first(self, at: int, useful: int) -> list[int]:
        """The next squares, those with the fewest ways on first: what is left for later would be cut off."""
        steps = _each(self._around(at) & useful & ~self._goal)
        return sorted(steps, key=lambda step: (self._around(step) & useful).bit_count())

    def _useful(self, at: int, free: int, steps: int) -> int | None:
        """The free squares that can lie on a path to the goal; None when they cannot make one of so many steps."""
        region = self._region(at, free & ~self._goal, steps)
        if region is None:
            return None
        useful = self._without_dead_ends(at, region | self._goal)
        other = ~self._grid.black if at & self._grid.black else self._grid.black
        enough = (useful & other).bit_count() >= (steps + 1) // 2 and (useful & ~other).bit_count() >= steps // 2
        return useful if enough else None

    def _region(self, at: int, inner: int, steps: int) -> int | None:
        """What can be reached before the goal; None when the goal is cut off or too far."""
        gate = self._around(self._goal)
        region = new = self._around(at) & inner
        far = 1
        met = False
        while new:
            far += 1
            met = met or bool(new & gate and far <= steps)
            new = self._around(new) & inner & ~region
            region |= new
        return region if met else None

    def _without_dead_ends(self, at: int, useful: int) -> int:
        """The squares but those that can be entered and never left again."""
        while True:
            whole = useful | at
            north, south, west, east = whole << 1, whole >> 1, whole << self._stride, whole >> self._stride
            kept = useful & ((north | south) & (west | east) | north & south | west & east) | self._goal & useful
            if kept == useful:
                return useful
            useful = kept
