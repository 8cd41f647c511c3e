"""Scenarios about the card: where it may lie and what it pays."""

import pytest

from domain.high_moon.board import Board
from domain.high_moon.commands import EndTurn, OpenBottle, Pass, PlaceCard, PlaceToken
from domain.high_moon.questions import choices
from domain.high_moon.rulebook import B1, B2, B4, C3, C4, C5, C6, C7, C8, C9, D1, D2, P2, R4, R9, R15, R24, T4, T7
from domain.high_moon.state import PerLiquor
from domain.kernel.bag import Bag
from tests.high_moon.harness import FIRST, SECOND, THIRD, drawn, given, position
from tests.high_moon.packs import BLANK_CARD, pack, rows


def blank_board(*corners: tuple[int, int]) -> Board:
    """A map of blank cards laid one after the other."""
    board = Board()
    for corner in corners:
        board = board.lay(rows(BLANK_CARD), corner)
    return board


@pytest.mark.rule(C3, C4)
def test_hm_01() -> None:
    board = blank_board((-3, -1), (-2, -4), (-1, 1), (1, -2)).with_tile((-3, 2), "spider").with_tile((3, -2), "bat")
    assert len(board.spaces) == 43
    assert (0, 0) not in board.spaces
    after = given(position(board, phase="card")).when(PlaceCard(FIRST, (-1, -1), 0)).accepted()
    assert len(after.state.board.spaces) == 44
    assert (0, 0) in after.state.board.spaces
    after.when(Pass(FIRST)).accepted().when(PlaceCard(SECOND, (-1, -1), 0)).refused_by(C4)


@pytest.mark.rule(C6, C7)
def test_hm_02() -> None:
    board = drawn("....", ".0..", "....").lay(rows("1.../..../...."), (1, 1))
    board = Board({place: space for place, space in board.spaces.items() if place[0] < 3 and place[1] < 4})
    before = position(board, {"available": 0, "reserve": 20}, {"available": 2, "reserve": 15}, phase="card")
    after = given(before).when(PlaceCard(FIRST, (1, 1), 0)).accepted()
    after.has(FIRST, available=1, reserve=19).has(SECOND, available=4, reserve=13)


@pytest.mark.rule(B1, B2, R15, C6, C8, P2)
def test_hm_04() -> None:
    purse = {"available": 0, "reserve": 4, "unopened": PerLiquor(spider=1)}
    before = given(position(drawn("0...", "....", "...."), purse, phase="card"))
    opened = before.when(OpenBottle(FIRST, "spider", tokens=3)).accepted().has(FIRST, available=3, reserve=1)
    laid = opened.when(PlaceCard(FIRST, (-2, -3), 0)).accepted().has(FIRST, available=4, reserve=0)
    laid.when(Pass(FIRST)).refused_by(P2)
    assert EndTurn(FIRST) in [choice.command for choice in choices(laid.state, FIRST)]
    laid.when(EndTurn(FIRST)).accepted().has(FIRST, available=4, reserve=0)


@pytest.mark.rule(R4, C5, C9)
def test_hm_05() -> None:
    chosen = pack({0: ("..../..../..d.",)})
    board = drawn("js..", "....", "....")
    before = position(board, {"available": 3, "reserve": 27}, phase="card", chosen=chosen, tiles=("bat",))
    after = given(before).when(PlaceCard(FIRST, (-2, -2), 0)).accepted()
    after.has(FIRST, available=3, reserve=27, markers=PerLiquor(0, 0, 0))
    assert after.state.board.tiles == {(0, 0): "bat"}
    assert after.state.pending is None


@pytest.mark.rule(D1, D2, T4, C9, R24)
def test_hm_07() -> None:
    chosen = pack({0: (BLANK_CARD,), 1: ("d.../..../....",)})
    before = position(drawn("....", "RS..", "...."), {"available": 3}, phase="card", active=SECOND, chosen=chosen, tiles=("bat",))
    laid = given(before).when(PlaceCard(SECOND, (1, 2), 0)).accepted().has(FIRST, unopened=PerLiquor())
    assert laid.state.board.tiles == {(1, 1): "spider", (1, 2): "bat"}
    mine = laid.when(Pass(SECOND)).accepted().when(PlaceCard(FIRST, (-2, -3), 0)).accepted().has(FIRST, available=3)
    mine.when(PlaceToken(FIRST, "cow", (2, 2))).refused_by(T4)
    first = mine.when(PlaceToken(FIRST, "cow", (0, 1))).accepted().has(FIRST, available=2, aid=0)
    second = first.when(PlaceToken(FIRST, "cow", (0, 2))).accepted()
    second.has(FIRST, available=0, aid=1, unopened=PerLiquor(bat=1))


@pytest.mark.rule(R15, B4, C5)
def test_hm_14() -> None:
    purse = {"available": 0, "reserve": 5, "unopened": PerLiquor(crow=1)}
    before = given(position(drawn("........", "........", "......R."), purse, phase="card"))
    before.when(PlaceCard(FIRST, (2, 2), 0)).accepted()
    opened = before.when(OpenBottle(FIRST, "crow", kind="cow", at=(2, 5))).accepted().has(FIRST, reserve=4, available=0)
    opened.when(PlaceCard(FIRST, (2, 2), 0)).refused_by(C5)
    opened.when(PlaceCard(FIRST, (2, 1), 0)).accepted()


@pytest.mark.rule(R9, T7, C7)
def test_hm_19() -> None:
    chosen = pack(seats=3)
    board = drawn("....", "RWx.", "....", seats=3)
    purses = ({"hand": Bag(0)}, {"available": 2, "reserve": 20})
    before = given(position(board, *purses, seats=3, chosen=chosen))
    before.when(PlaceToken(FIRST, "ranch", (1, 2))).refused_by(T7)
    before.when(PlaceToken(FIRST, "cow", (1, 2))).refused_by(T7)
    after = before.when(Pass(FIRST)).accepted().when(PlaceCard(SECOND, (1, 2), 0)).accepted()
    after.has(SECOND, available=3, reserve=19).has(FIRST, available=6, reserve=17).has(THIRD, available=3, reserve=20)
