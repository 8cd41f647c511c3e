"""Finishing and closing."""

from dataclasses import replace

import pytest

from domain.kernel.facts import GameFinished
from domain.kernel.game import PointsCounted
from domain.kernel.names import SYSTEM, Seat
from domain.table.commands import Abandon, Close, Pause, Resign, Undo
from domain.table.facts import Closed
from domain.table.rulebook import ABANDON, CLOSE, CLOSED, FINISH
from domain.table.state import Phase
from tests.invariants import play_out
from tests.kernel.night_market import NIGHT_MARKET
from tests.kernel.night_market.rulebook import END
from tests.table.scenes import JUDGE, ORGANISER, end_turn, first_turn, names, offering, plain, played_out, rules


@pytest.mark.rule(FINISH)
def test_the_finishing_event_holds_the_sheet_and_the_ranking_after_the_games_last_facts() -> None:
    match = played_out(2)
    finish = match.events[-2]
    counted = match.game.sheet(match.state)
    assert finish.facts[-len(counted) - 1 : -1] == counted
    assert plain(finish)[-1] == GameFinished(match.game.places(match.state), match.game.winners(match.state))
    assert names(finish)[-len(counted) - 2] == "market-closed"
    assert rules(finish)[-1] == END.id


@pytest.mark.rule(FINISH)
def test_a_game_that_its_rules_do_not_end_goes_on() -> None:
    match = first_turn(2)
    event = match.answer(0, end_turn(0))
    assert not any(isinstance(fact, GameFinished | PointsCounted) for fact in plain(event))
    assert match.folded.position.finished is None


@pytest.mark.rule(FINISH)
def test_the_finish_follows_the_head() -> None:
    match = offering(2)
    node = match.folded.table.head
    match.does("seat:0", Resign())
    assert match.folded.position.finished is not None
    assert match.folded.nodes[node].position.finished is None


@pytest.mark.rule(FINISH)
def test_after_the_finish_nothing_goes_on() -> None:
    match = played_out()
    for command in (Resign(), Pause()):
        assert match.refusal(match.ask("seat:0", command)) == FINISH.id
    assert match.refusal(match.ask("seat:0", Abandon())) == ABANDON.id


@pytest.mark.rule(CLOSE)
def test_the_append_that_finishes_a_table_closes_it() -> None:
    match = played_out()
    finish, close = match.events[-2:]
    assert (names(finish)[-1], plain(close), close.actor) == ("finished", (Closed(),), SYSTEM)
    assert finish.at == close.at
    assert (match.folded.table.phase, match.folded.table.closed) == (Phase.FINISHED, True)


@pytest.mark.rule(CLOSE)
@pytest.mark.parametrize("who", [ORGANISER, JUDGE, "seat:0", "public"])
def test_nobody_but_the_system_closes_a_table(who: str) -> None:
    match = played_out()
    assert match.refusal(match.ask(who, Close())) == CLOSE.id


@pytest.mark.rule(CLOSE)
def test_a_table_that_is_not_over_is_not_closed() -> None:
    match = offering()
    assert match.refusal(match.ask(SYSTEM, Close())) == CLOSE.id


@pytest.mark.rule(CLOSED)
def test_a_table_is_closed_once() -> None:
    match = played_out()
    assert match.refusal(match.ask(SYSTEM, Close())) == CLOSED.id


@pytest.mark.rule(CLOSED)
@pytest.mark.parametrize("seat", [0, 1])
def test_after_the_close_the_head_never_moves(seat: int) -> None:
    match = played_out()
    assert match.refusal(match.ask(f"seat:{seat}", Undo())) == CLOSED.id


@pytest.mark.rule(CLOSED)
def test_at_an_abandoned_table_the_head_never_moves() -> None:
    match = first_turn()
    match.answer(0, match.game.choices(match.state, Seat(0))[0].command)
    match.does(ORGANISER, Abandon())
    assert match.refusal(match.ask("seat:0", Undo())) == CLOSED.id


@pytest.mark.rule(FINISH)
def test_who_has_won_is_the_games_word_and_need_not_be_the_first_place() -> None:
    nobody = replace(NIGHT_MARKET, winners=lambda state: ())
    finished = plain(play_out(nobody, 2, "nobody wins").events[-2])[-1]
    assert isinstance(finished, GameFinished)
    assert finished.places
    assert finished.winners == ()
