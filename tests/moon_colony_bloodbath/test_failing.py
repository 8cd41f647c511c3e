"""A colony fails in the middle of a card: what the others still do, with ``fail_at_once`` and without it."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from domain.kernel.names import Seat
from domain.moon_colony_bloodbath.commands import Accept, ChooseWay, Command, Decline, GoOn, LoseBuilding, UseAbility
from domain.moon_colony_bloodbath.facts import ColonyFailed, Gained, GameEnded, LeftToDo, Paid, StageBegun
from domain.moon_colony_bloodbath.parts import Kind, Pack
from domain.moon_colony_bloodbath.questions import choices, waiting
from domain.moon_colony_bloodbath.rulebook import L5, N_DELIVERY_DRONE, N_RISKY_RESEARCH, R3, R7, R10, R20, R22, R23, T1, W5, X1
from domain.moon_colony_bloodbath.scoring import over
from domain.moon_colony_bloodbath.state import Player, State
from tests.moon_colony_bloodbath.harness import A, B, C, Table, colony, given, position, say
from tests.moon_colony_bloodbath.packs import building, name, pack, progress

both = pytest.mark.parametrize("at_once", [False, True])
HOMES = (building("one", people=1), building("two", people=2))


def brink(card: str, *players: Player, at_once: bool = True, **changes: Any) -> State:
    return position(*players, deck=[card, "newcomers"], options={"fail_at_once": at_once}, **changes)


def text(says: str) -> Pack:
    return pack(progress("ordeal", turned_over=says), *HOMES, building("ark", any_time="spend 2 people: gain 1 money"))


def use_ark(seat: Seat) -> UseAbility:
    return UseAbility(seat, 1, 0)


@pytest.mark.rule(R7, R10, N_RISKY_RESEARCH)
@both
@pytest.mark.parametrize("order", [(A, B), (B, A)])
def test_who_has_paid_gets_what_was_paid_for_unless_the_table_stops_at_once(at_once: bool, order: Sequence[Seat]) -> None:
    table = given(brink("risky-research", colony(A, people=2), colony(B), at_once=at_once, lane=["flag", "kitchen"]))
    table.then(*map(Accept, order))
    table.has(A, failed=True, people=0, hand=[]).has(B, people=8, hand=[] if at_once else ["flag", "kitchen"])
    assert over(table.state) is R7


@pytest.mark.rule(R7)
def test_where_the_table_stops_at_once_nobody_goes_on_before_all_have_paid_or_declined() -> None:
    table = given(brink("risky-research", colony(A, people=2), colony(B), lane=["flag", "kitchen"])).then(Accept(B))
    table.has(B, people=8, hand=[], kind=None).has(A, kind="offer")
    table.then(Decline(A)).has(B, hand=["flag", "kitchen"]).has(A, people=4, failed=False)
    assert over(table.state) is None


@pytest.mark.rule(R7, R3)
def test_otherwise_a_slow_seat_holds_nobody_up() -> None:
    state = brink("risky-research", colony(A, people=2), colony(B), at_once=False, lane=["flag", "kitchen"])
    given(state).then(Accept(B)).has(B, people=8, hand=["flag", "kitchen"]).has(A, kind="offer")


@pytest.mark.rule(R7)
@both
def test_an_action_paid_for_when_a_colony_fails_in_paying_is_not_done(at_once: bool) -> None:
    table = given(brink("double-shift", colony(A, people=1), colony(B), at_once=at_once)).then(Accept(B), Accept(A))
    table.has(A, failed=True, money=0).has(B, people=9, money=0, kind=None if at_once else "act")
    assert (over(table.state) is R7) == at_once


@pytest.mark.rule(R7, R23)
@both
@pytest.mark.parametrize("order", [(A, B), (B, A)])
def test_the_others_finish_their_own_way_of_the_loss_and_nothing_after_it(at_once: bool, order: Sequence[Seat]) -> None:
    chosen = text("choose [lose 3 people; gain 2 money] [lose a building; gain 3 money]; gain 5 food")
    table = given(brink("ordeal", colony(A, "one", people=2), colony(B, "one", "two"), at_once=at_once, chosen=chosen))
    answers: dict[Seat, tuple[Command, ...]] = {A: (ChooseWay(A, 0),), B: (ChooseWay(B, 1), LoseBuilding(B, 1))}
    table.then(*(command for seat in order for command in answers[seat]))
    left = {"money": 0, "food": 0} if at_once else {"money": 3, "food": 5}
    table.has(A, failed=True, money=0, food=0).has(B, people=11, buildings=["two"], **left)
    assert over(table.state) is R7


@pytest.mark.rule(R7)
@both
def test_abilities_after_the_one_in_which_a_colony_failed_are_not_done(at_once: bool) -> None:
    chosen = text("lose 3 people | gain 1 money | spend 1 money: gain 4 food")
    table = given(brink("ordeal", colony(A, people=3), colony(B), at_once=at_once, chosen=chosen))
    table.has(A, failed=True).has(B, people=7, money=0 if at_once else 1, kind=None if at_once else "offer")


@pytest.mark.rule(R7)
def test_the_parts_of_a_text_begin_for_everybody_one_after_another() -> None:
    says = "once: the next Work is without BUILD | spend 1 food: gain 1 money"
    chosen = pack(progress("ordeal", Kind.ROBOT, before_loss="spend a box: lose 1 fewer", turned_over=says))
    table = given(brink("ordeal", colony(A, food=1), colony(B, food=1), chosen=chosen)).then(Accept(A))
    table.happened(Paid(A, "food", 1, name("ordeal")).by(X1)).then(Accept(B))
    assert table.last[:3] == (
        Paid(B, "food", 1, name("ordeal")).by(X1),
        StageBegun("text").by(T1),
        Gained(A, "money", 1, name("ordeal")).by(X1),
    )


@pytest.mark.rule(R7)
def test_the_game_ends_with_nothing_left_to_anybody() -> None:
    table = given(brink("risky-research", colony(A, people=2), colony(B))).then(Accept(B), Accept(A))
    told = [ruled for ruled in table.last if isinstance(ruled.fact, ColonyFailed | StageBegun | LeftToDo | GameEnded)]
    assert told == [ColonyFailed(A).by(L5), GameEnded("failure").by(R7)]
    assert waiting(table.state) == ()


@pytest.mark.rule(R7, R20)
def test_who_may_still_use_something_at_any_time_is_asked_before_the_game_ends() -> None:
    table = given(brink("risky-research", colony(A, people=2), colony(B, ("rd-storage", 1)), lane=["flag", "kitchen"]))
    table.then(GoOn(B), Accept(B), Accept(A)).has(A, failed=True).has(B, people=8, hand=[], kind="go-on", stack=())
    table.use(B, "rd-storage").has(B, hand=["flag"])
    assert over(table.state) is R7


@pytest.mark.rule(R7)
@both
def test_an_ability_done_again_and_again_is_finished_by_each(at_once: bool) -> None:
    chosen = text("several: spend 2 people: gain 2 money | gain 7 food")
    table = given(brink("ordeal", colony(A, people=4), colony(B, people=9), at_once=at_once, chosen=chosen))
    table.then(Accept(A), Accept(B), Accept(A)).has(A, failed=True, money=2).has(B, kind="offer", money=2, people=7)
    table.then(Accept(B), Decline(B)).has(B, money=4, people=5, food=0 if at_once else 7)
    assert over(table.state) is R7


@pytest.mark.rule(R7, R20)
@both
def test_a_colony_that_fails_before_the_card_takes_effect_leaves_all_of_it_undone(at_once: bool) -> None:
    chosen = text("gain 3 money")
    table = given(brink("ordeal", colony(A, "ark", people=2), colony(B), at_once=at_once, chosen=chosen)).then(use_ark(A))
    table.has(A, failed=True, money=0).has(B, money=0 if at_once else 3)
    assert over(table.state) is R7


@pytest.mark.rule(R7, R20)
@both
def test_a_colony_that_fails_before_a_work_leaves_it_undone(at_once: bool) -> None:
    table = given(brink("work", colony(A, "ark", people=2), colony(B), at_once=at_once, chosen=text("gain 1 food"))).then(use_ark(A))
    table.has(A, failed=True).has(B, kind=None if at_once else "pick")
    assert (over(table.state) is R7) == at_once


@pytest.mark.rule(R7)
def test_a_work_in_whose_beginning_a_colony_fails_is_finished() -> None:
    chosen = pack(building("duty", start_of_work="lose 2 people"))
    table = given(brink("work", colony(A, "duty", people=2), colony(B), chosen=chosen)).has(A, failed=True).has(B, kind="pick")
    table.then(say(B, "mine")).has(B, money=4)
    assert over(table.state) is R7


@pytest.mark.rule(R7, R20)
def test_a_colony_that_fails_while_it_waits_for_others_ends_the_text_after_the_part_they_are_at() -> None:
    chosen = text("spend 1 food: gain 1 money | gain 9 money")
    players = colony(A, "ark", people=2, food=1), colony(B, food=1)
    table = given(brink("ordeal", *players, chosen=chosen)).then(GoOn(A), Accept(A)).has(A, money=0, kind="any-time")
    table.then(use_ark(A)).has(A, failed=True).has(B, kind="offer").then(Accept(B)).has(B, food=0, money=0)
    assert over(table.state) is R7


@pytest.mark.rule(R7, N_DELIVERY_DRONE)
@both
def test_a_seat_that_is_past_the_pass_is_not_waited_for(at_once: bool) -> None:
    chosen = text("if 1 or more food: pass a card to the left | gain 2 money")
    players = [colony(A, food=1, hand=["flag"]), colony(B, hand=["kitchen"]), colony(C, food=1, hand=["market"])]
    table = given(brink("ordeal", *players, at_once=at_once, chosen=chosen)).has(B, kind=None, money=0 if at_once else 2)
    table.then(say(A, "flag"), say(C, "market")).has(B, hand=["flag", "kitchen"], money=2).has(A, hand=["market"], money=2)


@pytest.mark.rule(R7, W5, R22)
def test_a_seat_that_is_past_a_build_is_not_waited_for() -> None:
    chosen = text("BUILD; draw a card; BUILD")
    players = colony(A, hand=["one", "two"]), colony(B)
    table = given(brink("ordeal", *players, chosen=chosen, lane=["one"])).has(A, kind="lay").has(B, kind=None, hand=[])
    table.then(say(A, "two")).has(A, buildings=["two"], kind="lay").has(B, kind="lay", hand=["one"])
    table.then(say(B, "one"), say(A, "none")).has(A, buildings=["two"]).has(B, buildings=["one"])


TEXTS = (
    "spend 2 people: draw 2 cards",
    "spend a person: MINE or FARM",
    "choose [lose a building; gain 2 money] [lose 3 people; gain 2 food]; draw a card; discard a card",
    "may: lose a building; lose 2 people; gain 6 money | choose [spend 2 people: put 2 boxes; gain 1 money] [gain 1 food]",
    "several: spend 2 people: gain 2 money | BUILD | lose 2 people",
    "feed every building, and gain 2 people if nobody is lost; gain 1 food | lose 2 people | spend 1 money: gain 1 food",
)


def finished(state: State, game: int, order: Random) -> State:
    """The state after the card and a Work's picks, each seat's answers hanging on what it has answered before alone."""
    table, own = given(state), {player.seat: Random(f"{game} {player.seat}") for player in state.players}
    while table.state.turn.stage != "pick" and (asked := [each.seat for each in waiting(table.state) if _is_open(table, each.seat)]):
        seat = order.choice(asked)
        offered = [choice.command for choice in choices(table.state, seat)]
        table.then(own[seat].choice(offered))  # type: ignore[arg-type]
    return table.state


def _is_open(table: Table, seat: Seat) -> bool:
    return table.kind(seat) != "any-time" and table.state.players[seat].answer is None


@pytest.mark.rule(R7, R3)
@both
@pytest.mark.parametrize("says", TEXTS)
def test_the_order_of_answers_changes_nothing_when_colonies_are_about_to_fail(says: str, at_once: bool) -> None:
    chosen, failures = text(says), 0
    for game in range(21):
        hand = ["one", "two", "plain"]
        players = [colony(seat, "one", "flag", people=(game + 2 * seat) % 7, hand=hand, money=2, food=seat) for seat in (A, B, C)]
        state = position(*players, deck=["ordeal"], chosen=chosen, options={"fail_at_once": at_once})
        ends = [finished(state, game, Random(order)) for order in range(4)]
        assert all(end == ends[0] for end in ends)
        failures += ends[0].failed
    assert failures > 0
