"""Scenarios of challenges and of what follows from them."""

import pytest

from domain.kernel.names import Seat
from domain.stadt_city.commands import DiscardPrizes, Place, PlayPrize
from domain.stadt_city.facts import (
    CharacterLost,
    FallenDrawn,
    PieceSentAway,
    PointGained,
    PrizePlayed,
    SeatWentOut,
    SidesSet,
    SquaresRestored,
)
from domain.stadt_city.parts import Kind
from domain.stadt_city.rulebook import (
    A5,
    C2,
    C3,
    C4,
    C5,
    L1,
    L2,
    L4,
    L5,
    L6,
    L7,
    P_FULLY_ANOMALY_CLEAR,
    P_TELEPORTATION,
    R8,
    R16,
    R17,
    R19,
    R22,
    R23,
    R25,
    R27,
    R36,
    S5,
)
from tests.stadt_city.scenes import HEROES, PACK, VILLAINS, A, B, C, D, E, F, G, Table, at, card, given, never_ally, pairs, position

SIX = (A, B, C, D, E, F)


@pytest.mark.rule(L1, L2, L4, C5)
def test_sc_14_three_challenges_lost_put_nobody_out() -> None:
    lost = (HEROES[5], HEROES[6])
    players = never_ally(at(A, "A1"), at(B, "J1"), at(C, "E5", "push", "pull"), at(D, "E5"))
    state = position(*players, stage="before-challenges", round=5, character_discards=lost, characters=HEROES[8:13], prizes=["fly"] * 4)
    table = given(state).all_pass().wins("E5", D)
    table.has(C, losses=0, out=False, prizes=3, kind="character").asks((C, "place"))
    assert table.state.character_discards == (*lost, HEROES[C])
    table.when(Place(C, "B2")).has(C, square="B2")


def drawn(teams: int, *allied: tuple[Seat, Seat]) -> Table:
    """Six seats on E5, of whom these are allied, and a seventh elsewhere; ``teams`` is the number of the division drawn, from 1."""
    players = pairs(never_ally(*(at(seat, "E5") for seat in SIX), at(G, "A1")), *allied)
    state = position(*players, stage="before-challenges", characters=VILLAINS)
    return given(state, {"teams": [teams]}).goes_on()


@pytest.mark.rule(C2, A5, C3, C4, C5)
def test_sc_24_three_against_three_and_allies_together() -> None:
    divisions = [drawn(number, (A, B)).state.challenges[0].sides for number in range(1, 5)]
    assert {side for sides in divisions for side in sides if A in side} == {(A, B, seat) for seat in (C, D, E, F)}
    table = drawn(1 + divisions.index(((A, B, E), (C, D, F))), (A, B))
    assert table.happened(SidesSet) == [SidesSet("E5", ((A, B, E), (C, D, F)), drawn=True)]
    table.wins("E5", A)
    assert table.happened(PointGained) == [PointGained(seat, "E5", table.state.challenges[0].card) for seat in (A, B, E)]
    for seat in (A, B, E):
        table.has(seat, points=1, prizes=3, card=HEROES[seat])
    assert [lost.seat for lost in table.happened(CharacterLost)] == [C, D, F]
    for seat in (C, D, F):
        table.has(seat, points=0, prizes=1, losses=0)


@pytest.mark.rule(C2, A5, R16, C3, C4, C5)
def test_sc_25_three_pairs_are_not_parted() -> None:
    allied = ((A, B), (C, D), (E, F))
    divisions = [drawn(number, *allied).state.challenges[0].sides for number in range(1, 4)]
    assert set(divisions) == {((A, B, E, F), (C, D)), ((A, B), (C, D, E, F)), ((A, B, C, D), (E, F))}
    table = drawn(1 + divisions.index(((A, B, E, F), (C, D))), *allied).wins("E5", C)
    for seat in (C, D):
        table.has(seat, points=1, prizes=3)
    assert [lost.seat for lost in table.happened(CharacterLost)] == [A, B, E, F]
    for seat in (A, B, E, F):
        table.has(seat, points=0, prizes=1)


@pytest.mark.rule(L6, L4, R19, C3, C5)
def test_sc_27_to_lose_to_a_fallen_is_an_anomaly_loss() -> None:
    villain = VILLAINS[0]
    players = never_ally(at(A, "F2", persona=villain, losses=2), at(B, "A1"), at(C, "J1"), at(D, "F2", kind="fallen"))
    state = position(*players, stage="before-challenges", characters=HEROES[5:10])
    table = given(state).goes_on().wins("F2", D)
    assert [ruled for ruled in table.last if isinstance(ruled.fact, CharacterLost | SeatWentOut)] == [
        CharacterLost(A, villain, "F2", "fallen", counted=True, kept=True).by(L6),
        SeatWentOut(A, "losses").by(L4),
    ]
    table.has(A, losses=3, out=True, prizes=1, kept=(villain,), kind="fallen")
    (fallen,) = table.happened(FallenDrawn)
    assert PACK.personas[fallen.card].kind is Kind.FALLEN_VILLAIN
    table.asks((A, "place")).when(Place(A, "J10"))
    assert table.state.stage != "over"


@pytest.mark.rule(L5, R17, C3, C4)
def test_sc_28_a_defeated_fallen_goes_to_the_destroyed_square_furthest_away() -> None:
    players = never_ally(at(A, "E5"), at(B, "B2"), at(C, "C9"), at(D, "E5", kind="fallen"))
    state = position(*players, stage="before-challenges", destroyed=["A1", "A10", "H9", "J1"])
    table = given(state).goes_on().wins("E5", A)
    assert table.happened(PieceSentAway) == [PieceSentAway(D, "A10")]
    table.has(A, square="E5", points=1).has(D, square="A10", kind="fallen")
    assert not table.happened(CharacterLost)


@pytest.mark.rule(R22, R36, R8, L1, P_TELEPORTATION)
def test_sc_31_teleportation_onto_an_anomaly_kills_a_character_alone() -> None:
    players = never_ally(at(A, "C3", "teleportation"), at(B, "A1"), at(C, "J1"), at(D, "E9"), at(E, "H8", kind="fallen"))
    table = given(position(*players, destroyed=["H8"], active=C)).asks((A, "window"))
    table.when(PlayPrize(A, card("teleportation"), to="H8"))
    assert table.happened(CharacterLost) == [CharacterLost(A, HEROES[A], "H8", "card", counted=True, kept=True)]
    table.has(A, piece=None, losses=1, kept=(HEROES[A],)).has(E, square="H8", kind="fallen").asks((C, "roll"))


@pytest.mark.rule(S5, C5, R25, R23, P_FULLY_ANOMALY_CLEAR, R27)
def test_sc_33_fully_anomaly_clear_is_played_as_it_is_drawn_and_hands_go_down_to_nine() -> None:
    eight = ("push", "push", "pull", "pull", "fly", "fly", "switch", "switch")
    players = never_ally(at(A, "E5", *eight), at(B, "E5", *eight, "slow-dice"), at(C, "H1"))
    deck = ["fly", "fully-anomaly-clear", "push", "slow-dice", "pull"]
    state = position(*players, stage="before-challenges", destroyed=["A1", "B6", "J10"], prizes=deck)
    table = given(state).all_pass().wins("E5", A)
    assert table.happened(PrizePlayed) == [PrizePlayed(A, card("fully-anomaly-clear"))]
    assert table.happened(SquaresRestored) == [SquaresRestored(("A1", "B6", "J10"))]
    assert table.state.board.destroyed == frozenset()
    table.has(A, prizes=10).has(B, prizes=9, piece=None).asks((A, "discard"))
    table.when(DiscardPrizes(A, (card("pull"),))).has(A, prizes=9).has(B, prizes=10).asks((B, "discard"))
    table.when(DiscardPrizes(B, (card("slow-dice"),))).has(B, prizes=9).asks((B, "place"))


@pytest.mark.rule(L4, L1, L7, R19)
def test_sc_35_no_character_left_to_draw() -> None:
    players = never_ally(at(A, "A1"), at(B, "D6"), at(C, "D6"), at(D, "J1"))
    state = position(*players, stage="before-challenges", characters=[])
    table = given(state).goes_on().wins("D6", C)
    assert table.happened(SeatWentOut) == [SeatWentOut(B, "no-character")]
    assert table.state.character_discards == (HEROES[B],)
    (fallen,) = table.happened(FallenDrawn)
    assert PACK.personas[fallen.card].kind is Kind.FALLEN_HERO
    table.has(B, losses=0, out=True, kept=(), personas=(fallen.card,))
    for seat in (A, C, D):
        table.has(seat, out=False, kind="character")
