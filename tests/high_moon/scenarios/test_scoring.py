"""Scenarios that are scored."""

from collections.abc import Sequence

import pytest

from domain.high_moon.rulebook import E1, E4, F4, F5, F6, F7, R17, T2
from domain.high_moon.scoring import Tally, ranked, score, total
from domain.high_moon.state import PerLiquor
from domain.kernel.game import PointsCounted
from domain.kernel.names import Seat
from tests.high_moon.packs import TRACK

TRACKS = dict.fromkeys(("spider", "bat", "crow"), TRACK)
Numbers = Sequence[int]


def ended(seat: int, criteria: Numbers, markers: Numbers, bottles: Numbers, *, unopened: int, available: int, reserve: int) -> Tally:
    named = tuple(zip(("1A", "2A", "2B", "3D"), criteria, strict=True))
    return Tally(Seat(seat), named, PerLiquor(*bottles), PerLiquor(*markers), available, unopened, reserve)


def parts(tally: Tally) -> tuple[int, int, int, int, int]:
    """Criteria, bottles, lowest marker, unused, total."""
    lines = score(tally, TRACKS)
    facts = [line.fact for line in lines if isinstance(line.fact, PointsCounted)]
    by_item = [sum(fact.points for fact in facts if fact.item.startswith(item)) for item in ("criterion", "bottles", "lowest", "unused")]
    criteria, bottles, lowest, unused = by_item
    return criteria, bottles, lowest, unused, total(lines)


@pytest.mark.rule(F4, F5, F6, R17)
def test_hm_27() -> None:
    jane = ended(0, (16, 16, 16, 15), (2, 4, 0), (3, 2, 4), unopened=2, available=3, reserve=8)
    billy = ended(1, (12, 12, 18, 12), (3, 1, 2), (0, 3, 2), unopened=1, available=2, reserve=12)
    assert parts(jane) == (63, 16, 0, 2, 81)
    assert parts(billy) == (54, 7, 3, 1, 65)
    assert ranked([jane, billy], TRACKS) == ((0,), (1,))


@pytest.mark.rule(E1, E4, T2, F4, F5, F6, F7)
def test_hm_29() -> None:
    first = ended(0, (10, 8, 0, 12), (3, 3, 5), (2, 1, 3), unopened=2, available=1, reserve=6)
    second = ended(1, (9, 6, 4, 9), (4, 6, 2), (2, 2, 1), unopened=1, available=9, reserve=7)
    assert parts(first) == (30, 15, 8, 1, 54)
    assert parts(second) == (28, 16, 5, 5, 54)
    assert ranked([first, second], TRACKS) == ((1,), (0,))


@pytest.mark.rule(F4, F5, F6, F7)
def test_hm_30() -> None:
    tallies = [
        ended(0, (15, 0, 10, 3), (0, 5, 6), (4, 0, 1), unopened=1, available=6, reserve=12),
        ended(1, (12, 6, 10, 4), (8, 1, 2), (2, 0, 1), unopened=0, available=1, reserve=5),
        ended(2, (8, 6, 5, 9), (2, 2, 2), (2, 1, 3), unopened=2, available=3, reserve=5),
        ended(3, (4, 6, 5, 12), (3, 4, 3), (1, 2, 0), unopened=1, available=0, reserve=9),
    ]
    assert [parts(tally) for tally in tallies] == [
        (28, 8, 0, 3, 39), (32, 12, 3, 0, 47), (28, 12, 5, 2, 47), (27, 8, 8, 0, 43),
    ]  # fmt: skip
    assert ranked(tallies, TRACKS) == ((1, 2), (3,), (0,))
