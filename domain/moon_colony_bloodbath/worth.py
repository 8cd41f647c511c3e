"""What a seat would gain by doing something now, in hundredths of a person: steps, abilities, actions, a building built."""

from collections.abc import Iterable

from domain.kernel.names import Seat
from domain.moon_colony_bloodbath import effects
from domain.moon_colony_bloodbath.abilities import Ability, Trigger
from domain.moon_colony_bloodbath.effects import Action, Spend, Step
from domain.moon_colony_bloodbath.parts import CardName
from domain.moon_colony_bloodbath.prospects import (
    ADDED,
    IDLE_BOX,
    building_lost,
    development_worth,
    engine_worth,
    moved_worth,
    next_boxes,
    perk_worth,
    upkeep,
)
from domain.moon_colony_bloodbath.purse import PERSON, Purse
from domain.moon_colony_bloodbath.rules.abilities import OWN_EFFECTS, silenced
from domain.moon_colony_bloodbath.rules.possible import box_moves, open_actions, pending_loss, times
from domain.moon_colony_bloodbath.rules.prices import buildable_from, price
from domain.moon_colony_bloodbath.state import InPlay, State

AN_ACTION = 170
"""An action or a BUILD that is only expected."""
A_CARD_UNDER_MAT = 55


def ability_worth(state: State, seat: Seat, ability: Ability, building: bool = False) -> int:
    """What one use is worth; nothing when it can be done without and costs more than it gives."""
    purse = Purse.of(state, seat)
    if building and ability.condition is not None and ability.condition.at_most is not None:
        purse = purse.plus(ability.condition.what, -purse.money)
    worth = steps_worth(state, seat, ability.steps, purse) - cost_worth(state, seat, ability.cost, purse)
    return max(0, worth) if ability.may or ability.cost else worth


def steps_worth(state: State, seat: Seat, steps: Iterable[Step], purse: Purse | None = None) -> int:
    """What the steps give the seat, one after another, less what they take."""
    before = now = purse or Purse.of(state, seat)
    more = 0
    for step in steps:
        changed = _changed(state, seat, step, now)
        more += 0 if changed else _step(state, seat, step)
        now = changed or now
    return now.worth - before.worth + more


def cost_worth(state: State, seat: Seat, costs: Iterable[Spend], purse: Purse | None = None) -> int:
    """What is given up by paying all of it."""
    before = now = purse or Purse.of(state, seat)
    boxes = 0
    for cost in costs:
        boxes += IDLE_BOX * cost.amount if cost.what == "boxes" else 0
        now = now.plus(cost.what, -cost.amount)
    return before.worth - now.worth + boxes


def _changed(state: State, seat: Seat, step: Step, purse: Purse) -> Purse | None:
    """The purse after a step that only changes how much is there."""
    match step:
        case effects.Gain():
            return purse.plus(step.what, step.amount * times(state, seat, step.each, state.players[seat].under_mat.size))
        case effects.Lose():
            return purse.plus(step.what, -step.amount * times(state, seat, step.each, 0))
        case effects.Draw():
            return purse.plus("cards", step.cards)
        case effects.Discard():
            return purse.plus("cards", -step.cards)
        case _:
            return None


def _step(state: State, seat: Seat, step: Step) -> int:
    """What any other step is worth."""
    match step:
        case effects.LoseBuilding():
            return max((building_lost(state, each) for each in state.players[seat].buildings), default=0)
        case effects.LossSmaller():
            return PERSON * min(step.amount, pending_loss(state, seat))
        case effects.PutBoxes():
            return sum(next_boxes(state, seat)[: step.amount])
        case effects.MoveBox():
            return _best_move(state, seat)
        case effects.Act():
            return max((action_worth(state, seat, action) for action in open_actions(state, seat, step)), default=0)
        case effects.Build():
            return max((0, *(build_worth(state, seat, card) for card in payable(state, seat))))
        case effects.Choose():
            return max(way_worth(state, seat, way) for way in step.ways)
        case _:
            return _laying(state, seat, step)


def _laying(state: State, seat: Seat, step: Step) -> int:
    """What a step is worth that puts a card somewhere for later."""
    match step:
        case effects.AddPerk():
            return max((perk_worth(state, perk) for perk in state.players[seat].perks), default=0)
        case effects.AddDevelopment():
            return development_worth(state, state.pack.card_name(step.name))
        case effects.LayUnderMat():
            return A_CARD_UNDER_MAT * step.cards
        case _:
            return ADDED.get(type(step), 0)


def _best_move(state: State, seat: Seat) -> int:
    buildings = {each.number: each for each in state.players[seat].buildings}
    return max((moved_worth(state, buildings[giver], buildings[taker]) for giver, taker in box_moves(state, seat)), default=0)


def way_worth(state: State, seat: Seat, way: effects.Way) -> int:
    return steps_worth(state, seat, way.steps) - cost_worth(state, seat, way.cost)


def action_worth(state: State, seat: Seat, action: Action) -> int:
    """An action's own effect and what the seat's buildings add to it."""
    if action == "build":
        return max((build_worth(state, seat, card) for card in payable(state, seat)), default=-PERSON)
    own = steps_worth(state, seat, OWN_EFFECTS[action])
    return own + sum(_named_for(state, seat, building, action) for building in state.players[seat].buildings)


def _named_for(state: State, seat: Seat, building: InPlay, action: Action) -> int:
    if silenced(state):
        return 0
    abilities = (each for each in state.pack.building(building.card).abilities if each.trigger.value == action)
    boxes = building.boxes + (2 if action == "restock" else 0)
    return sum(ability_worth(state, seat, each, building=True) for each in abilities if boxes or not any(cost.here for cost in each.cost))


def payable(state: State, seat: Seat) -> tuple[CardName, ...]:
    """The cards that the seat may build and pay for with its money."""
    player = state.players[seat]
    return tuple(card for card in sorted(set(buildable_from(player).known)) if price(state, seat, card) <= player.money)


def build_worth(state: State, seat: Seat, card: CardName) -> int:
    """What it is worth to put the card into play now, less its price, its food and the card."""
    purse = Purse.of(state, seat)
    paid = purse.worth - purse.plus("money", -price(state, seat, card)).plus("cards", -1).worth
    return card_worth(state, seat, card) - paid - upkeep(state)


def card_worth(state: State, seat: Seat, card: CardName) -> int:
    """People, PLAY abilities and everything that the building will yet do."""
    building = state.pack.building(card)
    played = () if silenced(state) else (each for each in building.abilities if each.trigger is Trigger.PLAY)
    return PERSON * building.people + sum(_play(state, seat, each) for each in played) + engine_worth(state, building)


def _play(state: State, seat: Seat, ability: Ability) -> int:
    """A PLAY ability that acts or builds is not looked through: that might go round."""
    acting = effects.Build | effects.Act | effects.Choose
    plain = tuple(step for step in ability.steps if not isinstance(step, acting))
    return steps_worth(state, seat, plain) + AN_ACTION * (len(ability.steps) - len(plain))
