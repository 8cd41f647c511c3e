"""Moon Colony Bloodbath at a table: standing answers beside questions, question ids, interleavings of whole turns."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from domain.kernel.bag import size
from domain.kernel.facts import AnswerSealed
from domain.kernel.game import OptionValue
from domain.kernel.names import Seat
from domain.kernel.refusal import Refused
from domain.moon_colony_bloodbath import MOON_COLONY_BLOODBATH
from domain.moon_colony_bloodbath.commands import Stand
from domain.moon_colony_bloodbath.facts import LeftToDo
from domain.moon_colony_bloodbath.rulebook import R3, R4, R20
from domain.table.asking import QuestionGone
from domain.table.commands import Resign
from domain.table.rulebook import LAST_SEAT, OUT_OF_TURN
from tests.match import Match, actor

TURNS = 6


def play_turn(match: Match, random: Random) -> None:
    """Answers until the next card is turned over, each seat's choice hanging on what that seat has answered before alone."""
    turn = match.state.turn.number
    own = {seat: Random(f"{seat} {turn}") for seat in match.state.seats}
    while match.state.turn.number == turn and match.folded.position.finished is None:
        asked = random.choice([each for each in match.folded.position.asked if each.required])
        choices = MOON_COLONY_BLOODBATH.choices(match.state, asked.seat)
        match.answer(asked.seat, own[asked.seat].choice(choices).command)


@pytest.mark.rule(R3)
@pytest.mark.parametrize("seats, options", [(2, {}), (3, {"fail_at_once": True}), (4, {"open_work": True}), (5, {})])
def test_the_answers_of_a_turn_in_any_order_give_one_state(seats: int, options: dict[str, OptionValue]) -> None:
    """Draws from an empty lane and last copies hang on the order (MC-R3): the game is followed while neither is near."""
    match, compared = Match.started(MOON_COLONY_BLOODBATH, seats, 7, options), 0
    while match.folded.position.finished is None and all(size(lane) > 8 for lane in match.state.lanes):
        others = [match.copy() for _ in range(3)]
        for number, other in enumerate((match, *others)):
            play_turn(other, Random(f"order {number} {match.tip}"))
        for other in others:
            assert other.state == match.state
            assert other.folded.position.closed == match.folded.position.closed
            assert dict(other.folded.position.draws) == dict(match.folded.position.draws)
            compared += 1
    assert compared > 3 * TURNS


@pytest.mark.rule(R20)
def test_a_standing_answer_names_no_question_and_closes_none() -> None:
    match = Match.started(MOON_COLONY_BLOODBATH, 3, 1)
    before = match.folded.position
    event = match.does(actor(1), Stand(Seat(1), True))
    assert event.question is None
    assert match.state.players[1].goes_on
    assert (match.folded.position.asked, match.folded.position.closed) == (before.asked, before.closed)


@pytest.mark.rule(R20)
def test_every_other_command_still_names_its_question() -> None:
    match = Match.started(MOON_COLONY_BLOODBATH, 2, 1)
    asked = match.folded.position.asked[0]
    command = MOON_COLONY_BLOODBATH.choices(match.state, asked.seat)[0].command
    assert match.refusal(match.ask(actor(asked.seat), command)) == OUT_OF_TURN.id
    match.answer(asked.seat, command)


def _until(match: Match, kind: str) -> Match:
    random = Random(kind)
    while not all(asked.kind == kind for asked in match.folded.position.asked):
        asked = random.choice([each for each in match.folded.position.asked if each.required])
        match.answer(asked.seat, random.choice(MOON_COLONY_BLOODBATH.choices(match.state, asked.seat)).command)
    return match


@pytest.mark.rule(R4)
def test_a_pick_is_one_fact_and_its_question_stays_open_until_all_have_picked() -> None:
    match = _until(Match.started(MOON_COLONY_BLOODBATH, 2, 3), "pick")
    command: Any = MOON_COLONY_BLOODBATH.choices(match.state, Seat(0))[0].command
    question = match.question(0)
    event = match.answer(0, command)
    assert [ruled.fact for ruled in event.facts] == [AnswerSealed(Seat(0), command.answer)]
    assert match.question(0) == question
    asked = match.folded.position.question_of(Seat(0))
    assert asked is not None
    assert not asked.required
    opening = match.answer(1, MOON_COLONY_BLOODBATH.choices(match.state, Seat(1))[0].command)
    named = [ruled.fact.question for ruled in opening.facts if hasattr(ruled.fact, "question")]
    assert named[0] == question
    with pytest.raises((QuestionGone, Refused)):
        match.take(match.ask(actor(0), command, question))


@pytest.mark.rule(R4, R3)
@pytest.mark.parametrize("seed", range(3))
def test_a_hidden_pick_leaves_nothing_else_in_its_event(seed: int) -> None:
    """Whatever a seat picks, lays or passes unseen, its event has the same facts but for the seal."""
    match, random = Match.started(MOON_COLONY_BLOODBATH, 3, seed), Random(seed)
    looked = 0
    while match.folded.position.finished is None and match.tip < 150:
        asked = random.choice([each for each in match.folded.position.asked if each.required])
        choices = MOON_COLONY_BLOODBATH.choices(match.state, asked.seat)
        sealed = [choice for choice in choices if choice.command.NAME == "answer"]
        others = [each for each in match.folded.position.asked if each.required and each.seat != asked.seat and each.kind == asked.kind]
        if sealed and others:
            shapes = {_shape(match, asked.seat, choice.command) for choice in sealed}
            assert len(shapes) == 1
            looked += len(sealed)
        match.answer(asked.seat, random.choice(choices).command)
    assert looked > 20


def _shape(match: Match, seat: Seat, command: Any) -> tuple[Any, ...]:
    facts = match.facts(match.ask(actor(seat), command, match.question(seat)))
    return tuple((ruled.fact.NAME, ruled.rule) for ruled in facts)


def test_when_one_seat_is_left_the_game_finishes_without_a_failure() -> None:
    match = Match.started(MOON_COLONY_BLOODBATH, 2, 1)
    match.does(actor(0), Resign())
    assert match.folded.position.finished == ((1,), (0,))
    assert not match.state.failed
    assert match.events[-2].facts[-1].rule == LAST_SEAT.id


def test_what_is_left_to_do_is_told_only_where_it_has_changed() -> None:
    match = Match.started(MOON_COLONY_BLOODBATH, 4, 2)
    random = Random(0)
    for _ in range(60):
        if match.folded.position.finished is not None:
            break
        before = match.state
        asked = random.choice([each for each in match.folded.position.asked if each.required])
        event = match.answer(asked.seat, random.choice(MOON_COLONY_BLOODBATH.choices(match.state, asked.seat)).command)
        for fact in _left(event.facts):
            assert fact.frames != before.players[fact.seat].stack


def _left(facts: Sequence[Any]) -> list[LeftToDo]:
    return [ruled.fact for ruled in facts if isinstance(ruled.fact, LeftToDo)]
