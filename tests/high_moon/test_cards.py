"""Phase 1: where a card may lie and what it brings."""

import pytest

from domain.high_moon.board import Board
from domain.high_moon.commands import OpenBottle, Pass, PlaceCard, PlaceToken, SetCardAside
from domain.high_moon.facts import BottleGained, CardPlaced, CardSetAside, GainLost, TileLaid, TokensGained
from domain.high_moon.rulebook import C1, C2, C3, C4, C5, C6, C7, C8, C9, R1, R4, R5, R7, R9, R19, R23
from domain.high_moon.state import PerLiquor, SecondTokenOpen
from domain.kernel.bag import Bag
from tests.high_moon.harness import FIRST, SECOND, THIRD, drawn, given, position
from tests.high_moon.packs import pack

SQUARE = drawn("....", "....", "....")
CARD = "test:red-1"


@pytest.mark.rule(C1)
def test_the_card_comes_before_tokens_and_passing() -> None:
    before = given(position(drawn("R...", "....", "...."), phase="card"))
    before.when(PlaceToken(FIRST, "cow", (0, 1))).refused_by(C1)
    before.when(Pass(FIRST)).refused_by(C1)


@pytest.mark.rule(C1)
def test_there_is_one_card_a_turn() -> None:
    after = given(position(SQUARE, phase="card")).when(PlaceCard(FIRST, (2, 3), 0)).then(CardPlaced(FIRST, CARD, (2, 3), 0).by(C1))
    after.when(PlaceCard(FIRST, (-2, -3), 0)).refused_by(C1)
    after.when(SetCardAside(FIRST)).refused_by(C1)


@pytest.mark.rule(C1)
def test_a_bottle_may_be_opened_before_the_card() -> None:
    before = position(SQUARE, {"unopened": PerLiquor(spider=1)}, phase="card")
    given(before).when(OpenBottle(FIRST, "spider", tokens=1)).accepted().has(FIRST, available=4)


@pytest.mark.rule(C2)
@pytest.mark.parametrize("turned", [90, 270, 360, -180, 1])
def test_a_card_never_lies_crosswise(turned: int) -> None:
    given(position(SQUARE, phase="card")).when(PlaceCard(FIRST, (2, 3), turned)).refused_by(C2)


@pytest.mark.rule(C2, R1)
def test_a_card_turned_by_180_degrees_lies_back_to_front() -> None:
    chosen = pack({0: ("sbc./j.../...0",)})
    state = given(position(SQUARE, phase="card", chosen=chosen)).when(PlaceCard(FIRST, (2, 3), 180)).accepted().state
    assert (state.board.spaces[2, 3], state.board.spaces[3, 6]) == ("ranch-red", "joker")
    assert [state.board.spaces[4, column] for column in range(3, 7)] == ["blank", "crow", "bat", "spider"]


@pytest.mark.rule(R1)
def test_a_card_may_be_three_wide_and_four_high() -> None:
    chosen = pack({0: (".s./.../.../..b",)}, starting=(("d../.../.../...", (0, 0)), (".../..d/.../...", (1, 1))), size=(3, 4))
    state = given(position(SQUARE, phase="card", chosen=chosen)).when(PlaceCard(FIRST, (-3, -2), 0)).accepted().state
    assert len(state.board.spaces) == 12 + 11
    assert (state.board.spaces[-3, -1], state.board.spaces[0, 0]) == ("spider", "bat")


@pytest.mark.rule(R1)
def test_the_map_goes_on_beyond_zero() -> None:
    given(position(drawn("....", "....", "....", at=(-40, -50)), phase="card")).when(PlaceCard(FIRST, (-42, -53), 0)).accepted()


@pytest.mark.rule(C3)
def test_a_card_beside_the_map_covers_nothing() -> None:
    before = given(position(SQUARE, phase="card"))
    before.when(PlaceCard(FIRST, (0, 4), 0)).refused_by(C3)
    before.when(PlaceCard(FIRST, (2, 3), 0)).accepted()


@pytest.mark.rule(C4)
def test_a_card_reaches_beyond_the_map_by_one_space_at_least() -> None:
    board = drawn(".....", ".....", "....", ".....")
    before = given(position(board, phase="card"))
    before.when(PlaceCard(FIRST, (0, 0), 0)).refused_by(C4)
    before.when(PlaceCard(FIRST, (0, 1), 0)).accepted()


@pytest.mark.rule(C5)
@pytest.mark.parametrize("sign", ["W", "V", "S"])
def test_a_card_covers_no_token_and_no_tile(sign: str) -> None:
    before = given(position(drawn("....", "....", f"..{sign}."), phase="card"))
    before.when(PlaceCard(FIRST, (2, 2), 0)).refused_by(C5)
    before.when(PlaceCard(FIRST, (2, 3), 0)).accepted()


@pytest.mark.rule(C6)
def test_every_own_ranch_space_covered_gives_three() -> None:
    board = drawn("....", "....", "..00")
    given(position(board, phase="card")).when(PlaceCard(FIRST, (2, 2), 0)).then(
        CardPlaced(FIRST, CARD, (2, 2), 0).by(C1),
        TokensGained(FIRST, 6).by(C6),
    )


@pytest.mark.rule(C6, C7)
def test_a_ranch_space_that_is_not_covered_gives_nothing() -> None:
    given(position(drawn("....", "....", "001."), phase="card")).when(PlaceCard(FIRST, (2, 3), 0)).then(
        CardPlaced(FIRST, CARD, (2, 3), 0).by(C1)
    )


@pytest.mark.rule(C7, R5)
def test_ranch_spaces_pay_the_active_seat_first_and_then_the_others_clockwise() -> None:
    board = drawn("....", "....", "0120", seats=3)
    state = position(board, seats=3, phase="card", active=SECOND, chosen=pack(seats=3))
    given(state).when(PlaceCard(SECOND, (2, 0), 0)).then(
        CardPlaced(SECOND, "test:yellow-1", (2, 0), 0).by(C1),
        TokensGained(SECOND, 3).by(C6),
        TokensGained(SECOND, 3).by(C7),
        TokensGained(THIRD, 2).by(C7),
        TokensGained(FIRST, 4).by(C7),
    )


@pytest.mark.rule(C7, R9)
def test_a_colour_that_nobody_plays_gives_one_token_and_nobody_the_two() -> None:
    given(position(drawn("....", "....", "...x"), phase="card")).when(PlaceCard(FIRST, (2, 3), 0)).then(
        CardPlaced(FIRST, CARD, (2, 3), 0).by(C1),
        TokensGained(FIRST, 1).by(C7),
    )


@pytest.mark.rule(C8)
def test_the_other_seat_gains_what_its_reserve_holds() -> None:
    given(position(drawn("....", "....", "...1"), {}, {"reserve": 1}, phase="card")).when(PlaceCard(FIRST, (2, 3), 0)).then(
        CardPlaced(FIRST, CARD, (2, 3), 0).by(C1),
        TokensGained(FIRST, 1).by(C7),
        TokensGained(SECOND, 1).by(C7),
        GainLost(SECOND, 1).by(C8),
    )


@pytest.mark.rule(C9)
def test_a_card_with_a_distillery_gets_the_top_tile() -> None:
    chosen = pack({0: ("..../.d../....",)})
    state = position(SQUARE, phase="card", chosen=chosen, tiles=("bat", "crow"))
    after = (
        given(state)
        .when(PlaceCard(FIRST, (2, 3), 180))
        .then(
            CardPlaced(FIRST, CARD, (2, 3), 180).by(C1),
            TileLaid((3, 5), "bat").by(C9),
        )
    )
    assert [bag.known for bag in after.state.tiles] == [("crow",)]


@pytest.mark.rule(R23, R5, C9, R19)
def test_a_card_gives_its_gains_then_its_tile_then_the_connections() -> None:
    board = drawn("....", "...Q", "0.R.")
    state = position(board, phase="card", chosen=pack({0: ("..../..../...d",)}), tiles=("bat",))
    given(state).when(PlaceCard(FIRST, (0, -4), 0)).refused_by(C3)
    given(state).when(PlaceCard(FIRST, (0, -3), 0)).then(
        CardPlaced(FIRST, CARD, (0, -3), 0).by(C1),
        TokensGained(FIRST, 3).by(C6),
        TileLaid((2, 0), "bat").by(C9),
    )
    given(state).when(PlaceCard(FIRST, (0, -2), 0)).then(
        CardPlaced(FIRST, CARD, (0, -2), 0).by(C1),
        TokensGained(FIRST, 3).by(C6),
        TileLaid((2, 1), "bat").by(C9),
        BottleGained(FIRST, "bat", (2, 1)).by(R19),
    )


@pytest.mark.rule(R4)
def test_tombstones_under_a_card_move_nothing() -> None:
    given(position(drawn("....", "....", "..sj"), phase="card")).when(PlaceCard(FIRST, (2, 2), 0)).then(
        CardPlaced(FIRST, CARD, (2, 2), 0).by(C1)
    )


# Given in the rulings as a map where no card of four by three fits.
NO_ROOM = drawn("W..S__", "......", "V.....", "__V.BW").with_token((1, 5), drawn("W").tokens[0, 0])


@pytest.mark.rule(R7)
def test_a_card_that_fits_nowhere_is_set_aside_and_phase_two_follows() -> None:
    after = given(position(NO_ROOM, phase="card")).when(SetCardAside(FIRST)).then(CardSetAside(FIRST, CARD).by(R7))
    assert after.state.players[FIRST].hand == Bag(0)
    assert after.state.board == NO_ROOM
    after.when(Pass(FIRST)).accepted()


@pytest.mark.rule(R7, R23)
def test_no_card_is_set_aside_before_the_second_token_of_a_bat() -> None:
    given(position(NO_ROOM, phase="card", pending=SecondTokenOpen())).when(SetCardAside(FIRST)).refused_by(R23)


@pytest.mark.rule(R7)
def test_a_card_that_fits_somewhere_cannot_be_set_aside() -> None:
    board = Board(NO_ROOM.spaces, {at: token for at, token in NO_ROOM.tokens.items() if at != (0, 0)}, NO_ROOM.tiles)
    given(position(board, phase="card")).when(SetCardAside(FIRST)).refused_by(R7)
