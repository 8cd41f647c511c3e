"""A table's life: readiness, start, pause, resigning, abandoning, taking back, looking."""

from flask import Response

from domain.table.commands import Abandon, Inspect, Pause, Ready, Resign, Resume, Start, Undo
from service.api import answers, asked
from service.api.commands import carry_out
from service.api.routing import Call, Routes

routes = Routes("lifecycle", "What every table shares: each of these is one command, answered with its event")


@routes.post("/tables/<table:table>/ready", answers.Receipt, asked.ReadyAsked)
def ready(call: Call, table: str) -> Response:
    """Say that the seat is ready, with entropy (lower-case hex) and a colour where it wants one (TB-O3)"""
    return carry_out(call, table, Ready(call.body.get("entropy"), call.body.get("colour")))


@routes.post("/tables/<table:table>/start", answers.Receipt)
def start(call: Call, table: str) -> Response:
    """Start the table once every seat is ready (TB-O4)"""
    return carry_out(call, table, Start())


@routes.post("/tables/<table:table>/pause", answers.Receipt)
def pause(call: Call, table: str) -> Response:
    """Pause, or agree to a pause (TB-P1)"""
    return carry_out(call, table, Pause())


@routes.post("/tables/<table:table>/resume", answers.Receipt)
def resume(call: Call, table: str) -> Response:
    """Go on, or agree to go on (TB-P1)"""
    return carry_out(call, table, Resume())


@routes.post("/tables/<table:table>/resign", answers.Receipt)
def resign(call: Call, table: str) -> Response:
    """Leave the game for good (TB-R1)"""
    return carry_out(call, table, Resign())


@routes.post("/tables/<table:table>/abandon", answers.Receipt)
def abandon(call: Call, table: str) -> Response:
    """End the table without a result, or agree to that (TB-A1)"""
    return carry_out(call, table, Abandon())


@routes.post("/tables/<table:table>/inspections", answers.Receipt)
def inspect(call: Call, table: str) -> Response:
    """Look at what is hidden, on record; from then on the judge reads in full (TB-V1)"""
    return carry_out(call, table, Inspect())


@routes.post("/tables/<table:table>/undo", answers.Receipt)
def undo(call: Call, table: str) -> Response:
    """Take back the seat's own latest action, where that is free (TB-U1)"""
    return carry_out(call, table, Undo())
