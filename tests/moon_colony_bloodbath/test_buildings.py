"""Buildings: built, priced, lost, repeated; and what happens when something else happens."""

import pytest

from domain.moon_colony_bloodbath.commands import Accept, DiscardCards, LoseBuilding, MoveBox, Pay, RepeatAbility
from domain.moon_colony_bloodbath.facts import BuildingLost, CardDiscarded, CardTurnedOver, Gained, Lost, PeopleMoved, TurnEnded
from domain.moon_colony_bloodbath.parts import Kind
from domain.moon_colony_bloodbath.rulebook import (
    B1,
    B2,
    B3,
    B4,
    B5,
    B6,
    B7,
    E5,
    E7,
    L4,
    N_CONSTRUCTION_KITS,
    N_GRAND_PLAN,
    N_HACKER_LAIR,
    N_LAUNCH_PAD,
    N_MOON_HOTEL,
    N_POTATO_FARM,
    N_REACTOR,
    N_RECYCLING,
    N_WAREHOUSE,
    R6,
    R10,
    R21,
    R23,
    R24,
    R28,
    R29,
    T1,
    T4,
    T6,
    T7,
)
from tests.moon_colony_bloodbath.harness import A, colony, given, position, say
from tests.moon_colony_bloodbath.packs import building, name, pack, progress

LEAK = progress("leak", Kind.EVENT, 3, number=4)


@pytest.mark.rule(B1)
def test_play_abilities_happen_once_in_printed_order() -> None:
    chosen = pack(building("x", play="gain 2 food | spend 1 food: gain 3 money"))
    table = given(position(colony(A, hand=["x"]), deck=["work", "work"], chosen=chosen)).then(say(A, "build"), say(A, "x"))
    table.has(A, food=2, kind="offer").then(Accept(A)).has(A, food=1, money=3).then(say(A, "mine")).has(A, food=1, money=7)


@pytest.mark.rule(T6, N_POTATO_FARM)
def test_food_that_one_cost_needs_is_not_spent_as_money_for_another() -> None:
    chosen = pack(progress("fair", turned_over="spend 1 money and 1 food: gain 3 people"))
    table = given(position(colony(A, "potato-farm", money=1, food=1), deck=["fair"], chosen=chosen)).then(Accept(A))
    table.has(A, money=0, food=0, people=13)


@pytest.mark.rule(T6, R10)
def test_what_is_lost_in_paying_people_does_not_come_out_of_what_is_paid_beside_them() -> None:
    chosen = pack(progress("fair", turned_over="spend 2 people and 2 money: gain 5 food"), building("vault", people=2, lost="lose 1 money"))
    table = given(position(colony(A, "vault", people=1, money=2), deck=["fair"], chosen=chosen)).then(Accept(A))
    table.has(A, money=0, people=1, buildings=[], food=5)


@pytest.mark.rule(T6)
def test_a_box_that_must_come_from_here_does_not_go_for_another() -> None:
    chosen = pack(building("kiln", mine="spend a box and a box here: gain 5 food"))
    table = given(position(colony(A, ("kiln", 1), ("flag", 1)), deck=["work"], chosen=chosen)).then(say(A, "mine")).use(A, "kiln")
    table.has(A, boxes={"kiln": 0, "flag": 0}, food=5)


@pytest.mark.rule(B2)
def test_two_of_one_building_both_work() -> None:
    table = given(position(colony(A, "kale-farm", "kale-farm"), deck=["work"])).then(say(A, "farm"))
    table.use(A, "kale-farm", 1).use(A, "kale-farm", 2).has(A, food=6)


@pytest.mark.rule(R6, B2)
@pytest.mark.parametrize(("factories", "money"), [(0, 3), (1, 2), (2, 1), (4, 0)])
def test_every_reduction_counts_and_a_price_is_never_below_nothing(factories: int, money: int) -> None:
    chosen = pack(building("x", cost=3))
    state = position(colony(A, *["lunarcrete-factory"] * factories, money=money, hand=["x"]), deck=["innovation"], chosen=chosen)
    given(state).then(say(A, "x")).has(A, money=0)


@pytest.mark.rule(R6)
def test_the_card_being_built_does_not_reduce_its_own_price() -> None:
    table = given(position(colony(A, money=3, hand=["lunarcrete-factory"]), deck=["innovation"]))
    assert table.answers(A) == ["none"]


@pytest.mark.rule(R6, N_POTATO_FARM)
@pytest.mark.parametrize("food", [1, 2, 3])
def test_a_price_is_split_between_money_and_food_as_the_seat_likes(food: int) -> None:
    chosen = pack(building("x", cost=3))
    table = given(position(colony(A, "potato-farm", money=2, food=4, hand=["x"]), deck=["innovation"], chosen=chosen))
    table.then(say(A, "x")).refuses(Pay(A, 0), N_POTATO_FARM).refuses(Pay(A, 4), N_POTATO_FARM)
    table.then(Pay(A, food)).has(A, money=2 - (3 - food), food=4 - food)


@pytest.mark.rule(B6, N_REACTOR)
@pytest.mark.parametrize(("cost", "price"), [(4, 4), (5, 3), (6, 4)])
def test_reactor_looks_at_the_cost_which_no_reduction_changes(cost: int, price: int) -> None:
    chosen = pack(building("x", cost=cost))
    table = given(position(colony(A, "reactor", money=9, hand=["x"]), deck=["innovation"], chosen=chosen)).then(say(A, "x"))
    table.has(A, money=9 - price)
    both = given(position(colony(A, "reactor", "reactor", money=9, hand=["x"]), deck=["innovation"], chosen=chosen)).then(say(A, "x"))
    both.has(A, money=9 - (cost if cost < 5 else cost - 4))


@pytest.mark.rule(B6, N_CONSTRUCTION_KITS, N_GRAND_PLAN)
def test_twists_that_name_a_cost_look_at_the_printed_one() -> None:
    chosen = pack(building("four", cost=4), building("five", cost=5))
    state = position(colony(A, ("lunarcrete-factory", 1), money=9, hand=["four", "five"]), deck=["construction-kits"], chosen=chosen)
    table = given(state).then(Accept(A))
    assert table.answers(A) == ["four", "none"]
    state = position(colony(A, "lunarcrete-factory", money=9, hand=["four", "five", "plain"]), deck=["grand-plan"], chosen=chosen)
    table = given(state).then(Accept(A), DiscardCards(A, (name("plain"),)))
    assert table.answers(A) == ["five", "none"]


@pytest.mark.rule(N_CONSTRUCTION_KITS, N_GRAND_PLAN)
def test_the_box_or_the_card_may_be_given_for_nothing() -> None:
    given(position(colony(A, ("flag", 1), money=9), deck=["construction-kits"])).then(Accept(A)).has(A, boxes={"flag": 0}, kind="pick")
    given(position(colony(A, money=9, hand=["plain"]), deck=["grand-plan"])).then(Accept(A)).has(A, hand=[], kind="pick")


@pytest.mark.rule(B3, R29, L4)
def test_a_lost_building_goes_in_order_card_people_lost() -> None:
    chosen = pack(LEAK, building("a", people=2, lost="gain 1 food | gain 1 money"), building("b", people=1))
    table = given(position(colony(A, ("a", 2), "b", people=1), deck=["leak"], chosen=chosen)).lose(A, "a")
    table.happened(
        BuildingLost(A, 1, name("a")).by(B3),
        PeopleMoved(A, 2, name("a")).by(R29),
        Gained(A, "food", 1, name("a")).by(L4),
        Gained(A, "money", 1, name("a")).by(L4),
        Lost(A, "people", 3, name("leak")).by(E7),
        TurnEnded().by(T4),
        CardTurnedOver(name("work")).by(T1),
    )
    table.has(A, people=0, food=1, money=1)


@pytest.mark.rule(R29)
def test_a_lost_ability_finds_no_boxes_on_its_building() -> None:
    chosen = pack(LEAK, building("a", people=3, lost="spend a box here: gain 9 people"))
    given(position(colony(A, ("a", 2), people=0), deck=["leak"], chosen=chosen)).has(A, people=0, failed=True)


@pytest.mark.rule(B4, T1)
def test_nobody_loses_a_building_by_choice_alone() -> None:
    given(position(colony(A, "flag"), deck=["work"])).refuses(LoseBuilding(A, 1), T1)


@pytest.mark.rule(B5)
def test_which_building_is_lost_is_its_owners_choice_whatever_its_people() -> None:
    chosen = pack(LEAK, building("a", people=1), building("b", people=9))
    table = given(position(colony(A, "a", "b", people=2), deck=["leak"], chosen=chosen))
    table.refuses(LoseBuilding(A, 3), B5).lose(A, "a").has(A, people=0, buildings=["b"])


@pytest.mark.rule(B7)
def test_a_buildings_abilities_are_gone_with_it() -> None:
    chosen = pack(building("x", cost=3))
    deck = ["drilling-robot", "innovation"]
    table = given(position(colony(A, "lunarcrete-factory", "moon-hotel", money=2, hand=["x"]), deck=deck, chosen=chosen))
    table.lose(A, "lunarcrete-factory")
    assert table.answers(A) == ["none"]


@pytest.mark.rule(B7)
def test_the_rest_of_the_play_of_a_building_that_is_gone_does_not_happen() -> None:
    chosen = pack(building("x", play="lose a building | gain 9 food"))
    given(position(colony(A, hand=["x"]), deck=["innovation"], chosen=chosen)).then(say(A, "x")).has(A, food=0, buildings=[])


@pytest.mark.rule(R21, N_LAUNCH_PAD)
def test_launch_pad_repeats_a_play_of_another_building_and_nothing_is_built_again() -> None:
    chosen = pack(building("crew", build="gain 1 money"), building("launch-pad", play="repeat a PLAY"))
    state = position(colony(A, "kale-farm", "lunarcrete-factory", "launch-pad", hand=["launch-pad"]), deck=["innovation"], chosen=chosen)
    table = given(state).then(say(A, "launch-pad"))
    assert table.offers(A) == [RepeatAbility(A, 1, 0), RepeatAbility(A, 2, 0)]
    table.refuses(RepeatAbility(A, 3, 0), R21).then(RepeatAbility(A, 2, 0)).has(A, hand=["plain", "plain"], money=0)


@pytest.mark.rule(R21)
def test_launch_pad_with_nothing_to_repeat_does_nothing() -> None:
    chosen = pack(building("launch-pad", play="repeat a PLAY"))
    given(position(colony(A, hand=["launch-pad"]), deck=["innovation"], chosen=chosen)).then(say(A, "launch-pad")).has(A, kind="pick")


@pytest.mark.rule(R21)
def test_here_means_the_building_that_bears_the_ability() -> None:
    chosen = pack(building("launch-pad", play="repeat a PLAY"), building("depot", play="put 2 boxes here"))
    state = position(colony(A, "depot", hand=["launch-pad"]), deck=["innovation"], chosen=chosen)
    given(state).then(say(A, "launch-pad")).has(A, boxes={"depot": 2, "launch-pad": 0})


@pytest.mark.rule(R28, N_MOON_HOTEL)
def test_a_gain_of_food_counts_each_separate_time_and_at_once() -> None:
    chosen = pack(progress("feast", turned_over="gain 3 food; gain 2 food"))
    table = given(position(colony(A, "moon-hotel"), deck=["feast"], chosen=chosen))
    assert [ruled.fact for ruled in table.last if isinstance(ruled.fact, Gained)] == [
        Gained(A, "food", 3, name("feast")),
        Gained(A, "people", 1, name("moon-hotel")),
        Gained(A, "food", 2, name("feast")),
        Gained(A, "people", 1, name("moon-hotel")),
    ]


@pytest.mark.rule(N_RECYCLING, R24, R23)
def test_each_card_discarded_pays_several_at_once_too() -> None:
    state = position(colony(A, "recycling", hand=["flag", "kitchen"]), deck=["paperwork"])
    table = given(state).refuses(DiscardCards(A, (name("flag"),)), R23).refuses(DiscardCards(A, (name("market"), name("flag"))), R23)
    table.then(DiscardCards(A, (name("flag"), name("kitchen"))))
    assert [ruled.fact for ruled in table.last if isinstance(ruled.fact, CardDiscarded)] == [
        CardDiscarded(A, name("flag"), "hand"),
        CardDiscarded(A, name("kitchen"), "hand"),
    ]
    table.has(A, money=2, hand=["plain"])


@pytest.mark.rule(R24)
def test_a_lost_building_is_not_discarded_by_a_seat() -> None:
    given(position(colony(A, "recycling", "flag"), deck=["drilling-robot"])).lose(A, "flag").has(A, money=0)


@pytest.mark.rule(E5, N_HACKER_LAIR)
def test_hacker_lair_ignores_paperwork_and_nothing_else() -> None:
    state = position(colony(A, "hacker-lair", hand=["plain"] * 3), deck=["paperwork", "red-tape"])
    given(state).has(A, kind="discard", hand=["plain"] * 3)


@pytest.mark.rule(N_WAREHOUSE)
def test_warehouse_moves_a_box_from_one_own_building_to_another() -> None:
    chosen = pack(building("warehouse", mine="may: move a box"))
    state = position(colony(A, "warehouse", ("flag", 1), "reactor"), deck=["work"], chosen=chosen)
    table = given(state).then(say(A, "mine")).use(A, "warehouse")
    table.refuses(MoveBox(A, 1, 2), N_WAREHOUSE).refuses(MoveBox(A, 2, 2), N_WAREHOUSE)
    table.then(MoveBox(A, 2, 3)).has(A, boxes={"flag": 0, "reactor": 1, "warehouse": 0}, money=4)


@pytest.mark.rule(T7, R23)
def test_of_one_or_the_other_the_seat_chooses_among_what_it_can_do() -> None:
    from domain.moon_colony_bloodbath.commands import ChooseWay

    card = progress("fork", turned_over="choose [lose a building] [spend 2 money: gain 5 food] [gain 1 food]")
    table = given(position(colony(A), deck=["fork"], chosen=pack(card)))
    table.has(A, food=1, kind="pick")
    table = given(position(colony(A, "flag", money=2), deck=["fork"], chosen=pack(card)))
    table.refuses(ChooseWay(A, 3), R23).then(ChooseWay(A, 1)).has(A, money=0, food=5)
    table = given(position(colony(A, "flag"), deck=["fork"], chosen=pack(card)))
    table.refuses(ChooseWay(A, 1), R23).then(ChooseWay(A, 0)).has(A, buildings=[])
