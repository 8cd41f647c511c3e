"""The map: names, order, distances, and squares that fall and stand again."""

import pytest

from domain.stadt_city.board import Board, distance, furthest, in_order, named, place, spread
from domain.stadt_city.rulebook import R17, R21, R23, R26, S1
from domain.stadt_city.rulesets import RULESETS


@pytest.mark.rule(S1)
def test_the_map_of_1_1_runs_from_a1_to_j10() -> None:
    board = Board(RULESETS["1.1"].size)
    assert len(board.squares) == 100
    assert (board.squares[0], board.squares[9], board.squares[10], board.squares[-1]) == ("A1", "A10", "B1", "J10")
    assert board.has("J10")
    assert not any(board.has(other) for other in ("K1", "A11", "A0", "a1", "A01", "", "1A"))


@pytest.mark.rule(R26)
def test_the_map_of_1_0_runs_from_a1_to_f6() -> None:
    board = Board(RULESETS["1.0"].size)
    assert (len(board.squares), board.squares[0], board.squares[-1]) == (36, "A1", "F6")
    assert not board.has("G1")
    assert not board.has("A7")


def test_a_square_is_named_by_its_column_and_row() -> None:
    assert [named(*place(square)) for square in Board(10).squares] == list(Board(10).squares)
    assert place("B10") == (1, 9)


def test_ten_comes_after_nine_in_a_column() -> None:
    assert in_order(("B1", "A10", "A9", "A2")) == ("A2", "A9", "A10", "B1")


def test_squares_beside_each_other_share_a_side() -> None:
    board = Board(10)
    assert board.beside("B2") == ("A2", "B1", "B3", "C2")
    assert board.beside("A1") == ("A2", "B1")
    assert board.corners("B2") == ("A1", "A3", "C1", "C3")
    assert board.corners("J10") == ("I9",)
    assert (Board(1).beside("A1"), Board(1).corners("A1")) == ((), ())


def test_north_is_towards_the_lower_numbers_and_ends_at_the_edge() -> None:
    board = Board(6)
    assert [board.towards("B2", way) for way in ("north", "east", "south", "west")] == ["B1", "C2", "B3", "A2"]
    assert [board.towards("A1", "north"), board.towards("A1", "west"), board.towards("F6", "south"), board.towards("F6", "east")] == [
        None
    ] * 4


@pytest.mark.rule(R23)
def test_a_square_that_is_restored_stands_as_before() -> None:
    fallen = Board(10).destroy("B6", "C1")
    assert not fallen.standing("B6")
    assert len(fallen.all_standing) == 98
    assert fallen.restore("B6") == Board(10).destroy("C1")
    assert fallen.restore("B6", "C1") == Board(10)


@pytest.mark.rule(R21)
def test_a_burst_counts_diagonal_steps_and_its_moves_do_not() -> None:
    assert (distance("C3", "E6"), spread("C3", "E6")) == (5, 3)
    assert (distance("A1", "A1"), spread("A1", "A1")) == (0, 0)


@pytest.mark.rule(R17)
def test_furthest_is_by_orthogonal_steps_then_the_lowest_letter_then_number() -> None:
    assert furthest("E5", ("A1", "A10", "H9", "J1")) == "A10"
    assert furthest("E5", ("J1", "A10")) == "A10"
    assert furthest("E5", ("E10", "E1", "J5")) == "E10"
    assert furthest("E6", ("E10", "E2")) == "E2"
    assert furthest("E5", ()) is None
