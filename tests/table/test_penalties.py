"""Penalties that are lifted, kept, or given twice, and what they do to a result and to every line of the game."""

import pytest

from domain.kernel.facts import GameFinished, SeatResigned
from domain.kernel.game import PointsCounted
from domain.kernel.names import Seat
from domain.kernel.secret import Secret
from domain.table.commands import AnswerUndo, Undo
from domain.table.disputes.commands import Appeal
from domain.table.disputes.facts import PenaltyGiven
from domain.table.disputes.parts import Given, Kind, Penalty, Remedy
from domain.table.facts import HeadMoved
from domain.table.rulebook import APPEALS, FINISH, PENALTIES, REMEDIES
from tests.match import Match
from tests.table.scenes import JUDGE, a_burial, end_turn, first_turn, plain, said
from tests.table.test_disputes import DEPUTY, disputed, filing, leaving, over
from tests.table.test_rulings import punishing, three_turns

LOSS = Kind.GAME_LOSS


def because(text: str = "By ruling.") -> Secret[str]:
    return said(text)


def appealed(match: Match, *first: Penalty) -> Match:
    """The deputy has given these penalties, and seat 1 has appealed."""
    match.does(DEPUTY, punishing(*first))
    match.does("seat:1", Appeal(1, said()))
    return match


# On an appeal


@pytest.mark.rule(APPEALS, PENALTIES)
def test_the_ruling_on_an_appeal_replaces_the_penalties_of_the_first() -> None:
    match = appealed(disputed(), Penalty(Seat(0), Kind.WARNING), Penalty(Seat(1), Kind.POINTS, 5))
    match.does(JUDGE, punishing(Penalty(Seat(1), Kind.WARNING)))
    assert match.folded.table.given == (Given(1, Penalty(Seat(1), Kind.WARNING)),)


@pytest.mark.rule(APPEALS, PENALTIES)
def test_penalties_of_other_disputes_stay() -> None:
    match = disputed()
    match.does(JUDGE, punishing(Penalty(Seat(0), Kind.WARNING)))
    match.does("seat:1", filing(match))
    match.does(DEPUTY, leaving(2, penalties=(Penalty(Seat(1), Kind.WARNING),)))
    match.does("seat:1", Appeal(2, said()))
    match.does(JUDGE, leaving(2))
    assert match.folded.table.given == (Given(1, Penalty(Seat(0), Kind.WARNING)),)


@pytest.mark.rule(APPEALS, PENALTIES, FINISH)
def test_points_lifted_on_appeal_after_the_end_are_off_the_sheet_and_the_ranking() -> None:
    match = over()
    before = match.folded.position
    assert before.finished is not None
    winner = before.finished[0][0]
    appealed(disputed(match), Penalty(winner, Kind.POINTS, 1000))
    assert match.folded.position.finished != before.finished
    event = match.does(JUDGE, leaving())
    assert isinstance(event.facts[-1].fact, GameFinished)
    after = match.folded.position
    assert (after.finished, after.winners, after.sheet) == (before.finished, before.winners, before.sheet)


@pytest.mark.rule(APPEALS, PENALTIES)
def test_a_ruling_on_appeal_that_gives_the_same_penalties_amends_nothing() -> None:
    match = appealed(disputed(over()), Penalty(Seat(0), Kind.POINTS, 7))
    event = match.does(JUDGE, punishing(Penalty(Seat(0), Kind.POINTS, 7)))
    assert not event.is_node


@pytest.mark.rule(APPEALS, PENALTIES)
@pytest.mark.parametrize("rewinds", [True, False])
def test_a_seat_put_out_is_back_only_where_the_appeal_goes_behind_its_leaving(rewinds: bool) -> None:
    match = disputed()
    before = match.folded.table.head
    appealed(match, Penalty(Seat(2), LOSS))
    assert match.folded.position.resigned == (2,)
    match.does(JUDGE, leaving(remedy=Remedy.REWIND, to=before) if rewinds else leaving())
    assert match.folded.position.resigned == (() if rewinds else (2,))
    assert match.folded.table.losers == ()


@pytest.mark.rule(APPEALS, PENALTIES)
@pytest.mark.parametrize("rewinds", [True, False])
def test_a_seat_put_out_may_be_put_out_again_on_appeal(rewinds: bool) -> None:
    match = disputed()
    before = match.folded.table.head
    appealed(match, Penalty(Seat(2), LOSS))
    match.does(JUDGE, punishing(Penalty(Seat(2), LOSS), **({"remedy": Remedy.REWIND, "to": before} if rewinds else {})))
    assert match.folded.position.resigned == (2,)
    assert match.folded.table.given == (Given(1, Penalty(Seat(2), LOSS)),)


# Once


@pytest.mark.rule(PENALTIES)
def test_a_seat_loses_the_game_once_and_is_ranked_once() -> None:
    match = disputed(over())
    match.does(JUDGE, punishing(Penalty(Seat(0), LOSS)))
    match.does("seat:1", filing(match))
    assert match.refusal(match.ask(JUDGE, leaving(2, penalties=(Penalty(Seat(0), Kind.DISQUALIFICATION),)))) == PENALTIES.id
    assert match.folded.position.finished == ((1,), (0,))


# Rulings that end the game


@pytest.mark.rule(PENALTIES, FINISH)
def test_both_of_two_seats_may_be_disqualified() -> None:
    match = first_turn(2)
    disputed(match)
    event = match.does(JUDGE, punishing(*(Penalty(Seat(seat), Kind.DISQUALIFICATION) for seat in (0, 1))))
    assert [fact for fact in plain(event) if isinstance(fact, PenaltyGiven)] == [
        PenaltyGiven(1, Seat(seat), Kind.DISQUALIFICATION) for seat in (0, 1)
    ]
    assert match.folded.position.finished == ((1,), (0,))
    assert match.folded.position.winners == ()
    assert (match.folded.table.owed, match.folded.table.closed) == ((), True)


@pytest.mark.rule(PENALTIES, REMEDIES, FINISH)
def test_whom_a_ruling_disqualifies_where_its_replay_ends_the_game_ranks_last() -> None:
    match = over()
    line = match.folded.line()
    assert match.folded.position.finished is not None
    winner = match.folded.position.finished[0][0]
    disputed(match)
    command = punishing(Penalty(winner, Kind.DISQUALIFICATION), remedy=Remedy.REPLAY, to=line[-2], replays=(line[-1],))
    match.does(JUDGE, command)
    assert match.events[-1].replays == line[-1]
    assert match.folded.position.finished == ((1 - winner,), (winner,))
    assert match.folded.position.resigned == ()
    assert match.folded.table.owed == ()


# Every move of the head


@pytest.mark.rule(PENALTIES)
@pytest.mark.parametrize("way", ["ruling", "consent"])
def test_a_head_move_behind_a_disqualification_puts_the_seat_out_again(way: str) -> None:
    match = three_turns()
    to = match.folded.line()[-3]
    match.does(JUDGE, punishing(Penalty(Seat(2), Kind.DISQUALIFICATION)))
    if way == "ruling":
        match.does(JUDGE, Undo(to, because()))
    else:
        match.does("seat:0", Undo(to))
        match.does("seat:1", AnswerUndo(1, granted=True))
    left = match.events[-1]
    assert HeadMoved in {type(fact) for fact in plain(match.events[-2])}
    assert (left.actor, left.on_behalf, left.parent) == ("system", 2, to)
    assert SeatResigned(Seat(2)) in plain(left)
    assert match.folded.position.resigned == (2,)
    assert match.folded.table.owed == ()


@pytest.mark.rule(PENALTIES)
def test_a_head_move_that_stays_before_no_leaving_puts_nobody_out_twice() -> None:
    match = first_turn()
    disputed(match)
    match.does(JUDGE, punishing(Penalty(Seat(2), LOSS)))
    match.answer(0, a_burial(match, 0))
    to = match.folded.table.head
    match.answer(0, end_turn(0))
    event = match.does(JUDGE, Undo(to, because()))
    assert match.events[-1] == event
    assert match.folded.position.resigned == (2,)


@pytest.mark.rule(PENALTIES, FINISH)
def test_a_penalty_counts_where_the_head_goes_on_to_an_end_that_was_reached_without_it() -> None:
    match = over()
    end = match.folded.table.head
    disputed(match)
    match.does(JUDGE, punishing(Penalty(Seat(0), Kind.POINTS, 1000), remedy=Remedy.REWIND, to=match.folded.line()[-2]))
    assert match.folded.table.head != end
    event = match.does(JUDGE, Undo(end, because()))
    assert event.parent == end
    assert match.folded.position.finished == ((1,), (0,))
    assert PointsCounted(Seat(0), -1000, "penalty").by(PENALTIES) in match.folded.position.sheet
