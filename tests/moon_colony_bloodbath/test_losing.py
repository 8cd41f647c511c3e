"""Losing people, failing, and how the game ends."""

import pytest

from domain.moon_colony_bloodbath.commands import Accept, ChooseWay, Decline
from domain.moon_colony_bloodbath.facts import BuildingLost, ColonyFailed, GameEnded, Lost, PeopleMoved
from domain.moon_colony_bloodbath.parts import Kind
from domain.moon_colony_bloodbath.rulebook import (
    B3,
    E3,
    E4,
    E7,
    L1,
    L2,
    L3,
    L4,
    L5,
    L6,
    N_FLAG,
    N_RISKY_RESEARCH,
    R7,
    R8,
    R9,
    R10,
    R28,
    R29,
    X1,
)
from domain.moon_colony_bloodbath.scoring import over, places, sheet
from tests.moon_colony_bloodbath.harness import A, B, C, colony, given, position, say
from tests.moon_colony_bloodbath.packs import building, name, pack, progress

HOMES = (building("one", people=1), building("two", people=2))
LEAK = progress("leak", Kind.EVENT, 3, number=4, turned_over="gain 1 money")
CHOSEN = pack(LEAK, *HOMES)


@pytest.mark.rule(E7, L1)
@pytest.mark.parametrize("event", ["leak", "tempers-flare", "accident", "airlock-test", "moonquake", "power-failure"])
def test_the_number_printed_is_lost_from_the_mat(event: str) -> None:
    printed = CHOSEN.progress(name(event)).people
    assert printed > 0
    given(position(colony(A, "one", people=20), deck=[event], chosen=CHOSEN)).has(A, people=20 - printed, buildings=["one"])


@pytest.mark.rule(L2)
@pytest.mark.parametrize(("people", "left", "kept"), [(3, 0, ["two"]), (2, 1, []), (1, 0, [])])
def test_a_mat_that_is_short_costs_a_building_before_the_people(people: int, left: int, kept: list[str]) -> None:
    table = given(position(colony(A, "two", people=people), deck=["leak"], chosen=CHOSEN))
    table.has(A, people=left, buildings=kept, failed=people == 1)


@pytest.mark.rule(L3, E3)
def test_hungers_loss_is_taken_together() -> None:
    table = given(position(colony(A, "two", "two", "two", people=3), deck=["hunger"], chosen=CHOSEN))
    assert [ruled.fact for ruled in table.last if isinstance(ruled.fact, Lost)] == [Lost(A, "people", 3, name("hunger"))]


@pytest.mark.rule(E3, E4)
@pytest.mark.parametrize(("food", "left", "people"), [(0, 0, 8), (1, 0, 9), (2, 0, 12), (5, 3, 12)])
def test_hunger_takes_food_for_each_building_and_people_come_where_nobody_starved(food: int, left: int, people: int) -> None:
    given(position(colony(A, "one", "one", food=food), deck=["hunger"], chosen=CHOSEN)).has(A, food=left, people=people)


@pytest.mark.rule(E3)
def test_what_happens_during_hungers_loss_changes_nothing_of_it() -> None:
    chosen = pack(building("larder", people=1, lost="gain 9 food"), *HOMES)
    table = given(position(colony(A, "larder", "two", people=1), deck=["hunger"], chosen=chosen)).lose(A, "larder")
    table.has(A, food=9, people=0, buildings=["two"])


@pytest.mark.rule(E7, R28)
def test_what_is_named_for_an_event_happens_before_its_loss_and_where_nothing_is_lost_too() -> None:
    chosen = pack(
        building("bell", event="at leak: gain 2 money | at hunger: gain 1 food"), building("drum", event="at leak: gain 1 money"), LEAK
    )
    given(position(colony(A, "bell", "drum"), deck=["leak"], chosen=chosen)).has(A, money=4, people=7)
    given(position(colony(A, "bell"), colony(B, "flag"), deck=["hunger"], chosen=chosen)).has(A, food=0, people=12).has(B, people=9)


@pytest.mark.rule(L4)
def test_lost_abilities_are_worked_through_before_the_next_building() -> None:
    chosen = pack(LEAK, building("raft", lost="gain 3 people"), *HOMES)
    given(position(colony(A, "raft", "one", people=0), deck=["leak"], chosen=chosen)).lose(A, "raft").has(A, people=0, buildings=["one"])


@pytest.mark.rule(L5, R9, B3, R29)
def test_who_cannot_take_a_loss_loses_every_building_and_then_everybody() -> None:
    table = given(position(colony(A, "one", people=1), colony(B), deck=["leak"], chosen=CHOSEN))
    lost = (BuildingLost, PeopleMoved, Lost, ColonyFailed)
    assert [ruled for ruled in table.last if isinstance(ruled.fact, lost) and ruled.fact.seat == A] == [
        BuildingLost(A, 1, name("one")).by(B3),
        PeopleMoved(A, 1, name("one")).by(R29),
        Lost(A, "people", 2, name("leak")).by(R9),
        ColonyFailed(A).by(L5),
    ]
    table.has(A, people=0, buildings=[], failed=True)


@pytest.mark.rule(L5)
@pytest.mark.parametrize(("people", "failed"), [(3, True), (4, False)])
def test_a_colony_that_holds_nobody_after_a_loss_has_failed(people: int, failed: bool) -> None:
    given(position(colony(A, people=people), colony(B), deck=["leak"], chosen=CHOSEN)).has(A, people=people - 3, failed=failed)


@pytest.mark.rule(L5)
def test_a_colony_whose_people_live_in_buildings_has_not_failed() -> None:
    given(position(colony(A, "one", people=3), deck=["leak"], chosen=CHOSEN)).has(A, people=0, failed=False, buildings=["one"])


@pytest.mark.rule(N_FLAG, L5)
def test_a_lone_flag_keeps_no_colony_alive() -> None:
    given(position(colony(A, "flag", people=3), colony(B), deck=["leak"], chosen=CHOSEN)).has(A, failed=True, buildings=["flag"])


@pytest.mark.rule(R7, L6)
def test_the_others_finish_the_card_and_then_the_game_is_over() -> None:
    state = position(colony(A, people=3), colony(B), deck=["leak", "newcomers"], chosen=CHOSEN)
    table = given(state).has(A, failed=True, money=0).has(B, people=7, money=1)
    assert table.last[-1] == GameEnded("failure").by(R7)
    assert over(table.state) is R7
    assert places(table.state) == ((B,), (A,))


@pytest.mark.rule(R7, X1)
def test_at_once_leaves_the_rest_of_the_card_undone() -> None:
    state = position(colony(A, people=3), colony(B), deck=["leak"], chosen=CHOSEN, options={"fail_at_once": True})
    given(state).has(A, failed=True, money=0).has(B, people=7, money=0)


@pytest.mark.rule(R7)
@pytest.mark.parametrize("at_once", [False, True])
def test_in_a_work_the_others_finish_it_in_whatever_order_they_answer(at_once: bool) -> None:
    chosen = pack(building("pit", mine="lose 3 people"))
    state = position(
        colony(A, "pit", people=3), colony(B, "market", food=2), deck=["work"], chosen=chosen, options={"fail_at_once": at_once}
    )
    from domain.moon_colony_bloodbath.commands import DoAction

    table = given(state).then(say(A, "mine"), say(B, "farm")).use(A, "pit").has(A, failed=True, money=0)
    assert over(table.state) is None
    table.then(DoAction(B)).use(B, "market").has(B, food=4, money=4)
    assert over(table.state) is R7


@pytest.mark.rule(R7)
def test_a_failed_colony_gains_nothing_more() -> None:
    chosen = pack(progress("leak", Kind.EVENT, 3, number=4, turned_over="gain 5 people"))
    given(position(colony(A, people=3), colony(B, people=4), deck=["leak"], chosen=chosen)).has(A, people=0).has(B, people=6)


@pytest.mark.rule(R8)
def test_equal_numbers_share_the_win_at_nobody_too() -> None:
    table = given(position(colony(A, people=4), colony(B, people=4), colony(C, people=3), deck=["leak"], chosen=CHOSEN))
    assert places(table.state) == ((A, B), (C,))
    table = given(position(colony(A, people=3), colony(B, people=2), deck=["leak"], chosen=CHOSEN))
    assert places(table.state) == ((A, B),)
    assert sheet(table.state) == ()


@pytest.mark.rule(R10, N_RISKY_RESEARCH)
@pytest.mark.parametrize(("people", "kind"), [(0, None), (1, "offer"), (2, "offer")])
def test_people_may_be_paid_by_who_has_that_many_on_mat_and_buildings(people: int, kind: str | None) -> None:
    table = given(position(colony(A, "one", people=people), colony(B, people=2), deck=["risky-research"], chosen=CHOSEN))
    table.has(A, kind=kind)


@pytest.mark.rule(R10, L5)
def test_who_pays_the_very_last_people_fails_and_gets_nothing_for_it() -> None:
    table = given(position(colony(A, "one", people=1), colony(B), deck=["risky-research"], chosen=CHOSEN)).then(Accept(A), Decline(B))
    table.has(A, people=0, failed=True, hand=[], buildings=[])


@pytest.mark.rule(R10)
def test_what_lost_abilities_would_give_does_not_count_towards_a_payment() -> None:
    chosen = pack(building("raft", lost="gain 3 people"))
    given(position(colony(A, "raft", people=1), colony(B, people=2), deck=["risky-research"], chosen=chosen)).has(A, kind=None)


@pytest.mark.rule(L2)
def test_a_loss_chosen_on_a_development_is_a_loss_like_any_other() -> None:
    table = given(position(colony(A, "two", people=1), deck=["radiation"], chosen=CHOSEN)).then(ChooseWay(A, 1))
    table.has(A, people=0, buildings=[], failed=True)
