"""Questions, moves, and what was refused."""

from flask import Response

from domain.kernel.fact import Command
from domain.kernel.names import seat_of
from domain.kernel.refusal import require
from domain.table.rulebook import ROLES
from service.api import answers, asked
from service.api.commands import carry_out, remembered
from service.api.problems import FORBIDDEN, Fault, Problem, malformed
from service.api.routing import Call, Routes, answer
from service.api.shown import also_json, question_json, waiting_json
from service.api.sources import folded_at, source_of
from service.api.viewing import check_seen, viewer_of
from service.codec import Unreadable
from service.identity import Holder

routes = Routes("play", "What a table waits for, and the moves that answer it")


@routes.get("/tables/<table:table>/questions", answers.Questions, asked.AtVersion)
def questions(call: Call, table: str) -> Response:
    """What the table waits for, the seat's own question with every choice, and what else it may send

    ``also``: the game's commands that answer no question, with the names of their ``arguments``, whether one would be
    ``accepted`` now, and how; they are sent as moves without ``question``, and what people write is put in by the sender.
    Nothing is asked before the start, during a pause and after the end. With ``at``, what was asked at that version; a
    judge who has inspected sees with ``as`` what a seat was offered.
    """
    source = source_of(call, table)
    folded = folded_at(source, call.query.get("at"))
    found = {"table": table, "version": folded.table.tip, "viewer": source.viewer, "waiting": waiting_json(folded)}
    seat = seat_of(source.viewer)
    if seat is None:
        return answer(found)
    own = question_json(folded, seat)
    return answer({**found, **({} if own is None else {"question": own}), "also": also_json(folded, seat)})


@routes.post("/tables/<table:table>/moves", answers.Receipt, asked.MoveAsked)
def move(call: Call, table: str) -> Response:
    """Answer a question; or, as a judge, settle what a game leaves to judges

    409 when the question is gone, with the caller's copies of what happened ``since``. Without ``question`` the move is
    judged as out of turn and refused by the game's own rule (TB-Q1). A judge answers no question (TB-V2): it sends those
    commands alone that a game has for judges, and no seat sends them.
    """
    question, seen = call.body.get("question"), call.body["seen"]
    require(call.holder.seat is not None or call.holder.is_judge, ROLES, _no_mover(call.holder))
    command = _command(call, table)
    check_seen(call, table, "body", "seen", seen)
    return carry_out(call, table, command, question, seen)


def _command(call: Call, table: str) -> Command:
    """The move, its secret arguments sealed for the mover and the judges."""
    sent, codec = call.body["command"], call.parts.tables.codec_of(table)
    judged = codec.is_judged(sent["name"])
    require(judged == call.holder.is_judge, ROLES, f"{call.holder.role} does not judge" if judged else _no_mover(call.holder))
    try:
        return codec.move(sent["name"], sent["arguments"], call.holder.role)
    except Unreadable as error:
        field, _, says = str(error).partition(": ")
        known = any(sent["name"] == kind.NAME for kind in codec.game.commands)
        raise malformed([Fault("body", f"command.arguments.{field}" if known else "command.name", says)]) from error


def _no_mover(holder: Holder) -> str:
    return f"{holder.role} does not play"


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
