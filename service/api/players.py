"""What players have done over all tables."""

from collections.abc import Callable

from flask import Response

from domain.kernel.names import PUBLIC
from service import read_side
from service.api import answers, asked
from service.api.paging import paged
from service.api.problems import NOT_FOUND, Problem
from service.api.routing import Call, Routes, answer

routes = Routes("players", "Tallies over all tables; guests are in none")


@routes.get("/players", answers.PlayerList, asked.Page)
def list_players(call: Call) -> Response:
    """List players with their tallies, by id: for an organiser all of them, for others those at their own table"""
    may = _may(call)
    tallies = ({"player": player, **tally} for player, tally in read_side.players(call.parts).items() if may(player))
    return paged(call, "players", tallies, lambda line: (line["player"],))


@routes.get("/players/<code:player>", answers.Player)
def one_player(call: Call, player: str) -> Response:
    """One player's tally: games, finishes, wins, points and places, in all and game by game"""
    tally = read_side.player(call.parts, player) if _may(call)(player) else None
    if tally is None:
        raise Problem(NOT_FOUND, "there is no such player")
    return answer({"player": player, **tally})


@routes.get("/players/<code:player>/conduct", answers.PlayerConduct)
def conduct(call: Call, player: str) -> Response:
    """How one player behaved over all tables: undos, answers to others' requests, pauses, disputes, penalties, resignations, time

    Organisers also read how often each rule refused the player, at tables that are over.
    """
    if not _may(call)(player) or read_side.player(call.parts, player) is None:
        raise Problem(NOT_FOUND, "there is no such player")
    found = {"player": player, **read_side.player_conduct(call.parts, player)}
    return answer(found if call.holder.is_organiser else {name: value for name, value in found.items() if name != "refusals"})


def _may(call: Call) -> Callable[[str], bool]:
    if call.holder.table is None:
        return lambda player: True
    seats = call.parts.tables.current(call.holder.table, PUBLIC).folded.table.seats
    own = {seat.player for seat in seats}
    return lambda player: player in own
