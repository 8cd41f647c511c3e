"""Resigning: the others go on at once, and nobody has failed."""

import pytest

from domain.kernel.facts import SeatResigned
from domain.kernel.names import Seat
from domain.moon_colony_bloodbath.commands import GoOn
from domain.moon_colony_bloodbath.decide import resign
from domain.moon_colony_bloodbath.evolve import evolve
from domain.moon_colony_bloodbath.questions import choices, waiting
from domain.moon_colony_bloodbath.rulebook import L6, N_DELIVERY_DRONE, R3, R4, R7, R20
from domain.moon_colony_bloodbath.scoring import over, places
from tests.moon_colony_bloodbath.harness import A, B, C, Table, colony, given, position, say


def resigns(table: Table, seat: Seat) -> Table:
    table.state = evolve(table.state, SeatResigned(seat))
    table._take(resign(table.state, seat, table.chance)) if resign(table.state, seat, table.chance) else None
    return table


@pytest.mark.rule(R3, R4)
def test_picks_are_opened_without_the_seat_that_resigned() -> None:
    table = given(position(*map(colony, range(3)), deck=["work"])).then(say(A, "mine"), say(B, "farm"))
    resigns(table, C).has(A, money=4).has(B, food=4).has(C, kind=None)
    assert choices(table.state, C) == ()


@pytest.mark.rule(R20)
def test_a_window_closes_without_the_seat_that_resigned() -> None:
    table = given(position(colony(A, ("rd-storage", 1)), colony(B), colony(C), deck=["newcomers"])).has(B, people=10)
    resigns(table, A).has(B, people=12).has(A, people=10)


@pytest.mark.rule(N_DELIVERY_DRONE)
def test_a_card_is_passed_to_the_next_seat_that_still_plays() -> None:
    state = position(colony(A, hand=["flag"]), colony(B, hand=["kitchen"]), colony(C, hand=["market"]), deck=["delivery-drone"])
    table = given(state).then(say(A, "flag"), say(C, "market"))
    resigns(table, B).has(C, hand=["flag"]).has(A, hand=["market"]).has(B, hand=["kitchen"])


@pytest.mark.rule(R7, L6)
def test_a_seat_that_resigned_has_no_failed_colony_and_no_place() -> None:
    table = given(position(colony(A), colony(B, people=11), colony(C), deck=["work", "newcomers"]))
    resigns(table, C).then(say(A, "mine"), say(B, "mine"))
    table.has(A, people=12, kind="pick").has(C, people=10, resigned=True, failed=False)
    assert over(table.state) is None
    assert places(table.state) == ((B,), (A,))


def test_when_every_seat_has_resigned_nothing_goes_on() -> None:
    table = given(position(colony(A, ("rd-storage", 1)), colony(B), deck=["newcomers"])).then(GoOn(A))
    for seat in (A, B):
        resigns(table, seat)
    assert waiting(table.state) == ()
