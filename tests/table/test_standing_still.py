"""How long disputes hold a table, or questions of it: half an hour in all for each seat."""

from dataclasses import replace

import pytest

from domain.kernel.facts import Expire
from domain.kernel.names import SYSTEM, Seat
from domain.table.commands import Resign
from domain.table.disputes.commands import Appeal, WithdrawDispute
from domain.table.disputes.facts import DisputeFiled, PauseEnded, RulingAppealed
from domain.table.disputes.hearing import LONGEST_PAUSE, MINUTE
from domain.table.facts import Paused, Resumed
from domain.table.rulebook import STOPPING
from tests.kernel.night_market import NIGHT_MARKET
from tests.match import Match
from tests.table.scenes import JUDGE, end_turn, first_turn, plain, said
from tests.table.test_disputes import DEPUTY, disputed, filing, leaving


def withdrawn(after: int) -> Match:
    """Seat 1's first dispute has held the table for ``after`` ms."""
    match = disputed()
    match.does("seat:1", WithdrawDispute(1), at=match.folded.table.at + after)
    return match


def held(match: Match, who: str) -> int:
    """For how long (ms) a dispute that is filed now would hold something still."""
    (filed,) = [fact for fact in plain(match.facts(match.ask(who, filing(match)))) if isinstance(fact, DisputeFiled)]
    return filed.pause


@pytest.mark.rule(STOPPING)
def test_a_second_dispute_of_a_seat_holds_the_table_for_what_the_first_has_left() -> None:
    match = withdrawn(20 * MINUTE)
    assert match.folded.table.stood == (0, 20 * MINUTE, 0)
    assert (held(match, "seat:1"), held(match, "seat:0")) == (LONGEST_PAUSE - 20 * MINUTE, LONGEST_PAUSE)


@pytest.mark.rule(STOPPING)
@pytest.mark.parametrize("left", [1, 0])
def test_to_file_wait_withdraw_and_file_again_holds_nobody_beyond_half_an_hour(left: int) -> None:
    match = withdrawn(LONGEST_PAUSE - left)
    event = match.does("seat:1", filing(match))
    assert (Paused().by(STOPPING) in event.facts) == (left > 0)
    assert (match.folded.table.paused_at is not None) == (left > 0)
    assert [deadline.name for deadline in match.folded.dispute_deadlines] == ["dispute-pause:2", "dispute:2"][1 - left :]


@pytest.mark.rule(STOPPING)
def test_a_dispute_filed_without_holding_the_table_is_ruled_on_like_any_other() -> None:
    match = withdrawn(LONGEST_PAUSE)
    match.does("seat:1", filing(match))
    match.answer(0, end_turn(0))
    assert Resumed().by(STOPPING) not in match.does(JUDGE, leaving(2)).facts
    assert match.folded.table.disputes[1].is_over


@pytest.mark.rule(STOPPING)
def test_an_appeal_counts_for_who_appeals() -> None:
    match = disputed()
    match.does(DEPUTY, leaving(), at=match.folded.table.at + 10 * MINUTE)
    match.does("seat:0", Appeal(1, said()))
    match.does(JUDGE, leaving(), at=match.folded.table.at + 5 * MINUTE)
    assert match.folded.table.stood == (5 * MINUTE, 10 * MINUTE, 0)


@pytest.mark.rule(STOPPING)
def test_an_appeal_holds_the_table_for_what_is_left_to_its_seat() -> None:
    match = disputed()
    match.does(DEPUTY, leaving(), at=match.folded.table.at + 29 * MINUTE)
    (appealed,) = [fact for fact in plain(match.does("seat:1", Appeal(1, said()))) if isinstance(fact, RulingAppealed)]
    assert appealed.pause == MINUTE


@pytest.mark.rule(STOPPING)
def test_a_dispute_of_a_seat_that_has_resigned_holds_nothing() -> None:
    match = first_turn()
    match.does("seat:2", Resign())
    assert held(match, "seat:2") == 0
    assert held(match, "seat:1") == LONGEST_PAUSE


@pytest.mark.rule(STOPPING)
def test_a_seat_that_resigns_lets_the_table_go_on() -> None:
    match = disputed(seat=2)
    event = match.does("seat:2", Resign())
    assert event.facts[-2:] == (PauseEnded(1).by(STOPPING), Resumed().by(STOPPING))
    assert match.folded.table.paused_at is None


@pytest.mark.rule(STOPPING)
def test_a_seat_that_resigns_lets_go_its_own_dispute_alone() -> None:
    match = disputed(seat=2)
    match.does("seat:1", filing(match))
    event = match.does("seat:2", Resign())
    assert event.facts[-1] == PauseEnded(1).by(STOPPING)
    assert match.folded.table.paused_at is not None


@pytest.mark.rule(STOPPING)
def test_questions_that_an_outcome_stops_go_on_after_half_an_hour() -> None:
    match = first_turn()
    asked = match.folded.position.question_of(Seat(0))
    assert asked is not None
    stops = ((asked.kind, asked.detail),)
    match.folded = replace(match.folded, game=replace(NIGHT_MARKET, stops=lambda state, outcome: stops))
    event = match.does("seat:1", filing(match, outcome="stall"))
    (filed,) = [fact for fact in plain(event) if isinstance(fact, DisputeFiled)]
    assert (filed.stops, filed.pause, len(event.facts)) == (stops, LONGEST_PAUSE, 1)
    assert match.refusal(match.ask("seat:0", end_turn(0), match.question(0))) == STOPPING.id
    over = match.does(SYSTEM, Expire("dispute-pause:1"), at=event.at + LONGEST_PAUSE)
    assert over.facts == (PauseEnded(1).by(STOPPING),)
    match.answer(0, end_turn(0))
    match.does("seat:1", WithdrawDispute(1))
    (again,) = [fact for fact in plain(match.does("seat:1", filing(match, outcome="stall"))) if isinstance(fact, DisputeFiled)]
    assert (again.stops, again.pause) == ((), 0)
