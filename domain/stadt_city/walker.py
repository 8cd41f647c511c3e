"""Whoever moves, as far as it decides where it may go."""

from dataclasses import dataclass

from domain.kernel.replace import replace
from domain.kernel.rule import cites
from domain.stadt_city.board import Board, Square
from domain.stadt_city.parts import Effect
from domain.stadt_city.paths import Ground
from domain.stadt_city.rulebook import M6, P_DIAGONAL_PLUS_1, P_FLY, R5, R8, R34


@dataclass(frozen=True, slots=True)
class Pace:
    """A square entered, and the step card that the step was made with."""

    square: Square
    by: Effect | None = None

    @property
    def counts(self) -> bool:
        """Whether it is one of the squares rolled."""
        return self.by is not Effect.DIAGONAL_PLUS_1


@dataclass(frozen=True, slots=True)
class Walker:
    """A piece on its way: where it set out, how many squares were rolled, what it has entered since, and what kills it."""

    board: Board
    origin: Square
    rolled: int
    trail: tuple[Pace, ...] = ()
    mortal: bool = True
    """It is a character: fallen and titans cannot die (SC-R8)."""
    crossing_kills: bool = True
    flying: bool = False

    @property
    def at(self) -> Square:
        return self.trail[-1].square if self.trail else self.origin

    @property
    @cites(P_DIAGONAL_PLUS_1, R34)
    def left(self) -> int:
        """Rolled squares that are still to be moved."""
        return self.rolled - sum(pace.counts for pace in self.trail)

    @property
    def entered(self) -> frozenset[Square]:
        return frozenset((self.origin, *(pace.square for pace in self.trail)))

    @property
    @cites(R5, P_FLY)
    def dies_entering(self) -> bool:
        """Whether to enter an anomaly is death, and not only to stay on one."""
        return self.mortal and self.crossing_kills and not self.flying

    @property
    @cites(M6, R5, R8)
    def killed(self) -> bool:
        """Whether it stands on what kills it, were this the end of its move."""
        return self.mortal and not self.board.standing(self.at)

    def paced(self, pace: Pace) -> "Walker":
        return replace(self, trail=(*self.trail, pace))

    @cites(R5, R8)
    def living(self) -> Ground:
        """What it may enter and end on without dying."""
        every, standing = frozenset(self.board.squares), frozenset(self.board.all_standing)
        free = standing if self.dies_entering else every
        ends = standing if self.mortal else every
        return Ground(self.board.size, free - self.entered, ends - self.entered)

    @cites(M6, R5)
    def dying(self) -> Ground:
        """What it may enter where only the end of a move kills, and on which squares that end is death."""
        every = frozenset(self.board.squares)
        return Ground(self.board.size, every - self.entered, self.board.destroyed - self.entered)
