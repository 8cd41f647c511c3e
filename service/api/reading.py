"""What a table's copies and read models tell: events, history, scores, conduct, the record."""

from typing import Any

from flask import Response, request

from domain.kernel.names import PUBLIC, Viewer
from domain.kernel.refusal import require
from domain.table.rulebook import ROLES
from domain.table.state import Phase
from projections import Told
from projections.history import history as told
from projections.scores import scores as counted
from service import read_side
from service.api import answers, asked
from service.api.problems import EXISTS, MALFORMED, NOT_FOUND, Problem
from service.api.routing import Call, Routes, answer
from service.api.shown import copy_json
from service.api.sources import Brought, decoded, record_bytes, source_of
from service.api.viewing import check_seen, viewer_of
from service.record import BadRecord, TableIsHere, import_record

routes = Routes("reading", "What the caller may read of a table: always from its own copies")
WAIT = 2.5
"""Seconds that a reader of its own write waits for the read model: less than a worker that is told to stop lives on."""
RECORD_LIMIT = 64 << 20


@routes.get("/tables/<table:table>/events", answers.Copies, asked.EventPage)
def events(call: Call, table: str) -> Response:
    """The caller's copies after a version, exactly as they are chained"""
    source, after = source_of(call, table), call.query["after"]
    copies = [copy_json(copy) for copy in source.copies(after, after + call.query["limit"])]
    return answer({"table": table, "viewer": source.viewer, "tip": source.tip, "events": copies})


@routes.get("/tables/<table:table>/events/<int:version>", answers.Copy, asked.AsViewer)
def event(call: Call, table: str, version: int) -> Response:
    """The caller's copy of one event"""
    source = source_of(call, table)
    if not 1 <= version <= source.tip:
        raise Problem(NOT_FOUND, f"the table has no version {version}")
    (copy,) = source.copies(version - 1, version)
    return answer(copy_json(copy))


@routes.get("/tables/<table:table>/history", answers.HistoryView, asked.HistoryPage)
def history(call: Call, table: str) -> Response:
    """One line for each fact after a version, in words, with its rule and whether it is on the line of play

    ``at``: as it read at that version, on the line that counted then.
    """
    source = source_of(call, table)
    found = decoded(source, call.query.get("at"))
    lines = [line for line in told(source.codec.game, found) if line["version"] > call.query["after"]]
    return answer({"table": table, "viewer": source.viewer, "tip": len(found), "lines": lines})


@routes.get("/tables/<table:table>/scores", answers.Scores, asked.MinVersion)
def scores(call: Call, table: str) -> Response:
    """The score of every seat, each point explained by its rule; waits a little for ``min_version``"""
    source = source_of(call, table)
    if isinstance(source, Brought):
        folded = source.folded()
        return answer({"table": table, **counted(Told(table, folded.table.at, folded))})
    wanted = call.query["min_version"]
    check_seen(call, table, "query", "min_version", wanted)
    version, sheet = read_side.scores(call.parts, table, wanted, WAIT)
    return answer({**sheet, "table": table, "version": version})


@routes.get("/tables/<table:table>/record", answers.RecordFile, asked.AsViewer)
def record(call: Call, table: str) -> Response:
    """The caller's record: the whole history for its eyes, signed, verifiable offline byte for byte"""
    source = source_of(call, table)
    data = record_bytes(call, source, table)
    name = f"{table}.{source.viewer.replace(':', '-')}.json"
    return Response(data, headers={"Content-Disposition": f'attachment; filename="{name}"'}, content_type="application/json")


@routes.get("/tables/<table:table>/conduct", answers.Conduct, asked.MinVersion)
def conduct(call: Call, table: str) -> Response:
    """How each seat behaved: undos, pauses, disputes, appeals, penalties, how long it was waited for, and how often each rule refused it

    Refusals are shown to the seat itself, to a judge who has inspected, and to an organiser once the table is over. Counted
    over the whole stream; waits a little for ``min_version``.
    """
    viewer = viewer_of(call, table)
    folded = call.parts.tables.current(table, PUBLIC).folded
    wanted = call.query["min_version"]
    check_seen(call, table, "query", "min_version", wanted)
    version, found = read_side.conduct(call.parts, table, wanted, WAIT)
    seats = [_of_seat(call, viewer, folded.table.phase, seat) for seat in found["seats"]]
    return answer({"table": table, "version": version, "seats": seats})


def _of_seat(call: Call, viewer: Viewer, phase: Phase, seat: dict[str, Any]) -> dict[str, Any]:
    """What was refused tells of what is hidden, so while a table is played only the seat itself and a judge may know it."""
    own = seat["seat"] == call.holder.seat
    judging = call.holder.is_judge and viewer == call.holder.role
    over = call.holder.is_organiser and phase in (Phase.FINISHED, Phase.ABANDONED)
    return seat if own or judging or over else {name: value for name, value in seat.items() if name != "refusals"}


@routes.post("/records", answers.Imported, body=None)
def bring(call: Call) -> Response:
    """Import a record (organisers): it is verified, kept as it came, and read through its viewer's copies

    The body is the file, byte for byte. 409 when its table is here; 422 with the first fault when it does not verify.
    """
    require(call.holder.is_organiser, ROLES, "only an organiser imports a record")
    request.max_content_length = RECORD_LIMIT
    catalogue = tuple(codec.game for codec in call.parts.tables.codecs.values())
    try:
        report = import_record(request.get_data(), catalogue, call.parts.events.exists, call.records)
    except BadRecord as bad:
        raise Problem(MALFORMED, str(bad), fault=bad.fault.as_json()) from bad
    except TableIsHere as here:
        raise Problem(EXISTS, str(here), table=here.table) from here
    brought = {"table": report.table, "viewer": report.viewer, "events": report.events, "tip": report.tip, "key": report.key}
    return answer(brought, 201)
