"""What is printed where, told from public facts."""

from collections.abc import Mapping

from domain.kernel.names import Seat
from domain.kernel.rule import cites
from domain.moon_colony_bloodbath.abilities import Ability, FoodAsMoney, Ignores, Passive, Trigger
from domain.moon_colony_bloodbath.effects import Draw, Gain, PutBoxes, Spend, Step
from domain.moon_colony_bloodbath.rulebook import (
    B2,
    B7,
    N_AUTOMATIC_DOORS,
    N_HACKER_LAIR,
    N_POTATO_FARM,
    N_REPAIRS_ROBOT,
    R18,
)
from domain.moon_colony_bloodbath.state import Frame, InPlay, Source, State

OWN_EFFECTS: Mapping[str, tuple[Step, ...]] = {
    "restock": (PutBoxes(2),),
    "mine": (Gain("money", 4),),
    "farm": (Gain("food", 4),),
    "research": (Draw(2),),
}
"""What each action does by itself (MC-W1); BUILD has a frame of its own."""


def ability_of(state: State, source: Source) -> Ability:
    return state.pack.cards[source.card].abilities[source.ability]


@cites(N_AUTOMATIC_DOORS)
def silenced(state: State) -> bool:
    """Whether no building has any ability in this Work."""
    return "abilities" in state.turn.forbids


@cites(N_REPAIRS_ROBOT)
def unbuildable(state: State) -> bool:
    """Whether nobody may build in this Work."""
    return "build" in state.turn.forbids


def printed(state: State, building: InPlay, trigger: Trigger) -> tuple[Source, ...]:
    """A building's abilities of one kind, in printed order."""
    return () if silenced(state) else _borne(state, (building,), trigger)


@cites(B2, R18)
def sources(state: State, seat: Seat, trigger: Trigger) -> tuple[Source, ...]:
    """Every ability of this kind on the seat's buildings in play, the oldest building first."""
    return () if silenced(state) else _borne(state, state.players[seat].buildings, trigger)


def _borne(state: State, buildings: tuple[InPlay, ...], trigger: Trigger) -> tuple[Source, ...]:
    return tuple(
        Source(building.card, building.number, number)
        for building in buildings
        for number, ability in enumerate(state.pack.cards[building.card].abilities)
        if ability.trigger is trigger
    )


@cites(B7)
def passives(state: State, seat: Seat) -> tuple[Passive, ...]:
    if silenced(state):
        return ()
    return tuple(passive for each in state.players[seat].buildings for passive in state.pack.building(each.card).passives)


@cites(N_POTATO_FARM)
def food_is_money(state: State, seat: Seat) -> bool:
    return any(isinstance(passive, FoodAsMoney) for passive in passives(state, seat))


@cites(N_HACKER_LAIR)
def ignores(state: State, seat: Seat, card: str) -> bool:
    """Whether the event of this name passes the seat by."""
    key = state.pack.cards[card].key
    return any(isinstance(passive, Ignores) and passive.event == key for passive in passives(state, seat))


def steps_of(state: State, frame: Frame) -> tuple[Step, ...]:
    """The steps that a frame works through: an action's own, an ability's, or those of the way chosen."""
    if frame.source is None:
        return OWN_EFFECTS[frame.action or ""]
    ability = ability_of(state, frame.source)
    if frame.way is None:
        return ability.steps
    choice = ability.steps[frame.way[0]]
    return choice.ways[frame.way[1]].steps  # type: ignore[union-attr]


def costs_of(state: State, frame: Frame) -> tuple[Spend, ...]:
    """The costs that a frame pays: an ability's, or those of the way chosen."""
    if frame.source is None:
        return ()
    ability = ability_of(state, frame.source)
    if frame.way is None:
        return ability.cost
    choice = ability.steps[frame.way[0]]
    return choice.ways[frame.way[1]].cost  # type: ignore[union-attr]


def optional(ability: Ability) -> bool:
    return ability.may or bool(ability.cost)
