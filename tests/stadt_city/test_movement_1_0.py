"""Movement in 1.0: one direction, and a directional die."""

import pytest

from domain.stadt_city.commands import Head, RollMovement, Step, Walk
from domain.stadt_city.facts import CharacterLost, DirectionRolled, DirectionTaken, MovementRolled, SquareEntered, StepsEnded
from domain.stadt_city.rulebook import M1, M2, R7, R8, R11, R26
from tests.stadt_city.scenes import HEROES, A, B, at, given, path, position
from tests.stadt_city.walks import entered, walking

OLD = "1.0"
NORTH, EAST, SOUTH, WEST = range(1, 5)
"""The faces of the directional die as chance numbers them."""


@pytest.mark.rule(M1, R26)
def test_the_die_is_a_d4_and_its_number_is_moved_in_one_direction() -> None:
    table = given(position(at(A, "C3"), at(B, "F6"), active=A, ruleset=OLD), {"movement": (3,)}).when(RollMovement(A))
    table.then(MovementRolled(A, 4, (3,), entered=False).by(M1)).asks((A, "walk"))
    table.when(Head(A, "east")).then(
        DirectionTaken(A, "east").by(M1),
        SquareEntered(A, "D3").by(M1),
        SquareEntered(A, "E3").by(M1),
        SquareEntered(A, "F3").by(M1),
    )
    table.has(A, square="F3").asks((B, "roll"))


@pytest.mark.rule(M1)
def test_the_directional_die_turns_the_rest_of_the_move_and_an_anomaly_on_it_kills_at_once() -> None:
    table = walking(4, at(A, "F3", losses=1), at(B, "A6"), ruleset=OLD, destroyed=("D4",), dice={"direction": (SOUTH,)})
    table.when(Head(A, "west", 2)).then(
        DirectionTaken(A, "west").by(M1),
        SquareEntered(A, "E3").by(M1),
        SquareEntered(A, "D3").by(M1),
        DirectionRolled(A, "south", entered=False).by(M1),
        SquareEntered(A, "D4").by(M1),
        CharacterLost(A, HEROES[A], "D4", "movement", counted=True, kept=False).by(M1),
    )
    table.has(A, square=None, losses=2)


@pytest.mark.rule(R7)
def test_a_move_that_reaches_the_edge_stops_there_unless_it_is_turned() -> None:
    straight = walking(4, at(A, "E3"), at(B, "A6"), ruleset=OLD).when(Head(A, "east"))
    assert (entered(straight), straight.state.players[A].square) == (["F3"], "F3")
    assert [ruled.rule for ruled in straight.last if isinstance(ruled.fact, StepsEnded)] == [R7.id]
    turned = walking(4, at(A, "E3"), at(B, "A6"), ruleset=OLD, dice={"direction": (NORTH,)}).when(Head(A, "east", 1))
    assert entered(turned) == ["F3", "F2", "F1"]


@pytest.mark.rule(R7)
def test_the_die_may_show_the_old_direction_the_opposite_or_off_the_map() -> None:
    shown = {face: walking(4, at(A, "D1"), at(B, "A6"), ruleset=OLD, dice={"direction": (face,)}) for face in (NORTH, EAST, WEST)}
    assert entered(shown[EAST].when(Head(A, "east", 1))) == ["E1", "F1"]
    assert entered(shown[WEST].when(Head(A, "east", 1))) == ["E1", "D1", "C1", "B1"]
    assert entered(shown[NORTH].when(Head(A, "east", 2))) == ["E1", "F1"]


@pytest.mark.rule(R7)
@pytest.mark.parametrize("after", [0, 4, 5, -1])
def test_the_die_is_rolled_after_the_first_square_and_before_the_last(after: int) -> None:
    walking(4, at(A, "A3"), at(B, "A6"), ruleset=OLD).refuses(Head(A, "east", after), R7)


@pytest.mark.rule(R7)
def test_the_die_is_rolled_only_where_the_move_gets_to_alive() -> None:
    edge = walking(4, at(A, "D3"), at(B, "A6"), ruleset=OLD)
    edge.refuses(Head(A, "east", 3), R7).when(Head(A, "east", 2))
    deadly = walking(4, at(A, "A3"), at(B, "A6"), ruleset=OLD, destroyed=("C3",))
    deadly.refuses(Head(A, "east", 2), R7).when(Head(A, "east", 1))
    walking(1, at(A, "A3"), at(B, "A6"), ruleset=OLD).refuses(Head(A, "east", 1), R7)


@pytest.mark.rule(R7)
def test_the_first_square_is_on_the_map_and_stands_while_any_beside_it_does() -> None:
    table = walking(2, at(A, "A1"), at(B, "A6"), ruleset=OLD, destroyed=("B1",))
    table.refuses(Head(A, "north"), R7).refuses(Head(A, "west"), R7).refuses(Head(A, "east"), R7)
    assert table.offers(A) == [Head(A, "south"), Head(A, "south", 1)]


@pytest.mark.rule(R7)
def test_a_character_without_a_standing_square_beside_it_stays() -> None:
    table = given(position(at(A, "A1"), at(B, "A6"), active=A, ruleset=OLD, destroyed=("B1", "A2")), {"movement": (4,)})
    table.when(RollMovement(A)).has(A, square="A1", losses=0).asks((B, "roll"))
    assert [ruled.rule for ruled in table.last if isinstance(ruled.fact, StepsEnded)] == [R7.id]


@pytest.mark.rule(R8)
def test_a_titan_sets_out_over_anomalies_and_stops_on_them() -> None:
    titan = at(A, "A1", kind="titan")
    table = walking(2, titan, at(B, "A6"), at(2, "F6"), ruleset=OLD, destroyed=("B1", "A2", "C1"))  # type: ignore[arg-type]
    table.when(Head(A, "east")).has(A, square="C1", kind="titan")


@pytest.mark.rule(M1)
def test_1_0_knows_no_rule_against_its_own_squares_and_no_free_steps() -> None:
    table = walking(2, at(A, "C3"), at(B, "A6"), ruleset=OLD, dice={"direction": (WEST,)})
    table.refuses(Step(A, "C4"), M1).refuses(Walk(A, path("C4 C5")), M1).refuses(Head(A, "up"), M1)
    table.when(Head(A, "east", 1)).has(A, square="C3")


@pytest.mark.rule(R11)
def test_the_directional_die_is_entered_at_a_physical_table_alone() -> None:
    walking(3, at(A, "C3"), at(B, "A6"), ruleset=OLD).refuses(Head(A, "east", 1, "south"), R11)
    table = walking(3, at(A, "C3"), at(B, "A6"), ruleset=OLD, options={"dice": "entered"})
    table.refuses(Head(A, "east", 1, "up"), R11).refuses(Head(A, "east", None, "south"), R11)
    table.when(Head(A, "east", 1, "south")).has(A, square="D5")
    assert table.happened(DirectionRolled) == [DirectionRolled(A, "south", entered=True)]


@pytest.mark.rule(M2)
def test_every_direction_and_every_turn_is_offered() -> None:
    table = walking(3, at(A, "A3"), at(B, "A6"), ruleset=OLD)
    expected = [(way, turn) for way, turns in (("north", (None, 1, 2)), ("east", (None, 1, 2)), ("south", (None, 1, 2))) for turn in turns]
    assert table.offers(A) == [Head(A, way, turn) for way, turn in expected]
