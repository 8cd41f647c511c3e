"""Which abilities cause which others: an action that would cause itself again has no end (MC-R25)."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

from domain.kernel.rule import cites
from domain.moon_colony_bloodbath import effects
from domain.moon_colony_bloodbath.abilities import Ability, Trigger, costs_of, steps_of
from domain.moon_colony_bloodbath.effects import ACTIONS, Step
from domain.moon_colony_bloodbath.rulebook import R25

Causes: TypeAlias = Mapping[Trigger, frozenset[Trigger]]

ENDLESS = frozenset({*map(Trigger, ACTIONS), Trigger.FOOD_GAINED, Trigger.CARD_DISCARDED})
"""Where an ability that comes round to itself never runs dry; building, losing and adding cards use up what there is."""

_OF_THEMSELVES: Causes = {Trigger.BUILD: frozenset({Trigger.PLAY}), Trigger.FARM: frozenset({Trigger.FOOD_GAINED})}
"""What an action sets off without any ability."""


def causing(abilities: Iterable[Ability]) -> Causes:
    """Which triggers each trigger sets off, by itself and by all these abilities."""
    causes: dict[Trigger, set[Trigger]] = defaultdict(set)
    for ability in abilities:
        causes[ability.trigger] |= caused(ability)
    return {trigger: _OF_THEMSELVES.get(trigger, frozenset()) | causes[trigger] for trigger in Trigger}


@cites(R25)
def comes_round(ability: Ability, causes: Causes) -> bool:
    """Whether the ability causes, directly or through others, its own trigger again without end (MC-R25)."""
    return ability.trigger in ENDLESS and ability.trigger in _reached(caused(ability), causes)


def caused(ability: Ability) -> frozenset[Trigger]:
    """The triggers that an ability can set off itself."""
    paid = (_PAYING[cost.what] for cost in costs_of(ability) if cost.what in _PAYING)
    return frozenset([*paid, *(trigger for step in steps_of(ability) for trigger in _doing(step))])


_PAYING = {"people": Trigger.LOST, "cards": Trigger.CARD_DISCARDED}


def _doing(step: Step) -> Iterator[Trigger]:
    match step:
        case effects.Act():
            yield from map(Trigger, step.actions)
        case effects.Gain(what="food"):
            yield Trigger.FOOD_GAINED
        case effects.Lose(what="people") | effects.LoseBuilding() | effects.Feed():
            yield Trigger.LOST
        case _:
            if type(step) in _SETS_OFF:
                yield _SETS_OFF[type(step)]


_SETS_OFF: Mapping[type[Step], Trigger] = {
    effects.Build: Trigger.BUILD,
    effects.Discard: Trigger.CARD_DISCARDED,
    effects.DiscardFromUnderMat: Trigger.CARD_DISCARDED,
    effects.RepeatPlay: Trigger.PLAY,
    effects.AddPerk: Trigger.CARD_ADDED,
    effects.AddDevelopment: Trigger.CARD_ADDED,
    effects.AddRobot: Trigger.CARD_ADDED,
    effects.AddEvent: Trigger.CARD_ADDED,
}


def _reached(begin: Iterable[Trigger], causes: Causes) -> frozenset[Trigger]:
    found: set[Trigger] = set()
    open = set(begin)
    while open:
        trigger = open.pop()
        found.add(trigger)
        open |= causes[trigger] - found
    return frozenset(found)
