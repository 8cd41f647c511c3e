"""Work and actions: picks, own effects, abilities in the order a seat likes."""

import pytest

from domain.kernel.names import PUBLIC, Seat
from domain.moon_colony_bloodbath.commands import Build, Decline, DoAction, PickAction, UseAbility
from domain.moon_colony_bloodbath.facts import ActionDone, ActionPicked, ActionShown, BuildingBuilt, CardLaid, Gained, Paid
from domain.moon_colony_bloodbath.rulebook import (
    N_AUTOMATIC_DOORS,
    N_KITCHEN,
    R3,
    R4,
    R5,
    R18,
    R19,
    R22,
    T1,
    W1,
    W3,
    W4,
    W5,
    W6,
    W7,
    W8,
)
from domain.moon_colony_bloodbath.show import show
from tests.moon_colony_bloodbath.harness import A, B, C, colony, given, position, say, sealed
from tests.moon_colony_bloodbath.packs import building, name, pack, progress
from tests.moon_colony_bloodbath.views import view

CHEAP = pack(building("x", cost=1, people=2), building("y", cost=3), building("z", cost=5))


@pytest.mark.rule(W1)
@pytest.mark.parametrize(("action", "money", "food", "hand"), [("mine", 4, 0, 0), ("farm", 0, 4, 0), ("research", 0, 0, 2)])
def test_each_action_gives_what_it_gives(action: str, money: int, food: int, hand: int) -> None:
    table = given(position(colony(A), deck=["work"])).then(say(A, action)).has(A, money=money, food=food)
    assert table.state.players[A].hand.size == hand


@pytest.mark.rule(W1, W8)
@pytest.mark.parametrize("split", [(1, 1), (1, 2), (2, 2)])
def test_two_boxes_of_a_restock_go_onto_own_buildings_in_any_split(split: tuple[int, int]) -> None:
    from domain.moon_colony_bloodbath.commands import ChooseBoxes

    table = given(position(colony(A, "flag", "reactor"), deck=["work"])).then(say(A, "restock"))
    table.refuses(ChooseBoxes(A, (0, 1)), W8).refuses(ChooseBoxes(A, (1,)), W8).refuses(ChooseBoxes(A, (1, 3)), W8)
    table.then(ChooseBoxes(A, split)).has(A, boxes={"flag": split.count(1), "reactor": split.count(2)})


@pytest.mark.rule(R5, W8)
def test_a_restock_without_a_building_yields_nothing_and_with_one_asks_nothing() -> None:
    given(position(colony(A), deck=["work"])).then(say(A, "restock")).has(A, buildings=[], kind="pick")
    given(position(colony(A, "flag"), deck=["work"])).then(say(A, "restock")).has(A, boxes={"flag": 2}, kind="pick")


@pytest.mark.rule(W3, R4)
def test_the_chits_are_placed_when_all_have_picked_and_move_to_the_centre_when_done() -> None:
    table = given(position(colony(A), colony(B, "flag", "reactor"), deck=["work"])).then(say(A, "mine"), say(B, "restock"))
    table.happened(
        sealed(B, "restock").by(R4),
        ActionPicked(A, "mine").by(W1),
        ActionPicked(B, "restock").by(W1),
        Gained(A, "money", 4, "").by(W1),
        ActionDone(A, "mine").by(W3),
    )
    table.has(A, picked="", chits=1).has(B, picked="restock", chits=0)


@pytest.mark.rule(R4)
def test_a_pick_may_be_changed_until_all_have_picked() -> None:
    table = given(position(colony(A), colony(B), deck=["work"])).then(say(A, "mine"), say(A, "farm"), say(B, "mine"))
    table.has(A, money=0, food=4)


@pytest.mark.rule(R4, W5)
def test_in_open_work_picks_and_cards_are_shown_at_once() -> None:
    state = position(colony(A, money=4, hand=["x"]), colony(B), deck=["work"], chosen=CHEAP, options={"open_work": True})
    table = given(state).has(A, kind="work").refuses(say(A, "mine"), T1).then(PickAction(A, "build"))
    table.happened(ActionShown(A, "build").by(W1)).has(A, picked="build", kind=None)
    table.then(PickAction(B, "mine")).has(A, kind="build").then(Build(A, name("x"))).has(A, buildings=["x"])


@pytest.mark.rule(R5)
def test_build_is_offered_only_to_who_holds_a_card_it_may_build() -> None:
    table = given(position(colony(A), colony(B, hand=["z"]), deck=["work"], chosen=CHEAP))
    assert "build" not in table.answers(A)
    assert "build" in table.answers(B)
    table.refuses(say(A, "build"), R5)


@pytest.mark.rule(R5)
def test_who_picked_build_must_build_what_it_can_pay_for() -> None:
    state = position(colony(A, money=3, hand=["x", "y", "z"]), deck=["work"], chosen=CHEAP)
    table = given(state).then(say(A, "build"))
    assert table.answers(A) == ["x", "y"]
    table.refuses(say(A, "none"), R5).refuses(say(A, "z"), R5).refuses(say(A, "flag"), W4).then(say(A, "y")).has(A, money=0)


@pytest.mark.rule(R5)
def test_who_picked_build_and_can_pay_for_nothing_builds_nothing() -> None:
    table = given(position(colony(A, hand=["z"]), deck=["work"], chosen=CHEAP)).then(say(A, "build"))
    assert table.answers(A) == ["none"]
    table.then(say(A, "none")).has(A, hand=["z"], buildings=[], chits=1)


@pytest.mark.rule(W4, W5, R3)
def test_cards_laid_for_one_work_are_revealed_together() -> None:
    state = position(colony(A, money=4, hand=["x"]), colony(B, money=4, hand=["y"]), colony(C), deck=["work"], chosen=CHEAP)
    table = given(state).then(say(A, "build"), say(B, "build"), say(C, "mine"), say(A, "x"))
    table.happened(sealed(A, "x").by(R4)).has(A, buildings=[])
    table.then(say(B, "y"))
    facts = [ruled for ruled in table.last if isinstance(ruled.fact, CardLaid | Paid | BuildingBuilt)]
    assert facts == [
        CardLaid(A, name("x")).by(W5),
        CardLaid(B, name("y")).by(W5),
        Paid(A, "money", 1, name("x")).by(W4),
        BuildingBuilt(A, 1, name("x")).by(W4),
        Paid(B, "money", 3, name("y")).by(W4),
        BuildingBuilt(B, 1, name("y")).by(W4),
    ]


@pytest.mark.rule(R4)
def test_nothing_in_a_view_tells_one_hidden_pick_from_another() -> None:
    state = position(colony(A, money=4, hand=["x"]), colony(B), deck=["work"], chosen=CHEAP)
    views = [show(view(PUBLIC, given(state), say(A, action))) for action in ("mine", "build", "restock")]
    assert views[0] == views[1] == views[2]


@pytest.mark.rule(W6)
def test_abilities_come_before_or_after_the_action_in_the_order_the_seat_likes() -> None:
    chosen = pack(building("cook", farm="spend 1 food: gain 2 money"), building("field", farm="gain 1 food"))
    table = given(position(colony(A, "cook", "field"), deck=["work"], chosen=chosen)).then(say(A, "farm"))
    assert table.offers(A) == [DoAction(A), UseAbility(A, 2, 0)]
    table.use(A, "field").has(A, food=1).use(A, "cook").has(A, food=4, money=2, kind="pick")


@pytest.mark.rule(W6)
def test_what_is_optional_may_be_left_and_what_is_not_may_not() -> None:
    table = given(position(colony(A, "market", "kale-farm", "restaurant"), deck=["work"])).then(say(A, "farm"), DoAction(A))
    from domain.moon_colony_bloodbath.rulebook import T7

    table.refuses(DoAction(A), W6).refuses(Decline(A), T7).use(A, "kale-farm").refuses(UseAbility(A, 2, 1), W6)
    table.then(Decline(A)).has(A, food=5, money=0, kind="pick")


@pytest.mark.rule(W7)
def test_an_action_that_no_work_caused_has_its_abilities_too() -> None:
    shift = progress("shift", turned_over="FARM")
    table = given(position(colony(A, "potato-farm"), deck=["shift"], chosen=pack(shift))).then(DoAction(A))
    table.has(A, food=6, chits=0)


@pytest.mark.rule(R18)
def test_a_building_does_nothing_for_the_build_that_builds_it_but_does_for_an_action_of_its_own_play() -> None:
    chosen = pack(building("proud", cost=1, build="gain 5 money"), building("kale-farm", cost=1, play="FARM", farm="gain 1 food"))
    given(position(colony(A, money=1, hand=["proud"]), deck=["work"], chosen=chosen)).then(say(A, "build"), say(A, "proud")).has(
        A, money=0, kind="pick"
    )
    table = given(position(colony(A, money=1, hand=["kale-farm"]), deck=["work"], chosen=chosen))
    table.then(say(A, "build"), say(A, "kale-farm"), DoAction(A)).has(A, food=5)


@pytest.mark.rule(R18)
def test_an_ability_whose_building_is_gone_when_its_turn_comes_does_not_happen() -> None:
    chosen = pack(building("strict", farm="lose a building"), building("field", farm="gain 1 food"))
    table = given(position(colony(A, "strict", "field"), deck=["work"], chosen=chosen)).then(say(A, "farm"))
    table.use(A, "strict").lose(A, "field").has(A, food=4, kind="pick", buildings=["strict"])


@pytest.mark.rule(R19)
def test_the_empty_hand_is_looked_for_once_for_all_copies_before_the_picks() -> None:
    table = given(position(colony(A, "radio-antennae", "radio-antennae"), colony(B, "radio-antennae", hand=["flag"]), deck=["work"]))
    table.has(A, hand=["plain", "plain"], kind="pick").has(B, hand=["flag"], kind="pick")


@pytest.mark.rule(R22)
def test_a_build_that_a_card_gives_to_all_may_be_declined_and_is_revealed_together() -> None:
    state = position(*(colony(seat, money=4, hand=["x"]) for seat in range(3)), deck=["innovation"], chosen=CHEAP)
    table = given(state).then(say(A, "x"), say(B, "none")).has(A, buildings=[])
    table.then(say(C, "x")).has(A, buildings=["x"]).has(B, buildings=[], money=4).has(C, buildings=["x"])


@pytest.mark.rule(R22)
def test_who_must_still_pay_for_the_chance_to_build_is_waited_for() -> None:
    from domain.moon_colony_bloodbath.commands import Accept

    state = position(*(colony(seat, ("flag", 1), money=4, hand=["x"]) for seat in range(2)), deck=["construction-kits"], chosen=CHEAP)
    table = given(state).then(Accept(A), say(A, "x")).has(A, buildings=["flag"])
    table.then(Accept(B)).has(A, buildings=["flag"]).then(say(B, "none")).has(A, buildings=["flag", "x"])


@pytest.mark.rule(R22)
def test_a_build_within_another_action_is_shown_at_once() -> None:
    chosen = pack(building("crane", cost=1, play="BUILD"), building("x", cost=1))
    state = position(colony(A, money=4, hand=["crane", "x"]), colony(B, money=4, hand=["x"]), deck=["work"], chosen=chosen)
    table = given(state).then(say(A, "build"), say(B, "mine"), say(A, "crane")).has(A, kind="build")
    table.then(Build(A, name("x"))).has(A, buildings=["crane", "x"])
    table = given(state).then(say(A, "build"), say(B, "mine"), say(A, "crane"), Decline(A)).has(A, buildings=["crane"], hand=["x"])


@pytest.mark.rule(W6, R22)
def test_before_a_build_an_ability_may_come_and_then_the_seat_must_build() -> None:
    chosen = pack(building("crew", build="gain 2 money"), building("x", cost=2))
    state = position(colony(A, "crew", hand=["x"]), deck=["innovation"], chosen=chosen)
    table = given(state)
    assert table.answers(A) == ["none"]
    table.use(A, "crew").has(A, money=2).refuses(say(A, "none"), R5).then(say(A, "x")).has(A, money=0, buildings=["crew", "x"])


@pytest.mark.rule(N_AUTOMATIC_DOORS, N_KITCHEN)
def test_the_doors_silence_every_kind_of_ability_for_one_work() -> None:
    state = position(colony(A, ("kitchen", 1), ("rd-storage", 1), "recycling"), deck=["work", "work"], set_aside=(name("automatic-doors"),))
    table = given(state).has(A, kind="pick").then(say(A, "restock")).boxes(A, "kitchen", "kitchen").has(A, food=0)
    table.has(A, kind="go-on")


def test_a_seat_acts_for_itself_alone() -> None:
    given(position(colony(A), colony(B), deck=["work"])).refuses(DoAction(Seat(1)), T1)
