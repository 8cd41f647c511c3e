"""Whether a card may bear what is written on it, and whether what it names is in the pack."""

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from domain.moon_colony_bloodbath import effects
from domain.moon_colony_bloodbath.abilities import Ability, Ignores, Passive, Trigger, costs_of, steps_of
from domain.moon_colony_bloodbath.effects import Step

Names: TypeAlias = Mapping[str, frozenset[str]]
"""The entries of a pack by list: ``{"buildings": {"kale-farm", …}, …}``."""

FOR_THE_TABLE: tuple[type[Step], ...] = (effects.AddTwist, effects.SetAside, effects.EndGame)
BY_NOBODY: tuple[type[Step], ...] = (*FOR_THE_TABLE, effects.AddRobot, effects.AddEvent)
TOGETHER: tuple[type[Step], ...] = (effects.StartWork, effects.PassLeft, effects.Feed)


def unfit(ability: Ability, on_building: bool, names: Names) -> Iterator[str]:
    """What is wrong with this ability on such a card, one sentence each."""
    yield from _on_a_building(ability) if on_building else _on_another_card(ability)
    yield from _before_a_loss(ability)
    yield from _unending(ability)
    for step in steps_of(ability):
        yield from _unknown(step, names)
    if (ability.event != "") != (ability.trigger is Trigger.EVENT):
        yield "at <event> is written under event, and nothing else is"
    elif ability.event and ability.event not in names["events"]:
        yield f"no event is called {ability.event}"
    steps = tuple(steps_of(ability))
    if any(map(_per_discarded, steps)) and effects.DiscardFromUnderMat() not in steps:
        yield "for each discarded card needs the cards under the mat to be discarded first"


def unfit_passive(passive: Passive, names: Names) -> Iterator[str]:
    """What is wrong with this passive, one sentence each."""
    if isinstance(passive, Ignores) and passive.event not in names["events"]:
        yield f"no event is called {passive.event}"


def _on_a_building(ability: Ability) -> Iterator[str]:
    if ability.once:
        yield "a building's ability is its owner's, never once for the table"
    if any(isinstance(step, FOR_THE_TABLE + TOGETHER) for step in steps_of(ability)):
        yield "a building cannot do what only a progress card does for everyone"


def _on_another_card(ability: Ability) -> Iterator[str]:
    put_here = any(isinstance(step, effects.PutBoxes) and step.where == "here" for step in steps_of(ability))
    looks_here = ability.condition is not None and ability.condition.what == "boxes-here"
    if put_here or looks_here or any(cost.here for cost in costs_of(ability)):
        yield "only a building has boxes here"
    if not ability.once and any(isinstance(step, FOR_THE_TABLE) for step in steps_of(ability)):
        yield "this happens once for the table: write once before it"
    if ability.once:
        yield from _once(ability)


def _once(ability: Ability) -> Iterator[str]:
    """What happens once for the table is done by nobody, who has nothing and chooses nothing."""
    if not all(isinstance(step, BY_NOBODY) for step in ability.steps):
        yield "this is done by each seat, not once for the table"
    if ability.may or ability.several or ability.cost or ability.condition is not None or ability.trigger is not Trigger.TURNED_OVER:
        yield "what happens once for the table happens when the card is turned over, whatever anybody has or wants"


def _before_a_loss(ability: Ability) -> Iterator[str]:
    smaller = any(isinstance(step, effects.LossSmaller) for step in steps_of(ability))
    if smaller and ability.trigger not in (Trigger.BEFORE_LOSS, Trigger.EVENT):
        yield "only before a loss can fewer be lost"


def _unending(ability: Ability) -> Iterator[str]:
    if (ability.several or ability.trigger is Trigger.ANY_TIME) and not ability.cost:
        yield "what may be done again and again must cost something"


def _unknown(step: Step, names: Names) -> Iterator[str]:
    match step:
        case effects.AddDevelopment(name=name) if name not in names["developments"]:
            yield f"no development is called {name}"
        case effects.Gain(each=effects.Each(names=wanted)) | effects.Lose(each=effects.Each(names=wanted)):
            for name in wanted:
                if name not in names["buildings"]:
                    yield f"no building is called {name}"
        case _:
            return


def _per_discarded(step: Step) -> bool:
    return isinstance(step, effects.Gain) and step.each is not None and step.each.what == "discarded"
