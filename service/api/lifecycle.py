"""A table's life: readiness, start, pause, resigning, abandoning, taking back, looking."""

from flask import Response

from domain.kernel.fact import Command
from domain.table.commands import Abandon, Inspect, Pause, Ready, Resign, Resume, Start, Undo
from service.api import answers, asked
from service.api.commands import carry_out
from service.api.routing import Call, Routes
from service.api.viewing import check_seen

routes = Routes("lifecycle", "What every table shares: each of these is one command, answered with its event")


@routes.post("/tables/<table:table>/ready", answers.Receipt, asked.ReadyAsked)
def ready(call: Call, table: str) -> Response:
    """Say that the seat is ready, with entropy (lower-case hex) and a colour where it wants one (TB-O3)"""
    return _carry_out(call, table, Ready(call.body.get("entropy"), call.body.get("colour")))


@routes.post("/tables/<table:table>/start", answers.Receipt, asked.SeenAsked)
def start(call: Call, table: str) -> Response:
    """Start the table once every seat is ready (TB-O4)"""
    return _carry_out(call, table, Start())


@routes.post("/tables/<table:table>/pause", answers.Receipt, asked.SeenAsked)
def pause(call: Call, table: str) -> Response:
    """Pause, or agree to a pause (TB-P1)"""
    return _carry_out(call, table, Pause())


@routes.post("/tables/<table:table>/resume", answers.Receipt, asked.SeenAsked)
def resume(call: Call, table: str) -> Response:
    """Go on, or agree to go on (TB-P1)"""
    return _carry_out(call, table, Resume())


@routes.post("/tables/<table:table>/resign", answers.Receipt, asked.SeenAsked)
def resign(call: Call, table: str) -> Response:
    """Leave the game (TB-R1)"""
    return _carry_out(call, table, Resign())


@routes.post("/tables/<table:table>/abandon", answers.Receipt, asked.SeenAsked)
def abandon(call: Call, table: str) -> Response:
    """End the table without a result, or agree to that (TB-A1)"""
    return _carry_out(call, table, Abandon())


@routes.post("/tables/<table:table>/inspections", answers.Receipt, asked.SeenAsked)
def inspect(call: Call, table: str) -> Response:
    """Look at what is hidden, on record; from then on the judge reads in full (TB-V1)"""
    return _carry_out(call, table, Inspect())


@routes.post("/tables/<table:table>/undo", answers.Receipt, asked.UndoAsked)
def undo(call: Call, table: str) -> Response:
    """Take back the seat's own latest action, where that is free (TB-U1)

    409 when something has happened since ``seen``.
    """
    return _carry_out(call, table, Undo())


def _carry_out(call: Call, table: str, command: Command) -> Response:
    seen = call.body.get("seen")
    if seen is not None:
        check_seen(call, table, "body", "seen", seen)
    return carry_out(call, table, command, seen=seen)
