"""How a game ends: the sheet and the ranking, with what rulings took from either (TB-D7)."""

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from domain.kernel.fact import Facts
from domain.kernel.game import AnyGame, Places, PointsCounted
from domain.kernel.names import Seat
from domain.kernel.rule import cites
from domain.table.disputes.parts import Kind, Penalty
from domain.table.rulebook import PENALTIES, RESIGNED_BELOW

PENALTY = "penalty"


@cites(PENALTIES)
def sheet(game: AnyGame, state: Any, penalties: Iterable[Penalty] = ()) -> Facts:
    """The game's own sheet, and a line for every penalty of points."""
    taken = (
        PointsCounted(penalty.seat, -penalty.points, PENALTY) for penalty in penalties if penalty.kind is Kind.POINTS and penalty.points
    )
    return (*game.sheet(state), *(line.by(PENALTIES) for line in taken))


@cites(RESIGNED_BELOW, PENALTIES)
def ranked(game: AnyGame, state: Any, out: tuple[Seat, ...], penalties: Iterable[Penalty] = ()) -> tuple[Places, tuple[Seat, ...]]:
    """Every seat by rank, those who are ``out`` (in the order they left) below all who stayed; and who has won.

    A penalty of points lowers the rank only where the game ranks by points.
    """
    own = totals(game.sheet(state))
    places = tuple(game.places(state))
    winners = tuple(seat for seat in game.winners(state) if seat not in out)
    counted = totals(sheet(game, state, tuple(penalties)))
    if counted != own and _by_points(places, own):
        places = _ranked_again(places, counted)
        winners = tuple(seat for seat in next(iter(_without(places, out)), ()) if winners)
    return (*_without(places, out), *((seat,) for seat in reversed(out))), winners


def totals(lines: Facts) -> dict[Seat, int]:
    """Points by seat."""
    found: dict[Seat, int] = {}
    for ruled in lines:
        if isinstance(ruled.fact, PointsCounted):
            found[ruled.fact.seat] = found.get(ruled.fact.seat, 0) + ruled.fact.points
    return found


def _without(places: Places, out: tuple[Seat, ...]) -> Places:
    stayed = (tuple(seat for seat in seats if seat not in out) for seats in places)
    return tuple(place for place in stayed if place)


def _by_points(places: Places, points: dict[Seat, int]) -> bool:
    lowest = (min(points.get(seat, 0) for seat in seats) for seats in places)
    highest = (max(points.get(seat, 0) for seat in seats) for seats in places[1:])
    return all(above >= below for above, below in zip(lowest, highest, strict=False))


def _ranked_again(places: Places, points: dict[Seat, int]) -> Places:
    """By points; among equals as the game had them, sharing a place only where they did before."""
    order = [(-points.get(seat, 0), rank, seat) for rank, seats in enumerate(places) for seat in seats]
    order.sort()
    again: list[tuple[Seat, ...]] = [(order[0][2],)] if order else []
    for (above, rank_above, _), (below, rank, seat) in pairwise(order):
        if (above, rank_above) == (below, rank):
            again[-1] = (*again[-1], seat)
        else:
            again.append((seat,))
    return tuple(again)
