"""What the criteria count, on small drawn maps."""

from dataclasses import replace
from importlib.resources import files

import pytest

from domain.high_moon.board import Board, Token, routes
from domain.high_moon.measures import SIZES, measured, points
from domain.high_moon.pack import read_pack
from domain.high_moon.parts import Criterion, Measure, ranch
from domain.high_moon.rulebook import D5, F2, F3
from domain.high_moon.state import Options, PerLiquor, Player, State
from domain.kernel.names import Seat
from domain.kernel.pack import read_toml

RED, GREEN = Seat(0), Seat(1)
PACK = read_pack(read_toml((files("domain.high_moon") / "packs" / "frontier.toml").read_text()))
TOKENS = {"r": Token(RED, "ranch"), "c": Token(RED, "cow"), "q": Token(GREEN, "ranch"), "d": Token(GREEN, "cow")}
TILES = {"S": "spider", "B": "bat", "K": "crow"}
RANCHES = {"0": ranch("red"), "1": ranch("green"), "2": ranch("blue")}


def drawn(*rows: str) -> State:
    """A map as drawn: tiles S B K, red's ranch and cow r c, green's q d, free ranch spaces 0 (red) 1 (green) 2 (blue), ``_`` no map."""
    signs = {(row, column): sign for row, line in enumerate(rows) for column, sign in enumerate(line) if sign != "_"}
    board = Board(
        spaces={place: RANCHES.get(sign, "blank") for place, sign in signs.items()},
        tokens={place: TOKENS[sign] for place, sign in signs.items() if sign in TOKENS},
        tiles={place: TILES[sign] for place, sign in signs.items() if sign in TILES},
    )
    connected = [frozenset(tile for route in routes(board, seat) if route.ranches for tile in route.tiles) for seat in (RED, GREEN)]
    players = (Player(RED, "red", connected=connected[RED]), Player(GREEN, "green", connected=connected[GREEN]))
    return State(PACK, Options(), players, (), board=board)


def count(measure: Measure, state: State, least: int = 1) -> int:
    return measured(state, RED, Criterion("1A", measure, 1, "", least=least))


TWO_ROUTES = drawn(
    "rcSr.",
    "...c.",
    "rcBcr",
    ".....",
    "rKd.q",
)
"""Red: a route through S and B with four ranches and four cows; a ranch at K. Green: a cow at K without a ranch, and a ranch alone."""

UNFINISHED = drawn("rccc.S", "......", "c.B.q.", "......", "qK.r..")
"""Red: a route that reaches nothing, a cow without ranch, and a lone ranch. Green is connected to K."""


@pytest.mark.rule(F2)
def test_a_route_counts_only_with_a_ranch_and_a_distillery() -> None:
    assert count(Measure.ROUTES, TWO_ROUTES) == 2
    assert count(Measure.ROUTES, UNFINISHED) == 0
    assert count(Measure.LONGEST_ROUTE, UNFINISHED) == 0
    assert count(Measure.COWS, UNFINISHED) == 0
    assert count(Measure.SPREAD, UNFINISHED) == 0
    assert count(Measure.DISTILLERIES, drawn("c", "K")) == 0


@pytest.mark.rule(F3)
def test_a_ranch_counts_only_when_it_is_connected() -> None:
    assert count(Measure.RANCHES, UNFINISHED) == 0
    assert count(Measure.SHARED_RANCHES, UNFINISHED) == 0
    assert count(Measure.RANCHES, TWO_ROUTES) == 5


def test_tokens_of_the_longest_route() -> None:
    assert count(Measure.LONGEST_ROUTE, TWO_ROUTES) == 8


def test_distilleries_of_the_richest_route() -> None:
    assert count(Measure.RICHEST_ROUTE, TWO_ROUTES) == 2
    assert count(Measure.RICHEST_ROUTE, UNFINISHED) == 0


@pytest.mark.parametrize("least, expected", [(1, 2), (2, 1), (8, 1), (9, 0)])
def test_routes_of_a_least_length(least: int, expected: int) -> None:
    assert count(Measure.ROUTES, TWO_ROUTES, least) == expected


@pytest.mark.rule(D5)
@pytest.mark.parametrize("least, expected", [(1, 5), (2, 4), (3, 0)])
def test_ranches_connected_to_several_distilleries(least: int, expected: int) -> None:
    assert count(Measure.RANCHES, TWO_ROUTES, least) == expected


@pytest.mark.parametrize("least, expected", [(1, 3), (2, 2), (4, 2), (5, 0)])
def test_distilleries_shared_by_several_ranches(least: int, expected: int) -> None:
    assert count(Measure.DISTILLERIES, TWO_ROUTES, least) == expected


def test_ranches_at_one_distillery() -> None:
    assert count(Measure.SHARED_RANCHES, TWO_ROUTES) == 4


def test_cows_on_scoring_routes() -> None:
    assert count(Measure.COWS, TWO_ROUTES) == 4


def test_full_routes_join_all_three_liquors() -> None:
    assert count(Measure.FULL_ROUTES, TWO_ROUTES) == 0
    assert count(Measure.FULL_ROUTES, drawn("SrB", ".cK")) == 1
    assert count(Measure.FULL_ROUTES, drawn("ScB", ".cK")) == 0


def test_liquor_sets_may_come_from_different_routes() -> None:
    assert count(Measure.LIQUOR_SETS, TWO_ROUTES) == 1
    assert count(Measure.LIQUOR_SETS, drawn("SrB", "SrB", "SrK")) == 1
    assert count(Measure.LIQUOR_SETS, drawn("SrB", "SrB", "KrK")) == 2
    assert count(Measure.LIQUOR_SETS, UNFINISHED) == 0


def test_a_distillery_with_another_seat_is_nobodys_alone() -> None:
    assert count(Measure.SOLE_DISTILLERIES, TWO_ROUTES) == 3
    assert count(Measure.SOLE_DISTILLERIES, drawn("rS.Bq", ".....", "rKq..")) == 1


def test_spread_is_rows_and_columns_held() -> None:
    assert count(Measure.SPREAD, TWO_ROUTES) == 4 + 4
    assert count(Measure.SPREAD, drawn("rS.r", "....", "c...")) == 1 + 1


def test_borders_are_tokens_beside_other_seats_tokens() -> None:
    assert count(Measure.BORDERS, drawn("rcd", "cq.", "..c")) == 2
    assert count(Measure.BORDERS, TWO_ROUTES) == 0


def test_blocked_ranches_are_free_ranch_spaces_of_other_seats() -> None:
    assert count(Measure.BLOCKED_RANCHES, drawn("c1.", "120", "..1")) == 2
    assert count(Measure.BLOCKED_RANCHES, drawn("c1c", ".q.", "...")) == 1
    assert count(Measure.BLOCKED_RANCHES, drawn("c20", "2..")) == 0


def test_outer_tokens_lie_at_the_edge_of_the_map() -> None:
    assert count(Measure.OUTER_TOKENS, drawn("r..", ".c.", "...")) == 1
    assert count(Measure.OUTER_TOKENS, drawn("q..", ".c.", "._.")) == 1


def test_tracks_count_steps() -> None:
    state = TWO_ROUTES.with_player(RED, markers=PerLiquor(4, 1, 2))
    assert count(Measure.TOMBSTONES, state) == 7
    assert count(Measure.LOWEST_TRACK, state) == 1
    assert count(Measure.HIGHEST_TRACK, state) == 4


def test_free_ranch_spaces_of_the_own_colour() -> None:
    assert count(Measure.RANCH_SPACES, drawn("001", "2r0")) == 3
    state = drawn("00")
    held = replace(state, board=state.board.with_token((0, 1), TOKENS["r"]))
    assert count(Measure.RANCH_SPACES, held) == 1


def test_points_come_for_every_so_much_up_to_the_cap() -> None:
    per_token = Criterion("1A", Measure.LONGEST_ROUTE, 2, "", cap=15)
    per_three = Criterion("1A", Measure.LONGEST_ROUTE, 5, "", every=3)
    assert points(drawn("rcS"), RED, per_token) == 4
    assert points(TWO_ROUTES, RED, per_token) == 15
    assert points(drawn("rcS"), RED, per_three) == 0
    assert points(TWO_ROUTES, RED, per_three) == 10


def test_only_the_seats_own_pieces_count() -> None:
    assert [measure(TWO_ROUTES, GREEN) for measure in SIZES.values()] == [(), (), ()]
