"""The steps of abilities, each a small function, and the costs that are paid before them."""

from collections.abc import Callable, Mapping
from typing import Any

from domain.kernel.names import Seat
from domain.kernel.replace import replace
from domain.kernel.rule import Rule, cites
from domain.kernel.secret import Unknown, sealed_for
from domain.moon_colony_bloodbath.effects import (
    Act,
    AddDevelopment,
    AddEvent,
    AddPerk,
    AddRobot,
    Build,
    Choose,
    Discard,
    DiscardFromUnderMat,
    Draw,
    Feed,
    Gain,
    LayOnMat,
    LayUnderMat,
    Lose,
    LoseBuilding,
    LossSmaller,
    MoveBox,
    PutBoxes,
    RepeatPlay,
    Spend,
    Step,
)
from domain.moon_colony_bloodbath.facts import BoxPut, CardLaidOnMat, Lost
from domain.moon_colony_bloodbath.rulebook import (
    E3,
    E4,
    N_CONSTRUCTION_ROBOT,
    N_LAUNCH_PAD,
    N_MINING_ROBOT,
    N_ORGAN_BANKS,
    N_RISKY_RESEARCH,
    N_ROBOT_COMPANION,
    N_STACKING_ROBOT,
    N_SURVEYING,
    N_WAREHOUSE,
    N_WAREHOUSE_ROBOT,
    ONE_LONELY,
    R10,
    R11,
    R21,
    T5,
    T6,
    T8,
    W1,
    W8,
)
from domain.moon_colony_bloodbath.rules.abilities import costs_of
from domain.moon_colony_bloodbath.rules.acting import act, begin, may_act_build
from domain.moon_colony_bloodbath.rules.adding import add_development, add_event, add_perk, add_robot
from domain.moon_colony_bloodbath.rules.asking import open_ways
from domain.moon_colony_bloodbath.rules.citing import rule_of
from domain.moon_colony_bloodbath.rules.doing import Doing, card_of
from domain.moon_colony_bloodbath.rules.drawing import discard_all, discard_hand, draw_cards, put_under_mat
from domain.moon_colony_bloodbath.rules.losing import lose, lose_building, owe, take_boxes
from domain.moon_colony_bloodbath.rules.possible import box_moves, box_places, open_actions, repeatable, times
from domain.moon_colony_bloodbath.rules.prices import food_parts
from domain.moon_colony_bloodbath.state import Frame, InPlay, Source


@cites(W1, N_MINING_ROBOT, ONE_LONELY, R11)
def _gain(doing: Doing, seat: Seat, frame: Frame, step: Gain) -> None:
    doing.gain(seat, step.what, step.amount * times(doing.state, seat, step.each, frame.amount or 0), frame.source)


@cites(ONE_LONELY, R11)
def _lose(doing: Doing, seat: Seat, frame: Frame, step: Lose) -> None:
    amount = step.amount * times(doing.state, seat, step.each, frame.amount or 0)
    match step.what:
        case "people":
            owe(doing, seat, amount, frame.source)
        case "boxes":
            take_boxes(doing, seat, _boxes(doing.state.players[seat].buildings, amount), frame.source)
        case _:
            lose(doing, seat, step.what, amount, frame.source)


def _lose_only_building(doing: Doing, seat: Seat, frame: Frame, step: LoseBuilding) -> None:
    for building in doing.state.players[seat].buildings[:1]:
        lose_building(doing, seat, building.number)


def _put_all_boxes(doing: Doing, seat: Seat, frame: Frame, step: PutBoxes) -> None:
    places = box_places(doing.state, seat, step, frame.source)[:1]
    put_boxes(doing, seat, places * (1 if step.where == "without-box" else step.amount), frame.source)


def _move_only_box(doing: Doing, seat: Seat, frame: Frame, step: MoveBox) -> None:
    for start, to in box_moves(doing.state, seat)[:1]:
        move_box(doing, seat, start, to, frame.source)


@cites(N_ROBOT_COMPANION)
def _act(doing: Doing, seat: Seat, frame: Frame, step: Act) -> None:
    for action in open_actions(doing.state, seat, step)[:1]:
        take_action(doing, seat, action, frame.source)


def _add_last_perk(doing: Doing, seat: Seat, frame: Frame, step: AddPerk) -> None:
    for perk in doing.state.players[seat].perks[:1]:
        add_perk(doing, seat, perk)


def _repeat_only_ability(doing: Doing, seat: Seat, frame: Frame, step: RepeatPlay) -> None:
    for repeated in repeatable(doing.state, seat)[:1]:
        repeat(doing, seat, repeated)


def _take_only_way(doing: Doing, seat: Seat, frame: Frame, step: Choose) -> None:
    # The frame has moved on to the next step already; the ways are those of the step before.
    for way in open_ways(doing.state, seat, replace(frame, step=frame.step - 1), step)[:1]:
        take_way(doing, seat, way)


def take_action(doing: Doing, seat: Seat, action: str, source: Source | None) -> None:
    """An action that a card gives; a BUILD among them may be declined like any other that is given (MC-R22)."""
    if action == "build":
        may_act_build(doing, seat, Build(), source)
    else:
        act(doing, seat, action, source)


def take_way(doing: Doing, seat: Seat, way: int) -> None:
    frame = doing.top(seat)
    if frame.source is not None:
        begin(doing, seat, frame.source, (frame.step - 1, way))


@cites(N_LAUNCH_PAD, R21)
def repeat(doing: Doing, seat: Seat, source: Source) -> None:
    doing.queue(seat, (source,))


@cites(N_STACKING_ROBOT, N_ORGAN_BANKS)
def smaller(doing: Doing, seat: Seat, by: int) -> None:
    """The loss that waits below in the stack is smaller, not below 0."""
    stack = list(doing.state.players[seat].stack)
    for place in range(len(stack) - 1, -1, -1):
        if stack[place].kind == "loss":
            stack[place] = replace(stack[place], amount=max(0, (stack[place].amount or 0) - by))
            doing.state = doing.state.with_stack(seat, *stack)
            return


@cites(W8, N_WAREHOUSE_ROBOT)
def put_boxes(doing: Doing, seat: Seat, numbers: tuple[int, ...], source: Source | None) -> None:
    """New boxes, one for each number of a building."""
    for number in numbers:
        building = doing.state.players[seat].building(number)
        if building is not None:
            doing.happens(BoxPut(seat, number, building.card), rule_of(doing.state, source))


@cites(N_WAREHOUSE)
def move_box(doing: Doing, seat: Seat, start: int, to: int, source: Source | None) -> None:
    take_boxes(doing, seat, (start,), source)
    put_boxes(doing, seat, (to,), source)


def _boxes(buildings: tuple[InPlay, ...], amount: int) -> tuple[int, ...]:
    """A building's number for each of the first boxes."""
    return tuple(building.number for building in buildings for _ in range(building.boxes))[:amount]


@cites(E3, E4)
def feed(doing: Doing, seat: Seat, gain: int, source: Source | None) -> None:
    """The buildings are counted once; whoever is not fed is lost in one loss, and if nobody is, people come."""
    player = doing.state.players[seat]
    fed = min(len(player.buildings), player.food)
    if fed:
        doing.happens(Lost(seat, "food", fed, card_of(source)), E4)
    unfed = len(player.buildings) - fed
    if unfed:
        owe(doing, seat, unfed, source)
    else:
        doing.gain(seat, "people", gain, source)


@cites(N_SURVEYING)
def discard_from_under_mat(doing: Doing, seat: Seat) -> None:
    """Every card under the mat is discarded, and how many they were stands in the frame for what follows."""
    frame = doing.top(seat)
    number = doing.state.players[seat].under_mat.size
    doing.become(seat, replace(frame, amount=number))
    discard_all(doing, seat, "under-mat", rule_of(doing.state, frame.source))


@cites(N_CONSTRUCTION_ROBOT)
def lay_only_card_on_mat(doing: Doing, seat: Seat) -> None:
    hand = doing.state.players[seat].hand
    if not hand.size:
        return
    if not hand.whole:
        raise Unknown("the hand is sealed from this copy")
    doing.happens(CardLaidOnMat(seat, sealed_for(hand.known[0], seat)), N_CONSTRUCTION_ROBOT)


@cites(T6, T8, R10, N_RISKY_RESEARCH)
def pay_next(doing: Doing, seat: Seat) -> None:
    """The next cost of an ability, where there is nothing to choose in it."""
    frame = doing.top(seat)
    costs = costs_of(doing.state, frame)
    if frame.step >= len(costs):
        doing.pop(seat)
        return
    cost = costs[frame.step]
    doing.become(seat, replace(frame, step=frame.step + 1))
    _pay(doing, seat, cost, frame.source)


def _pay(doing: Doing, seat: Seat, cost: Spend, source: Source | None) -> None:
    rule, player = rule_of(doing.state, source), doing.state.players[seat]
    match cost.what:
        case "money":
            doing.pay(seat, cost.amount, food_parts(doing.state, seat, cost.amount)[0], card_of(source), rule)
        case "food":
            doing.pay(seat, cost.amount, cost.amount, card_of(source), rule)
        case "people":
            owe(doing, seat, cost.amount, source)
        case "cards":
            discard_hand(doing, seat, rule)
        case "boxes":
            here = tuple(each for each in player.buildings if not cost.here or (source and each.number == source.building))
            take_boxes(doing, seat, _boxes(here, cost.amount), source)


def _cited(doing: Doing, frame: Frame) -> Rule:
    return rule_of(doing.state, frame.source)


_STEPS: Mapping[type[Step], Callable[[Doing, Seat, Frame, Any], None]] = {
    Gain: _gain,
    Lose: _lose,
    LoseBuilding: _lose_only_building,
    LossSmaller: lambda doing, seat, frame, step: smaller(doing, seat, step.amount),
    Draw: lambda doing, seat, frame, step: draw_cards(doing, seat, step.cards, _cited(doing, frame)),
    Discard: lambda doing, seat, frame, step: discard_hand(doing, seat, _cited(doing, frame)),
    PutBoxes: _put_all_boxes,
    MoveBox: _move_only_box,
    Act: _act,
    Build: lambda doing, seat, frame, step: may_act_build(doing, seat, step, frame.source),
    AddPerk: _add_last_perk,
    AddDevelopment: lambda doing, seat, frame, step: add_development(doing, seat, step.name),
    AddRobot: lambda doing, seat, frame, step: add_robot(doing, seat, _cited(doing, frame)),
    AddEvent: lambda doing, seat, frame, step: add_event(doing, seat, _cited(doing, frame)),
    RepeatPlay: _repeat_only_ability,
    Choose: _take_only_way,
    Feed: lambda doing, seat, frame, step: feed(doing, seat, step.gain, frame.source),
    LayOnMat: lambda doing, seat, frame, step: lay_only_card_on_mat(doing, seat),
    LayUnderMat: lambda doing, seat, frame, step: put_under_mat(doing, seat, step.cards, _cited(doing, frame)),
    DiscardFromUnderMat: lambda doing, seat, frame, step: discard_from_under_mat(doing, seat),
}


@cites(T5)
def do_step(doing: Doing, seat: Seat, step: Step) -> None:
    """A step that needs no answer, or has none to choose from; the frame has moved on to the next one already."""
    _STEPS[type(step)](doing, seat, doing.top(seat), step)
