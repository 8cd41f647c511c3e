"""Undo by ruling, and the time that an undo gives back."""

import pytest

from domain.kernel.names import Seat
from domain.table.asking import QuestionGone
from domain.table.commands import Claim, Pause, Resume, Start, Undo
from domain.table.decide import decide
from domain.table.facts import HeadMoved
from domain.table.rulebook import CLOSED, OPENING, OTHER_UNDO, START, UNDO_RULING, UNDO_TIME
from tests.kernel.night_market import NIGHT_MARKET
from tests.kernel.night_market.commands import Roll
from tests.match import Match
from tests.table.scenes import BELL_MS, JUDGE, ORGANISER, a_burial, a_sale, an_offer, end_turn, first_turn, offering, played_out, said

REASON = said("seat 1 had not seen the board")


@pytest.mark.rule(UNDO_RULING)
@pytest.mark.parametrize("who", [JUDGE, ORGANISER])
def test_a_ruling_moves_the_head_back_whatever_was_learned_and_on_again(who: str) -> None:
    match = first_turn()
    start = match.folded
    match.answer(0, Roll(Seat(0)))
    match.answer(0, end_turn(0))
    later = match.folded
    for target in (start, later):
        event = match.does(who, Undo(target.table.head, REASON))
        assert event.facts == (HeadMoved(target.table.head, REASON).by(UNDO_RULING),)
        assert match.folded.position == target.position


@pytest.mark.rule(UNDO_RULING)
@pytest.mark.parametrize("who", [JUDGE, ORGANISER])
def test_a_ruling_names_its_target_and_its_reason(who: str) -> None:
    match = first_turn()
    match.answer(0, a_sale(match, 0))
    for command in (Undo(), Undo(match.tip - 1), Undo(reason=REASON)):
        assert match.refusal(match.ask(who, command)) == UNDO_RULING.id
    assert match.refusal(match.ask(who, Undo(match.tip - 1, REASON))) is None
    assert match.refusal(match.ask(who, Undo(match.tip, REASON))) == OTHER_UNDO.id


@pytest.mark.rule(UNDO_RULING)
def test_a_judge_rules_on_what_it_has_seen() -> None:
    match = first_turn()
    match.answer(0, a_sale(match, 0))
    with pytest.raises(QuestionGone):
        decide(match.folded, match.ask(JUDGE, Undo(match.tip - 1, REASON), seen=match.tip - 1))


@pytest.mark.rule(CLOSED)
def test_no_ruling_moves_the_head_of_a_closed_table() -> None:
    match = played_out()
    assert match.refusal(match.ask(JUDGE, Undo(match.folded.line()[0], REASON))) == CLOSED.id


@pytest.mark.rule(START)
def test_no_ruling_takes_the_start_back() -> None:
    match = Match.seated(NIGHT_MARKET, 2)
    assert match.refusal(match.ask(JUDGE, Undo(0, REASON))) == OTHER_UNDO.id
    match.does(ORGANISER, Start())
    assert match.refusal(match.ask(JUDGE, Undo(0, REASON))) == OTHER_UNDO.id


def timed(undo_time: str | None) -> Match:
    """Seat 0's turn, 100 ms before its action, which is 30 ms before it is taken back."""
    match = Match.started(NIGHT_MARKET, 2, 0, None if undo_time is None else {"undo_time": undo_time})
    for seat in range(2):
        match.answer(seat, an_offer(match, seat))
    match.answer(0, a_sale(match, 0), at=match.folded.table.at + 100)
    match.does("seat:0", Undo(), at=match.folded.table.at + 30)
    return match


@pytest.mark.rule(UNDO_TIME)
@pytest.mark.parametrize(("undo_time", "spent"), [(None, 130), ("kept", 130), ("returned", 0)])
def test_time_spent_on_what_is_taken_back_stays_spent_or_is_given_back(undo_time: str | None, spent: int) -> None:
    match = timed(undo_time)
    before = match.at(match.folded.table.head).spent
    assert match.folded.spent == (before[0] + spent, before[1])


@pytest.mark.rule(UNDO_TIME)
def test_time_runs_on_after_it_was_given_back_and_comes_back_with_the_branch() -> None:
    match = timed("returned")
    sold = next(event.version for event in match.events if event.command.name == "sell")
    before = match.at(match.folded.table.head).spent
    match.answer(0, a_burial(match, 0), at=match.folded.table.at + 7)
    assert match.folded.spent == (before[0] + 7, before[1])
    match.does("seat:0", Undo(sold), at=match.folded.table.at + 5)
    assert match.folded.spent == (before[0] + 100, before[1])


@pytest.mark.rule(UNDO_TIME)
@pytest.mark.parametrize(("undo_time", "left"), [("kept", BELL_MS - 3000 - 40_000), ("returned", BELL_MS - 3000)])
def test_a_deadline_runs_on_or_has_as_much_left_as_it_had(undo_time: str, left: int) -> None:
    match = Match.started(NIGHT_MARKET, 3, 0, {"undo_time": undo_time})
    match.answer(0, an_offer(match, 0), at=match.folded.table.at + 3000)
    back = match.tip
    match.answer(1, an_offer(match, 1), at=match.folded.table.at + 10_000)
    match.does(JUDGE, Undo(back, REASON), at=match.folded.table.at + 30_000)
    assert match.folded.next_deadline() == match.folded.table.at + left


@pytest.mark.rule(UNDO_TIME)
def test_a_deadline_given_its_time_back_in_a_pause_begins_to_run_when_that_ends() -> None:
    match = Match.started(NIGHT_MARKET, 3, 0, {"undo_time": "returned"})
    match.answer(0, an_offer(match, 0), at=match.folded.table.at + 3000)
    back = match.tip
    match.answer(1, an_offer(match, 1), at=match.folded.table.at + 10_000)
    match.does(ORGANISER, Pause(), at=match.folded.table.at + 500)
    match.does(JUDGE, Undo(back, REASON), at=match.folded.table.at + 30_000)
    assert match.folded.table.paused_at is not None
    resumed = match.does(ORGANISER, Resume(), at=match.folded.table.at + 70_000)
    assert match.folded.next_deadline() == resumed.at + BELL_MS - 3000


@pytest.mark.rule(UNDO_TIME, OPENING)
def test_the_option_stands_in_the_record_where_it_is_named_and_nowhere_else() -> None:
    assert "undo_time" not in Match.opened(NIGHT_MARKET, 2).folded.table.options
    assert Match.opened(NIGHT_MARKET, 2, 0, {"undo_time": "kept"}).folded.table.options["undo_time"] == "kept"


def test_a_pause_a_deadline_and_a_claim_survive_a_head_move() -> None:
    match = offering(3)
    match.answer(0, an_offer(match, 0))
    back, bell = match.tip, match.folded.position.deadlines
    match.answer(1, an_offer(match, 1))
    match.does("judge:1", Claim("judge:1"))
    match.does(ORGANISER, Pause())
    table = match.folded.table
    match.does(JUDGE, Undo(back, REASON))
    after = match.folded.table
    assert table.paused_at is not None
    assert table.judges == {1}
    assert (after.paused_at, after.seats, after.judges) == (table.paused_at, table.seats, table.judges)
    assert match.folded.position.deadlines == bell
