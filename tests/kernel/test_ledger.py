"""Who learned what."""

import pytest

from domain.kernel.event import Asking, Event
from domain.kernel.fact import Fact
from domain.kernel.ledger import Lesson, is_news, lessons
from domain.kernel.names import JUDGE, PUBLIC, Actor, Seat, Viewer
from domain.kernel.rule import RuleId
from domain.kernel.secret import HIDDEN, sealed_for
from tests.kernel.night_market.facts import CardDrawn, CardReceived, CardSold, DieRolled, TurnPassed
from tests.kernel.night_market.rulebook import TURN

RED, BLUE = Seat(0), Seat(1)
DRAWN = CardDrawn(RED, sealed_for("lanterns:kite", RED))
SOLD = CardSold(RED, "lanterns:kite")
ROLLED = DieRolled(RED, 3)
RECEIVED = CardReceived(BLUE, RED, sealed_for("lanterns:kite", BLUE))


def event(*facts: Fact) -> Event:
    ruled = tuple(fact.by(TURN) for fact in facts)
    return Event(7, 1000, Actor("seat:0"), "night-market@1+0", Asking("end-turn"), "a", ruled)


def learners(lesson: Lesson) -> set[str]:
    return {name for name in ("seat:0", "seat:1", "judge:0", "public") if lesson.taught(Viewer(name))}


def test_a_drawn_card_teaches_its_seat_and_the_judges() -> None:
    (lesson,) = lessons(event(DRAWN))
    assert lesson == Lesson(7, DRAWN, "card", frozenset({JUDGE, Viewer("seat:0")}), None)
    assert learners(lesson) == {"seat:0", "judge:0"}


def test_an_own_card_shown_teaches_everybody_else() -> None:
    (lesson,) = lessons(event(SOLD))
    assert lesson == Lesson(7, SOLD, "card", frozenset({PUBLIC}), RED)
    assert learners(lesson) == {"seat:1", "judge:0", "public"}


def test_a_card_passed_on_teaches_the_receiver_and_not_the_giver() -> None:
    (lesson,) = lessons(event(RECEIVED))
    assert learners(lesson) == {"seat:1", "judge:0"}


def test_a_roll_teaches_everybody() -> None:
    (lesson,) = lessons(event(ROLLED))
    assert learners(lesson) == {"seat:0", "seat:1", "judge:0", "public"}


def test_a_fact_without_news_teaches_nobody() -> None:
    assert list(lessons(event(TurnPassed(RED)))) == []


def test_what_a_copy_hides_is_left_out_of_its_ledger() -> None:
    assert list(lessons(event(CardDrawn(RED, HIDDEN)))) == []


@pytest.mark.parametrize(
    ("fact", "to_red", "to_blue"),
    [(DRAWN, True, True), (SOLD, False, True), (RECEIVED, True, True), (ROLLED, True, True), (TurnPassed(RED), False, False)],
)
def test_an_own_secret_laid_open_is_no_news_for_its_seats_undo_and_one_passed_on_is(fact: Fact, to_red: bool, to_blue: bool) -> None:
    facts = event(fact).facts
    assert (is_news(facts, RED), is_news(facts, BLUE)) == (to_red, to_blue)
    assert is_news(facts, None) is (to_red or to_blue)


def test_what_is_news_is_the_same_in_every_copy() -> None:
    for fact, copy in ((DRAWN, CardDrawn(RED, HIDDEN)), (RECEIVED, CardReceived(BLUE, RED, HIDDEN))):
        for seat in (RED, BLUE, None):
            assert is_news(event(copy).facts, seat) is is_news(event(fact).facts, seat)
    assert event(DRAWN).facts[0].rule == RuleId("NM-T1")
