"""Whole games on the bare rules, for tests that need positions from play."""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, replace
from importlib.resources import files

from domain.high_moon.bot import value
from domain.high_moon.decide import decide
from domain.high_moon.evolve import fold
from domain.high_moon.pack import read_pack
from domain.high_moon.questions import choices, waiting
from domain.high_moon.setup import initial, start
from domain.high_moon.state import State
from domain.kernel.chance import Chance, SeededChance
from domain.kernel.fact import Facts, Ruled
from domain.kernel.game import Opening
from domain.kernel.names import Seat, Viewer, may_see
from domain.kernel.pack import read_toml
from domain.kernel.question import Choice
from domain.kernel.secret import HIDDEN, Sealed

FRONTIER = read_toml((files("domain.high_moon") / "packs" / "frontier.toml").read_text())
PACK = read_pack(FRONTIER)

Picker = Callable[[State, Seat, Sequence[Choice]], Choice]
"""Which of its choices a seat takes."""


def before_start(seats: int) -> State:
    return initial(Opening("high-moon", PACK, {}, (None,) * seats))


def greedy(state: State, seat: Seat, offered: Sequence[Choice]) -> Choice:
    return max(offered, key=lambda choice: value(state, seat, choice))


def careless(seed: int) -> Picker:
    """Takes any choice; the same ones for the same seed."""
    chance = random.Random(seed)
    return lambda state, seat, offered: chance.choice(offered)


def played(seed: int, *pickers: Picker) -> Iterator[tuple[State, Choice | None, Facts]]:
    """A whole game, one picker a seat: before each move the position, the choice taken and its facts; the end has no choice."""
    counts: dict[str, int] = {}

    def drawn(decided: Callable[[Chance], Facts]) -> Facts:
        chance = SeededChance(str(seed).encode(), [], counts)
        facts = decided(chance)
        counts.update(chance.draws)
        return facts

    state = before_start(len(pickers))
    state = fold(state, drawn(lambda chance: start(state, chance)))
    while asked := waiting(state):
        seat, now = asked[0].seat, state
        choice = pickers[seat](now, seat, choices(now, seat))
        facts = drawn(lambda chance: decide(now, choice.command, chance))  # type: ignore[arg-type]  # noqa: B023
        yield now, choice, facts
        state = fold(now, facts)
    yield state, None, ()


def seen_by(viewer: str, facts: Facts) -> Facts:
    """The viewer's copy of facts: what it may not see is hidden."""
    return tuple(Ruled(replace(ruled.fact, **_kept(viewer, ruled)), ruled.rule) for ruled in facts)  # type: ignore[type-var]


def _kept(viewer: str, ruled: Ruled) -> dict[str, object]:
    values = {field.name: getattr(ruled.fact, field.name) for field in fields(ruled.fact)}  # type: ignore[arg-type]
    sealed = {name: value for name, value in values.items() if isinstance(value, Sealed)}
    return {name: value if may_see(Viewer(viewer), value.audience) else HIDDEN for name, value in sealed.items()}
