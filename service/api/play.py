"""Questions, moves, and what was refused."""

from flask import Response

from domain.kernel.fact import Command
from domain.kernel.names import JUDGE, Seat, seat_viewer
from domain.kernel.refusal import Refused
from domain.table.rulebook import ROLES
from service.api import answers, asked
from service.api.commands import carry_out, remembered
from service.api.problems import FORBIDDEN, Fault, Problem, malformed
from service.api.routing import Call, Routes, answer
from service.api.shown import question_json, waiting_json
from service.api.sources import source_of
from service.api.viewing import check_seen, viewer_of
from service.codec import Unreadable

routes = Routes("play", "What a table waits for, and the moves that answer it")


@routes.get("/tables/<table:table>/questions", answers.Questions)
def questions(call: Call, table: str) -> Response:
    """What the table waits for, and the seat's own question with every choice

    Nothing is asked before the start, during a pause and after the end.
    """
    source = source_of(call, table)
    folded = source.folded()
    found = {"table": table, "version": folded.table.tip, "viewer": source.viewer, "waiting": waiting_json(folded)}
    own = None if call.holder.seat is None else question_json(folded, call.holder.seat)
    return answer(found if own is None else {**found, "question": own})


@routes.post("/tables/<table:table>/moves", answers.Receipt, asked.MoveAsked)
def move(call: Call, table: str) -> Response:
    """Answer a question

    409 when the question is gone, with the caller's copies of what happened ``since``. Without ``question`` the move is
    judged as out of turn and refused by the game's own rule (TB-Q1).
    """
    question, seen = call.body.get("question"), call.body["seen"]
    if call.holder.seat is None:
        raise Refused(ROLES, f"{call.holder.role} does not play")
    check_seen(call, table, "body", "seen", seen)
    return carry_out(call, table, _command(call, table, call.holder.seat), question, seen)


def _command(call: Call, table: str, seat: Seat) -> Command:
    """The move, its secret arguments sealed for the seat and the judges."""
    sent, codec = call.body["command"], call.parts.tables.codec_of(table)
    try:
        return codec.move(sent["name"], sent["arguments"], seat, frozenset({seat_viewer(seat), JUDGE}))
    except Unreadable as error:
        field, _, says = str(error).partition(": ")
        known = any(sent["name"] == kind.NAME for kind in codec.game.commands)
        raise malformed([Fault("body", f"command.arguments.{field}" if known else "command.name", says)]) from error


@routes.get("/tables/<table:table>/refusals", answers.RefusalList, asked.OfSeat)
def refusals(call: Call, table: str) -> Response:
    """The seat's own refused attempts that are still kept; for a judge who has inspected, every seat's or one ``seat``'s"""
    viewer = viewer_of(call, table)
    wanted = call.query.get("seat")
    if call.holder.seat is not None and wanted in (None, call.holder.seat):
        return answer({"table": table, "refusals": remembered(call, table, call.holder.seat)})
    if not call.holder.is_judge or viewer != call.holder.role:
        raise Problem(FORBIDDEN, "a seat reads its own refusals, a judge who has inspected everybody's")
    seats = range(len(call.parts.tables.current(table, viewer).folded.table.seats))
    found = [attempt for seat in seats if wanted in (None, seat) for attempt in remembered(call, table, seat)]
    return answer({"table": table, "refusals": sorted(found, key=lambda attempt: attempt["at"])})
