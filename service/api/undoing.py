"""Taking back and bringing back: freely, by request, by ruling."""

from typing import Any

from flask import Response

from domain.kernel.fact import Command
from domain.kernel.names import PUBLIC, Actor, Seat, seat_viewer
from domain.kernel.refusal import Refused
from domain.kernel.secret import Sealed
from domain.table.asking import Ask
from domain.table.commands import AnswerUndo, Undo, WithdrawUndo
from domain.table.facts import HeadMoved, UndoAsked
from domain.table.fold import Folded
from domain.table.undo import undo as judged
from projections.undo_request import undo_request
from service.api import answers, asked
from service.api.commands import carry_out
from service.api.routing import Call, Routes, answer
from service.api.sources import decoded, folded_at, source_of
from service.api.viewing import check_seen

routes = Routes("undo", "Taking back what was played, and bringing back what was left")


@routes.post("/tables/<table:table>/undo", answers.Receipt, asked.UndoAsked)
def undo(call: Call, table: str) -> Response:
    """Go back to a version, or on to one that was left

    A seat that leaves ``to`` out takes its own latest action back. Where nobody else acted and nobody learned anything that
    is done at once (TB-U1): the answer's first fact is ``head-moved``. Otherwise it is ``undo-asked``, and every other seat
    still in must grant it (TB-U2). A judge or an organiser rules, with ``to`` and ``reason`` (TB-U3). 409 when something
    has happened since ``seen``.
    """
    reason = call.body.get("reason")
    return _carry_out(call, table, Undo(call.body.get("to"), None if reason is None else Sealed(reason, frozenset({PUBLIC}))))


@routes.post("/tables/<table:table>/undo/<int:number>/answers", answers.Receipt, asked.UndoAnswer)
def answer_request(call: Call, table: str, number: int) -> Response:
    """Grant or refuse another seat's request

    The last consent moves the head, the first refusal ends the request. 409 when it is no longer open.
    """
    return _carry_out(call, table, AnswerUndo(number, call.body["granted"]))


@routes.post("/tables/<table:table>/undo/<int:number>/withdraw", answers.Receipt, asked.SeenNeeded)
def withdraw(call: Call, table: str, number: int) -> Response:
    """Withdraw one's own request; 409 when it is no longer open"""
    return _carry_out(call, table, WithdrawUndo(number))


@routes.get("/tables/<table:table>/undo", answers.UndoView, asked.AtVersion)
def read_undo(call: Call, table: str) -> Response:
    """The open request, if any: what would be taken back, and what is already known

    For a seat also ``latest``: where its own latest action would be taken back to, and whether freely.
    """
    source, at = source_of(call, table), call.query.get("at")
    folded = folded_at(source, at)
    request = undo_request(folded, decoded(source, at) if folded.table.request else ())
    seat = call.holder.seat
    told = {"request": request, "latest": None if seat is None else _latest(folded, seat)}
    found = {"table": table, "version": folded.table.tip, "viewer": source.viewer}
    return answer({**found, **{name: value for name, value in told.items() if value is not None}})


def _latest(folded: Folded, seat: Seat) -> dict[str, Any] | None:
    """What an undo without a target would come to now; None where a rule refuses it."""
    try:
        first = judged(folded, Ask(Actor(seat_viewer(seat)), Undo(), folded.table.at), Undo())[0].fact
    except Refused:
        return None
    return {"to": first.to, "free": isinstance(first, HeadMoved)} if isinstance(first, HeadMoved | UndoAsked) else None


def _carry_out(call: Call, table: str, command: Command) -> Response:
    seen = call.body["seen"]
    check_seen(call, table, "body", "seen", seen)
    return carry_out(call, table, command, seen=seen)
