"""At which moments of a round each prize card may be played, and by whom (SC-R35)."""

from collections.abc import Mapping
from dataclasses import dataclass

from domain.kernel.rule import cites
from domain.stadt_city.parts import Effect
from domain.stadt_city.rulebook import R20, R34, R35

ROUND_START, BEFORE_ROLL, BEFORE_STEPS, AFTER_STEPS, BEFORE_HARBINGER, BEFORE_CHALLENGES, ROUND_END = range(1, 8)
"""The moments by their numbers."""


@dataclass(frozen=True, slots=True)
class Timing:
    """The moments of a card; ``own``: in the player's own movement phase alone."""

    moments: frozenset[int]
    own: bool = False


def _at(*moments: int, own: bool = False) -> Timing:
    return Timing(frozenset(moments), own)


_ANY_TIME = _at(*range(ROUND_START, ROUND_END + 1))
_IN_A_MOVEMENT_PHASE = _at(BEFORE_ROLL, BEFORE_STEPS, AFTER_STEPS)
_IN_ONES_OWN = _at(BEFORE_ROLL, BEFORE_STEPS, AFTER_STEPS, own=True)
_BEFORE_ONES_ROLL = _at(BEFORE_ROLL, own=True)
_WITH_A_STEP = _at(own=True)
_WHEN_DRAWN = _at()


@cites(R20, R34, R35)
def timings() -> Mapping[Effect, Timing]:
    """When each card may be played; step cards are named with a step, and one card plays itself when it is drawn."""
    return {
        Effect.TWICE_DICE: _BEFORE_ONES_ROLL,
        Effect.THRICE_DICE: _BEFORE_ONES_ROLL,
        Effect.SLOW_DICE: _BEFORE_ONES_ROLL,
        Effect.DIAGONAL_PLUS_1: _WITH_A_STEP,
        Effect.DIAGONAL: _WITH_A_STEP,
        Effect.FLY: _at(BEFORE_STEPS, own=True),
        Effect.COLUMN_ANOMALY_CLEAR: _IN_A_MOVEMENT_PHASE,
        Effect.ROW_ANOMALY_CLEAR: _IN_A_MOVEMENT_PHASE,
        Effect.PUSH: _IN_ONES_OWN,
        Effect.PULL: _IN_ONES_OWN,
        Effect.ANOMALY_PROTECTION: _at(*range(ROUND_START, BEFORE_HARBINGER + 1)),
        Effect.SWITCH: _ANY_TIME,
        Effect.FULLY_ANOMALY_CLEAR: _WHEN_DRAWN,
        Effect.TELEPORTATION: _ANY_TIME,
        Effect.PULL_BURST_5: _at(ROUND_START),
        Effect.PUSH_BURST_2: _at(ROUND_START),
    }


TIMINGS: Mapping[Effect, Timing] = timings()
