"""What a ruling has the system do on seats' behalf: nothing else happens before it is done (TB-D6, TB-D7)."""

from domain.kernel.names import SYSTEM
from domain.kernel.refusal import require
from domain.kernel.rule import cites
from domain.table.asking import Ask
from domain.table.commands import Resign
from domain.table.disputes.parts import Owed
from domain.table.rulebook import REMEDIES, ROLES
from domain.table.state import Table


@cites(REMEDIES, ROLES)
def check_owed(table: Table, ask: Ask) -> None:
    """Refuse whatever is not what a ruling has the system do next."""
    if not table.owed:
        require(ask.on_behalf is None and ask.replays is None, ROLES, "nobody acts for a seat but to carry out a ruling")
        return
    require(ask.actor == SYSTEM and _is(table.owed[0], ask), REMEDIES, "a ruling is being carried out")


def _is(owed: Owed, ask: Ask) -> bool:
    if owed.replays is not None:
        return ask.replays == owed.replays and ask.on_behalf is not None
    return ask.replays is None and ask.on_behalf == owed.seat and isinstance(ask.command, Resign)
