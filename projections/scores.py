"""The running sheet of every seat, each point explained by its rule."""

from typing import Any

from domain.kernel.fact import Facts, Ruled
from domain.kernel.game import PointsCounted
from domain.table.fold import Folded
from domain.table.result import PENALTY, sheet
from projections.projection import Projection, Told

BY_RULING = "taken by a ruling"


class SheetDiffers(Exception):
    """The sheet that the finishing event holds is not the one that its line gives."""


def scores(told: Told) -> dict[str, Any]:
    """``{version, finished, seats: [{seat, total, lines}], places, winner}``.

    A line is ``{rule, points, item, amounts, why}``; a seat's points add up to its total. ``places`` are the seats by
    rank and ``winner`` those of the first, both empty before the finish. SheetDiffers where the record contradicts itself.
    """
    folded, position = told.folded, told.folded.position
    counted = sheet(folded.game, position.state, folded.table.penalties)
    if position.finished is not None and counted != position.sheet:
        raise SheetDiffers
    return {
        "version": folded.table.tip,
        "finished": position.finished is not None,
        "seats": [_of_seat(folded, seat, counted) for seat in range(position.seats)],
        "places": [list(place) for place in position.finished or ()],
        "winner": list(position.winners),
    }


def _of_seat(folded: Folded, seat: int, counted: Facts) -> dict[str, Any]:
    lines = [_line(folded, ruled, ruled.fact) for ruled in counted if isinstance(ruled.fact, PointsCounted) and ruled.fact.seat == seat]
    return {"seat": seat, "total": sum(line["points"] for line in lines), "lines": lines}


def _line(folded: Folded, ruled: Ruled, counted: PointsCounted) -> dict[str, Any]:
    return {
        "rule": ruled.rule,
        "points": counted.points,
        "item": counted.item,
        "amounts": list(counted.amounts),
        "why": BY_RULING if counted.item == PENALTY else folded.game.explain(folded.pack, counted),
    }


SCORES = Projection("scores", scores)
