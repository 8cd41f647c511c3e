"""Names of those who act and those who look on."""

import re
from typing import NewType

Seat = NewType("Seat", int)
"""A player at the table, counted from 0 clockwise."""

Viewer = NewType("Viewer", str)
"""Who looks: ``seat:2``, ``judge:0``, ``judge`` (any judge), ``organiser`` or ``public``."""

Actor = NewType("Actor", str)
"""Who acts: a viewer's name, or ``system``."""

NUMBER = re.compile("0|[1-9][0-9]{0,8}")

PUBLIC = Viewer("public")
ORGANISER = Viewer("organiser")
JUDGE = Viewer("judge")
SYSTEM = Actor("system")
SEATS = Viewer("seats")
"""All seats together: who may see whatever any seat may. Nobody reads as it; it tells what nobody at the table has seen."""


def seat_viewer(seat: Seat) -> Viewer:
    return Viewer(f"seat:{seat}")


def seat_of(name: str) -> Seat | None:
    """The seat that a viewer or actor is, or None for everybody else; a number has one spelling."""
    kind, _, number = name.partition(":")
    return Seat(int(number)) if kind == "seat" and NUMBER.fullmatch(number) else None


def judge_of(name: str) -> int | None:
    """The number of the judge that a viewer or actor is, or None for everybody else."""
    kind, _, number = name.partition(":")
    return int(number) if kind == "judge" and NUMBER.fullmatch(number) else None


def is_judge(name: str) -> bool:
    return name == JUDGE or name.startswith("judge:")


def may_see(viewer: Viewer, audience: frozenset[Viewer]) -> bool:
    """Whether a viewer belongs to an audience; ``judge`` in it means every judge (format, Values)."""
    if viewer == SEATS:
        return PUBLIC in audience or any(seat_of(name) is not None for name in audience)
    return PUBLIC in audience or viewer in audience or (JUDGE in audience and is_judge(viewer))
