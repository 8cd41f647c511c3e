"""The examples of the book; each docstring says where the example stands."""

import pytest

from domain.kernel.bag import ordered
from domain.moon_colony_bloodbath.commands import (
    Accept,
    AddPerk,
    Build,
    ChooseBoxes,
    ChooseWay,
    Decline,
    DiscardCards,
    DoAction,
    GoOn,
    RepeatAbility,
    UseAbility,
)
from domain.moon_colony_bloodbath.facts import CardTurnedOver
from domain.moon_colony_bloodbath.parts import Kind
from domain.moon_colony_bloodbath.rulebook import (
    B1,
    B2,
    B3,
    B6,
    D1,
    D2,
    E3,
    E5,
    E6,
    L2,
    L5,
    N_ALUMINUM_MINE,
    N_ASSEMBLY_LINE,
    N_BUDGET_CUTS,
    N_BUNKER,
    N_CONSTRUCTION_KITS,
    N_FLAG,
    N_FUEL_CELLS,
    N_GRAND_PLAN,
    N_KITCHEN,
    N_LAUNCH_PAD,
    N_MARKET,
    N_MOON_HOTEL,
    N_POTATO_FARM,
    N_RADIO_ANTENNAE,
    N_RD_STORAGE,
    N_REACTOR,
    N_RECYCLING,
    N_RESTAURANT,
    N_ROBOT_WAITER,
    N_SOLAR_PANELS,
    N_STACKING_ROBOT,
    N_SURVEYING,
    N_TRADING_POST,
    P2,
    W1,
    W6,
    W7,
)
from tests.moon_colony_bloodbath.harness import PACK, A, B, colony, given, position, say
from tests.moon_colony_bloodbath.packs import building, name, pack, progress

ROBOTS = ordered((name("guard-robot"),))


@pytest.mark.rule(W1, W6, N_RESTAURANT)
def test_restaurant_nursery_and_silica_mine_at_a_farm() -> None:
    """Work: FARM first, then a food for 4 money; no box lies on Nursery, and Silica Mine does not care."""
    table = given(position(colony(A, "restaurant", "nursery", "silica-mine"), deck=["work"])).then(say(A, "farm"))
    assert table.offers(A) == [UseAbility(A, 1, 0), Decline(A)]
    table.use(A, "restaurant").has(A, food=3, money=4, people=10, hand=[], kind="pick")


@pytest.mark.rule(B1, W6)
def test_iron_mine_makes_a_box_on_itself_or_another_and_adds_a_perk_once() -> None:
    """Buildings: Iron Mine says "MINE: +1 box" and "PLAY: Add a Perk"."""
    state = position(colony(A, "flag", money=9, hand=["iron-mine"]), deck=["work", "work"])
    table = given(state).then(say(A, "build"), say(A, "iron-mine"), AddPerk(A, PACK.perks("dr-brain")[0]))
    while table.kind(A) != "pick":
        table.then(table.offers(A)[0])
    table.then(say(A, "mine"), DoAction(A))
    assert table.offers(A) == [ChooseBoxes(A, (1,)), ChooseBoxes(A, (2,))]
    table.boxes(A, "iron-mine").has(A, boxes={"iron-mine": 1})
    assert len(table.state.players[A].perks) == 4


@pytest.mark.rule(N_POTATO_FARM, W6)
def test_potato_farm_gives_two_more_food_on_every_farm() -> None:
    """Buildings: Potato Farm's 2 food come on top of the 4."""
    given(position(colony(A, "potato-farm"), deck=["work"])).then(say(A, "farm")).use(A, "potato-farm").has(A, food=6)


@pytest.mark.rule(B2)
def test_ignoring_paperwork_twice_is_ignoring_it() -> None:
    """Buildings: two of the same work, though "ignore Paperwork" adds nothing the second time."""
    given(position(colony(A, "hacker-lair", "hacker-lair", hand=["flag"] * 3), deck=["paperwork"])).has(A, hand=["flag"] * 3)


@pytest.mark.rule(W7, B1)
def test_kale_farm_farms_for_five_when_it_is_built() -> None:
    """Buildings: the FARM that building a Kale Farm causes gives 4 food and 1 more by the Kale Farm itself."""
    table = given(position(colony(A, money=3, hand=["kale-farm"]), deck=["work"])).then(say(A, "build"), say(A, "kale-farm"))
    table.then(DoAction(A)).has(A, food=5, money=0)


@pytest.mark.rule(P2)
def test_dr_brains_two_money_are_dr_brains_alone() -> None:
    """Perks: the Dr. Brain perk that gives 2 money gives nobody else any."""
    perk = next(card for card in PACK.perks("dr-brain") if "gain 2 money" in PACK.progress(card).says)
    given(position(colony(A), colony(B), deck=[perk])).has(A, money=2).has(B, money=0)


@pytest.mark.rule(D1, D2)
def test_market_adds_trade_at_which_a_box_may_buy_two_cards() -> None:
    """Developments: Market's "PLAY: Add Trade"; when Trade happens everyone may spend a box."""
    state = position(colony(A, ("flag", 1), money=9, hand=["market"]), colony(B, ("flag", 1)), deck=["work"])
    table = given(state).then(say(A, "build"), say(B, "mine"), say(A, "market"))
    while table.kind(B) != "offer":
        table.then(table.offers(A)[0])
    table.then(Accept(A), Decline(B)).has(A, hand=["plain"] * 2, boxes={"flag": 0, "market": 0}).has(B, hand=[], boxes={"flag": 1})


@pytest.mark.rule(E3)
def test_two_people_come_even_where_no_food_was_needed() -> None:
    """Trouble & Events, Hunger: who has no building gets the 2 people too."""
    given(position(colony(A), deck=["hunger"])).has(A, people=12)


@pytest.mark.rule(E6)
def test_glitch_adds_one_robot_and_not_one_for_each_player() -> None:
    """Trouble & Events, Glitch: one robot, which then happens at once."""
    table = given(position(colony(A, people=30), colony(B, people=30), deck=["glitch"], robots=ROBOTS))
    turned = [ruled.fact.card for ruled in table.last if isinstance(ruled.fact, CardTurnedOver)]
    assert turned == [name("glitch"), name("guard-robot"), name("work")]


@pytest.mark.rule(N_ROBOT_WAITER)
def test_robot_waiter_takes_the_one_food_there_is() -> None:
    """Robot notes, Robot Waiter: with one food lose it, with none lose none, and 4 people in any case."""
    given(position(colony(A, food=1), colony(B), deck=["robot-waiter"])).has(A, food=0, people=6).has(B, food=0, people=6)


@pytest.mark.rule(N_STACKING_ROBOT)
def test_three_boxes_stop_the_stacking_robot() -> None:
    """Robot notes, Stacking Robot: each box saves 2 people, more than 3 are of no use."""
    table = given(position(colony(A, ("flag", 3)), deck=["stacking-robot"])).then(Accept(A), Accept(A), Accept(A))
    table.has(A, people=10, boxes={"flag": 0})


@pytest.mark.rule(N_ALUMINUM_MINE)
def test_aluminum_mine_first_and_then_the_mine() -> None:
    """Building notes, Aluminum Mine: with no money 5 first, then the action's 4."""
    given(position(colony(A, "aluminum-mine"), deck=["work"])).then(say(A, "mine")).use(A, "aluminum-mine").has(A, money=9)


@pytest.mark.rule(N_ASSEMBLY_LINE)
def test_the_building_that_assembly_line_lets_build_is_not_cheaper() -> None:
    """Building notes, Assembly Line: when it is lost it is no longer in play."""
    table = given(position(colony(A, "assembly-line", money=3, hand=["kitchen"]), deck=["drilling-robot"]))
    table.then(Build(A, name("kitchen"))).has(A, money=0, buildings=["kitchen"])


@pytest.mark.rule(N_BUNKER)
def test_bunkers_robot_is_the_next_thing_to_happen() -> None:
    """Building notes, Bunker: the next robot goes on top."""
    state = position(colony(A, people=30, money=9, hand=["bunker"]), deck=["work"], robots=ROBOTS)
    table = given(state).then(say(A, "build"), say(A, "bunker"))
    turned = [ruled.fact.card for ruled in table.last if isinstance(ruled.fact, CardTurnedOver)]
    assert turned[0] == name("guard-robot")


@pytest.mark.rule(N_FLAG, L5)
def test_a_flag_alone_is_a_colony_without_people() -> None:
    """Building notes, Flag: no people and only this building, and the colony is lost."""
    leak = progress("leak", Kind.EVENT, 10, number=4)
    given(position(colony(A, "flag"), colony(B, people=30), deck=["leak"], chosen=pack(leak))).has(A, failed=True)


@pytest.mark.rule(N_FUEL_CELLS, N_KITCHEN)
def test_a_box_just_gained_is_spent_on_fuel_cells_and_on_kitchen() -> None:
    """Building notes, Fuel Cells and Kitchen: 2 boxes from RESTOCK, one on each, both spent."""
    table = given(position(colony(A, "fuel-cells", "kitchen"), deck=["work"])).then(say(A, "restock")).boxes(A, "fuel-cells", "kitchen")
    table.use(A, "fuel-cells").has(A, money=4, hand=[]).use(A, "kitchen").has(A, food=4)


@pytest.mark.rule(N_LAUNCH_PAD)
@pytest.mark.parametrize(("building_number", "cards", "perks"), [(1, 0, 4), (2, 2, 5)])
def test_launch_pad_repeats_organ_banks_perk_or_lunarcretes_cards(building_number: int, cards: int, perks: int) -> None:
    """Building notes, Launch Pad: "Add a Perk" of Organ Banks or "+2 cards" of Lunarcrete Factory."""
    chosen = pack(building("launch-pad", play="repeat a PLAY"))
    state = position(colony(A, "organ-banks", "lunarcrete-factory", hand=["launch-pad"]), deck=["innovation"], chosen=chosen)
    table = given(state).then(say(A, "launch-pad"), RepeatAbility(A, building_number, 0))
    if table.kind(A) == "add-perk":
        table.then(AddPerk(A, table.state.players[A].perks[-1]))
    assert len(table.state.players[A].perks) == perks
    assert table.state.players[A].hand.size >= cards


@pytest.mark.rule(N_MARKET)
def test_food_of_the_same_farm_is_spent_at_the_market() -> None:
    """Building notes, Market: 4 food from FARM, then 2 of them for 4 money."""
    given(position(colony(A, "market"), deck=["work"])).then(say(A, "farm")).use(A, "market").has(A, food=2, money=4)


@pytest.mark.rule(N_MOON_HOTEL)
def test_a_farm_with_a_kale_farm_is_two_guests_for_moon_hotel() -> None:
    """Building notes, Moon Hotel: 4 food and 1 food are two gains, 2 people."""
    given(position(colony(A, "moon-hotel", "kale-farm"), deck=["work"])).then(say(A, "farm"), DoAction(A)).has(A, people=12, food=5)


@pytest.mark.rule(N_POTATO_FARM, N_BUDGET_CUTS)
def test_budget_cuts_ignore_the_food_of_a_potato_farm() -> None:
    """Building notes, Potato Farm: Budget Cuts take money and leave the food."""
    given(position(colony(A, "potato-farm", money=1, food=3), deck=["budget-cuts"])).has(A, money=0, food=3)


@pytest.mark.rule(N_RD_STORAGE, E5)
def test_storage_is_used_twice_between_paperworks_turning_over_and_its_effect() -> None:
    """Building notes, R&D Storage: Paperwork is flipped over; a box for a card, again at once, then Paperwork."""
    use = UseAbility(A, 1, 1)
    table = given(position(colony(A, ("rd-storage", 3)), deck=["paperwork"])).then(use, use).has(A, hand=["plain"] * 2)
    table.then(GoOn(A), DiscardCards(A, (name("plain"),) * 2)).has(A, hand=["plain"])


@pytest.mark.rule(N_RADIO_ANTENNAE)
def test_two_antennae_draw_two_cards() -> None:
    """Building notes, Radio Antennae: a Work started without cards in hand."""
    given(position(colony(A, "radio-antennae", "radio-antennae"), deck=["work"])).has(A, hand=["plain"] * 2)


@pytest.mark.rule(N_REACTOR, B6)
def test_reactor_does_not_change_what_reactor_looks_at() -> None:
    """Building notes, Reactor: two Reactors both count for a card whose cost is 5, though it is paid less."""
    chosen = pack(building("x", cost=5))
    given(position(colony(A, "reactor", "reactor", money=1, hand=["x"]), deck=["innovation"], chosen=chosen)).then(say(A, "x")).has(
        A, money=0
    )


@pytest.mark.rule(N_RECYCLING)
def test_paperworks_two_discards_pay_two() -> None:
    """Building notes, Recycling: 1 money for each card."""
    table = given(position(colony(A, "recycling", hand=["flag", "kitchen"]), deck=["paperwork"]))
    table.then(DiscardCards(A, (name("flag"), name("kitchen")))).has(A, money=2)


@pytest.mark.rule(N_SOLAR_PANELS)
def test_makeshift_labs_boxes_feed_solar_panels() -> None:
    """Building notes, Solar Panels: Makeshift Lab puts 2 boxes there, then the panels use them."""
    state = position(colony(A, "solar-panels", money=9, hand=["makeshift-lab"]), deck=["work"])
    table = given(state).then(say(A, "build"), say(A, "makeshift-lab")).boxes(A, "solar-panels", "solar-panels")
    table.use(A, "solar-panels").has(A, people=13, boxes={"solar-panels": 1})


@pytest.mark.rule(N_TRADING_POST)
def test_trading_post_pays_for_a_perk_a_development_a_robot_and_an_event() -> None:
    """Building notes, Trading Post: 2 money for each kind of card that its owner adds."""
    rush = building("rush", play="add a perk; add trade; add a robot; add an event")
    state = position(colony(A, "trading-post", hand=["rush"], people=50), deck=["work"], chosen=pack(rush), robots=ROBOTS)
    table = given(state)
    table.then(say(A, "build"), say(A, "rush"), AddPerk(A, table.state.players[A].perks[0]))
    assert [ruled.fact.amount for ruled in table.last if ruled.fact.NAME == "gained" and ruled.fact.card == name("trading-post")] == [2] * 4


@pytest.mark.rule(N_CONSTRUCTION_KITS, N_GRAND_PLAN, B6)
def test_lunarcrete_factory_changes_nothing_for_construction_kits_and_grand_plan() -> None:
    """Twist notes: what reduces a price does not change a cost."""
    chosen = pack(building("five", cost=5))
    kits = given(position(colony(A, ("lunarcrete-factory", 1), money=9, hand=["five"]), deck=["construction-kits"], chosen=chosen))
    assert kits.then(Accept(A)).answers(A) == ["none"]
    state = position(colony(A, "lunarcrete-factory", money=9, hand=["five", "flag"]), deck=["grand-plan"], chosen=chosen)
    assert given(state).then(Accept(A), DiscardCards(A, (name("flag"),))).answers(A) == ["five", "none"]


@pytest.mark.rule(N_SURVEYING)
def test_surveying_with_no_cards_gives_no_money() -> None:
    """Twist notes, Surveying: the cards may be discarded though there are none."""
    given(position(colony(A), deck=["surveying"])).then(ChooseWay(A, 1)).has(A, money=0)


@pytest.mark.rule(B3, L2)
def test_a_building_lost_adds_its_people_to_the_mat_and_the_loss_goes_on() -> None:
    """Losing People: buildings go until the mat has enough, then the people are lost."""
    leak = progress("leak", Kind.EVENT, 6, number=4)
    homes = (building("one", people=1), building("three", people=3))
    table = given(position(colony(A, "one", "three", "flag", people=3), deck=["leak"], chosen=pack(leak, *homes)))
    table.lose(A, "one").has(A, people=4).lose(A, "three").has(A, people=1, buildings=["flag"])
