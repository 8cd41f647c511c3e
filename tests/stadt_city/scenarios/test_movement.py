"""Scenarios of moving."""

import re

import pytest

from domain.kernel.refusal import Refused
from domain.kernel.rule import Rule
from domain.stadt_city.commands import Head, Place, PlayPrize, RollMovement, Walk
from domain.stadt_city.decide import decide
from domain.stadt_city.facts import CharacterLost, DirectionRolled, DirectionTaken, SeatWentOut, SquareDestroyed, SquareEntered, TitanDrawn
from domain.stadt_city.rulebook import (
    L1,
    L2,
    L3,
    L4,
    M1,
    M2,
    M3,
    M4,
    M7,
    P_DIAGONAL,
    P_DIAGONAL_PLUS_1,
    P_FLY,
    R3,
    R5,
    R6,
    R28,
)
from tests.stadt_city.scenes import HEROES, A, B, C, Table, at, card, given, never_ally, path, position


def first_bad_step(table: Table, walk: Walk, rule: Rule) -> int:
    """Which step of a path is named as the bad one, by this rule; nothing of the path is done."""
    before = table.state
    with pytest.raises(Refused) as refused:
        decide(table.state, walk, table.chance)
    assert refused.value.refusal.rule.id == rule.id
    assert table.state == before
    step = re.match(r"step (\d+): ", refused.value.refusal.reason)
    assert step
    return int(step[1])


@pytest.mark.rule(M2, M3, M4, R6, R28)
def test_sc_08_a_path_is_exact_straight_and_crosses_no_square_twice() -> None:
    state = position(*never_ally(at(A, "C3"), at(B, "J10"), at(C, "J1")), active=A)
    table = given(state, {"movement": [7]}).when(RollMovement(A))
    table.refuses(Walk(A, path("C4 C5 C6 C7 C8 C9")), M2)
    for way, rule, step in (
        ("D4 D5 D6 D7 D8 D9 D10", M3, 1),
        ("C4 D4 D3 C3 B3 A3 A4", R28, 4),
        ("C4 C5 D5 D4 C4 B4 A4", M4, 5),
        ("C4 C5 C6 C7 C8 C9 D10", M3, 7),
    ):
        assert first_bad_step(table, Walk(A, path(way)), rule) == step
    table.when(Walk(A, path("C4 C5 D5 D4 D3 E3 E4"))).has(A, square="E4")


@pytest.mark.rule(M2, R5, M7, L1, L2, L4, R3)
def test_sc_09_the_path_kills_on_its_second_step() -> None:
    state = position(*never_ally(at(A, "D3", losses=1), at(B, "J1"), at(C, "A10")), destroyed=["D5"], active=A, round=4)
    table = given(state, {"movement": [5]}).when(RollMovement(A), Walk(A, path("D4 D5 D6 D7 D8")))
    table.then(
        SquareEntered(A, "D4").by(M2),
        SquareEntered(A, "D5").by(M2),
        CharacterLost(A, HEROES[A], "D5", "movement", counted=True, kept=True).by(R5),
    )
    table.has(A, piece=None, losses=2, kept=(HEROES[A],), out=False).asks((B, "roll"))
    table.when(RollMovement(B), Walk(B, ("J2",)), RollMovement(C), Walk(C, ("A9",)))
    assert len(table.happened(SquareDestroyed)) == 4
    table.asks((A, "place")).has(A, kind="character").refuses(Place(A, "D5"), R3)
    table.when(Place(A, "D6")).has(A, square="D6")


@pytest.mark.rule(R5, M2, P_FLY)
def test_sc_10_fly_crosses_anomalies_and_ends_on_none() -> None:
    state = position(*never_ally(at(A, "A1", "fly"), at(B, "J1"), at(C, "J10")), destroyed=["B1", "C1"], active=A)
    table = given(state, {"movement": [4]}).when(RollMovement(A), PlayPrize(A, card("fly")))
    table.refuses(Walk(A, path("A2 B2 C2 C1")), P_FLY)
    table.when(Walk(A, path("B1 C1 D1 E1"))).has(A, square="E1", kind="character", prizes=0)
    assert table.state.prize_discards == (card("fly"),)


@pytest.mark.rule(M1, L3)
def test_sc_12_the_directional_die_sends_it_to_its_death() -> None:
    state = position(*never_ally(at(A, "F3", losses=2), at(B, "A1"), at(C, "A6")), destroyed=["D4"], active=A, ruleset="1.0")
    table = given(state, {"movement": [4], "direction": [3]}).when(RollMovement(A), Head(A, "west", turn_after=2))
    table.then(
        DirectionTaken(A, "west").by(M1),
        SquareEntered(A, "E3").by(M1),
        SquareEntered(A, "D3").by(M1),
        DirectionRolled(A, "south", entered=False).by(M1),
        SquareEntered(A, "D4").by(M1),
        CharacterLost(A, HEROES[A], "D4", "movement", counted=True, kept=False).by(M1),
        SeatWentOut(A, "losses").by(L3),
    )
    table.has(A, losses=3, out=True, kept=())
    table.when(RollMovement(B), Head(B, "east"), RollMovement(C), Head(C, "east"))
    assert table.happened(TitanDrawn) == [TitanDrawn(A, table.state.players[A].piece and table.state.players[A].piece.card)]
    table.asks((A, "place")).has(A, kind="titan")


@pytest.mark.rule(M2, M3, P_DIAGONAL, P_DIAGONAL_PLUS_1)
def test_sc_13_diagonal_is_one_of_the_squares_and_diagonal_plus_1_is_not() -> None:
    players = never_ally(at(A, "C3", "diagonal", "diagonal-plus-1"), at(B, "C3"), at(C, "J10"))
    table = given(position(*players, active=A), {"movement": [2, 2]}).when(RollMovement(A))
    table.when(Walk(A, ("D4", "D5", "E6"), (card("diagonal"), card("diagonal-plus-1"))))
    table.has(A, square="E6", prizes=0)
    assert table.state.prize_discards == (card("diagonal"), card("diagonal-plus-1"))
    table.when(RollMovement(B)).refuses(Walk(B, ("D4", "D5")), M3)
    table.has(B, square="C3").asks((B, "walk")).when(Walk(B, ("C4", "D4"))).has(B, square="D4")
