"""The fold of a viewer's copies."""

from dataclasses import fields, replace
from typing import Any

from domain.kernel.fact import Fact
from domain.kernel.names import Viewer, may_see
from domain.kernel.secret import Hidden, Sealed
from domain.moon_colony_bloodbath.decide import decide
from domain.moon_colony_bloodbath.evolve import evolve
from domain.moon_colony_bloodbath.state import State
from tests.moon_colony_bloodbath.harness import Table


def seen_by(viewer: Viewer, fact: Fact) -> Fact:
    """The fact as a viewer's copy holds it."""
    hidden = {
        each.name: Hidden()
        for each in fields(fact)  # type: ignore[arg-type]
        if isinstance(value := getattr(fact, each.name), Sealed) and not may_see(viewer, value.audience)
    }
    return replace(fact, **hidden)  # type: ignore[type-var]


def view(viewer: Viewer, table: Table, *commands: Any) -> State:
    """What a viewer knows after these commands, who knew everything before them."""
    state = mine = table.state
    for command in commands:
        facts = decide(state, command, table.chance)
        for ruled in facts:
            state, mine = evolve(state, ruled.fact), evolve(mine, seen_by(viewer, ruled.fact))  # type: ignore[arg-type]
    return mine
