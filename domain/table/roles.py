"""Who asks, and whether the table has begun: what every decision of the table asks first."""

from domain.kernel.names import Seat
from domain.kernel.refusal import Refused, require
from domain.kernel.rule import cites
from domain.table.asking import Ask
from domain.table.rulebook import ABANDON, ROLES, START
from domain.table.state import Table


@cites(ROLES)
def seated(ask: Ask) -> Seat:
    """The seat that asks."""
    if ask.seat is None:
        raise Refused(ROLES, f"{ask.actor} has no seat")
    return ask.seat


@cites(START, ABANDON)
def require_begun(table: Table) -> None:
    require(table.started, START, "the table has not started")
    require(not table.abandoned, ABANDON, "the table was abandoned")
