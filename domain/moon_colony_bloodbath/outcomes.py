"""What abilities, ways and actions surely cost and give, whatever is chosen later; and the abilities that perhaps come of an action."""

from collections import Counter
from collections.abc import Iterable
from typing import TypeAlias

from domain.kernel.bag import size
from domain.kernel.names import Seat
from domain.kernel.question import Amounts
from domain.kernel.rule import cites
from domain.moon_colony_bloodbath.abilities import Ability, Trigger
from domain.moon_colony_bloodbath.effects import (
    Act,
    AddDevelopment,
    AddEvent,
    AddPerk,
    AddRobot,
    Discard,
    DiscardFromUnderMat,
    Draw,
    Gain,
    LayUnderMat,
    Lose,
    LoseBuilding,
    LossSmaller,
    PutBoxes,
    Spend,
    Step,
    Way,
)
from domain.moon_colony_bloodbath.loops import caused
from domain.moon_colony_bloodbath.parts import CardName
from domain.moon_colony_bloodbath.rulebook import R18, R28, T7, W4, W6
from domain.moon_colony_bloodbath.rules.abilities import OWN_EFFECTS, ability_of, optional, silenced, sources
from domain.moon_colony_bloodbath.rules.possible import box_places, pending_loss, possible, times
from domain.moon_colony_bloodbath.state import Source, State

Steps: TypeAlias = tuple[Step, ...]


def done(state: State, seat: Seat, text: Ability | Way) -> tuple[Amounts, Amounts]:
    """What an ability, or a way, surely costs and gives."""
    costs = tuple(("boxes here" if cost.here else cost.what, cost.amount) for cost in text.cost)
    return (*costs, *_taken(state, seat, text.steps)), _amounts(_given(state, seat, text.steps, text.cost))


@cites(W6, R18)
def acted(state: State, seat: Seat, action: str) -> tuple[Amounts, Amounts]:
    """What an action surely costs and gives: its own effect, and the abilities named for it that happen whatever is chosen."""
    steps = tuple(step for source in _certain(state, seat, action) for step in ability_of(state, source).steps)
    return _taken(state, seat, steps), _amounts(_of_action(state, seat, action))


def own_effect(state: State, seat: Seat, action: str) -> Amounts:
    """What an action surely gives by itself."""
    return _amounts(_given(state, seat, OWN_EFFECTS.get(action, ())))


@cites(W4)
def built(state: State, seat: Seat, card: CardName) -> Amounts:
    """What a building surely gives when it comes into play: its people, and PLAY abilities that happen whatever is chosen."""
    building = state.pack.building(card)
    plays = (each for each in building.abilities if each.trigger is Trigger.PLAY and _always(each) and not silenced(state))
    given = _given(state, seat, tuple(step for ability in plays for step in ability.steps))
    return _amounts(Counter({"people in buildings": building.people}) + given)


def added(state: State, seat: Seat, perk: CardName) -> Amounts:
    """What a perk gives each time that it is turned over, and what its adding gives at once."""
    steps = (step for ability in state.pack.progress(perk).abilities for step in ability.steps)
    later = _amounts(_plainly(state, seat, steps))
    return (*((f"{what} later", number) for what, number in later), *_amounts(_when(state, seat, Trigger.CARD_ADDED)))


def discarded(state: State, seat: Seat, cards: int) -> Amounts:
    """What so many cards give by being discarded."""
    return _amounts(_when(state, seat, Trigger.CARD_DISCARDED, cards))


@cites(T7, W6)
def perhaps(state: State, seat: Seat, action: str) -> tuple[Source, ...]:
    """The abilities that may come of an action but are not certain: on offer, or on a condition."""
    fed = any(isinstance(step, Gain) and step.what == "food" for step in OWN_EFFECTS.get(action, ()))
    when = tuple(each for each in sources(state, seat, Trigger.FOOD_GAINED) if fed and not _always(ability_of(state, each)))
    certain = _certain(state, seat, action)
    return (*(source for source in sources(state, seat, Trigger(action)) if source not in certain), *when)


def _certain(state: State, seat: Seat, action: str) -> tuple[Source, ...]:
    """The abilities named for an action that always happen; none, where one of them may take a building away before its turn."""
    named = sources(state, seat, Trigger(action))
    if any(Trigger.LOST in caused(ability_of(state, source)) for source in named):
        return ()
    return tuple(source for source in named if _always(ability_of(state, source)))


def _always(ability: Ability) -> bool:
    return not optional(ability) and ability.condition is None


def _of_action(state: State, seat: Seat, action: str) -> Counter[str]:
    given = _given(state, seat, OWN_EFFECTS.get(action, ()))
    for source in _certain(state, seat, action):
        given += _given(state, seat, ability_of(state, source).steps)
    return given


def _given(state: State, seat: Seat, steps: Steps, costs: tuple[Spend, ...] = ()) -> Counter[str]:
    """What the steps give, and what always happens when they do."""
    given = _plainly(state, seat, steps)
    # A building lost on the way no longer does anything: then only what the steps say themselves is certain.
    if Trigger.LOST in caused(Ability(Trigger.PLAY, steps, costs)):
        return given
    spent = sum(cost.amount for cost in costs if cost.what == "cards")
    given += _when(state, seat, Trigger.CARD_DISCARDED, spent)
    for step in steps:
        given += _following(state, seat, step, spent)
    return given


@cites(R28)
def _following(state: State, seat: Seat, step: Step, spent: int) -> Counter[str]:
    """What always happens when a step is done; ``spent`` cards are no longer in hand."""
    player = state.players[seat]
    match step:
        case Gain(what="food") if _plainly(state, seat, (step,)):
            return _when(state, seat, Trigger.FOOD_GAINED)
        case AddPerk() | AddDevelopment() | AddRobot() | AddEvent() if possible(state, seat, step, None):
            return _when(state, seat, Trigger.CARD_ADDED)
        case Discard():
            return _when(state, seat, Trigger.CARD_DISCARDED, max(0, min(step.cards, player.hand.size - spent)))
        case DiscardFromUnderMat():
            return _when(state, seat, Trigger.CARD_DISCARDED, player.under_mat.size)
        case Act(actions=(action,)):
            return _of_action(state, seat, action)
        case _:
            return Counter()


def _when(state: State, seat: Seat, trigger: Trigger, often: int = 1) -> Counter[str]:
    """What the abilities for a moment that always happen give, so many times."""
    abilities = (ability_of(state, source) for source in sources(state, seat, trigger))
    given = _plainly(state, seat, (step for ability in abilities if _always(ability) for step in ability.steps))
    return Counter({what: number * often for what, number in given.items()})


def _plainly(state: State, seat: Seat, steps: Iterable[Step]) -> Counter[str]:
    """What the steps say that they give, so far as it is there."""
    given: Counter[str] = Counter()
    for step in steps:
        what, number = _says(state, seat, step)
        given[what] += number
    return given


def _says(state: State, seat: Seat, step: Step) -> tuple[str, int]:
    player = state.players[seat]
    match step:
        case Gain():
            return step.what, step.amount * times(state, seat, step.each, player.under_mat.size)
        case Draw():
            return "cards", min(step.cards, _building_cards(state))
        case LayUnderMat():
            return "cards under the mat", min(step.cards, _building_cards(state))
        case PutBoxes(where="without-box"):
            return "boxes", min(step.amount, len(box_places(state, seat, step, None)))
        case PutBoxes():
            return "boxes", step.amount if player.buildings else 0
        case LossSmaller():
            return "people not lost", min(step.amount, pending_loss(state, seat))
        case _:
            return "", 0


def _building_cards(state: State) -> int:
    """How many cards can be drawn."""
    return sum(map(size, state.lanes)) + len(state.discards)


def _taken(state: State, seat: Seat, steps: Steps) -> Amounts:
    """What the steps take, as it is printed; less where there is less (MC-T5)."""
    return tuple(taken for step in steps if (taken := _takes(state, seat, step))[1])


def _takes(state: State, seat: Seat, step: Step) -> tuple[str, int]:
    match step:
        case Lose():
            return step.what, step.amount * times(state, seat, step.each, 0)
        case LoseBuilding():
            return "buildings", 1
        case Discard():
            return "cards", step.cards
        case _:
            return "", 0


def _amounts(given: Counter[str]) -> Amounts:
    return tuple((what, number) for what, number in given.items() if number)
