"""Taking back."""

from dataclasses import replace

import pytest

from domain.kernel.facts import Expire
from domain.kernel.names import SYSTEM, Seat
from domain.kernel.position import Deadline
from domain.kernel.secret import sealed_for
from domain.table.asking import QuestionGone
from domain.table.commands import Pause, Resign, Start, Undo
from domain.table.decide import decide
from domain.table.facts import Abandoned, HeadMoved, UndoAsked
from domain.table.rulebook import ABANDON, CLOSED, FREE_UNDO, OTHER_UNDO, ROLES
from domain.table.state import UndoRequest
from domain.table.undo import WITHIN
from tests.invariants import without_questions
from tests.kernel.night_market import NIGHT_MARKET
from tests.kernel.night_market.commands import Give, Roll
from tests.kernel.night_market.facts import TurnPassed
from tests.kernel.night_market.rulebook import DEALS, TURN
from tests.match import Match
from tests.table.scenes import (
    BELL,
    BELL_MS,
    JUDGE,
    ORGANISER,
    a_burial,
    a_sale,
    an_offer,
    end_turn,
    first_turn,
    names,
    offering,
    plain,
    said,
)


def roll(match: Match, seat: int) -> None:
    match.answer(seat, Roll(Seat(seat)))


@pytest.mark.rule(FREE_UNDO)
def test_a_seat_takes_back_its_own_latest_action() -> None:
    match = first_turn()
    before = match.folded
    match.answer(0, a_burial(match, 0))
    event = match.does("seat:0", Undo())
    assert event.facts == (HeadMoved(before.table.head).by(FREE_UNDO),)
    assert not event.is_node
    assert match.folded.position == before.position
    assert match.folded.table.head_moves == 1


@pytest.mark.rule(FREE_UNDO)
def test_an_own_card_shown_may_be_taken_back() -> None:
    match = first_turn()
    match.answer(0, a_sale(match, 0))
    assert match.undoes(0)


@pytest.mark.rule(FREE_UNDO)
def test_a_card_passed_on_is_not_taken_back_for_its_receiver_has_seen_it() -> None:
    match = first_turn()
    card = match.state.players[0].hand.known[0]
    match.answer(0, Give(Seat(0), sealed_for(card, Seat(0))))
    assert not match.undoes(0)


@pytest.mark.rule(FREE_UNDO)
def test_several_own_actions_are_taken_back_one_after_another() -> None:
    match = first_turn()
    start = match.folded.position
    match.answer(0, a_sale(match, 0))
    match.answer(0, a_burial(match, 0))
    match.does("seat:0", Undo())
    match.does("seat:0", Undo())
    assert match.folded.position == start
    assert not match.undoes(0)


@pytest.mark.rule(FREE_UNDO)
def test_another_seat_takes_nothing_back() -> None:
    match = first_turn()
    match.answer(0, a_sale(match, 0))
    assert not match.undoes(1)


@pytest.mark.rule(FREE_UNDO)
def test_once_somebody_else_has_acted_nothing_is_taken_back_freely() -> None:
    match = offering(3)
    match.answer(0, an_offer(match, 0))
    assert match.undoes(0)
    match.answer(1, an_offer(match, 1))
    assert (match.undoes(0), match.undoes(1)) == (False, True)


@pytest.mark.rule(FREE_UNDO)
def test_what_others_do_at_the_table_does_not_hinder_an_undo() -> None:
    match = first_turn()
    match.answer(0, a_sale(match, 0))
    match.does("seat:1", Pause())
    assert match.undoes(0)
    match.does(ORGANISER, Pause())
    assert match.undoes(0)


@pytest.mark.rule(FREE_UNDO)
def test_a_roll_is_not_taken_back() -> None:
    match = first_turn()
    roll(match, 0)
    assert not match.undoes(0)


@pytest.mark.rule(FREE_UNDO)
def test_after_a_roll_a_later_action_may_be_taken_back_but_not_the_roll() -> None:
    match = first_turn()
    roll(match, 0)
    match.answer(0, a_sale(match, 0))
    assert match.undoes(0)
    match.does("seat:0", Undo())
    assert not match.undoes(0)


@pytest.mark.rule(FREE_UNDO)
def test_a_draw_is_not_taken_back() -> None:
    match = first_turn()
    match.answer(0, end_turn(0))
    assert not match.undoes(0)


@pytest.mark.rule(FREE_UNDO)
def test_opened_offers_are_not_taken_back() -> None:
    match = offering(2)
    match.answer(0, an_offer(match, 0))
    match.answer(1, an_offer(match, 1))
    assert (match.undoes(0), match.undoes(1)) == (False, False)


@pytest.mark.rule(FREE_UNDO)
def test_what_the_system_did_is_nobodys_to_take_back() -> None:
    match = offering(2)
    match.answer(0, an_offer(match, 0))
    match.does(SYSTEM, Expire(BELL), at=match.folded.table.at + BELL_MS)
    assert (match.undoes(0), match.undoes(1)) == (False, False)


@pytest.mark.rule(FREE_UNDO)
def test_a_resignation_by_which_nobody_learns_anything_may_be_taken_back() -> None:
    match = first_turn(3)
    match.does("seat:2", Resign())
    match.does("seat:2", Undo())
    assert match.folded.position.resigned == ()


@pytest.mark.rule(FREE_UNDO)
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_start_is_not_taken_back(seat: int) -> None:
    assert not offering(3).undoes(seat)


@pytest.mark.rule(FREE_UNDO)
def test_before_the_start_there_is_nothing_to_take_back() -> None:
    assert not Match.seated(NIGHT_MARKET, 2).undoes(0)


@pytest.mark.rule(FREE_UNDO)
def test_what_counts_in_a_turn_is_taken_back_with_it() -> None:
    match = first_turn()
    match.answer(0, a_sale(match, 0))
    match.answer(0, a_sale(match, 0))
    third = a_sale(match, 0)
    assert match.refusal(match.ask("seat:0", third, match.question(0))) == DEALS.id
    match.does("seat:0", Undo())
    assert match.state.deals == 1
    assert match.refusal(match.ask("seat:0", third, match.question(0))) is None


@pytest.mark.rule(FREE_UNDO)
def test_done_undone_done_undone_is_nothing_done() -> None:
    match = first_turn()
    before = match.folded.position
    sale = a_sale(match, 0)
    positions = []
    for _ in range(2):
        match.answer(0, sale)
        positions.append(match.folded.position)
        match.does("seat:0", Undo())
        assert match.folded.position == before
    assert positions[0].state == positions[1].state
    assert len(match.folded.line()) == len(match.at(before.version).line())


@pytest.mark.rule(FREE_UNDO)
def test_what_was_left_behind_stays_a_node_of_its_own_branch() -> None:
    match = first_turn()
    match.answer(0, a_sale(match, 0))
    left = match.folded.table.head
    match.does("seat:0", Undo())
    match.answer(0, a_burial(match, 0))
    assert left in match.folded.nodes
    assert left not in match.folded.line()
    assert match.events[-1].parent == match.folded.nodes[left].parent


@pytest.mark.rule(FREE_UNDO)
def test_after_an_undo_the_same_step_has_the_same_outcome() -> None:
    match = first_turn()
    before = match.folded.table.head
    outcomes = []
    for _ in range(2):
        event = match.answer(0, Roll(Seat(0)))
        outcomes.append((plain(event), event.draws))
        match.happens(HeadMoved(before).by(OTHER_UNDO))
    assert outcomes[0] == outcomes[1]


@pytest.mark.rule(FREE_UNDO)
def test_after_an_undo_the_last_offer_opens_the_same_cards_under_new_questions() -> None:
    match = offering(2)
    match.answer(0, an_offer(match, 0))
    before, offer = match.folded.table.head, an_offer(match, 1)
    first = match.answer(1, offer)
    match.happens(HeadMoved(before).by(OTHER_UNDO))
    second = match.answer(1, offer)
    assert without_questions(first.facts) == without_questions(second.facts)
    assert [fact.question for fact in plain(second) if hasattr(fact, "question")] == ["1.0.0", "1.1.0"]


@pytest.mark.rule(FREE_UNDO)
def test_a_question_from_before_an_undo_is_gone() -> None:
    match = first_turn()
    stale = match.ask("seat:0", a_sale(match, 0), match.question(0))
    match.answer(0, a_burial(match, 0, -1))
    match.does("seat:0", Undo())
    with pytest.raises(QuestionGone):
        decide(match.folded, stale)


@pytest.mark.rule(OTHER_UNDO)
def test_an_undo_that_is_not_free_is_asked_and_moves_nothing() -> None:
    match = first_turn()
    before = match.folded.table.head
    roll(match, 0)
    event = match.does("seat:0", Undo())
    assert event.facts == (UndoAsked(1, Seat(0), before, WITHIN).by(OTHER_UNDO),)
    assert match.folded.table.head == before + 1
    assert match.folded.table.request == UndoRequest(1, Seat(0), before, Deadline("undo:1", event.at + WITHIN, 0, event.version))


@pytest.mark.rule(ROLES)
@pytest.mark.parametrize("who", ["public", "system"])
def test_who_neither_plays_nor_judges_takes_nothing_back(who: str) -> None:
    match = first_turn()
    match.answer(0, a_sale(match, 0))
    assert match.refusal(match.ask(who, Undo())) == ROLES.id
    assert match.refusal(match.ask(who, Undo(match.tip - 1, said("why")))) == ROLES.id


@pytest.mark.rule(FREE_UNDO)
def test_more_than_the_own_latest_action_needs_its_target_named() -> None:
    match = first_turn()
    for seat in (0, 1):
        assert match.refusal(match.ask(f"seat:{seat}", Undo())) == FREE_UNDO.id
    match.answer(0, a_sale(match, 0))
    assert match.refusal(match.ask("seat:1", Undo())) == FREE_UNDO.id
    assert plain(match.facts(match.ask("seat:1", Undo(match.tip - 1)))) == (UndoAsked(1, Seat(1), match.tip - 1, WITHIN),)


@pytest.mark.rule(FREE_UNDO)
def test_two_own_actions_are_taken_back_at_once_where_the_target_is_named() -> None:
    match = first_turn()
    start = match.folded.position
    match.answer(0, a_sale(match, 0))
    match.answer(0, a_burial(match, 0))
    assert match.does("seat:0", Undo(start.version)).facts == (HeadMoved(start.version).by(FREE_UNDO),)
    assert match.folded.position == start
    asked = match.facts(match.ask("seat:0", Undo(start.version - 1)))
    assert plain(asked) == (UndoAsked(1, Seat(0), start.version - 1, WITHIN),)


@pytest.mark.rule(FREE_UNDO)
def test_what_was_taken_back_freely_is_brought_back_freely() -> None:
    match = first_turn()
    match.answer(0, a_sale(match, 0))
    sold = match.folded
    match.does("seat:0", Undo())
    match.answer(0, a_burial(match, 0))
    buried = match.folded
    for target in (sold, buried, sold):
        event = match.does("seat:0", Undo(target.table.head))
        assert event.facts == (HeadMoved(target.table.head).by(FREE_UNDO),)
        assert match.folded.position == target.position


@pytest.mark.rule(FREE_UNDO)
def test_nobody_else_brings_it_back_freely_nor_anybody_once_others_have_acted() -> None:
    match = offering(3)
    match.answer(0, an_offer(match, 0))
    offered = match.tip
    match.does("seat:0", Undo())
    assert names(match.facts(match.ask("seat:1", Undo(offered)))) == ["undo-asked"]
    assert names(match.facts(match.ask("seat:0", Undo(offered)))) == ["head-moved"]
    match.answer(1, an_offer(match, 1))
    assert names(match.facts(match.ask("seat:0", Undo(offered)))) == ["undo-asked"]


@pytest.mark.rule(FREE_UNDO)
def test_what_was_learned_on_a_branch_that_was_left_still_hinders() -> None:
    match = first_turn()
    match.answer(0, a_sale(match, 0))
    sold = match.tip
    roll(match, 0)
    match.does(JUDGE, Undo(sold, said("a slip")))
    assert names(match.facts(match.ask("seat:0", Undo()))) == ["undo-asked"]
    assert names(match.facts(match.ask("seat:0", Undo(sold + 1)))) == ["undo-asked"]
    match.answer(0, a_burial(match, 0))
    assert match.undoes(0)


@pytest.mark.rule(FREE_UNDO)
def test_a_reason_goes_with_the_head_move() -> None:
    match = first_turn()
    match.answer(0, a_sale(match, 0))
    reason = said("the wrong card")
    assert match.does("seat:0", Undo(reason=reason)).facts == (HeadMoved(match.folded.table.head, reason).by(FREE_UNDO),)


@pytest.mark.rule(FREE_UNDO)
def test_even_a_start_by_which_nobody_learns_anything_is_not_taken_back() -> None:
    quiet = replace(NIGHT_MARKET, start=lambda state, chance: (TurnPassed(Seat(0)).by(TURN),))
    match = Match.seated(quiet, 2)
    match.does("seat:0", Start())
    assert not match.undoes(0)
    match.answer(0, end_turn(0))
    assert match.undoes(0)


@pytest.mark.rule(FREE_UNDO)
def test_who_looked_before_an_undo_looks_again() -> None:
    match = first_turn()
    match.answer(0, a_sale(match, 0))
    looked = match.tip
    match.does("seat:0", Undo())
    with pytest.raises(QuestionGone):
        decide(match.folded, match.ask("seat:0", a_sale(match, 0), match.question(0), seen=looked))
    assert match.refusal(match.ask("seat:0", a_sale(match, 0), match.question(0), seen=match.tip)) is None


@pytest.mark.rule(CLOSED)
def test_an_abandonment_ends_every_undo_at_once() -> None:
    match = first_turn()
    match.answer(0, a_sale(match, 0))
    match.happens(Abandoned().by(ABANDON), who=ORGANISER)
    assert match.refusal(match.ask("seat:0", Undo())) == CLOSED.id


@pytest.mark.rule(FREE_UNDO)
def test_nobody_takes_back_what_they_have_not_seen() -> None:
    match = first_turn()
    match.answer(0, a_burial(match, 0))
    seen = match.folded.table.tip
    with pytest.raises(QuestionGone):
        decide(match.folded, replace(match.ask("seat:0", Undo()), seen=seen - 1))
    decide(match.folded, replace(match.ask("seat:0", Undo()), seen=seen))
