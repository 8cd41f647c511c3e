"""Where gained tokens come from."""

import pytest

from domain.high_moon.commands import EndTurn, OpenBottle
from domain.high_moon.facts import BottleOpened, GainLost, TokensGained, TokensTakenBack
from domain.high_moon.rulebook import B1, B2, C8, C10, R3
from domain.high_moon.state import PerLiquor, State
from tests.high_moon.harness import FIRST, drawn, given, position


def holding(reserve: int, aid: int) -> State:
    return position(drawn("...."), {"available": 0, "reserve": reserve, "aid": aid, "unopened": PerLiquor(spider=1)})


SPIDER = OpenBottle(FIRST, "spider", tokens=3)
OPENED = BottleOpened(FIRST, "spider").by(B1)


@pytest.mark.rule(C8, C10)
def test_a_gain_takes_the_reserve_alone_while_that_lasts() -> None:
    given(holding(3, 5)).when(SPIDER).then(OPENED, TokensGained(FIRST, 3).by(B2)).has(FIRST, available=3, reserve=0, aid=5)


@pytest.mark.rule(C10, R3)
def test_what_the_reserve_lacks_comes_from_the_aid() -> None:
    after = given(holding(2, 5)).when(SPIDER).then(OPENED, TokensGained(FIRST, 2).by(B2), TokensTakenBack(FIRST, 1).by(C10))
    after.has(FIRST, available=3, reserve=0, aid=4)


@pytest.mark.rule(C10, R3)
def test_with_an_empty_reserve_the_whole_gain_comes_from_the_aid() -> None:
    given(holding(0, 4)).when(SPIDER).then(OPENED, TokensTakenBack(FIRST, 3).by(C10)).has(FIRST, available=3, reserve=0, aid=1)


@pytest.mark.rule(C8, R3)
def test_what_neither_holds_is_lost() -> None:
    after = given(holding(1, 1)).when(SPIDER)
    after.then(OPENED, TokensGained(FIRST, 1).by(B2), TokensTakenBack(FIRST, 1).by(C10), GainLost(FIRST, 1).by(C8))


@pytest.mark.rule(C8)
def test_what_was_lost_is_not_owed() -> None:
    after = given(holding(1, 0)).when(SPIDER).accepted().when(EndTurn(FIRST)).accepted()
    after.has(FIRST, available=1, reserve=0, aid=0)
