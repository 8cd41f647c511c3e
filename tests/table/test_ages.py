"""The order of ages: from what the seats told, on the day of the start."""

from dataclasses import replace
from typing import Any

import pytest

from domain.kernel.game import Ages
from domain.kernel.names import ORGANISER, SYSTEM, Actor, Seat
from domain.kernel.refusal import Refused
from domain.table.ages import AgesDisagree, Born, Date, Placed, Told, in_order, ordering
from domain.table.asking import Ask
from domain.table.commands import Claim, OrderAges, Ready, Start
from domain.table.facts import AgesOrdered, Started
from domain.table.rulebook import READINESS, ROLES, START
from tests.kernel.night_market import NIGHT_MARKET
from tests.kernel.night_market.aged import AGED_MARKET, AGES
from tests.match import Match, actor
from tests.table.scenes import plain, rules

TODAY = Date(2025, 11, 3)
ORDERED = OrderAges(((Seat(1),), (Seat(0), Seat(2))), (Seat(0), Seat(2)))


def born(date: str) -> Born:
    year, month, day = map(int, date.split("-"))
    return Born(Date(year, month, day))


def ages(*told: Told | None, today: Date = TODAY) -> Ages:
    return in_order(told, today, AGES)


def faults(*told: Told | None, today: Date = TODAY) -> list[str]:
    """The seats that a refusal names, one for each fault."""
    with pytest.raises(Refused) as refused:
        ages(*told, today=today)
    assert refused.value.refusal.rule is AGES
    return [fault.partition(":")[0] for fault in refused.value.refusal.reason.split("; ")]


def line(*groups: Any) -> tuple[tuple[Seat, ...], ...]:
    return tuple(tuple(map(Seat, group if isinstance(group, tuple) else (group,))) for group in groups)


@pytest.mark.rule(READINESS)
def test_dates_stand_oldest_first_and_equal_ones_together() -> None:
    told = (born("1990-11-03"), born("1978-05-14"), born("2001-02-20"), born("1990-11-03"))
    assert ages(*told) == Ages(line(1, (0, 3), 2), (Seat(0), Seat(3)))


@pytest.mark.rule(READINESS)
def test_places_alone_are_an_order() -> None:
    assert ages(Placed(3), Placed(1, birthday=TODAY), Placed(2)) == Ages(line(1, 2, 0), (Seat(1),))


@pytest.mark.rule(READINESS)
def test_dates_fill_the_places_that_others_leave() -> None:
    assert ages(born("1990-01-01"), Placed(2), born("1980-01-01"), Placed(4)).oldest_first == line(2, 1, 0, 3)


@pytest.mark.rule(READINESS)
def test_a_shared_place_is_followed_by_the_one_after_next() -> None:
    assert ages(Placed(1), Placed(1), Placed(3)).oldest_first == line((0, 1), 2)
    assert faults(Placed(1), Placed(1), Placed(2)) == ["seat 2"]


@pytest.mark.rule(READINESS)
@pytest.mark.parametrize(
    ("told", "named"),
    [
        ((Placed(2), Placed(3)), ["seat 0", "seat 1"]),
        ((Placed(1), Placed(3)), ["seat 1"]),
        ((Placed(2), Placed(2)), ["seat 0", "seat 1"]),
        ((Placed(1), Placed(1), Placed(2), born("1990-01-01")), ["seat 2"]),
        ((Placed(4), born("1990-01-01"), Placed(4), born("1980-01-01")), ["seat 0", "seat 2"]),
    ],
)
def test_places_that_contradict_the_others_are_named(told: tuple[Told, ...], named: list[str]) -> None:
    assert faults(*told) == named


def disagreement(*told: Told) -> str:
    with pytest.raises(AgesDisagree) as refused:
        ages(*told)
    assert refused.value.refusal.rule is AGES
    return refused.value.refusal.reason


@pytest.mark.rule(READINESS)
@pytest.mark.parametrize(
    "told",
    [
        (Placed(2), born("1990-01-01"), born("1990-01-01")),
        (born("1950-05-05"), born("1950-05-05"), Placed(2)),
        (born("1987-04-23"), born("1960-01-01"), born("1960-01-01"), Placed(2), Placed(2)),
        (born("1987-04-23"), born("1987-04-23"), Placed(3), born("1987-04-23")),
    ],
)
def test_dates_that_contradict_places_are_refused_in_the_same_words_whoever_they_are_of(told: tuple[Told, ...]) -> None:
    assert disagreement(*told) == disagreement(Placed(2), born("1990-01-01"), born("1990-01-01"))


@pytest.mark.rule(READINESS)
@pytest.mark.parametrize("date", ["1920-01-01", "1987-04-22", "1987-04-23", "1987-04-24", "2019-12-31"])
def test_what_is_refused_by_name_hangs_on_no_comparison_of_dates(date: str) -> None:
    victim, prober = born("1987-04-23"), born(date)
    assert faults(victim, prober, prober, Placed(2, birthday=TODAY), Placed(2)) == ["seat 4"]
    assert faults(victim, prober, prober, Placed(1), Placed(1), Placed(2)) == ["seat 5"]


@pytest.mark.rule(READINESS)
def test_a_place_before_or_behind_those_born_on_one_day_stands() -> None:
    assert ages(Placed(3), born("1990-01-01"), born("1990-01-01")).oldest_first == line((1, 2), 0)
    assert ages(Placed(1), born("1990-01-01"), born("1990-01-01")).oldest_first == line(0, (1, 2))


@pytest.mark.rule(READINESS)
def test_seats_of_one_place_share_the_birthday_or_are_named() -> None:
    assert ages(Placed(1, birthday=TODAY), Placed(1, birthday=TODAY)).birthdays == (0, 1)
    assert faults(Placed(1, birthday=TODAY), Placed(1)) == ["seat 1"]


@pytest.mark.rule(READINESS)
def test_a_birthday_told_of_another_day_is_not_the_starts() -> None:
    assert ages(Placed(1, birthday=Date(2025, 11, 2)), Placed(2)).birthdays == ()
    assert ages(Placed(1, birthday=Date(2025, 11, 2)), Placed(1)).oldest_first == line((0, 1))


@pytest.mark.rule(READINESS)
def test_whoever_has_told_nothing_is_named_and_so_is_a_birth_to_come() -> None:
    assert faults(None, Placed(1), None) == ["seat 0", "seat 2"]
    assert ages(born("2025-11-03")).birthdays == (0,)
    assert faults(born("2025-11-04")) == ["seat 0"]


@pytest.mark.rule(READINESS)
def test_no_fault_shows_a_date() -> None:
    with pytest.raises(Refused) as refused:
        ages(born("2099-12-31"), Placed(1), born("1990-01-01"), Placed(1))
    assert not any(number in refused.value.refusal.reason for number in ("2099", "1990", "12", "31", "-"))


@pytest.mark.rule(READINESS)
@pytest.mark.parametrize(
    ("birth", "today", "is_birthday"),
    [
        ("1996-02-29", Date(2023, 2, 28), True),
        ("1996-02-29", Date(2023, 3, 1), False),
        ("1996-02-29", Date(2024, 2, 28), False),
        ("1996-02-29", Date(2024, 2, 29), True),
        ("1996-02-29", Date(2100, 2, 28), True),
        ("1996-02-29", Date(2000, 2, 28), False),
        ("1988-02-28", Date(2024, 2, 28), True),
        ("1988-02-28", Date(2024, 2, 29), False),
        ("2000-12-31", Date(2025, 12, 31), True),
        ("2000-12-31", Date(2026, 1, 1), False),
        ("2000-01-01", Date(2026, 1, 1), True),
    ],
)
def test_a_birthday_is_a_day_of_the_calendar_and_29_february_the_28th_of_common_years(birth: str, today: Date, is_birthday: bool) -> None:
    assert ages(born(birth), today=today).birthdays == ((0,) if is_birthday else ())


@pytest.mark.rule(READINESS)
def test_29_february_counts_as_itself_in_the_order() -> None:
    told = (born("1996-02-29"), born("1996-03-01"), born("1996-02-28"))
    assert ages(*told, today=Date(2023, 2, 28)) == Ages(line(2, 0, 1), (Seat(0), Seat(2)))


@pytest.mark.rule(READINESS)
def test_the_order_is_kept_and_the_game_starts_from_it() -> None:
    match = Match.seated(AGED_MARKET, 3)
    event = match.does(SYSTEM, ORDERED)
    assert plain(event) == (AgesOrdered(ORDERED.oldest_first, ORDERED.birthdays),)
    assert rules(event) == [AGES.id]
    assert match.folded.table.ages == Ages(ORDERED.oldest_first, ORDERED.birthdays)
    assert not event.is_node
    assert plain(match.does(ORGANISER, Start()))[0] == Started()
    assert match.state.ages == match.folded.table.ages


@pytest.mark.rule(START)
def test_without_the_order_a_game_that_asks_does_not_start() -> None:
    match = Match.seated(AGED_MARKET, 2)
    assert match.refusal(match.ask(ORGANISER, Start())) == AGES.id


@pytest.mark.rule(READINESS)
def test_only_the_service_orders_ages_and_only_right_before_the_start() -> None:
    match = Match.seated(AGED_MARKET, 3)
    for who in (ORGANISER, "seat:0", "judge:0", "public"):
        assert match.refusal(match.ask(who, ORDERED)) == AGES.id
    match.does(SYSTEM, ORDERED)
    assert match.refusal(match.ask(SYSTEM, ORDERED)) == AGES.id
    match.does(ORGANISER, Start())
    assert match.refusal(match.ask(SYSTEM, ORDERED)) == START.id


@pytest.mark.rule(READINESS)
def test_a_game_that_asks_none_is_given_none() -> None:
    match = Match.seated(NIGHT_MARKET, 3)
    assert match.refusal(match.ask(SYSTEM, ORDERED)) == READINESS.id


@pytest.mark.rule(READINESS)
@pytest.mark.parametrize(
    ("groups", "birthdays"),
    [
        (line(0, 1), ()),
        (line(0, 1, 2, 2), ()),
        (line(0, 1, 3), ()),
        (line((1, 0), 2), ()),
        (line((), 0, 1, 2), ()),
        (line((0, 1), 2), (0,)),
        (line((0, 1), 2), (1,)),
        (line(0, 1, 2), (2, 1)),
        (line(0, 1, 2), (1, 1)),
        (line(0, 1, 2), (5,)),
    ],
)
def test_what_is_no_order_of_these_seats_is_refused(groups: Any, birthdays: Any) -> None:
    match = Match.seated(AGED_MARKET, 3)
    assert match.refusal(match.ask(SYSTEM, OrderAges(groups, birthdays))) == AGES.id


@pytest.mark.rule(START)
def test_ages_are_put_in_order_only_where_the_table_may_start() -> None:
    match = Match.opened(AGED_MARKET, 1 + 1)

    def rule(who: str, *told: Told | None) -> str:
        with pytest.raises(Refused) as refused:
            ordering(match.folded, Ask(Actor(who), Start(), 0), told, TODAY)
        return refused.value.refusal.rule.id

    assert rule(ORGANISER, Placed(1), Placed(2)) == START.id
    for seat in range(2):
        match.does(actor(seat), Claim(f"seat:{seat}"))
        match.does(actor(seat), Ready())
    assert rule("judge:0", Placed(1), Placed(2)) == ROLES.id
    assert rule(ORGANISER, Placed(1), None) == AGES.id
    assert ordering(match.folded, Ask(Actor(ORGANISER), Start(), 0), (Placed(2), Placed(1)), TODAY) == OrderAges(line(1, 0), ())


def test_a_table_that_asks_no_ages_starts_as_it_always_did() -> None:
    match = Match.started(NIGHT_MARKET, 2)
    assert [event.command.name for event in match.events].count("order-ages") == 0
    assert match.state == replace(match.state, ages=None)
