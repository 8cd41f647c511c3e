"""What a seat is asked, and what each choice says that it costs and gives."""

import pytest

from domain.kernel.bag import Bag
from domain.kernel.names import Seat, seat_viewer
from domain.kernel.question import Choice
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
from domain.moon_colony_bloodbath.rulebook import L2, R6, R17, R23, W1, W6, X1
from tests.moon_colony_bloodbath.harness import PACK, A, B, colony, given, position, say
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
        (),
        (("money", 4),),
        (("food", 4),),
        (("cards", 2),),
    ]


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
