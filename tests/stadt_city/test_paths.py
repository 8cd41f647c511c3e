"""The search over paths: exact on small maps, quick on large ones, and never wrong where it gives up."""

from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.stadt_city.board import Board, Square, distance
from domain.stadt_city.paths import Ground, Longest, deadly, exact, longest
from domain.stadt_city.rulebook import M4, R6, R28


def all_ends(ground: Ground, start: Square, most: int) -> list[set[Square]]:
    """By number of steps, every square on which some path ends: told by walking all of them."""
    board, found = Board(ground.size), [set[Square]() for _ in range(most + 1)]

    def walk(at: Square, entered: frozenset[Square], steps: int) -> None:
        if steps and at in ground.ends:
            found[steps].add(at)
        if steps < most:
            for square in board.beside(at):
                if square in ground.free - entered:
                    walk(square, entered | {square}, steps + 1)

    walk(start, frozenset((start,)), 0)
    return found


@st.composite
def grounds(draw: st.DrawFn) -> tuple[Ground, Square, int]:
    """Any small map with holes, squares on which no path may end, a start and a number of steps."""
    size = draw(st.integers(1, 4))
    squares = Board(size).squares
    start = draw(st.sampled_from(squares))
    free = draw(st.frozensets(st.sampled_from(squares))) if draw(st.booleans()) else frozenset(squares)
    ends = draw(st.frozensets(st.sampled_from(squares))) & free if draw(st.booleans()) else free
    return Ground(size, free - {start}, ends - {start}), start, draw(st.integers(1, 13))


@pytest.mark.rule(R6, M4, R28)
@settings(max_examples=150, deadline=None)
@given(grounds())
def test_the_search_finds_what_walking_every_path_finds(case: tuple[Ground, Square, int]) -> None:
    ground, start, steps = case
    ends = all_ends(ground, start, steps)
    found = exact(ground, start, steps)
    assert (set(found.paths), found.unsure) == (ends[steps], frozenset())
    assert longest(ground, start, steps) == Longest(max((number for number, some in enumerate(ends) if some), default=0))


@pytest.mark.rule(M4, R28)
@settings(max_examples=80, deadline=None)
@given(grounds())
def test_every_path_offered_is_one(case: tuple[Ground, Square, int]) -> None:
    ground, start, steps = case
    for end, path in exact(ground, start, steps).paths.items():
        assert (len(path), path[-1]) == (steps, end)
        assert len({start, *path}) == steps + 1
        assert ground.free.issuperset(path)
        assert all(distance(one, other) == 1 for one, other in pairwise((start, *path)))


def walls() -> Iterator[tuple[frozenset[Square], int]]:
    """Large maps that are hard to search: rooms, corridors and combs, and thirty steps through them."""
    squares = Board(10).squares
    yield frozenset(squares), 30
    yield frozenset(square for square in squares if square[0] in "ACEGI" or square.endswith(("1", "10"))), 30
    yield frozenset(square for square in squares if square[0] not in "DH" or square[1:] in ("2", "9")), 29
    yield frozenset(square for square in squares if int(square[1:]) % 3 or square[0] in "BEH"), 30
    yield frozenset(square for square in squares if (ord(square[0]) + int(square[1:])) % 5), 30


@pytest.mark.rule(R6)
@pytest.mark.parametrize("standing, steps", tuple(walls()))
def test_what_is_said_of_a_large_map_is_true_even_where_the_search_gives_up_early(standing: frozenset[Square], steps: int) -> None:
    ground = Ground(10, standing - {"A1"}, standing - {"A1"})
    whole, hurried = exact(ground, "A1", steps), exact(ground, "A1", steps, patience=20)
    assert set(hurried.paths) <= set(whole.paths)
    assert set(whole.paths) <= set(hurried.paths) | hurried.unsure


@pytest.mark.rule(R6)
def test_a_search_that_gave_up_says_so_and_takes_the_longest_path_it_found() -> None:
    free = frozenset(("A3", "A4", "B1", "B2", "B3", "C1", "C3", "D1", "D2", "D3"))
    ground = Ground(4, free, free)
    assert longest(ground, "A1", 12) == Longest(9)
    assert longest(ground, "A1", 12, patience=0) == Longest(5, sure=False)


@pytest.mark.rule(R6)
def test_an_even_number_of_steps_ends_on_squares_of_one_colour() -> None:
    free = frozenset(Board(10).squares) - {"A1"}
    ends = exact(Ground(10, free, free), "A1", 30).paths
    assert set(ends) == {square for square in free if distance("A1", square) % 2 == 0}


@pytest.mark.rule(R6)
def test_the_shortest_way_into_every_anomaly_in_reach_ends_there() -> None:
    board = Board(10).destroy("C1", "A3", "B2", "J10")
    standing = frozenset(board.all_standing) - {"A1"}
    found = set(deadly(Ground(10, standing, standing), board, "A1", 2))
    assert found == {("B1", "C1"), ("A2", "B2"), ("A2", "A3")}
    assert set(deadly(Ground(10, standing, standing), board, "A1", 1)) == set()
