"""A greedy player: how much each choice offered is worth to its seat, in hundredths of a person."""

from typing import cast

from domain.kernel.names import Seat
from domain.kernel.question import Choice
from domain.kernel.secret import Hidden, reveal
from domain.moon_colony_bloodbath import commands
from domain.moon_colony_bloodbath.abilities import Trigger
from domain.moon_colony_bloodbath.effects import ACTIONS, Action, Choose, PassLeft, PutBoxes
from domain.moon_colony_bloodbath.parts import CardName
from domain.moon_colony_bloodbath.prospects import box_worth, building_lost, moved_worth, perk_worth
from domain.moon_colony_bloodbath.purse import PERSON, Purse
from domain.moon_colony_bloodbath.rules.abilities import ability_of, optional, steps_of
from domain.moon_colony_bloodbath.state import NOTHING, Frame, InPlay, Source, State
from domain.moon_colony_bloodbath.worth import ability_worth, action_worth, build_worth, card_worth, way_worth

NEVER = -100 * PERSON
FIRST, AT_ONCE, ITSELF, LAST = 400, 300, 200, 100
"""In which order what belongs to an action is done: what asks to have nothing yet, gains, the action itself, what costs something."""


def value(state: State, seat: Seat, choice: Choice) -> int:
    """How much better off the seat expects to be; uses nothing that the seat may not know."""
    match choice.command:
        case commands.Answer(answer=answer):
            said = reveal(answer)
            return 0 if isinstance(said, Hidden) else _answer(state, seat, said)
        case commands.PickAction(action=action):
            return action_worth(state, seat, cast(Action, action))
        case commands.Build(card=card):
            return build_worth(state, seat, card)
        case commands.UseAbility() | commands.DoAction() | commands.Accept() | commands.RepeatAbility() | commands.ChooseWay():
            return _doing(state, seat, choice)
        case commands.Stand():
            return NEVER
        case _:
            return _giving(state, seat, choice)


def _answer(state: State, seat: Seat, answer: str) -> int:
    if answer in ACTIONS:
        return action_worth(state, seat, answer)
    if answer == NOTHING:
        return 0
    return -_kept(state, seat, answer) if _passing(state) else build_worth(state, seat, answer)


def _passing(state: State) -> bool:
    """Whether the card turned over lets cards pass to the left."""
    card = state.pack.progress(state.turn.card)
    return any(isinstance(step, PassLeft) for ability in card.abilities for step in ability.steps)


def _doing(state: State, seat: Seat, choice: Choice) -> int:
    match choice.command:
        case commands.UseAbility(building=building, ability=ability):
            return _use(state, seat, Source(_building(state, seat, building).card, building, ability))
        case commands.RepeatAbility(building=building, ability=ability):
            return _worth(state, seat, Source(_building(state, seat, building).card, building, ability))
        case commands.ChooseWay(way=way):
            return _way(state, seat, way)
        case commands.Accept():
            return _worth(state, seat, (_top(state, seat).pending or ())[0])
        case _:
            return ITSELF


def _giving(state: State, seat: Seat, choice: Choice) -> int:
    match choice.command:
        case commands.DiscardCards(cards=cards):
            return -sum(_kept(state, seat, card) for card in cards)
        case commands.LayCardOnMat(card=secret):
            card = reveal(secret)
            return 0 if isinstance(card, Hidden) else build_worth(state, seat, card)
        case commands.ChooseBoxes(buildings=buildings):
            return _boxes(state, seat, buildings)
        case commands.MoveBox(building=building, to=to):
            return moved_worth(state, _building(state, seat, building), _building(state, seat, to))
        case commands.LoseBuilding(building=number):
            return building_lost(state, _building(state, seat, number))
        case commands.Pay(food=food):
            purse = Purse.of(state, seat)
            return purse.plus("food", -food).plus("money", food).worth - purse.worth
        case commands.AddPerk(card=card):
            return perk_worth(state, card)
        case _:
            return 0


def _building(state: State, seat: Seat, number: int) -> InPlay:
    return next(building for building in state.players[seat].buildings if building.number == number)


def _kept(state: State, seat: Seat, card: CardName) -> int:
    """What a card in hand is worth: the more, the sooner it can be paid for."""
    missing = max(0, state.pack.building(card).cost - state.players[seat].money)
    return card_worth(state, seat, card) - 20 * missing


def _use(state: State, seat: Seat, source: Source) -> int:
    """An any-time ability by what it is worth; one named for the action by its place in the order."""
    ability = ability_of(state, source)
    if ability.trigger is Trigger.ANY_TIME:
        return _worth(state, seat, source)
    if ability.condition is not None and ability.condition.at_most is not None:
        return FIRST
    if optional(ability):
        return LAST if _worth(state, seat, source) > 0 else -1
    return AT_ONCE


def _worth(state: State, seat: Seat, source: Source) -> int:
    return ability_worth(state, seat, ability_of(state, source))


def _top(state: State, seat: Seat) -> Frame:
    return state.players[seat].stack[-1]


def _way(state: State, seat: Seat, way: int) -> int:
    step = steps_of(state, _top(state, seat))[_top(state, seat).step]
    return way_worth(state, seat, step.ways[way]) if isinstance(step, Choose) else 0


def _boxes(state: State, seat: Seat, numbers: tuple[int, ...]) -> int:
    """New boxes where they are of use; boxes that go, from where they are not."""
    new = _puts(state, _top(state, seat))
    return sum(_boxes_of(state, _building(state, seat, number), numbers.count(number), new) for number in set(numbers))


def _boxes_of(state: State, building: InPlay, number: int, new: bool) -> int:
    if new:
        return sum(box_worth(state, building, building.boxes + more) for more in range(1, number + 1))
    return -sum(box_worth(state, building, building.boxes - fewer) for fewer in range(number))


def _puts(state: State, frame: Frame) -> bool:
    return frame.kind == "steps" and isinstance(steps_of(state, frame)[frame.step], PutBoxes)
