"""Ways out of a dispute whose judges have stepped aside, or whose panel has voted for what can no longer be given."""

import pytest

from domain.kernel.facts import Expire
from domain.kernel.names import SYSTEM
from domain.table.commands import Claim
from domain.table.disputes.commands import Appeal, CallPanel, Recuse
from domain.table.disputes.hearing import LIFE, LONGEST_PAUSE
from domain.table.disputes.parts import Remedy, Stage
from domain.table.rulebook import APPEALS, PANEL, REMEDIES, RULING
from tests.match import Match
from tests.table.scenes import JUDGE, ORGANISER, a_burial, end_turn, first_turn, said
from tests.table.test_disputes import DEPUTY, disputed, filing, leaving
from tests.table.test_rulings import THIRD, bench, three_turns, vote


@pytest.mark.rule(PANEL)
def test_where_all_of_a_panel_step_aside_another_is_called() -> None:
    match = bench(disputed())
    match.does("judge:3", Claim("judge:3"))
    match.does(JUDGE, CallPanel(1, (0, 1)))
    match.does(JUDGE, Recuse(1))
    assert match.refusal(match.ask(ORGANISER, CallPanel(1, (2, 3)))) == PANEL.id
    match.does(DEPUTY, Recuse(1))
    assert match.refusal(match.ask(ORGANISER, CallPanel(1, (1, 2)))) == PANEL.id
    match.does(ORGANISER, CallPanel(1, (2, 3)))
    match.does(THIRD, vote(2))
    match.does("judge:3", vote(3))
    match.does(THIRD, leaving())


@pytest.mark.rule(PANEL)
def test_where_all_of_a_panel_step_aside_a_judge_who_has_not_rules_alone() -> None:
    match = bench(disputed())
    match.does(JUDGE, CallPanel(1, (0, 1)))
    for who in (JUDGE, DEPUTY):
        match.does(who, Recuse(1))
    assert match.refusal(match.ask(DEPUTY, leaving())) == RULING.id
    match.does(THIRD, leaving())


@pytest.mark.rule(PANEL, REMEDIES)
@pytest.mark.parametrize(
    ("remedy", "to"), [(Remedy.REWIND, 0), (Remedy.REWIND, 3), (Remedy.REWIND, 9999), (Remedy.REPLAY, 3), (Remedy.REWIND, None)]
)
def test_a_vote_for_what_cannot_be_given_is_refused_as_it_is_cast(remedy: Remedy, to: int | None) -> None:
    match = bench(disputed())
    match.does(JUDGE, CallPanel(1, (0, 1)))
    assert match.refusal(match.ask(JUDGE, vote(0, remedy, to))) == REMEDIES.id


def beyond_reach() -> Match:
    """A panel has voted to rewind to where the game has come to stand meanwhile."""
    match = bench(three_turns())
    to = match.folded.line()[-2]
    match.does(JUDGE, CallPanel(1, (0, 1)))
    for judge in (0, 1):
        match.does(f"judge:{judge}", vote(judge, Remedy.REWIND, to))
    assert match.refusal(match.ask(ORGANISER, CallPanel(1, (0, 2)))) == PANEL.id
    match.does("seat:0", filing(match))
    match.does(JUDGE, leaving(2, remedy=Remedy.UNDO))
    assert match.folded.table.head == to
    return match


@pytest.mark.rule(PANEL, REMEDIES)
def test_a_panel_that_has_voted_for_what_can_no_longer_be_given_is_followed_by_another() -> None:
    match = beyond_reach()
    to = match.folded.table.head
    assert match.refusal(match.ask(JUDGE, leaving(remedy=Remedy.REWIND, to=to))) == REMEDIES.id
    match.does(ORGANISER, CallPanel(1, (0, 2)))
    assert (match.folded.table.disputes[0].votes, match.folded.table.disputes[0].opened) == ((), ())
    for judge in (0, 2):
        match.does(f"judge:{judge}", vote(judge))
    match.does(JUDGE, leaving())


@pytest.mark.rule(APPEALS)
def test_an_appeal_goes_to_another_judge_where_the_head_judge_has_stepped_aside() -> None:
    match = bench(disputed())
    match.does(JUDGE, Recuse(1))
    match.does(DEPUTY, leaving())
    match.does("seat:1", Appeal(1, said()))
    assert match.refusal(match.ask(DEPUTY, leaving())) == APPEALS.id
    assert match.refusal(match.ask(JUDGE, leaving())) == RULING.id
    match.does(THIRD, leaving())
    assert match.folded.table.disputes[0].stage is Stage.FINAL


@pytest.mark.rule(APPEALS)
def test_the_head_judge_may_step_aside_from_an_appeal() -> None:
    match = bench(disputed())
    match.does(DEPUTY, leaving())
    match.does("seat:1", Appeal(1, said()))
    assert match.refusal(match.ask(THIRD, leaving())) == APPEALS.id
    match.does(JUDGE, Recuse(1))
    match.does(THIRD, leaving())


@pytest.mark.rule(RULING)
def test_where_the_only_judge_steps_aside_another_takes_a_place_and_rules() -> None:
    match = disputed()
    match.does(JUDGE, Claim(JUDGE))
    match.does(JUDGE, Recuse(1))
    match.does(DEPUTY, Claim(DEPUTY))
    match.does(DEPUTY, leaving())
    assert match.folded.table.disputes[0].stage is Stage.RULED


def all_recused() -> Match:
    match = bench(disputed())
    match.does(JUDGE, CallPanel(1, (0, 1, 2)))
    for number in range(3):
        match.does(f"judge:{number}", Recuse(1))
    return match


@pytest.mark.rule(RULING)
def test_a_dispute_that_no_judge_is_left_for_lets_the_table_go_and_lapses() -> None:
    match = all_recused()
    filed = match.folded.table.disputes[0].deadlines[-1].due - LIFE
    match.does(SYSTEM, Expire("dispute-pause:1"), at=filed + LONGEST_PAUSE)
    match.answer(0, end_turn(0))
    match.does(SYSTEM, Expire("dispute:1"), at=filed + LIFE)
    assert match.folded.table.disputes[0].stage is Stage.LAPSED


@pytest.mark.rule(PANEL)
def test_without_a_vote_yet_no_other_panel_is_called() -> None:
    match = first_turn()
    match.answer(0, a_burial(match, 0))
    bench(disputed(match, 2))
    match.does(JUDGE, CallPanel(1, (0, 1)))
    assert match.refusal(match.ask(JUDGE, CallPanel(1, (0, 2)))) == PANEL.id
