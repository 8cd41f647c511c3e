"""Scenarios of the start: birthdays, orders, the Harbinger."""

import pytest

from domain.kernel.game import Ages
from domain.kernel.names import Seat
from domain.stadt_city.commands import Place, RollMovement, Walk
from domain.stadt_city.facts import AgesSettled, CharacterLost, HarbingerNamed, PairRolled, RoundBegun, SeatWentOut, TitleRolled
from domain.stadt_city.rulebook import L4, O1, R1, R2, R5, R29, S2, S3, S4
from domain.table.ages import Born, Date, in_order
from service.ages import day_of
from tests.stadt_city.scenes import A, B, C, D, at, given, never_ally, position, started

MINUTE = 60_000


def born(*dates: str) -> tuple[Born, ...]:
    return tuple(Born(Date(*map(int, date.split("-")))) for date in dates)


def ages(at_ms: int, zone: str, *dates: str) -> Ages:
    """The order of ages on the calendar day of the start in the table's time zone."""
    return in_order(born(*dates), day_of(at_ms, zone), R1)


def drawing(known: Ages) -> tuple[Seat, ...]:
    return started(len([seat for group in known.oldest_first for seat in group]), known).state.drawing


def first_round(known: Ages) -> tuple[Seat, ...]:
    """The turn order of round 1, each seat having placed apart from the others."""
    seats = sum(map(len, known.oldest_first))
    table = started(seats, known)
    for number, seat in enumerate(table.state.drawing):
        table.when(Place(seat, f"A{1 + 2 * number}"))
    assert table.state.round == 1
    return table.state.order


@pytest.mark.rule(S4, O1, R1)
def test_sc_01_the_birthday_draws_first_and_plays_no_part_in_the_turn_order() -> None:
    known = ages(1762196400000, "Europe/Berlin", "1990-11-03", "1978-05-14", "2001-02-20", "1995-08-30")
    assert drawing(known) == (A, C, D, B)
    assert first_round(known) == (B, A, D, C)


@pytest.mark.rule(S4, R2)
def test_sc_02_the_29th_of_february_counts_as_the_28th_in_a_common_year() -> None:
    known = ages(1677582000000, "Europe/Berlin", "1996-02-29", "1988-02-28", "2004-07-01", "1970-01-01")
    assert drawing(known) == (B, A, C, D)


@pytest.mark.rule(S4, R1)
def test_sc_04_the_day_is_that_of_the_time_zone() -> None:
    known = ages(1751290200000, "Pacific/Auckland", "2003-06-30", "1999-07-01", "1980-12-12")
    assert drawing(known) == (B, A, C)
    assert drawing(ages(1751290200000, "UTC", "2003-06-30", "1999-07-01", "1980-12-12")) == (A, B, C)


@pytest.mark.rule(S4, O1, R1)
def test_sc_05_the_turn_of_the_year_is_that_of_the_time_zone() -> None:
    known = ages(1767195000000, "Asia/Tokyo", "2005-12-31", "2000-01-01", "1980-01-01", "1991-06-06")
    assert drawing(known) == (C, B, A, D)
    assert first_round(known) == (C, D, B, A)


ROLLS = {"title:0": (5, 4, 3, 4), "title:1": (6, 3, 5, 6, 2, 4), "title:2": (4, 5, 6, 5, 1, 4), "title:3": (6, 2)}


@pytest.mark.rule(S2, S3, L4)
def test_sc_07_the_tied_highest_roll_again_and_the_title_outlives_its_characters() -> None:
    table = started(4, rolls=ROLLS)
    expected = [
        *(TitleRolled(seat, dice, False) for seat, dice in ((A, (5, 4)), (B, (6, 3)), (C, (4, 5)), (D, (6, 2)))),
        *(TitleRolled(seat, dice, False) for seat, dice in ((A, (3, 4)), (B, (5, 6)), (C, (6, 5)))),
        *(TitleRolled(seat, dice, False) for seat, dice in ((B, (2, 4)), (C, (1, 4)))),
        HarbingerNamed(B),
    ]
    assert [ruled.fact for ruled in table.last if isinstance(ruled.fact, TitleRolled | HarbingerNamed)] == expected
    assert all(ruled.rule == S2.id for ruled in table.last if isinstance(ruled.fact, TitleRolled))


@pytest.mark.rule(S3, L4, R5, R29)
def test_sc_07_the_harbinger_rolls_on_as_a_fallen() -> None:
    players = never_ally(at(A, "A1"), at(B, "C1", losses=2), at(C, "E5"), at(D, "H1"))
    state = position(*players, destroyed=("C2",), active=B, order=(A, C, D, B), round=9, harbinger=B)
    table = given(state).when(RollMovement(B), Walk(B, ("C2",)))
    assert table.happened(SeatWentOut) == [SeatWentOut(B, "losses")]
    assert [lost.seat for lost in table.happened(CharacterLost)] == [B]
    table.asks((B, "place")).when(Place(B, "C2")).has(B, kind="fallen", out=True)
    assert (table.state.harbinger, table.state.round) == (B, 10)
    table.asks((A, "roll"))
    for seat, to in ((A, "A2"), (C, "E6"), (D, "H2"), (B, "C3")):
        table.asks((seat, "roll")).when(RollMovement(seat), Walk(seat, (to,)))
    assert len(table.happened(PairRolled)) == 10
    assert table.happened(RoundBegun)[0].round == 11
    assert (table.state.harbinger, table.state.players[B].out) == (B, True)


@pytest.mark.rule(R2, S4, O1)
def test_one_draw_orders_those_of_one_date_for_every_order() -> None:
    table = started(3, Ages(((A, B), (C,)), ()))
    assert table.happened(AgesSettled) == [AgesSettled((A, B, C), (C, B, A))]
    other = started(3, Ages(((C,), (A, B)), (A, B)), rolls={"title:2": (6, 6)})
    assert other.happened(AgesSettled) == [AgesSettled((C, A, B), (A, B, C))]
