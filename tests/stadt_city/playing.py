"""Whole games on the bare rules, for tests that need positions from play."""

import random
from collections.abc import Callable, Iterator, Sequence

from domain.kernel.chance import SeededChance
from domain.kernel.event import Asking, Event
from domain.kernel.fact import Facts
from domain.kernel.game import Ages, Opening, OptionValue
from domain.kernel.names import SYSTEM, Seat, seat_viewer
from domain.kernel.question import Choice
from domain.stadt_city import STADT_CITY
from domain.stadt_city.bot import value
from domain.stadt_city.decide import decide
from domain.stadt_city.evolve import fold
from domain.stadt_city.facts import FACTS
from domain.stadt_city.questions import choices, waiting
from domain.stadt_city.setup import initial, start
from domain.stadt_city.state import State
from tests.match import copy_of
from tests.stadt_city.scenes import PACK

Picker = Callable[[State, Seat, Sequence[Choice]], Choice]
"""Which of its choices a seat takes."""


def greedy(state: State, seat: Seat, offered: Sequence[Choice]) -> Choice:
    return max(offered, key=lambda choice: value(state, seat, choice))


def careless(seed: int) -> Picker:
    """Takes any choice; the same ones for the same seed."""
    chance = random.Random(seed)
    return lambda state, seat, offered: chance.choice(offered)


def before_start(seats: int, ruleset: str = "1.1", **options: OptionValue) -> State:
    """Every option that the ruleset has, at its default unless said otherwise; each seat younger than the one before."""
    there = {each.name: each.default for each in STADT_CITY.options if not each.rulesets or ruleset in each.rulesets}
    ages = Ages(tuple((Seat(seat),) for seat in range(seats)), ())
    return initial(Opening(ruleset, PACK, there | options, (None,) * seats, ages))


def played(
    seed: int, *pickers: Picker, ruleset: str = "1.1", **options: OptionValue
) -> Iterator[tuple[State, Seat | None, Choice | None, Facts]]:
    """A whole game, one picker a seat: before each move the position, whose it is, the choice taken and its facts.

    The start and the end have no choice.
    """
    counts: dict[str, int] = {}
    chance = SeededChance(str(seed).encode(), [], counts)
    state = before_start(len(pickers), ruleset, **options)
    facts = start(state, chance)
    yield state, None, None, facts
    state = _after(state, facts)
    while asked := [question for question in waiting(state) if question.required and state.players[question.seat].answer is None]:
        counts |= chance.draws
        chance = SeededChance(str(seed).encode(), [], counts)
        seat = asked[0].seat
        choice = pickers[seat](state, seat, choices(state, seat))
        facts = decide(state, choice.command, chance)  # type: ignore[arg-type]
        yield state, seat, choice, facts
        state = _after(state, facts)
    yield state, None, None, ()


def seen_by(seat: Seat, state: State, facts: Facts) -> State:
    """What a seat knows after these facts, from its copies of them."""
    event = Event(1, 0, SYSTEM, "", Asking(""), "", facts)
    return _after(state, copy_of(event, seat_viewer(seat)).facts)


def _after(state: State, facts: Facts) -> State:
    return fold(state, tuple(ruled for ruled in facts if type(ruled.fact) in FACTS))
