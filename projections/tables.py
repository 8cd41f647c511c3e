"""The lobby: one line for each table."""

from typing import Any

from domain.kernel.names import Seat, is_judge
from domain.table.facts import Forked
from domain.table.fold import Folded
from domain.table.state import ForkedFrom, Phase
from projections.projection import Projection, Told


def tables(told: Told) -> dict[str, Any]:
    """``{id, game, title, ruleset, pack, options, phase, paused, seats, turn, version, opened_at, last_at, places, origin?}``.

    ``turn`` names the seats with a required question while the table is played and not paused; times are ms UTC;
    ``places`` are the seats by rank, empty before the finish; ``origin`` says where a fork comes from.
    """
    folded, table = told.folded, told.folded.table
    return {
        "id": told.table,
        "game": table.game,
        "title": folded.game.title,
        "ruleset": table.ruleset,
        "pack": {"name": table.pack.name, "version": table.pack.version, "hash": table.pack.hash},
        "options": dict(table.options),
        "phase": str(table.phase),
        "paused": table.paused_at is not None,
        "seats": [_seat(folded, Seat(number)) for number in range(len(table.seats))],
        "turn": _turn(folded),
        "version": table.tip,
        "opened_at": told.opened_at if table.forked is None else table.forked.at,
        "last_at": table.at,
        "places": [list(place) for place in folded.position.finished or ()],
        **({} if table.forked is None else {"origin": origin_json(table.forked)}),
    }


def origin_json(forked: ForkedFrom | Forked) -> dict[str, Any]:
    """``{table, version, hash, as, exact}``: ``as`` is whose knowledge it began with, ``exact`` whether nothing was dealt anew."""
    return {"table": forked.table, "version": forked.version, "hash": forked.hash, "as": forked.eyes, "exact": is_judge(forked.eyes)}


def _seat(folded: Folded, number: Seat) -> dict[str, Any]:
    seat = folded.table.seats[number]
    named = {"player": seat.player, "colour": seat.colour}
    return {
        "seat": number,
        **{key: value for key, value in named.items() if value is not None},
        "claimed": seat.claimed,
        "ready": seat.ready,
        "resigned": number in folded.position.resigned,
    }


def _turn(folded: Folded) -> list[Seat]:
    if folded.table.phase is not Phase.PLAYING or folded.table.paused_at is not None:
        return []
    return [asked.seat for asked in folded.position.asked if asked.required]


TABLES = Projection("tables", tables)
