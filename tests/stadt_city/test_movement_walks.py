"""On small maps, every walk: what is accepted whole, step by step and what is offered are the same, and are what the rules say."""

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.kernel.refusal import Refused
from domain.stadt_city import movement
from domain.stadt_city.board import Board
from domain.stadt_city.paths import Path
from domain.stadt_city.rulebook import M2, M4, M6, P_FLY, R5, R6, R8, R28
from domain.stadt_city.walker import Pace, Walker


@st.composite
def walkers(draw: st.DrawFn) -> Walker:
    """Anybody about to move on a small map with holes; a character sets out from a standing square."""
    size = draw(st.integers(1, 3))
    squares = Board(size).squares
    origin = draw(st.sampled_from(squares))
    destroyed = draw(st.frozensets(st.sampled_from(squares)))
    mortal, crossing_kills = draw(st.booleans()), draw(st.booleans())
    board = Board(size, destroyed - {origin} if mortal else destroyed)
    flying = mortal and crossing_kills and draw(st.booleans())
    return Walker(board, origin, draw(st.integers(1, 7)), mortal=mortal, crossing_kills=crossing_kills, flying=flying)


def chains(walker: Walker, so_far: Path = ()) -> Iterator[Path]:
    """Every chain of steps that enters no square twice, as long as it may be, cut short where it kills."""
    yield so_far
    at = so_far[-1] if so_far else walker.origin
    dead = so_far and walker.dies_entering and not walker.board.standing(at)
    if not dead and len(so_far) < walker.rolled:
        for square in walker.board.beside(at):
            if square not in (walker.origin, *so_far):
                yield from chains(walker, (*so_far, square))


def allowed(walker: Walker) -> set[Path]:
    """The chains that the rules allow as a whole move, told from all of them."""
    every = set(chains(walker))
    safe = {path for path in every if not path or not walker.mortal or walker.board.standing(path[-1])}
    longest = max(len(path) for path in safe)
    deadly = every - safe
    if walker.flying:
        deadly = set()
    elif not walker.dies_entering:
        deadly = {path for path in deadly if len(path) == walker.rolled}
    return {path for path in safe if len(path) == longest} | deadly


def accepts(walker: Walker, path: Path) -> bool:
    try:
        movement.walked(walker, path)
    except Refused:
        return False
    return True


def by_steps(walker: Walker) -> Iterator[Path]:
    """Every chain that is made by accepted steps and ended where that is accepted."""
    made = tuple(pace.square for pace in walker.trail)
    if movement.dead(walker) or (walker.trail and not walker.left):
        yield made
        return
    if accepts(walker, ()):
        yield made
    for square in walker.board.beside(walker.at):
        try:
            after = movement.stepped(walker, Pace(square))
        except Refused:
            continue
        yield from by_steps(after)


@pytest.mark.rule(M2, M4, M6, R5, R6, R8, R28, P_FLY)
@settings(max_examples=200, deadline=None)
@given(walkers())
def test_whole_paths_are_accepted_exactly_as_the_rules_allow(walker: Walker) -> None:
    assert {path for path in chains(walker) if accepts(walker, path)} == allowed(walker)


@pytest.mark.rule(R6)
@settings(max_examples=120, deadline=None)
@given(walkers())
def test_step_by_step_the_same_moves_are_made(walker: Walker) -> None:
    assert set(by_steps(walker)) == allowed(walker)


@pytest.mark.rule(R6)
@settings(max_examples=200, deadline=None)
@given(walkers())
def test_a_way_to_every_square_in_exact_reach_is_offered_and_allowed(walker: Walker) -> None:
    offered = [tuple(pace.square for pace in end.trail) for end in movement.ends_offered(walker)]
    legal = allowed(walker)
    assert legal.issuperset(offered)
    assert sorted(path[-1:] for path in offered) == sorted({path[-1:] for path in legal})


@pytest.mark.rule(R6)
@settings(max_examples=200, deadline=None)
@given(walkers())
def test_the_steps_offered_are_those_that_begin_an_allowed_move(walker: Walker) -> None:
    assert {after.at for after in movement.steps_offered(walker, ())} == {path[0] for path in allowed(walker) if path}
