"""The greedy player knows enough to eat, plays well, and only by what its seat may know."""

from dataclasses import replace

import pytest

from domain.kernel.bag import Bag, ordered
from domain.kernel.names import Seat, seat_viewer
from domain.kernel.question import Choice
from domain.moon_colony_bloodbath import commands
from domain.moon_colony_bloodbath.bot import value
from domain.moon_colony_bloodbath.effects import ACTIONS
from domain.moon_colony_bloodbath.evolve import evolve
from domain.moon_colony_bloodbath.parts import Kind
from domain.moon_colony_bloodbath.questions import choices
from domain.moon_colony_bloodbath.scoring import places
from domain.moon_colony_bloodbath.state import NOTHING, Frame, InPlay, Options, Player, Source, State, Turn
from tests.moon_colony_bloodbath.packs import building, pack
from tests.moon_colony_bloodbath.playing import before_start, careless, greedy, played
from tests.moon_colony_bloodbath.views import seen_by

ME, OTHER = Seat(0), Seat(1)


CHOSEN = pack(
    building("hut", cost=3, people=1), building("hall", cost=3, people=6), building("shed", cost=3), building("tower", cost=7, people=6)
)


def named(entry: str) -> str:
    return CHOSEN.card_name(entry)


def at_work(buildings: tuple[str, ...] = (), hand: tuple[str, ...] = (), money: int = 4, food: int = 4, people: int = 30) -> State:
    """Two seats at a Work; seat 0 has these."""
    in_play = tuple(InPlay(number, named(entry)) for number, entry in enumerate(buildings, start=1))
    me = Player(
        ME,
        "dr-brain",
        people,
        money,
        food,
        Bag.of(*map(named, hand)),
        buildings=in_play,
        built=len(in_play),
        perks=CHOSEN.perks("dr-brain"),
    )
    events = CHOSEN.of_kind(Kind.EVENT)
    lanes = (ordered((named("flag"),) * 10),) * 2
    return State(
        CHOSEN, Options(), (me, Player(OTHER, "dr-dibson", 30, 4, 4)), lanes=lanes, events=events, turn=Turn(3, named("work"), "pick"),
        developments=CHOSEN.of_kind(Kind.DEVELOPMENT, copies=True), phase="turn",
    )  # fmt: skip


def openly(state: State) -> str:
    """The action that the bot would pick where picks are open."""
    return max(ACTIONS, key=lambda action: value(state, ME, Choice(commands.PickAction(ME, action))))


def picked(state: State) -> str:
    """The action that the bot would pick."""
    return max(ACTIONS, key=lambda action: value(state, ME, Choice(commands.Answer(ME, action))))


def preferred(state: State, *offered: commands.Command) -> commands.Command:
    return max(offered, key=lambda command: value(state, ME, Choice(command)))


def test_a_hungry_colony_farms() -> None:
    hungry = at_work(("bunkhouse",) * 4, food=0, money=6)
    assert picked(hungry) == openly(hungry) == "farm"


def test_a_fed_colony_does_not_farm_for_nothing() -> None:
    assert picked(at_work(("bunkhouse",) * 2, food=6, money=0)) != "farm"


def test_a_good_card_that_can_be_paid_for_is_built() -> None:
    state = at_work(hand=("hut", "hall"), money=8, food=6)
    assert picked(state) == "build"
    small, large = (commands.Answer(ME, named(entry)) for entry in ("hut", "hall"))
    assert preferred(state, small, large) == large
    assert preferred(state, commands.Build(ME, named("hut")), commands.Build(ME, named("hall"))) == commands.Build(ME, named("hall"))


def test_a_card_that_cannot_be_paid_for_is_saved_for() -> None:
    assert picked(at_work(hand=("bunkhouse", "arrivals-hall", "iron-mine", "reactor"), money=0, food=4)) == "mine"


def test_an_empty_hand_with_money_asks_for_research() -> None:
    assert picked(at_work(money=16, food=4)) == "research"


def test_boxes_are_fetched_for_those_who_use_them() -> None:
    buildings = ("nursery", "kitchen", "fuel-cells")
    assert picked(at_work(buildings, hand=("flag",) * 4, money=13, food=8)) == "restock"
    state = at_work(("bunkhouse", "nursery"))
    putting = state.with_stack(ME, Frame("steps", action="restock"))
    assert preferred(putting, commands.ChooseBoxes(ME, (1, 1)), commands.ChooseBoxes(ME, (2, 2))) == commands.ChooseBoxes(ME, (2, 2))


def test_a_box_is_lost_where_it_is_of_no_use() -> None:
    state = at_work(("bunkhouse", "nursery"))
    boxes = tuple(replace(building, boxes=1) for building in state.players[ME].buildings)
    losing = state.with_player(ME, buildings=boxes).with_stack(ME, Frame("steps", Source(named("robot-butler"))))
    assert preferred(losing, commands.ChooseBoxes(ME, (1,)), commands.ChooseBoxes(ME, (2,))) == commands.ChooseBoxes(ME, (1,))


def test_a_box_is_moved_only_to_where_it_is_of_more_use() -> None:
    state = at_work(("bunkhouse", "nursery", "warehouse"))
    boxes = tuple(replace(building, boxes=building.number == 1) for building in state.players[ME].buildings)
    moving = state.with_player(ME, buildings=boxes)
    to_nursery, to_warehouse = commands.MoveBox(ME, 1, 2), commands.MoveBox(ME, 1, 3)
    assert preferred(moving, to_nursery, to_warehouse) == to_nursery
    use = commands.UseAbility(ME, 3, 0)
    assert preferred(moving, use, commands.Decline(ME)) == use
    moved = moving.with_player(ME, buildings=tuple(replace(building, boxes=building.number == 2) for building in boxes))
    assert preferred(moved, use, commands.Decline(ME)) == commands.Decline(ME)


def test_of_several_ways_the_best_is_taken() -> None:
    state = at_work(("helium-3-mine", "helium-3-mine"))
    radiant = replace(state, turn=Turn(4, named("radiation"), "text")).with_stack(ME, Frame("steps", Source(named("radiation"))))
    assert preferred(radiant, commands.ChooseWay(ME, 0), commands.ChooseWay(ME, 1)) == commands.ChooseWay(ME, 1)
    idle = at_work(("shed",)).with_stack(ME, Frame("steps", Source(named("radiation"))))
    assert preferred(idle, commands.ChooseWay(ME, 0), commands.ChooseWay(ME, 1)) == commands.ChooseWay(ME, 0)


def test_the_building_that_does_least_is_lost_first() -> None:
    state = at_work(("nursery", "bunkhouse", "helium-3-mine"))
    assert preferred(state, *(commands.LoseBuilding(ME, number) for number in (1, 2, 3))) == commands.LoseBuilding(ME, 2)


def test_of_two_buildings_alike_the_one_without_boxes_is_lost() -> None:
    state = at_work(("bunkhouse", "bunkhouse"))
    boxes = tuple(replace(building, boxes=building.number == 1) for building in state.players[ME].buildings)
    losing = state.with_player(ME, buildings=boxes)
    assert preferred(losing, commands.LoseBuilding(ME, 1), commands.LoseBuilding(ME, 2)) == commands.LoseBuilding(ME, 2)


def test_of_two_cards_alike_the_cheaper_is_built() -> None:
    state = at_work(hand=("hall", "tower"), money=9)
    dear, cheap = commands.Build(ME, named("tower")), commands.Build(ME, named("hall"))
    assert preferred(state, dear, cheap) == cheap


def test_what_asks_for_an_empty_purse_is_done_first_and_what_costs_last() -> None:
    state = at_work(("aluminum-mine", "dust-mine", "market"), money=0, food=9)
    order = [commands.UseAbility(ME, 1, 0), commands.UseAbility(ME, 2, 0), commands.DoAction(ME), commands.UseAbility(ME, 3, 1)]
    assert sorted(order, key=lambda command: -value(state, ME, Choice(command))) == order


def test_food_is_not_sold_from_the_hungry() -> None:
    hungry, fed = (at_work(("market", "bunkhouse", "bunkhouse"), money=4, food=food) for food in (3, 9))
    selling = commands.UseAbility(ME, 1, 1)
    assert preferred(hungry, selling, commands.Decline(ME)) == commands.Decline(ME)
    assert preferred(fed, selling, commands.Decline(ME)) == selling


def test_the_worst_card_is_discarded_or_passed() -> None:
    state = at_work(hand=("hall", "hut"), money=6)
    cards = (named("hut"), named("hall"))
    assert preferred(state, *(commands.DiscardCards(ME, (card,)) for card in cards)) == commands.DiscardCards(ME, cards[:1])
    passing = replace(state, turn=Turn(4, named("delivery-drone"), "text"))
    assert preferred(passing, *(commands.Answer(ME, card) for card in cards)) == commands.Answer(ME, cards[0])


def test_a_build_that_is_not_worth_its_price_is_declined() -> None:
    state = replace(at_work(hand=("shed",), money=3), turn=Turn(4, named("innovation"), "text"))
    shed, nothing = commands.Answer(ME, named("shed")), commands.Answer(ME, NOTHING)
    assert preferred(state, shed, nothing) == nothing


def test_money_is_kept_where_food_is_to_spare_and_food_where_it_is_wanted() -> None:
    rich, hungry = at_work(("potato-farm",), money=4, food=9), at_work(("potato-farm",) * 4, money=9, food=4)
    assert preferred(rich, commands.Pay(ME, 0), commands.Pay(ME, 3)) == commands.Pay(ME, 3)
    assert preferred(hungry, commands.Pay(ME, 0), commands.Pay(ME, 3)) == commands.Pay(ME, 0)


@pytest.mark.parametrize("goes_on", [True, False])
def test_no_standing_answer_is_given_before_any_other(goes_on: bool) -> None:
    assert preferred(at_work(), commands.Stand(ME, goes_on), commands.GoOn(ME)) == commands.GoOn(ME)


def test_it_uses_nothing_that_its_seat_may_not_know() -> None:
    """On the fold of its own copies every choice is worth exactly what it is worth to somebody who knows everything."""
    views = [before_start(3) for _ in range(3)]
    valued = 0
    for state, taken, facts in played(11, *[greedy] * 3):
        if taken is not None:
            seat = taken.command.seat  # type: ignore[attr-defined]
            mine = [value(views[seat], seat, choice) for choice in choices(views[seat], seat)]
            assert mine == [value(state, seat, choice) for choice in choices(state, seat)]
            valued += len(mine)
        for number in range(3):
            for ruled in facts:
                views[number] = evolve(views[number], seen_by(seat_viewer(Seat(number)), ruled.fact))  # type: ignore[arg-type]
    assert valued > 300


@pytest.mark.whole_games
def test_it_beats_a_careless_player() -> None:
    won = 0
    for seed in range(10):
        seat = Seat(seed % 2)
        pickers = [greedy, careless(seed)] if seat == 0 else [careless(seed), greedy]
        *_, (end, _, _) = played(seed, *pickers)
        won += places(end)[0] == (seat,)
    assert won >= 9
