"""Alliances: who meets, and what the two say."""

from itertools import combinations

from domain.kernel.names import Seat
from domain.kernel.refusal import require
from domain.kernel.rule import Rule, cites
from domain.stadt_city.commands import AnswerAlliance
from domain.stadt_city.facts import AllianceAnswered, AllianceFormed, AllianceRefused, PlayersMet
from domain.stadt_city.rulebook import A1, A2, A3, R12
from domain.stadt_city.rules.doing import Doing
from domain.stadt_city.state import MOVEMENT, State


@cites(A1, A2, A3, R12)
def meeting_pair(state: State) -> tuple[Seat, Seat] | None:
    """The first two, in turn order of the first and then of the second, who meet and may still ally."""
    if len(state.players) == 2 or state.stage in MOVEMENT:
        return None
    return next((pair for pair in combinations(state.turn_order, 2) if _may_ally(state, *pair)), None)


def _may_ally(state: State, one: Seat, other: Seat) -> bool:
    first, second = state.players[one], state.players[other]
    together = first.is_character and second.is_character and first.square == second.square
    return together and first.ally is None and second.ally is None and other not in first.refused


@cites(R12)
def meet(doing: Doing, pair: tuple[Seat, Seat]) -> None:
    doing.happens(PlayersMet(*pair, doing.state.players[pair[0]].square or ""), R12)


@cites(A1)
def unanswered(state: State) -> tuple[Seat, ...]:
    """Who of the two has still to say yes or no."""
    meeting = state.meeting
    if meeting is None:
        return ()
    said = {seat for seat, _ in meeting.answers}
    return tuple(seat for seat in (meeting.first, meeting.second) if seat not in said)


@cites(A1)
def answer(doing: Doing, command: AnswerAlliance) -> None:
    meeting = doing.state.meeting
    asked = (meeting.first, meeting.second) if meeting else ()
    require(command.partner in asked and command.partner != command.seat, R12, f"the seat has not met seat {command.partner}")
    _say(doing, command.seat, command.yes, A1)


@cites(R12)
def run_out(doing: Doing) -> None:
    """No answer in time is a no."""
    for seat in unanswered(doing.state):
        _say(doing, seat, False, R12)


@cites(R12)
def leave(doing: Doing, seat: Seat) -> None:
    """A seat that resigns allies with nobody."""
    meeting = doing.state.meeting
    if meeting and seat in (meeting.first, meeting.second):
        doing.happens(AllianceRefused(meeting.first, meeting.second), R12)


@cites(A1, A2)
def _say(doing: Doing, seat: Seat, yes: bool, rule: Rule) -> None:
    """An answer; the second of two settles it."""
    meeting = doing.state.meeting
    if meeting is None:
        return
    partner = meeting.second if seat == meeting.first else meeting.first
    doing.happens(AllianceAnswered(seat, partner, yes), rule)
    answers = doing.state.meeting.answers if doing.state.meeting else ()
    if len(answers) < 2:
        return
    if all(agreed for _, agreed in answers):
        doing.happens(AllianceFormed(meeting.first, meeting.second), A1)
    else:
        doing.happens(AllianceRefused(meeting.first, meeting.second), A2)
