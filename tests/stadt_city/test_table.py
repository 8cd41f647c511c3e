"""Stadt City at a table: standing passes beside everybody's moves, and each ruleset by its own rules."""

from typing import Any

import pytest

from domain.kernel.names import Seat
from domain.stadt_city import STADT_CITY
from domain.stadt_city.commands import SpeakUp, StandBy
from domain.stadt_city.rulebook import R24, R35, RULEBOOK, S5
from domain.table.asking import QuestionGone
from domain.table.commands import Undo
from domain.table.facts import HeadMoved, UndoLapsed
from domain.table.rulebook import FREE_UNDO
from tests.invariants import greedy_choice, play_out
from tests.match import Match, actor


def placed() -> tuple[Match, int, int, int]:
    """The first of three seats has placed its character and told nobody anything; who it was, and the two others."""
    match = Match.started(STADT_CITY, 3, 4)
    first = placing(match)
    match.answer(first, STADT_CITY.choices(match.state, Seat(first))[0].command)
    others = [seat for seat in range(3) if seat != first]
    return match, first, *others  # type: ignore[return-value]


def placing(match: Match) -> int:
    return int(match.folded.position.asked[0].seat)


@pytest.mark.rule(R35)
@pytest.mark.parametrize("says", [(StandBy,), (StandBy, SpeakUp)])
def test_a_standing_pass_makes_no_others_answer_come_too_late(says: tuple[Any, ...]) -> None:
    match = Match.started(STADT_CITY, 3, 4)
    seat, seen = placing(match), match.tip
    other = Seat((seat + 1) % 3)
    question, command = match.question(seat), STADT_CITY.choices(match.state, Seat(seat))[0].command
    moved = match.folded.table.moved
    for say in says:
        match.does(actor(other), say(other))
    assert (match.folded.table.moved, match.folded.table.head) == (moved, match.tip)
    match.take(match.ask(actor(seat), command, question, seen))


@pytest.mark.rule(R35)
def test_a_move_does_make_it_come_too_late() -> None:
    match = Match.started(STADT_CITY, 3, 4)
    seat, seen = placing(match), match.tip
    match.answer(seat, STADT_CITY.choices(match.state, Seat(seat))[0].command)
    late = placing(match)
    command = STADT_CITY.choices(match.state, Seat(late))[0].command
    with pytest.raises(QuestionGone):
        match.facts(match.ask(actor(late), command, match.question(late), seen))


@pytest.mark.rule(FREE_UNDO, R35)
def test_the_latest_action_stays_freely_ones_own_while_others_stand_by() -> None:
    match, _, one, other = placed()
    stood = match.copy()
    for seat in (one, other):
        stood.does(actor(seat), StandBy(Seat(seat)))
    first = placing(match)
    match.answer(first, STADT_CITY.choices(match.state, Seat(first))[0].command)
    quiet = match.facts(match.ask(actor(first), Undo()))
    third = next(seat for seat in range(3) if seat != first)
    match.does(actor(third), StandBy(Seat(third)))
    assert match.facts(match.ask(actor(first), Undo())) == quiet


@pytest.mark.rule(FREE_UNDO, R35)
def test_what_is_taken_back_is_ones_own_standing_pass_first() -> None:
    match, first, other, _ = placed()
    before = match.folded.table.head
    match.does(actor(other), StandBy(Seat(other)))
    match.does(actor(first), StandBy(Seat(first)))
    event = match.does(actor(first), Undo())
    assert event.facts == (HeadMoved(before + 1).by(FREE_UNDO),)
    assert not match.state.players[first].stands_by
    assert match.state.players[other].stands_by


@pytest.mark.rule(R35)
def test_a_request_to_take_back_outlives_a_standing_pass_and_no_move() -> None:
    match, first, other, _ = placed()
    match.does(actor(first), Undo(match.folded.line()[0]))
    request = match.folded.table.request
    assert request is not None
    match.does(actor(other), StandBy(Seat(other)))
    assert match.folded.table.request == request
    mover = placing(match)
    event = match.answer(mover, STADT_CITY.choices(match.state, Seat(mover))[0].command)
    assert UndoLapsed(request.number) in [ruled.fact for ruled in event.facts]


@pytest.mark.rule(S5)
def test_in_a_ruleset_without_prize_cards_there_is_no_standing_pass() -> None:
    match = Match.started(STADT_CITY, 3, 4, None, "1.0")
    assert match.refusal(match.ask(actor(1), StandBy(Seat(1)))) == S5.id


@pytest.mark.rule(R24)
@pytest.mark.parametrize(("ruleset", "other"), [("1.0", "1.1"), ("1.1", "1.0")])
def test_no_fact_of_a_game_follows_from_a_rule_of_the_other_ruleset(ruleset: str, other: str) -> None:
    match = play_out(STADT_CITY, 4, 3, ruleset=ruleset, choose=greedy_choice)
    foreign = {rule.id for rule in RULEBOOK if rule.says.startswith(f"{other}:")}
    assert foreign
    assert foreign.isdisjoint(ruled.rule for event in match.events for ruled in event.facts)
