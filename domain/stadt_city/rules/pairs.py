"""The Harbinger's pairs, in either ruleset: how many are rolled, with which dice, and what one of them follows from."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from domain.kernel.rule import Rule, cites
from domain.stadt_city.board import place
from domain.stadt_city.rulebook import H1, H4, H5, H6, R10
from domain.stadt_city.state import State

SMALLER_DICE = (4, 2)
"""What else may be thrown in 1.0: the d4, and the coin (SC-H6)."""
FEWEST_FALLEN = 2
"""How many squares fall in a round of 1.1 at least, but in the first, where one does (SC-R10)."""


class Pairs(Protocol):
    """What a ruleset says of them."""

    def go_on(self, state: State) -> bool:
        """Whether more squares are to fall in this step."""

    def left(self, state: State) -> int:
        """Pairs of this round still to roll where each is rolled once."""

    def all_fall(self, state: State) -> bool:
        """Whether everything falls that still stands, without a roll."""

    def dice(self, state: State, axis: int) -> tuple[int, ...]:
        """The dice for the letter (0) or the number (1) of a square, the largest first."""

    def rule(self, state: State, falls: bool) -> Rule:
        """By which a first roll names a square that falls, or one that has fallen."""


def pairs_of(state: State) -> Pairs:
    """Those of the table's ruleset."""
    return _PAIRS[state.ruleset.rerolls]


@dataclass(frozen=True, slots=True)
class Rerolled:
    """1.0: a square for every round so far; a pair that names none is rolled again."""

    @cites(H1, H4)
    def go_on(self, state: State) -> bool:
        return fallen(state) < state.round and bool(state.board.all_standing)

    def left(self, state: State) -> int:
        return 0

    @cites(H1)
    def all_fall(self, state: State) -> bool:
        return len(state.board.all_standing) <= state.round - fallen(state)

    @cites(H6)
    def dice(self, state: State, axis: int) -> tuple[int, ...]:
        highest = max((place(square)[axis] for square in state.board.all_standing), default=0)
        return (state.ruleset.size, *(die for die in SMALLER_DICE if die > highest))

    def rule(self, state: State, falls: bool) -> Rule:
        return H1


@dataclass(frozen=True, slots=True)
class Spent:
    """1.1: a pair for every round so far, whatever it names, and further ones until enough has fallen of what can."""

    @cites(H1, R10)
    def go_on(self, state: State) -> bool:
        fewest = 1 if state.round == 1 else FEWEST_FALLEN
        unprotected = any(square not in state.protected for square in state.board.all_standing)
        return self.left(state) > 0 or (fallen(state) < fewest and unprotected)

    @cites(H1)
    def left(self, state: State) -> int:
        return max(0, state.round - (state.falling.rolled if state.falling else 0))

    def all_fall(self, state: State) -> bool:
        return False

    def dice(self, state: State, axis: int) -> tuple[int, ...]:
        return (state.ruleset.size,)

    @cites(H1, H5, R10)
    def rule(self, state: State, falls: bool) -> Rule:
        if not falls:
            return H5
        return H1 if self.left(state) else R10


def fallen(state: State) -> int:
    """How many squares have fallen in this step."""
    return len(state.falling.fallen) if state.falling else 0


_PAIRS: Mapping[bool, Pairs] = {True: Rerolled(), False: Spent()}
