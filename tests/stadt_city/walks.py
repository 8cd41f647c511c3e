"""Positions in the middle of a movement phase."""

from collections.abc import Sequence
from typing import Any

from domain.kernel.names import Seat
from domain.stadt_city.facts import SquareEntered
from domain.stadt_city.rulesets import RULESETS
from domain.stadt_city.state import Movement, Player
from tests.stadt_city.scenes import A, Table, given, position


def walking(rolled: int, *players: Player, active: Seat = A, ruleset: str = "1.1", movement: Any = None, **changes: Any) -> Table:
    """The active seat has rolled so much and not made a step."""
    moving = Movement(active, sides=RULESETS[ruleset].die, rolled=rolled, dice=(rolled,), **(movement or {}))
    dice = changes.pop("dice", None)
    return given(position(*players, active=active, stage="before-steps", ruleset=ruleset, movement=moving, **changes), dice)


def entered(table: Table) -> Sequence[str]:
    """The squares entered in the latest step."""
    return [fact.square for fact in table.happened(SquareEntered)]
