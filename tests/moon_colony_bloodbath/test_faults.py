"""What no play could lead to is told, each fault once."""

from dataclasses import replace
from typing import Any

import pytest

from domain.kernel.bag import Bag
from domain.moon_colony_bloodbath import MOON_COLONY_BLOODBATH
from domain.moon_colony_bloodbath.evolve import evolve
from domain.moon_colony_bloodbath.facts import ActionDone, BoxPut, BoxTaken, BuildingBuilt, CardDiscarded, CardDrawn, CardTurnedOver, Lost
from domain.moon_colony_bloodbath.faults import faults
from domain.moon_colony_bloodbath.rulebook import S1, S2, S4
from domain.moon_colony_bloodbath.state import State
from tests.match import Match
from tests.moon_colony_bloodbath.harness import A, B
from tests.moon_colony_bloodbath.playing import before_start

TABLE: State = Match.started(MOON_COLONY_BLOODBATH, 2).state


def after(*facts: Any, state: State = TABLE) -> tuple[str, ...]:
    for fact in facts:
        state = evolve(state, fact)
    return faults(state)


def copies(state: State, card: str) -> int:
    return state.pack.cards[card].copies


@pytest.mark.parametrize("seats", [1, 2, 5])
def test_a_table_is_sound_before_its_start_and_after_it(seats: int) -> None:
    assert faults(before_start(seats)) == ()
    assert faults(Match.started(MOON_COLONY_BLOODBATH, seats).state) == ()


@pytest.mark.rule(S1)
def test_a_lost_building_card_is_told() -> None:
    hand = TABLE.players[A].hand
    card = hand.known[0]
    there = copies(TABLE, card)
    lost = (f"buildings: {there - 1} of {card}, not {there}",)
    assert faults(TABLE.with_player(A, hand=hand.take(card))) == lost
    assert after(CardDiscarded(A, card, "hand")) == ()


@pytest.mark.rule(S1)
def test_a_building_card_that_is_drawn_is_the_top_one_of_its_lane() -> None:
    top, below = (bag.known[0] for bag in TABLE.lanes[A][:2])
    assert after(CardDrawn(A, top)) == ()
    there, other = copies(TABLE, top), copies(TABLE, below)
    assert set(after(CardDrawn(A, below))) == {
        f"buildings: {there - 1} of {top}, not {there}",
        f"buildings: {other + 1} of {below}, not {other}",
    }


@pytest.mark.rule(S4)
def test_a_lost_progress_card_is_told_and_so_is_one_in_the_wrong_deck() -> None:
    robot = TABLE.robots[0].known[0]
    there = copies(TABLE, robot)
    lost = (f"progress cards: {there - 1} of {robot}, not {there}",)
    gone = replace(TABLE, robots=TABLE.robots[1:])
    assert faults(gone) == lost
    player = TABLE.players[B]
    assert faults(gone.with_player(B, hand=player.hand.put(robot))) == (f"buildings: 1 of {robot}, not 0", *lost)


@pytest.mark.rule(S4)
def test_the_card_turned_over_is_the_top_of_the_progress_deck() -> None:
    top = TABLE.progress[0].known[0]
    other = next(bag.known[0] for bag in TABLE.progress if bag.known[0] != top)
    assert after(CardTurnedOver(top)) == ()
    assert len(after(CardTurnedOver(other))) == 2


@pytest.mark.rule(S2)
@pytest.mark.parametrize("what", ["people", "money", "food"])
def test_a_seat_may_have_nothing_and_not_less(what: str) -> None:
    has = getattr(TABLE.players[B], what)
    assert after(Lost(B, what, has, "")) == ()
    assert after(Lost(B, what, has + 1, "")) == (f"seat 1: {what}: -1",)


def test_a_building_may_have_no_box_and_not_less() -> None:
    card = TABLE.players[A].hand.known[0]
    built = evolve(TABLE, BuildingBuilt(A, 1, card))
    assert after(BoxPut(A, 1, ""), BoxTaken(A, 1, ""), state=built) == ()
    assert after(BoxTaken(A, 1, ""), state=built) == (f"seat 0: boxes on {card}: -1",)


def test_two_buildings_of_a_seat_never_have_one_number() -> None:
    first, second = TABLE.players[A].hand.known[:2]
    assert after(BuildingBuilt(A, 1, first), BuildingBuilt(A, 2, second)) == ()
    assert after(BuildingBuilt(A, 1, first), BuildingBuilt(A, 1, second)) == ("seat 0: 2 buildings have the number 1",)


@pytest.mark.rule(S2)
def test_a_seat_has_four_action_chits() -> None:
    assert after(*[ActionDone(A, "farm")] * 4) == ()
    assert after(*[ActionDone(A, "farm")] * 5) == ("seat 0: 5 chits in the centre, not 0 to 4",)


def test_a_place_with_fewer_than_no_cards_is_told() -> None:
    gone = TABLE.with_player(A, on_mat=Bag(-1))
    assert faults(gone) == ("seat 0: cards on the mat: -1",)
