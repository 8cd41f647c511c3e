"""The movement phase: the roll, the steps, and what they end in."""

from collections.abc import Mapping
from functools import reduce

from domain.kernel.names import Seat
from domain.kernel.refusal import Refused, require
from domain.kernel.rule import Rule, cites
from domain.stadt_city import movement, movement_1_0
from domain.stadt_city.commands import Head, RollMovement, Stay, Step, Walk
from domain.stadt_city.facts import DirectionRolled, DirectionTaken, MovementRolled, PrizePlayed, SquareEntered, StayedPut, StepsEnded
from domain.stadt_city.parts import CardName, Effect
from domain.stadt_city.rulebook import M1, M2, M5, M6, M7, O1, O2, PRIZE_RULES, R5, R6, R7, R8, R11, R29, R34, R35
from domain.stadt_city.rules.doing import Doing
from domain.stadt_city.rules.holding import check_held, effect_of
from domain.stadt_city.rules.losing import lose_characters
from domain.stadt_city.rules.windows import asked, check_nothing_first
from domain.stadt_city.rulesets import Named
from domain.stadt_city.state import Movement, Stage, State
from domain.stadt_city.walker import Pace, Walker


@cites(M1, M2, R11)
def roll(doing: Doing, command: RollMovement) -> None:
    """The dice that are still to be rolled, or some of them as a physical roll showed them."""
    seat, moving = command.seat, check_moving(doing.state, command.seat, "before-roll")
    left = moving.count - len(moving.dice)
    if command.dice is not None:
        check_entered(doing.state, command.dice, moving.sides, left)
    dice = doing.roll("movement", moving.sides, left) if command.dice is None else tuple(command.dice)
    doing.happens(MovementRolled(seat, moving.sides, dice, entered=command.dice is not None), _dice_rule(doing.state, moving))


@cites(R11)
def check_entered(state: State, dice: tuple[int, ...], sides: int, most: int) -> None:
    """Refuse entered dice at a table that enters none, or such as cannot have been rolled."""
    require(state.options.dice == "entered", R11, "dice are rolled by the service at this table")
    require(1 <= len(dice) <= most, R11, f"{len(dice)} dice are entered, {most} are still to be rolled")
    require(all(1 <= die <= sides for die in dice), R11, f"a die shows 1 to {sides}")


def _dice_rule(state: State, moving: Movement) -> Rule:
    return PRIZE_RULES[effect_of(state, moving.card)] if moving.card else state.ruleset.mover.stepping


@cites(M5)
def check_may_stay(state: State, seat: Seat) -> None:
    moving = check_moving(state, seat, "before-roll")
    require(state.players[seat].joined, M5, "nobody came to stand on the seat's square this round")
    require(not moving.dice, M5, "who stays does not roll")


@cites(M5)
def stay(doing: Doing, command: Stay) -> None:
    """No roll and no step, because another came to stand on the seat's square."""
    check_may_stay(doing.state, command.seat)
    doing.happens(StayedPut(command.seat), M5)
    doing.happens(StepsEnded(command.seat), M5)


@cites(M2, R6, R34)
def step(doing: Doing, command: Step) -> None:
    """One step; the move goes on while rolled squares are left, or while a card could still save who would die where it stands.

    After the last one a step that does not count may still follow.
    """
    state, seat, card = doing.state, command.seat, command.card
    last = state.stage == "after-steps"
    walker = check_walking(state, seat, "before-steps", "steps", "after-steps")
    effects = () if card is None else _effects(state, seat, (card,))
    if last:
        require(effects == (Effect.DIAGONAL_PLUS_1,), M2, "every step that counts has been made")
        require(walker.at == state.players[seat].square, R34, "the piece has been moved since its last step")
        movement.check_pace(walker, Pace(command.to, *effects))
        after = movement.walked(walker, (command.to,), effects)
    else:
        held = reduce(movement.without, effects, step_effects(state, seat))
        after = movement.stepped(walker, Pace(command.to, *effects), held, state.players[seat].hand.whole)
    _make(doing, seat, walker, after, () if card is None else (card,))
    # Told from public facts: with any card in hand, whether or not it is one for steps, the seat is asked.
    saved = after.killed and doing.state.players[seat].hand.size > 0
    if last or movement.dead(after) or not (after.left or saved):
        _end(doing, seat, after)


@cites(M2, R6, R34)
def walk(doing: Doing, command: Walk) -> None:
    """The whole rest of the move."""
    state, seat, cards = doing.state, command.seat, tuple(command.cards or ())
    walker = check_walking(state, seat, "before-steps", "steps")
    end = movement.walked(walker, tuple(command.path), _effects(state, seat, cards))
    _make(doing, seat, walker, end, cards)
    _end(doing, seat, end)


@cites(M1, R7)
def head(doing: Doing, command: Head) -> None:
    """1.0: a whole move in one direction, which the directional die may change on the way."""
    state, seat = doing.state, command.seat
    check_moving(state, seat, "before-steps")
    check_names(state, "a direction")
    walker = walker_of(state, seat)
    movement_1_0.check_heading(walker, command.direction, command.turn_after)
    check_shown(state, command)
    doing.happens(DirectionTaken(seat, command.direction), M1)
    after = movement_1_0.onward(walker, command.direction, command.turn_after or walker.left)
    _make(doing, seat, walker, after)
    if command.turn_after is not None:
        direction = command.shows or movement_1_0.DIRECTIONS[doing.roll("direction", len(movement_1_0.DIRECTIONS))[0] - 1]
        doing.happens(DirectionRolled(seat, direction, entered=command.shows is not None), M1)
        turned, after = after, movement_1_0.onward(after, direction, after.left)
        _make(doing, seat, turned, after)
    _end(doing, seat, after)


@cites(R11)
def check_shown(state: State, command: Head) -> None:
    """Refuse a face of the directional die that is entered out of place."""
    if command.shows is not None:
        require(command.turn_after is not None, R11, "the directional die is not rolled in this move")
        require(state.options.dice == "entered", R11, "dice are rolled by the service at this table")
        require(command.shows in movement_1_0.DIRECTIONS, R11, f"the die has no face {command.shows}")


def _make(doing: Doing, seat: Seat, before: Walker, after: Walker, cards: tuple[CardName, ...] = ()) -> None:
    """The steps that a walker has made, each card played with its own."""
    named = iter(cards)
    for pace in after.trail[len(before.trail) :]:
        rule = PRIZE_RULES[pace.by] if pace.by else doing.state.ruleset.mover.stepping
        card = next(named) if pace.by else None
        if card is not None:
            doing.happens(PrizePlayed(seat, card), rule)
        doing.happens(SquareEntered(seat, pace.square, card), rule)


@cites(M1, M6, M7, R5, R6, R7)
def _end(doing: Doing, seat: Seat, after: Walker) -> None:
    """No further step; a character on what kills it is lost, and replaced at the next placing time."""
    mover = doing.state.ruleset.mover
    if after.killed:
        lose_characters(doing, (seat,), "movement", mover.dies_crossing if movement.dead(after) else mover.dies_ending)
    doing.happens(StepsEnded(seat), mover.short if after.left and not after.killed else mover.stepping)


_AT: Mapping[Stage, str] = {
    "before-roll": "it has still to roll",
    "before-steps": "it has rolled and made no step",
    "steps": "it is on its way",
    "after-steps": "it has made its last step",
}


@cites(O1, O2)
def check_moving(state: State, seat: Seat, *stages: str) -> Movement:
    """Refuse whoever is not at this point of its own movement phase, or has to wait for others' cards."""
    moving = state.movement
    if moving is None or moving.seat != seat:
        raise Refused(O2 if state.challenged else O1, f"it is not seat {seat}'s movement phase")
    require(state.stage in stages, state.ruleset.mover.stepping, f"seat {seat}'s movement phase is at another point: {_AT[state.stage]}")
    check_nothing_first(state)
    require(asked(state) == (seat if state.stage == "after-steps" else None), R35, "others are asked for their cards first")
    return moving


@cites(M1, M2)
def check_names(state: State, what: Named) -> None:
    """Refuse a move that names what moves of this ruleset do not."""
    mover = state.ruleset.mover
    require(mover.names == what, mover.stepping, f"a move of this ruleset names {mover.names}")


@cites(M5)
def check_walking(state: State, seat: Seat, *stages: str) -> Walker:
    """Refuse a move by squares where that is not how pieces move; else whoever walks."""
    moving = check_moving(state, seat, *stages)
    check_names(state, "squares")
    require(moving.rolled is not None, M5, "the seat has chosen not to move")
    return walker_of(state, seat)


@cites(R34)
def _effects(state: State, seat: Seat, cards: tuple[CardName, ...]) -> tuple[Effect, ...]:
    """What the cards do that are named with a step; refused are such as are not in hand or not for steps."""
    check_held(state, seat, *cards)
    effects = tuple(effect_of(state, card) for card in cards)
    for card, effect in zip(cards, effects, strict=True):
        require(effect in movement.STEP_CARDS, R34, f"{card} is not played with a step")
    return effects


@cites(R34)
def step_effects(state: State, seat: Seat) -> tuple[Effect, ...]:
    """What the seat's cards do that are named with a step, each copy once, as far as its hand is seen."""
    effects = (effect_of(state, card) for card in state.players[seat].hand.known)
    return tuple(effect for effect in effects if effect in movement.STEP_CARDS)


@cites(R5, R8)
def walker_of(state: State, seat: Seat) -> Walker:
    """The active seat's piece on its way, once it has rolled."""
    player, moving = state.players[seat], state.movement or Movement(seat)
    origin = moving.origin or player.square
    if origin is None:
        raise Refused(R29, "the seat has no piece on the board")
    trail = tuple(Pace(stride.square, effect_of(state, stride.card) if stride.card else None) for stride in moving.trail)
    return Walker(state.board, origin, moving.rolled or 0, trail, player.is_character, state.options.crossing_kills, moving.flying)
