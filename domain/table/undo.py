"""Taking back and bringing back: freely, with the others' consent, or by ruling."""

from domain.kernel.fact import Facts, moves_on
from domain.kernel.names import ORGANISER, Actor, Seat, is_judge
from domain.kernel.refusal import Refused, require
from domain.kernel.rule import cites
from domain.kernel.secret import Secret
from domain.table.asking import Ask, QuestionGone
from domain.table.commands import AnswerUndo, Undo, WithdrawUndo
from domain.table.facts import Abandoned, HeadMoved, UndoAnswered, UndoAsked, UndoLapsed, UndoRefused, UndoWithdrawn
from domain.table.fold import Folded
from domain.table.roles import seated
from domain.table.rulebook import CLOSED, FORK_BEGINS, FREE_UNDO, OTHER_UNDO, RESIGN, ROLES, STOPPING, UNDO_ENDS, UNDO_RULING
from domain.table.saying import check_said
from domain.table.state import UndoRequest

WITHIN = 10 * 60 * 1000
"""How long (ms) a request waits for its answers."""
LONGEST_REASON = 500


@cites(FREE_UNDO, ROLES, STOPPING)
def undo(folded: Folded, ask: Ask, command: Undo) -> Facts:
    """Move the head where that takes nothing back from anybody, or on a ruling; otherwise ask the others."""
    require(ask.seat is not None or _may_rule(ask.actor), ROLES, f"{ask.actor} has no action to take back")
    if ask.seen is not None and ask.seen < folded.table.moved:
        raise QuestionGone
    _check_head_moves(folded)
    check_said("reason", command.reason, LONGEST_REASON, OTHER_UNDO)
    if (seat := ask.seat) is None:
        return _ruled(folded, command)
    require(not folded.table.held, STOPPING, "the table stands still for a dispute: what is disputed stays until that is over")
    to = _own_latest(folded, seat) if command.to is None else _named(folded, command.to)
    if is_free(folded, seat, to):
        return (HeadMoved(to, command.reason).by(FREE_UNDO),)
    return _asked(folded, seat, to, command.reason)


def is_free(folded: Folded, seat: Seat, to: int) -> bool:
    """Whether the seat may move the head there alone: since the first node that this concerns, nobody else acted or learned."""
    first = min(set(folded.line()) ^ set(folded.line(to)))
    return folded.table.others_acted[seat] < first and folded.table.others_news[seat] < first


@cites(FREE_UNDO, FORK_BEGINS)
def _own_latest(folded: Folded, seat: Seat) -> int:
    """The node before the seat's own action that the game stands at; what others did beside the game since counts for nothing."""
    head = folded.nodes[folded.table.head]
    while head.aside and head.seat != seat:
        head = folded.nodes[head.parent]
    require(head.parent, FREE_UNDO, "there is nothing to take back")
    require(folded.table.is_own(head.parent), FORK_BEGINS, "nothing has been done yet in this fork; what comes before it stays")
    require(head.seat == seat, FREE_UNDO, f"version {folded.table.head} is somebody else's: name the version to go back to")
    return head.parent


@cites(OTHER_UNDO, FORK_BEGINS)
def _named(folded: Folded, to: int) -> int:
    """A version that play may go on from; the start itself cannot be taken back."""
    table = folded.table
    require(to != table.head, OTHER_UNDO, f"to: the game stands at version {to} already")
    require(table.is_own(to) or to not in folded.nodes, FORK_BEGINS, f"to: version {to} lies behind the beginning of this fork")
    require(0 < to <= table.tip and to in folded.nodes, OTHER_UNDO, f"to: version {to} is none that the game has stood at")
    return to


@cites(UNDO_RULING)
def _ruled(folded: Folded, command: Undo) -> Facts:
    if command.to is None or command.reason is None:
        raise Refused(UNDO_RULING, "a ruling names the version (to) and the reason")
    return (HeadMoved(_named(folded, command.to), command.reason).by(UNDO_RULING),)


@cites(OTHER_UNDO, UNDO_ENDS)
def _asked(folded: Folded, seat: Seat, to: int, reason: Secret[str] | None) -> Facts:
    table = folded.table
    require(seat not in folded.nodes[to].position.resigned, RESIGN, "the seat has resigned")
    require(others_in(folded, seat), OTHER_UNDO, "nobody else is in to consent; a judge or an organiser may rule")
    require(table.request is None, UNDO_ENDS, f"request {table.requests} still waits for its answers")
    return (UndoAsked(table.requests + 1, seat, to, WITHIN, reason).by(OTHER_UNDO),)


@cites(OTHER_UNDO)
def answer_undo(folded: Folded, ask: Ask, command: AnswerUndo) -> Facts:
    """A seat's answer: the last consent moves the head, the first refusal ends the request."""
    request = _open_request(folded, ask, command.number)
    seat = seated(ask)
    require(seat != request.seat, OTHER_UNDO, "who asks does not answer; a request may be withdrawn")
    require(seat not in folded.position.resigned, RESIGN, "the seat has resigned")
    require(seat not in request.granted, OTHER_UNDO, "the seat has granted it already")
    answered = UndoAnswered(request.number, seat, command.granted).by(OTHER_UNDO)
    if not command.granted:
        return (answered, UndoRefused(request.number).by(OTHER_UNDO))
    if others_in(folded, request.seat) - request.granted - {seat}:
        return (answered,)
    return (answered, HeadMoved(request.to).by(OTHER_UNDO))


@cites(OTHER_UNDO)
def withdraw_undo(folded: Folded, ask: Ask, command: WithdrawUndo) -> Facts:
    request = _open_request(folded, ask, command.number)
    require(seated(ask) == request.seat, OTHER_UNDO, f"the request is seat {request.seat}'s")
    return (UndoWithdrawn(request.number).by(OTHER_UNDO),)


@cites(UNDO_ENDS)
def lapsed(folded: Folded, facts: Facts) -> Facts:
    """The lapse of an open request when these facts move the table on, unless they grant it."""
    request = folded.table.request
    granted = any(isinstance(ruled.fact, UndoAnswered) for ruled in facts)
    ends = moves_on(facts) or any(isinstance(ruled.fact, HeadMoved | Abandoned) for ruled in facts)
    return (UndoLapsed(request.number).by(UNDO_ENDS),) if request is not None and ends and not granted else ()


def others_in(folded: Folded, seat: Seat) -> frozenset[Seat]:
    """Whom a seat's undo concerns: every other seat still in."""
    return frozenset(map(Seat, range(folded.position.seats))) - {seat, *folded.position.resigned}


def _may_rule(actor: Actor) -> bool:
    return str(actor) == ORGANISER or is_judge(actor)


@cites(CLOSED)
def _check_head_moves(folded: Folded) -> None:
    require(not folded.table.closed and not folded.table.abandoned, CLOSED, "the table is closed")


def _open_request(folded: Folded, ask: Ask, number: int) -> UndoRequest:
    """The request, or QuestionGone for one that was open before, and for who has not seen it."""
    seated(ask)
    _check_head_moves(folded)
    require(1 <= number <= folded.table.requests, OTHER_UNDO, f"there is no request {number}")
    request = folded.table.request
    if request is None or request.number != number or (ask.seen is not None and ask.seen < request.deadline.version):
        raise QuestionGone
    return request
