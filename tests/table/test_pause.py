"""Pausing and resuming."""

import pytest

from domain.kernel.names import Seat
from domain.table.commands import Abandon, Claim, Inspect, Pause, Resign, Resume, Undo
from domain.table.facts import ConsentGiven, Paused, Resumed
from domain.table.rulebook import PAUSE, RESIGN, ROLES, START
from tests.kernel.night_market import NIGHT_MARKET
from tests.match import Match
from tests.table.scenes import JUDGE, ORGANISER, a_sale, an_offer, first_turn, offering, plain, played_out


def paused(seats: int = 3) -> Match:
    match = first_turn(seats)
    match.does(ORGANISER, Pause())
    return match


@pytest.mark.rule(PAUSE)
def test_an_organiser_pauses_and_resumes_alone() -> None:
    match = offering()
    assert plain(match.does(ORGANISER, Pause())) == (Paused(),)
    assert match.folded.table.paused_at == match.folded.table.at
    assert plain(match.does(ORGANISER, Resume())) == (Resumed(),)
    assert match.folded.table.paused_at is None


@pytest.mark.rule(PAUSE)
def test_a_pause_begins_when_the_last_seat_agrees() -> None:
    match = offering()
    assert plain(match.does("seat:1", Pause())) == (ConsentGiven(Seat(1), "pause"),)
    assert plain(match.does("seat:0", Pause())) == (ConsentGiven(Seat(0), "pause"),)
    assert match.folded.table.paused_at is None
    assert plain(match.does("seat:2", Pause())) == (ConsentGiven(Seat(2), "pause"), Paused())
    assert match.folded.table.paused_at is not None


@pytest.mark.rule(PAUSE)
def test_a_pause_ends_when_the_last_seat_agrees() -> None:
    match = paused(2)
    assert plain(match.does("seat:0", Resume())) == (ConsentGiven(Seat(0), "resume"),)
    assert match.folded.table.paused_at is not None
    assert plain(match.does("seat:1", Resume())) == (ConsentGiven(Seat(1), "resume"), Resumed())
    assert match.folded.table.paused_at is None


@pytest.mark.rule(PAUSE)
def test_a_seat_agrees_once() -> None:
    match = offering()
    match.does("seat:1", Pause())
    assert match.refusal(match.ask("seat:1", Pause())) == PAUSE.id


@pytest.mark.rule(PAUSE)
def test_consent_to_one_thing_is_not_consent_to_another() -> None:
    match = offering(2)
    match.does("seat:0", Abandon())
    assert plain(match.does("seat:1", Pause())) == (ConsentGiven(Seat(1), "pause"),)
    assert match.folded.table.paused_at is None


@pytest.mark.rule(PAUSE)
def test_consents_lapse_when_the_game_moves_on() -> None:
    match = offering(2)
    match.does("seat:0", Pause())
    match.answer(1, an_offer(match, 1))
    assert match.folded.table.consents == frozenset()
    assert plain(match.does("seat:1", Pause())) == (ConsentGiven(Seat(1), "pause"),)


@pytest.mark.rule(PAUSE)
def test_consents_lapse_at_a_head_move() -> None:
    match = first_turn(2)
    match.answer(0, a_sale(match, 0))
    match.does("seat:1", Pause())
    match.does("seat:0", Undo())
    assert match.folded.table.consents == frozenset()


@pytest.mark.rule(PAUSE)
def test_who_has_resigned_need_not_agree() -> None:
    match = offering(3)
    match.does("seat:2", Resign())
    match.does("seat:0", Pause())
    assert plain(match.does("seat:1", Pause())) == (ConsentGiven(Seat(1), "pause"), Paused())
    assert match.refusal(match.ask("seat:2", Resume())) == RESIGN.id


@pytest.mark.rule(PAUSE)
def test_while_paused_no_question_is_answered() -> None:
    match = paused()
    sale = match.ask("seat:0", a_sale(match, 0), match.question(0))
    assert match.refusal(sale) == PAUSE.id
    match.does(ORGANISER, Resume())
    assert match.refusal(sale) is None


@pytest.mark.rule(PAUSE)
def test_while_paused_claims_and_a_judges_acts_remain_possible() -> None:
    match = paused()
    for who, command in (("public", Claim("spectator:0")), (JUDGE, Inspect())):
        assert match.refusal(match.ask(who, command)) is None


@pytest.mark.rule(PAUSE)
def test_a_paused_table_is_not_paused_again_and_a_running_one_not_resumed() -> None:
    match = paused()
    assert match.refusal(match.ask(ORGANISER, Pause())) == PAUSE.id
    match.does(ORGANISER, Resume())
    assert match.refusal(match.ask(ORGANISER, Resume())) == PAUSE.id


@pytest.mark.rule(START)
def test_before_the_start_there_is_nothing_to_pause() -> None:
    match = Match.seated(NIGHT_MARKET, 2)
    assert match.refusal(match.ask(ORGANISER, Pause())) == START.id


def test_a_game_that_is_over_is_not_paused() -> None:
    match = played_out()
    assert match.refusal(match.ask(ORGANISER, Pause())) is not None


@pytest.mark.rule(ROLES)
@pytest.mark.parametrize("who", ["judge:0", "public", "spectator:0", "system"])
def test_nobody_else_has_a_say_in_a_pause(who: str) -> None:
    match = offering()
    assert match.refusal(match.ask(who, Pause())) == ROLES.id


@pytest.mark.rule(PAUSE)
def test_a_pause_and_its_end_let_every_consent_lapse() -> None:
    match = offering(2)
    match.does("seat:0", Abandon())
    match.does(ORGANISER, Pause())
    assert match.folded.table.consents == frozenset()
    match.does("seat:0", Resume())
    match.does(ORGANISER, Resume())
    assert match.folded.table.consents == frozenset()
