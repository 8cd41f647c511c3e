"""Disputes: filed, heard, left, lapsed; what stands still meanwhile, and when a result is final."""

from dataclasses import replace
from typing import Any

import pytest

from domain.kernel.facts import Expire
from domain.kernel.names import SYSTEM, Seat, Viewer
from domain.kernel.refusal import Refused
from domain.kernel.rule import RuleId
from domain.kernel.secret import Hidden, Sealed
from domain.table.commands import Abandon, Pause, Resume
from domain.table.disputes.commands import Appeal, FileDispute, GiveRuling, OpenStatements, StateCase, WithdrawDispute
from domain.table.disputes.facts import (
    DisputeEnded,
    DisputeFiled,
    PauseEnded,
    StatementSealed,
    StatementsOpened,
    WindowOpened,
    WindowPassed,
)
from domain.table.disputes.hearing import LIFE, LONGEST_PAUSE
from domain.table.disputes.parts import Pinned, Remedy, Stage
from domain.table.disputes.ruling import APPEAL_WITHIN
from domain.table.facts import Paused, Resumed
from domain.table.rulebook import (
    ABANDON,
    APPEALS,
    CLOSE,
    CLOSED,
    DEADLINE,
    FILING,
    HEARING,
    PAUSE,
    ROLES,
    RULING,
    START,
    STOPPING,
    WAYS_OUT,
    WINDOW,
)
from tests.kernel.night_market import NIGHT_MARKET
from tests.kernel.night_market.rulebook import DEALS, TURN
from tests.match import Match
from tests.table.scenes import JUDGE, ORGANISER, a_burial, an_offer, end_turn, first_turn, offering, plain, said, to_the_end

HASH = "0" * 64
DEPUTY = "judge:1"


def filing(match: Match, event: int | None = None, **changes: Any) -> FileDispute:
    event = match.folded.table.head if event is None else event
    return replace(FileDispute(event, RuleId(TURN.id), said(), (Pinned(event, HASH),)), **changes)


def disputed(match: Match | None = None, seat: int = 1) -> Match:
    """Seat 0 has buried a card, and the other disputes it."""
    if match is None:
        match = first_turn()
        match.answer(0, a_burial(match, 0))
    match.does(f"seat:{seat}", filing(match))
    return match


def leaving(number: int = 1, **changes: Any) -> GiveRuling:
    return replace(GiveRuling(number, (RuleId(TURN.id),), Remedy.LEAVE, said("It was legal.")), **changes)


def statement(text: str, seat: int) -> StateCase:
    return StateCase(1, Sealed(text, frozenset({Viewer(f"seat:{seat}")})))


@pytest.mark.rule(FILING, STOPPING)
def test_a_seat_disputes_an_event_and_the_table_stands_still() -> None:
    match = first_turn()
    match.answer(0, a_burial(match, 0))
    command = filing(match)
    event = match.does("seat:1", command)
    head = match.folded.table.head
    filed = DisputeFiled(1, Seat(1), head, RuleId(TURN.id), command.claim, (Pinned(head, HASH),), LONGEST_PAUSE, LIFE)
    assert event.facts == (filed.by(FILING), Paused().by(STOPPING))
    assert not event.is_node
    assert match.refusal(match.ask("seat:0", end_turn(0), match.question(0))) == PAUSE.id


@pytest.mark.rule(FILING)
@pytest.mark.parametrize(
    "changes",
    [
        {"event": 0, "evidence": (Pinned(0, HASH),)},
        {"event": 9999, "evidence": (Pinned(9999, HASH),)},
        {"disputed": RuleId("NM-X9")},
        {"claim": said("")},
        {"claim": said("x" * 2001)},
        {"evidence": ()},
        {"evidence": (Pinned(1, HASH),)},
        {"evidence": (Pinned(14, "0" * 63),)},
        {"outcome": "B6"},
    ],
)
def test_what_a_dispute_must_name_is_refused_where_it_is_not_there(changes: dict[str, Any]) -> None:
    match = first_turn()
    event = match.folded.table.head
    command = replace(filing(match), **{**changes, "event": changes.get("event", event)})
    assert match.refusal(match.ask("seat:1", command)) == FILING.id


@pytest.mark.rule(FILING)
def test_a_seat_has_one_dispute_at_a_time_and_may_file_another_once_it_is_over() -> None:
    match = disputed()
    assert match.refusal(match.ask("seat:1", filing(match))) == FILING.id
    match.does("seat:0", filing(match))
    match.does(JUDGE, leaving(1))
    match.does("seat:1", filing(match))
    assert [dispute.stage for dispute in match.folded.table.disputes] == [Stage.FINAL, Stage.OPEN, Stage.OPEN]


@pytest.mark.rule(FILING, ROLES)
@pytest.mark.parametrize("who", [ORGANISER, JUDGE, "public", SYSTEM])
def test_only_a_seat_disputes(who: str) -> None:
    match = first_turn()
    assert match.refusal(match.ask(who, filing(match))) == ROLES.id


@pytest.mark.rule(START, CLOSED, ABANDON)
def test_before_the_start_and_after_the_close_nothing_is_disputed() -> None:
    early = Match.seated(NIGHT_MARKET, 2)
    assert early.refusal(early.ask("seat:0", filing(early, 1))) == START.id
    late = to_the_end(first_turn(2))
    assert late.refusal(late.ask("seat:0", filing(late))) == CLOSED.id
    gone = first_turn()
    gone.does(ORGANISER, Abandon())
    assert gone.refusal(gone.ask("seat:0", filing(gone))) == ABANDON.id


@pytest.mark.rule(STOPPING)
def test_a_dispute_holds_the_table_no_longer_than_half_an_hour() -> None:
    match = disputed()
    filed = match.folded.table.at
    expiry = Expire("dispute-pause:1")
    assert match.folded.next_deadline() == filed + LONGEST_PAUSE
    assert match.refusal(match.ask(SYSTEM, expiry, at=filed + LONGEST_PAUSE - 1)) == DEADLINE.id
    event = match.does(SYSTEM, expiry, at=filed + LONGEST_PAUSE)
    assert event.facts == (PauseEnded(1).by(STOPPING), Resumed().by(STOPPING))
    match.answer(0, end_turn(0))
    assert match.folded.table.disputes[0].stage is Stage.OPEN


@pytest.mark.rule(STOPPING, PAUSE)
def test_the_filer_alone_cannot_hold_the_others() -> None:
    match = disputed()
    for seat in range(3):
        match.does(f"seat:{seat}", Resume())
    assert match.folded.table.paused_at is None
    assert not match.folded.table.disputes[0].holds_still
    assert match.folded.next_deadline() != match.folded.table.at + LONGEST_PAUSE


@pytest.mark.rule(STOPPING)
def test_while_two_disputes_hold_the_table_the_end_of_one_does_not_let_it_go() -> None:
    match = disputed()
    match.does("seat:0", filing(match))
    event = match.does(JUDGE, leaving(1))
    assert Resumed().by(RULING) not in event.facts
    assert Resumed().by(RULING) in match.does(JUDGE, leaving(2)).facts


@pytest.mark.rule(STOPPING)
def test_a_pause_of_the_table_itself_outlasts_a_dispute() -> None:
    match = first_turn()
    match.does(ORGANISER, Pause())
    disputed(match)
    match.does(JUDGE, leaving())
    assert match.folded.table.paused_at is not None


@pytest.mark.rule(STOPPING)
def test_time_stands_still_while_a_dispute_holds_the_table() -> None:
    match = offering()
    before = match.folded.next_deadline()
    assert before is not None
    disputed(match)
    match.does(JUDGE, leaving(), at=match.folded.table.at + 5 * 60_000)
    after = match.folded.next_deadline()
    assert after == before + 5 * 60_000


@pytest.mark.rule(HEARING)
def test_statements_are_sealed_for_their_seats_alone_and_the_last_opens_them_all() -> None:
    match = disputed()
    for seat in (0, 1):
        event = match.does(f"seat:{seat}", statement("mine", seat))
        assert event.facts == (StatementSealed(1, Seat(seat), Sealed("mine", frozenset({Viewer(f"seat:{seat}")}))).by(HEARING),)
    last = match.does("seat:2", statement("I saw it", 2))
    assert plain(last)[1:] == (StatementsOpened(1),)
    assert match.folded.table.disputes[0].heard
    judges = match.view(Viewer("judge:0"))
    assert all(isinstance(paper.content, Hidden) for paper in judges.table.disputes[0].statements)


@pytest.mark.rule(HEARING)
def test_a_seat_states_its_case_once_and_not_after_they_are_open() -> None:
    match = disputed()
    match.does("seat:0", statement("mine", 0))
    assert match.refusal(match.ask("seat:0", statement("more", 0))) == HEARING.id
    match.does(JUDGE, OpenStatements(1))
    assert match.refusal(match.ask("seat:2", statement("late", 2))) == HEARING.id
    assert match.refusal(match.ask(JUDGE, OpenStatements(1))) == HEARING.id


@pytest.mark.rule(HEARING, ROLES)
def test_a_judge_opens_statements_that_there_are() -> None:
    match = disputed()
    assert match.refusal(match.ask(JUDGE, OpenStatements(1))) == HEARING.id
    match.does("seat:0", statement("mine", 0))
    assert match.refusal(match.ask("seat:0", OpenStatements(1))) == ROLES.id
    assert match.does(JUDGE, OpenStatements(1)).facts == (StatementsOpened(1).by(HEARING),)


@pytest.mark.rule(HEARING, RULING)
def test_a_ruling_opens_the_statements_that_were_made() -> None:
    match = disputed()
    match.does("seat:0", statement("mine", 0))
    assert plain(match.does(JUDGE, leaving()))[0] == StatementsOpened(1)


@pytest.mark.rule(WAYS_OUT)
def test_who_filed_may_withdraw_and_nobody_else() -> None:
    match = disputed()
    assert match.refusal(match.ask("seat:0", WithdrawDispute(1))) == WAYS_OUT.id
    event = match.does("seat:1", WithdrawDispute(1))
    assert event.facts == (DisputeEnded(1, "withdrawn").by(WAYS_OUT), Resumed().by(WAYS_OUT))
    assert match.refusal(match.ask("seat:1", WithdrawDispute(1))) == WAYS_OUT.id
    assert match.refusal(match.ask(JUDGE, leaving())) == RULING.id


@pytest.mark.rule(WAYS_OUT)
def test_a_dispute_that_nobody_rules_on_lapses_after_seven_days() -> None:
    match = disputed()
    filed = match.folded.table.at
    match.does(SYSTEM, Expire("dispute-pause:1"), at=filed + LONGEST_PAUSE)
    assert match.refusal(match.ask(SYSTEM, Expire("dispute:1"), at=filed + LIFE - 1)) == DEADLINE.id
    assert match.does(SYSTEM, Expire("dispute:1"), at=filed + LIFE).facts == (DisputeEnded(1, "lapsed").by(WAYS_OUT),)


@pytest.mark.rule(APPEALS)
def test_a_ruling_by_another_than_the_head_judge_is_appealed_once_to_the_head_judge() -> None:
    match = disputed()
    match.does(DEPUTY, leaving())
    assert match.folded.table.disputes[0].stage is Stage.RULED
    match.does("seat:1", Appeal(1, said("It was not.")))
    assert match.folded.table.held
    assert match.refusal(match.ask("seat:0", Appeal(1, said("Me too.")))) == APPEALS.id
    assert match.refusal(match.ask(DEPUTY, leaving())) == APPEALS.id
    match.does(JUDGE, leaving())
    assert [dispute.stage for dispute in match.folded.table.disputes] == [Stage.FINAL]
    assert match.folded.table.paused_at is None
    assert match.refusal(match.ask("seat:1", Appeal(1, said("Again.")))) == APPEALS.id


@pytest.mark.rule(APPEALS)
def test_the_head_judges_ruling_is_final_at_once() -> None:
    match = disputed()
    match.does(JUDGE, leaving())
    assert match.refusal(match.ask("seat:1", Appeal(1, said()))) == APPEALS.id


@pytest.mark.rule(APPEALS)
def test_a_ruling_that_nobody_appeals_in_time_is_final() -> None:
    match = disputed()
    match.does(DEPUTY, leaving())
    ruled = match.folded.table.at
    assert match.refusal(match.ask(SYSTEM, Expire("appeal:1"), at=ruled + APPEAL_WITHIN - 1)) == DEADLINE.id
    assert match.does(SYSTEM, Expire("appeal:1"), at=ruled + APPEAL_WITHIN).facts == (DisputeEnded(1, "final").by(APPEALS),)


@pytest.mark.rule(WAYS_OUT, APPEALS)
def test_an_appeal_that_is_withdrawn_or_lapses_leaves_the_first_ruling() -> None:
    for way in ("withdrawn", "lapsed"):
        match = disputed()
        match.does(DEPUTY, leaving())
        match.does("seat:0", Appeal(1, said()))
        assert match.refusal(match.ask("seat:1", WithdrawDispute(1))) == WAYS_OUT.id
        if way == "withdrawn":
            match.does("seat:0", WithdrawDispute(1))
        else:
            match.does(SYSTEM, Expire("dispute:1"), at=match.folded.table.at + LIFE)
        assert match.folded.table.disputes[0].stage is Stage.FINAL
        assert match.folded.table.paused_at is None


def over(window: str = "600") -> Match:
    """A game of one round that is over, its result provisional."""
    match = Match.started(NIGHT_MARKET, 2, 0, {"length": "one-round", "dispute_window": window})
    for seat in range(2):
        match.answer(seat, an_offer(match, seat))
    while match.folded.position.finished is None:
        seat = next(asked.seat for asked in match.folded.position.asked if asked.required)
        match.answer(seat, match.game.choices(match.state, seat)[-1].command)
    return match


@pytest.mark.rule(WINDOW, CLOSE)
def test_with_a_window_a_game_that_ends_stays_open_until_it_has_passed() -> None:
    match = over()
    finished = match.folded.table.at
    assert plain(match.events[-1])[-1] == WindowOpened(600_000)
    assert not match.folded.table.closed
    assert match.refusal(match.ask(SYSTEM, Expire("window"), at=finished + 599_999)) == DEADLINE.id
    event = match.does(SYSTEM, Expire("window"), at=finished + 600_000)
    assert event.facts == (WindowPassed().by(WINDOW),)
    assert match.folded.table.closed


@pytest.mark.rule(WINDOW)
def test_an_open_dispute_keeps_a_result_provisional_beyond_the_window() -> None:
    match = disputed(over())
    assert match.folded.table.paused_at is None
    match.does(SYSTEM, Expire("window"), at=match.folded.table.at + 600_000)
    assert not match.folded.table.closed
    match.does(DEPUTY, leaving())
    assert not match.folded.table.closed
    match.does(SYSTEM, Expire("appeal:1"), at=match.folded.table.at + APPEAL_WITHIN)
    assert match.folded.table.closed


@pytest.mark.rule(WINDOW)
def test_a_dispute_that_is_over_before_the_window_leaves_it_running() -> None:
    match = disputed(over())
    match.does(JUDGE, leaving())
    assert not match.folded.table.closed
    match.does("seat:0", filing(match))
    match.does("seat:0", WithdrawDispute(2))
    assert not match.folded.table.closed


@pytest.mark.rule(WINDOW, CLOSE)
def test_without_a_window_an_open_dispute_alone_keeps_the_table_open() -> None:
    match = Match.started(NIGHT_MARKET, 2, 0, {"length": "one-round"})
    match.does("seat:1", filing(match))
    match.does(SYSTEM, Expire("dispute-pause:1"), at=match.folded.table.at + LONGEST_PAUSE)
    for seat in range(2):
        match.answer(seat, an_offer(match, seat))
    while match.folded.position.finished is None:
        seat = next(asked.seat for asked in match.folded.position.asked if asked.required)
        match.answer(seat, match.game.choices(match.state, seat)[-1].command)
    assert not match.folded.table.closed
    match.does("seat:1", WithdrawDispute(1))
    assert match.folded.table.closed


@pytest.mark.rule(CLOSED)
def test_after_the_close_no_ruling_is_given() -> None:
    match = over()
    match.does("seat:0", filing(match))
    match.does("seat:0", WithdrawDispute(1))
    match.does(SYSTEM, Expire("window"), at=match.folded.table.at + 600_000)
    for ask in (match.ask(JUDGE, leaving()), match.ask("seat:0", Appeal(1, said())), match.ask("seat:0", statement("late", 0))):
        with pytest.raises(Refused):
            match.facts(ask)


@pytest.mark.rule(STOPPING)
def test_where_the_game_says_so_only_the_question_concerned_stands_still() -> None:
    game = replace(NIGHT_MARKET, stops=lambda state, outcome: (("turn", ""), ("deadline", outcome)))
    match = first_turn()
    match.folded = replace(match.folded, game=game)
    asked = match.folded.position.question_of(Seat(0))
    assert asked is not None
    stops = ((asked.kind, asked.detail),)
    match.folded = replace(match.folded, game=replace(game, stops=lambda state, outcome: stops))
    match.does("seat:1", filing(match, outcome="stall"))
    assert match.folded.table.paused_at is None
    assert match.refusal(match.ask("seat:0", end_turn(0), match.question(0))) == STOPPING.id
    match.does(JUDGE, leaving())
    match.answer(0, end_turn(0))


@pytest.mark.rule(DEALS)
def test_a_ruling_cites_rules_that_there_are() -> None:
    match = disputed()
    assert match.refusal(match.ask(JUDGE, leaving(rules=()))) == RULING.id
    assert match.refusal(match.ask(JUDGE, leaving(rules=(RuleId("NM-T2"), RuleId("NM-T99"))))) == FILING.id
    match.does(JUDGE, leaving(rules=(RuleId("NM-T2"), RuleId("TB-D1"))))
