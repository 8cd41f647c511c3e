"""Placing times: who draws and places when, and what is drawn when decks run out."""

import pytest

from domain.kernel.replace import replace
from domain.stadt_city.board import Board
from domain.stadt_city.commands import Place
from domain.stadt_city.facts import CharacterDrawn, FallenDrawn, PiecePlaced, SeatWentOut, TitanDrawn
from domain.stadt_city.parts import Kind
from domain.stadt_city.rulebook import L2, L3, L4, R3, R19, R29, R31, S4
from domain.stadt_city.state import State
from tests.stadt_city.scenes import HEROES, PACK, VILLAINS, A, B, C, D, at, given, never_ally, position, started


def homeless(*lost: str, ruleset: str = "1.1", **changes: object) -> State:
    """A and B stand; C, and D if a second card is named, have lost this card and are to take new ones, D first."""
    others = [replace(at(seat, None), last_lost=card) for seat, card in zip((C, D), lost, strict=False)]
    return position(*never_ally(at(A, "A1"), at(B, "J1"), *others), stage="placing", ruleset=ruleset, **changes)  # type: ignore[arg-type]


@pytest.mark.rule(R29, L2, R3, S4)
def test_seats_without_a_piece_draw_and_place_one_after_another_in_drawing_order() -> None:
    table = given(homeless(HEROES[5], HEROES[6], characters=[HEROES[7], VILLAINS[0]])).goes_on()
    table.then(CharacterDrawn(D, HEROES[7]).by(R3)).asks((D, "place")).refuses(Place(C, "B2"), R29)
    table.when(Place(D, "B2"))
    table.then(PiecePlaced(D, "B2").by(R3), CharacterDrawn(C, VILLAINS[0]).by(R3)).asks((C, "place"))
    table.when(Place(C, "B2")).has(C, square="B2", card=VILLAINS[0]).has(D, square="B2")


@pytest.mark.rule(R3)
def test_a_character_is_placed_on_any_standing_square_and_on_no_other() -> None:
    table = given(homeless(HEROES[5], destroyed=["B2"])).goes_on()
    assert {command.square for command in table.offers(C)} == set(table.state.board.all_standing)
    table.refuses(Place(C, "B2"), R3).refuses(Place(C, "K1"), R3).when(Place(C, "A1")).has(C, square="A1")


@pytest.mark.rule(R31)
def test_a_fallen_may_be_placed_on_what_is_destroyed() -> None:
    table = given(homeless(HEROES[5], characters=[], destroyed=["B2"])).goes_on()
    assert {command.square for command in table.offers(C)} == set(table.state.board.squares)
    table.when(Place(C, "B2"))
    assert table.last[0] == PiecePlaced(C, "B2").by(R31)


@pytest.mark.rule(L4, R29)
def test_in_1_1_whoever_finds_no_character_is_out_and_draws_a_fallen() -> None:
    table = given(homeless(HEROES[5], HEROES[6], characters=[HEROES[7]])).goes_on().when(Place(D, "B2"))
    table.then(
        PiecePlaced(D, "B2").by(R3),
        SeatWentOut(C, "no-character").by(L4),
        FallenDrawn(C, table.state.players[C].personas[0], "heroes").by(R19),
    )
    table.has(C, kind="fallen", out=True).has(D, kind="character", out=False)


@pytest.mark.rule(L3)
def test_in_1_0_whoever_finds_no_character_is_out_and_draws_a_titan() -> None:
    table = given(homeless(HEROES[5], ruleset="1.0", characters=[])).goes_on()
    titan = PACK.of_kind(Kind.TITAN)[0]
    table.then(SeatWentOut(C, "no-character").by(L3), TitanDrawn(C, titan).by(L3)).asks((C, "place"))


@pytest.mark.rule(R3)
def test_with_no_square_standing_the_seat_is_out_and_no_character_is_drawn() -> None:
    everything = Board(10).squares
    state = homeless(HEROES[5], destroyed=everything)
    table = given(state).goes_on()
    assert table.happened(SeatWentOut) == [SeatWentOut(C, "no-square")]
    assert not table.happened(CharacterDrawn)
    table.has(C, kind="fallen")


@pytest.mark.rule(R19, R31)
@pytest.mark.parametrize(
    ("lost", "heroes", "villains", "deck"),
    [
        (HEROES[5], True, True, "heroes"),
        (VILLAINS[0], True, True, "villains"),
        (VILLAINS[0], True, False, "heroes"),
        (HEROES[5], False, True, "villains"),
        (HEROES[5], False, False, None),
    ],
)
def test_a_fallen_is_as_the_last_character_was_then_the_other_kind_then_plain(
    lost: str, heroes: bool, villains: bool, deck: str | None
) -> None:
    state = homeless(lost, characters=[])
    state = replace(state, heroes=state.heroes if heroes else (), villains=state.villains if villains else ())
    (fallen,) = given(state).goes_on().happened(FallenDrawn)
    assert fallen.deck == deck
    assert (fallen.card is None) == (deck is None)


@pytest.mark.rule(R31)
def test_with_no_titan_left_a_plain_piece_is_placed() -> None:
    table = given(replace(homeless(HEROES[5], ruleset="1.0", characters=[]), titans=())).goes_on()
    assert table.last[1] == TitanDrawn(C).by(R31)
    table.when(Place(C, "B2")).has(C, kind="titan", card=None, square="B2", personas=())


@pytest.mark.rule(S4, R3)
def test_at_the_start_each_seat_places_right_after_drawing() -> None:
    table = started(3).asks((C, "place"))
    assert [fact.seat for fact in table.happened(CharacterDrawn)] == [C]
    table.when(Place(C, "A1"))
    assert [fact.seat for fact in table.happened(CharacterDrawn)] == [B]
