"""What playing a prize card, or keeping one of the Harbinger's dice, is worth to a seat."""

from domain.kernel.names import Seat
from domain.stadt_city import commands
from domain.stadt_city.board import Square, place
from domain.stadt_city.cards.shoving import reaches, steps
from domain.stadt_city.challenges import Play
from domain.stadt_city.challenges import commands as challenges
from domain.stadt_city.challenges.black_or_red import BlackOrRed, colour_of
from domain.stadt_city.challenges.farkle import TARGET, Farkle, score
from domain.stadt_city.parts import CardName, Effect
from domain.stadt_city.prospects import loss_worth, may_leave, shove_worth, square_worth
from domain.stadt_city.state import State

NEVER, FIRST = -100_000, 10_000
HOLDING, HELD = 45, 5
"""What a prize card in hand is worth, and how much less with every card held."""
LIKED = {Effect.SLOW_DICE: 10, Effect.TWICE_DICE: 8, Effect.THRICE_DICE: 4, Effect.FLY: 10}
"""What a card that only widens the choice is worth."""
RESTORED, RUIN_NEAR = 8, 12
KEPT = {Effect.ANOMALY_PROTECTION: 9, Effect.TELEPORTATION: 8, Effect.SWITCH: 8, Effect.PUSH: 7, Effect.PULL: 7, Effect.FLY: 6}
"""Which cards are kept when too many are held, the rest counting for less."""


def prize_worth(state: State, seat: Seat, play: commands.PlayPrize) -> int:
    """What the card does for the seat, less what it would be worth in hand; before anything else where that is a gain."""
    gain = _effect(state, seat, play) - max(0, HOLDING - HELD * state.players[seat].hand.size)
    return FIRST + gain if gain > 0 else NEVER


def _effect(state: State, seat: Seat, play: commands.PlayPrize) -> int:
    here, effect = _here(state, seat), state.pack.prizes[play.card].effect
    match effect:
        case Effect.TELEPORTATION | Effect.SWITCH if may_leave(state, seat):
            return NEVER
        case Effect.TELEPORTATION if play.to is not None:
            return square_worth(state, seat, play.to) - square_worth(state, seat, here)
        case Effect.SWITCH if play.piece is not None:
            there = _here(state, play.piece)
            return square_worth(state, seat, there) - square_worth(state, seat, here) + shove_worth(state, seat, play.piece, here)
        case Effect.PUSH | Effect.PULL if play.piece is not None and play.to is not None:
            return shove_worth(state, seat, play.piece, play.to)
        case Effect.PUSH_BURST_2 | Effect.PULL_BURST_5:
            return _burst(state, seat, effect, play.moves)
        case Effect.COLUMN_ANOMALY_CLEAR | Effect.ROW_ANOMALY_CLEAR:
            return RESTORED * _cleared(state, here, effect) if state.players[seat].is_character else NEVER
        case Effect.ANOMALY_PROTECTION:
            return _protection(state, seat)
        case _:
            return LIKED.get(effect, 0) + RUIN_NEAR * _ruin_beside(state, here)


def kept_worth(state: State, cards: tuple[CardName, ...]) -> int:
    """What these cards are worth where too many are held."""
    return sum(KEPT.get(state.pack.prizes[card].effect, 1) for card in cards)


def _here(state: State, seat: Seat) -> Square:
    return state.players[seat].square or ""


def _burst(state: State, seat: Seat, effect: Effect, moves: tuple[commands.Shove, ...] | None) -> int:
    if moves is not None:
        return sum(shove_worth(state, seat, shove.seat, shove.to) for shove in moves)
    here = _here(state, seat)
    others = [player for player in state.standing() if player.seat != seat and player.square and reaches(effect, here, player.square)]
    ways = ((shove_worth(state, seat, other.seat, to) for to in steps(state.board, effect, here, other.square or "")) for other in others)
    return sum(max(worths, default=0) for worths in ways)


def _cleared(state: State, here: Square, effect: Effect) -> int:
    line = 0 if effect is Effect.COLUMN_ANOMALY_CLEAR else 1
    return sum(place(square)[line] == place(here)[line] for square in state.board.destroyed)


def _protection(state: State, seat: Seat) -> int:
    """The chance that the square falls, at the last moment when it may be protected."""
    if state.stage != "before-harbinger" or not state.players[seat].is_character or _here(state, seat) in state.protected:
        return NEVER
    return loss_worth(state, seat, counted=True) * state.round // len(state.board.squares)


def _ruin_beside(state: State, here: Square) -> int:
    return sum(not state.board.standing(square) for square in state.board.beside(here)) if here else 0


def pairs_worth(state: State, seat: Seat, pairs: commands.RollPairs) -> int:
    """Where dice may be kept: those whose squares are not the seat's own, and some of its rivals'."""
    if pairs.pairs is not None:
        return NEVER
    at_risk = _in_reach(state, pairs)
    worth = sum(_hit(state, seat, square) for square in at_risk)
    return worth // len(at_risk) if at_risk else 0


def _in_reach(state: State, pairs: commands.RollPairs) -> tuple[Square, ...]:
    """The standing squares that the dice thrown may name, together with one that is kept."""
    again = state.falling.again if state.falling else None
    if again is None or (pairs.letter_die and pairs.number_die):
        return state.board.all_standing
    line = 1 if pairs.letter_die else 0
    return tuple(square for square in state.board.all_standing if place(square)[line] == place(again)[line])


def _hit(state: State, seat: Seat, square: Square) -> int:
    """What it is worth to the seat that a square falls now."""
    struck = [other for other in state.on(square) if state.players[other].is_character]
    own = (seat, state.players[seat].ally)
    return sum(-loss_worth(state, each, True) if each in own else loss_worth(state, each, True) // 5 for each in struck)


BANKED, FEW_DICE = 300, 2
"""Points of a turn that are enough, and dice too few to roll on with."""
A_DIE = 40
"""What a die that may still be rolled is worth in Farkle."""


def call_worth(state: State, seat: Seat, call: challenges.CallColour) -> int:
    """How many cards of the colour are left."""
    play = _play(state, seat)
    return sum(colour_of(card) == call.colour for card in play.deck) if isinstance(play, BlackOrRed) else 0


def aside_worth(state: State, seat: Seat, aside: challenges.SetAside) -> int:
    """Points, and dice to roll on with."""
    return score(tuple(sorted(aside.dice))) - A_DIE * len(aside.dice)


def bank_worth(state: State, seat: Seat, bank: challenges.Bank) -> int:
    """Better than another roll, which is 0, once there is enough, or too little left to roll."""
    play = _play(state, seat)
    if not isinstance(play, Farkle):
        return 0
    enough = play.turn.points >= BANKED or play.scores[play.side] + play.turn.points >= TARGET
    return 1 if enough or play.turn.left <= FEW_DICE else -1


def _play(state: State, seat: Seat) -> Play | None:
    challenge = state.challenge_of(seat)
    play: Play | None = challenge.play if challenge else None
    return play
