"""The greedy player plays well and only by what its seat may know."""

import pytest

from domain.high_moon.bot import value
from domain.high_moon.commands import EndTurn, PlaceCard
from domain.high_moon.evolve import fold
from domain.high_moon.questions import choices
from domain.high_moon.scoring import places
from domain.high_moon.setup import start
from domain.high_moon.state import State
from domain.kernel.chance import SeededChance
from domain.kernel.fact import Facts
from domain.kernel.names import Seat
from domain.kernel.question import Choice
from tests.high_moon.playing import before_start, careless, greedy, played, seen_by


def ranked(seed: int, best: Seat) -> tuple[tuple[Seat, ...], ...]:
    """The places of a game of two in which one seat is greedy and the other careless."""
    pickers = [careless(seed), careless(seed)]
    pickers[best] = greedy
    *_, (end, _, _) = played(seed, *pickers)
    return places(end)


@pytest.mark.whole_games
def test_greedy_beats_careless_play_from_both_seats() -> None:
    games = [(Seat(number % 2), ranked(number, Seat(number % 2))) for number in range(12)]
    assert sum(ranking[0] == (best,) for best, ranking in games) >= 11


def views(seed: int, seats: int) -> dict[str, State]:
    """The position after a few moves, whole and as each seat has it."""
    chance = SeededChance(str(seed).encode(), [], {})
    opening = start(before_start(seats), chance)
    moves = [facts for (_, _, facts), _ in zip(played(seed, *[careless(seed)] * seats), range(40), strict=False)]
    told: Facts = (*opening, *(ruled for facts in moves for ruled in facts))
    whole = {"judge": fold(before_start(seats), told)}
    return whole | {f"seat:{seat}": fold(before_start(seats), seen_by(f"seat:{seat}", told)) for seat in range(seats)}


@pytest.mark.parametrize("seed", range(3))
def test_a_seats_own_view_is_all_that_is_needed(seed: int) -> None:
    view = views(seed, 2)
    active = view["judge"].active
    own = view[f"seat:{active}"]
    offered = choices(own, active)
    assert own != view["judge"]
    assert [value(own, active, choice) for choice in offered] == [value(view["judge"], active, choice) for choice in offered]


def first(choice_of: type, seed: int) -> tuple[State, list[Choice]]:
    """The first position of a game in which a choice of this kind is offered, and those choices."""
    for state, _, _ in played(seed, greedy, greedy):
        offered = [choice for choice in choices(state, state.active) if isinstance(choice.command, choice_of)]
        if offered:
            return state, offered
    raise LookupError(choice_of)


def test_ending_a_turn_changes_nothing() -> None:
    state, (ending,) = first(EndTurn, 4)
    assert value(state, state.active, ending) == 0


def test_a_card_over_own_ranch_spaces_is_worth_more_than_one_that_feeds_a_rival() -> None:
    state, offered = first(PlaceCard, 5)
    for choice in offered:
        fed = Choice(choice.command, choice.costs, (*choice.gives, (f"seat:{1 - state.active} tokens", 2)))
        gained = Choice(choice.command, choice.costs, (*choice.gives, ("tokens", 3)))
        assert value(state, state.active, fed) < value(state, state.active, choice) < value(state, state.active, gained)


def test_a_choice_with_a_new_bottle_is_liked_better_than_the_same_without() -> None:
    compared = 0
    for state, taken, _ in played(6, greedy, greedy):
        bottles = () if taken is None else tuple(pair for pair in taken.gives if pair[0].endswith("bottles"))
        if taken is not None and bottles:
            without = Choice(taken.command, taken.costs, tuple(pair for pair in taken.gives if pair not in bottles))
            assert value(state, state.active, taken) > value(state, state.active, without)
            compared += 1
    assert compared > 3
