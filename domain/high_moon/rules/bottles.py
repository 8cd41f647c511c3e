"""Bottles: one a turn, at almost any moment of it."""

from functools import partial

from domain.high_moon.board import Place
from domain.high_moon.commands import OpenBottle
from domain.high_moon.facts import BottleOpened
from domain.high_moon.parts import LIQUORS
from domain.high_moon.rulebook import B1, B2, B3, B4, B6, R12, R13, R14
from domain.high_moon.rules.actions import finished
from domain.high_moon.rules.gains import gain
from domain.high_moon.rules.order import Step, always, carry_out, check_moment, check_turn
from domain.high_moon.rules.places import check_token_place, token_places
from domain.high_moon.rules.tokens import laid_by_bottle
from domain.high_moon.state import State
from domain.kernel.fact import Facts, Ruled
from domain.kernel.names import Seat
from domain.kernel.refusal import Refused, require
from domain.kernel.rule import cites

SPIDER_AMOUNTS = (1, 2, 3)


@cites(B1, B2, B3, B4)
def open_bottle(state: State, command: OpenBottle) -> Facts:
    """The bottle is opened and does what its liquor does."""
    check_turn(state, command.seat)
    check_moment(state)
    check_bottle(state, command.seat, command.liquor)
    match command.liquor:
        case "spider":
            return _spider(state, command)
        case "bat":
            return _bat(state, command)
        case _:
            return _crow(state, command)


@cites(B1, B6, R12, R13)
def check_bottle(state: State, seat: Seat, liquor: str) -> None:
    """Refuse to open a bottle of this liquor now."""
    require(not state.turn.opened, B1, f"a {state.turn.opened} bottle has been opened this turn")
    require(liquor in LIQUORS and state.players[seat].unopened[liquor], B6, f"no unopened {liquor} bottle is there")
    require(_can_do_something(state, seat, liquor), R13, f"the {liquor} bottle could do nothing")


@cites(R13, R14)
def _can_do_something(state: State, seat: Seat, liquor: str) -> bool:
    player = state.players[seat]
    if liquor == "bat":
        return player.available > 0 and bool(token_places(state, seat))
    return player.reserve + player.aid > 0 and (liquor == "spider" or bool(token_places(state, seat)))


@cites(B2)
def _spider(state: State, command: OpenBottle) -> Facts:
    tokens = command.tokens
    if tokens not in SPIDER_AMOUNTS or command.kind is not None or command.at is not None:
        raise Refused(B2, "spider gives 1, 2 or 3 tokens and places none")
    return carry_out(state, always(_opened(command)), partial(gain, seat=command.seat, tokens=tokens, rule=B2))


@cites(B3)
def _bat(state: State, command: OpenBottle) -> Facts:
    kind, at = command.kind, command.at
    if kind is None or at is None or command.tokens is not None:
        raise Refused(B3, "bat names the first token and where it goes, and nothing else")
    check_token_place(state, command.seat, kind, at)
    laid = by_bat(state, command.seat, kind, at)
    return carry_out(state, always(_opened(command)), *laid, *finished(command.seat, "bat"))


@cites(B3)
def by_bat(state: State, seat: Seat, kind: str, at: Place) -> tuple[Step, ...]:
    """The steps by which a bat's first token lies."""
    return laid_by_bottle(state, seat, kind, at, "available", B3, "bat")


@cites(B4, R14)
def _crow(state: State, command: OpenBottle) -> Facts:
    kind, at = command.kind, command.at
    if kind is None or at is None or command.tokens is not None:
        raise Refused(B4, "crow names its token and where it goes, and nothing else")
    check_token_place(state, command.seat, kind, at)
    laid = by_crow(state, command.seat, kind, at)
    return carry_out(state, always(_opened(command)), *laid, *finished(command.seat, "token"))


@cites(B4, R14)
def by_crow(state: State, seat: Seat, kind: str, at: Place) -> tuple[Step, ...]:
    """The steps by which a crow's token lies: from the reserve, or from the aid when that is empty."""
    source, rule = ("reserve", B4) if state.players[seat].reserve else ("aid", R14)
    return laid_by_bottle(state, seat, kind, at, source, rule)


def _opened(command: OpenBottle) -> Ruled:
    return BottleOpened(command.seat, command.liquor).by(B1)
