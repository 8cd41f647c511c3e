"""Losing: what counts, what is kept, what is passed on to allies, what happens to fallen and titans."""

from collections.abc import Sequence
from typing import Any

import pytest

from domain.kernel.facts import SeatResigned
from domain.kernel.names import Seat
from domain.stadt_city.evolve import evolve
from domain.stadt_city.facts import CharacterLost, DrinkOwed, PieceSentAway, PrizeDrawn, SeatWentOut
from domain.stadt_city.rulebook import A6, A7, C3, C5, C6, D1, H3, L1, L3, L4, L5, L6, R17, R24, R32, R33, R37
from domain.stadt_city.rules.doing import Doing
from domain.stadt_city.rules.losing import defeat, lose_characters
from domain.stadt_city.rulesets import RULESETS
from domain.stadt_city.state import State
from tests.stadt_city.scenes import HEROES, A, B, C, D, Scripted, at, given, never_ally, pairs, position


def defeated(state: State, square: str, losers: Sequence[Seat], winners: Sequence[Seat]) -> list[Any]:
    """The facts of a challenge's end on a square, with their rules."""
    doing = Doing(state, Scripted())
    defeat(doing, square, losers, winners)
    return list(doing.facts())


def lost(seat: Seat, square: str, cause: str, counted: bool = False, kept: bool = False) -> CharacterLost:
    return CharacterLost(seat, HEROES[seat], square, cause, counted, kept)


@pytest.mark.rule(R24, L1, L3, L4)
def test_the_two_rulesets_count_and_keep_different_losses() -> None:
    newer, older = RULESETS["1.1"], RULESETS["1.0"]
    assert newer.counted == newer.kept == {"movement", "harbinger", "card", "fallen"}
    assert older.counted == {"movement", "harbinger", "card", "challenge", "alliance"}
    assert not older.kept
    assert (newer.size, newer.die, newer.out_as) == (10, 10, "fallen")
    assert (older.size, older.die, older.out_as) == (6, 4, "titan")


@pytest.mark.rule(R32, A6)
def test_a_fallen_ally_that_loses_costs_its_partners_character() -> None:
    state = position(*pairs((at(A, "E5", kind="fallen"), at(B, "A1"), at(C, "E5"), at(D, "J1")), (A, B)), destroyed=["H1"])
    assert defeated(state, "E5", [A], [C]) == [PieceSentAway(A, "H1").by(L5), lost(B, "A1", "alliance").by(A6)]


@pytest.mark.rule(R32, A7)
def test_nothing_done_to_a_character_harms_its_fallen_ally() -> None:
    state = position(*pairs((at(A, "E5", kind="fallen"), at(B, "A1"), at(C, "E5"), at(D, "J1")), (A, B)))
    doing = Doing(state, Scripted())
    lose_characters(doing, (B,), "harbinger", H3)
    assert doing.facts() == (lost(B, "A1", "harbinger", counted=True, kept=True).by(H3),)


@pytest.mark.rule(R32, A6, C3)
def test_allies_who_lose_together_die_once_each() -> None:
    state = position(*pairs((at(A, "E5"), at(B, "E5"), at(C, "E5"), at(D, "E5")), (A, B)))
    assert defeated(state, "E5", [A, B], [C, D]) == [lost(A, "E5", "challenge").by(C3), lost(B, "E5", "challenge").by(C3)]


@pytest.mark.rule(R32, L6)
def test_a_death_through_an_ally_lost_to_a_fallen_is_no_anomaly_loss() -> None:
    state = position(*pairs((at(A, "E5"), at(B, "A1"), at(C, "E5", kind="fallen"), at(D, "J1")), (A, B)))
    assert defeated(state, "E5", [A], [C]) == [
        lost(A, "E5", "fallen", counted=True, kept=True).by(L6),
        lost(B, "A1", "alliance").by(A6),
    ]


@pytest.mark.rule(R32)
def test_who_died_through_an_ally_and_loses_elsewhere_in_the_round_has_nothing_more_to_lose() -> None:
    state = position(*pairs((at(A, "C3"), at(B, "H9"), at(C, "C3"), at(D, "H9", kind="fallen")), (A, B)))
    after = state
    for ruled in defeated(state, "C3", [A], [C]):
        after = evolve(after, ruled.fact)
    assert after.players[B].piece is None
    assert defeated(after, "H9", [B], [D]) == []


@pytest.mark.rule(R33, L6, L5)
def test_every_losing_character_suffers_a_fallen_among_the_winners_and_a_fallen_goes_away_whoever_won() -> None:
    players = (at(A, "E5"), at(B, "E5", kind="fallen"), at(C, "E5", kind="fallen"), at(D, "E5"))
    assert defeated(position(*players, destroyed=["A1", "J10"]), "E5", [A, B], [C, D]) == [
        lost(A, "E5", "fallen", counted=True, kept=True).by(L6),
        PieceSentAway(B, "J10").by(L5),
    ]


@pytest.mark.rule(L5, L3, L1)
def test_in_1_0_losing_to_a_titan_is_losing_a_challenge() -> None:
    players = (at(A, "E5"), at(B, "E5", kind="titan"), at(C, "A1"))
    assert defeated(position(*players, ruleset="1.0"), "E5", [A], [B]) == [lost(A, "E5", "challenge", counted=True).by(C3)]


@pytest.mark.rule(R17, L5)
def test_with_nothing_destroyed_a_defeated_fallen_stays() -> None:
    state = position(at(A, "E5"), at(B, "E5", kind="fallen"), at(C, "A1"))
    assert defeated(state, "E5", [B], [A]) == []


@pytest.mark.rule(L4, L3)
@pytest.mark.parametrize(("losses", "out"), [(1, False), (2, True)])
def test_out_with_the_third_loss_that_counts(losses: int, out: bool) -> None:
    for ruleset, rule in (("1.1", L4), ("1.0", L3)):
        doing = Doing(position(at(A, "A1", losses=losses), at(B, "B1"), at(C, "C1"), ruleset=ruleset), Scripted())
        lose_characters(doing, (A,), "movement", H3)
        gone = [ruled for ruled in doing.facts() if isinstance(ruled.fact, SeatWentOut)]
        assert gone == ([SeatWentOut(A, "losses").by(rule)] if out else [])


@pytest.mark.rule(D1, C6)
def test_drinks_are_owed_for_characters_and_by_losers_who_choose_nothing() -> None:
    drinking = {"drinks": True}
    state = position(*pairs((at(A, "E5"), at(B, "A1"), at(C, "E5"), at(D, "J1")), (A, B)), options=drinking)
    drinks = [ruled for ruled in defeated(state, "E5", [A], [C]) if isinstance(ruled.fact, DrinkOwed)]
    assert drinks == [DrinkOwed(A, "drink", "challenge", (C,)).by(C6), DrinkOwed(B, "drink", "alliance", ()).by(D1)]
    doing = Doing(state, Scripted())
    lose_characters(doing, (D,), "harbinger", H3)
    assert doing.facts()[-1] == DrinkOwed(D, "finish", "harbinger", ()).by(D1)


@pytest.mark.rule(D1)
def test_without_drinks_nobody_owes_any() -> None:
    state = position(at(A, "E5"), at(B, "A1"), at(C, "E5"), options={"drinks": False})
    assert not [ruled for ruled in defeated(state, "E5", [A], [C]) if isinstance(ruled.fact, DrinkOwed)]


@pytest.mark.rule(R37, C5)
def test_a_winner_draws_prize_cards_and_no_other_card() -> None:
    players = never_ally(at(A, "E5"), at(B, "E5"), at(C, "A1"))
    table = given(position(*players, stage="before-challenges", prizes=["fly"] * 9)).goes_on().wins("E5", A)
    assert [drawn.seat for drawn in table.happened(PrizeDrawn)] == [A, A, A, B]
    older = given(position(*players, stage="before-challenges", ruleset="1.0")).goes_on().wins("E5", A)
    assert not older.happened(PrizeDrawn)
    older.has(A, points=1, prizes=0)


@pytest.mark.rule(R32)
def test_a_seat_that_resigned_keeps_its_piece_as_scenery() -> None:
    state = evolve(position(at(A, "A1"), at(B, "B1", "fly"), at(C, "C1")), SeatResigned(B))
    assert state.players[B].square == "B1"
    assert (state.players[B].hand.size, state.gone.size) == (0, 1)
    assert state.on("B1") == ()
    doing = Doing(state, Scripted())
    lose_characters(doing, (B,), "harbinger", H3)
    assert doing.facts() == ()
