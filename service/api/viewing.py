"""Through whose eyes a caller reads (TB-V1)."""

from domain.kernel.names import PUBLIC, Viewer, seat_of
from domain.kernel.stored import Stored, copy_for
from domain.table.fold import Folded, inspected
from domain.table.rulebook import INSPECTION
from service.api.problems import FORBIDDEN, Fault, Problem, malformed, rule_json
from service.api.routing import Call
from service.tables import NoTable


def viewer_of(call: Call, table: str) -> Viewer:
    """Whose copies the caller reads: a seat its own, an inspected judge a judge's or ``as`` it asks, others the public's.

    Raises NoTable, or a Problem when ``as`` is not for this caller.
    """
    folded = call.parts.tables.current(table, PUBLIC).folded
    own = _own(call, folded)
    wanted = call.query.get("viewer")
    if wanted in (None, own, PUBLIC):
        return Viewer(wanted or own)
    if not call.holder.is_judge:
        raise Problem(FORBIDDEN, f"as: {call.holder.role} reads as {own} or public")
    if own == PUBLIC:
        raise Problem(FORBIDDEN, "as: a judge reads in full once it has posted an inspection", rule=rule_json(INSPECTION))
    if (seat := seat_of(wanted)) is None:
        raise Problem(FORBIDDEN, f"as: {call.holder.role} reads as itself, a seat or public")
    if seat >= len(folded.table.seats):
        raise malformed([Fault("query", "as", f"there is no seat {seat}")])
    return Viewer(wanted)


def require_look(call: Call, table: str) -> None:
    """A Problem for a judge who has posted no inspection: what it is about to be told is told from the whole table."""
    if call.holder.is_judge and viewer_of(call, table) == PUBLIC:
        raise Problem(FORBIDDEN, "a judge does this once it has posted an inspection", rule=rule_json(INSPECTION))


def _own(call: Call, folded: Folded) -> Viewer:
    holder = call.holder
    if holder.seat is not None or inspected(folded.table, holder.role):
        return Viewer(holder.role)
    return PUBLIC


def looks_through(call: Call, viewer: Viewer) -> Viewer | None:
    """The judge who reads as a seat: it has what the seat saw and a judge may see, no more. None for everybody else."""
    return Viewer(call.holder.role) if call.holder.is_judge and seat_of(viewer) is not None else None


def copy_as(viewer: Viewer, judge: Viewer | None, event: Stored) -> Stored:
    """A viewer's copy, or a judge's through its eyes."""
    copy = copy_for(viewer, event)
    return copy if judge is None else copy_for(judge, copy)


def check_seen(call: Call, table: str, place: str, field: str, version: int) -> None:
    """A version beyond the table's tip is malformed, for nobody can have seen it; NoTable where there is none."""
    if version <= call.parts.tables.known_tip(table):
        return
    tip = call.parts.events.tip(table).version
    if not tip:
        raise NoTable(table)
    if version > tip:
        raise malformed([Fault(place, field, f"the table is at version {tip}")])
