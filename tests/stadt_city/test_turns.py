"""The flow of a round: its order, its stages, who stays, deadlines, and its end."""

import pytest

from domain.kernel.facts import DeadlineLifted, DeadlineSet, Expire, SeatResigned
from domain.kernel.replace import replace
from domain.stadt_city.board import Board
from domain.stadt_city.commands import AnswerAlliance, Pass, Place, PlayPrize, RollMovement, SpeakUp, StandBy, Stay, Step, Walk
from domain.stadt_city.evolve import evolve
from domain.stadt_city.facts import (
    AllianceAnswered,
    AllianceRefused,
    GameEnded,
    MovementBegun,
    RoundBegun,
    SquareDestroyed,
    StageBegun,
    StandingPassSet,
    WindowPassed,
)
from domain.stadt_city.rulebook import A1, A2, L5, M2, M5, M7, O1, O2, R3, R4, R6, R9, R12, R18, R29, R35, S2, S5
from domain.stadt_city.scoring import over, places, sheet, winners
from domain.stadt_city.state import State, Won
from tests.stadt_city.playing import greedy, played
from tests.stadt_city.scenes import A, B, C, D, E, at, card, given, never_ally, pairs, path, position, squares, started

WON = (Won("stadt:farkle", 1, "E5"),)


def round_order(state: State) -> tuple[int, ...]:
    (begun,) = given(state).goes_on().happened(RoundBegun)
    return tuple(begun.order)


@pytest.mark.rule(O1, O2, R9)
def test_order_goes_by_age_until_a_challenge_has_been_played_and_then_by_points_anew_each_round() -> None:
    players = never_ally(at(A, "A1"), at(B, "B1", won=WON), at(C, "C1"), at(D, "D1", won=WON * 2))
    state = position(*players, stage="round-end", order=(A, B, C, D))
    assert round_order(replace(state, challenged=False)) == (A, B, C, D)
    assert round_order(replace(state, challenged=True)) == (D, B, C, A)


@pytest.mark.rule(R4, R29)
def test_fallen_move_like_everybody_and_seats_without_a_piece_do_not() -> None:
    players = never_ally(at(A, "A1"), at(B, None), at(C, "C1", kind="fallen"), at(D, "D1"))
    table = given(position(*players, stage="moved", order=(B, C, A, D))).goes_on()
    assert [ruled for ruled in table.last if isinstance(ruled.fact, MovementBegun)] == [MovementBegun(C).by(R4)]
    table.asks((C, "roll"))


@pytest.mark.rule(M7, R29)
def test_who_dies_while_moving_places_only_after_the_harbinger() -> None:
    players = never_ally(at(A, "A1"), at(B, "J1"), at(C, "J9"))
    table = given(position(*players, destroyed=["A2"], active=C, order=(A, B, C)), {"harbinger": squares("B1", "B2")})
    table.when(RollMovement(C), Walk(C, path("J8"))).asks((A, "roll"))
    other = given(position(*players, destroyed=["A2"], active=A, order=(B, C, A)), {"harbinger": squares("B1", "B2")})
    other.when(RollMovement(A), Walk(A, path("A2")))
    stages = [fact.stage for fact in other.happened(StageBegun)]
    assert stages == ["before-harbinger", "harbinger", "placing"]
    assert len(other.happened(SquareDestroyed)) == 2
    other.asks((A, "place"))


@pytest.mark.rule(M5)
def test_a_seat_on_whose_square_another_came_to_stand_may_stay() -> None:
    players = never_ally(at(A, "A1"), at(B, "A2"), at(C, "J9"))
    table = given(position(*players, active=A)).when(RollMovement(A), Walk(A, path("A2"))).asks((B, "roll"))
    table.when(Stay(B)).has(B, square="A2").asks((C, "roll")).refuses(Stay(C), M5)


@pytest.mark.rule(M5)
def test_who_came_to_the_other_or_was_only_crossed_may_not_stay() -> None:
    players = never_ally(at(A, "A1"), at(B, "A2"), at(C, "J9"))
    crossed = given(position(*players, active=A), {"movement": [2]}).when(RollMovement(A), Walk(A, path("A2 A3"))).asks((B, "roll"))
    crossed.refuses(Stay(B), M5)
    pulled = never_ally(at(A, "A1", "teleportation"), at(B, "A2"), at(C, "J9"))
    came = given(position(*pulled, order=(A, B, C))).asks((A, "window"))
    came.when(PlayPrize(A, card("teleportation"), to="A2")).asks((A, "roll")).refuses(Stay(A), M5)


@pytest.mark.rule(M5)
def test_last_round_counts_for_nothing() -> None:
    players = never_ally(at(A, "A1"), at(B, "A1", joined=True), at(C, "J9"))
    table = given(position(*players, stage="round-end")).goes_on().when(RollMovement(A), Walk(A, path("A2")))
    table.asks((B, "roll")).refuses(Stay(B), M5)


@pytest.mark.rule(R6)
def test_a_trapped_character_stays_unless_it_chooses_to_die() -> None:
    players = never_ally(at(A, "A1"), at(B, "J1"), at(C, "J9"))
    state = position(*players, destroyed=["A2", "B1"], active=A)
    table = given(state, {"movement": [3]}).when(RollMovement(A)).asks((A, "walk")).refuses(Walk(A, path("C3")), M2)
    table.when(Walk(A, ())).has(A, square="A1", kind="character").asks((B, "roll"))
    deadly = given(state, {"movement": [3]}).when(RollMovement(A), Step(A, "A2"))
    deadly.has(A, piece=None, losses=1)


@pytest.mark.rule(R6, R18)
def test_on_a_board_of_one_square_everybody_stays_or_dies() -> None:
    gone = [square for square in Board(10).squares if square != "E5"]
    state = position(*never_ally(at(A, "E5"), at(B, "E5"), at(C, "E5")), destroyed=gone, active=A)
    table = given(state, {"movement": [1, 1, 1]}).when(RollMovement(A), Walk(A, ()), RollMovement(B), Walk(B, ()), RollMovement(C))
    table.when(Walk(C, ()))
    assert table.state.board.all_standing == ()
    table.asks((C, "place")).when(Place(C, "A1"), Place(B, "A1"), Place(A, "A1"))
    assert table.happened(GameEnded) == [GameEnded(())]
    assert (winners(table.state), places(table.state)) == ((), ((A, B, C),))


@pytest.mark.rule(R18, L5)
def test_the_last_two_allied_end_the_game_and_both_win() -> None:
    players = pairs((at(A, "A1"), at(B, "B9"), at(C, "E5", kind="fallen", out_at=7)), (A, B))
    table = given(position(*players, stage="last-placing")).goes_on()
    assert [ruled for ruled in table.last if isinstance(ruled.fact, GameEnded)] == [GameEnded((A, B)).by(R18)]
    assert over(table.state) is R18
    assert (winners(table.state), places(table.state)) == ((A, B), ((A, B), (C,)))


@pytest.mark.rule(R18)
def test_two_who_are_not_allied_play_on() -> None:
    players = never_ally(at(A, "A1"), at(B, "B9"), at(C, "E5", kind="fallen"))
    assert not given(position(*players, stage="last-placing")).goes_on().happened(GameEnded)


@pytest.mark.rule(R18, L5)
def test_a_fallen_ally_does_not_win() -> None:
    players = pairs((at(A, "A1"), at(B, "B9", kind="fallen", out_at=9), at(C, "E5", kind="fallen", out_at=7)), (A, B))
    table = given(position(*players, stage="placing")).goes_on()
    assert (winners(table.state), places(table.state)) == ((A,), ((A,), (B,), (C,)))


@pytest.mark.rule(R18)
def test_without_a_winner_those_who_went_out_last_are_first_together_then_later_out_then_points() -> None:
    fallen = {"kind": "fallen"}
    players = (
        at(A, "A1", **fallen, out_at=9, won=WON),
        at(B, "A1", **fallen, out_at=9),
        at(C, "A1", **fallen, out_at=8),
        at(D, "A1", **fallen, out_at=8, won=WON),
        at(E, "A1", **fallen, out_at=8),
    )
    table = given(position(*players, stage="placing")).goes_on()
    assert (winners(table.state), places(table.state)) == ((), ((A, B), (D,), (C, E)))
    assert [(ruled.fact.seat, ruled.fact.points, ruled.fact.item, ruled.fact.amounts) for ruled in sheet(table.state)] == [
        (A, 1, "stadt:farkle", (1, 5, 5)),
        (D, 1, "stadt:farkle", (1, 5, 5)),
    ]


@pytest.mark.rule(R35, R12)
def test_each_seat_that_is_asked_for_a_card_has_its_own_time() -> None:
    players = never_ally(at(A, "A1"), at(B, "B1", "switch"), at(C, "C1", "fly"))
    table = given(position(*players, stage="before-harbinger", options={"answer_time": 30})).goes_on().asks((B, "window"))
    assert table.happened(DeadlineSet) == [DeadlineSet("window:1", 30_000)]
    table.when(Pass(B)).asks((C, "window"))
    assert (table.happened(DeadlineLifted), table.happened(DeadlineSet)) == (
        [DeadlineLifted("window:1")],
        [DeadlineSet("window:2", 30_000)],
    )
    table.state = replace(table.state, deadlines=frozenset())
    table.when(Expire("window:2"))
    assert [ruled for ruled in table.last if isinstance(ruled.fact, WindowPassed)] == [WindowPassed(C).by(R35)]
    assert table.happened(SquareDestroyed)


@pytest.mark.rule(R35)
def test_a_standing_pass_is_open_to_everybody_and_taken_back_holds_from_the_next_moment_on() -> None:
    players = never_ally(at(A, "A1"), at(B, "B1", "switch"), at(C, "C1"))
    table = given(position(*players, active=A)).asks((B, "window")).when(StandBy(B)).then(StandingPassSet(B, True).by(R35))
    table.asks((A, "roll")).when(StandBy(C)).has(C, stands_by=True).refuses(StandBy(C), R35)
    table.when(SpeakUp(B)).asks((A, "roll")).when(RollMovement(A)).asks((B, "window")).refuses(SpeakUp(B), R35)


@pytest.mark.rule(R12, A2)
def test_no_answer_in_time_is_a_no() -> None:
    table = given(position(at(A, "A1"), at(B, "A1"), at(C, "J9"), stage="moved")).goes_on().asks((A, "alliance"), (B, "alliance"))
    assert table.happened(DeadlineSet) == [DeadlineSet("alliance:0:1", 120_000)]
    table.when(AnswerAlliance(B, A, True)).refuses(AnswerAlliance(B, A, False), A1).refuses(AnswerAlliance(A, C, True), R12)
    table.state = replace(table.state, deadlines=frozenset())
    table.when(Expire("alliance:0:1")).then(AllianceAnswered(A, B, False).by(R12), AllianceRefused(A, B).by(A2))
    table.asks((A, "roll"))


@pytest.mark.rule(R12)
def test_meetings_come_in_turn_order_one_after_another() -> None:
    table = given(position(at(A, "A1"), at(B, "A1"), at(C, "A1"), stage="moved", order=(C, A, B))).goes_on()
    table.asks((C, "alliance"), (A, "alliance")).when(AnswerAlliance(A, C, False), AnswerAlliance(C, A, True))
    table.asks((C, "alliance"), (B, "alliance")).when(AnswerAlliance(B, C, True), AnswerAlliance(C, B, True))
    table.has(C, ally=B).has(A, ally=None).asks((C, "roll"))


@pytest.mark.rule(R12)
def test_fallen_are_not_asked_and_with_two_seats_nobody_is() -> None:
    given(position(at(A, "A1"), at(B, "A1", kind="fallen"), at(C, "A2"), at(D, "A3"), stage="moved")).goes_on().asks((A, "roll"))
    given(position(at(A, "A1"), at(B, "A1"), stage="moved")).goes_on().asks((A, "roll"))


@pytest.mark.rule(R12, R3)
def test_placing_is_a_meeting_too_and_comes_before_the_next_draw() -> None:
    table = started(3).when(Place(C, "A1"), Place(B, "A1")).asks((B, "alliance"), (C, "alliance"))
    table.when(AnswerAlliance(B, C, False), AnswerAlliance(C, B, False)).asks((A, "place"))


@pytest.mark.rule(R12, S2)
def test_the_game_goes_on_when_whoever_was_waited_for_resigns() -> None:
    meeting = given(position(at(A, "A1"), at(B, "A1"), at(C, "J9"), stage="moved")).goes_on()
    meeting.resigns(A, SeatResigned(A)).then(AllianceRefused(A, B).by(R12)).asks((B, "roll"))
    rolling = given(position(*never_ally(at(A, "A1"), at(B, "A2"), at(C, "J9")), active=A))
    rolling.resigns(A, SeatResigned(A)).asks((B, "roll"))
    placing = given(position(*never_ally(at(A, "A1"), at(B, "A2"), at(C, None)), stage="placing")).goes_on().asks((C, "place"))
    placing.resigns(C, SeatResigned(C))
    assert placing.state.round == 3


@pytest.mark.rule(R18)
def test_the_last_seat_that_has_not_resigned_wins_though_it_has_nothing_on_the_board() -> None:
    state = position(*never_ally(at(A, None), at(B, "B1"), at(C, "C1", kind="fallen")), stage="before-harbinger")
    for seat in (B, C):
        state = evolve(state, SeatResigned(seat))
    assert (winners(state), places(state)) == ((A,), ((A,),))
    fallen = evolve(evolve(state.with_player(A, resigned=True), SeatResigned(B)), SeatResigned(A)).with_player(C, resigned=False)
    assert (winners(fallen), places(fallen)) == ((), ((C,),))


@pytest.mark.rule(R12, R35)
def test_a_card_played_outside_a_movement_phase_is_a_meeting_at_once() -> None:
    players = (at(A, "A1", "teleportation"), at(B, "J1"), at(C, "J9"))
    table = given(position(*players, stage="before-challenges")).goes_on().when(PlayPrize(A, card("teleportation"), to="J1"))
    table.asks((A, "alliance"), (B, "alliance")).when(AnswerAlliance(A, B, True), AnswerAlliance(B, A, True))
    assert not table.state.challenges
    table.asks((A, "roll"))


@pytest.mark.rule(R29, R35)
def test_who_is_killed_before_the_challenges_places_after_them() -> None:
    players = never_ally(at(A, "H8", "switch", kind="fallen"), at(B, "J1"), at(C, "J9"), at(D, "C3"))
    state = position(*players, stage="before-challenges", destroyed=["H8"])
    table = given(state).goes_on().when(PlayPrize(A, card("switch"), B)).has(A, square="J1")
    assert [fact.stage for fact in table.happened(StageBegun)] == ["challenges", "prizes", "last-placing"]
    table.asks((B, "place")).has(B, losses=1)
    assert table.state.round == 2


@pytest.mark.rule(M5)
def test_who_comes_to_stand_there_in_the_seats_own_movement_phase_leaves_it_no_choice() -> None:
    players = never_ally(at(A, "A1"), at(B, "E5", "teleportation"), at(C, "J9"))
    table = given(position(*players, active=A)).when(PlayPrize(B, card("teleportation"), to="A1")).has(A, joined=False)
    table.asks((A, "roll")).refuses(Stay(A), M5)
    pulled = given(position(*never_ally(at(A, "A1", "pull"), at(B, "A2"), at(C, "J9")), active=A))
    pulled.when(PlayPrize(A, card("pull"), B, "A1")).has(A, joined=False).has(B, joined=False).refuses(Stay(A), M5)


@pytest.mark.rule(R35, S5)
def test_a_table_of_1_0_has_no_moment_for_cards_it_does_not_have() -> None:
    moves = [facts for _, _, _, facts in played(3, greedy, greedy, greedy, ruleset="1.0")]
    stages = {ruled.fact.stage for facts in moves for ruled in facts if isinstance(ruled.fact, StageBegun)}
    assert stages == {"first-placing", "harbinger", "placing", "challenges", "last-placing"}
    newer = [facts for _, _, _, facts in played(3, greedy, greedy, greedy)]
    others = {ruled.fact.stage for facts in newer for ruled in facts if isinstance(ruled.fact, StageBegun)}
    assert others == stages | {"before-harbinger", "before-challenges", "prizes", "round-end"}
