"""Time: rates, percentiles, and two sides measured in turns so that a noisy machine disturbs both alike."""

import time
from collections.abc import Callable, Sequence
from statistics import median
from typing import TypeAlias

Side: TypeAlias = Callable[[], float]
"""Measures one short round; the more, the faster."""
ROUNDS = 5


def rate(step: Callable[[], object], seconds: float, most: int = 1_000_000) -> float:
    """How often a second, step after step, for about so long."""
    began = now = time.perf_counter()
    done = 0
    while now - began < seconds and done < most:
        step()
        done += 1
        now = time.perf_counter()
    return done / (now - began)


def in_turns(*sides: Side, rounds: int = ROUNDS) -> tuple[float, ...]:
    """The median round of each side."""
    found = [[side() for side in sides] for _ in range(rounds)]
    return tuple(median(column) for column in zip(*found, strict=True))


def ratio(ours: Side, theirs: Side, rounds: int = ROUNDS) -> tuple[float, float, float]:
    """Ours divided by theirs, the median of the rounds; and the median of each."""
    found = [(ours(), theirs()) for _ in range(rounds)]
    ratios = median(mine / other for mine, other in found)
    return ratios, median(mine for mine, _ in found), median(other for _, other in found)


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which this share (0 to 1) of the values lies."""
    ordered = sorted(values)
    return ordered[min(int(share * len(ordered)), len(ordered) - 1)]


def took(act: Callable[[], object]) -> float:
    """Seconds."""
    began = time.perf_counter()
    act()
    return time.perf_counter() - began
