"""Asking the others for an undo: consent, refusal, withdrawal, lapse, expiry."""

from dataclasses import replace

import pytest

from domain.kernel.facts import Expire
from domain.kernel.names import SYSTEM, Seat
from domain.table.asking import QuestionGone
from domain.table.commands import Abandon, AnswerUndo, Pause, Resign, Resume, Undo, WithdrawUndo
from domain.table.decide import decide
from domain.table.facts import (
    Abandoned,
    HeadMoved,
    UndoAnswered,
    UndoAsked,
    UndoExpired,
    UndoLapsed,
    UndoRefused,
    UndoWithdrawn,
)
from domain.table.rulebook import CLOSED, DEADLINE, OTHER_UNDO, RESIGN, ROLES, UNDO_ENDS
from domain.table.undo import LONGEST_REASON, WITHIN
from tests.kernel.night_market.commands import Roll
from tests.match import STEP, Match
from tests.table.scenes import BELL_MS, JUDGE, ORGANISER, a_burial, a_sale, an_offer, first_turn, offering, plain, said


def rolled(seats: int = 3) -> Match:
    """Seat 0 has rolled the die, and asks to take that back: request 1."""
    match = first_turn(seats)
    match.answer(0, Roll(Seat(0)))
    match.does("seat:0", Undo())
    return match


def granted(number: int = 1) -> AnswerUndo:
    return AnswerUndo(number, True)


def refused(number: int = 1) -> AnswerUndo:
    return AnswerUndo(number, False)


def before(match: Match) -> int:
    """The node that request 1 wants to go back to."""
    return next(fact.to for event in match.events for fact in plain(event) if isinstance(fact, UndoAsked))


@pytest.mark.rule(OTHER_UNDO)
def test_the_last_consent_moves_the_head_in_the_same_event() -> None:
    match = rolled()
    first = match.does("seat:2", granted())
    assert first.facts == (UndoAnswered(1, Seat(2), True).by(OTHER_UNDO),)
    assert match.folded.table.head == before(match) + 1
    last = match.does("seat:1", granted())
    assert last.facts == (UndoAnswered(1, Seat(1), True).by(OTHER_UNDO), HeadMoved(before(match)).by(OTHER_UNDO))
    assert (match.folded.table.head, match.folded.table.request) == (before(match), None)
    assert match.folded.position == match.at(before(match)).position


@pytest.mark.rule(OTHER_UNDO)
def test_one_refusal_ends_the_request_and_moves_nothing() -> None:
    match = rolled()
    match.does("seat:2", granted())
    event = match.does("seat:1", refused())
    assert event.facts == (UndoAnswered(1, Seat(1), False).by(OTHER_UNDO), UndoRefused(1).by(OTHER_UNDO))
    assert (match.folded.table.head, match.folded.table.request) == (before(match) + 1, None)


@pytest.mark.rule(OTHER_UNDO)
def test_what_follows_a_granted_undo_is_what_followed_before() -> None:
    match = rolled(2)
    first = plain(match.events[match.folded.table.head - 1])
    match.does("seat:1", granted())
    assert plain(match.answer(0, Roll(Seat(0)))) == first


@pytest.mark.rule(OTHER_UNDO)
def test_who_asks_may_withdraw_and_nobody_else() -> None:
    match = rolled()
    assert match.refusal(match.ask("seat:1", WithdrawUndo(1))) == OTHER_UNDO.id
    assert match.does("seat:0", WithdrawUndo(1)).facts == (UndoWithdrawn(1).by(OTHER_UNDO),)
    assert match.folded.table.request is None


@pytest.mark.rule(OTHER_UNDO)
def test_who_asks_does_not_answer_and_nobody_answers_twice() -> None:
    match = rolled()
    assert match.refusal(match.ask("seat:0", granted())) == OTHER_UNDO.id
    match.does("seat:1", granted())
    assert match.refusal(match.ask("seat:1", granted())) == OTHER_UNDO.id
    assert match.refusal(match.ask("seat:1", refused())) == OTHER_UNDO.id


@pytest.mark.rule(ROLES)
@pytest.mark.parametrize("who", [ORGANISER, JUDGE, "public", "system"])
@pytest.mark.parametrize("command", [granted(), WithdrawUndo(1)])
def test_only_seats_answer_and_withdraw(who: str, command: AnswerUndo | WithdrawUndo) -> None:
    match = rolled()
    assert match.refusal(match.ask(who, command)) == ROLES.id


@pytest.mark.rule(RESIGN)
def test_who_has_resigned_is_neither_asked_nor_heard() -> None:
    match = first_turn(3)
    match.does("seat:2", Resign())
    match.answer(0, Roll(Seat(0)))
    match.does("seat:0", Undo())
    assert match.refusal(match.ask("seat:2", refused())) == RESIGN.id
    assert plain(match.does("seat:1", granted()))[-1] == HeadMoved(before(match))


@pytest.mark.rule(RESIGN)
def test_who_has_resigned_asks_for_nothing_but_to_be_in_again() -> None:
    match = first_turn(3)
    start = match.tip
    match.answer(0, a_sale(match, 0))
    match.does("seat:2", Resign())
    match.answer(0, a_sale(match, 0))
    assert match.refusal(match.ask("seat:2", Undo(match.tip - 1))) == RESIGN.id
    assert plain(match.facts(match.ask("seat:2", Undo(start)))) == (UndoAsked(1, Seat(2), start, WITHIN),)


@pytest.mark.rule(OTHER_UNDO)
def test_with_nobody_to_consent_there_is_nothing_to_ask() -> None:
    match = first_turn(3)
    match.answer(0, Roll(Seat(0)))
    alone = replace(match.folded.position, resigned=(Seat(1), Seat(2)))
    match.folded.nodes[match.folded.table.head] = replace(match.folded.nodes[match.folded.table.head], position=alone)
    assert match.refusal(match.ask("seat:0", Undo())) == OTHER_UNDO.id


@pytest.mark.rule(UNDO_ENDS)
def test_one_request_stands_at_a_time() -> None:
    match = rolled()
    target = before(match) - 1
    for seat in (0, 1):
        assert match.refusal(match.ask(f"seat:{seat}", Undo(target))) == UNDO_ENDS.id
    match.does("seat:0", WithdrawUndo(1))
    assert match.does("seat:1", Undo(target)).facts == (UndoAsked(2, Seat(1), target, WITHIN).by(OTHER_UNDO),)


@pytest.mark.rule(UNDO_ENDS)
def test_a_request_lapses_in_the_event_that_moves_the_table_on() -> None:
    match = rolled()
    sale = match.answer(0, a_sale(match, 0))
    assert sale.facts[-1] == UndoLapsed(1).by(UNDO_ENDS)
    assert sale.is_node
    assert match.folded.table.request is None


@pytest.mark.rule(UNDO_ENDS)
def test_a_sealed_answer_a_resignation_and_the_system_move_the_table_on() -> None:
    def asked() -> Match:
        match = offering(3)
        match.answer(0, an_offer(match, 0))
        match.answer(1, an_offer(match, 1))
        match.does("seat:0", Undo(match.tip - 2))
        return match

    one, other, third = asked(), asked(), asked()
    assert one.answer(1, an_offer(one, 1, -1)).facts[-1] == UndoLapsed(1).by(UNDO_ENDS)
    assert other.does("seat:2", Resign()).facts[-1] == UndoLapsed(1).by(UNDO_ENDS)
    rung = third.does(SYSTEM, Expire("bell"), at=third.folded.table.at + BELL_MS)
    assert rung.facts[-1] == UndoLapsed(1).by(UNDO_ENDS)


@pytest.mark.rule(UNDO_ENDS)
def test_another_head_move_and_an_abandonment_let_it_lapse() -> None:
    one = rolled()
    one.answer(0, a_sale(one, 0))
    one.does("seat:1", Undo(before(one)))
    freely = one.does("seat:0", Undo())
    assert freely.facts[-1] == UndoLapsed(2).by(UNDO_ENDS)
    one.does("seat:0", Undo())
    ruled = one.does(JUDGE, Undo(before(one), said("so be it")))
    assert plain(ruled)[1:] == (UndoLapsed(3),)
    other = rolled()
    assert plain(other.does(ORGANISER, Abandon())) == (Abandoned(), UndoLapsed(1))


@pytest.mark.rule(UNDO_ENDS)
def test_what_happens_at_the_table_alone_leaves_a_request_as_it_is() -> None:
    match = rolled()
    request = match.folded.table.request
    match.does("seat:1", Pause())
    match.does(ORGANISER, Pause())
    assert match.folded.table.request == request
    match.does("seat:2", granted())
    assert plain(match.does("seat:1", granted()))[-1] == HeadMoved(before(match))


@pytest.mark.rule(UNDO_ENDS, DEADLINE)
def test_a_request_expires_when_its_time_has_passed_and_not_before() -> None:
    match = rolled()
    asked = match.folded.table.at
    assert match.folded.next_deadline() == asked + WITHIN
    assert match.refusal(match.ask(SYSTEM, Expire("undo:1"), at=asked + WITHIN - 1)) == DEADLINE.id
    assert match.refusal(match.ask("seat:1", Expire("undo:1"), at=asked + WITHIN)) == DEADLINE.id
    event = match.does(SYSTEM, Expire("undo:1"), at=asked + WITHIN)
    assert event.facts == (UndoExpired(1).by(UNDO_ENDS),)
    assert not event.is_node
    assert match.folded.table.request is None
    assert match.refusal(match.ask(SYSTEM, Expire("undo:1"))) == DEADLINE.id


@pytest.mark.rule(UNDO_ENDS)
def test_a_pause_does_not_count_for_a_request() -> None:
    match = rolled()
    asked = match.folded.table.at
    match.does(ORGANISER, Pause(), at=asked + 1000)
    assert match.folded.next_deadline() is None
    assert match.refusal(match.ask(SYSTEM, Expire("undo:1"), at=asked + 2 * WITHIN)) == DEADLINE.id
    match.does(ORGANISER, Resume(), at=asked + 6000)
    assert match.folded.next_deadline() == asked + 5000 + WITHIN


@pytest.mark.rule(UNDO_ENDS)
def test_a_request_made_during_a_pause_has_its_whole_time_after_it() -> None:
    match = first_turn()
    match.answer(0, Roll(Seat(0)))
    match.does(ORGANISER, Pause())
    match.does("seat:0", Undo())
    resumed = match.does(ORGANISER, Resume(), at=match.folded.table.at + 70 * STEP)
    assert match.folded.next_deadline() == resumed.at + WITHIN


@pytest.mark.rule(OTHER_UNDO)
def test_an_answer_to_a_request_that_is_gone_is_a_conflict_and_to_none_is_refused() -> None:
    match = rolled()
    match.does("seat:0", WithdrawUndo(1))
    for who, command in (("seat:1", granted()), ("seat:1", refused()), ("seat:0", WithdrawUndo(1))):
        with pytest.raises(QuestionGone):
            decide(match.folded, match.ask(who, command))
    assert match.refusal(match.ask("seat:1", granted(2))) == OTHER_UNDO.id
    assert match.refusal(match.ask("seat:1", granted(0))) == OTHER_UNDO.id


@pytest.mark.rule(OTHER_UNDO)
def test_nobody_consents_to_what_they_have_not_seen() -> None:
    match = rolled()
    with pytest.raises(QuestionGone):
        decide(match.folded, match.ask("seat:1", granted(), seen=match.tip - 1))
    decide(match.folded, match.ask("seat:1", granted(), seen=match.tip))


@pytest.mark.rule(OTHER_UNDO)
def test_only_versions_that_the_game_has_stood_at_may_be_named() -> None:
    match = first_turn()
    match.answer(0, a_burial(match, 0))
    start = match.folded.line()[0]
    for version in (0, 1, start - 1, match.tip, match.tip + 1, -1):
        assert match.refusal(match.ask("seat:0", Undo(version))) == OTHER_UNDO.id
    assert match.refusal(match.ask("seat:0", Undo(start))) is None


@pytest.mark.rule(OTHER_UNDO)
@pytest.mark.parametrize("text", ["", "x" * (LONGEST_REASON + 1), "two\nlines"])
def test_a_reason_is_one_line_of_some_length(text: str) -> None:
    match = first_turn()
    match.answer(0, a_burial(match, 0))
    assert match.refusal(match.ask("seat:0", Undo(reason=said(text)))) == OTHER_UNDO.id
    assert match.refusal(match.ask("seat:0", Undo(reason=said("x" * LONGEST_REASON)))) is None


@pytest.mark.rule(CLOSED)
def test_a_closed_table_answers_no_request() -> None:
    match = rolled()
    match.does(ORGANISER, Abandon())
    assert match.refusal(match.ask("seat:1", granted())) == CLOSED.id
    assert match.refusal(match.ask("seat:0", WithdrawUndo(1))) == CLOSED.id
