"""Where cards and tokens may lie."""

from collections.abc import Iterator

from domain.high_moon.board import Place, beside, footprint
from domain.high_moon.parts import colour_of, ranch
from domain.high_moon.rulebook import B5, C3, C4, C5, R1, R8, R9, R24, T3, T4, T5, T6, T7
from domain.high_moon.rules.order import permits
from domain.high_moon.state import State
from domain.kernel.names import Seat
from domain.kernel.refusal import require
from domain.kernel.rule import cites


@cites(C3, C4, C5)
def check_card_place(state: State, at: Place) -> None:
    """Refuse a card's place; which way round it lies makes no difference."""
    board, places = state.board, under_card(state, at)
    covered = [place for place in places if place in board.spaces]
    require(covered, C3, "the card would cover no space of the map")
    require(len(covered) < len(places), C4, "no space of the card would reach beyond the map")
    require(board.tokens.keys().isdisjoint(covered), C5, "the card would cover a token")
    require(board.tiles.keys().isdisjoint(covered), C5, "the card would cover a tile")


@cites(R1)
def card_places(state: State) -> tuple[Place, ...]:
    """Every legal place for a card, in reading order."""
    width, height = state.pack.width, state.pack.height
    near = {(row - down, column - right) for row, column in state.board.spaces for down in range(height) for right in range(width)}
    return tuple(at for at in sorted(near) if permits(check_card_place, state, at))


def under_card(state: State, at: Place) -> tuple[Place, ...]:
    """The places that a card laid here covers."""
    return footprint(at, state.pack.width, state.pack.height)


@cites(T3, T4, T5, T6, T7, R8, R9, B5)
def check_token_place(state: State, seat: Seat, kind: str, at: Place) -> None:
    """Refuse a token's place, whichever way the token is placed."""
    board, own = state.board, state.players[seat].colour
    space = board.spaces.get(at, "")
    colour = colour_of(space)
    require(at not in board.tokens, T5, "a token lies there already")
    require(at not in board.tiles, T6, "a tile lies there")
    require(colour in (None, own), T7, f"that is a ranch space of {colour}")
    require(kind != "cow" or colour is None or state.options.cow_on_own_ranch, R8, "your ranch spaces are for ranches")
    require(kind in ("ranch", "cow"), T3, f"a token shows its ranch or its cow side, not {kind}")
    require(kind != "ranch" or colour == own, T3, "a ranch is founded on a ranch space of your colour")
    require(kind != "cow" or (space and _in_reach(state, seat, at)), T4, "a cow lies beside your tokens or a tile connected to them")


@cites(T4, R24)
def _in_reach(state: State, seat: Seat, at: Place) -> bool:
    board = state.board
    return board.touches(seat, at) or any(near in board.tiles and board.touches(seat, near) for near in beside(at))


def token_places(state: State, seat: Seat) -> tuple[tuple[str, Place], ...]:
    """Every legal way to place a token, as kind and place, in reading order."""
    ranches = (("ranch", at) for at, space in state.board.spaces.items() if space == ranch(state.players[seat].colour))
    ways = {*ranches, *(("cow", at) for at in _around(state, seat))}
    return tuple(
        (kind, at) for kind, at in sorted(ways, key=lambda way: (way[1], way[0])) if permits(check_token_place, state, seat, kind, at)
    )


def _around(state: State, seat: Seat) -> Iterator[Place]:
    """The places beside the seat's tokens and beside the tiles that these touch."""
    for token in state.board.of_seat(seat):
        for near in beside(token):
            yield near
            if near in state.board.tiles:
                yield from beside(near)
