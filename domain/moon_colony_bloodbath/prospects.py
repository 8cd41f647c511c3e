"""What a card will yet do for its owner in the rounds that are left, in hundredths of a person; what is held now does not count."""

from collections.abc import Mapping

from domain.kernel.names import Seat
from domain.moon_colony_bloodbath import effects
from domain.moon_colony_bloodbath.abilities import Ability, Cheaper, FoodAsMoney, Ignores, Passive, Trigger
from domain.moon_colony_bloodbath.effects import Spend, Step
from domain.moon_colony_bloodbath.parts import Building, CardName
from domain.moon_colony_bloodbath.purse import MONEY, PERSON
from domain.moon_colony_bloodbath.rules.abilities import silenced
from domain.moon_colony_bloodbath.state import InPlay, State

IDLE_BOX = 6
A_FEED = 32
"""What it costs to feed a building once."""

USES: Mapping[Trigger, int] = {
    Trigger.RESTOCK: 60,
    Trigger.BUILD: 130,
    Trigger.MINE: 120,
    Trigger.FARM: 110,
    Trigger.RESEARCH: 60,
    Trigger.START_OF_WORK: 60,
    Trigger.ANY_TIME: 60,
    Trigger.FOOD_GAINED: 170,
    Trigger.CARD_DISCARDED: 150,
    Trigger.CARD_ADDED: 70,
    Trigger.EVENT: 40,
}
"""How often in a hundred rounds of the progress deck an ability of each kind happens."""
ONCE_LOST = 50
"""In a hundred, how often a LOST ability is still worth something."""
IN_EVERY_ROUND: Mapping[type[Passive], int] = {FoodAsMoney: 50, Ignores: 45}
ADDED: Mapping[type[Step], int] = {effects.AddRobot: -60, effects.AddEvent: -60, effects.AddTwist: 0, effects.RepeatPlay: 60}
"""What a step is worth whose outcome lies with others or with chance."""

CARD = 45
"""A card drawn some time later."""
_PLAIN = {"people": PERSON, "money": MONEY, "food": 38, "boxes": 25, "cards": CARD}


def rounds_left(state: State) -> int:
    """How many rounds of the progress deck may still come, in hundredths."""
    return max(60, min(300, 30 * len(state.events)))


def upkeep(state: State) -> int:
    """What feeding one more building will cost."""
    return A_FEED * rounds_left(state) // 100


def engine_worth(state: State, building: Building) -> int:
    """What the building's abilities and passives will bring, those of PLAY aside."""
    # Sums in hundredths of hundredths: divided once at the end, so that small worths do not round away one by one.
    used = sum(USES.get(each.trigger, 0) * expected(each) for each in building.abilities)
    lost = sum(ONCE_LOST * expected(each) for each in building.abilities if each.trigger is Trigger.LOST)
    always = sum(map(_passive, building.passives))
    return (used // 100 + always) * rounds_left(state) // 100 + lost // 100


def expected(ability: Ability) -> int:
    """What a use will be worth some time later."""
    total = sum(map(plainly, ability.steps)) - sum(map(_plain_cost, ability.cost))
    return max(0, total) if ability.may or ability.cost else total


def plainly(step: Step) -> int:
    """What a step is worth, whoever takes it and whenever."""
    match step:
        case effects.Gain():
            return _PLAIN[step.what] * step.amount
        case effects.Lose():
            return -_PLAIN[step.what] * step.amount
        case effects.Draw():
            return CARD * step.cards
        case effects.Discard():
            return -20 * step.cards
        case effects.PutBoxes():
            return 30 * step.amount
        case effects.LossSmaller():
            return PERSON * step.amount
        case effects.Act() | effects.Build():
            return 120
        case _:
            return ADDED.get(type(step), 30)


def _plain_cost(cost: Spend) -> int:
    """A box here has to be brought there first."""
    return 75 if cost.here else _PLAIN[cost.what] * cost.amount


def _passive(passive: Passive) -> int:
    """In every round of the progress deck."""
    return 55 * passive.by if isinstance(passive, Cheaper) else IN_EVERY_ROUND[type(passive)]


def perk_worth(state: State, perk: CardName) -> int:
    """A perk comes up in this round and in every later one."""
    once = sum(map(expected, state.pack.progress(perk).abilities))
    return once * (100 + rounds_left(state)) // 200


def development_worth(state: State, name: CardName) -> int:
    """What falls to everybody is worth little to one; with one seat it is worth what it is."""
    if name not in state.developments:
        return 0
    once = sum(map(expected, state.pack.progress(name).abilities))
    return once * rounds_left(state) // (100 * (2 if len(state.players) == 1 else 5))


def building_lost(state: State, building: InPlay) -> int:
    """What changes for its owner when the building goes; its people only move."""
    card = state.pack.building(building.card)
    lost = () if silenced(state) else (each for each in card.abilities if each.trigger is Trigger.LOST)
    return sum(map(expected, lost)) + upkeep(state) - engine_worth(state, card) - IDLE_BOX * building.boxes


def box_worth(state: State, building: InPlay, boxes: int) -> int:
    """What the building's ``boxes``-th box is worth: something as long as the building has a use for it."""
    uses = [each for each in state.pack.building(building.card).abilities if any(cost.here for cost in each.cost)]
    best = max((sum(map(plainly, each.steps)) for each in uses), default=0)
    return max(IDLE_BOX, best // (1 + boxes)) - boxes


def moved_worth(state: State, giver: InPlay, taker: InPlay) -> int:
    """What it is worth to move a box from one building to another."""
    return box_worth(state, taker, taker.boxes + 1) - box_worth(state, giver, giver.boxes)


def next_boxes(state: State, seat: Seat) -> tuple[int, ...]:
    """What the next box and the one after it are worth on each of the seat's buildings, the best first."""
    buildings = state.players[seat].buildings
    return tuple(sorted((box_worth(state, each, each.boxes + more) for each in buildings for more in (1, 2)), reverse=True))
