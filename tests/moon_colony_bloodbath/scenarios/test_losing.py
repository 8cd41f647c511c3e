"""Scenarios of losing people and buildings."""

import pytest

from domain.moon_colony_bloodbath.commands import Accept, Build, ChooseBoxes, Decline, GoOn, Pay
from domain.moon_colony_bloodbath.parts import Kind, ProgressCard
from domain.moon_colony_bloodbath.rulebook import (
    B2,
    B3,
    B4,
    B5,
    E1,
    E2,
    E3,
    E4,
    E5,
    E7,
    L1,
    L2,
    L3,
    L4,
    L5,
    L6,
    N_ASSEMBLY_LINE,
    N_BUDGET_CUTS,
    N_HACKER_LAIR,
    N_INNOVATION,
    N_MOON_HOTEL,
    N_ORGAN_BANKS,
    N_POTATO_FARM,
    N_RD_STORAGE,
    N_RECYCLING,
    N_RISKY_RESEARCH,
    N_STACKING_ROBOT,
    N_TRADING_POST,
    R7,
    R10,
    R20,
    T5,
    T8,
    T11,
    W7,
    X1,
)
from domain.moon_colony_bloodbath.scoring import over, places
from tests.moon_colony_bloodbath.harness import A, B, C, colony, given, position, say
from tests.moon_colony_bloodbath.packs import building, name, pack, progress


def losing(key: str, people: int) -> ProgressCard:
    return progress(key, Kind.EVENT, people, number=4)


@pytest.mark.rule(E3, L2, L3, B3, B5)
def test_mc_01_hunger_is_one_loss_though_a_building_goes_on_the_way() -> None:
    houses = [building(key, people=people) for key, people in (("a", 2), ("b", 3), ("c", 4), ("d", 5))]
    state = position(colony(A, "a", "b", "c", "d", people=1, food=1), deck=["hunger"], chosen=pack(*houses))
    table = given(state).has(A, kind="lose-building", food=0, people=1).lose(A, "a")
    table.has(A, people=0, food=0, buildings=["b", "c", "d"], all_people=12, failed=False)


@pytest.mark.rule(E1, E2, E3, E4, N_TRADING_POST)
def test_mc_02_trouble_adds_one_event_for_all_and_pays_nobody() -> None:
    chosen = pack(building("trading-post", card_added="gain 2 money"))
    first = colony(A, people=7)
    second = colony(B, "trading-post", "plain", "plain", food=3, people=7)
    third = colony(C, "plain", "plain", "plain", food=2, people=7)
    table = given(position(first, second, third, deck=["trouble"], chosen=chosen))
    table.has(A, food=0, people=9).has(B, food=0, people=9, money=0).has(C, food=0, people=6)
    assert table.state.events[0] == name("paperwork")
    assert table.state.turned[-3:-1] == (name("trouble"), name("hunger"))


@pytest.mark.rule(N_BUDGET_CUTS, N_POTATO_FARM, N_INNOVATION, E3, N_MOON_HOTEL)
def test_mc_03_food_is_money_where_money_is_spent_and_not_where_it_is_lost() -> None:
    chosen = pack(building("x", cost=4, people=3))
    state = position(
        colony(A, "potato-farm", "moon-hotel", money=1, food=5, hand=["x"]),
        deck=["budget-cuts", "innovation", "hunger"],
        chosen=chosen,
    )
    table = given(state).has(A, money=0, food=5, kind="lay").then(say(A, "x"))
    table.has(A, money=0, food=0, people=8, buildings=["potato-farm", "moon-hotel", "x"])


@pytest.mark.rule(L1, L2, L4, L5, L6, B4, R7)
def test_mc_05_a_building_that_would_help_is_not_lost_by_choice() -> None:
    chosen = pack(losing("leak", 2), building("ark", lost="gain 4 people"))
    table = given(position(colony(A, "ark", people=2), colony(B, "ark", people=1), deck=["leak"], chosen=chosen))
    table.has(A, people=0, buildings=["ark"], failed=True).has(B, people=3, buildings=[], failed=False)
    assert over(table.state) is R7
    assert places(table.state) == ((B,), (A,))


@pytest.mark.rule(L2, L4, B3)
def test_mc_06_a_loss_within_a_loss_comes_first() -> None:
    houses = (building("a", people=2, lost="lose 2 people"), building("b", people=5))
    chosen = pack(losing("moonquake", 3), *houses)
    given(position(colony(A, "a", "b", people=1), deck=["moonquake"], chosen=chosen)).lose(A, "a").has(
        A, people=3, buildings=[], failed=False
    )


@pytest.mark.rule(B3, L4, T11)
def test_mc_07_a_building_just_lost_may_come_back_to_hand() -> None:
    houses = (building("archive", people=3, lost="draw a card"), building("b", people=5))
    chosen = pack(losing("moonquake", 3), *houses)
    table = given(position(colony(A, "archive", "b", people=1), deck=["moonquake"], chosen=chosen, lane=[])).lose(A, "archive")
    table.has(A, people=1, hand=["archive"], buildings=["b"])
    assert (table.state.lanes, table.state.discards) == (((),), ())


@pytest.mark.rule(N_RD_STORAGE, N_ASSEMBLY_LINE, L2, L4, B5, W7, L5)
def test_mc_09_a_card_drawn_before_the_loss_is_built_within_it() -> None:
    chosen = pack(
        building("rd-storage", people=1, any_time="spend a box here: draw a card"),
        building("assembly-line", people=2, lost="BUILD", always="BUILD 1 cheaper"),
        building("kale-farm", cost=3, people=3, play="FARM", farm="gain 1 food"),
        losing("leak", 5),
    )
    state = position(
        colony(A, ("rd-storage", 1), "assembly-line", people=1, money=3), deck=["leak"], chosen=chosen, lane=["kale-farm", "plain"]
    )
    table = given(state).has(A, kind="go-on").use(A, "rd-storage").has(A, hand=["kale-farm"], kind="lose-building")
    table.lose(A, "assembly-line").has(A, people=3, kind="build").then(Build(A, name("kale-farm"))).has(A, money=0, kind="order")
    table.use(A, "kale-farm").has(A, food=5, people=3)
    table.lose(A, "rd-storage").has(A, people=2, food=5, buildings=[], failed=False)


@pytest.mark.rule(L2, L4, W7, N_MOON_HOTEL, N_ASSEMBLY_LINE)
def test_mc_10_people_gained_within_a_loss_end_it() -> None:
    chosen = pack(
        building("moon-hotel", people=2, food_gained="gain 1 people"),
        building("assembly-line", people=2, lost="BUILD", always="BUILD 1 cheaper"),
        building("kale-farm", cost=3, people=3, play="FARM", farm="gain 1 food"),
        losing("leak", 5),
    )
    state = position(colony(A, "moon-hotel", "assembly-line", people=1, money=3, hand=["kale-farm"]), deck=["leak"], chosen=chosen)
    table = given(state).lose(A, "assembly-line").then(Build(A, name("kale-farm"))).use(A, "kale-farm")
    table.has(A, people=0, buildings=["moon-hotel", "kale-farm"], all_people=5, money=0, food=5, failed=False)


@pytest.mark.rule(E5, N_RD_STORAGE, N_RECYCLING, R20)
@pytest.mark.parametrize(("uses", "money"), [(True, 2), (False, 1)])
def test_mc_12_storage_draws_before_paperwork_takes_effect(uses: bool, money: int) -> None:
    state = position(colony(A, ("rd-storage", 1), "recycling"), deck=["paperwork"])
    table = given(state).has(A, kind="go-on")
    table = table.use(A, "rd-storage") if uses else table.then(GoOn(A), GoOn(A))
    table.has(A, hand=[], money=money)


@pytest.mark.rule(E5, T5, B2, N_HACKER_LAIR, N_RECYCLING)
def test_mc_13_paperwork_discards_what_there_is_and_passes_hacker_lairs_by() -> None:
    second = colony(B, "hacker-lair", "hacker-lair", "recycling", hand=["plain"] * 3)
    table = given(position(colony(A, "recycling"), second, deck=["paperwork"]))
    table.has(A, hand=[], money=1, kind="pick").has(B, hand=["plain"] * 3, money=0, kind="pick")


@pytest.mark.rule(N_ORGAN_BANKS, E7)
def test_mc_15_organ_banks_help_at_an_accident_and_nowhere_else() -> None:
    chosen = pack(losing("moonquake", 4), losing("accident", 3))
    state = position(colony(A, ("organ-banks", 1), ("kitchen", 2)), deck=["moonquake", "accident"], chosen=chosen)
    table = given(state).has(A, people=6, kind="offer").then(Accept(A))
    table.has(A, people=6, boxes={"organ-banks": 0, "kitchen": 2})


@pytest.mark.rule(X1, N_STACKING_ROBOT, L2, T8)
def test_mc_16_boxes_spent_before_the_loss_make_it_smaller_and_more_than_needed_may_be() -> None:
    chosen = pack(
        progress("stacking-robot", Kind.ROBOT, 6, before_loss="several: spend a box: lose 2 fewer"),
        building("three", people=3),
        building("two", people=2),
    )
    state = position(
        colony(A, ("three", 2), ("two", 2), people=4),
        colony(B, ("two", 5), people=4),
        colony(C, "three", people=4),
        deck=["stacking-robot"],
        chosen=chosen,
    )
    table = given(state).has(C, people=1, buildings=[])
    table.then(Accept(A), ChooseBoxes(A, (1,)), Accept(A), ChooseBoxes(A, (2,)), Decline(A))
    table.has(A, people=2, buildings=["three", "two"], boxes={"three": 1, "two": 1})
    table.then(*[Accept(B)] * 4, Decline(B)).has(B, people=4, boxes={"two": 1})


@pytest.mark.rule(N_RISKY_RESEARCH, R10, L2, B3)
def test_mc_30_people_paid_are_lost_like_any_others() -> None:
    chosen = pack(building("nursery", people=3))
    table = given(position(colony(A, ("nursery", 1), people=1), deck=["risky-research"], chosen=chosen)).then(Accept(A))
    table.has(A, people=2, buildings=[], hand=["plain", "plain"])


def test_food_need_not_be_split_where_only_one_way_is_left() -> None:
    """Beside MC-03: with money left over the seat says how much of the price is food."""
    chosen = pack(building("x", cost=4))
    table = given(position(colony(A, "potato-farm", money=2, food=4, hand=["x"]), deck=["innovation"], chosen=chosen))
    table.then(say(A, "x")).has(A, kind="pay").then(Pay(A, 3)).has(A, money=1, food=1)
