"""Scenarios about tokens, bottles and passing."""

import pytest

from domain.high_moon.board import routes
from domain.high_moon.commands import ChooseTrack, EndTurn, OpenBottle, Pass, PlaceToken
from domain.high_moon.rulebook import B2, B3, B4, B6, C8, C10, D2, E1, G2, G3, P1, P2, P3, R3, R8, R11, R13, R14, T2, T3
from domain.high_moon.state import PerLiquor
from domain.kernel.bag import Bag
from tests.high_moon.harness import FIRST, SECOND, Given, drawn, given, position

OFF_MAP = {"hand": Bag(0)}


def row(tokens: str, **purse: object) -> Given:
    return given(position(drawn(tokens), OFF_MAP | purse))


def cow(column: int) -> PlaceToken:
    return PlaceToken(FIRST, "cow", (0, column))


@pytest.mark.rule(T2, B2, C10, R3, E1)
def test_hm_09() -> None:
    start = row("R...", available=3, reserve=2, unopened=PerLiquor(spider=1))
    two = start.when(cow(1)).accepted().when(cow(2)).accepted().has(FIRST, available=0, reserve=2, aid=1)
    spider = two.when(OpenBottle(FIRST, "spider", tokens=3)).accepted().has(FIRST, available=3, reserve=0, aid=0)
    third = spider.when(cow(3)).accepted().has(FIRST, available=0, aid=2)
    third.when(EndTurn(FIRST)).accepted().has(FIRST, available=0, reserve=2, aid=0, on_map=4)


@pytest.mark.rule(T2, B3, R11)
def test_hm_10() -> None:
    start = row("R....", available=5, reserve=10, unopened=PerLiquor(bat=1))
    first = start.when(cow(1)).accepted().has(FIRST, available=4)
    bat = first.when(OpenBottle(FIRST, "bat", kind="cow", at=(0, 2))).accepted().when(cow(3)).accepted().has(FIRST, available=2, aid=0)
    last = bat.when(cow(4)).accepted().has(FIRST, available=0, aid=1)
    last.when(EndTurn(FIRST)).accepted().has(FIRST, available=0, reserve=11, on_map=5)


@pytest.mark.rule(T2, B4, R14, R11, C10)
def test_hm_11() -> None:
    start = row("R...", available=3, reserve=0, unopened=PerLiquor(crow=1))
    two = start.when(cow(1)).accepted().when(cow(2)).accepted().has(FIRST, available=0, reserve=0, aid=1)
    crow = two.when(OpenBottle(FIRST, "crow", kind="cow", at=(0, 3))).accepted().has(FIRST, aid=0, on_map=4)
    crow.when(EndTurn(FIRST)).accepted().has(FIRST, available=0, reserve=0, on_map=4)


@pytest.mark.rule(P1, P3, C8)
def test_hm_13() -> None:
    purse = OFF_MAP | {"available": 0, "reserve": 2}
    before = given(position(drawn("Q..."), {}, purse, active=SECOND))
    before.when(EndTurn(SECOND)).refused_by(P3)
    after = before.when(Pass(SECOND)).accepted().has(SECOND, available=2, reserve=0)
    assert after.state.active == FIRST


@pytest.mark.rule(D2, T2)
def test_hm_16() -> None:
    start = row("RS..BR", available=3, reserve=10)
    after = start.when(cow(2)).accepted().when(cow(3)).accepted()
    after.has(FIRST, available=0, aid=1, unopened=PerLiquor())
    (route,) = routes(after.state.board, FIRST)
    assert (len(route.tokens), len(route.ranches), len(route.tiles)) == (4, 2, 2)


@pytest.mark.rule(R8, T3, D2, T2)
def test_hm_18() -> None:
    start = row("RW0S", available=1, reserve=20)
    refused = start.when(cow(2)).refused_by(R8).has(FIRST, available=1, reserve=20)
    after = refused.when(PlaceToken(FIRST, "ranch", (0, 2))).accepted()
    after.has(FIRST, available=0, reserve=20, aid=0, unopened=PerLiquor(spider=1))
    (route,) = routes(after.state.board, FIRST)
    assert len(route.tokens) == 3


@pytest.mark.rule(G2, G3, T2, E1)
def test_hm_21() -> None:
    start = row("Rj..", available=2, reserve=5, markers=PerLiquor(0, 1, 0))
    joker = start.when(cow(1)).accepted().has(FIRST, available=1)
    bat = joker.when(ChooseTrack(FIRST, "bat")).accepted().has(FIRST, available=2, reserve=4, markers=PerLiquor(0, 2, 0))
    second = bat.when(cow(2)).accepted().has(FIRST, available=0, aid=1)
    second.when(cow(3)).refused_by(T2)
    second.when(EndTurn(FIRST)).accepted().has(FIRST, available=0, reserve=5, on_map=3)
    for track in ("spider", "crow"):
        joker.when(ChooseTrack(FIRST, track)).accepted().when(cow(2)).refused_by(T2)


@pytest.mark.rule(R13, P1, P2, B6)
def test_hm_23() -> None:
    start = row("R...", available=0, reserve=9, unopened=PerLiquor(bat=1))
    refused = start.when(OpenBottle(FIRST, "bat", kind="cow", at=(0, 1))).refused_by(R13)
    after = refused.when(Pass(FIRST)).accepted().has(FIRST, available=3, reserve=6, unopened=PerLiquor(bat=1))
    assert after.state.active == SECOND
