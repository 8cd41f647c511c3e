"""Judging a move: is its question open, and what do the game's rules make of it."""

from dataclasses import replace

from domain.kernel.chance import Chance
from domain.kernel.fact import Fact, Facts
from domain.kernel.facts import OpensAnswer
from domain.kernel.names import Seat, judge_of
from domain.kernel.question import parse_question_id
from domain.kernel.refusal import Refused, require
from domain.kernel.rule import cites
from domain.table.asking import Ask, QuestionGone
from domain.table.fold import Folded
from domain.table.roles import require_begun
from domain.table.rulebook import (
    FINISH,
    OUT_OF_TURN,
    PAUSE,
    RESIGN,
    ROLES,
    STOPPING,
)


def play(folded: Folded, ask: Ask, chance: Chance) -> Facts:
    """The facts of a move, or Refused, or QuestionGone."""
    return _judged(folded, ask, chance) if ask.command.JUDGED else _moved(folded, ask, chance)


@cites(ROLES)
def _judged(folded: Folded, ask: Ask, chance: Chance) -> Facts:
    """What the game makes of a judge's word; a pause does not stop it (TB-P1)."""
    judge = judge_of(ask.actor)
    table = folded.table
    require(judge is not None and judge in table.judges, ROLES, f"{ask.actor} is no judge of this table")
    require(getattr(ask.command, "judge", judge) == judge, ROLES, f"{ask.actor} judges for itself alone")
    require(ask.question is None, ROLES, "a judge answers no question")
    require_begun(table)
    require(folded.position.finished is None, FINISH, "the game is over")
    return name_questions(folded, folded.game.decide(folded.position.state, ask.command, chance))


@cites(OUT_OF_TURN, ROLES, PAUSE, RESIGN)
def _moved(folded: Folded, ask: Ask, chance: Chance) -> Facts:
    if (seat := ask.seat) is None:
        raise Refused(ROLES, f"{ask.actor} does not play")
    table = folded.table
    require_begun(table)
    require(table.paused_at is None or ask.on_behalf is not None, PAUSE, "the table is paused")
    require(seat not in folded.position.resigned, RESIGN, "the seat has resigned")
    require(getattr(ask.command, "seat", seat) == seat, ROLES, f"{ask.actor} acts for itself alone")
    answers = _answers_open_question(folded, ask, seat)
    _check_still(folded, seat)
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
    if ask.on_behalf is None and seen < (table.moved if asked.alone else given):
        raise QuestionGone
    return True


@cites(STOPPING)
def _check_still(folded: Folded, seat: Seat) -> None:
    asked = folded.position.question_of(seat)
    still = asked is not None and (asked.kind, asked.detail) in folded.table.still
    require(not still, STOPPING, "the question stands still until the dispute about it is over")
