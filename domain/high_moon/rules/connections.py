"""Connections to distilleries, and the bottles they yield."""

from domain.high_moon.board import Place, routes
from domain.high_moon.facts import BottleGained
from domain.high_moon.rulebook import D1, D2, D3, D4, D5, R10, R19, R24, R29
from domain.high_moon.state import State
from domain.kernel.fact import Facts
from domain.kernel.names import Seat
from domain.kernel.rule import Rule, cites


@cites(D2, D4, R10, R19, R29)
def connect(state: State, rule: Rule) -> Facts:
    """A bottle for every first connection that stands now, the active seat's first."""
    return tuple(
        BottleGained(seat, state.board.tiles[tile], tile).by(rule)
        for seat in state.seats_in_order
        for tile in new_connections(state, seat)
    )  # fmt: skip


@cites(D1, D3, D5, R10, R24)
def new_connections(state: State, seat: Seat) -> tuple[Place, ...]:
    """The tiles to which the seat is connected without having had their bottles, in reading order."""
    board, before = state.board, state.players[seat].connected
    near = [tile for tile in sorted(board.tiles) if tile not in before and board.touches(seat, tile)]
    if not near:
        return ()
    reached = {tile for route in routes(board, seat) if route.ranches for tile in route.tiles}
    return tuple(tile for tile in near if tile in reached)
