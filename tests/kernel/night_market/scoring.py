"""The score sheet: a line for every seat and source of points."""

from collections.abc import Iterator
from itertools import groupby

from domain.kernel.fact import Facts, Ruled
from domain.kernel.game import Places, PointsCounted
from domain.kernel.names import Seat
from domain.kernel.rule import Rule, cites
from tests.kernel.night_market.rulebook import BURIED, COINS, END, STALL, TIE
from tests.kernel.night_market.state import Phase, State


def over(state: State) -> Rule | None:
    return END if state.phase is Phase.OVER else None


def sheet(state: State) -> Facts:
    return tuple(line for seat in range(len(state.players)) for line in _lines(state, Seat(seat)))


@cites(STALL, BURIED, COINS)
def _lines(state: State, seat: Seat) -> Iterator[Ruled]:
    player = state.players[seat]
    for card in player.stall:
        yield PointsCounted(seat, state.pack.worth(card), "stall", (state.pack.worth(card),)).by(STALL)
    for card in player.turned_up:
        yield PointsCounted(seat, 2 * state.pack.worth(card), "buried", (2, state.pack.worth(card))).by(BURIED)
    if player.coins:
        yield PointsCounted(seat, player.coins, "coins", (player.coins,)).by(COINS)


@cites(TIE)
def places(state: State) -> Places:
    points = dict.fromkeys(range(len(state.players)), 0)
    for ruled in sheet(state):
        if isinstance(ruled.fact, PointsCounted):
            points[ruled.fact.seat] += ruled.fact.points

    def rank(seat: Seat) -> tuple[int, int]:
        return -points[seat], -len(state.players[seat].stall)

    return tuple(tuple(group) for _, group in groupby(sorted(state.still_here(), key=rank), key=rank))


def winners(state: State) -> tuple[Seat, ...]:
    """The first place, shared or not."""
    return next(iter(places(state)), ())
