"""What a table adds to the tallies of the players who sat at it; a guest is in none (TB-O2)."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from domain.kernel.game import PointsCounted
from domain.table.fold import Folded
from projections.projection import Projection, Told

COUNTED = ("games", "finished", "wins", "resigned", "points")


def players(told: Told) -> dict[str, Any]:
    """``{version, game, players: [{player, seat, finished, resigned, place?, points?}]}``, empty before the start.

    ``place`` counts from 1 and is shared by seats that share it; place and points are there once the game is finished.
    """
    folded = told.folded
    seats = folded.table.seats if folded.table.started else ()
    seated = [(number, seat.player) for number, seat in enumerate(seats) if seat.player is not None]
    return {
        "version": folded.table.tip,
        "game": folded.table.game,
        "players": [{"player": player, "seat": number, **_result(folded, number)} for number, player in seated],
    }


def _result(folded: Folded, seat: int) -> dict[str, Any]:
    position = folded.position
    stands = {"finished": position.finished is not None, "resigned": seat in position.resigned}
    if position.finished is None:
        return stands
    points = sum(ruled.fact.points for ruled in position.sheet if isinstance(ruled.fact, PointsCounted) and ruled.fact.seat == seat)
    return {**stands, "place": _place(position.finished, seat), "points": points}


def _place(places: Iterable[Iterable[int]], seat: int) -> int:
    before = 1
    for seats in map(tuple, places):
        if seat in seats:
            break
        before += len(seats)
    return before


def tally(contributions: Iterable[Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    """By player: ``{games, finished, wins, resigned, points, places, by_game}``, summed over what each table adds.

    ``points`` and ``places`` (place → how often) are of finished games; ``by_game`` holds the same for each game.
    """
    sums: dict[str, dict[str, dict[str, Counter[str]]]] = {}
    for table in contributions:
        for seat in table["players"]:
            mine = sums.setdefault(seat["player"], {})
            for game in ("", table["game"]):
                _add(mine.setdefault(game, {"counted": Counter(), "places": Counter()}), seat)
    return {
        player: {**_sum(games[""]), "by_game": {game: _sum(games[game]) for game in sorted(games.keys() - {""})}}
        for player, games in sorted(sums.items())
    }


def _add(sums: dict[str, Counter[str]], seat: Mapping[str, Any]) -> None:
    counted = sums["counted"]
    counted["games"] += 1
    counted["resigned"] += seat["resigned"]
    if seat["finished"]:
        counted["finished"] += 1
        counted["wins"] += seat["place"] == 1
        counted["points"] += seat["points"]
        sums["places"][str(seat["place"])] += 1


def _sum(sums: Mapping[str, Counter[str]]) -> dict[str, Any]:
    places = dict(sorted(sums["places"].items(), key=lambda pair: int(pair[0])))
    return {**{name: sums["counted"][name] for name in COUNTED}, "places": places}


PLAYERS = Projection("players", players)
