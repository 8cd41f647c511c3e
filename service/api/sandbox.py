"""What each remedy would do to a disputed game, and the case as one file."""

from hashlib import sha256

from flask import Response

from domain.kernel.names import Seat, Viewer, is_judge
from domain.kernel.refusal import Refused
from domain.table.commands import Fork
from domain.table.disputes.parts import Remedy
from domain.table.rulebook import INSPECTION
from service.api import answers, asked_of_disputes
from service.api.asked import AsViewer
from service.api.disputes import check_correction, ruling
from service.api.forks import forked_off
from service.api.problems import FORBIDDEN, NOT_FOUND, Fault, Problem, malformed, rule_json
from service.api.routing import Call, Routes, answer
from service.api.sources import Played, Source, record_bytes, source_of
from service.case import bundle_of
from service.codec import Unreadable
from service.record import read_record
from service.sandbox import Alternative, Case, sandbox, tried

routes = Routes("sandbox", "The remedies of a dispute, side by side, and the case as one file (judges)")


@routes.get("/tables/<table:table>/disputes/<int:number>/sandbox", answers.Sandbox, asked_of_disputes.SandboxOf)
def read_sandbox(call: Call, table: str, number: int) -> Response:
    """What leaving, undoing, rewinding, and rewinding and playing again would do (a judge who has inspected)

    Each with the differences in state, points, places and questions, what stays known, and who is helped. ``replays`` of
    `replay` are the versions that are still legal, the disputed one left out; ``illegal`` the others, with why. Nothing is
    done to the table.
    """
    case = _case(call, source_of(call, table), table, number)
    return _answered(case, sandbox(case, call.query.get("to")))


@routes.post("/tables/<table:table>/disputes/<int:number>/sandbox", answers.Sandbox, asked_of_disputes.RulingToGive)
def try_ruling(call: Call, table: str, number: int) -> Response:
    """What one ruling would do, a choice of moves to play again, say; nothing is done to the table

    A declared correction is answered beside the other remedies, the fifth of them.
    """
    case = _case(call, source_of(call, table), table, number)
    try:
        given = ruling(number, call.body)
        beside = sandbox(case) if given.remedy is Remedy.CORRECT else ()
        return _answered(case, (*beside, tried(case, given)))
    except Unreadable as error:
        field, _, says = str(error).partition(": ")
        raise malformed([Fault("body", field, says)]) from error


@routes.post("/tables/<table:table>/disputes/<int:number>/sandbox/forks", answers.ForkedOff, asked_of_disputes.RulingToGive)
def look_around(call: Call, table: str, number: int) -> Response:
    """Open a remedy as a fork to look around in: the table as it stands, with the ruling given there (a judge who has inspected)

    The caller has a token for every seat. The table itself is left alone, and nobody there is told.
    """
    source = source_of(call, table)
    case = _case(call, source, table, number)
    given = ruling(number, call.body)
    check_correction(call, table, given)
    seats = tuple(Seat(seat) for seat in range(len(case.folded.table.seats)))
    command = Fork(table, case.folded.table.tip, source.viewer, seats)
    if (refusal := tried(case, given).refused) is not None:
        raise Refused(refusal.rule, refusal.reason)

    def rule(fork: str) -> None:
        call.parts.tables.submit(fork, call.holder.actor, given, sha256(f"ruled {call.key}".encode()).hexdigest())

    return forked_off(call, source, command, then=rule)


@routes.get("/tables/<table:table>/disputes/<int:number>/bundle", {"type": "string"}, AsViewer, media="text/html")
def bundle(call: Call, table: str, number: int) -> Response:
    """The case as one page that needs no server: dispute, remedies, ruling, history, and the record itself (a judge who has inspected)

    `gavel verify` checks the file.
    """
    source = source_of(call, table)
    _require_judge(source.viewer)
    _dispute(source, number)
    page = bundle_of(read_record(record_bytes(call, source, table)), source.codec, number)
    name = f"{table}.dispute-{number}.html"
    return Response(page, headers={"Content-Disposition": f'attachment; filename="{name}"'}, content_type="text/html; charset=utf-8")


def _answered(case: Case, alternatives: tuple[Alternative, ...]) -> Response:
    found = [one.as_json() for one in alternatives]
    return answer({"table": case.table, "version": case.folded.table.tip, "dispute": case.dispute, "alternatives": found})


def _case(call: Call, source: Source, table: str, number: int) -> Case:
    """The table at its tip, whole: what a ruling would be judged on."""
    _require_judge(source.viewer)
    if not isinstance(source, Played):
        raise Problem(NOT_FOUND, "its record was brought here: `gavel verify` tells of its disputes")
    _dispute(source, number)
    current = call.parts.tables.current(table)
    read = call.parts.tables.reading(table)
    return Case(table, source.codec, current.folded, current.hash, read, number)


def _dispute(source: Source, number: int) -> None:
    if not 1 <= number <= len(source.folded().table.disputes):
        raise Problem(NOT_FOUND, f"the table has no dispute {number}")


def _require_judge(viewer: Viewer) -> None:
    if not is_judge(viewer):
        raise Problem(FORBIDDEN, "a judge reads this once it has posted an inspection", rule=rule_json(INSPECTION))
