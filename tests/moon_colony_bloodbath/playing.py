"""Whole games on the bare rules, for tests that need positions from play."""

import random
from collections.abc import Callable, Iterator, Sequence

from domain.kernel.chance import SeededChance
from domain.kernel.fact import Facts
from domain.kernel.game import Opening
from domain.kernel.names import Seat
from domain.kernel.question import Choice
from domain.moon_colony_bloodbath.bot import value
from domain.moon_colony_bloodbath.decide import decide
from domain.moon_colony_bloodbath.evolve import evolve
from domain.moon_colony_bloodbath.questions import choices, waiting
from domain.moon_colony_bloodbath.setup import initial, start
from domain.moon_colony_bloodbath.state import State
from tests.moon_colony_bloodbath.packs import LUNAR

Picker = Callable[[State, Seat, Sequence[Choice]], Choice]
"""Which of its choices a seat takes."""


def greedy(state: State, seat: Seat, offered: Sequence[Choice]) -> Choice:
    return max(offered, key=lambda choice: value(state, seat, choice))


def careless(seed: int) -> Picker:
    """Takes any choice; the same ones for the same seed."""
    chance = random.Random(seed)
    return lambda state, seat, offered: chance.choice(offered)


def before_start(seats: int) -> State:
    return initial(Opening("1", LUNAR, {}, (None,) * seats))


def fold(state: State, facts: Facts) -> State:
    for ruled in facts:
        state = evolve(state, ruled.fact)  # type: ignore[arg-type]
    return state


def played(seed: int, *pickers: Picker) -> Iterator[tuple[State, Choice | None, Facts]]:
    """A whole game, one picker a seat: before each move the position, the choice taken and its facts; the end has no choice."""
    counts: dict[str, int] = {}
    chance = SeededChance(str(seed).encode(), [], counts)
    facts = start(before_start(len(pickers)), chance)
    yield before_start(len(pickers)), None, facts
    state = fold(before_start(len(pickers)), facts)
    while asked := [question for question in waiting(state) if question.required and state.players[question.seat].answer is None]:
        counts |= chance.draws
        chance = SeededChance(str(seed).encode(), [], counts)
        seat = asked[0].seat
        choice = pickers[seat](state, seat, choices(state, seat))
        facts = decide(state, choice.command, chance)  # type: ignore[arg-type]
        yield state, choice, facts
        state = fold(state, facts)
    yield state, None, ()
