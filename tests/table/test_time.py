"""Time spent, and deadlines."""

import pytest

from domain.kernel.facts import DeadlinePassed, DeadlineSet, Expire
from domain.kernel.names import SYSTEM, Seat
from domain.table.commands import Claim, Pause, Resign, Resume, Undo
from domain.table.rulebook import DEADLINE, FINISH, START, TIME_SPENT
from tests.kernel.night_market import NIGHT_MARKET
from tests.kernel.night_market.facts import OfferOpened, TurnPassed
from tests.match import Match
from tests.table.scenes import (
    BELL,
    BELL_MS,
    JUDGE,
    ORGANISER,
    a_sale,
    an_offer,
    card,
    first_turn,
    names,
    offering,
    plain,
    played_out,
)


def now(match: Match) -> int:
    return match.folded.table.at


@pytest.mark.rule(TIME_SPENT)
def test_no_time_runs_before_the_start() -> None:
    match = Match.opened(NIGHT_MARKET, 2)
    match.does("seat:0", Claim("seat:0"), at=now(match) + 9000)
    assert match.folded.spent == (0, 0)


@pytest.mark.rule(TIME_SPENT)
def test_time_runs_for_every_seat_with_a_required_question() -> None:
    match = offering(2)
    match.answer(0, an_offer(match, 0), at=now(match) + 3000)
    assert match.folded.spent == (3000, 3000)
    match.answer(1, an_offer(match, 1), at=now(match) + 2000)
    assert match.folded.spent == (3000, 5000)
    match.answer(0, a_sale(match, 0), at=now(match) + 400)
    assert match.folded.spent == (3400, 5000)


@pytest.mark.rule(TIME_SPENT)
def test_a_sealed_answer_stops_its_seats_time_and_a_replacement_costs_none() -> None:
    match = offering(2)
    match.answer(0, an_offer(match, 0), at=now(match) + 10)
    match.answer(0, an_offer(match, 0, -1), at=now(match) + 500)
    assert match.folded.spent == (10, 510)


@pytest.mark.rule(TIME_SPENT)
def test_no_time_runs_while_the_table_is_paused() -> None:
    match = offering(2)
    match.does(ORGANISER, Pause(), at=now(match) + 100)
    match.does(ORGANISER, Resume(), at=now(match) + 7000)
    match.answer(0, an_offer(match, 0), at=now(match) + 20)
    assert match.folded.spent == (120, 120)


@pytest.mark.rule(TIME_SPENT)
def test_time_runs_on_over_events_of_the_table_and_is_not_given_back_by_an_undo() -> None:
    match = first_turn(2)
    before = match.folded.spent
    match.answer(0, a_sale(match, 0), at=now(match) + 100)
    match.does("seat:1", Pause(), at=now(match) + 30)
    match.does("seat:0", Undo(), at=now(match) + 4)
    assert match.folded.spent == (before[0] + 134, before[1])


@pytest.mark.rule(TIME_SPENT)
def test_after_the_finish_no_time_runs() -> None:
    match = played_out()
    spent = match.folded.spent
    match.happens(at=now(match) + 5000)
    assert match.folded.spent == spent


@pytest.mark.rule(DEADLINE)
def test_a_deadline_is_a_fact_and_runs_from_its_event() -> None:
    match = offering()
    assert plain(match.events[-1])[-1] == DeadlineSet(BELL, BELL_MS)
    assert match.folded.next_deadline() == now(match) + BELL_MS


@pytest.mark.rule(DEADLINE)
def test_once_a_deadline_has_passed_the_system_lets_it_expire_and_the_rules_say_what_follows() -> None:
    match = offering(3)
    due = now(match) + BELL_MS
    kite, asked = card(match, 1), match.question(1)
    match.answer(1, an_offer(match, 1))
    event = match.does(SYSTEM, Expire(BELL), at=due)
    assert plain(event) == (DeadlinePassed(BELL), OfferOpened(Seat(1), kite, asked), TurnPassed(Seat(0)))
    assert event.facts[0].rule == DEADLINE.id
    assert match.folded.next_deadline() is None


@pytest.mark.rule(DEADLINE)
def test_not_a_millisecond_before() -> None:
    match = offering()
    due = now(match) + BELL_MS
    assert match.refusal(match.ask(SYSTEM, Expire(BELL), at=due - 1)) == DEADLINE.id
    assert match.refusal(match.ask(SYSTEM, Expire(BELL), at=due)) is None


@pytest.mark.rule(DEADLINE)
@pytest.mark.parametrize("who", [ORGANISER, JUDGE, "seat:0", "public"])
def test_nobody_but_the_system_lets_a_deadline_expire(who: str) -> None:
    match = offering()
    assert match.refusal(match.ask(who, Expire(BELL), at=now(match) + BELL_MS)) == DEADLINE.id


@pytest.mark.rule(DEADLINE)
def test_a_deadline_that_does_not_run_cannot_expire() -> None:
    match = first_turn()
    for deadline in (BELL, "dawn"):
        assert match.refusal(match.ask(SYSTEM, Expire(deadline), at=now(match) + BELL_MS)) == DEADLINE.id


@pytest.mark.rule(DEADLINE)
def test_a_deadline_expires_once() -> None:
    match = offering()
    match.does(SYSTEM, Expire(BELL), at=now(match) + BELL_MS)
    assert match.refusal(match.ask(SYSTEM, Expire(BELL), at=now(match) + BELL_MS)) == DEADLINE.id


@pytest.mark.rule(DEADLINE)
def test_a_deadline_stands_still_while_the_table_is_paused() -> None:
    match = offering()
    due = now(match) + BELL_MS
    match.does(ORGANISER, Pause(), at=now(match) + 1000)
    assert match.folded.next_deadline() is None
    assert match.refusal(match.ask(SYSTEM, Expire(BELL), at=due)) == DEADLINE.id
    match.does(ORGANISER, Resume(), at=now(match) + 5000)
    assert match.folded.next_deadline() == due + 5000
    assert match.refusal(match.ask(SYSTEM, Expire(BELL), at=due + 4999)) == DEADLINE.id
    assert match.refusal(match.ask(SYSTEM, Expire(BELL), at=due + 5000)) is None
    match.does(ORGANISER, Pause(), at=now(match) + 10)
    match.does(ORGANISER, Resume(), at=now(match) + 300)
    assert match.folded.next_deadline() == due + 5300


@pytest.mark.rule(DEADLINE)
def test_a_pause_before_a_deadline_was_set_does_not_lengthen_it() -> None:
    match = Match.started(NIGHT_MARKET, 2)
    match.does(ORGANISER, Pause())
    match.does(ORGANISER, Resume(), at=now(match) + 5000)
    for seat in (0, 1):
        match.answer(seat, an_offer(match, seat))
    while match.state.round == 1:
        seat = match.folded.position.asked[0].seat
        match.answer(seat, match.game.choices(match.state, seat)[-1].command)
    assert match.folded.next_deadline() == now(match) + BELL_MS


@pytest.mark.rule(DEADLINE)
def test_an_undo_brings_a_lifted_deadline_back() -> None:
    match = offering(2)
    due = match.folded.next_deadline()
    match.answer(0, an_offer(match, 0))
    match.does("seat:0", Undo())
    assert match.folded.next_deadline() == due


@pytest.mark.rule(FINISH)
def test_at_the_finish_every_deadline_ends() -> None:
    match = offering(2)
    assert match.folded.next_deadline() is not None
    match.does("seat:0", Resign())
    assert match.folded.next_deadline() is None
    assert match.refusal(match.ask(SYSTEM, Expire(BELL), at=now(match) + BELL_MS)) == FINISH.id


@pytest.mark.rule(START)
def test_before_the_start_nothing_expires() -> None:
    match = Match.opened(NIGHT_MARKET, 2)
    assert match.refusal(match.ask(SYSTEM, Expire(BELL))) == START.id


def test_a_game_can_be_played_to_its_end_by_deadlines_and_ends_of_turns() -> None:
    match = offering(2)
    while not match.folded.table.closed:
        due = match.folded.next_deadline()
        if due is not None:
            match.does(SYSTEM, Expire(BELL), at=due)
        else:
            seat = match.folded.position.asked[0].seat
            match.answer(seat, match.game.choices(match.state, seat)[-1].command)
    assert names(match.events[-1]) == ["closed"]
