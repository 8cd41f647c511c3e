"""What a seat is asked, and what each choice says that it costs and gives."""

from typing import Any

import pytest

from domain.kernel.bag import Bag
from domain.kernel.names import Seat, seat_viewer
from domain.kernel.question import Amounts, Choice
from domain.kernel.secret import Unknown
from domain.moon_colony_bloodbath.commands import (
    Accept,
    AddPerk,
    ChooseBoxes,
    ChooseWay,
    Decline,
    DiscardCards,
    DoAction,
    LoseBuilding,
    Pay,
    UseAbility,
)
from domain.moon_colony_bloodbath.parts import Kind
from domain.moon_colony_bloodbath.questions import choices, waiting
from domain.moon_colony_bloodbath.rulebook import (
    L2,
    N_AUTOMATIC_DOORS,
    N_RECYCLING,
    N_SURVEYING,
    N_TRADING_POST,
    R6,
    R17,
    R18,
    R23,
    R28,
    W1,
    W6,
    X1,
)
from tests.moon_colony_bloodbath.harness import PACK, A, B, bag, colony, given, position, say
from tests.moon_colony_bloodbath.packs import building, name, pack, progress
from tests.moon_colony_bloodbath.views import view

HOMES = (building("one", people=1), building("two", people=2))


def told(table: object, seat: Seat = A) -> list[tuple[object, object, object]]:
    return [(choice.command, choice.costs, choice.gives) for choice in choices(table.state, seat)]  # type: ignore[attr-defined]


@pytest.mark.rule(W1)
def test_a_pick_says_what_the_action_gives() -> None:
    table = given(position(colony(A, "flag", hand=["flag"]), deck=["work"]))
    assert [choice.gives for choice in choices(table.state, A)] == [
        (("boxes", 2),),
        (("people", 1),),
        (("money", 4),),
        (("food", 4),),
        (("cards", 2),),
    ]


SURE: tuple[tuple[str, list[str], dict[str, Any], Amounts, Amounts], ...] = (
    ("farm", ["kale-farm", "potato-farm", "moon-hotel"], {}, (), (("food", 7), ("people", 3))),
    ("farm", ["kale-farm", "kale-farm", "nursery"], {}, (), (("food", 6),)),
    ("mine", ["aluminum-mine"], {}, (), (("money", 4),)),
    ("restock", [], {}, (), ()),
    ("build", ["flag", "flag"], {}, (), (("people", 2),)),
    ("research", [], {"lanes": ((),), "discards": ()}, (), ()),
    ("research", [], {"lanes": ((bag("flag"),),), "discards": ()}, (), (("cards", 1),)),
    ("mine", ["taxed", "dust-mine"], {}, (("food", 1),), (("money", 5),)),
    ("mine", ["crumbling", "dust-mine"], {}, (), (("money", 4),)),
    ("mine", ["mill", "kale-farm", "moon-hotel"], {}, (), (("money", 4), ("food", 5), ("people", 2))),
)
"""An action, the seat's buildings, and what it surely costs and gives whatever is chosen."""
ODD = pack(
    building("taxed", mine="lose 1 food"),
    building("crumbling", mine="lose a building"),
    building("mill", mine="FARM"),
    building("slip", play="gain 3 food"),
)


@pytest.mark.rule(W6, R18, R28)
@pytest.mark.parametrize("action, buildings, table, costs, gives", SURE)
def test_a_pick_says_what_surely_comes_of_it_and_nothing_else(
    action: str, buildings: list[str], table: dict[str, Any], costs: Amounts, gives: Amounts
) -> None:
    state = given(position(colony(A, *buildings, hand=["flag"]), deck=["work"], chosen=ODD, **table)).state
    assert [(each.costs, each.gives) for each in choices(state, A) if each.command == say(A, action)] == [(costs, gives)]


@pytest.mark.rule(R28, N_RECYCLING, N_TRADING_POST)
def test_what_happens_when_something_happens_is_said_where_it_is_certain() -> None:
    table = given(position(colony(A, "recycling", hand=["flag", "kitchen"]), deck=["red-tape"]))
    assert {choice.gives for choice in choices(table.state, A)} == {(("money", 1),)}
    table = given(position(colony(A, "moon-hotel", hand=["slip"]), deck=["innovation"], chosen=ODD))
    assert choices(table.state, A)[0].gives == (("food", 3), ("people", 1))
    chosen = pack(progress("more", turned_over="add a perk"))
    table = given(position(colony(A, "trading-post"), deck=["more"], chosen=chosen))
    assert all(choice.gives[-1] == ("money", 2) for choice in choices(table.state, A))


@pytest.mark.rule(N_AUTOMATIC_DOORS)
def test_a_work_without_abilities_gives_what_the_action_gives() -> None:
    state = position(colony(A, "kale-farm", "moon-hotel"), deck=["work"], set_aside=(name("automatic-doors"),))
    picked = [choice for choice in choices(given(state).state, A) if choice.command == say(A, "farm")]
    assert [choice.gives for choice in picked] == [(("food", 4),)]


@pytest.mark.rule(N_SURVEYING)
def test_surveying_says_how_many_cards_it_lays_and_what_they_are_worth() -> None:
    state = position(colony(A, "recycling", under_mat=bag("flag", "flag")), deck=["surveying"])
    assert told(given(state)) == [(ChooseWay(A, 0), (), (("cards under the mat", 2),)), (ChooseWay(A, 1), (), (("money", 6),))]


@pytest.mark.rule(R23, N_SURVEYING)
@pytest.mark.parametrize("lane, money, asked", [(["flag"], 0, "way"), ([], 2, "pick")])
def test_cards_are_laid_under_the_mat_only_where_there_are_any(lane: list[str], money: int, asked: str) -> None:
    given(position(colony(A, under_mat=bag("kitchen")), deck=["surveying"], lane=lane)).has(A, kind=asked, money=money)


@pytest.mark.rule(R6)
def test_a_card_to_build_says_its_price_and_its_people() -> None:
    chosen = pack(building("x", cost=3, people=2))
    table = given(position(colony(A, "lunarcrete-factory", money=4, hand=["x"]), deck=["innovation"], chosen=chosen))
    first = choices(table.state, A)[0]
    assert (first.costs, first.gives) == ((("money", 2),), (("people in buildings", 2),))


def test_an_offer_says_what_is_paid_and_what_comes_of_it() -> None:
    table = given(position(colony(A, food=2), deck=["tourists"]))
    assert told(table) == [(Accept(A), (("food", 2),), (("money", 5),)), (Decline(A), (), ())]


@pytest.mark.rule(R23)
def test_what_an_ability_takes_besides_its_price_is_said_too() -> None:
    chosen = pack(progress("swap", turned_over="may: lose a building; lose 2 food; discard a card; lose 1 money for each building; FARM"))
    table = given(position(colony(A, "flag", "kitchen", hand=["flag"]), deck=["swap"], chosen=chosen))
    costs = (("buildings", 1), ("food", 2), ("cards", 1), ("money", 2))
    assert told(table) == [(Accept(A), costs, ()), (Decline(A), (), ())]


@pytest.mark.rule(X1)
@pytest.mark.parametrize("people, spared", [(9, 2), (1, 1)])
def test_what_makes_a_loss_smaller_says_how_many_it_spares(people: int, spared: int) -> None:
    robot = progress("stacking-robot", Kind.ROBOT, people, before_loss="spend a box: lose 2 fewer")
    table = given(position(colony(A, ("flag", 1)), deck=["stacking-robot"], chosen=pack(robot)))
    assert told(table)[0] == (Accept(A), (("boxes", 1),), (("people not lost", spared),))


@pytest.mark.rule(W6)
def test_the_order_of_an_action_says_what_each_part_gives() -> None:
    table = given(position(colony(A, ("nursery", 1)), deck=["work"])).then(say(A, "farm"))
    assert told(table) == [
        (DoAction(A), (), (("food", 4),)),
        (UseAbility(A, 1, 0), (("boxes here", 1),), (("people", 4),)),
    ]


@pytest.mark.rule(L2)
def test_a_building_to_lose_says_what_goes_and_who_comes() -> None:
    leak = progress("leak", Kind.EVENT, 4, number=4)
    table = given(position(colony(A, ("one", 2), "two", people=3), deck=["leak"], chosen=pack(leak, *HOMES)))
    assert told(table) == [
        (LoseBuilding(A, 1), ((name("one"), 1), ("boxes", 2)), (("people", 1),)),
        (LoseBuilding(A, 2), ((name("two"), 1),), (("people", 2),)),
    ]


@pytest.mark.rule(R23)
def test_each_different_set_of_cards_and_boxes_is_offered_once() -> None:
    table = given(position(colony(A, hand=["flag", "flag", "kitchen"]), deck=["red-tape"]))
    assert [choice.command for choice in choices(table.state, A)] == [DiscardCards(A, (name("flag"),)), DiscardCards(A, (name("kitchen"),))]
    table = given(position(colony(A, ("flag", 2), ("kitchen", 1)), deck=["repairs"]))
    assert told(table) == [(ChooseBoxes(A, (1,)), (("boxes", 1),), ()), (ChooseBoxes(A, (2,)), (("boxes", 1),), ())]


def test_a_price_in_money_and_food_is_offered_in_every_mix() -> None:
    chosen = pack(building("x", cost=2))
    table = given(position(colony(A, "potato-farm", money=2, food=1, hand=["x"]), deck=["innovation"], chosen=chosen))
    table.then(say(A, "x"))
    assert told(table) == [(Pay(A, 0), (("money", 2),), ()), (Pay(A, 1), (("money", 1), ("food", 1)), ())]


def test_a_way_says_what_it_takes_and_gives_and_a_perk_what_it_will_bring() -> None:
    table = given(position(colony(A, "flag"), deck=["radiation"]))
    assert (ChooseWay(A, 1), (("people", 3),), ()) in told(table)
    chosen = pack(building("perky", play="add a perk"))
    table = given(position(colony(A, hand=["perky"]), deck=["innovation"], chosen=chosen)).then(say(A, "perky"))
    assert [choice.command for choice in choices(table.state, A)] == [AddPerk(A, perk) for perk in PACK.perks("dr-brain")]
    assert any(what.endswith(" later") for choice in choices(table.state, A) for what, _ in choice.gives)


@pytest.mark.rule(R17)
def test_what_is_asked_is_told_from_public_facts_and_answered_from_the_own_view() -> None:
    state = position(colony(A, hand=["flag"] * 3), colony(B, hand=["kitchen"] * 3), deck=["work"])
    table = given(state)
    table.state = table.state.with_player(B, hand=Bag(3))
    mine = view(seat_viewer(A), table)
    assert waiting(mine) == waiting(table.state)
    assert [type(choice) for choice in choices(mine, A)] == [Choice] * 5
    with pytest.raises(Unknown):
        choices(mine, B)
