"""Phase 2: where tokens may lie and what they cost."""

import pytest

from domain.high_moon.board import Place, Token
from domain.high_moon.commands import EndTurn, OpenBottle, PlaceToken
from domain.high_moon.facts import TokenPlaced, TokensDiscarded
from domain.high_moon.rulebook import B5, C5, R8, R9, R11, T1, T2, T3, T4, T5, T6, T7, T9
from domain.high_moon.state import Options, PerLiquor, Turn
from domain.kernel.rule import Rule
from tests.high_moon.harness import FIRST, SECOND, drawn, given, position


def cow(*at: int) -> PlaceToken:
    return PlaceToken(FIRST, "cow", (at[0], at[1]))


def ranch(*at: int) -> PlaceToken:
    return PlaceToken(FIRST, "ranch", (at[0], at[1]))


def placed(kind: str, at: Place) -> TokenPlaced:
    return TokenPlaced(FIRST, kind, at, "available", by_bottle=False)


@pytest.mark.rule(T1, T2)
def test_the_first_token_is_free_and_each_next_one_costs_one_discard_more() -> None:
    first = given(position(drawn("R....."), {"available": 6})).when(cow(0, 1)).then(placed("cow", (0, 1)).by(T4))
    second = first.when(cow(0, 2)).then(TokensDiscarded(FIRST, 1).by(T2), placed("cow", (0, 2)).by(T4))
    third = second.when(cow(0, 3)).then(TokensDiscarded(FIRST, 2).by(T2), placed("cow", (0, 3)).by(T4))
    third.has(FIRST, available=0, aid=3, reserve=20)


@pytest.mark.rule(T2)
@pytest.mark.parametrize("number", [1, 2, 3, 7])
def test_the_nth_token_needs_n_available_ones(number: int) -> None:
    board, turn = drawn("R....."), Turn(placed=number - 1)
    given(position(board, {"available": number - 1}, turn=turn)).when(cow(0, 1)).refused_by(T2)
    given(position(board, {"available": number}, turn=turn)).when(cow(0, 1)).accepted().has(FIRST, available=0, aid=number - 1)


@pytest.mark.rule(T2)
def test_the_price_begins_anew_with_every_turn() -> None:
    after = given(position(drawn("R....."))).when(cow(0, 1)).accepted().when(EndTurn(FIRST)).accepted()
    assert after.state.turn == Turn()


@pytest.mark.rule(T3)
@pytest.mark.parametrize("map_row", ["0...", ".0..", "R0..", "Q0.."])
def test_a_ranch_is_founded_on_an_own_ranch_space_beside_anything_or_nothing(map_row: str) -> None:
    at = (0, map_row.index("0"))
    given(position(drawn(map_row))).when(ranch(*at)).then(placed("ranch", at).by(T3))


@pytest.mark.rule(T3)
@pytest.mark.parametrize("sign", [".", "j", "s"])
def test_a_ranch_lies_nowhere_else(sign: str) -> None:
    given(position(drawn(f"R{sign}.."))).when(ranch(0, 1)).refused_by(T3)


@pytest.mark.rule(T3, T4)
def test_no_token_lies_off_the_map() -> None:
    before = given(position(drawn("R...")))
    before.when(ranch(1, 0)).refused_by(T3)
    before.when(cow(1, 0)).refused_by(T4)


@pytest.mark.rule(T3)
def test_a_token_has_two_sides_only() -> None:
    given(position(drawn("R..."))).when(PlaceToken(FIRST, "horse", (0, 1))).refused_by(T3)


@pytest.mark.rule(T4)
@pytest.mark.parametrize("at", [(0, 1), (1, 0), (1, 2), (2, 1)])
def test_a_cow_lies_beside_a_token_of_its_seat(at: Place) -> None:
    given(position(drawn("...", ".W.", "..."))).when(cow(*at)).then(placed("cow", at).by(T4))


@pytest.mark.rule(T4)
@pytest.mark.parametrize("at", [(0, 0), (2, 2), (1, 3)])
def test_corners_and_farther_spaces_are_not_beside(at: Place) -> None:
    given(position(drawn("....", ".W..", "...."))).when(cow(*at)).refused_by(T4)


@pytest.mark.rule(T4)
def test_a_token_of_another_seat_starts_nothing() -> None:
    given(position(drawn("Q..."))).when(cow(0, 1)).refused_by(T4)


@pytest.mark.rule(T4)
@pytest.mark.parametrize("at", [(0, 2), (1, 3), (2, 2)])
def test_a_cow_goes_on_at_any_side_of_a_tile_beside_its_seats_token(at: Place) -> None:
    given(position(drawn("....", ".RS.", "...."))).when(cow(*at)).accepted()


@pytest.mark.rule(T4)
def test_a_tile_beside_another_seats_token_leads_nowhere() -> None:
    given(position(drawn("QS..R"))).when(cow(0, 2)).refused_by(T4)


@pytest.mark.rule(T5)
@pytest.mark.parametrize("sign", ["W", "V"])
def test_tokens_are_not_stacked(sign: str) -> None:
    before = given(position(drawn(f"R{sign}..")))
    before.when(cow(0, 1)).refused_by(T5)
    before.when(ranch(0, 1)).refused_by(T5)


@pytest.mark.rule(T6)
def test_no_token_lies_on_a_tile() -> None:
    before = given(position(drawn("RS..")))
    before.when(cow(0, 1)).refused_by(T6)
    before.when(ranch(0, 1)).refused_by(T6)


@pytest.mark.rule(T7, R9)
@pytest.mark.parametrize("sign", ["1", "x"])
def test_no_token_lies_on_a_ranch_space_of_another_colour(sign: str) -> None:
    before = given(position(drawn(f"R{sign}..")))
    before.when(cow(0, 1)).refused_by(T7)
    before.when(ranch(0, 1)).refused_by(T7)


@pytest.mark.rule(T9, C5)
def test_tokens_and_tiles_stay_where_they_are_when_more_is_placed() -> None:
    before = position(drawn("R0S.", "QV.."), {"available": 5})
    after = given(before).when(ranch(0, 1)).accepted().when(cow(0, 3)).accepted().when(EndTurn(FIRST)).accepted().state
    assert before.board.tokens.items() < after.board.tokens.items()
    assert after.board.tiles == before.board.tiles


@pytest.mark.rule(R8)
def test_own_ranch_spaces_are_not_for_cows() -> None:
    given(position(drawn("R0.."))).when(cow(0, 1)).refused_by(R8)


@pytest.mark.rule(R8)
def test_own_ranch_spaces_are_for_cows_too_where_the_table_says_so() -> None:
    options = Options(cow_on_own_ranch=True)
    given(position(drawn("R0.0"), options=options)).when(cow(0, 1)).then(placed("cow", (0, 1)).by(T4))
    given(position(drawn("R0.0"), options=options)).when(cow(0, 3)).refused_by(T4)
    given(position(drawn("R1.0"), options=options)).when(cow(0, 1)).refused_by(T7)


@pytest.mark.rule(R11)
def test_a_bottles_token_leaves_the_price_alone() -> None:
    before = given(position(drawn("R....."), {"unopened": PerLiquor(crow=1), "available": 3}))
    after = before.when(OpenBottle(FIRST, "crow", kind="cow", at=(0, 1))).accepted().when(cow(0, 2)).then(placed("cow", (0, 2)).by(T4))
    after.when(cow(0, 3)).accepted().has(FIRST, available=0, aid=1)


@pytest.mark.rule(B5, T3, T4, T5, T6, T7, R8)
@pytest.mark.parametrize("liquor", ["bat", "crow"])
@pytest.mark.parametrize(
    ("kind", "at", "rule"),
    [
        ("cow", (0, 0), T5), ("cow", (0, 4), T6), ("cow", (0, 2), T7), ("cow", (1, 0), R8),
        ("ranch", (0, 1), T3), ("cow", (0, 3), T4), ("horse", (0, 1), T3),
    ],
)  # fmt: skip
def test_a_bottle_places_tokens_by_the_same_rules(liquor: str, kind: str, at: Place, rule: Rule) -> None:
    board = drawn("R.1.S", "0....")
    before = given(position(board, {"unopened": PerLiquor(bat=1, crow=1)}))
    before.when(OpenBottle(FIRST, liquor, kind=kind, at=at)).refused_by(rule)


def test_a_token_lies_for_its_seat_with_its_side_up() -> None:
    after = given(position(drawn("R0.."))).when(ranch(0, 1)).accepted().state
    assert after.board.tokens[0, 1] == Token(FIRST, "ranch")
    assert after.board.of_seat(SECOND) == ()
