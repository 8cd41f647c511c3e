"""Who plays whom, with which card, and what follows when all is settled."""

from itertools import combinations
from typing import Any

import pytest

from domain.kernel.facts import SeatResigned
from domain.kernel.names import Seat
from domain.stadt_city.board import Square
from domain.stadt_city.commands import Report
from domain.stadt_city.facts import (
    ChallengeDrawn,
    CharacterLost,
    PieceSentAway,
    PointGained,
    PrizesDue,
    SidesSet,
    StageBegun,
)
from domain.stadt_city.rulebook import A4, A5, C1, C2, C3, C4, C5, C7, L5, R13, R14, R16, R25, R33, R38
from domain.stadt_city.rules.challenges import splits
from domain.stadt_city.state import ChallengePile, Player
from tests.stadt_city.scenes import PACK, A, B, C, D, E, F, G, Table, at, given, never_ally, pairs, position

TOP = {players: PACK.challenge_pile(players) for players in (2, 3, 4)}


def sides_of(table: Table, square: Square) -> tuple[tuple[Seat, ...], ...]:
    challenge = table.state.challenge_on(square)
    return challenge.sides if challenge else ()


def begun(*players: Player, dice: Any = None, allies: tuple[tuple[Seat, Seat], ...] = (), **changes: Any) -> Table:
    """Challenges have just been fixed; nobody is asked about an alliance."""
    return given(position(*pairs(never_ally(*players), *allies), stage="before-challenges", **changes), dice).goes_on()


def first_card(table: Table, players: int) -> str:
    """The card on top of a pile before anything was drawn from it: the one that lies at its bottom now."""
    pile = next(pile for pile in table.state.piles if pile.players == players)
    return pile.cards[-1].known[0]


@pytest.mark.rule(C1)
@pytest.mark.rule(C7)
def test_two_on_a_square_play_each_other_with_a_card_for_two() -> None:
    table = begun(at(A, "C3"), at(B, "C3"), at(C, "H8"))
    card = sorted(TOP[2])[0]
    table.then(SidesSet("C3", ((A,), (B,)), drawn=False).by(C1), ChallengeDrawn("C3", card, 2).by(C7))
    assert first_card(table, 2) == card


@pytest.mark.rule(C1)
@pytest.mark.rule(R13)
@pytest.mark.parametrize(
    ("players", "allies"),
    [
        ((at(A, "C3"), at(B, "C4")), ()),
        ((at(A, "C3"), at(B, "C3")), ((A, B),)),
        ((at(A, "C3", kind="fallen"), at(B, "C3", kind="fallen")), ()),
    ],
    ids=["each alone", "two allies alone", "no character"],
)
def test_no_challenge_without_two_sides_and_a_character(players: tuple[Player, ...], allies: tuple[tuple[Seat, Seat], ...]) -> None:
    table = begun(*players, at(C, "H8"), at(D, "J1"), allies=allies)
    assert not table.happened(SidesSet)
    assert table.state.challenges == ()


@pytest.mark.rule(R33)
def test_a_fallen_is_a_player_of_the_challenge() -> None:
    table = begun(at(A, "C3"), at(B, "C3", kind="fallen"), at(C, "H8"))
    assert sides_of(table, "C3") == ((A,), (B,))


@pytest.mark.rule(R13)
@pytest.mark.rule(A4)
@pytest.mark.rule(A5)
def test_in_an_odd_number_allies_are_one_side_and_everyone_else_is_one() -> None:
    table = begun(*(at(seat, "C3") for seat in (A, B, C, D, E)), at(F, "H8"), allies=((B, D),))
    table.then(
        SidesSet("C3", ((A,), (B, D), (C,), (E,)), drawn=False).by(R13),
        ChallengeDrawn("C3", first_card(table, 5), 5).by(C7),
    )


@pytest.mark.rule(R13)
def test_a_pair_and_one_more_are_two_sides() -> None:
    assert sides_of(begun(at(A, "C3"), at(B, "C3"), at(C, "C3"), at(D, "H8"), allies=((A, C),)), "C3") == ((A, C), (B,))


@pytest.mark.rule(C2)
def test_four_are_drawn_into_halves() -> None:
    people = [at(seat, "C3") for seat in (A, B, C, D)]
    ways = {begun(*people, at(E, "H8"), dice={"teams": (way,)}).happened(SidesSet)[0] for way in (1, 2, 3)}
    assert ways == {SidesSet("C3", ((A, other), tuple(seat for seat in (B, C, D) if seat != other)), drawn=True) for other in (B, C, D)}


@pytest.mark.rule(C2)
@pytest.mark.rule(A5)
def test_two_pairs_of_allies_play_each_other_and_nothing_is_drawn() -> None:
    table = begun(*(at(seat, "C3") for seat in (A, B, C, D)), at(E, "H8"), allies=((A, D), (B, C)))
    assert table.happened(SidesSet) == [SidesSet("C3", ((A, D), (B, C)), drawn=False)]
    assert "teams" not in table.chance.draws


@pytest.mark.rule(C2)
@pytest.mark.rule(A5)
def test_one_of_the_others_is_drawn_to_the_allies_and_no_draw_parts_them() -> None:
    found = splits(((A, B), (C,), (D,), (E,), (F,)))
    assert {next(team for team in way if A in team) for way in found} == {(A, B, other) for other in (C, D, E, F)}


@pytest.mark.rule(R16)
def test_three_pairs_alone_are_parted_by_a_draw_into_two_and_one() -> None:
    people = [at(seat, "C3") for seat in (A, B, C, D, E, F)]
    allies = ((A, B), (C, D), (E, F))
    drawn = [begun(*people, at(G, "H8"), dice={"teams": (way,)}, allies=allies) for way in (1, 2, 3)]
    assert {frozenset(sides_of(table, "C3")) for table in drawn} == {
        frozenset({pair, tuple(sorted({A, B, C, D, E, F} - set(pair)))}) for pair in allies
    }
    assert [ruled.rule for ruled in drawn[0].last if isinstance(ruled.fact, SidesSet)] == [R16.id]


@pytest.mark.rule(C2)
@pytest.mark.rule(R16)
@pytest.mark.parametrize("players", [4, 6, 8, 10])
def test_the_ways_to_make_teams_are_all_that_part_no_pair_each_once(players: int) -> None:
    for number in range(players // 2 + 1):
        parts = (*((Seat(2 * pair), Seat(2 * pair + 1)) for pair in range(number)), *((Seat(one),) for one in range(2 * number, players)))
        found = splits(parts)
        fair = _fair(players, number, players // 2)
        assert set(map(frozenset, found)) == (fair or _fair(players, number, players // 2 + 1))
        assert len(found) == len(set(map(frozenset, found)))


def _fair(players: int, paired: int, size: int) -> set[frozenset[tuple[Seat, ...]]]:
    """Every team of this size, with the others, that no pair stands on both sides of."""
    everybody = tuple(map(Seat, range(players)))
    teams = (team for team in combinations(everybody, size) if all((2 * pair in team) == (2 * pair + 1 in team) for pair in range(paired)))
    return {frozenset({team, tuple(seat for seat in everybody if seat not in team)}) for team in teams}


@pytest.mark.rule(R14)
def test_every_square_is_fixed_before_the_first_by_letter_then_number() -> None:
    table = begun(at(A, "B10"), at(B, "B10"), at(C, "B2"), at(D, "B2"), at(E, "A9"), at(F, "A9"))
    assert [fact.square for fact in table.happened(SidesSet)] == ["A9", "B2", "B10"]
    assert [fact.square for fact in table.happened(ChallengeDrawn)] == ["A9", "B2", "B10"]
    cards = [fact.card for fact in table.happened(ChallengeDrawn)]
    assert cards == sorted(TOP[2])[:3]


@pytest.mark.rule(R38)
@pytest.mark.parametrize(("left", "drawn_from"), [((2, 3, 4), 4), ((2, 3, 6), 3), ((6, 7), 6)])
def test_a_number_without_a_pile_takes_the_next_lower_ones(left: tuple[int, ...], drawn_from: int) -> None:
    people = never_ally(*(at(seat, "C3") for seat in (A, B, C, D, E)), at(F, "H8"))
    piles = tuple(pile for pile in position(*people).piles if pile.players in left)
    table = given(position(*people, stage="before-challenges", piles=piles)).goes_on()
    assert [ruled.rule for ruled in table.last if isinstance(ruled.fact, ChallengeDrawn)] == [R38.id]
    assert table.happened(ChallengeDrawn) == [ChallengeDrawn("C3", first_card(table, drawn_from), drawn_from)]


@pytest.mark.rule(R38)
def test_an_empty_pile_is_the_next_lower_numbers_and_the_card_goes_back_under_it() -> None:
    people = never_ally(at(A, "C3"), at(B, "C3"), at(C, "C3"), at(D, "H8"))
    before = position(*people)
    piles = tuple(ChallengePile(pile.players, () if pile.players == 3 else pile.cards) for pile in before.piles)
    table = given(position(*people, stage="before-challenges", piles=piles)).goes_on()
    assert [fact.players for fact in table.happened(ChallengeDrawn)] == [2]
    (first, *others), after = piles[0].cards, table.state.piles[0].cards
    assert after == (*others, first)


@pytest.mark.rule(C1)
def test_whoever_has_resigned_is_scenery() -> None:
    table = begun(at(A, "C3"), at(B, "C3", resigned=True), at(C, "H8"), at(D, "H8"), at(E, "H8", resigned=True))
    assert [(fact.square, fact.sides) for fact in table.happened(SidesSet)] == [("H8", ((C,), (D,)))]


def two_squares(**changes: Any) -> Table:
    """A challenge on C3 and one on H8, for one side each of one seat; E is away."""
    players = never_ally(at(A, "C3"), at(B, "C3"), at(C, "H8"), at(D, "H8"), at(E, "J1"))
    return given(position(*players, stage="before-challenges", order=(D, C, B, A, E), harbinger=E, **changes)).goes_on()


@pytest.mark.rule(R14)
def test_nothing_takes_effect_until_every_square_is_settled() -> None:
    table = two_squares().when(Report(A, "C3", 1))
    table.has(A, is_character=True, points=0).has(B, points=0)
    assert not table.happened(StageBegun)


@pytest.mark.rule(R14)
@pytest.mark.rule(C3)
@pytest.mark.rule(C4)
@pytest.mark.rule(C5)
@pytest.mark.rule(R25)
def test_results_take_effect_square_by_square_then_points_then_prizes_in_turn_order() -> None:
    table = two_squares().when(Report(C, "H8", 1), Report(A, "C3", 1))
    effects = [ruled for ruled in table.last if isinstance(ruled.fact, CharacterLost | PointGained | PrizesDue)]
    cards = {challenge.square: challenge.card for challenge in table.state.challenges}
    faces = {seat: two_squares().state.players[seat].piece for seat in (A, C)}
    assert effects == [
        CharacterLost(A, _face(faces[A]), "C3", "challenge", counted=False, kept=False).by(C3),
        PointGained(B, "C3", cards["C3"]).by(C4),
        CharacterLost(C, _face(faces[C]), "H8", "challenge", counted=False, kept=False).by(C3),
        PointGained(D, "H8", cards["H8"]).by(C4),
        PrizesDue(B, "C3", 3).by(C5),
        PrizesDue(A, "C3", 1).by(C5),
        PrizesDue(D, "H8", 3).by(C5),
        PrizesDue(C, "H8", 1).by(C5),
    ]


def _face(piece: Any) -> str:
    return str(piece.card)


@pytest.mark.rule(C5)
def test_the_older_rules_give_no_prize_cards() -> None:
    players = never_ally(at(A, "C3"), at(B, "C3"), at(C, "F6"))
    table = given(position(*players, stage="before-challenges", ruleset="1.0", harbinger=C)).goes_on().when(Report(A, "C3", 1))
    assert len(table.happened(PointGained)) == 1
    assert not table.happened(PrizesDue)


@pytest.mark.rule(R33)
@pytest.mark.rule(L5)
def test_a_fallen_that_loses_goes_away_and_one_that_wins_gets_point_and_cards() -> None:
    players = never_ally(at(A, "C3"), at(B, "C3", kind="fallen"), at(C, "H8"), at(D, "H8", kind="fallen"), at(E, "J10"))
    table = given(position(*players, stage="before-challenges", destroyed=("A1", "J1"), harbinger=E)).goes_on()
    table.when(Report(C, "H8", 1), Report(B, "C3", 0))
    assert table.happened(PieceSentAway) == [PieceSentAway(B, "J1")]
    assert [(fact.seat, fact.square) for fact in table.happened(PointGained)] == [(A, "C3"), (D, "H8")]
    assert {fact.seat: fact.cards for fact in table.happened(PrizesDue)} == {A: 3, B: 1, C: 1, D: 3}


@pytest.mark.rule(R14)
def test_a_winner_whose_character_died_through_its_ally_elsewhere_keeps_the_point() -> None:
    players = pairs(never_ally(at(A, "C3"), at(B, "C3"), at(C, "H8"), at(D, "H8"), at(E, "J10")), (A, C))
    table = given(position(*players, stage="before-challenges", harbinger=E)).goes_on().when(Report(A, "C3", 1), Report(D, "H8", 0))
    assert [(fact.seat, fact.cause) for fact in table.happened(CharacterLost)] == [(A, "challenge"), (C, "alliance"), (D, "challenge")]
    assert [(fact.seat, fact.square) for fact in table.happened(PointGained)] == [(B, "C3"), (C, "H8")]


@pytest.mark.rule(R14)
def test_a_winner_who_has_resigned_gains_nothing() -> None:
    table = two_squares().when(Report(A, "C3", 1)).resigns(B, SeatResigned(B))
    table.when(Report(C, "H8", 1))
    assert [fact.seat for fact in table.happened(PointGained)] == [D]
    assert [fact.seat for fact in table.happened(CharacterLost)] == [A, C]
    assert B not in {fact.seat for fact in table.happened(PrizesDue)}
