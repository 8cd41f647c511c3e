"""Who is asked what, and what is offered: all of it accepted."""

import pytest

from domain.kernel.facts import SeatResigned
from domain.kernel.question import Asked
from domain.stadt_city.board import Board
from domain.stadt_city.commands import AnswerAlliance, MoveInBurst, Pass, Place, PlayPrize, RollForTitle, RollMovement, RollPairs, Stay
from domain.stadt_city.facts import PieceMoved, StepsEnded
from domain.stadt_city.questions import choices, waiting
from domain.stadt_city.rulebook import A1, H4, H6, R3, R11, R12, R18, R21, R29, R31, R35, S2
from tests.stadt_city.scenes import A, B, C, D, Table, at, card, given, never_ally, position, started


def kinds(table: Table) -> list[tuple[int, str, bool, bool]]:
    return [(asked.seat, asked.kind, asked.alone, asked.required) for asked in waiting(table.state)]


@pytest.mark.rule(S2, R11)
def test_rolls_for_the_harbinger_are_asked_of_all_at_once_and_every_roll_may_be_entered() -> None:
    table = started(2, dice="entered")
    assert kinds(table) == [(A, "roll-title", False, True), (B, "roll-title", False, True)]
    rolls = [command.dice for command in table.offers(A)]
    assert rolls == [None, *((one, other) for one in range(1, 7) for other in range(1, 7))]
    again = table.when(RollForTitle(A, (3, 3)), RollForTitle(B, (3, 3)))
    assert [asked.detail for asked in waiting(again.state)] == ["0,1", "0,1"]


@pytest.mark.rule(R3, R31, R29)
def test_one_seat_is_asked_to_place_and_offered_every_square_it_may_have() -> None:
    table = started(2)
    assert kinds(table) == [(B, "place", True, True)]
    assert table.offers(B) == [Place(B, square) for square in Board(10).squares]
    assert table.offers(A) == []


@pytest.mark.rule(R12, A1)
def test_two_who_meet_are_asked_at_once_and_before_anything_else() -> None:
    table = given(position(at(A, "A1", "fly"), at(B, "A1", "switch"), at(C, "J1"), stage="before-harbinger")).goes_on()
    assert kinds(table) == [(A, "alliance", False, True), (B, "alliance", False, True)]
    assert table.offers(A) == [AnswerAlliance(A, B, True), AnswerAlliance(A, B, False)]
    assert table.offers(B) == [AnswerAlliance(B, A, True), AnswerAlliance(B, A, False)]
    table.refuses(PlayPrize(B, card("switch"), A), R12)


@pytest.mark.rule(R35)
def test_a_window_offers_a_pass_a_standing_pass_and_what_fits() -> None:
    players = never_ally(at(A, "A1"), at(B, "B1", "row-anomaly-clear", "slow-dice"), at(C, "J1"))
    table = given(position(*players, active=A, destroyed=["C1"])).asks((B, "window"))
    assert table.offers(B) == [Pass(B), Pass(B, stands_by=True), PlayPrize(B, card("row-anomaly-clear"))]
    table.when(Pass(B, stands_by=True)).has(B, stands_by=True).asks((A, "roll"))


@pytest.mark.rule(R35)
def test_the_active_seats_own_question_offers_its_cards_even_while_it_stands_by() -> None:
    players = never_ally(at(A, "A1", "slow-dice", stands_by=True, joined=True), at(B, "B1"), at(C, "J1"))
    table = given(position(*players, active=A)).asks((A, "roll"))
    assert set(table.offers(A)) == {RollMovement(A), Stay(A), PlayPrize(A, card("slow-dice"))}


@pytest.mark.rule(R21)
def test_a_burst_is_asked_about_piece_by_piece_before_anything_else() -> None:
    players = never_ally(at(A, "A1", "push-burst-2"), at(B, "B2"), at(C, "A1"), at(D, "J1"))
    table = given(position(*players)).asks((A, "window")).when(PlayPrize(A, card("push-burst-2"))).asks((A, "burst"))
    assert MoveInBurst(A, B, "B3") in table.offers(A)
    assert MoveInBurst(A, D, "J2") not in table.offers(A)
    table.refuses(Pass(A), R21).when(MoveInBurst(A, C, "A2"))
    assert table.happened(PieceMoved) == [PieceMoved(C, "A2", card("push-burst-2"))]
    table.asks((A, "burst")).when(MoveInBurst(A, B, "B3")).asks((A, "roll"))


@pytest.mark.rule(H4, H6, R11)
def test_the_harbinger_is_offered_every_throw_and_where_dice_are_entered_every_square_it_may_name() -> None:
    players = never_ally(at(A, "A1"), at(B, "B1"), at(C, "F6"))
    state = position(*players, stage="before-harbinger", ruleset="1.0", round=1, options={"dice": "entered"})
    table = given(state).goes_on().asks((A, "pairs"))
    assert table.offers(A) == [RollPairs(A, None, 6, 6), *(RollPairs(A, (square,), 6, 6) for square in Board(6).squares)]
    again = given(position(*players, stage="before-harbinger", ruleset="1.0", round=1, destroyed=["B6"], options={"dice": "entered"}))
    again.goes_on().when(RollPairs(A, ("B6",), 6, 6))
    number = [command.pairs for command in again.offers(A) if command.letter_die is None and command.number_die == 6]
    assert number == [None, *((f"B{row}",) for row in range(1, 7))]


@pytest.mark.rule(R35, R12)
def test_questions_of_one_kind_that_follow_each_other_can_be_told_apart() -> None:
    players = never_ally(at(A, "A1"), at(B, "B1", "fly"), at(C, "J1"))
    table = given(position(*players, active=A))
    (before,) = waiting(table.state)
    table.when(Pass(B), RollMovement(A))
    (after,) = waiting(table.state)
    assert (before.seat, before.kind) == (after.seat, after.kind) == (B, "window")
    assert before.detail != after.detail


@pytest.mark.rule(R18)
def test_nobody_is_asked_once_the_game_is_over() -> None:
    table = given(position(at(A, "A1"), at(B, "B1", kind="fallen"), at(C, "C1", kind="fallen"), stage="last-placing")).goes_on()
    assert waiting(table.state) == ()
    assert choices(table.state, A) == ()
    table.refuses(RollMovement(A), R18)


@pytest.mark.rule(R35)
def test_an_active_seat_that_resigns_ends_its_movement_and_others_may_still_play_cards() -> None:
    players = never_ally(at(A, "A1"), at(B, "B1", "fly"), at(C, "J1"))
    table = given(position(*players, active=A)).when(Pass(B)).asks((A, "roll")).resigns(A, SeatResigned(A))
    assert table.happened(StepsEnded) == [StepsEnded(A)]
    assert waiting(table.state) == (Asked(B, "window", detail=waiting(table.state)[0].detail),)
