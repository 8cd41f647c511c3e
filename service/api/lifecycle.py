"""A table's life: readiness, start, pause, resigning, abandoning, looking."""

from flask import Response

from domain.kernel.names import PUBLIC
from domain.kernel.refusal import Refused, require
from domain.table.ages import Born, Placed, Told, asks_age
from domain.table.commands import Abandon, Inspect, Pause, Ready, Resign, Resume, Start
from domain.table.fold import Folded
from domain.table.rulebook import ROLES
from service.ages import date_of, day_of, is_over
from service.api import answers, asked
from service.api.commands import carry_out_seen
from service.api.problems import Fault, malformed
from service.api.routing import Call, Routes
from service.parts import now

routes = Routes("lifecycle", "What every table shares: each of these is one command, answered with its event")


@routes.post("/tables/<table:table>/ready", answers.Receipt, asked.ReadyAsked)
def ready(call: Call, table: str) -> Response:
    """Say that the seat is ready, with entropy (lower-case hex) and a colour where it wants one (TB-O3)"""
    return carry_out_seen(call, table, Ready(call.body.get("entropy"), call.body.get("colour")))


@routes.put("/tables/<table:table>/age", asked.AgeAsked)
def age(call: Call, table: str) -> Response:
    """Say how old the seat is, where the game asks: its date of birth, or its place in the order of ages alone (TB-O3)

    Personal data: it is kept apart from the table, shown to nobody, and deleted at the start, which keeps the order that
    follows. Until then the seat may say otherwise.
    """
    if (seat := call.holder.seat) is None:
        raise Refused(ROLES, f"{call.holder.role} has no age at a table")
    folded = _seating(call, table)
    call.parts.ages.take_down(table, seat, _told(call, folded))
    try:
        _seating(call, table)
    except Refused:
        call.parts.ages.forget(table)
        raise
    return Response(status=204)


def _seating(call: Call, table: str) -> Folded:
    """The table while it asks ages; Refused when it does not, or not any more."""
    folded = call.parts.tables.current(table, PUBLIC).folded
    require(not is_over(folded), asks_age(folded.game), "the order of ages is settled: the table is no longer being seated")
    return folded


def _told(call: Call, folded: Folded) -> Told:
    """What the body says, or a Problem with every fault."""
    born, place = call.body.get("birth_date"), call.body.get("place")
    seats, today = len(folded.table.seats), day_of(now(), folded.table.time_zone)
    faults = []
    if born is None and place is None:
        faults.append(Fault("body", "birth_date", "it is needed, or place"))
    if born is not None:
        faults += [Fault("body", name, "leave it out beside birth_date") for name in ("place", "birthday_today") if name in call.body]
    if born is not None and date_of(born) > today:
        faults.append(Fault("body", "birth_date", "a day that has not come yet"))
    if place is not None and place > seats:
        faults.append(Fault("body", "place", f"from 1 to {seats}"))
    if faults:
        raise malformed(faults)
    if born is not None:
        return Born(date_of(born))
    return Placed(call.body["place"], today if call.body.get("birthday_today") else None)


@routes.post("/tables/<table:table>/start", answers.Receipt, asked.SeenAsked)
def start(call: Call, table: str) -> Response:
    """Start the table once every seat is ready (TB-O4)"""
    return carry_out_seen(call, table, Start())


@routes.post("/tables/<table:table>/pause", answers.Receipt, asked.SeenAsked)
def pause(call: Call, table: str) -> Response:
    """Pause, or agree to a pause (TB-P1)"""
    return carry_out_seen(call, table, Pause())


@routes.post("/tables/<table:table>/resume", answers.Receipt, asked.SeenAsked)
def resume(call: Call, table: str) -> Response:
    """Go on, or agree to go on (TB-P1)"""
    return carry_out_seen(call, table, Resume())


@routes.post("/tables/<table:table>/resign", answers.Receipt, asked.SeenAsked)
def resign(call: Call, table: str) -> Response:
    """Leave the game (TB-R1)"""
    return carry_out_seen(call, table, Resign())


@routes.post("/tables/<table:table>/abandon", answers.Receipt, asked.SeenAsked)
def abandon(call: Call, table: str) -> Response:
    """End the table without a result, or agree to that (TB-A1)"""
    return carry_out_seen(call, table, Abandon())


@routes.post("/tables/<table:table>/inspections", answers.Receipt, asked.SeenAsked)
def inspect(call: Call, table: str) -> Response:
    """Look at what is hidden, on record; from then on the judge reads in full (TB-V1)"""
    return carry_out_seen(call, table, Inspect())
