"""Playing prize cards: each is checked and carried out, one at a time."""

from collections.abc import Iterator

from domain.kernel.names import Seat
from domain.kernel.question import Amounts, Choice
from domain.kernel.refusal import Refused, require
from domain.kernel.rule import Rule, cites
from domain.stadt_city.board import Square
from domain.stadt_city.cards.moments import TIMINGS
from domain.stadt_city.cards.shoving import steps
from domain.stadt_city.cards.uses import Use, uses
from domain.stadt_city.commands import MoveInBurst, PlayPrize, Shove
from domain.stadt_city.facts import BurstBegun, BurstEnded, DiceSet, FlightBegun, PieceMoved, PrizePlayed, SquareProtected, SquaresRestored
from domain.stadt_city.parts import CardName, Effect
from domain.stadt_city.rulebook import P_FULLY_ANOMALY_CLEAR, P_SLOW_DICE, PRIZE_RULES, R20, R21, R22, R29, R34, R35
from domain.stadt_city.rules.doing import Doing
from domain.stadt_city.rules.holding import cards_in_hand, check_held, effect_of
from domain.stadt_city.rules.losing import lose_characters, mortal
from domain.stadt_city.rules.windows import asked, check_nothing_first, plays_in_own_question
from domain.stadt_city.state import MOMENTS, State

DICE = frozenset({Effect.TWICE_DICE, Effect.THRICE_DICE, Effect.SLOW_DICE})


@cites(R35)
def play(doing: Doing, command: PlayPrize) -> None:
    """The card goes to the discards and does what it says; whoever could play one is asked again."""
    state, seat, card = doing.state, command.seat, command.card
    use = check_play(state, command)
    shoves = _check_shoves(state, command, use)
    rule = PRIZE_RULES[effect_of(state, card)]
    doing.happens(PrizePlayed(seat, card), rule)
    _carry_out(doing, seat, card, use, rule)
    for shove in shoves:
        _move(doing, shove.seat, shove.to, card, rule)
    if not doing.state.burst:
        fall(doing)


@cites(R22, R29)
def check_play(state: State, command: PlayPrize) -> Use:
    """Refuse a card at the wrong moment, or named with what it cannot do; else what it does."""
    seat, card = command.seat, command.card
    check_asked(state, seat)
    check_held(state, seat, card)
    effect = effect_of(state, card)
    check_moment(state, seat, effect)
    square = state.players[seat].square
    require(square is not None, R29, "the seat has no piece on the board")
    protecting = effect is Effect.ANOMALY_PROTECTION
    require(not (protecting and square in state.board.destroyed), R22, f"{square} is destroyed and cannot be protected")
    found = next((use for use in uses(state, seat, effect) if (use.piece, use.to) == (command.piece, command.to)), None)
    if found is None:
        raise Refused(PRIZE_RULES[effect], f"{card} can do nothing of that kind")
    require(command.moves is None or found.burst, PRIZE_RULES[effect], f"{card} is no burst")
    return found


@cites(R35)
def check_asked(state: State, seat: Seat) -> None:
    """Refuse whoever is asked for no card: it is asked at a moment of the round, or alone holds cards before its roll or first step."""
    check_nothing_first(state)
    require(state.stage in MOMENTS, R35, "no card is played at this moment")
    now = asked(state)
    require(now == seat or (now is None and plays_in_own_question(state, seat)), R35, "the seat is not asked for a card now")


@cites(R20, R34, R35, P_FULLY_ANOMALY_CLEAR, P_SLOW_DICE)
def check_moment(state: State, seat: Seat, effect: Effect) -> None:
    """Refuse a card whose moment it is not."""
    timing = TIMINGS[effect]
    require(effect is not Effect.FULLY_ANOMALY_CLEAR, P_FULLY_ANOMALY_CLEAR, "it plays itself when it is drawn")
    require(timing.moments, R34, "it is named with a step")
    require(MOMENTS[state.stage] in timing.moments, _moment_rule(effect), f"it is not played at moment {MOMENTS[state.stage]} of a round")
    require(not timing.own or state.active == seat, _moment_rule(effect), "it is played in one's own movement phase")
    if effect in DICE and state.movement is not None:
        other = state.movement.card and effect_of(state, state.movement.card)
        slow = Effect.SLOW_DICE in (effect, other)
        require(other is None, P_SLOW_DICE if slow and other is not effect else R34, "another card says already what is rolled")
        require(not state.movement.dice, PRIZE_RULES[effect], "dice have been rolled already")
    require(effect is not Effect.FLY or not (state.movement and state.movement.flying), R34, "the seat is flying already")


def _moment_rule(effect: Effect) -> Rule:
    return R20 if effect in (Effect.PUSH, Effect.PULL) else R35


def _carry_out(doing: Doing, seat: Seat, card: CardName, use: Use, rule: Rule) -> None:
    if use.dice is not None:
        doing.happens(DiceSet(seat, card, use.dice.count, use.dice.sides), rule)
    if use.flies:
        doing.happens(FlightBegun(seat), rule)
    if use.restores:
        doing.happens(SquaresRestored(use.restores), rule)
    if use.protects is not None:
        doing.happens(SquareProtected(seat, use.protects), rule)
    if use.burst:
        doing.happens(BurstBegun(seat, card, use.burst), rule)
    for piece, to in use.moves:
        _move(doing, piece, to, card, rule)


def _move(doing: Doing, piece: Seat, to: Square, card: CardName, rule: Rule) -> None:
    doing.happens(PieceMoved(piece, to, card), rule)


@cites(R22)
def fall(doing: Doing) -> None:
    """Characters that a card moved onto anomalies are killed together."""
    lose_characters(doing, falling(doing.state), "card", R22)


def falling(state: State) -> tuple[Seat, ...]:
    """The characters that stand on an anomaly, in turn order."""
    return tuple(seat for seat in state.turn_order if mortal(state, seat) and state.players[seat].square in state.board.destroyed)


@cites(R21)
def _check_shoves(state: State, command: PlayPrize, use: Use) -> tuple[Shove, ...]:
    """Refuse the moves of a burst unless each piece that it reaches is moved once, and rightly."""
    shoves = tuple(command.moves or ())
    if command.moves is not None:
        require(sorted(shove.seat for shove in shoves) == sorted(use.burst), R21, f"the pieces to move are those of seats {use.burst}")
    for shove in shoves:
        _check_shove(state, command.seat, command.card, shove.seat, shove.to)
    return shoves


@cites(R21)
def _check_shove(state: State, seat: Seat, card: CardName, piece: Seat, to: Square) -> None:
    require(to in shove_steps(state, seat, card, piece), R21, f"the piece of seat {piece} cannot go to {to}")


def shove_steps(state: State, seat: Seat, card: CardName, piece: Seat) -> tuple[Square, ...]:
    """Where the player of a burst may move this piece."""
    origin, square = state.players[seat].square, state.players[piece].square
    return () if origin is None or square is None else steps(state.board, effect_of(state, card), origin, square)


@cites(R21)
def move_in_burst(doing: Doing, command: MoveInBurst) -> None:
    """One of the pieces that are left to move; after the last one, characters on anomalies die."""
    burst = doing.state.burst
    if burst is None or burst.seat != command.seat:
        raise Refused(R21, "the seat has no burst under way")
    require(command.piece in burst.left, R21, f"the piece of seat {command.piece} is not left to move")
    _check_shove(doing.state, command.seat, burst.card, command.piece, command.to)
    _move(doing, command.piece, command.to, burst.card, PRIZE_RULES[effect_of(doing.state, burst.card)])
    if doing.state.burst is None:
        fall(doing)


@cites(R21, R35)
def end_burst(doing: Doing) -> None:
    """Time is up: what has not been moved stays."""
    if doing.state.burst is not None:
        doing.happens(BurstEnded(doing.state.burst.seat), R35)
        fall(doing)


def burst_choices(state: State, seat: Seat) -> Iterator[Choice]:
    """Every step of every piece that is left."""
    burst = state.burst
    if burst is not None and burst.seat == seat:
        for piece in burst.left:
            for to in shove_steps(state, seat, burst.card, piece):
                yield Choice(MoveInBurst(seat, piece, to), _losses(state, seat, ((piece, to),)))


def playable(state: State, seat: Seat) -> Iterator[Choice]:
    """Every way to play a card in hand at this moment; a burst is carried out piece by piece."""
    for card, effect in cards_in_hand(state, seat):
        if _is_moment(state, seat, effect):
            for use in uses(state, seat, effect):
                command = PlayPrize(seat, card, use.piece, use.to)
                yield Choice(command, ((card, 1), *_losses(state, seat, use.moves)), _gains(use))


def _is_moment(state: State, seat: Seat, effect: Effect) -> bool:
    try:
        check_asked(state, seat)
        check_moment(state, seat, effect)
    except Refused:
        return False
    return True


def _losses(state: State, seat: Seat, moves: tuple[tuple[Seat, Square], ...]) -> Amounts:
    """Characters that fall: the player's own, and others'."""
    fallen = (piece for piece, to in moves if mortal(state, piece) and to in state.board.destroyed)
    return tuple(("character" if piece == seat else f"character of seat {piece}", 1) for piece in fallen)


def _gains(use: Use) -> Amounts:
    return (("restored squares", len(use.restores)),) if use.restores else ()
