"""The notes on single cards that no other file shows, each by its own example."""

from dataclasses import replace

import pytest

from domain.kernel.bag import certain
from domain.kernel.secret import sealed_for
from domain.moon_colony_bloodbath.commands import (
    Accept,
    ChooseBoxes,
    ChooseWay,
    Decline,
    DoAction,
    LayCardOnMat,
    PickAction,
)
from domain.moon_colony_bloodbath.facts import CardSetAside, WaitingCardDiscarded
from domain.moon_colony_bloodbath.parts import Kind
from domain.moon_colony_bloodbath.rulebook import (
    N_ALUMINUM_MINE,
    N_ASSEMBLY_LINE,
    N_AUTOMATIC_DOORS,
    N_BUDGET_CUTS,
    N_CONSTRUCTION_ROBOT,
    N_DELIVERY_DRONE,
    N_DRILLING_ROBOT,
    N_ENGINEERS,
    N_INNOVATION,
    N_MINING_ROBOT,
    N_ORGAN_BANKS,
    N_OVERTIME,
    N_RADIATION,
    N_RADIO_ANTENNAE,
    N_REPAIRS,
    N_REPAIRS_ROBOT,
    N_ROBOT_BUTLER,
    N_ROBOT_COMPANION,
    N_ROBOT_WAITER,
    N_STACKING_ROBOT,
    N_SURVEYING,
    N_TRADING_POST,
    N_WAREHOUSE_ROBOT,
    R13,
    R14,
    R15,
    R27,
    T1,
    T2,
    X1,
)
from tests.moon_colony_bloodbath.harness import A, B, Table, bag, colony, given, position, say
from tests.moon_colony_bloodbath.packs import building, name, pack, progress


def turned(table: Table) -> list[str]:
    return [ruled.fact.NAME for ruled in table.last]


@pytest.mark.rule(X1)
def test_the_rest_of_a_robots_text_waits_until_everyone_has_lost() -> None:
    homes = (building("one", people=1), building("two", people=2))
    state = position(colony(A, "one", "two", people=4), colony(B), deck=["chef-robot"], chosen=pack(*homes))
    given(state).has(B, people=5, food=0, kind=None).lose(A, "two").has(A, people=1, food=3).has(B, food=3)


@pytest.mark.rule(N_AUTOMATIC_DOORS)
def test_automatic_doors_are_set_aside_once_their_loss_is_done() -> None:
    table = given(position(colony(A, "kale-farm", food=0), deck=["automatic-doors", "newcomers"]))
    assert CardSetAside(name("automatic-doors")).by(N_AUTOMATIC_DOORS) in table.last
    assert table.state.turn.forbids == {"abilities"}
    table.has(A, people=9)


@pytest.mark.rule(N_AUTOMATIC_DOORS, N_REPAIRS_ROBOT, T2)
@pytest.mark.parametrize("waiting", ["automatic-doors", "repairs-robot"])
def test_at_a_shuffle_a_card_set_aside_is_shuffled_in_having_done_nothing(waiting: str) -> None:
    state = position(colony(A), deck=["work"], set_aside=())
    table = given(state).then(say(A, "mine"))
    table.state = replace(table.state, set_aside=(name(waiting),))
    table.then(say(A, "mine"))
    assert WaitingCardDiscarded(name(waiting), "").by(T2) in table.last
    assert table.state.set_aside == ()
    assert name(waiting) in (*table.state.turned, *certain(table.state.progress))


@pytest.mark.rule(N_REPAIRS_ROBOT)
def test_under_repairs_robot_no_ability_builds_either() -> None:
    chosen = pack(building("crane", mine="BUILD"), building("x"))
    state = position(colony(A, "crane", hand=["x"]), deck=["work", "work"], chosen=chosen, set_aside=(name("repairs-robot"),))
    table = given(state).then(say(A, "mine"), DoAction(A)).has(A, money=4, buildings=["crane"], kind="pick")
    table.then(say(A, "mine"), DoAction(A)).has(A, kind="build")


@pytest.mark.rule(N_CONSTRUCTION_ROBOT, R15)
def test_without_a_hand_card_none_is_laid_and_a_single_one_without_being_asked() -> None:
    state = position(colony(A), colony(B, hand=["flag"]), deck=["construction-robot"])
    given(state).has(A, on_mat=[], kind="pick").has(B, on_mat=["flag"], hand=[])


@pytest.mark.rule(N_CONSTRUCTION_ROBOT, R15)
def test_a_card_on_the_mat_is_not_in_hand() -> None:
    state = position(colony(A, hand=["flag", "kitchen"]), deck=["construction-robot", "paperwork"], lane=["market"])
    table = given(state).refuses(LayCardOnMat(A, sealed_for(name("market"), A)), N_CONSTRUCTION_ROBOT)
    table.then(LayCardOnMat(A, sealed_for(name("flag"), A))).has(A, hand=[], on_mat=["flag"], kind="pick")


@pytest.mark.rule(N_DELIVERY_DRONE, R27)
def test_alone_a_card_comes_back_to_the_hand_that_gave_it() -> None:
    given(position(colony(A, hand=["flag", "kitchen"]), deck=["delivery-drone"])).then(say(A, "flag")).has(
        A, hand=["flag", "kitchen"], kind="pick"
    )


@pytest.mark.rule(N_DELIVERY_DRONE)
def test_only_a_card_in_hand_is_passed() -> None:
    given(position(colony(A, hand=["flag"]), deck=["delivery-drone"])).refuses(say(A, "kitchen"), N_DELIVERY_DRONE)


@pytest.mark.rule(N_DRILLING_ROBOT)
def test_drilling_robot_costs_a_building_with_its_lost_ability_if_there_is_one() -> None:
    chosen = pack(building("mill", people=2, lost="gain 3 food"))
    table = given(position(colony(A, "mill"), colony(B), deck=["drilling-robot"], chosen=chosen))
    table.has(A, people=10, food=3, buildings=[]).has(B, people=8)


@pytest.mark.rule(N_ENGINEERS)
def test_engineers_cost_a_building_whose_people_are_kept() -> None:
    chosen = pack(building("one", people=1))
    table = given(position(colony(A, "one", "flag"), colony(B), deck=["engineers"], chosen=chosen)).has(B, buildings=[])
    while table.kind(A) == "offer":
        table.then(Accept(A))
    table.lose(A, "one")
    assert table.state.players[A].people >= 11
    assert [building.card for building in table.state.players[A].buildings][:1] == [name("flag")]


@pytest.mark.rule(N_RADIATION)
def test_radiation_takes_a_building_of_who_chooses_that_and_only_of_who_has_one() -> None:
    table = given(position(colony(A, "flag"), colony(B), deck=["radiation"])).has(B, people=7)
    table.then(ChooseWay(A, 0)).has(A, people=10, buildings=[])


@pytest.mark.rule(N_MINING_ROBOT, R13)
def test_two_copies_of_one_mine_pay_once() -> None:
    given(position(colony(A, "dust-mine", "dust-mine", "titanium-mine", "flag"), deck=["mining-robot"])).has(A, money=2)


@pytest.mark.rule(N_ROBOT_BUTLER, N_REPAIRS)
@pytest.mark.parametrize("card", ["robot-butler", "repairs"])
def test_a_box_is_lost_if_there_is_one_the_seats_choice(card: str) -> None:
    table = given(position(colony(A, ("flag", 1), ("reactor", 1)), colony(B, "flag"), deck=[card])).has(B, kind=None)
    table.then(ChooseBoxes(A, (2,))).has(A, boxes={"flag": 1, "reactor": 0})


@pytest.mark.rule(N_ROBOT_COMPANION)
def test_robot_companion_gives_an_action_without_a_chit_and_is_no_work() -> None:
    state = position(colony(A, "radio-antennae"), deck=["robot-companion"], set_aside=())
    given(state).has(A, kind="act", hand=[]).then(PickAction(A, "farm")).has(A, food=4, chits=0, kind="pick")


@pytest.mark.rule(N_ROBOT_COMPANION, N_AUTOMATIC_DOORS)
def test_robot_companion_leaves_automatic_doors_waiting() -> None:
    state = position(colony(A, "potato-farm"), deck=["robot-companion"], set_aside=(name("automatic-doors"),))
    given(state).then(PickAction(A, "farm"), DoAction(A)).has(A, food=6)


@pytest.mark.rule(N_ROBOT_WAITER)
@pytest.mark.parametrize(("food", "left"), [(0, 0), (1, 0), (2, 0), (5, 3)])
def test_robot_waiter_takes_four_people_and_two_food_or_what_there_is(food: int, left: int) -> None:
    given(position(colony(A, food=food), deck=["robot-waiter"])).has(A, people=6, food=left)


@pytest.mark.rule(N_STACKING_ROBOT)
def test_the_stacking_robots_loss_is_never_below_nothing() -> None:
    table = given(position(colony(A, ("flag", 4)), deck=["stacking-robot"])).then(*[Accept(A)] * 4)
    table.has(A, people=10, boxes={"flag": 0}, kind="pick")


@pytest.mark.rule(N_WAREHOUSE_ROBOT)
def test_warehouse_robot_puts_a_box_onto_a_building_without_one() -> None:
    state = position(colony(A, ("flag", 1), "reactor", "kitchen"), colony(B, ("flag", 1)), deck=["warehouse-robot"])
    given(state).has(B, boxes={"flag": 1}).then(ChooseBoxes(A, (3,))).has(A, boxes={"flag": 1, "reactor": 0, "kitchen": 1})


@pytest.mark.rule(N_ORGAN_BANKS, R14)
def test_each_organ_banks_may_save_three_but_not_one_whose_box_would_save_nobody() -> None:
    accident = progress("accident", Kind.EVENT, 5, number=6)
    state = position(colony(A, ("organ-banks", 2), ("organ-banks", 1), ("organ-banks", 1)), deck=["accident"], chosen=pack(accident))
    table = given(state).then(Accept(A), Accept(A)).has(A, people=10, kind="pick")
    assert [building.boxes for building in table.state.players[A].buildings] == [1, 0, 1]


@pytest.mark.rule(N_ORGAN_BANKS, R14)
def test_organ_banks_box_may_be_kept() -> None:
    accident = progress("accident", Kind.EVENT, 5, number=6)
    given(position(colony(A, ("organ-banks", 1)), deck=["accident"], chosen=pack(accident))).then(Decline(A)).has(
        A, people=5, boxes={"organ-banks": 1}
    )


@pytest.mark.rule(N_ALUMINUM_MINE)
def test_aluminum_mine_pays_before_the_action_and_not_after_it() -> None:
    table = given(position(colony(A, "aluminum-mine"), deck=["work", "work"])).then(say(A, "mine")).use(A, "aluminum-mine")
    table.has(A, money=9, kind="pick").then(say(A, "mine")).has(A, money=13)
    given(position(colony(A, "aluminum-mine"), deck=["work"])).then(say(A, "mine"), DoAction(A)).has(A, money=4, kind="pick")


@pytest.mark.rule(N_ASSEMBLY_LINE)
def test_the_build_of_a_lost_assembly_line_is_without_its_own_reduction() -> None:
    chosen = pack(building("x", cost=3))
    state = position(colony(A, "assembly-line", money=2, hand=["x"]), deck=["drilling-robot"], chosen=chosen)
    given(state).has(A, buildings=[], kind="build").then(Decline(A)).has(A, money=2)


@pytest.mark.rule(N_BUDGET_CUTS)
@pytest.mark.parametrize(("money", "left"), [(0, 0), (1, 0), (2, 0), (3, 1)])
def test_budget_cuts_take_two_money_or_what_there_is_and_no_food(money: int, left: int) -> None:
    given(position(colony(A, "potato-farm", money=money, food=5), deck=["budget-cuts"])).has(A, money=left, food=5)


@pytest.mark.rule(N_INNOVATION, N_OVERTIME)
def test_the_card_that_innovation_or_overtime_lets_build_is_paid_for() -> None:
    chosen = pack(building("x", cost=3))
    given(position(colony(A, money=4, hand=["x"]), deck=["innovation"], chosen=chosen)).then(say(A, "x")).has(A, money=1)
    table = given(position(colony(A, money=4, food=1, hand=["x"]), deck=["overtime"], chosen=chosen)).then(Accept(A), say(A, "x"))
    table.has(A, money=1, buildings=["x"])


@pytest.mark.rule(N_RADIO_ANTENNAE)
def test_radio_antennae_draw_only_for_an_empty_hand() -> None:
    state = position(colony(A, "radio-antennae", "radio-antennae"), colony(B, "radio-antennae", hand=["flag"]), deck=["work"])
    given(state).has(A, hand=["plain"] * 2).has(B, hand=["flag"])


@pytest.mark.rule(N_SURVEYING, R15)
def test_surveying_keeps_cards_under_the_mat_and_cashes_them_in() -> None:
    state = position(colony(A, "recycling", on_mat=bag("flag")), deck=["surveying", "surveying"], lane=["kitchen", "market", "flag"])
    table = given(state).then(ChooseWay(A, 0)).has(A, hand=[], under_mat=["kitchen", "market"], on_mat=["flag"], kind="way")
    table.then(ChooseWay(A, 1)).has(A, under_mat=[], on_mat=["flag"], money=6)


@pytest.mark.rule(N_SURVEYING)
def test_no_cards_under_the_mat_may_be_cashed_in_for_nothing() -> None:
    given(position(colony(A), deck=["surveying"])).then(ChooseWay(A, 1)).has(A, money=0, kind="pick")


@pytest.mark.rule(N_TRADING_POST)
def test_what_trouble_adds_pays_nobody() -> None:
    given(position(colony(A, "trading-post", food=9), deck=["trouble"])).has(A, money=0)


@pytest.mark.rule(T1)
def test_a_card_without_text_is_followed_by_the_next() -> None:
    table = given(position(colony(A), deck=["guard-robot"])).has(A, people=6, kind="pick")
    assert turned(table).count("card-turned-over") == 2
