"""Scenarios of the Harbinger's dice."""

import pytest

from domain.stadt_city.commands import PlayPrize, RollMovement, RollPairs, Walk
from domain.stadt_city.facts import CharacterLost, PairRolled, SidesSet, SquareDestroyed, SquareProtected
from domain.stadt_city.rulebook import C1, H1, H2, H3, H4, H5, P_ANOMALY_PROTECTION, R10, R22
from domain.stadt_city.state import Falling
from tests.stadt_city.scenes import HEROES, A, B, C, D, at, card, given, never_ally, pairs, position, squares


@pytest.mark.rule(R22, R10, H5, H2, C1, P_ANOMALY_PROTECTION)
def test_sc_16_protection_spends_the_pairs_that_name_its_square() -> None:
    players = never_ally(at(A, "D4"), at(B, "H9"), at(C, "D4", "anomaly-protection"), at(D, "B9"))
    state = position(*players, stage="before-harbinger", round=3, order=(A, B, C, D))
    table = given(state, {"harbinger": squares("D4", "D4", "E5", "D4", "H1", "A1")})
    table.when(PlayPrize(C, card("anomaly-protection")))
    expected = [
        SquareProtected(C, "D4").by(P_ANOMALY_PROTECTION),
        PairRolled("D4", 10, 10, entered=False).by(R22),
        PairRolled("D4", 10, 10, entered=False).by(R22),
        PairRolled("E5", 10, 10, entered=False).by(H1),
        SquareDestroyed("E5").by(H2),
        PairRolled("D4", 10, 10, entered=False).by(R22),
        PairRolled("H1", 10, 10, entered=False).by(R10),
        SquareDestroyed("H1").by(H2),
        SidesSet("D4", ((A,), (C,)), drawn=False).by(C1),
    ]
    told = SquareProtected | PairRolled | SquareDestroyed | CharacterLost | SidesSet
    assert [ruled for ruled in table.last if isinstance(ruled.fact, told)] == expected
    assert table.state.board.destroyed == {"E5", "H1"}
    assert [challenge.square for challenge in table.state.challenges] == ["D4"]


@pytest.mark.rule(R22)
def test_sc_16_in_the_next_round_the_square_is_like_any_other() -> None:
    players = never_ally(at(A, "D4"), at(B, "H9"), at(C, "D4"))
    state = position(*players, stage="round-end", round=3, protected=frozenset({"D4"}))
    table = given(state, {"harbinger": squares("D4", "D4", "D5", "D6"), "movement": [1] * 3}).goes_on()
    assert table.state.protected == frozenset()
    table.when(RollMovement(A), Walk(A, ("D3",)), RollMovement(B), Walk(B, ("H8",)), RollMovement(C), Walk(C, ("C4",)))
    told = PairRolled | SquareDestroyed
    assert [ruled for ruled in table.last if isinstance(ruled.fact, told)][:2] == [
        PairRolled("D4", 10, 10, entered=False).by(H1),
        SquareDestroyed("D4").by(H2),
    ]


@pytest.mark.rule(H2, H3, H4)
def test_sc_17_the_number_is_rolled_again_until_it_names_a_standing_square() -> None:
    players = pairs(never_ally(at(A, "F6"), at(B, "B3"), at(C, "A1")))
    state = position(*players, destroyed=["B1", "B5", "B6"], ruleset="1.0", round=1, stage="harbinger", falling=Falling())
    table = given(state, {"harbinger": (2, 6, 5, 1, 3)}).goes_on()
    table.then(PairRolled("B6", 6, 6, entered=False).by(H1)).asks((A, "pairs"))
    again = RollPairs(A, None, None, 6)
    table.when(again).then(PairRolled("B5", 0, 6, entered=False).by(H4)).asks((A, "pairs"))
    table.when(again).then(PairRolled("B1", 0, 6, entered=False).by(H4)).asks((A, "pairs"))
    table.when(again)
    assert [ruled for ruled in table.last if isinstance(ruled.fact, PairRolled | SquareDestroyed | CharacterLost)] == [
        PairRolled("B3", 0, 6, entered=False).by(H4),
        SquareDestroyed("B3").by(H2),
        CharacterLost(B, HEROES[B], "B3", "harbinger", counted=True, kept=False).by(H3),
    ]
