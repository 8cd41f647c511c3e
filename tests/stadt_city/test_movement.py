"""Movement in 1.1: whole paths and single steps."""

import pytest

from domain.kernel.question import Choice
from domain.stadt_city.commands import Head, RollMovement, Stay, Step, Walk
from domain.stadt_city.facts import CharacterLost, MovementRolled, SquareEntered, StayedPut, StepsEnded
from domain.stadt_city.questions import choices
from domain.stadt_city.rulebook import M1, M2, M3, M4, M5, M6, M7, O1, O2, P_FLY, R4, R5, R6, R8, R11, R28, R29, R35
from domain.stadt_city.state import Movement, Stride
from tests.stadt_city.scenes import HEROES, A, B, C, at, card, given, never_ally, path, position
from tests.stadt_city.walks import entered, walking

TRAPPED = ("A2", "B1")
"""What has fallen around A1."""


@pytest.mark.rule(M2, M3)
def test_the_die_is_a_d10_and_its_number_is_moved() -> None:
    table = given(position(at(A, "C3"), at(B, "J9"), active=A), {"movement": (7,)}).when(RollMovement(A))
    table.then(MovementRolled(A, 10, (7,), entered=False).by(M2)).asks((A, "walk"))
    table.when(Walk(A, path("C4 C5 D5 D4 D3 E3 E4"))).has(A, square="E4")
    assert entered(table) == ["C4", "C5", "D5", "D4", "D3", "E3", "E4"]


@pytest.mark.rule(M2, M3, M4, R28, R6)
@pytest.mark.parametrize(
    "squares, rule",
    [
        ("C4 C5 C6 C7 C8 C9", M2),
        ("C4 C5 C6 C7 C8 C9 C10 D10", M2),
        ("C5 C6 C7 C8 C9 C10 D10", M2),
        ("D4 D5 D6 D7 D8 D9 D10", M3),
        ("C4 D4 D3 C3 B3 A3 A4", R28),
        ("C4 C5 D5 D4 C4 B4 A4", M4),
        ("B3 A3 @3 A4 A5 A6 A7", R6),
        ("C2 C1 C0 D1 E1 F1 G1", R6),
        ("", M2),
    ],
)
def test_the_first_bad_step_of_a_path_says_which_rule_is_against_it_and_nothing_of_it_is_done(squares: str, rule: object) -> None:
    walking(7, at(A, "C3"), at(B, "J9")).refuses(Walk(A, path(squares)), rule).has(A, square="C3")  # type: ignore[arg-type]


@pytest.mark.rule(M2)
def test_a_move_is_made_step_by_step_as_well() -> None:
    table = walking(3, at(A, "C3"), at(B, "J9")).when(Step(A, "C4"))
    table.then(SquareEntered(A, "C4").by(M2)).asks((A, "walk")).refuses(Step(A, "C3"), R28)
    table.when(Step(A, "D4")).asks((A, "walk")).refuses(Step(A, "C4"), M4).refuses(Walk(A, ()), M2)
    table.when(Step(A, "D5")).asks((B, "roll")).has(A, square="D5")


@pytest.mark.rule(M2)
def test_the_rest_of_a_move_may_be_named_as_a_path() -> None:
    table = walking(3, at(A, "C3"), at(B, "J9")).when(Step(A, "C4"), Walk(A, path("D4 D5")))
    assert entered(table) == ["D4", "D5"]
    table.asks((B, "roll"))


@pytest.mark.rule(R5, M7)
def test_entering_an_anomaly_kills_and_the_rest_of_the_path_is_not_moved() -> None:
    table = walking(5, at(A, "D3"), at(B, "J9"), destroyed=("D5",)).when(Walk(A, path("D4 D5 D6 D7 D8")))
    table.then(
        SquareEntered(A, "D4").by(M2),
        SquareEntered(A, "D5").by(M2),
        CharacterLost(A, HEROES[A], "D5", "movement", counted=True, kept=True).by(R5),
    )
    table.has(A, square=None, losses=1, kind=None).asks((B, "roll"))


@pytest.mark.rule(R5, M6)
def test_where_crossing_is_free_only_the_end_of_a_move_kills() -> None:
    free = {"options": {"crossing_kills": False}, "destroyed": ("D5", "D8")}
    walking(4, at(A, "D3"), at(B, "J9"), **free).when(Walk(A, path("D4 D5 D6 D7"))).has(A, square="D7", losses=0)  # type: ignore[arg-type]
    table = walking(5, at(A, "D3"), at(B, "J9"), **free).when(Walk(A, path("D4 D5 D6 D7 D8")))  # type: ignore[arg-type]
    assert table.happened(CharacterLost) == [CharacterLost(A, HEROES[A], "D8", "movement", counted=True, kept=True)]
    assert [ruled.rule for ruled in table.last if isinstance(ruled.fact, CharacterLost)] == [M6.id]


@pytest.mark.rule(R6)
def test_a_deadly_path_may_end_where_it_kills() -> None:
    walking(5, at(A, "D3"), at(B, "J9"), destroyed=("D5",)).when(Walk(A, path("D4 D5"))).has(A, square=None)


@pytest.mark.rule(R6)
def test_without_a_path_long_enough_a_longest_living_one_is_moved() -> None:
    table = walking(7, at(A, "A1"), at(B, "J9"), destroyed=("A4", "B3", "B2", "C1"))
    table.refuses(Walk(A, path("B1")), R6).refuses(Walk(A, path("A2")), R6).refuses(Walk(A, ()), R6)
    table.when(Walk(A, path("A2 A3"))).has(A, square="A3")
    assert [ruled.rule for ruled in table.last if isinstance(ruled.fact, StepsEnded)] == [R6.id]


@pytest.mark.rule(R6)
def test_a_step_into_a_dead_end_is_refused_while_another_leaves_room_for_the_rest() -> None:
    table = walking(4, at(A, "A2"), at(B, "J9")).when(Step(A, "B2"), Step(A, "B1"))
    assert table.offers(A)[:1] == [Step(A, "C1")]
    table.refuses(Step(A, "A1"), R6).when(Step(A, "C1"), Step(A, "D1")).has(A, square="D1")


@pytest.mark.rule(R6)
def test_a_step_from_which_only_death_follows_is_a_choice_that_cannot_be_taken_back() -> None:
    table = walking(2, at(A, "A1"), at(B, "J9"), destroyed=("A4", "B3", "B2", "C1")).when(Step(A, "B1"))
    assert table.offers(A) == [Step(A, "B2"), Step(A, "C1"), Walk(A, path("B2")), Walk(A, path("C1"))]
    table.refuses(Walk(A, ()), M2).when(Step(A, "C1")).has(A, square=None, losses=1)


@pytest.mark.rule(R6)
def test_whoever_is_shut_in_stays_or_goes_to_its_death() -> None:
    table = walking(4, at(A, "A1"), at(B, "J9"), destroyed=TRAPPED)
    assert table.offers(A) == [Step(A, "A2"), Step(A, "B1"), Walk(A, ()), Walk(A, path("A2")), Walk(A, path("B1"))]
    table.when(Walk(A, ())).has(A, square="A1", losses=0).asks((B, "roll"))


@pytest.mark.rule(R6)
def test_on_the_last_square_that_stands_there_is_nowhere_to_go_alive() -> None:
    everything = [square for square in position(at(A, "E5"), at(B, "E5")).board.squares if square != "E5"]
    table = walking(9, *never_ally(at(A, "E5"), at(B, "E5")), destroyed=everything)
    assert [command for command in table.offers(A) if isinstance(command, Walk) and command.path == ()] == [Walk(A, ())]
    assert {len(command.path) for command in table.offers(A) if isinstance(command, Walk)} == {0, 1}
    table.when(Walk(A, ())).has(A, square="E5", losses=0)


@pytest.mark.rule(R6)
def test_a_question_offers_one_path_to_every_square_in_exact_reach_and_says_where_it_dies() -> None:
    state = walking(2, at(A, "A1"), at(B, "J9"), destroyed=("A3",)).state
    offered = choices(state, A)
    assert offered == (
        Choice(Step(A, "A2")),
        Choice(Step(A, "B1")),
        Choice(Walk(A, path("A2 B2"))),
        Choice(Walk(A, path("B1 C1"))),
        Choice(Walk(A, path("A2 A3")), costs=(("character", 1),)),
    )


@pytest.mark.rule(R8)
def test_a_fallen_crosses_anomalies_and_stops_on_them() -> None:
    table = walking(3, at(A, "A1", kind="fallen"), at(B, "J9"), at(C, "J1"), destroyed=(*TRAPPED, "A3", "A4"))
    table.when(Walk(A, path("A2 A3 A4"))).has(A, square="A4", kind="fallen")
    assert table.happened(CharacterLost) == []


@pytest.mark.rule(P_FLY)
def test_a_flight_crosses_anomalies_and_ends_on_none() -> None:
    flying = walking(4, at(A, "A1"), at(B, "J9"), destroyed=("B1", "C1"), movement={"flying": True})
    flying.refuses(Walk(A, path("A2 B2 C2 C1")), P_FLY)
    flying.when(Step(A, "B1"), Step(A, "C1"), Step(A, "C2")).refuses(Step(A, "C1"), M4)
    flying.when(Step(A, "D2")).has(A, square="D2", losses=0)


@pytest.mark.rule(P_FLY, R6)
def test_a_flight_that_reaches_no_standing_square_takes_a_longest_one_that_does_and_cannot_be_deadly() -> None:
    around = ("A2", "B1", "A3", "B2", "C1")
    flying = walking(2, at(A, "A1"), at(B, "J9"), destroyed=around, movement={"flying": True})
    flying.refuses(Walk(A, path("A2 A3")), P_FLY).refuses(Step(A, "A2"), R6)
    assert flying.offers(A) == [Walk(A, ())]
    flying.when(Walk(A, ())).has(A, square="A1")


@pytest.mark.rule(M5)
def test_whose_square_another_came_to_stand_on_may_stay_and_does_not_roll() -> None:
    joined = given(position(at(A, "C3", joined=True), at(B, "J9"), active=A))
    assert joined.offers(A) == [RollMovement(A), Stay(A)]
    joined.when(Stay(A)).then(StayedPut(A).by(M5)).asks((B, "roll"))


@pytest.mark.rule(M5)
def test_nobody_else_may_stay() -> None:
    alone = given(position(at(A, "C3"), at(B, "C3"), active=A))
    assert alone.offers(A) == [RollMovement(A)]
    alone.refuses(Stay(A), M5)


@pytest.mark.rule(M5)
def test_crossing_a_square_is_not_coming_to_stand_on_it() -> None:
    players = never_ally(at(A, "C3"), at(B, "C4"), at(C, "C5"))
    walking(2, *players).when(Walk(A, path("C4 C5"))).has(B, joined=False).has(C, joined=True)


@pytest.mark.rule(O1, O2, R4)
def test_only_the_seat_whose_phase_it_is_moves() -> None:
    walking(1, at(A, "C3"), at(B, "J9")).refuses(Walk(B, path("J8")), O1)
    walking(1, at(A, "C3"), at(B, "J9"), challenged=True).refuses(Step(B, "J8"), O2)
    given(position(at(A, "C3"), at(B, "J9"), stage="before-harbinger")).refuses(RollMovement(A), O1)


@pytest.mark.rule(M2)
def test_the_roll_comes_before_the_steps_and_once() -> None:
    given(position(at(A, "C3"), at(B, "J9"), active=A)).refuses(Walk(A, path("C4")), M2)
    walking(1, at(A, "C3"), at(B, "J9")).refuses(RollMovement(A), M2).refuses(Stay(A), M2)


@pytest.mark.rule(M1)
def test_a_direction_is_no_move_of_1_1() -> None:
    walking(1, at(A, "C3"), at(B, "J9")).refuses(Head(A, "north"), M2)


@pytest.mark.rule(R11)
def test_entered_dice_are_marked_and_must_be_possible() -> None:
    table = given(position(at(A, "C3"), at(B, "J9"), active=A, options={"dice": "entered"}))
    for impossible in ((0,), (11,), (), (1, 2)):
        table.refuses(RollMovement(A, impossible), R11)
    assert [command.dice for command in table.offers(A)] == [None, *((pips,) for pips in range(1, 11))]
    table.when(RollMovement(A, (10,))).then(MovementRolled(A, 10, (10,), entered=True).by(M2))


@pytest.mark.rule(R11)
def test_a_table_that_rolls_by_the_service_enters_nothing() -> None:
    given(position(at(A, "C3"), at(B, "J9"), active=A)).refuses(RollMovement(A, (4,)), R11)


@pytest.mark.rule(R11)
def test_several_dice_are_entered_at_once_or_one_by_one_and_the_rest_may_be_rolled() -> None:
    moving = Movement(A, card=card("thrice-dice"), sides=10, count=3)
    table = given(position(at(A, "C3"), at(B, "J9"), active=A, options={"dice": "entered"}, movement=moving), {"movement": (2, 9)})
    table.when(RollMovement(A, (4,))).asks((A, "roll")).refuses(RollMovement(A, (1, 2, 3)), R11)
    table.when(RollMovement(A)).asks((A, "walk"))
    assert table.state.movement is not None
    assert (table.state.movement.dice, table.state.movement.rolled) == ((4, 2, 9), 15)


@pytest.mark.rule(R35, R29)
def test_a_walk_waits_for_the_cards_of_others() -> None:
    table = walking(1, at(A, "C3"), at(B, "J9", "switch"))
    table.asks((B, "window")).refuses(Walk(A, path("C4")), R35)


@pytest.mark.rule(R6)
def test_the_steps_made_so_far_are_part_of_the_move() -> None:
    trail = (Stride("C4"), Stride("D4"))
    table = walking(3, at(A, "D4"), at(B, "J9"), movement={"trail": trail, "origin": "C3"})
    table.state = position(*table.state.players, active=A, stage="steps", movement=table.state.movement)
    table.refuses(Walk(A, path("C4")), M4).refuses(Walk(A, path("D5 D6")), M2).when(Walk(A, path("D5"))).has(A, square="D5")


@pytest.mark.rule(R5, R6)
def test_what_a_path_names_behind_a_death_must_be_squares_that_could_follow() -> None:
    table = walking(5, at(A, "D3"), at(B, "J9"), destroyed=("D5",))
    table.refuses(Walk(A, path("D4 D5 Z99")), R6).refuses(Walk(A, ("D4", "D5", "")), R6).refuses(Walk(A, path("D4 D5 F9")), M2)
    table.refuses(Walk(A, path("D4 D5 D4")), M4).refuses(Walk(A, path("D4 D5 D6 D7 D8 D9")), M2)
