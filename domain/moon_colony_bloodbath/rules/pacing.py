"""Where the table stops as soon as a colony fails, the seats follow a card's text part by part together (MC-R7)."""

from collections.abc import Iterator
from typing import TypeAlias

from domain.kernel.names import Seat
from domain.kernel.rule import cites
from domain.moon_colony_bloodbath.abilities import Trigger
from domain.moon_colony_bloodbath.effects import Choose, Step
from domain.moon_colony_bloodbath.rulebook import R7
from domain.moon_colony_bloodbath.rules.abilities import ability_of, costs_of, steps_of
from domain.moon_colony_bloodbath.state import Frame, Source, State

_Part: TypeAlias = tuple[int, ...]
"""``(ability,)``: the offer and the cost; ``(ability, step)``; ``(ability, step, step)`` within a way. Steps count from 1."""


@cites(R7)
def ahead(state: State, seat: Seat) -> bool:
    """Whether the seat has come to a part of the text that the table has not."""
    stack = state.players[seat].stack
    if not stack or state.turn.stage != "text" or not state.options.fail_at_once:
        return False
    part = _next_part(state, stack[-1])
    return part is not None and tuple(_parts(state)).index(part) > state.turn.part


def _next_part(state: State, frame: Frame) -> _Part | None:
    """The part of the text that the frame is about to begin; None in the middle of one."""
    if frame.kind == "queue":
        source = (frame.pending or ())[0]
        return (source.ability,) if _is_text(state, source) else None
    if frame.kind != "steps" or frame.source is None or not _is_text(state, frame.source):
        return None
    begun = frame.step == 0 and not costs_of(state, frame)
    if begun or frame.step >= len(steps_of(state, frame)) or ability_of(state, frame.source).several:
        return None
    within = () if frame.way is None else (frame.way[0] + 1,)
    return (frame.source.ability, *within, frame.step + 1)


def _is_text(state: State, source: Source) -> bool:
    return not source.building and source.card == state.turn.card


def _parts(state: State) -> Iterator[_Part]:
    """Every part of the card's text in order. An ability that may be done again and again is one part."""
    for number, ability in enumerate(state.pack.progress(state.turn.card).abilities):
        if ability.trigger is not Trigger.TURNED_OVER or ability.once:
            continue
        yield (number,)
        for place, step in enumerate(() if ability.several else ability.steps, start=1):
            yield (number, place)
            yield from ((number, place, within) for within in range(1, _longest(step) + 1))


def _longest(step: Step) -> int:
    """The steps of the longest way."""
    return max(len(way.steps) for way in step.ways) if isinstance(step, Choose) else 0
