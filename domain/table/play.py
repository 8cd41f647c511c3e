"""Judging a move: is its question open, what do the game's rules make of it, and does it end the game."""

from dataclasses import replace

from domain.kernel.chance import Chance
from domain.kernel.fact import Fact, Facts
from domain.kernel.facts import GameFinished, OpensAnswer, SeatResigned
from domain.kernel.names import Seat
from domain.kernel.position import fold_facts
from domain.kernel.question import parse_question_id
from domain.kernel.refusal import Refused, require
from domain.kernel.rule import Rule, cites
from domain.table.asking import Ask, QuestionGone
from domain.table.fold import Folded
from domain.table.rulebook import (
    ABANDON,
    FINISH,
    LAST_SEAT,
    OUT_OF_TURN,
    PAUSE,
    RESIGN,
    RESIGNED_BELOW,
    ROLES,
    START,
)


@cites(OUT_OF_TURN, ROLES, PAUSE, RESIGN)
def play(folded: Folded, ask: Ask, chance: Chance) -> Facts:
    """The facts of a move, or Refused, or QuestionGone."""
    if (seat := ask.seat) is None:
        raise Refused(ROLES, f"{ask.actor} does not play")
    table = folded.table
    require(table.started, START, "the table has not started")
    require(not table.abandoned, ABANDON, "the table was abandoned")
    require(table.paused_at is None, PAUSE, "the table is paused")
    require(seat not in folded.position.resigned, RESIGN, "the seat has resigned")
    require(getattr(ask.command, "seat", seat) == seat, ROLES, f"{ask.actor} acts for itself alone")
    answers = _answers_open_question(folded, ask, seat)
    facts = folded.game.decide(folded.position.state, ask.command, chance)
    require(folded.position.finished is None, FINISH, "the game is over")
    require(answers or not ask.command.ANSWERS, OUT_OF_TURN, _which_question(folded, seat))
    return name_questions(folded, facts)


def name_questions(folded: Folded, facts: Facts) -> Facts:
    """Fill in the questions of the facts that open a sealed answer."""
    return tuple(replace(ruled, fact=_named(folded, ruled.fact)) for ruled in facts)


def _named(folded: Folded, fact: Fact) -> Fact:
    if not isinstance(fact, OpensAnswer):
        return fact
    question = folded.position.question_id(fact.seat, folded.table.head_moves)
    return replace(fact, question=question)  # type: ignore[type-var]  # concrete facts are dataclasses


def _which_question(folded: Folded, seat: Seat) -> str:
    if folded.position.question_of(seat) is None:
        return "the seat is not asked anything"
    return f"the seat's question is {folded.position.question_id(seat, folded.table.head_moves)}: name it"


@cites(OUT_OF_TURN)
def _answers_open_question(folded: Folded, ask: Ask, seat: Seat) -> bool:
    """Whether the move names its seat's open question; QuestionGone when it names one that was open before."""
    named = parse_question_id(ask.question) if ask.question else None
    if named is None or named[1] != seat:
        return False
    position, table = folded.position, folded.table
    asked = position.question_of(seat)
    now = (table.head_moves, seat, position.closed[seat])
    if named[0] < now[0] or (named[0] == now[0] and named[2] < now[2]):
        raise QuestionGone
    if named != now or asked is None:
        return False
    seen = ask.seen or 0
    given = next((answer.version for answer in position.answers if answer.seat == seat), 0)
    if seen < (table.moved if asked.alone else given):
        raise QuestionGone
    return True


@cites(FINISH, LAST_SEAT, RESIGNED_BELOW)
def settle(folded: Folded, facts: Facts) -> Facts:
    """The facts with the score sheet and the ranking behind them, when they end the game."""
    game, position = folded.game, folded.position
    state = fold_facts(game, position.state, facts)
    resigned = (*position.resigned, *(ruled.fact.seat for ruled in facts if isinstance(ruled.fact, SeatResigned)))
    ending = _ending(folded, game.over(state), resigned)
    if ending is None:
        return facts
    stayed = tuple(place for place in (tuple(seat for seat in seats if seat not in resigned) for seats in game.places(state)) if place)
    winners = tuple(seat for seat in game.winners(state) if seat not in resigned)
    finished = GameFinished((*stayed, *((seat,) for seat in reversed(resigned))), winners)
    return (*facts, *game.sheet(state), finished.by(ending))


def _ending(folded: Folded, over: Rule | None, resigned: tuple[Seat, ...]) -> Rule | None:
    seats = folded.position.seats
    if len(resigned) >= max(1, seats - 1):
        return LAST_SEAT
    return over
