"""Prize cards that restore or protect squares."""

import pytest

from domain.kernel.question import Choice
from domain.stadt_city.commands import PlayPrize
from domain.stadt_city.facts import PrizePlayed, SquareProtected, SquaresRestored
from domain.stadt_city.questions import choices
from domain.stadt_city.rulebook import (
    P_ANOMALY_PROTECTION,
    P_COLUMN_ANOMALY_CLEAR,
    P_ROW_ANOMALY_CLEAR,
    R22,
    R23,
    R35,
)
from tests.stadt_city.scenes import A, B, C, at, card, given, never_ally, position

COLUMN, ROW, PROTECTION = map(card, ("column-anomaly-clear", "row-anomaly-clear", "anomaly-protection"))
FALLEN = ("A3", "C1", "C10", "D4", "J3")


@pytest.mark.rule(P_COLUMN_ANOMALY_CLEAR, R23)
def test_a_column_clear_restores_the_column_of_its_players_piece_in_anybodys_movement_phase() -> None:
    players = never_ally(at(A, "C3", "column-anomaly-clear"), at(B, "J9"))
    table = given(position(*players, active=B, destroyed=FALLEN)).when(PlayPrize(A, COLUMN))
    table.then(PrizePlayed(A, COLUMN).by(P_COLUMN_ANOMALY_CLEAR), SquaresRestored(("C1", "C10")).by(P_COLUMN_ANOMALY_CLEAR))
    assert table.state.board.destroyed == {"A3", "D4", "J3"}


@pytest.mark.rule(P_ROW_ANOMALY_CLEAR, R23)
def test_a_row_clear_restores_its_row_and_says_how_much() -> None:
    players = never_ally(at(A, "C3", "row-anomaly-clear"), at(B, "J9"))
    table = given(position(*players, active=A, destroyed=FALLEN))
    assert Choice(PlayPrize(A, ROW), ((ROW, 1),), (("restored squares", 2),)) in choices(table.state, A)
    table.when(PlayPrize(A, ROW))
    assert table.happened(SquaresRestored) == [SquaresRestored(("A3", "J3"))]


@pytest.mark.rule(P_COLUMN_ANOMALY_CLEAR, P_ROW_ANOMALY_CLEAR)
def test_a_line_without_anomalies_is_not_cleared() -> None:
    players = never_ally(at(A, "B2", "column-anomaly-clear", "row-anomaly-clear"), at(B, "J9"))
    table = given(position(*players, active=A, destroyed=FALLEN))
    table.refuses(PlayPrize(A, COLUMN), P_COLUMN_ANOMALY_CLEAR).refuses(PlayPrize(A, ROW), P_ROW_ANOMALY_CLEAR)


@pytest.mark.rule(R35)
def test_a_clear_is_played_in_a_movement_phase_alone() -> None:
    players = never_ally(at(A, "C3", "column-anomaly-clear"), at(B, "J9"))
    for stage in ("round-start", "before-harbinger", "before-challenges", "round-end"):
        given(position(*players, stage=stage, destroyed=FALLEN)).refuses(PlayPrize(A, COLUMN), R35)  # type: ignore[arg-type]


@pytest.mark.rule(P_ANOMALY_PROTECTION, R22)
def test_protection_covers_the_square_on_which_the_piece_stands_when_it_is_played() -> None:
    players = never_ally(at(A, "C3", "anomaly-protection"), at(B, "J9"))
    table = given(position(*players, active=B)).when(PlayPrize(A, PROTECTION))
    table.then(PrizePlayed(A, PROTECTION).by(P_ANOMALY_PROTECTION), SquareProtected(A, "C3").by(P_ANOMALY_PROTECTION))
    assert table.state.protected == {"C3"}


@pytest.mark.rule(R22)
def test_a_destroyed_square_cannot_be_protected_nor_a_protected_one_again() -> None:
    fallen = never_ally(at(A, "C1", "anomaly-protection", kind="fallen"), at(B, "J9"), at(C, "J1"))
    given(position(*fallen, stage="before-harbinger", destroyed=FALLEN)).refuses(PlayPrize(A, PROTECTION), R22)
    players = never_ally(at(A, "C3", "anomaly-protection"), at(B, "C3"))
    table = given(position(*players, stage="before-harbinger", protected=frozenset({"C3"})))
    table.refuses(PlayPrize(A, PROTECTION), P_ANOMALY_PROTECTION)
