"""Any time: the window, the loss, the end of a turn, and standing answers."""

import pytest

from domain.moon_colony_bloodbath.commands import Accept, DiscardCards, GoOn, LoseBuilding, Stand, UseAbility
from domain.moon_colony_bloodbath.facts import AbilityUsed, StandingAnswerGiven, WentOn
from domain.moon_colony_bloodbath.parts import Kind
from domain.moon_colony_bloodbath.questions import waiting
from domain.moon_colony_bloodbath.rulebook import (
    E3,
    N_AUTOMATIC_DOORS,
    N_DELIVERY_DRONE,
    N_RD_STORAGE,
    R4,
    R10,
    R14,
    R20,
    T4,
    T8,
)
from tests.moon_colony_bloodbath.harness import A, B, colony, drawn, given, position, say
from tests.moon_colony_bloodbath.packs import building, name, pack, progress

STORE = ("rd-storage", 2)
USE = UseAbility(A, 1, 1)
"""R&D Storage bears its any-time ability behind its PLAY."""


@pytest.mark.rule(R20, N_RD_STORAGE)
def test_nothing_happens_until_who_can_use_something_goes_on() -> None:
    table = given(position(colony(A, STORE), colony(B), deck=["newcomers"])).has(A, kind="go-on").has(B, people=10, kind=None)
    table.then(GoOn(A)).has(A, people=12, kind="go-on").has(B, people=12)
    assert table.state.turn.stage == "end"


@pytest.mark.rule(N_RD_STORAGE, R20, T8)
def test_storage_is_used_again_and_again_while_boxes_last() -> None:
    table = given(position(colony(A, STORE), deck=["newcomers"])).then(USE)
    assert table.last[0] == AbilityUsed(A, 1, name("rd-storage")).by(R20)
    assert [ruled.fact for ruled in table.last].count(drawn(A, "plain")) == 1
    table.has(A, boxes={"rd-storage": 1}, kind="go-on").then(USE).has(A, hand=["plain"] * 2, boxes={"rd-storage": 0}, kind="pick")
    table.refuses(USE, R20)


@pytest.mark.rule(T4, R20)
def test_a_turn_ends_only_when_who_can_use_something_is_done() -> None:
    table = given(position(colony(A, STORE), colony(B), deck=["work"])).then(GoOn(A), say(A, "mine"), say(B, "mine"))
    table.has(A, money=4, kind="go-on")
    turn = table.state.turn.number
    table.then(GoOn(A))
    assert table.last[0] == WentOn(A).by(R20)
    assert table.state.turn.number == turn + 1


@pytest.mark.rule(R20)
def test_while_others_answer_an_ability_may_be_used_without_being_required() -> None:
    state = position(colony(A, STORE), colony(B, hand=["plain"] * 3), deck=["paperwork"])
    table = given(state).then(GoOn(A)).has(A, kind="any-time")
    assert [(asked.seat, asked.required) for asked in waiting(table.state)] == [(A, False), (B, True)]
    assert table.offers(A) == [USE]
    table.then(USE).has(A, boxes={"rd-storage": 1})


@pytest.mark.rule(R20, R4)
def test_who_uses_an_ability_after_picking_unseen_picks_again() -> None:
    table = given(position(colony(A, STORE), colony(B), deck=["work"])).then(GoOn(A), say(A, "mine"), USE).has(A, answer=None, kind="pick")
    table.then(say(A, "farm"), say(B, "mine")).has(A, food=4, money=0)


@pytest.mark.rule(R20)
def test_within_a_loss_it_may_be_used_before_each_building_and_before_the_people() -> None:
    leak = progress("leak", Kind.EVENT, 3, number=4)
    pool = building("pool", people=1, any_time="spend a box here: gain 1 people")
    state = position(colony(A, ("pool", 2), people=2), deck=["leak"], chosen=pack(leak, pool))
    table = given(state).then(GoOn(A)).has(A, kind="lose-building").then(UseAbility(A, 1, 0)).has(A, people=3, kind="go-on")
    table.then(UseAbility(A, 1, 0)).has(A, people=1, buildings=["pool"], failed=False)


@pytest.mark.rule(R20)
def test_the_only_building_goes_by_the_seats_word_while_something_may_be_used() -> None:
    leak = progress("leak", Kind.EVENT, 3, number=4)
    pool = building("pool", people=2, any_time="spend a box here: gain 1 people")
    table = given(position(colony(A, ("pool", 1), people=2), deck=["leak"], chosen=pack(leak, pool))).then(GoOn(A), LoseBuilding(A, 1))
    table.has(A, people=1, buildings=[])


@pytest.mark.rule(R20)
def test_not_within_a_payment_or_a_laying_down_of_boxes() -> None:
    state = position(colony(A, STORE, "flag"), deck=["work"])
    given(state).then(GoOn(A), say(A, "restock")).has(A, kind="boxes").refuses(USE, R20)


@pytest.mark.rule(R20, R10)
def test_not_within_a_payment_of_people_though_within_a_loss_of_them() -> None:
    chosen = pack(progress("toll", turned_over="spend 2 people: gain 1 food | lose 2 people"))
    table = given(position(colony(A, STORE), deck=["toll"], chosen=chosen)).then(GoOn(A)).has(A, kind="offer")
    table.then(Accept(A)).has(A, people=8, food=1, kind="go-on").then(USE).has(A, people=8, kind="go-on", hand=["plain"])


@pytest.mark.rule(R20, R10)
def test_people_are_not_paid_twice_over_in_the_middle_of_paying_them() -> None:
    ark = building("ark", any_time="spend 3 people: gain 1 money")
    table = given(position(colony(A, "ark", people=7), deck=["newcomers"], chosen=pack(ark))).then(UseAbility(A, 1, 0))
    table.has(A, people=4, money=1).then(UseAbility(A, 1, 0)).has(A, people=3, money=2)


@pytest.mark.rule(R20, E3, R14)
def test_what_has_begun_is_not_counted_anew() -> None:
    pool = building("pool", people=1, any_time="spend a box here: gain 5 food")
    table = given(position(colony(A, ("pool", 1), "flag"), deck=["hunger"], chosen=pack(pool))).then(GoOn(A)).has(A, kind="go-on")
    table.then(UseAbility(A, 1, 0)).has(A, food=5, people=8)


@pytest.mark.rule(R20, N_AUTOMATIC_DOORS)
def test_under_automatic_doors_there_is_no_any_time_from_the_turning_over_on() -> None:
    state = position(colony(A, STORE), deck=["work"], set_aside=(name("automatic-doors"),))
    table = given(state).has(A, kind="pick").refuses(USE, R20).then(say(A, "mine")).has(A, kind="go-on")
    assert table.state.turn.number == 3


@pytest.mark.rule(R20)
def test_a_standing_answer_is_open_to_every_seat_and_nobody_waits_for_it_any_more() -> None:
    table = given(position(colony(A, STORE), colony(B), deck=["newcomers", "newcomers"])).has(A, kind="go-on")
    table.then(Stand(B, True)).has(B, goes_on=True, kind=None)
    assert table.last == (StandingAnswerGiven(B, True).by(R20),)
    table.then(Stand(A, True)).has(A, people=14, kind="pick").then(Stand(A, False)).has(A, goes_on=False)


@pytest.mark.rule(R20)
def test_a_standing_answer_that_stands_already_is_refused() -> None:
    table = given(position(colony(A, STORE), colony(B), deck=["newcomers", "newcomers"])).refuses(Stand(B, False), R20)
    table.then(Stand(B, True)).refuses(Stand(B, True), R20).then(Stand(B, False)).has(B, goes_on=False)


@pytest.mark.rule(R20)
def test_a_standing_answer_leaves_every_other_question_open() -> None:
    table = given(position(colony(A, STORE, hand=["flag"] * 3), deck=["paperwork"])).then(Stand(A, True)).has(A, kind="discard")
    table.then(USE, DiscardCards(A, (name("flag"),) * 2)).has(A, boxes={"rd-storage": 1})


@pytest.mark.rule(N_DELIVERY_DRONE, R20)
def test_a_hand_filled_before_the_pass_must_pass_a_card_too() -> None:
    drone = progress("delivery-drone", Kind.ROBOT, turned_over="pass a card to the left")
    state = position(colony(A, STORE), colony(B, hand=["flag"]), deck=["delivery-drone"], chosen=pack(drone))
    table = given(state).then(GoOn(A)).has(A, kind="any-time").then(USE).has(A, kind="pass")
    table.then(say(B, "flag")).has(B, hand=["flag"]).then(say(A, "plain")).has(A, hand=["flag"]).has(B, hand=["plain"])
