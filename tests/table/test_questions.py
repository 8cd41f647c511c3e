"""Answering the question that is open, and who may do what."""

import pytest

from domain.kernel.facts import AnswerSealed
from domain.kernel.names import Seat
from domain.kernel.question import QuestionId
from domain.kernel.refusal import Refused
from domain.table.asking import QuestionGone
from domain.table.commands import Claim, Inspect, Pause
from domain.table.decide import decide
from domain.table.facts import Viewed
from domain.table.fold import inspected
from domain.table.rulebook import INSPECTION, OUT_OF_TURN, ROLES, START
from tests.kernel.night_market import NIGHT_MARKET
from tests.kernel.night_market.commands import EndTurn
from tests.kernel.night_market.facts import OfferOpened
from tests.kernel.night_market.rulebook import OFFER, TURN
from tests.match import Match
from tests.table.scenes import JUDGE, a_sale, an_offer, card, end_turn, first_turn, offering, plain


@pytest.mark.rule(OUT_OF_TURN)
def test_a_move_that_names_its_seats_open_question_is_judged() -> None:
    match = first_turn()
    assert match.refusal(match.ask("seat:0", a_sale(match, 0), match.question(0))) is None


@pytest.mark.rule(OUT_OF_TURN)
def test_a_legal_move_that_names_no_question_is_out_of_turn() -> None:
    match = first_turn()
    assert match.refusal(match.ask("seat:0", a_sale(match, 0))) == OUT_OF_TURN.id


@pytest.mark.rule(OUT_OF_TURN)
def test_a_move_out_of_turn_is_refused_by_the_games_own_rule_where_it_has_one() -> None:
    match = first_turn()
    assert match.refusal(match.ask("seat:1", a_sale(match, 1))) == TURN.id


@pytest.mark.rule(OUT_OF_TURN)
@pytest.mark.parametrize("question", ["0.1.1", "0.0.9", "7.0.0", "nonsense", ""])
def test_a_move_that_names_anothers_a_later_or_no_question_is_out_of_turn(question: str) -> None:
    match = first_turn()
    assert match.refusal(match.ask("seat:0", a_sale(match, 0), question)) == OUT_OF_TURN.id


@pytest.mark.rule(OUT_OF_TURN)
def test_a_move_whose_question_has_been_answered_is_a_conflict() -> None:
    match = first_turn()
    again = match.ask("seat:0", a_sale(match, 0, -1), match.question(0))
    match.answer(0, a_sale(match, 0))
    with pytest.raises(QuestionGone):
        decide(match.folded, again)


@pytest.mark.rule(OUT_OF_TURN)
def test_a_move_the_question_does_not_offer_is_refused_by_its_rule() -> None:
    match = offering()
    assert match.refusal(match.ask("seat:0", a_sale(match, 0), match.question(0))) == TURN.id
    match = first_turn()
    assert match.refusal(match.ask("seat:0", an_offer(match, 0), match.question(0))) == OFFER.id


@pytest.mark.rule(OUT_OF_TURN)
def test_an_alone_question_is_gone_once_the_game_has_moved_since_the_asker_looked() -> None:
    match = first_turn()
    moved = match.folded.table.moved
    decide(match.folded, match.ask("seat:0", a_sale(match, 0), match.question(0), seen=moved))
    for seen in (moved - 1, 0):
        with pytest.raises(QuestionGone):
            decide(match.folded, match.ask("seat:0", a_sale(match, 0), match.question(0), seen=seen))


@pytest.mark.rule(OUT_OF_TURN)
def test_what_happens_at_the_table_alone_makes_no_question_old() -> None:
    match = first_turn()
    looked = match.ask("seat:0", a_sale(match, 0), match.question(0))
    match.does("seat:1", Pause())
    match.does("public", Claim("spectator:0"))
    assert match.refusal(looked) is None


@pytest.mark.rule(OUT_OF_TURN)
def test_a_parallel_question_stands_whatever_other_seats_do() -> None:
    match = offering(3)
    looked = match.ask("seat:2", an_offer(match, 2), match.question(2), seen=1)
    match.answer(0, an_offer(match, 0))
    match.answer(1, an_offer(match, 1))
    assert match.refusal(looked) is None


@pytest.mark.rule(OUT_OF_TURN)
def test_a_replacement_has_seen_the_answer_it_replaces() -> None:
    match = offering(3)
    asked = match.question(0)
    match.answer(0, an_offer(match, 0))
    given = match.tip
    match.answer(1, an_offer(match, 1))
    replacement = an_offer(match, 0, -1)
    with pytest.raises(QuestionGone):
        decide(match.folded, match.ask("seat:0", replacement, asked, seen=given - 1))
    event = match.take(match.ask("seat:0", replacement, asked, seen=given))
    assert plain(event) == (AnswerSealed(Seat(0), replacement.card),)


@pytest.mark.rule(OUT_OF_TURN)
def test_the_latest_replacement_is_opened() -> None:
    match = offering(2)
    shown = card(match, 0, -1)
    match.answer(0, an_offer(match, 0))
    match.answer(0, an_offer(match, 0, -1))
    event = match.answer(1, an_offer(match, 1))
    assert plain(event)[2] == OfferOpened(Seat(0), shown, asked_of(match, 0))


def asked_of(match: Match, seat: int) -> QuestionId:
    """The question that the seat's latest answer named."""
    return next(event.question for event in reversed(match.events) if event.actor == f"seat:{seat}" and event.question)


@pytest.mark.rule(OUT_OF_TURN)
def test_the_last_answer_opens_all_and_each_opening_names_its_question() -> None:
    match = offering(3)
    cards = [card(match, seat) for seat in range(3)]
    for seat in range(3):
        event = match.answer(seat, an_offer(match, seat))
    opened = [fact for fact in plain(event) if isinstance(fact, OfferOpened)]
    assert [(fact.seat, fact.card, fact.question) for fact in opened] == [(seat, cards[seat], asked_of(match, seat)) for seat in range(3)]


@pytest.mark.rule(OUT_OF_TURN)
def test_an_opened_answer_is_replaced_no_more() -> None:
    match = offering(2)
    late = match.ask("seat:0", an_offer(match, 0, -1), match.question(0))
    for seat in range(2):
        match.answer(seat, an_offer(match, seat))
    with pytest.raises(QuestionGone):
        decide(match.folded, late)


@pytest.mark.rule(START)
def test_before_the_start_nothing_is_played() -> None:
    match = Match.seated(NIGHT_MARKET, 2)
    assert match.refusal(match.ask("seat:0", end_turn(0), "0.0.0")) == START.id


@pytest.mark.rule(ROLES)
@pytest.mark.parametrize("who", ["organiser", "judge:0", "spectator:0", "public", "system"])
def test_who_has_no_seat_does_not_play(who: str) -> None:
    match = first_turn()
    assert match.refusal(match.ask(who, a_sale(match, 0), match.question(0))) == ROLES.id


@pytest.mark.rule(ROLES)
def test_a_seat_plays_for_itself_alone() -> None:
    match = first_turn()
    for question in (match.question(0), match.question(1), None):
        assert match.refusal(match.ask("seat:1", EndTurn(Seat(0)), question)) == ROLES.id


@pytest.mark.rule(INSPECTION)
def test_a_judges_inspection_is_recorded_and_is_its_own() -> None:
    match = first_turn()
    assert not inspected(match.folded.table, JUDGE)
    event = match.does(JUDGE, Inspect())
    assert event.facts == (Viewed(0).by(INSPECTION),)
    assert inspected(match.folded.table, JUDGE)
    assert not inspected(match.folded.table, "judge:1")
    assert not inspected(match.folded.table, "seat:0")


@pytest.mark.rule(INSPECTION)
def test_an_inspection_is_nothing_that_an_undo_or_a_question_minds() -> None:
    match = first_turn()
    looked = match.ask("seat:0", a_sale(match, 0), match.question(0))
    event = match.does(JUDGE, Inspect())
    assert not event.is_node
    assert match.refusal(looked) is None


@pytest.mark.rule(ROLES)
@pytest.mark.parametrize("who", ["organiser", "seat:0", "spectator:0", "public", "system"])
def test_only_a_judge_inspects(who: str) -> None:
    match = first_turn()
    with pytest.raises(Refused) as refused:
        match.does(who, Inspect())
    assert refused.value.refusal.rule is ROLES
