"""The fold of a line: what the kernel keeps beside a game's own state."""

from typing import Any

import pytest

from domain.kernel.event import Asking, Event
from domain.kernel.fact import Fact
from domain.kernel.facts import (
    AnswerSealed,
    DeadlineLifted,
    DeadlinePassed,
    DeadlineSet,
    GameFinished,
    SeatResigned,
)
from domain.kernel.game import Opening, PointsCounted
from domain.kernel.names import JUDGE, SYSTEM, Actor, Seat
from domain.kernel.position import Deadline, Position, SealedAnswer, advance, beginning, fold_facts, given_to
from domain.kernel.question import QuestionId
from domain.kernel.secret import Hidden, Sealed, sealed_for
from tests.kernel.night_market import NIGHT_MARKET
from tests.kernel.night_market.facts import CardDrawn, CardSold, DeckShuffled, DieRolled, OfferOpened, RoundBegun, TurnPassed
from tests.kernel.night_market.rulebook import OFFER
from tests.kernel.night_market.state import State
from tests.match import chosen_pack

RED, BLUE, AMBER = Seat(0), Seat(1), Seat(2)
KITE, DRUM = "lanterns:kite", "lanterns:drum"
OPTIONS = {option.name: option.default for option in NIGHT_MARKET.options}
BEGINNING: Position[State] = beginning(NIGHT_MARKET, Opening("1", chosen_pack(NIGHT_MARKET).pack, OPTIONS, (None, None, None)))
DEALT: tuple[Fact, ...] = tuple(CardDrawn(seat, sealed_for(card, seat)) for seat in (RED, BLUE, AMBER) for card in (KITE, DRUM))


def then(
    position: Position[State], *facts: Fact, by: str = SYSTEM, question: str | None = None, at: int = 5000, paused: int = 0, **draws: int
) -> Position[State]:
    ruled = tuple(fact.by(OFFER) for fact in facts)
    asked = None if question is None else QuestionId(question)
    event = Event(position.version + 1, at, Actor(by), "night-market@1+0", Asking("any"), "id", ruled, draws=draws, question=asked)
    return advance(NIGHT_MARKET, position, event, paused)


OFFERING = then(BEGINNING, DeckShuffled(Hidden()), *DEALT, RoundBegun(1))


def sealed(seat: Seat, card: str = KITE, digest: str = "D") -> AnswerSealed:
    return AnswerSealed(seat, Sealed(card, frozenset({JUDGE}), digest))


def required(position: Position[Any]) -> dict[int, bool]:
    return {asked.seat: asked.required for asked in position.asked}


def test_before_the_first_fact_nobody_is_asked() -> None:
    assert (BEGINNING.version, BEGINNING.asked, BEGINNING.closed) == (0, (), (0, 0, 0))


def test_after_facts_the_game_says_who_is_asked() -> None:
    assert required(OFFERING) == {0: True, 1: True, 2: True}
    assert (OFFERING.version, OFFERING.closed) == (1, (0, 0, 0))


def test_a_sealed_answer_leaves_its_question_open_and_no_longer_required() -> None:
    after = then(OFFERING, sealed(BLUE), by="seat:1", question="0.1.0")
    assert required(after) == {0: True, 1: False, 2: True}
    assert after.closed == (0, 0, 0)
    assert after.answers == (SealedAnswer(BLUE, "D", 2),)


def test_a_hidden_answer_is_kept_by_the_same_digest() -> None:
    assert then(OFFERING, AnswerSealed(BLUE, Hidden("D"))).answers == (SealedAnswer(BLUE, "D", 2),)


def test_what_else_the_seat_asks_for_while_its_answer_waits_leaves_the_answer_there() -> None:
    first = then(OFFERING, sealed(BLUE), by="seat:1", question="0.1.0")
    beside = then(first, DieRolled(BLUE, 3), by="seat:1", question="0.1.0")
    assert (beside.answers, beside.closed) == ((SealedAnswer(BLUE, "D", 2),), (0, 0, 0))
    opened = then(beside, OfferOpened(BLUE, KITE, QuestionId("0.1.0")))
    assert (opened.answers, opened.closed) == ((), (0, 1, 0))


def test_a_replacement_stands_in_place_of_the_answer() -> None:
    first = then(OFFERING, sealed(BLUE, digest="D1"), by="seat:1", question="0.1.0")
    second = then(first, sealed(BLUE, digest="D2"), by="seat:1", question="0.1.0")
    assert second.answers == (SealedAnswer(BLUE, "D2", 3),)
    assert second.closed == (0, 0, 0)


def test_opening_the_answers_closes_their_questions() -> None:
    answered = then(then(OFFERING, sealed(RED)), sealed(BLUE))
    opened = then(
        answered,
        sealed(AMBER),
        *(OfferOpened(seat, KITE, QuestionId(f"0.{seat}.0")) for seat in (RED, BLUE, AMBER)),
        TurnPassed(RED),
        by="seat:2",
        question="0.2.0",
    )
    assert (opened.answers, opened.closed) == ((), (1, 1, 1))
    assert required(opened) == {0: True}


def test_an_answer_whose_question_goes_away_unopened_is_not_taken_for_the_next_question() -> None:
    answered = then(OFFERING, sealed(RED))
    gone = then(answered, TurnPassed(RED))
    assert (gone.answers, gone.closed, required(gone)) == ((), (1, 1, 1), {0: True})


def test_an_answered_question_is_closed_even_when_the_same_is_asked_again() -> None:
    turn = then(OFFERING, TurnPassed(RED))
    sold = then(turn, CardSold(RED, KITE), by="seat:0", question="0.0.1")
    assert (turn.closed, sold.closed) == ((1, 1, 1), (2, 1, 1))
    assert required(sold) == {0: True}


def test_what_others_do_leaves_an_open_question_open() -> None:
    turn = then(OFFERING, TurnPassed(RED))
    assert then(turn, SeatResigned(AMBER), by="seat:2").closed == turn.closed


def test_a_question_of_another_round_takes_the_place_of_the_last() -> None:
    assert then(OFFERING, RoundBegun(2)).closed == (1, 1, 1)


def test_question_ids_count_head_moves_and_closed_questions() -> None:
    turn = then(OFFERING, TurnPassed(RED))
    assert turn.question_id(RED, 3) == "3.0.1"


def test_who_resigned_is_asked_nothing_more_and_its_answer_is_void() -> None:
    after = then(then(OFFERING, sealed(BLUE)), SeatResigned(BLUE), by="seat:1")
    assert required(after) == {0: True, 2: True}
    assert (after.resigned, after.answers, after.closed) == ((BLUE,), (), (0, 1, 0))


def test_a_deadline_runs_from_the_event_that_set_it() -> None:
    after = then(OFFERING, DeadlineSet("bell", 60_000), at=5000, paused=700)
    assert after.deadlines == (Deadline("bell", 65_000, 700, 2),)


def test_a_deadline_set_again_runs_anew() -> None:
    twice = then(then(OFFERING, DeadlineSet("bell", 100), at=1000), DeadlineSet("bell", 100), at=2000)
    assert twice.deadlines == (Deadline("bell", 2100, 0, 3),)


@pytest.mark.parametrize("over", [DeadlineLifted("bell"), DeadlinePassed("bell")])
def test_a_deadline_lifted_or_passed_runs_no_more_and_others_do(over: Fact) -> None:
    both = then(OFFERING, DeadlineSet("bell", 100), DeadlineSet("dawn", 200), at=0)
    assert then(both, over).deadlines == (Deadline("dawn", 200, 0, 2),)


def test_draws_are_counted_on_by_label() -> None:
    first = then(OFFERING, DieRolled(RED, 3), deck=1, die=1)
    assert then(first, DieRolled(RED, 4), die=2).draws == {"deck": 1, "die": 2}


def test_the_finish_keeps_sheet_and_ranking_and_asks_nobody() -> None:
    line = PointsCounted(BLUE, 3, "stall", (3,))
    after = then(then(OFFERING, DeadlineSet("bell", 100)), line, GameFinished(((BLUE,), (RED, AMBER)), (BLUE,)))
    assert after.sheet == (line.by(OFFER),)
    assert after.finished == ((BLUE,), (RED, AMBER))
    assert (after.asked, after.deadlines, after.closed) == ((), (), (1, 1, 1))


def test_a_game_is_given_the_facts_it_lists_and_every_resignation() -> None:
    assert [given_to(NIGHT_MARKET, fact) for fact in (DEALT[0], sealed(RED), SeatResigned(RED), DeadlineLifted("bell"))] == [
        True,
        True,
        True,
        False,
    ]


def test_folding_facts_alone_gives_the_state_that_the_line_would_have() -> None:
    facts = [fact.by(OFFER) for fact in (TurnPassed(RED), CardSold(RED, KITE), DeadlineSet("bell", 5))]
    expected = then(OFFERING, *(ruled.fact for ruled in facts)).state
    assert fold_facts(NIGHT_MARKET, OFFERING.state, facts) == expected
