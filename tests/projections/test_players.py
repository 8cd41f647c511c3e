"""What a table adds to its players' tallies, and what the tallies come to."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from domain.kernel.game import PointsCounted
from domain.kernel.names import ORGANISER, Seat
from domain.table.commands import Abandon, Claim, Ready, Resign, Start
from domain.table.facts import SeatOpened
from projections.players import players, tally
from tests.kernel.night_market import NIGHT_MARKET
from tests.match import Match, actor
from tests.projections.playing import played, told


def table_of(names: Sequence[str | None], start: bool = True) -> Match:
    match = Match.opened(NIGHT_MARKET, [SeatOpened(player=name) for name in names], 3, {"length": "one-round"})
    for seat in range(len(names)):
        match.does(actor(seat), Claim(f"seat:{seat}"))
        match.does(actor(seat), Ready())
    if start:
        match.does(ORGANISER, Start())
    return match


def added(match: Match) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = players(told(match))["players"]
    return found


def test_a_table_that_has_not_started_adds_nothing() -> None:
    assert added(table_of(["ada", "bob"], start=False)) == []


def test_a_guest_is_in_no_tally() -> None:
    assert [row["player"] for row in added(table_of(["ada", None, "cyd"]))] == ["ada", "cyd"]


def test_a_running_game_counts_as_a_game_and_gives_no_place() -> None:
    assert added(table_of(["ada", "bob"])) == [
        {"player": "ada", "seat": 0, "finished": False, "resigned": False},
        {"player": "bob", "seat": 1, "finished": False, "resigned": False},
    ]


def test_a_finished_game_gives_places_and_the_points_of_its_sheet() -> None:
    match = played(table_of(["ada", "bob", "cyd"]))
    position = match.folded.position
    points = [
        sum(ruled.fact.points for ruled in position.sheet if isinstance(ruled.fact, PointsCounted) and ruled.fact.seat == seat)
        for seat in range(3)
    ]
    assert [row["points"] for row in added(match)] == points
    places, rank = {}, 1
    for seats in position.finished or ():
        places |= dict.fromkeys(seats, rank)
        rank += len(seats)
    assert {row["seat"]: row["place"] for row in added(match)} == places


def test_seats_that_share_a_place_are_followed_by_the_place_after_both() -> None:
    match = played(table_of(["ada", "bob", "cyd"]))
    position = replace(match.folded.position, finished=((Seat(0), Seat(2)), (Seat(1),)))
    nodes = {**match.folded.nodes, match.folded.table.head: replace(match.folded.nodes[match.folded.table.head], position=position)}
    shared = replace(told(match), folded=replace(match.folded, nodes=nodes))
    assert [row["place"] for row in players(shared)["players"]] == [1, 3, 1]


def test_whoever_resigns_is_counted_so_and_an_abandoned_game_is_not_finished() -> None:
    match = table_of(["ada", "bob", "cyd"])
    match.does(actor(1), Resign())
    match.does(ORGANISER, Abandon())
    assert [(row["resigned"], row["finished"]) for row in added(match)] == [(False, False), (True, False), (False, False)]


def test_a_tally_sums_what_every_table_adds_by_game_too() -> None:
    def row(player: str, place: int, points: int) -> dict[str, Any]:
        return {"player": player, "seat": 0, "finished": True, "resigned": False, "place": place, "points": points}

    first = {"game": "kilns", "players": [row("ada", 1, 30), row("bob", 2, 20)]}
    second = {"game": "wells", "players": [row("ada", 2, 7), {"player": "bob", "seat": 1, "finished": False, "resigned": True}]}
    sums = tally([first, second])
    kilns = {"games": 1, "finished": 1, "wins": 1, "resigned": 0, "points": 30, "places": {"1": 1}}
    wells = {"games": 1, "finished": 1, "wins": 0, "resigned": 0, "points": 7, "places": {"2": 1}}
    assert sums["ada"] == {
        "games": 2,
        "finished": 2,
        "wins": 1,
        "resigned": 0,
        "points": 37,
        "places": {"1": 1, "2": 1},
        "by_game": {"kilns": kilns, "wells": wells},
    }
    assert (sums["bob"]["games"], sums["bob"]["finished"], sums["bob"]["resigned"], sums["bob"]["points"]) == (2, 1, 1, 20)
