"""Prize cards named with a step, and Fly."""

import pytest

from domain.kernel.bag import Bag
from domain.kernel.question import Choice
from domain.kernel.secret import Unknown
from domain.stadt_city.commands import Pass, PlayPrize, Stay, Step, Walk
from domain.stadt_city.decide import decide
from domain.stadt_city.facts import FlightBegun, PrizePlayed, SquareEntered
from domain.stadt_city.questions import choices
from domain.stadt_city.rulebook import M2, M3, M4, M5, P_DIAGONAL, P_DIAGONAL_PLUS_1, P_FLY, R5, R6, R28, R34, R35, S5
from tests.stadt_city.scenes import A, B, C, at, card, given, path, position
from tests.stadt_city.walks import entered, walking

DIAGONAL, PLUS_1, FLY = map(card, ("diagonal", "diagonal-plus-1", "fly"))


@pytest.mark.rule(P_DIAGONAL, P_DIAGONAL_PLUS_1, R34)
def test_one_square_rolled_may_be_diagonal_and_one_diagonal_step_comes_on_top() -> None:
    table = walking(2, at(A, "C3", "diagonal", "diagonal-plus-1"), at(B, "J9")).when(Walk(A, path("D4 D5 E6"), (DIAGONAL, PLUS_1)))
    table.then(
        PrizePlayed(A, DIAGONAL).by(P_DIAGONAL),
        SquareEntered(A, "D4", DIAGONAL).by(P_DIAGONAL),
        SquareEntered(A, "D5").by(M2),
        PrizePlayed(A, PLUS_1).by(P_DIAGONAL_PLUS_1),
        SquareEntered(A, "E6", PLUS_1).by(P_DIAGONAL_PLUS_1),
    )
    table.has(A, square="E6", prizes=0)
    assert table.state.prize_discards == (DIAGONAL, PLUS_1)


@pytest.mark.rule(M3, S5)
def test_a_diagonal_step_takes_a_card_in_hand_that_is_named() -> None:
    table = walking(2, at(A, "C3", "diagonal"), at(B, "J9"))
    table.refuses(Walk(A, path("D4 D5")), M3).refuses(Walk(A, path("D4 E5"), (DIAGONAL, DIAGONAL)), S5)
    table.refuses(Walk(A, path("D4 D5"), (PLUS_1,)), S5).refuses(Step(A, "D4"), M3)


@pytest.mark.rule(P_DIAGONAL, P_DIAGONAL_PLUS_1)
def test_a_card_named_without_a_diagonal_step_is_refused() -> None:
    table = walking(2, at(A, "C3", "diagonal", "diagonal-plus-1"), at(B, "J9"))
    table.refuses(Walk(A, path("C4 C5"), (DIAGONAL,)), P_DIAGONAL).refuses(Walk(A, path("C4 C5"), (PLUS_1,)), P_DIAGONAL_PLUS_1)
    table.refuses(Step(A, "C4", DIAGONAL), P_DIAGONAL).refuses(Step(A, "C4", PLUS_1), P_DIAGONAL_PLUS_1)


@pytest.mark.rule(P_DIAGONAL, R5)
def test_a_card_is_not_named_for_a_step_that_death_leaves_unmade() -> None:
    table = walking(3, at(A, "C3", "diagonal"), at(B, "J9"), destroyed=("C4",))
    table.refuses(Walk(A, path("C4 D5 D6"), (DIAGONAL,)), P_DIAGONAL).when(Walk(A, path("C4 C5 C6"))).has(A, square=None, prizes=1)


@pytest.mark.rule(R34)
def test_other_cards_are_not_named_with_steps_nor_these_played_by_themselves() -> None:
    table = walking(2, at(A, "C3", "fly", "diagonal"), at(B, "J9"))
    table.refuses(Walk(A, path("D4 D5"), (FLY,)), R34).refuses(Step(A, "D4", FLY), R34).refuses(PlayPrize(A, DIAGONAL), R34)


@pytest.mark.rule(P_DIAGONAL, M2)
def test_diagonal_is_one_of_the_squares_rolled() -> None:
    walking(1, at(A, "C3", "diagonal"), at(B, "J9")).when(Walk(A, path("D4"), (DIAGONAL,))).has(A, square="D4")
    walking(1, at(A, "C3", "diagonal"), at(B, "J9")).refuses(Walk(A, path("D4 D5"), (DIAGONAL,)), M2)
    walking(2, at(A, "C3", "diagonal"), at(B, "J9")).refuses(Walk(A, path("D4"), (DIAGONAL,)), M2)


@pytest.mark.rule(P_DIAGONAL_PLUS_1, R34)
@pytest.mark.parametrize("squares", ["D4 D5", "C4 D5"])
def test_the_step_on_top_may_stand_anywhere_in_the_path(squares: str) -> None:
    walking(1, at(A, "C3", "diagonal-plus-1"), at(B, "J9")).when(Walk(A, path(squares), (PLUS_1,))).has(A, square="D5")


@pytest.mark.rule(P_DIAGONAL_PLUS_1, R34)
def test_any_number_of_step_cards_is_named_in_one_path() -> None:
    hand = ("diagonal-plus-1", "diagonal-plus-1", "diagonal", "diagonal")
    table = walking(2, at(A, "A1", *hand), at(B, "J9")).when(Walk(A, path("B2 C3 D4 E5"), (PLUS_1, DIAGONAL, PLUS_1, DIAGONAL)))
    table.has(A, square="E5", prizes=0)


@pytest.mark.rule(R6, R34)
def test_the_step_on_top_may_be_the_only_one_of_who_is_shut_in() -> None:
    table = walking(3, at(A, "A1", "diagonal-plus-1"), at(B, "J9"), destroyed=("A2", "B1", "B3", "C2"))
    table.when(Walk(A, path("B2"), (PLUS_1,))).has(A, square="B2", losses=0)


@pytest.mark.rule(R6, R34)
def test_whoever_is_let_out_by_a_step_on_top_moves_on_as_far_as_it_can() -> None:
    table = walking(3, at(A, "A1", "diagonal-plus-1"), at(B, "J9"), destroyed=("A2", "B1", "C2"))
    table.refuses(Walk(A, path("B2"), (PLUS_1,)), M2).when(Step(A, "B2", PLUS_1)).asks((A, "walk"))
    table.refuses(Walk(A, ()), M2).when(Walk(A, path("B3 B4 B5"))).has(A, square="B5")


@pytest.mark.rule(R6)
def test_a_card_not_played_does_not_lengthen_what_must_be_moved() -> None:
    table = walking(3, at(A, "A1", "diagonal-plus-1", "diagonal"), at(B, "J9"), destroyed=("A2", "B1"))
    table.when(Walk(A, ())).has(A, square="A1", prizes=2)


@pytest.mark.rule(M4, R28)
def test_diagonal_steps_obey_the_rules_of_all_steps() -> None:
    table = walking(3, at(A, "C3", "diagonal", "diagonal-plus-1"), at(B, "J9"))
    table.refuses(Walk(A, path("C4 D4 C3"), (DIAGONAL,)), R28)
    table.refuses(Walk(A, path("C4 D4 D3 C4"), (PLUS_1,)), M4)
    table.refuses(Walk(A, path("B4 A5 @6"), (DIAGONAL, PLUS_1)), R6)


@pytest.mark.rule(R34, P_DIAGONAL_PLUS_1)
def test_whoever_moves_step_by_step_may_still_make_the_step_on_top_when_all_others_are_made() -> None:
    table = walking(1, at(A, "C3", "diagonal-plus-1"), at(B, "J9")).when(Step(A, "C4")).asks((A, "window"))
    assert table.offers(A) == [Pass(A), Pass(A, stands_by=True), *(Step(A, square, PLUS_1) for square in ("B3", "B5", "D3", "D5"))]
    table.refuses(Step(A, "C5"), M2).refuses(Step(A, "C5", PLUS_1), P_DIAGONAL_PLUS_1)
    table.when(Step(A, "D5", PLUS_1)).has(A, square="D5", prizes=0).asks((B, "roll"))


@pytest.mark.rule(R34)
def test_no_step_follows_once_the_piece_has_been_moved_otherwise() -> None:
    table = walking(1, at(A, "C3", "diagonal-plus-1", "teleportation"), at(B, "J9")).when(Step(A, "C4"))
    table.when(PlayPrize(A, card("teleportation"), to="J9")).refuses(Step(A, "I8", PLUS_1), R34)
    assert not any(isinstance(command, Step) for command in table.offers(A))


@pytest.mark.rule(M5)
def test_no_step_follows_once_the_seat_has_chosen_not_to_move() -> None:
    table = given(position(at(A, "C3", "diagonal-plus-1", joined=True), at(B, "J9"), active=A)).when(Stay(A)).asks((A, "window"))
    table.refuses(Step(A, "D4", PLUS_1), M5)
    assert table.offers(A) == [Pass(A), Pass(A, stands_by=True)]


@pytest.mark.rule(P_FLY)
def test_fly_crosses_anomalies_from_the_roll_to_the_end_of_the_steps() -> None:
    table = walking(4, at(A, "A1", "fly"), at(B, "J9"), destroyed=("B1", "C1")).when(PlayPrize(A, FLY))
    table.then(PrizePlayed(A, FLY).by(P_FLY), FlightBegun(A).by(P_FLY)).asks((A, "walk"))
    table.refuses(Walk(A, path("A2 B2 C2 C1")), P_FLY).when(Walk(A, path("B1 C1 D1 E1")))
    table.has(A, square="E1", losses=0, prizes=0)
    assert entered(table) == ["B1", "C1", "D1", "E1"]


@pytest.mark.rule(R35, R34)
def test_fly_comes_before_the_first_step_and_once() -> None:
    table = walking(2, at(A, "A1", "fly", "fly"), at(B, "J9")).when(PlayPrize(A, FLY)).refuses(PlayPrize(A, FLY), R34)
    assert PlayPrize(A, FLY) not in table.offers(A)
    walking(2, at(A, "A1", "fly"), at(B, "J9")).when(Step(A, "A2")).refuses(PlayPrize(A, FLY), R35)


@pytest.mark.rule(P_FLY)
def test_who_crosses_anomalies_anyway_has_no_use_for_fly() -> None:
    fallen = walking(2, at(A, "A1", "fly", kind="fallen"), at(B, "J9"), at(C, "J1"))
    fallen.refuses(PlayPrize(A, FLY), P_FLY)
    free = walking(2, at(A, "A1", "fly"), at(B, "J9"), options={"crossing_kills": False})
    free.refuses(PlayPrize(A, FLY), P_FLY)


@pytest.mark.rule(P_DIAGONAL_PLUS_1, R6)
def test_a_question_offers_diagonal_steps_by_each_kind_of_card_and_says_where_they_kill() -> None:
    players = (at(A, "A1", "diagonal", "diagonal-plus-1"), at(B, "J9"))
    offered = choices(walking(1, *players, destroyed=("B2",)).state, A)
    assert offered == (
        Choice(Step(A, "A2")),
        Choice(Step(A, "B1")),
        Choice(Step(A, "B2", DIAGONAL), costs=((DIAGONAL, 1), ("character", 1))),
        Choice(Step(A, "B2", PLUS_1), costs=((PLUS_1, 1), ("character", 1))),
        Choice(Walk(A, path("A2"))),
        Choice(Walk(A, path("B1"))),
    )


@pytest.mark.rule(R34, P_DIAGONAL_PLUS_1, R6)
@pytest.mark.parametrize("flies", [True, False])
def test_a_step_that_only_a_card_in_hand_can_save_is_made_and_offered(flies: bool) -> None:
    free = {"options": {"crossing_kills": flies}, "destroyed": ("A3",), "movement": {"flying": flies}}
    whole = walking(2, at(A, "A1", "diagonal-plus-1"), at(B, "J9"), **free).when(Walk(A, path("A2 A3 B4"), (PLUS_1,)))
    table = walking(2, at(A, "A1", "diagonal-plus-1"), at(B, "J9"), **free).when(Step(A, "A2"))
    assert Step(A, "A3") in table.offers(A)
    table.when(Step(A, "A3")).has(A, square="A3").asks((A, "walk"))
    assert {Step(A, "B4", PLUS_1), Step(A, "B2", PLUS_1)} <= set(table.offers(A))
    assert (Walk(A, ()) in table.offers(A)) is not flies
    table.when(Step(A, "B4", PLUS_1)).has(A, square="B4", prizes=0)
    assert table.state.players == whole.state.players


@pytest.mark.rule(R6, P_FLY)
def test_without_such_a_card_the_step_is_refused_or_kills() -> None:
    flying = {"destroyed": ("A3",), "movement": {"flying": True}}
    walking(2, at(A, "A1", "diagonal"), at(B, "J9"), **flying).when(Step(A, "A2")).when(Step(A, "B3", DIAGONAL))
    table = walking(2, at(A, "A1", "push"), at(B, "J9"), **flying).when(Step(A, "A2")).refuses(Step(A, "A3"), P_FLY)
    assert Step(A, "A3") not in table.offers(A)
    free = {"destroyed": ("A3",), "options": {"crossing_kills": False}}
    walking(2, at(A, "A1"), at(B, "J9"), **free).when(Step(A, "A2"), Step(A, "A3")).has(A, square=None)
    held = walking(2, at(A, "A1", "push"), at(B, "J9"), **free).when(Step(A, "A2"), Step(A, "A3")).asks((A, "walk"))
    assert held.offers(A) == [Walk(A, ())]
    held.when(Walk(A, ())).has(A, square=None, losses=1)


@pytest.mark.rule(R34, R6)
def test_on_a_copy_without_the_hand_it_is_not_known_whether_a_card_can_save() -> None:
    table = walking(2, at(A, "A1", "diagonal-plus-1"), at(B, "J9"), destroyed=("A3",), movement={"flying": True}).when(Step(A, "A2"))
    unseen = table.state.with_player(A, hand=Bag(1))
    with pytest.raises(Unknown):
        decide(unseen, Step(A, "A3"), table.chance)
