"""Passing, and how a turn ends."""

from functools import partial

from domain.high_moon.commands import EndTurn, Pass
from domain.high_moon.facts import AidEmptied, CardDrawn, PlayEnded, SeatPassed, TurnPassed
from domain.high_moon.rulebook import E1, E2, E3, E4, P1, P2, P3, P4, S7
from domain.high_moon.rules.actions import finished
from domain.high_moon.rules.gains import gain
from domain.high_moon.rules.order import (
    Step,
    always,
    carry_out,
    check_card_done,
    check_no_token_open,
    check_no_track_open,
    check_turn,
)
from domain.high_moon.state import State
from domain.kernel.bag import top
from domain.kernel.chance import Chance
from domain.kernel.fact import Facts
from domain.kernel.names import Seat
from domain.kernel.refusal import require
from domain.kernel.rule import Rule, cites
from domain.kernel.secret import known, sealed_for

PASS_GAIN = 3


@cites(P1, P2, P4)
def pass_turn(state: State, command: Pass) -> Facts:
    """Three tokens in place of everything that could have been placed; the turn ends."""
    seat = command.seat
    check_turn(state, seat)
    check_card_done(state)
    require(not acted(state), P2, "a token was placed or a bottle opened this turn")
    check_no_track_open(state)
    gained = partial(gain, seat=seat, tokens=PASS_GAIN, rule=P1)
    return carry_out(state, always(SeatPassed(seat).by(P1)), gained, *_turn_over(seat))


@cites(P3)
def end_turn(state: State, command: EndTurn) -> Facts:
    """The seat says that its turn is over."""
    seat = command.seat
    check_turn(state, seat)
    check_card_done(state)
    require(acted(state), P3, "a turn without a token or a bottle ends by passing")
    check_no_track_open(state)
    check_no_token_open(state)
    return carry_out(state, *_turn_over(seat))


@cites(P2, P3)
def acted(state: State) -> bool:
    """Whether a token was placed or a bottle opened this turn, before the card or after it."""
    turn = state.turn
    return turn.placed > 0 or bool(turn.opened)


def resign(state: State, seat: Seat, chance: Chance) -> Facts:
    """The turn of a seat that has just resigned is wound up: what its action leaves to others happens, then the next seat plays."""
    if state.phase not in ("card", "tokens") or seat != state.active:
        return ()
    return carry_out(state, *finished(seat, "card"), *_turn_over(seat))


def _turn_over(seat: Seat) -> tuple[Step, ...]:
    return partial(empty_aid, seat=seat), partial(draw_card, seat=seat), next_turn


@cites(E1)
def empty_aid(state: State, seat: Seat) -> Facts:
    aid = state.players[seat].aid
    return (AidEmptied(seat, aid).by(E1),) if aid else ()


@cites(E2)
def draw_card(state: State, seat: Seat) -> Facts:
    """The deck's top card, for the seat's eyes; nothing from an empty deck."""
    card = top(state.players[seat].deck)
    return () if card is None else (CardDrawn(seat, sealed_for(known(card), seat)).by(E2),)


@cites(E4)
def over(state: State) -> Rule | None:
    """The rule by which the game has ended, if it has."""
    return E4 if state.phase == "over" else None


@cites(E3, E4, S7)
def next_turn(state: State) -> Facts:
    """The next seat clockwise that has a card to play; without one the game is over."""
    after = state.active + 1
    for seat in state.seats[after:] + state.seats[:after]:
        if state.players[seat].hand.size:
            return (TurnPassed(seat).by(E3),)
    return (PlayEnded().by(E4),)
