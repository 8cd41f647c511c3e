"""A judge's word on what a game leaves to judges."""

import pytest

from domain.kernel.names import ORGANISER, PUBLIC, Seat
from domain.kernel.secret import Sealed
from domain.table.commands import Abandon, Claim, Pause, Undo
from domain.table.rulebook import ABANDON, FINISH, FREE_UNDO, ROLES, START
from tests.kernel.night_market import NIGHT_MARKET
from tests.kernel.night_market.commands import Fine, Roll
from tests.kernel.night_market.facts import CoinsFined
from tests.kernel.night_market.rulebook import FINE
from tests.match import Match
from tests.table.scenes import JUDGE, first_turn, offering, plain, to_the_end

WHY = Sealed("knocked the lantern over", frozenset({PUBLIC}))


def rich() -> Match:
    """Seat 0 has rolled, and judge 0 sits by."""
    match = first_turn()
    match.does(JUDGE, Claim(JUDGE))
    match.answer(0, Roll(Seat(0)))
    return match


def fine(judge: int = 0) -> Fine:
    return Fine(judge, Seat(0), 1, WHY)


@pytest.mark.rule(FINE)
@pytest.mark.rule(ROLES)
def test_a_judge_says_what_the_game_leaves_to_judges_and_no_question_is_answered() -> None:
    match = rich()
    asked, coins = match.question(0), match.state.players[0].coins
    event = match.does(JUDGE, fine())
    assert plain(event) == (CoinsFined(Seat(0), 1, 0, WHY),)
    assert "judge" not in event.command.arguments
    assert match.state.players[0].coins == coins - 1
    assert match.question(0) == asked


@pytest.mark.rule(FINE)
def test_the_games_own_rule_refuses_a_judge_too() -> None:
    match = rich()
    assert match.refusal(match.ask(JUDGE, Fine(0, Seat(0), match.state.players[0].coins + 1))) == FINE.id


@pytest.mark.rule(ROLES)
@pytest.mark.parametrize("who", ["seat:0", "seat:1", "organiser", "public", "judge:1", "judge"])
def test_nobody_but_a_judge_of_the_table_says_it(who: str) -> None:
    match = rich()
    assert match.refusal(match.ask(who, fine())) == ROLES.id


@pytest.mark.rule(ROLES)
def test_a_judge_does_not_judge_in_anothers_name_and_answers_no_question() -> None:
    match = rich()
    match.does("judge:1", Claim("judge:1"))
    assert match.refusal(match.ask(JUDGE, fine(1))) == ROLES.id
    assert match.refusal(match.ask(JUDGE, fine(), match.question(0))) == ROLES.id
    assert match.refusal(match.ask(JUDGE, Roll(Seat(0)))) == ROLES.id


def test_a_judge_acts_while_the_table_is_paused_and_what_it_does_is_no_seats_to_take_back() -> None:
    match = rich()
    match.does(ORGANISER, Pause())
    assert plain(match.does(JUDGE, fine())) == (CoinsFined(Seat(0), 1, 0, WHY),)
    assert match.refusal(match.ask("seat:0", Undo())) == FREE_UNDO.id


@pytest.mark.parametrize("rule", [START, ABANDON, FINISH])
def test_before_the_start_and_after_the_end_there_is_nothing_to_judge(rule: object) -> None:
    match = {START: Match.seated(NIGHT_MARKET, 2), ABANDON: offering(2), FINISH: offering(2)}[rule]  # type: ignore[index]
    match.does(JUDGE, Claim(JUDGE))
    if rule is ABANDON:
        match.does(ORGANISER, Abandon())
    if rule is FINISH:
        to_the_end(match)
    assert match.refusal(match.ask(JUDGE, fine())) == rule.id  # type: ignore[attr-defined]
