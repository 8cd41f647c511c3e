"""The Harbinger's dice: how many squares fall, what is rolled again, what may be thrown and entered."""

from typing import Any

import pytest

from domain.kernel.facts import SeatResigned
from domain.kernel.replace import replace
from domain.stadt_city.board import Board
from domain.stadt_city.commands import RollForTitle, RollPairs
from domain.stadt_city.facts import CharacterLost, HarbingerNamed, PairRolled, SquareDestroyed, TitleRolled
from domain.stadt_city.rulebook import A7, H1, H2, H3, H4, H5, H6, R9, R10, R11, R22, R30, S2
from domain.stadt_city.state import Falling, State
from tests.stadt_city.scenes import HEROES, A, B, C, D, Table, at, given, never_ally, pairs, position, squares, started

ENTERED = {"dice": "entered"}


def harbinger(round: int, ruleset: str = "1.1", standing: str = "", destroyed: str = "", **changes: Any) -> State:
    """Before A's step as the Harbinger; ``standing`` are the only squares left, if any are named."""
    left = standing.split()
    gone = [square for square in Board(10 if ruleset == "1.1" else 6).squares if left and square not in left]
    players = never_ally(at(A, left[0] if left else "A1"), at(B, left[-1] if left else "A2"), at(C, "A3"), at(D, "A3", kind="fallen"))
    here = players if not left else players[:2]
    return position(*here, stage="before-harbinger", round=round, ruleset=ruleset, destroyed=gone or destroyed.split(), **changes)


def fell(table: Table) -> list[str]:
    return [fact.square for fact in table.happened(SquareDestroyed)]


def named(table: Table) -> list[str]:
    return [fact.square for fact in table.happened(PairRolled)]


@pytest.mark.rule(R10, H1, R9)
@pytest.mark.parametrize(
    ("round", "rolled", "fallen"),
    [
        (1, ["B1"], ["B1"]),
        (1, ["J10", "J10", "B1"], ["B1"]),
        (2, ["B1", "B2"], ["B1", "B2"]),
        (2, ["B1", "B1", "J10", "B2"], ["B1", "B2"]),
        (3, ["B1", "B1", "B2"], ["B1", "B2"]),
        (4, ["B1", "B2", "B3", "B4"], ["B1", "B2", "B3", "B4"]),
    ],
)
def test_in_1_1_a_pair_for_each_round_and_single_ones_until_enough_have_fallen(round: int, rolled: list[str], fallen: list[str]) -> None:
    table = given(harbinger(round, destroyed="J10"), {"harbinger": squares(*rolled)}).goes_on()
    assert named(table) == rolled
    assert fell(table) == fallen


@pytest.mark.rule(H5, R10, R22)
def test_each_pair_cites_why_its_square_falls_or_does_not() -> None:
    state = harbinger(2, destroyed="J10", protected=frozenset({"C1"}))
    table = given(state, {"harbinger": squares("J10", "C1", "B1", "B2")}).goes_on()
    rules = [ruled.rule for ruled in table.last if isinstance(ruled.fact, PairRolled)]
    assert rules == [H5.id, R22.id, R10.id, R10.id]


@pytest.mark.rule(R10)
def test_in_1_1_nothing_more_is_rolled_once_nothing_unprotected_stands() -> None:
    state = harbinger(2, standing="A1 B1", protected=frozenset({"A1"}))
    table = given(state, {"harbinger": squares("A1", "B1")}).goes_on()
    assert named(table) == ["A1", "B1"]
    assert fell(table) == ["B1"]


@pytest.mark.rule(H1, R9)
def test_in_1_0_as_many_squares_fall_as_rounds_are_over() -> None:
    table = given(harbinger(3, "1.0"), {"harbinger": squares("B1", "B2", "B3")}).goes_on()
    assert fell(table) == ["B1", "B2", "B3"]
    assert {ruled.rule for ruled in table.last if isinstance(ruled.fact, PairRolled)} == {H1.id}


@pytest.mark.rule(H1)
def test_in_1_0_all_fall_when_no_more_stand_than_are_to_fall() -> None:
    table = given(harbinger(3, "1.0", standing="B2 C3 D4")).goes_on()
    assert fell(table) == ["B2", "C3", "D4"]
    assert not named(table)
    assert given(harbinger(2, "1.0", standing="B2 C3 D4")).goes_on().asks((A, "pairs"))


@pytest.mark.rule(H4)
@pytest.mark.parametrize(
    ("destroyed", "letter", "number"),
    [("B6", True, True), ("B1 B2 B3 B4 B5 B6", True, False), ("A6 B6 C6 D6 E6 F6", False, True)],
)
def test_in_1_0_a_die_is_kept_only_where_its_line_has_something_standing(destroyed: str, letter: bool, number: bool) -> None:
    state = harbinger(1, "1.0", destroyed=destroyed)
    table = given(state, {"harbinger": squares("B6")}).goes_on().asks((A, "pairs"))
    offered = {(choice.letter_die, choice.number_die) for choice in table.offers(A)}
    assert ((6, None) in offered, (None, 6) in offered, (6, 6) in offered) == (letter, number, True)
    if not number:
        table.refuses(RollPairs(A, None, None, 6), H4)
    table.when(RollPairs(A, None, 6, 6))


@pytest.mark.rule(H4)
def test_in_1_0_with_no_line_to_keep_both_dice_are_rolled_again_without_asking() -> None:
    gone = " ".join({*(f"B{row}" for row in range(1, 7)), *(f"{column}6" for column in "ABCDEF")})
    table = given(harbinger(1, "1.0", destroyed=gone), {"harbinger": squares("B6", "F5")}).goes_on()
    assert named(table) == ["B6", "F5"]
    assert fell(table) == ["F5"]


@pytest.mark.rule(H6)
def test_in_1_0_a_smaller_die_may_do_while_it_can_name_every_standing_square() -> None:
    table = given(harbinger(1, "1.0", standing="A1 B4 C2 D1")).goes_on().asks((A, "pairs"))
    dice = {(choice.letter_die, choice.number_die) for choice in table.offers(A)}
    assert dice == {(6, 6), (6, 4), (4, 6), (4, 4)}
    table.refuses(RollPairs(A, None, 2, 6), H6).refuses(RollPairs(A, None, 5, 5), H6)
    table.when(RollPairs(A, None, 4, 4))


@pytest.mark.rule(H6)
def test_in_1_0_one_standing_square_beyond_the_smaller_die_forbids_it() -> None:
    table = given(harbinger(1, "1.0", standing="A1 B5 C2 D1")).goes_on()
    assert {(choice.letter_die, choice.number_die) for choice in table.offers(A)} == {(6, 6), (4, 6)}


@pytest.mark.rule(R30, A7, H2, H3)
def test_all_squares_fall_before_anybody_dies_and_two_allies_hit_both_lose_to_an_anomaly() -> None:
    players = pairs((at(A, "B1"), at(B, "B2"), at(C, "J1"), at(D, "J9")), (A, B))
    table = given(position(*players, stage="before-harbinger"), {"harbinger": squares("B1", "B2")}).goes_on()
    told = SquareDestroyed | CharacterLost
    assert [ruled for ruled in table.last if isinstance(ruled.fact, told)] == [
        SquareDestroyed("B1").by(H2),
        SquareDestroyed("B2").by(H2),
        CharacterLost(A, HEROES[A], "B1", "harbinger", counted=True, kept=True).by(H3),
        CharacterLost(B, HEROES[B], "B2", "harbinger", counted=True, kept=True).by(H3),
    ]


@pytest.mark.rule(A7)
def test_the_ally_of_one_hit_dies_with_it_and_has_no_anomaly_loss() -> None:
    players = pairs((at(A, "B1"), at(B, "F2"), at(C, "J1"), at(D, "J9")), (A, B))
    table = given(position(*players, stage="before-harbinger"), {"harbinger": squares("B1", "B2")}).goes_on()
    assert [(lost.seat, lost.cause) for lost in table.happened(CharacterLost)] == [(A, "harbinger"), (B, "alliance")]
    table.has(A, losses=1, kept=(HEROES[A],)).has(B, losses=0, kept=())


@pytest.mark.rule(H3)
def test_a_fallen_stands_on_what_falls() -> None:
    table = given(harbinger(2), {"harbinger": squares("A3", "B2")}).goes_on()
    assert [lost.seat for lost in table.happened(CharacterLost)] == [C]
    table.has(D, square="A3")


@pytest.mark.rule(R11)
def test_entered_pairs_may_come_at_once_must_be_possible_and_are_marked() -> None:
    table = given(harbinger(3, options=ENTERED)).goes_on().asks((A, "pairs"))
    table.refuses(RollPairs(A, ("K1",)), R11).refuses(RollPairs(A, ()), R11).refuses(RollPairs(A, ("B1", "B2", "B3", "B4")), R11)
    table.when(RollPairs(A, ("B1", "B2"))).asks((A, "pairs")).refuses(RollPairs(A, ("B3", "B4")), R11)
    table.when(RollPairs(A, ("B1",)))
    assert table.happened(PairRolled) == [PairRolled("B1", 10, 10, entered=True)]
    assert table.state.board.destroyed == {"B1", "B2"}
    assert table.state.stage != "harbinger"


@pytest.mark.rule(R11)
def test_a_table_that_enters_dice_may_have_them_rolled() -> None:
    table = given(harbinger(2, options=ENTERED), {"harbinger": squares("B1", "B2")}).goes_on().when(RollPairs(A), RollPairs(A))
    assert table.happened(PairRolled) == [PairRolled("B2", 10, 10, entered=False)]


@pytest.mark.rule(R11)
def test_at_a_table_that_rolls_its_dice_nothing_is_entered() -> None:
    given(harbinger(1, "1.0", destroyed="B6"), {"harbinger": squares("B6")}).goes_on().refuses(RollPairs(A, ("B5",), None, 6), R11)


@pytest.mark.rule(R11, H4)
def test_an_entered_roll_again_keeps_what_the_kept_die_shows() -> None:
    state = harbinger(1, "1.0", destroyed="B6", options=ENTERED)
    table = given(state).goes_on().when(RollPairs(A, ("B6",))).asks((A, "pairs"))
    table.refuses(RollPairs(A, ("C5",), None, 6), R11).when(RollPairs(A, ("B5",), None, 6))
    assert fell(table) == ["B5"]


@pytest.mark.rule(H1, R11)
def test_only_the_harbinger_rolls_and_only_when_asked() -> None:
    table = given(harbinger(3, options=ENTERED)).refuses(RollPairs(A), H1)
    table.goes_on().refuses(RollPairs(B), H1)


@pytest.mark.rule(S2, H4)
def test_dice_go_on_falling_when_the_harbinger_has_resigned() -> None:
    state = harbinger(1, "1.0", destroyed="B6", falling=Falling(1, (), "B6"))
    table = given(replace(state, stage="harbinger"), {"harbinger": squares("B6", "C4")}).asks((A, "pairs"))
    table.resigns(A, SeatResigned(A))
    assert named(table) == ["B6", "C4"]


@pytest.mark.rule(S2, R11)
def test_seats_enter_their_rolls_for_the_harbinger_in_any_order() -> None:
    table = started(3, **ENTERED).asks((A, "roll-title"), (B, "roll-title"), (C, "roll-title"))
    table.refuses(RollForTitle(B, (7, 1)), R11).refuses(RollForTitle(B, (6,)), S2)
    table.when(RollForTitle(B, (6, 3))).then(TitleRolled(B, (6, 3), entered=True).by(S2)).refuses(RollForTitle(B, (6, 3)), S2)
    table.when(RollForTitle(A, (1, 1)), RollForTitle(C, (4, 5))).asks((B, "roll-title"), (C, "roll-title"))
    table.when(RollForTitle(C), RollForTitle(B, (6, 6)))
    assert table.happened(HarbingerNamed) == [HarbingerNamed(B)]


@pytest.mark.rule(S2)
def test_who_is_below_the_highest_does_not_roll_again() -> None:
    table = started(3, **ENTERED).when(RollForTitle(A, (6, 6)), RollForTitle(B, (6, 6)), RollForTitle(C, (6, 5)))
    table.asks((A, "roll-title"), (B, "roll-title")).refuses(RollForTitle(C, (6, 6)), S2)
    table.resigns(B, SeatResigned(B)).when(RollForTitle(A, (6, 6)))
    assert table.state.harbinger == A


@pytest.mark.rule(R11)
def test_dice_are_not_entered_for_the_title_where_they_are_rolled() -> None:
    begun = replace(started(2).state, stage="start", tied=(A, B), totals=(), harbinger=None)
    given(begun).refuses(RollForTitle(A, (6, 6)), R11)
