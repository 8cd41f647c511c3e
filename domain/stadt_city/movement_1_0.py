"""Movement in 1.0: as many squares as were rolled in one direction, which the directional die may change once."""

from domain.kernel.refusal import require
from domain.kernel.rule import cites
from domain.stadt_city.board import STEPS
from domain.stadt_city.rulebook import M1, R7, R8
from domain.stadt_city.walker import Pace, Walker

DIRECTIONS = tuple(STEPS)
"""The faces of the directional die."""


@cites(R7, R8)
def headings(walker: Walker) -> tuple[str, ...]:
    """Where a move may set out: to a standing square where there is one, and without one a character stays."""
    nexts = {direction: square for direction in DIRECTIONS if (square := walker.board.towards(walker.origin, direction))}
    if not walker.mortal:
        return tuple(nexts)
    return tuple(direction for direction, square in nexts.items() if walker.board.standing(square))


@cites(M1, R7)
def onward(walker: Walker, direction: str, most: int) -> Walker:
    """The walker after up to so many squares of what is left, in one direction: to the edge, or to where it dies."""
    for _ in range(min(most, walker.left)):
        square = walker.board.towards(walker.at, direction)
        if square is None:
            break
        walker = walker.paced(Pace(square))
        if walker.killed:
            break
    return walker


@cites(R7)
def turns(walker: Walker, direction: str) -> range:
    """After how many squares the directional die may be rolled: alive, after the first square and before the last."""
    straight = onward(walker, direction, walker.left)
    alive = len(straight.trail) - straight.killed
    return range(1, min(alive, walker.rolled - 1) + 1)


@cites(M1, R7)
def check_heading(walker: Walker, direction: str, turn_after: int | None) -> None:
    """Refuse a direction that cannot be taken, or a roll of the die at a moment that never comes."""
    require(direction in DIRECTIONS, M1, f"{direction} is none of {', '.join(DIRECTIONS)}")
    require(direction in headings(walker), R7, f"the first square {direction} of {walker.origin} is not to be entered")
    may = turn_after is None or turn_after in turns(walker, direction)
    require(may, R7, f"the die is rolled after the first square and before the last, not after {turn_after}")
