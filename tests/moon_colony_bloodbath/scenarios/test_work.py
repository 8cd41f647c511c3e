"""Scenarios of Work, of actions and of the deck."""

from dataclasses import replace

import pytest

from domain.kernel.bag import size
from domain.kernel.game import PointsCounted
from domain.kernel.secret import sealed_for
from domain.moon_colony_bloodbath.commands import (
    Accept,
    AddPerk,
    Decline,
    DiscardCards,
    DoAction,
    LayCardOnMat,
    PickAction,
)
from domain.moon_colony_bloodbath.facts import ActionDone, ActionPicked, BuildingBuilt, CardLaid
from domain.moon_colony_bloodbath.parts import Kind
from domain.moon_colony_bloodbath.rulebook import (
    B1,
    B2,
    D2,
    E1,
    E2,
    E6,
    E8,
    L2,
    L5,
    L6,
    N_ALUMINUM_MINE,
    N_AUTOMATIC_DOORS,
    N_CONSTRUCTION_ROBOT,
    N_DELIVERY_DRONE,
    N_FUEL_CELLS,
    N_GRAND_PLAN,
    N_INNOVATION,
    N_KITCHEN,
    N_MARKET,
    N_MINING_ROBOT,
    N_MOON_HOTEL,
    N_POTATO_FARM,
    N_RADIO_ANTENNAE,
    N_RECYCLING,
    N_REPAIRS_ROBOT,
    N_RESTAURANT,
    N_ROBOT_COMPANION,
    N_SOLAR_PANELS,
    N_TRADING_POST,
    ONE_SCORE,
    P1,
    P2,
    P3,
    R3,
    R4,
    R5,
    R6,
    R13,
    R15,
    T2,
    T3,
    T5,
    T8,
    T9,
    W1,
    W3,
    W4,
    W5,
    W6,
    W7,
    W8,
    X1,
)
from domain.moon_colony_bloodbath.scoring import over, places, sheet
from tests.moon_colony_bloodbath.harness import A, B, C, colony, given, position, say, sealed
from tests.moon_colony_bloodbath.packs import building, name, pack, progress


@pytest.mark.rule(X1, L2, N_MINING_ROBOT, R13)
def test_mc_17_mining_robot_pays_for_names_still_in_play() -> None:
    chosen = pack(
        progress("mining-robot", Kind.ROBOT, 3, turned_over="gain 1 money for each of dust-mine, silica-mine, iron-mine, helium-3-mine"),
        building("dust-mine", people=1),
        building("helium-3-mine", people=1),
        building("iron-mine", people=2),
    )
    state = position(colony(A, "dust-mine", "dust-mine", "helium-3-mine", "iron-mine", people=1), deck=["mining-robot"], chosen=chosen)
    given(state).lose(A, "iron-mine").has(A, people=0, all_people=3, money=2, failed=False)


@pytest.mark.rule(D2, T5, N_TRADING_POST, W4)
def test_mc_19_a_third_copy_is_not_added_and_not_paid_for() -> None:
    chosen = pack(building("market", cost=5, play="add trade"))
    state = position(colony(A, "trading-post", money=5, hand=["market"]), deck=["work"], chosen=chosen)
    supply = tuple(card for card in state.developments if card != name("trade"))
    table = given(replace(state, developments=supply)).then(say(A, "build"), say(A, "market"))
    table.has(A, money=0, buildings=["trading-post", "market"])
    assert table.state.batch.size == 0


@pytest.mark.rule(T2, T3, T9, P1, P2, P3, B2, N_TRADING_POST)
def test_mc_20_a_card_added_to_an_empty_deck_is_the_next_one_without_a_shuffle() -> None:
    chosen = pack(building("iron-mine", cost=7, play="add a perk"))
    perk = next(card for card in chosen.perks("dr-brain") if "gain 2 money" in chosen.progress(card).says)
    state = position(colony(A, "trading-post", "trading-post", money=7, hand=["iron-mine"], chits=3), colony(B, chits=3), chosen=chosen)
    table = given(state, progress=["work", perk])
    assert size(table.state.progress) == 0
    table.then(say(A, "build"), say(B, "mine"), say(A, "iron-mine"), AddPerk(A, perk))
    table.has(A, money=6, chits=0).has(B, money=4, chits=0)
    turned = [ruled.fact.NAME for ruled in table.last]
    assert turned.index("card-turned-over") < turned.index("progress-shuffled")
    assert table.chance.asked == ["progress"]
    assert turned.count("card-turned-over") == 2


@pytest.mark.rule(N_AUTOMATIC_DOORS, W6, N_ALUMINUM_MINE, N_RADIO_ANTENNAE, N_MOON_HOTEL)
def test_mc_22_in_the_next_work_no_building_has_any_ability() -> None:
    state = position(
        colony(A, "kale-farm", "potato-farm", "moon-hotel"),
        colony(B, "aluminum-mine"),
        colony(C, "radio-antennae", "radio-antennae"),
        deck=["work"],
        set_aside=(name("automatic-doors"),),
    )
    table = given(state)
    assert name("automatic-doors") in table.state.turned
    table.then(say(A, "farm"), say(B, "mine"), say(C, "research"))
    table.has(A, food=4, people=10).has(B, money=4).has(C, hand=["plain", "plain"])
    table.then(say(A, "farm"), say(B, "mine"), say(C, "mine"), DoAction(A)).use(A, "kale-farm")
    table.has(A, food=11, people=13)


@pytest.mark.rule(N_AUTOMATIC_DOORS, B1, W4, R5, N_POTATO_FARM, P1)
def test_mc_23_without_abilities_there_is_no_discount_no_food_as_money_and_no_play() -> None:
    chosen = pack(
        building("assembly-line", always="BUILD 2 cheaper", lost="BUILD"),
        building("iron-mine", cost=5, play="add a perk", mine="put a box"),
        building("x", cost=6),
    )
    state = position(
        colony(A, "assembly-line", "potato-farm", money=5, food=6, hand=["x", "iron-mine"]),
        deck=["work"],
        chosen=chosen,
        set_aside=(name("automatic-doors"),),
    )
    table = given(state).then(say(A, "build")).refuses(say(A, "x"), R5).then(say(A, "iron-mine"))
    table.has(A, money=0, food=6, kind="pick").then(say(A, "mine"), DoAction(A)).boxes(A, "iron-mine")
    table.has(A, money=4, boxes={"iron-mine": 1})
    assert len(table.state.players[A].perks) == 5


@pytest.mark.rule(N_REPAIRS_ROBOT, N_ROBOT_COMPANION, N_INNOVATION, X1, W3)
def test_mc_26_nobody_builds_in_the_next_work_and_builds_outside_it_are_free() -> None:
    chosen = pack(
        progress("robot-companion", Kind.ROBOT, 1, turned_over="any action"),
        building("x", cost=2),
        building("y", cost=4),
        building("z", cost=4),
    )
    state = position(
        colony(A, money=6, hand=["x", "y", "z"]),
        deck=["robot-companion", "innovation", "work", "work"],
        chosen=chosen,
        set_aside=(name("repairs-robot"),),
    )
    table = given(state).has(A, people=9, kind="act").then(PickAction(A, "build"), say(A, "x")).has(A, money=4, chits=0)
    table.then(say(A, "y")).has(A, money=0, kind="pick")
    assert "build" not in table.answers(A)
    table.refuses(say(A, "build"), R5).then(say(A, "mine")).has(A, money=4, chits=1)
    assert "build" in table.answers(A)
    assert name("repairs-robot") in table.state.turned
    table.then(say(A, "build"), say(A, "z")).has(A, money=0, chits=2, buildings=["x", "y", "z"])


@pytest.mark.rule(N_CONSTRUCTION_ROBOT, R15, W1)
def test_mc_27_cards_on_the_mat_are_the_only_ones_to_build_in_any_order() -> None:
    chosen = pack(
        progress("construction-robot", Kind.ROBOT, 1, turned_over="lay a card on the mat"),
        building("p", cost=3),
        building("q", cost=5),
        building("r", cost=2),
    )
    deck = ["construction-robot", "construction-robot", "work", "work", "work"]
    table = given(position(colony(A, money=10, hand=["p", "q", "r"]), deck=deck, chosen=chosen))
    table.then(LayCardOnMat(A, sealed_for(name("p"), A)), LayCardOnMat(A, sealed_for(name("q"), A)))
    table.has(A, people=8, hand=["r"], on_mat=["p", "q"])
    table.then(say(A, "build")).refuses(say(A, "r"), N_CONSTRUCTION_ROBOT).then(say(A, "q")).has(A, money=5)
    table.then(say(A, "build")).refuses(say(A, "r"), N_CONSTRUCTION_ROBOT)
    assert table.answers(A) == ["p"]
    table.then(say(A, "p")).has(A, money=2).then(say(A, "build"), say(A, "r")).has(A, money=0, buildings=["q", "p", "r"])


@pytest.mark.rule(N_GRAND_PLAN, N_RECYCLING, R6, W4)
def test_mc_29_grand_plan_asks_for_the_cost_and_the_price_is_paid() -> None:
    chosen = pack(
        building("lunarcrete-factory", always="BUILD 1 cheaper", play="draw 2 cards"), building("x", cost=5), building("y", cost=1)
    )
    state = position(colony(A, "lunarcrete-factory", "recycling", money=3, hand=["x", "y"]), deck=["grand-plan"], chosen=chosen)
    table = given(state).then(Accept(A), DiscardCards(A, (name("y"),))).has(A, money=4).then(say(A, "x"))
    table.has(A, money=0, hand=[], buildings=["lunarcrete-factory", "recycling", "x"])


@pytest.mark.rule(X1, N_DELIVERY_DRONE)
def test_mc_31_all_pass_left_at_once_and_what_is_received_is_not_passed_on() -> None:
    chosen = pack(progress("delivery-drone", Kind.ROBOT, 1, turned_over="pass a card to the left"), *map(building, ("a", "b", "c")))
    state = position(colony(A, hand=["a"]), colony(B), colony(C, hand=["b", "c"]), deck=["delivery-drone"], chosen=chosen)
    table = given(state).then(say(C, "c")).has(C, hand=["b", "c"]).then(say(A, "a"))
    table.has(A, people=9, hand=["c"]).has(B, people=9, hand=["a"]).has(C, people=9, hand=["b"])


@pytest.mark.rule(E8, L6)
def test_mc_33_the_manual_ends_the_game_as_soon_as_it_is_turned_over() -> None:
    chosen = pack(building("four", people=4), building("three", people=3))
    state = position(
        colony(A, "four", "three", people=5),
        colony(B, "flag", people=11, money=50, food=20, hand=["plain"] * 9),
        deck=["instruction-manual", "work"],
        chosen=chosen,
    )
    table = given(state)
    assert over(table.state) is E8
    assert places(table.state) == ((A,), (B,))
    assert size(table.state.progress) == 2
    assert [ruled.fact for ruled in sheet(table.state)] == [
        PointsCounted(A, 5, "people-on-mat"),
        PointsCounted(A, 4, name("four")),
        PointsCounted(A, 3, name("three")),
        PointsCounted(B, 11, "people-on-mat"),
    ]


@pytest.mark.rule(ONE_SCORE, E1, E2, E6, L5)
def test_mc_35_alone_the_highest_event_added_is_the_score() -> None:
    chosen = pack(
        progress("moonquake", Kind.EVENT, 5, number=6),
        building("one", people=1),
        events=("hunger", "paperwork", "glitch", "leak", "second-glitch", "moonquake"),
    )
    state = position(colony(A, "one", people=3), deck=["trouble"], chosen=chosen, events=(name("moonquake"),), highest_event=5)
    table = given(state)
    assert over(table.state) is not None
    assert sheet(table.state) == (PointsCounted(A, 6, "highest-event").by(ONE_SCORE),)


@pytest.mark.rule(W1, W6, B2, N_MOON_HOTEL, N_MARKET, N_RESTAURANT)
def test_mc_37_the_abilities_of_a_farm_come_in_the_order_the_seat_likes() -> None:
    state = position(
        colony(A, "moon-hotel", "moon-hotel", "kale-farm", "potato-farm", "market", "restaurant", ("nursery", 1)), deck=["work"]
    )
    table = given(state).then(say(A, "farm"), DoAction(A)).has(A, food=4)
    table.use(A, "kale-farm").has(A, food=5).use(A, "potato-farm").has(A, food=7)
    table.use(A, "market").has(A, food=5).use(A, "restaurant").has(A, food=4).use(A, "nursery")
    table.has(A, food=4, people=20, money=8, boxes={"nursery": 0}, kind="pick")


@pytest.mark.rule(W1, W6, W8, R5, N_KITCHEN, N_FUEL_CELLS, N_MOON_HOTEL, N_RECYCLING)
def test_mc_38_a_box_of_the_same_restock_may_be_spent() -> None:
    state = position(colony(A, "kitchen", "fuel-cells", "moon-hotel", "recycling"), colony(B), deck=["work"])
    table = given(state).then(say(A, "restock"), say(B, "restock")).boxes(A, "kitchen", "fuel-cells")
    table.use(A, "kitchen").has(A, food=4, people=11).use(A, "fuel-cells")
    table.has(A, money=5, hand=[], boxes={"kitchen": 0, "fuel-cells": 0}).has(B, people=10, money=0, food=0, buildings=[])


@pytest.mark.rule(W6, W7, T8, N_SOLAR_PANELS, N_INNOVATION)
def test_mc_39_solar_panels_may_come_after_the_built_cards_play() -> None:
    chosen = pack(building("makeshift-lab", cost=3, play="put 2 boxes"), building("solar-panels", build="spend a box here: gain 3 people"))
    state = position(colony(A, "solar-panels", money=3, hand=["makeshift-lab"]), deck=["innovation"], chosen=chosen)
    table = given(state).then(say(A, "makeshift-lab")).boxes(A, "solar-panels", "solar-panels").use(A, "solar-panels")
    table.has(A, money=0, people=13, boxes={"solar-panels": 1}, kind="pick")


@pytest.mark.rule(R4, W5, R3)
def test_mc_40_picks_and_cards_are_hidden_until_the_last_is_made() -> None:
    chosen = pack(building("x", cost=1), building("y", cost=1))
    table = given(position(colony(A, money=4, hand=["x", "y"]), colony(B), deck=["work"], chosen=chosen))
    table.then(say(A, "build")).happened(sealed(A, "build").by(R4)).has(A, picked="").has(B, picked="")
    table.then(say(B, "mine")).has(A, picked="build").has(B, money=4)
    assert [ruled.fact for ruled in table.last if isinstance(ruled.fact, ActionPicked)] == [
        ActionPicked(A, "build"),
        ActionPicked(B, "mine"),
    ]
    table.then(say(A, "x"))
    kinds = (CardLaid, BuildingBuilt, ActionDone)
    assert [ruled.fact for ruled in table.last if isinstance(ruled.fact, kinds)] == [
        CardLaid(A, name("x")),
        BuildingBuilt(A, 1, name("x")),
        ActionDone(A, "build"),
    ]


def test_an_offer_may_be_declined() -> None:
    """Beside MC-29: without the discard there is no BUILD."""
    given(position(colony(A, money=9, hand=["plain", "plain"]), deck=["grand-plan"])).then(Decline(A)).has(
        A, money=9, buildings=[], kind="pick"
    )
