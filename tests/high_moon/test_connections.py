"""Connections to distilleries and the bottles they yield."""

import pytest

from domain.high_moon.board import Board, routes
from domain.high_moon.commands import OpenBottle, PlaceCard, PlaceToken
from domain.high_moon.facts import BottleGained, CardPlaced, TileLaid, TokenPlaced, TokensDiscarded
from domain.high_moon.rulebook import C1, C9, D1, D2, D3, D4, D5, R10, R12, R19, R24, R29, S8, T2, T3, T4
from domain.high_moon.state import PerLiquor
from tests.high_moon.harness import FIRST, SECOND, drawn, given, position
from tests.high_moon.packs import pack


def cow(*at: int) -> PlaceToken:
    return PlaceToken(FIRST, "cow", (at[0], at[1]))


def laid(kind: str, *at: int) -> TokenPlaced:
    return TokenPlaced(FIRST, kind, (at[0], at[1]), "available", by_bottle=False)


@pytest.mark.rule(D1, D2)
def test_a_ranch_beside_a_tile_is_connected() -> None:
    given(position(drawn("0S.."))).when(PlaceToken(FIRST, "ranch", (0, 0))).then(
        laid("ranch", 0, 0).by(T3), BottleGained(FIRST, "spider", (0, 1)).by(D2)
    )


@pytest.mark.rule(D1, D2)
def test_a_cow_that_brings_the_route_to_a_tile_connects() -> None:
    after = given(position(drawn("R..B"))).when(cow(0, 1)).then(laid("cow", 0, 1).by(T4))
    after = after.when(cow(0, 2)).then(
        TokensDiscarded(FIRST, 1).by(T2), laid("cow", 0, 2).by(T4), BottleGained(FIRST, "bat", (0, 3)).by(D2)
    )
    after.has(FIRST, unopened=PerLiquor(bat=1), connected=frozenset({(0, 3)}))


@pytest.mark.rule(D1)
def test_a_corner_is_no_connection() -> None:
    given(position(drawn("R.", ".B"))).when(cow(0, 1)).then(laid("cow", 0, 1).by(T4), BottleGained(FIRST, "bat", (1, 1)).by(D2))
    given(position(drawn("0.", ".B"))).when(PlaceToken(FIRST, "ranch", (0, 0))).then(laid("ranch", 0, 0).by(T3))


@pytest.mark.rule(D1)
def test_a_route_without_a_ranch_is_not_connected() -> None:
    given(position(drawn("W..B"), {"available": 9})).when(cow(0, 1)).accepted().when(cow(0, 2)).then(
        TokensDiscarded(FIRST, 1).by(T2), laid("cow", 0, 2).by(T4)
    )


@pytest.mark.rule(D2)
def test_a_second_ranch_at_the_same_tile_yields_nothing() -> None:
    given(position(drawn("RS0."))).when(PlaceToken(FIRST, "ranch", (0, 2))).then(laid("ranch", 0, 2).by(T3))


@pytest.mark.rule(D3, R10)
def test_one_token_connects_to_several_tiles_in_reading_order() -> None:
    later_first = drawn("..S", "R..", ".B.").with_tile((1, 2), "crow")
    given(position(later_first)).when(cow(1, 1)).then(
        laid("cow", 1, 1).by(T4),
        BottleGained(FIRST, "crow", (1, 2)).by(D2),
        BottleGained(FIRST, "bat", (2, 1)).by(D2),
    )


@pytest.mark.rule(D4)
def test_each_seat_has_its_own_first_connection() -> None:
    given(position(drawn("QS0."))).when(PlaceToken(FIRST, "ranch", (0, 2))).then(
        laid("ranch", 0, 2).by(T3), BottleGained(FIRST, "spider", (0, 1)).by(D2)
    )


@pytest.mark.rule(D5)
def test_a_ranch_is_connected_to_every_tile_of_its_route() -> None:
    (route,) = routes(drawn("RS.B", "WW.W", ".WWW", "S..."), FIRST)
    assert (route.ranches, route.tiles) == (frozenset({(0, 0)}), frozenset({(0, 1), (0, 3)}))


@pytest.mark.rule(D5)
def test_two_groups_that_touch_one_tile_are_one_route() -> None:
    (route,) = routes(drawn("RSW."), FIRST)
    assert route.tokens == {(0, 0), (0, 2)}
    assert len(routes(drawn("R.W."), FIRST)) == 2


@pytest.mark.rule(R24)
def test_a_tile_beside_a_tile_joins_and_connects_nothing() -> None:
    board = drawn("0SBW")
    assert [route.tiles for route in routes(drawn("RSBW"), FIRST)] == [{(0, 1)}, {(0, 2)}]
    given(position(board)).when(PlaceToken(FIRST, "ranch", (0, 0))).then(
        laid("ranch", 0, 0).by(T3), BottleGained(FIRST, "spider", (0, 1)).by(D2)
    )


@pytest.mark.rule(R24, T4)
def test_a_route_does_not_go_on_from_tile_to_tile() -> None:
    given(position(drawn("RSB."))).when(cow(0, 3)).refused_by(T4)


@pytest.mark.rule(R19, C9)
def test_a_tile_laid_beside_tokens_connects_their_seats_the_active_one_first() -> None:
    board = drawn(".Q.", "R..", "...")
    chosen = pack({1: ("..../..../...d",)})
    state = position(board, phase="card", active=SECOND, chosen=chosen, tiles=("crow",))
    given(state).when(PlaceCard(SECOND, (-2, -3), 0)).then(
        CardPlaced(SECOND, "test:green-1", (-2, -3), 0).by(C1),
        TileLaid((0, 0), "crow").by(C9),
        BottleGained(SECOND, "crow", (0, 0)).by(R19),
        BottleGained(FIRST, "crow", (0, 0)).by(R19),
    )


@pytest.mark.rule(R12)
def test_a_bottle_gained_this_turn_may_be_opened_this_turn() -> None:
    after = given(position(drawn("0S.."))).when(PlaceToken(FIRST, "ranch", (0, 0))).accepted()
    after.when(OpenBottle(FIRST, "spider", tokens=2)).accepted().has(FIRST, available=4)


@pytest.mark.rule(S8, R29)
def test_bottles_never_run_out() -> None:
    board = drawn("0S..")
    before = position(board, {"unopened": PerLiquor(spider=20)}, {"unopened": PerLiquor(spider=20)})
    given(before).when(PlaceToken(FIRST, "ranch", (0, 0))).accepted().has(FIRST, unopened=PerLiquor(spider=21))


def test_an_empty_map_has_no_routes() -> None:
    assert routes(Board(), FIRST) == ()
