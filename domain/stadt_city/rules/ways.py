"""What the active seat may do in its movement phase, from its own view."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from domain.kernel.names import Seat
from domain.kernel.question import Amounts, Choice
from domain.kernel.refusal import Refused
from domain.kernel.rule import cites
from domain.stadt_city import movement, movement_1_0
from domain.stadt_city.commands import Head, RollMovement, Stay, Step, Walk
from domain.stadt_city.parts import CardName, Effect
from domain.stadt_city.rulebook import M5, R6, R7, R11
from domain.stadt_city.rules.holding import cards_in_hand
from domain.stadt_city.rules.moving import check_may_stay, step_effects, walker_of
from domain.stadt_city.rulesets import Named
from domain.stadt_city.state import State
from domain.stadt_city.walker import Walker

CHARACTER_LOST = (("character", 1),)


@cites(R7, R6)
def must_stay(state: State) -> bool:
    """Whether there is surely nothing to choose for who moves: no step is open, and no card in hand could open one.

    Told from public facts: with any card in hand, a step card or not, the seat is asked.
    """
    seat = state.active
    if seat is None or state.players[seat].square is None:
        return True
    return _WAYS[state.ruleset.mover.names].none_open(state, seat, walker_of(state, seat))


@cites(M5, R11)
def roll_choices(state: State, seat: Seat) -> Iterator[Choice]:
    """Roll, enter the next die at a table that enters them, or stay."""
    moving = state.movement
    yield Choice(RollMovement(seat))
    if moving is not None and state.options.dice == "entered":
        yield from (Choice(RollMovement(seat, (die,))) for die in range(1, moving.sides + 1))
    try:
        check_may_stay(state, seat)
    except Refused:
        return
    yield Choice(Stay(seat))


def walk_choices(state: State, seat: Seat) -> Iterator[Choice]:
    """Every single step, and a whole path to every square that can be reached exactly; in 1.0 every direction and turn."""
    return _WAYS[state.ruleset.mover.names].choices(state, seat, walker_of(state, seat))


def _walks(state: State, seat: Seat, walker: Walker) -> Iterator[Choice]:
    cards = step_cards(state, seat)
    for after in movement.steps_offered(walker, step_effects(state, seat)):
        pace = after.trail[-1]
        card = cards[pace.by] if pace.by else None
        saved = after.left or state.players[seat].hand.size > (card is not None)
        death = CHARACTER_LOST if movement.dead(after) or (after.killed and not saved) else ()
        yield Choice(Step(seat, pace.square, card), _played(card) + death)
    for end in movement.ends_offered(walker):
        path = tuple(pace.square for pace in end.trail[len(walker.trail) :])
        yield Choice(Walk(seat, path), CHARACTER_LOST if end.killed else ())


def last_step_choices(state: State, seat: Seat) -> Iterator[Choice]:
    """The step that does not count, when all others have been made."""
    card = step_cards(state, seat).get(Effect.DIAGONAL_PLUS_1)
    if card is None or state.stage != "after-steps" or state.players[seat].square is None:
        return
    walker = walker_of(state, seat)
    if walker.rolled and walker.at == state.players[seat].square:
        for after in movement.last_steps(walker):
            yield Choice(Step(seat, after.at, card), _played(card) + (CHARACTER_LOST if after.killed else ()))


def _headings(state: State, seat: Seat, walker: Walker) -> Iterator[Choice]:
    """A direction alone, or with a roll of the directional die, whose outcome is chance; at some tables it is entered."""
    faces: tuple[str | None, ...] = (None, *(movement_1_0.DIRECTIONS if state.options.dice == "entered" else ()))
    for direction in movement_1_0.headings(walker):
        straight = movement_1_0.onward(walker, direction, walker.left)
        yield Choice(Head(seat, direction), CHARACTER_LOST if straight.killed else ())
        for turn_after in movement_1_0.turns(walker, direction):
            yield from (Choice(Head(seat, direction, turn_after, face)) for face in faces)


def _no_heading(state: State, seat: Seat, walker: Walker) -> bool:
    return not movement_1_0.headings(walker)


def _no_step(state: State, seat: Seat, walker: Walker) -> bool:
    return not state.players[seat].hand.size and next(movement.steps_offered(walker, ()), None) is None


@dataclass(frozen=True, slots=True)
class _Ways:
    """What is open to a piece, by what a move of its ruleset names."""

    none_open: Callable[[State, Seat, Walker], bool]
    choices: Callable[[State, Seat, Walker], Iterator[Choice]]


_WAYS: Mapping[Named, _Ways] = {"a direction": _Ways(_no_heading, _headings), "squares": _Ways(_no_step, _walks)}


def step_cards(state: State, seat: Seat) -> dict[Effect, CardName]:
    """The cards in hand that are named with a step, one for each thing they do."""
    return {effect: card for card, effect in cards_in_hand(state, seat) if effect in movement.STEP_CARDS}


def _played(card: CardName | None) -> Amounts:
    return ((card, 1),) if card else ()
