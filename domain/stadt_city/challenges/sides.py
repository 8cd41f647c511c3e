"""Whose try it is: sides in turn, the members of a side one after another, until one side is ahead of all others."""

from dataclasses import dataclass

from domain.kernel.names import Seat
from domain.kernel.replace import replace
from domain.kernel.rule import cites
from domain.stadt_city.rulebook import R38


@dataclass(frozen=True, slots=True)
class Tries:
    """A contest in which every side has ``limit`` tries, and those tied for the lead then one more each until the tie is broken.

    Per side: ``scores``, second ``chances`` left, tries ``made`` in this heat, and ``turns`` that its members have taken at all.
    """

    sides: tuple[tuple[Seat, ...], ...]
    scores: tuple[int, ...]
    chances: tuple[int, ...]
    limit: int
    contenders: tuple[int, ...]
    made: tuple[int, ...]
    turns: tuple[int, ...]

    @property
    def winner(self) -> int | None:
        """The side that has won, when it is settled."""
        return self.contenders[0] if len(self.contenders) == 1 else None

    @property
    def next(self) -> Seat | None:
        """Who tries next."""
        if self.winner is not None or not self.contenders:
            return None
        side = min(self.contenders, key=lambda number: (self.made[number], number))
        return self.sides[side][self.turns[side] % len(self.sides[side])]

    def side_of(self, seat: Seat) -> int:
        return next(number for number, side in enumerate(self.sides) if seat in side)

    def tried(self, side: int, points: int) -> "Tries":
        """After a try that counts, and scored so much."""
        made, turns = plus(self.made, side, 1), plus(self.turns, side, 1)
        return replace(self, made=made, turns=turns, scores=plus(self.scores, side, points))._after_heat()

    def forgiven(self, side: int) -> "Tries":
        """After a try that does not count, by a second chance."""
        return replace(self, chances=plus(self.chances, side, -1))

    def without(self, seat: Seat) -> "Tries":
        """After the seat has left; a side without members is no contender."""
        sides = without(self.sides, seat)
        contenders = tuple(side for side in self.contenders if sides[side])
        return replace(self, sides=sides, contenders=contenders)._after_heat()

    @cites(R38)
    def _after_heat(self) -> "Tries":
        """When all have tried as often, those in the lead go on: one side has won, several are tied and try again."""
        if not self.contenders or any(self.made[side] < self.limit for side in self.contenders):
            return self
        highest = max(self.scores[side] for side in self.contenders)
        leading = tuple(side for side in self.contenders if self.scores[side] == highest)
        return replace(self, contenders=leading, made=(0,) * len(self.sides), limit=1)


def contest(sides: tuple[tuple[Seat, ...], ...], ahead: tuple[int, ...], chances: tuple[int, ...], limit: int) -> Tries:
    """The beginning of a contest."""
    none = (0,) * len(sides)
    return Tries(sides, ahead, chances, limit, tuple(range(len(sides))), none, none)


def plus(numbers: tuple[int, ...], at: int, more: int) -> tuple[int, ...]:
    """The numbers with one of them raised."""
    return tuple(number + more if place == at else number for place, number in enumerate(numbers))


def without(sides: tuple[tuple[Seat, ...], ...], seat: Seat) -> tuple[tuple[Seat, ...], ...]:
    """The sides without this seat."""
    return tuple(tuple(member for member in side if member != seat) for side in sides)
