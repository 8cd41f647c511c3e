"""Scenarios of alliances."""

import pytest

from domain.kernel.names import Seat
from domain.stadt_city.commands import AnswerAlliance, Pass, Place, PlayPrize, RollMovement, Stay, Walk
from domain.stadt_city.facts import (
    AllianceAnswered,
    AllianceFormed,
    AllianceRefused,
    CharacterLost,
    PlayersMet,
    PrizePlayed,
    SeatWentOut,
    SidesSet,
    TitanDrawn,
)
from domain.stadt_city.questions import waiting
from domain.stadt_city.rulebook import A1, A2, A3, A6, C1, C3, C4, C5, L1, L2, L3, P_PULL, P_TELEPORTATION, R12, R13, R20, R36
from domain.stadt_city.state import State
from tests.stadt_city.scenes import HEROES, A, B, C, D, E, F, Table, at, card, given, never_ally, pairs, path, position, squares


def moves(table: Table, seat: int, way: str) -> Table:
    """The seat's whole movement phase; it holds no cards and rolled what the way is long."""
    return table.when(RollMovement(seat), Walk(seat, path(way)))  # type: ignore[arg-type]


def four(**squares_of: str) -> State:
    """Round 2 of four seats that have not met, A to move first."""
    players = (at(seat, squares_of[name]) for seat, name in ((A, "a"), (B, "b"), (C, "c"), (D, "d")))
    return position(*players, active=A)


@pytest.mark.rule(A1, R12)
def test_sc_18_crossing_a_square_is_no_meeting() -> None:
    table = given(four(a="A1", b="A2", c="J1", d="J9"), {"movement": [2]})
    moves(table, A, "A2 A3").asks((B, "roll"))
    assert not table.happened(PlayersMet)


@pytest.mark.rule(A1, A2, A3, R12)
def test_sc_18_refused_once_the_two_are_never_asked_again() -> None:
    table = given(four(a="A1", b="A2", c="J1", d="J9"), {"movement": [1]})
    moves(table, A, "A2").asks((A, "alliance"), (B, "alliance"))
    assert table.happened(PlayersMet) == [PlayersMet(A, B, "A2")]
    table.when(AnswerAlliance(A, B, True)).then(AllianceAnswered(A, B, True).by(A1)).asks((B, "alliance"))
    table.when(AnswerAlliance(B, A, False)).then(AllianceAnswered(B, A, False).by(A1), AllianceRefused(A, B).by(A2))
    table.asks((B, "roll")).has(A, ally=None, refused={B}).has(B, ally=None, refused={A})


@pytest.mark.rule(A2)
def test_sc_18_a_pair_that_refused_meets_unasked() -> None:
    state = four(a="A1", b="A2", c="J1", d="J9").with_player(A, refused=frozenset({B})).with_player(B, refused=frozenset({A}))
    moves(given(state, {"movement": [1]}), A, "A2").asks((B, "roll"))


@pytest.mark.rule(A1, A3)
def test_sc_18_both_say_yes_and_are_allied_and_asked_no_more() -> None:
    state = four(a="A1", b="H2", c="A2", d="J9").with_player(A, refused=frozenset({B})).with_player(B, refused=frozenset({A}))
    table = moves(given(state, {"movement": [1]}), A, "A2").asks((A, "alliance"), (C, "alliance"))
    table.when(AnswerAlliance(C, A, True), AnswerAlliance(A, C, True))
    table.then(AllianceAnswered(A, C, True).by(A1), AllianceFormed(A, C).by(A1)).has(A, ally=C).has(C, ally=A)
    later = position(*pairs((at(A, "A1"), at(B, "H2"), at(C, "J9"), at(D, "A2")), (A, C)), active=A, round=5)
    moves(given(later, {"movement": [1]}), A, "A2").asks((B, "roll"))


def round_of(table: Table, ways: dict[Seat, str], answers: dict[Seat, bool] | None = None) -> list[PlayersMet]:
    """A whole movement phase of every seat, in whatever order; a seat without a way stays. Who met, and was asked."""
    met: list[PlayersMet] = []
    left = dict(ways)
    while left or waiting(table.state)[0].kind in ("window", "alliance"):
        first, *others = waiting(table.state)
        if first.kind == "alliance":
            met += table.happened(PlayersMet)
            said, (other,) = answers or {}, others
            table.when(AnswerAlliance(first.seat, other.seat, said[first.seat]), AnswerAlliance(other.seat, first.seat, said[other.seat]))
        elif first.kind == "window":
            table.when(Pass(first.seat))
        elif way := left.pop(first.seat):
            moves(table, first.seat, way)
        else:
            table.when(Stay(first.seat))
    return met


@pytest.mark.rule(A1, A2, A3, R12)
def test_sc_18_five_rounds_of_one_game() -> None:
    people = (at(seat, square, stands_by=True) for seat, square in ((A, "A1"), (B, "A2"), (C, "E1"), (D, "E5")))
    state = position(*people, stage="moved", round=1, prizes=["slow-dice"] * 20)
    dice = [2, 1, 1, 1, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 3]
    table = given(state, {"movement": dice}).goes_on()
    assert round_of(table, {A: "A2 A3", B: "B2", C: "E2", D: "E6"}) == []
    assert round_of(table, {A: "B3 B2", B: "", C: "E3", D: "E7"}, {A: True, B: False}) == [PlayersMet(A, B, "B2")]
    table.wins("B2", B).asks((A, "place")).when(Place(A, "A3")).has(A, ally=None, refused={B})
    assert round_of(table, {B: "B3", D: "E8", C: "E4", A: "B3"}) == []
    table.wins("B3", B).asks((A, "place")).when(Place(A, "D5"))
    assert round_of(table, {B: "B4", D: "E9", C: "E5", A: "E5"}, {A: True, C: True}) == [PlayersMet(C, A, "E5")]
    table.has(A, ally=C).has(C, ally=A)
    assert round_of(table, {B: "B5", D: "E8", C: "F5", A: "E6 E7 E8"}) == []
    assert [challenge.square for challenge in table.state.challenges] == ["E8"]


@pytest.mark.rule(R12, R20, A1, R13, C1, P_PULL)
def test_sc_20_a_piece_pulled_in_the_movement_phase_is_met_at_its_end() -> None:
    players = (at(A, "D3", "pull"), at(B, "D5"), at(C, "J9"))
    state = position(*players, active=A, order=(B, A, C))
    table = given(state, {"movement": [1, 1], "harbinger": squares("A1", "J1")})
    table.when(RollMovement(A), Walk(A, path("D4"))).asks((A, "window"))
    table.when(PlayPrize(A, card("pull"), B, "D4")).has(B, square="D4")
    assert table.happened(PrizePlayed) == [PrizePlayed(A, card("pull"))]
    table.asks((B, "alliance"), (A, "alliance"))
    table.when(AnswerAlliance(A, B, True), AnswerAlliance(B, A, True)).has(A, ally=B)
    moves(table, C, "J10")
    assert table.state.board.destroyed == {"A1", "J1"}
    assert not table.happened(SidesSet)
    assert not table.state.challenges
    table.has(A, points=0, prizes=0).has(B, points=0, prizes=0)


def beaten(ruleset: str, far: str, edge: str, losses: int = 0, cards: int = 8) -> Table:
    """A loses to C on C3; its ally B is elsewhere."""
    players = pairs(never_ally(at(A, "C3"), at(B, far, losses=losses), at(C, "C3"), at(D, edge)), (A, B))
    state = position(*players, stage="before-challenges", ruleset=ruleset, characters=HEROES[4 : 4 + cards])
    return given(state).goes_on().wins("C3", C)


def takes_new_ones(table: Table, faces: dict[Seat, str]) -> None:
    """Those without a piece place what they have drawn; these have drawn these characters."""
    while (asked := waiting(table.state)) and asked[0].kind == "place":
        seat = asked[0].seat
        if seat in faces:
            table.has(seat, kind="character", card=faces[seat])
        table.when(Place(seat, f"A{1 + seat}"))
    assert all(table.state.players[seat].square for seat in faces)


@pytest.mark.rule(A6, A3, C3, C4, C5, L1, L2)
def test_sc_22_the_ally_of_a_loser_dies_and_loses_nothing_else() -> None:
    table = beaten("1.1", "H9", "J1")
    assert [ruled for ruled in table.last if isinstance(ruled.fact, CharacterLost)] == [
        CharacterLost(A, HEROES[A], "C3", "challenge", counted=False, kept=False).by(C3),
        CharacterLost(B, HEROES[B], "H9", "alliance", counted=False, kept=False).by(A6),
    ]
    table.has(A, losses=0, prizes=1, ally=B).has(B, losses=0, prizes=0, ally=A).has(C, points=1, prizes=3)
    assert table.state.character_discards == (HEROES[A], HEROES[B])
    takes_new_ones(table, {A: HEROES[5], B: HEROES[4]})
    table.has(A, ally=B, out=False).has(B, ally=A, out=False)


@pytest.mark.rule(A6, L3, C4, C5)
def test_sc_23_in_1_0_the_death_of_an_ally_is_an_elimination() -> None:
    table = beaten("1.0", "F6", "A6", losses=2, cards=6)
    assert table.happened(SeatWentOut) == [SeatWentOut(B, "losses")]
    assert [drawn.seat for drawn in table.happened(TitanDrawn)] == [B]
    table.has(A, losses=1, prizes=0, out=False).has(B, losses=3, kind="titan").has(C, points=1, prizes=0)
    takes_new_ones(table, {A: HEROES[4]})
    table.has(A, kind="character", square="A1", out=False).has(B, kind="titan", out=True)


@pytest.mark.rule(R36, R12, R13, C1, P_TELEPORTATION)
def test_sc_32_away_to_the_ally() -> None:
    players = (at(A, "C3", "teleportation"), at(B, "C3"), at(C, "H1"), at(D, "J1"), at(E, "J9"), at(F, "D9"))
    state = position(*pairs(never_ally(*players), (A, F)), active=E)
    table = given(state, {"movement": [1], "harbinger": squares("A1", "A2")}).asks((A, "window"))
    table.when(PlayPrize(A, card("teleportation"), to="D9")).has(A, square="D9").asks((E, "roll"))
    moves(table, E, "J10")
    assert not table.happened(PlayersMet)
    assert not table.state.challenges
