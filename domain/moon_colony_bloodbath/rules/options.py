"""What a seat may answer, from its own view: the one place that both choices and refusals are told from."""

from itertools import combinations, combinations_with_replacement

from domain.kernel.bag import Bag
from domain.kernel.names import Seat
from domain.kernel.rule import cites
from domain.kernel.secret import Unknown
from domain.moon_colony_bloodbath.effects import ACTIONS, Act, Choose, Discard, Lose, PutBoxes, Step
from domain.moon_colony_bloodbath.parts import CardName
from domain.moon_colony_bloodbath.rulebook import R5, R16, R22, R23, W1, W2
from domain.moon_colony_bloodbath.rules.abilities import costs_of, steps_of
from domain.moon_colony_bloodbath.rules.asking import open_abilities, open_ways
from domain.moon_colony_bloodbath.rules.possible import box_places, open_actions
from domain.moon_colony_bloodbath.rules.prices import affordable, allowed, price
from domain.moon_colony_bloodbath.state import Frame, Source, State


def frame_of(state: State, seat: Seat) -> Frame:
    return state.players[seat].stack[-1]


def step_of(state: State, seat: Seat) -> Step:
    frame = frame_of(state, seat)
    return steps_of(state, frame)[frame.step]


@cites(W1, W2, R5, R16)
def actions(state: State, seat: Seat) -> tuple[str, ...]:
    """The actions that the seat may take, at a Work or as a card says; BUILD only with a card that it is allowed to build."""
    stack = state.players[seat].stack
    step = step_of(state, seat) if stack else Act(ACTIONS)
    possible = open_actions(state, seat, step) if isinstance(step, Act) else ()
    # Which cards a hand holds is no public fact: so whether BUILD is asked about and whether it is offered are two things.
    return tuple(action for action in possible if action != "build" or allowed(state, seat))


@cites(R5, R22)
def cards_to_build(state: State, seat: Seat) -> tuple[CardName, ...]:
    """The cards that the seat may build now and can pay for."""
    frame = frame_of(state, seat)
    cards = allowed(state, seat, frame.at_least, frame.at_most)
    return tuple(card for card in cards if affordable(state, seat, price(state, seat, card)))


@cites(R5, R22)
def may_build_nothing(state: State, seat: Seat) -> bool:
    """A BUILD that a card gives may be declined until it has begun; any other is done if it can be."""
    frame = frame_of(state, seat)
    return bool(frame.may and not frame.begun) or not cards_to_build(state, seat)


def first_abilities(state: State, seat: Seat) -> tuple[Source, ...]:
    """The abilities of the action that may happen next; a card that lies there to be built comes before them."""
    frame = frame_of(state, seat)
    if state.players[seat].answer is not None:
        return ()
    must, may = open_abilities(state, seat, frame)
    return tuple(sorted((*must, *may), key=lambda source: (source.building, source.ability)))


def may_finish(state: State, seat: Seat) -> bool:
    """Whether all that is left of the action may be done without."""
    frame = frame_of(state, seat)
    must, _ = open_abilities(state, seat, frame)
    return not frame.own and not must


def cards_in(bag: Bag) -> tuple[CardName, ...]:
    """The different cards of a hand; Unknown on another's view."""
    if not bag.whole:
        raise Unknown("the cards are sealed from this copy")
    return tuple(sorted(set(bag.known)))


@cites(R23)
def discards(state: State, seat: Seat) -> tuple[tuple[CardName, ...], ...]:
    """The different sets of cards that the seat may discard."""
    frame, hand = frame_of(state, seat), state.players[seat].hand
    cards_in(hand)
    step = None if frame.kind == "pay" else step_of(state, seat)
    number = step.cards if isinstance(step, Discard) else costs_of(state, frame)[frame.step].amount
    return tuple(sorted(set(combinations(hand.known, number))))


@cites(R23)
def box_choices(state: State, seat: Seat) -> tuple[tuple[int, ...], ...]:
    """Where boxes may go, or come from: for each choice a building's number for each box."""
    frame, buildings = frame_of(state, seat), state.players[seat].buildings
    step = None if frame.kind == "pay" else step_of(state, seat)
    if isinstance(step, PutBoxes):
        return _places(box_places(state, seat, step, frame.source), step)
    number = step.amount if isinstance(step, Lose) else costs_of(state, frame)[frame.step].amount
    return tuple(sorted(set(combinations([each.number for each in buildings for _ in range(each.boxes)], number))))


def _places(places: tuple[int, ...], step: PutBoxes) -> tuple[tuple[int, ...], ...]:
    if step.where == "without-box":
        return tuple(combinations(places, min(step.amount, len(places))))
    return tuple(combinations_with_replacement(places, step.amount))


def ways(state: State, seat: Seat) -> tuple[int, ...]:
    step = step_of(state, seat)
    return open_ways(state, seat, frame_of(state, seat), step) if isinstance(step, Choose) else ()


def amount_to_pay(state: State, seat: Seat) -> int:
    """The money that the seat is asked to split between money and food."""
    frame = frame_of(state, seat)
    return (frame.amount or 0) if frame.kind == "price" else costs_of(state, frame)[frame.step].amount
