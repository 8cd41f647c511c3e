"""What is printed on a card: abilities, when they happen and on what condition; and what works all the time."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, TypeAlias

from domain.moon_colony_bloodbath.effects import Choose, Spend, Step


class Trigger(StrEnum):
    """When an ability happens. Buildings bear all but the last two; every other card bears only those."""

    PLAY = "play"
    LOST = "lost"
    RESTOCK = "restock"
    BUILD = "build"
    MINE = "mine"
    FARM = "farm"
    RESEARCH = "research"
    START_OF_WORK = "start-of-work"
    ANY_TIME = "any-time"
    FOOD_GAINED = "food-gained"
    CARD_DISCARDED = "card-discarded"
    CARD_ADDED = "card-added"
    """The owner added a perk, development, robot or event."""
    EVENT = "event"
    """Before the loss of the event named by ``Ability.event``."""
    BEFORE_LOSS = "before-loss"
    """The card was turned over; the people it prints are not yet lost."""
    TURNED_OVER = "turned-over"
    """The card was turned over, and the people it prints are lost."""


Had: TypeAlias = Literal["money", "food", "boxes", "cards", "buildings", "boxes-here", "people-on-mat"]


@dataclass(frozen=True, slots=True)
class Having:
    """Only if the seat has from ``at_least`` to ``at_most`` of something at that moment (``None``: no upper bound)."""

    what: Had
    at_least: int = 0
    at_most: int | None = None


@dataclass(frozen=True, slots=True)
class Ability:
    """One printed ability.

    ``may``: the seat may do without it; an ability with a cost always may (MC-T6). ``several``: it may be done again and
    again (Stacking Robot). ``once``: once for the table, not once a seat. ``event``: the name of the event for
    ``Trigger.EVENT``, without its pack. ``condition`` is looked at when the ability's turn comes; that of
    ``start-of-work`` once before all of them (MC-R19).
    """

    trigger: Trigger
    steps: tuple[Step, ...]
    cost: tuple[Spend, ...] = ()
    may: bool = False
    several: bool = False
    once: bool = False
    event: str = ""
    condition: Having | None = None


@dataclass(frozen=True, slots=True)
class Cheaper:
    """Passive: a card of printed cost from ``at_least`` to ``at_most`` costs its owner so much less to BUILD."""

    by: int
    at_least: int = 0
    at_most: int | None = None


@dataclass(frozen=True, slots=True)
class FoodAsMoney:
    """Passive: food may be spent as money, in any mix (Potato Farm)."""


@dataclass(frozen=True, slots=True)
class Ignores:
    """Passive: the turned-over abilities of the event of this name pass its owner by (Hacker Lair)."""

    event: str


Passive: TypeAlias = Cheaper | FoodAsMoney | Ignores


def steps_of(ability: Ability) -> Iterator[Step]:
    """Every step of an ability, those of its ways included."""
    for step in ability.steps:
        yield step
        if isinstance(step, Choose):
            for way in step.ways:
                yield from way.steps


def costs_of(ability: Ability) -> Iterator[Spend]:
    """Every cost of an ability, those of its ways included."""
    yield from ability.cost
    for step in ability.steps:
        if isinstance(step, Choose):
            for way in step.ways:
                yield from way.cost
