"""Questions that nobody has to answer, and commands that answer none."""

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from domain.kernel.event import Asking, Event
from domain.kernel.fact import Command
from domain.kernel.names import Actor, Seat
from domain.kernel.position import Position, advance
from domain.kernel.question import Asked, QuestionId
from domain.kernel.rule import RuleId
from domain.table.rulebook import OUT_OF_TURN
from tests.kernel.night_market import NIGHT_MARKET
from tests.kernel.night_market.commands import EndTurn
from tests.kernel.night_market.facts import CardSold
from tests.kernel.night_market.rulebook import SELL
from tests.match import Match, actor

RED, BLUE = Seat(0), Seat(1)


@dataclass(frozen=True, slots=True)
class Wave(Command):
    """Something that may be asked for at any moment."""

    NAME: ClassVar[str] = "wave"
    ANSWERS: ClassVar[bool] = False
    seat: Seat


def sold(version: int, question: str | None = None) -> Event:
    fact = CardSold(RED, "lanterns:kite").by(SELL)
    named = None if question is None else QuestionId(question)
    return Event(version, 0, Actor("seat:0"), "night-market@1+0", Asking("sell"), "c", (fact,), question=named)


def started() -> Position[Any]:
    return Match.started(NIGHT_MARKET, 2).folded.position


def test_a_question_that_nobody_had_to_answer_goes_uncounted() -> None:
    position = replace(started(), asked=(Asked(BLUE, "any-time", alone=False, required=False),))
    game = replace(NIGHT_MARKET, waiting=lambda state: (Asked(BLUE, "turn"),))
    assert advance(game, position, sold(9), 0).closed == position.closed


def test_a_required_question_that_goes_is_counted() -> None:
    position = replace(started(), asked=(Asked(BLUE, "bid"),))
    game = replace(NIGHT_MARKET, waiting=lambda state: (Asked(BLUE, "turn"),))
    assert advance(game, position, sold(9), 0).closed[BLUE] == position.closed[BLUE] + 1


def test_an_optional_question_that_is_answered_is_counted() -> None:
    asked = Asked(RED, "any-time", alone=False, required=False)
    position = replace(started(), asked=(asked,))
    game = replace(NIGHT_MARKET, waiting=lambda state: (asked,))
    assert advance(game, position, sold(9, "0.0.0"), 0).closed[RED] == position.closed[RED] + 1


def test_a_command_that_answers_nothing_needs_no_question_and_any_other_does() -> None:
    waved = CardSold(RED, "lanterns:kite").by(SELL)
    match = Match.started(NIGHT_MARKET, 2)
    match.game = replace(match.game, decide=lambda state, command, chance: (waved,))
    match.folded = replace(match.folded, game=match.game)
    assert match.refusal(match.ask(actor(0), Wave(RED))) is None
    assert match.refusal(match.ask(actor(0), EndTurn(RED))) == RuleId(OUT_OF_TURN.id)
