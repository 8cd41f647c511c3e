"""What each seat is asked, told from public facts alone; where nothing is asked the resolver goes on."""

from collections.abc import Callable, Mapping
from typing import Any

from domain.kernel.names import Seat
from domain.kernel.question import Asked
from domain.kernel.rule import cites
from domain.moon_colony_bloodbath.effects import (
    Act,
    AddPerk,
    Choose,
    Discard,
    LayOnMat,
    Lose,
    LoseBuilding,
    MoveBox,
    PassLeft,
    PutBoxes,
    RepeatPlay,
    Spend,
    Step,
)
from domain.moon_colony_bloodbath.rulebook import L2, N_DELIVERY_DRONE, P1, R3, R4, R14, R20, R21, R23, T7, W1, W6
from domain.moon_colony_bloodbath.rules.abilities import ability_of, costs_of, optional, steps_of
from domain.moon_colony_bloodbath.rules.pacing import ahead
from domain.moon_colony_bloodbath.rules.possible import (
    any_time,
    box_moves,
    box_places,
    can_pay,
    may_build,
    open_actions,
    possible,
    repeatable,
    usable,
)
from domain.moon_colony_bloodbath.rules.prices import food_parts
from domain.moon_colony_bloodbath.state import Frame, Player, Source, State

NO_ANY_TIME = ("pay", "boxes", "move-box", "discard-cost")
"""Inside a payment or a laying down of boxes nothing else happens."""
SEALED = ("pick", "lay", "pass")
"""Answered unseen."""


@cites(R3, R20)
def waiting(state: State) -> tuple[Asked, ...]:
    """Every seat's question. One with an any-time ability may always use it while the table waits: that is not required."""
    if state.phase != "turn":
        return ()
    asked = (_asked(state, seat) for seat in state.living)
    return tuple(question for question in asked if question is not None)


def _asked(state: State, seat: Seat) -> Asked | None:
    kind = question(state, seat)
    if kind is not None:
        return Asked(seat, kind, alone=False, detail=_detail(state, seat, kind))
    return Asked(seat, "any-time", alone=False, required=False, detail=_detail(state, seat)) if any_time(state, seat) else None


@cites(N_DELIVERY_DRONE)
def _detail(state: State, seat: Seat, kind: str = "any-time") -> str:
    """The turn and its stage; of a pass where the card says so, too."""
    now = f"turn {state.turn.number}, {state.turn.stage}"
    if kind != "pass":
        return now
    # Picks and cards laid down are opened by facts of their own. Cards passed are not: without their place, a second pass by the
    # same card would be taken for the first, and everybody's answer to that would stand for it.
    frame = state.players[seat].stack[-1]
    at = (frame.source.ability if frame.source else 0, *(frame.way or ()), frame.step)
    return f"{now}, pass {'.'.join(map(str, at))}"


def any_time_now(state: State, seat: Seat) -> tuple[Source, ...]:
    """The any-time abilities that the seat may use at this very moment."""
    return () if question(state, seat) in NO_ANY_TIME else any_time(state, seat)


@cites(W1, R4)
def question(state: State, seat: Seat) -> str | None:
    """What the seat must answer before it goes on; None when it goes on by itself or waits for others."""
    player = state.players[seat]
    if player.out or state.phase != "turn" or ahead(state, seat):
        return None
    if player.stack:
        return _of_frame(state, player)
    if state.turn.stage == "pick" and not player.picked:
        return "work" if state.options.open_work else "pick"
    if state.turn.stage in ("window", "end") and held_up(state, seat):
        return "go-on"
    return None


@cites(R20)
def held_up(state: State, seat: Seat) -> bool:
    """Whether the seat has an any-time ability to use and has not said that it goes on."""
    player = state.players[seat]
    return not player.goes_on and not player.done and bool(any_time(state, seat))


def _of_frame(state: State, player: Player) -> str | None:
    frame, seat = player.stack[-1], player.seat
    match frame.kind:
        case "queue":
            return _of_queue(state, seat, frame)
        case "action":
            return _of_action(state, seat, frame)
        case "steps":
            steps = steps_of(state, frame)
            return _of_step(state, player, frame, steps[frame.step]) if frame.step < len(steps) else None
        case "pay":
            costs = costs_of(state, frame)
            return _of_cost(state, player, costs[frame.step]) if frame.step < len(costs) else None
        case "loss":
            return _of_loss(state, player, frame)
        case "price":
            return _of_money(state, seat, frame.amount or 0)


@cites(T7, R14)
def _of_queue(state: State, seat: Seat, frame: Frame) -> str | None:
    """An ability that may be done without is offered, if it can be done at all."""
    source = (frame.pending or ())[0]
    return "offer" if optional(ability_of(state, source)) and usable(state, seat, source) else None


@cites(W6)
def open_abilities(state: State, seat: Seat, frame: Frame) -> tuple[tuple[Source, ...], tuple[Source, ...]]:
    """The abilities left of an action that can happen now: those that must, and those that may."""
    now = tuple(source for source in frame.pending or () if usable(state, seat, source))
    may = tuple(source for source in now if optional(ability_of(state, source)))
    return tuple(source for source in now if source not in may), may


@cites(W6)
def _of_action(state: State, seat: Seat, frame: Frame) -> str | None:
    """Of several things left to do the seat says which is next; what to build is in a hidden hand and always asked."""
    if frame.own and frame.action == "build":
        if not may_build(state, seat):
            return None
        return "lay" if hidden_build(state, frame) else "build"
    must, may = open_abilities(state, seat, frame)
    left = len(must) + len(may) + bool(frame.own)
    return "order" if left > 1 or (may and not frame.own) else None


@cites(R4)
def hidden_build(state: State, frame: Frame) -> bool:
    """Whether the card to build is laid face down: where others may be building by the same card."""
    return bool(frame.shared) and not (frame.source is None and state.options.open_work)


@cites(R20, L2)
def _of_loss(state: State, player: Player, frame: Frame) -> str | None:
    """Which building goes is the seat's choice; where none is, any-time abilities may still come first."""
    held = not player.goes_on and not frame.begun and bool(any_time(state, player.seat))
    if (frame.amount or 0) <= player.people:
        return "go-on" if held and frame.amount else None
    if len(player.buildings) > 1 or (player.buildings and held):
        return "lose-building"
    return "go-on" if held else None


def _of_money(state: State, seat: Seat, amount: int) -> str | None:
    least, most = food_parts(state, seat, amount)
    return "pay" if least < most else None


def _of_cost(state: State, player: Player, cost: Spend) -> str | None:
    match cost.what:
        case "money":
            return _of_money(state, player.seat, cost.amount)
        case "boxes" if not cost.here:
            return _of_boxes(player, cost.amount)
        case "cards":
            return "discard-cost" if player.hand.size > cost.amount else None
        case _:
            return None


def _of_boxes(player: Player, amount: int) -> str | None:
    """Which boxes go is asked unless all of them do, or all lie on one building."""
    bearers = sum(building.boxes > 0 for building in player.buildings)
    return "boxes" if player.boxes > amount and bearers > 1 else None


@cites(R23)
def open_ways(state: State, seat: Seat, frame: Frame, step: Choose) -> tuple[int, ...]:
    """The ways that can be paid for and done at least in part."""
    source = frame.source
    building = source.building if source else 0
    return tuple(
        number
        for number, way in enumerate(step.ways)
        if can_pay(state, seat, way.cost, building) and (way.cost or any(possible(state, seat, each, source) for each in way.steps))
    )


@cites(R23, P1, R21)
def _of_step(state: State, player: Player, frame: Frame, step: Step) -> str | None:
    """Asked where there are several ways to do the step; without one the resolver does it."""
    match step:
        case Discard():
            return "discard" if player.hand.size > step.cards else None
        case Lose("boxes"):
            return _of_boxes(player, step.amount)
        case LayOnMat():
            return "lay-on-mat" if player.hand.size > 1 else None
        case PassLeft():
            return _of_pass(state, player.seat)
    if type(step) not in _CHOICES:
        return None
    kind, among = _CHOICES[type(step)]
    return kind if among(state, player.seat, frame, step) > 1 else None


_CHOICES: Mapping[type[Step], tuple[str, Callable[[State, Seat, Frame, Any], int]]] = {
    Act: ("act", lambda state, seat, frame, step: len(open_actions(state, seat, step))),
    AddPerk: ("add-perk", lambda state, seat, frame, step: len(state.players[seat].perks)),
    RepeatPlay: ("repeat", lambda state, seat, frame, step: len(repeatable(state, seat))),
    Choose: ("way", lambda state, seat, frame, step: len(open_ways(state, seat, frame, step))),
    PutBoxes: ("boxes", lambda state, seat, frame, step: len(box_places(state, seat, step, frame.source))),
    MoveBox: ("move-box", lambda state, seat, frame, step: len(box_moves(state, seat))),
    LoseBuilding: ("lose-building", lambda state, seat, frame, step: len(state.players[seat].buildings)),
}
"""Steps that offer a choice: the question, and among how many; only whether there are several counts."""


@cites(N_DELIVERY_DRONE)
def _of_pass(state: State, seat: Seat) -> str | None:
    """Asked of every seat with a card in hand, answered or not, until all pass."""
    return "pass" if state.players[seat].hand.size else None


def at_pass(state: State, seat: Seat) -> bool:
    """Whether the seat has come to a pass, which all do at once."""
    stack = state.players[seat].stack
    if not stack or stack[-1].kind != "steps":
        return False
    steps = steps_of(state, stack[-1])
    return stack[-1].step < len(steps) and isinstance(steps[stack[-1].step], PassLeft)
