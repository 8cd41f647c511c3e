"""How challenges end: reports, confirmations, objections, sealed reports, time, and a judge's word."""

from typing import Any

import pytest

from domain.kernel.facts import AnswerSealed, DeadlineLifted, DeadlineSet, Expire, SeatResigned
from domain.kernel.names import PUBLIC, Seat
from domain.kernel.secret import Sealed, sealed_for
from domain.stadt_city.commands import Confirm, Doubt, Report, RuleOutcome, SealReport, Withdraw
from domain.stadt_city.facts import (
    ChallengeCalledOff,
    DoubtWithdrawn,
    OutcomeConfirmed,
    OutcomeDoubted,
    OutcomeReported,
    OutcomeSettled,
    PointGained,
    ReportOpened,
    ReportsDiffered,
    ReportVoided,
    StageBegun,
)
from domain.stadt_city.questions import waiting
from domain.stadt_city.rulebook import C1, R14, R15
from domain.stadt_city.rules.reports import LONGEST_TEXT
from tests.stadt_city.scenes import A, B, C, D, E, F, G, Table, at, given, never_ally, pairs, position

ANSWER_MS = 120_000


def playing(**options: Any) -> Table:
    """A against B on C3; D, E and F each for itself on H8; C, the Harbinger, and G are away."""
    people = (at(A, "C3"), at(B, "C3"), at(C, "J1"), at(D, "H8"), at(E, "H8"), at(F, "H8"), at(G, "A10"))
    return given(position(*never_ally(*people), stage="before-challenges", harbinger=C, options=options)).goes_on()


def sealing(**options: Any) -> Table:
    return playing(reports="sealed", **options)


def words(text: str) -> Sealed[str]:
    return Sealed(text, frozenset({PUBLIC}))


def sealed(seat: Seat, side: int) -> SealReport:
    return SealReport(seat, sealed_for(side, seat))


def said(command: Any) -> str:
    """A parameter's id: the same in every process, which the order of an audience is not."""
    if isinstance(command, SealReport):
        return f"sealed({command.seat}, {command.answer.value})"
    return str(command)


def asked(table: Table) -> set[tuple[Seat, str, bool]]:
    """Who, what, and whether it is required."""
    return {(asked.seat, asked.kind, asked.required) for asked in waiting(table.state)}


def settled(table: Table) -> set[str]:
    return {challenge.square for challenge in table.state.challenges if challenge.settled}


@pytest.mark.rule(R15)
def test_a_losers_report_is_its_confirmation_and_settles_a_square_of_two_sides() -> None:
    playing().when(Report(A, "C3", 1)).then(
        OutcomeReported("C3", 1, (B,), "seat:0").by(R15),
        OutcomeConfirmed("C3", 0, A).by(R15),
        OutcomeSettled("C3", 1, (B,), "seat:0", "confirmed").by(R15),
    )


@pytest.mark.rule(R15)
def test_a_winners_report_waits_for_the_losers_and_their_time_runs() -> None:
    table = playing().when(Report(A, "C3", 0)).then(OutcomeReported("C3", 0, (A,), "seat:0").by(R15))
    assert table.happened(DeadlineSet) == [DeadlineSet("objection:C3:1", ANSWER_MS)]
    assert {(A, "confirm", False), (B, "confirm", True)} <= asked(table)
    table.when(Confirm(B, "C3")).then(
        OutcomeConfirmed("C3", 1, B).by(R15),
        OutcomeSettled("C3", 0, (A,), "seat:0", "confirmed").by(R15),
    )
    assert table.happened(DeadlineLifted) == [DeadlineLifted("objection:C3:1")]


@pytest.mark.rule(R15)
def test_every_losing_side_confirms() -> None:
    table = playing().when(Report(D, "H8", 0), Confirm(E, "H8")).then(OutcomeConfirmed("H8", 1, E).by(R15))
    table.when(Confirm(F, "H8")).then(
        OutcomeConfirmed("H8", 2, F).by(R15),
        OutcomeSettled("H8", 0, (D,), "seat:3", "confirmed").by(R15),
    )


@pytest.mark.rule(R15)
def test_one_member_confirms_for_a_side() -> None:
    people = (at(A, "C3"), at(B, "C3"), at(C, "C3"), at(D, "C3"), at(E, "J1"), at(F, "H8"), at(G, "H8"))
    table = given(position(*pairs(never_ally(*people), (A, B), (C, D)), stage="before-challenges", harbinger=E)).goes_on()
    table.when(Report(A, "C3", 0))
    assert {(C, "confirm", True), (D, "confirm", True), (B, "confirm", False)} <= asked(table)
    table.when(Confirm(D, "C3"))
    assert table.happened(OutcomeSettled) == [OutcomeSettled("C3", 0, (A, B), "seat:0", "confirmed")]


@pytest.mark.rule(R15)
def test_the_harbinger_reports_on_any_square_and_is_named_as_the_source() -> None:
    table = playing()
    assert (C, "report", False) in asked(table)
    assert {command.square for command in table.offers(C)} == {"C3", "H8"}
    table.when(Report(C, "C3", 0)).then(OutcomeReported("C3", 0, (A,), "harbinger").by(R15))
    table.when(Confirm(B, "C3"))
    assert table.happened(OutcomeSettled) == [OutcomeSettled("C3", 0, (A,), "harbinger", "confirmed")]


@pytest.mark.rule(R15)
def test_a_harbinger_who_takes_part_reports_as_the_seat_it_is() -> None:
    table = given(position(*never_ally(at(A, "C3"), at(B, "C3"), at(C, "J1")), stage="before-challenges", harbinger=A)).goes_on()
    table.when(Report(A, "C3", 0)).then(OutcomeReported("C3", 0, (A,), "seat:0").by(R15))


@pytest.mark.rule(R15)
@pytest.mark.parametrize(
    "command",
    [
        Report(G, "C3", 0),
        Report(D, "C3", 0),
        Report(A, "C3", 2),
        Report(A, "C3", -1),
        Report(A, "B7", 0),
        Confirm(B, "C3"),
        Doubt(B, "C3"),
        Withdraw(B, "C3"),
        sealed(A, 0),
    ],
    ids=said,
)
def test_what_nobody_may_say_before_a_report_is_refused(command: Any) -> None:
    playing().refuses(command, R15)


@pytest.mark.rule(R15)
@pytest.mark.parametrize(
    "command",
    [
        Confirm(A, "C3"),
        Confirm(D, "C3"),
        Confirm(C, "C3"),
        Doubt(A, "C3"),
        Doubt(D, "C3"),
        Doubt(C, "C3"),
        Withdraw(B, "C3"),
        Report(B, "C3", 1),
        Report(C, "C3", 1),
        Report(A, "C3", 0),
    ],
    ids=said,
)
def test_what_nobody_may_say_of_a_report_that_stands_is_refused(command: Any) -> None:
    playing().when(Report(A, "C3", 0)).refuses(command, R15)


@pytest.mark.rule(R15)
@pytest.mark.parametrize("command", [Report(A, "C3", 0), Confirm(B, "C3"), Doubt(B, "C3"), RuleOutcome(0, "C3", 0)], ids=said)
def test_what_is_settled_stays_settled(command: Any) -> None:
    playing().when(Report(A, "C3", 1)).refuses(command, R15)


@pytest.mark.rule(R15)
@pytest.mark.parametrize("stage", ["before-challenges", "prizes", "before-harbinger"])
def test_outside_the_challenges_nothing_is_reported(stage: Any) -> None:
    players = never_ally(at(A, "C3", "fly"), at(B, "C3", "fly"), at(C, "J1"))
    given(position(*players, stage=stage)).refuses(Report(A, "C3", 1), R15)


@pytest.mark.rule(R15)
def test_a_report_nobody_objects_to_stands_when_time_runs_out() -> None:
    table = playing().when(Report(A, "C3", 0), Expire("objection:C3:1"))
    table.then(OutcomeSettled("C3", 0, (A,), "seat:0", "unopposed").by(R15))


@pytest.mark.rule(R15)
@pytest.mark.parametrize(("option", "ms"), [("30", 30_000), ("86400", 86_400_000)])
def test_the_time_for_objecting_is_the_tables(option: str, ms: int) -> None:
    table = playing(answer_time=int(option)).when(Report(A, "C3", 0))
    assert table.happened(DeadlineSet) == [DeadlineSet("objection:C3:1", ms)]


@pytest.mark.rule(R15)
@pytest.mark.rule(R14)
def test_an_objection_stops_its_square_alone_and_the_round_waits() -> None:
    table = playing().when(Report(A, "C3", 0), Doubt(B, "C3"))
    table.then(OutcomeDoubted("C3", B).by(R15))
    assert table.happened(DeadlineLifted) == [DeadlineLifted("objection:C3:1")]
    assert {(A, "confirm", False), (B, "confirm", True)} <= asked(table)
    table.when(Report(D, "H8", 1), Confirm(F, "H8"))
    assert table.happened(OutcomeSettled) == [OutcomeSettled("H8", 1, (E,), "seat:3", "confirmed")]
    assert not table.happened(StageBegun)
    assert settled(table) == {"H8"}
    assert asked(table) == {(A, "confirm", False), (B, "confirm", True)}


@pytest.mark.rule(R15)
def test_a_winner_may_object_too() -> None:
    playing().when(Report(E, "H8", 0), Doubt(D, "H8")).then(OutcomeDoubted("H8", D).by(R15))


@pytest.mark.rule(R15)
def test_an_objection_is_taken_back_and_the_report_waits_for_its_confirmation_again() -> None:
    table = playing().when(Report(A, "C3", 0), Doubt(B, "C3")).refuses(Confirm(B, "C3"), R15).refuses(Doubt(B, "C3"), R15)
    table.when(Withdraw(B, "C3")).then(DoubtWithdrawn("C3", B).by(R15))
    assert table.happened(DeadlineSet) == [DeadlineSet("objection:C3:1", ANSWER_MS)]
    assert table.offers(B) == [Confirm(B, "C3"), Doubt(B, "C3")]


@pytest.mark.rule(R15)
def test_with_the_last_objection_gone_a_report_that_all_have_confirmed_stands() -> None:
    table = playing().when(Report(E, "H8", 0), Doubt(D, "H8"), Confirm(F, "H8")).then(OutcomeConfirmed("H8", 2, F).by(R15))
    table.when(Withdraw(D, "H8")).then(
        DoubtWithdrawn("H8", D).by(R15),
        OutcomeSettled("H8", 0, (D,), "seat:4", "confirmed").by(R15),
    )


@pytest.mark.rule(R15)
def test_whoever_reported_corrects_it_and_all_are_asked_anew() -> None:
    table = playing().when(Report(D, "H8", 0), Confirm(E, "H8"), Doubt(F, "H8"), Report(D, "H8", 2))
    table.then(OutcomeReported("H8", 2, (F,), "seat:3").by(R15), OutcomeConfirmed("H8", 0, D).by(R15))
    assert table.happened(DeadlineSet) == [DeadlineSet("objection:H8:2", ANSWER_MS)]
    assert {(D, "confirm", False), (E, "confirm", True), (F, "confirm", False)} <= asked(table)


@pytest.mark.rule(R15)
def test_the_harbinger_corrects_its_own_report_and_nobody_elses() -> None:
    table = playing().when(Report(C, "C3", 0), Report(C, "C3", 1)).then(OutcomeReported("C3", 1, (B,), "harbinger").by(R15))
    table.refuses(Report(B, "C3", 0), R15)


@pytest.mark.rule(R15)
@pytest.mark.parametrize(
    "before", [(), (Report(A, "C3", 0),), (Report(A, "C3", 0), Doubt(B, "C3"))], ids=["unreported", "reported", "stopped"]
)
def test_a_judge_settles_a_square_whatever_was_said(before: tuple[Any, ...]) -> None:
    why = words("the ball was in")
    table = playing().when(*before, RuleOutcome(2, "C3", 1, why))
    table.then(OutcomeSettled("C3", 1, (B,), "judge:2", "ruled", why).by(R15))
    assert settled(table) == {"C3"}
    assert not table.state.deadlines


@pytest.mark.rule(R15)
def test_a_judge_names_a_side_that_plays_there() -> None:
    playing().refuses(RuleOutcome(0, "C3", 2), R15).refuses(RuleOutcome(0, "B7", 0), R15)


@pytest.mark.rule(R15)
def test_what_people_write_is_taken_over_sealed_and_is_of_a_length() -> None:
    note, statement = words("best of three"), words("x" * LONGEST_TEXT)
    table = playing().when(Report(A, "C3", 0, note)).then(OutcomeReported("C3", 0, (A,), "seat:0", note).by(R15))
    (reported,) = table.happened(OutcomeReported)
    assert reported.note is note
    table.when(Doubt(B, "C3", statement)).then(OutcomeDoubted("C3", B, statement).by(R15))
    for wrong in ("", "x" * (LONGEST_TEXT + 1), "a\u202eb"):
        playing().refuses(Report(A, "C3", 0, words(wrong)), R15).refuses(RuleOutcome(0, "C3", 0, words(wrong)), R15)
        playing().when(Report(A, "C3", 0)).refuses(Doubt(B, "C3", words(wrong)), R15)


@pytest.mark.rule(R15)
def test_sealed_reports_are_opened_together_with_the_last_sides() -> None:
    table = sealing().when(sealed(B, 0)).then(AnswerSealed(B, sealed_for(0, B)).by(R15))
    assert table.happened(DeadlineSet) == [DeadlineSet("objection:C3:0", ANSWER_MS)]
    table.when(sealed(A, 0)).then(
        AnswerSealed(A, sealed_for(0, A)).by(R15),
        ReportOpened(A, "C3", 0, (A,)).by(R15),
        ReportOpened(B, "C3", 0, (A,)).by(R15),
        OutcomeSettled("C3", 0, (A,), "seat:0", "agreed").by(R15),
    )
    assert [table.state.players[seat].answer for seat in (A, B)] == [None, None]


@pytest.mark.rule(R15)
def test_sealed_reports_that_differ_stop_their_square_which_goes_on_openly() -> None:
    table = sealing().when(sealed(A, 0), sealed(B, 1))
    table.then(
        AnswerSealed(B, sealed_for(1, B)).by(R15),
        ReportOpened(A, "C3", 0, (A,)).by(R15),
        ReportOpened(B, "C3", 1, (B,)).by(R15),
        ReportsDiffered("C3").by(R15),
    )
    assert {(A, "report", True), (B, "report", True), (D, "seal-report", True)} <= asked(table)
    table.refuses(sealed(A, 1), R15).when(Report(A, "C3", 0))
    assert not table.state.deadlines
    table.when(Confirm(B, "C3"))
    assert table.happened(OutcomeSettled) == [OutcomeSettled("C3", 0, (A,), "seat:0", "confirmed")]


@pytest.mark.rule(R15)
def test_in_time_the_sealed_reports_given_count_and_the_silent_have_not_objected() -> None:
    table = sealing().when(sealed(D, 1), sealed(E, 1), Expire("objection:H8:0"))
    table.then(
        ReportOpened(D, "H8", 1, (E,)).by(R15),
        ReportOpened(E, "H8", 1, (E,)).by(R15),
        OutcomeSettled("H8", 1, (E,), "seat:3", "unopposed").by(R15),
    )


@pytest.mark.rule(R15)
def test_in_time_sealed_reports_that_differ_stop_the_square() -> None:
    table = sealing().when(sealed(D, 1), sealed(E, 0), Expire("objection:H8:0"))
    table.then(ReportOpened(D, "H8", 1, (E,)).by(R15), ReportOpened(E, "H8", 0, (D,)).by(R15), ReportsDiffered("H8").by(R15))


@pytest.mark.rule(R15)
def test_one_member_of_a_side_is_waited_for_and_the_others_may_speak() -> None:
    people = (at(A, "C3"), at(B, "C3"), at(C, "C3"), at(D, "C3"), at(E, "J1"), at(F, "H8"), at(G, "H8"))
    state = position(*pairs(never_ally(*people), (A, B), (C, D)), stage="before-challenges", options={"reports": "sealed"}, harbinger=E)
    table = given(state).goes_on()
    assert {(A, "seal-report", True), (B, "seal-report", False)} <= asked(table)
    table.when(sealed(B, 1))
    assert {(A, "seal-report", False), (C, "seal-report", True)} <= asked(table)
    table.when(sealed(A, 0), sealed(D, 1))
    assert [fact.seat for fact in table.happened(ReportOpened)] == [A, B, D]
    assert table.happened(ReportsDiffered) == [ReportsDiffered("C3")]


@pytest.mark.rule(R15)
def test_a_sealed_report_may_be_replaced_until_it_is_opened() -> None:
    table = sealing().when(sealed(A, 0), sealed(A, 1), sealed(B, 1))
    assert table.happened(OutcomeSettled) == [OutcomeSettled("C3", 1, (B,), "seat:0", "agreed")]


@pytest.mark.rule(R15)
@pytest.mark.parametrize("command", [sealed(G, 0), sealed(C, 0), sealed(A, 2), Report(A, "C3", 1), Report(C, "C3", 1)], ids=said)
def test_what_is_not_reported_sealed_is_refused(command: Any) -> None:
    sealing().refuses(command, R15)


@pytest.mark.rule(R15)
def test_a_judges_word_opens_the_sealed_reports_that_were_given() -> None:
    table = sealing().when(sealed(A, 0), RuleOutcome(0, "C3", 1))
    table.then(ReportOpened(A, "C3", 0, (A,)).by(R15), OutcomeSettled("C3", 1, (B,), "judge:0", "ruled").by(R15))


@pytest.mark.rule(C1)
def test_a_square_of_one_side_is_called_off_when_the_other_resigns() -> None:
    table = playing().when(Report(A, "C3", 0)).resigns(B, SeatResigned(B))
    table.then(ChallengeCalledOff("C3").by(C1))
    table.refuses(RuleOutcome(0, "C3", 0), R15)
    table.when(Report(E, "H8", 0), Confirm(F, "H8"))
    assert [fact.seat for fact in table.happened(PointGained)] == [D]


@pytest.mark.rule(R15)
def test_nobody_waits_for_a_loser_who_has_resigned() -> None:
    table = playing().when(Report(D, "H8", 0), Confirm(E, "H8")).resigns(F, SeatResigned(F))
    table.then(OutcomeSettled("H8", 0, (D,), "seat:3", "confirmed").by(R15))


@pytest.mark.rule(R15)
def test_an_objection_goes_with_who_made_it() -> None:
    table = playing().when(Report(D, "H8", 0), Doubt(F, "H8")).resigns(F, SeatResigned(F))
    table.then(DoubtWithdrawn("H8", F).by(R15))
    table.when(Confirm(E, "H8"))
    assert table.happened(OutcomeSettled) == [OutcomeSettled("H8", 0, (D,), "seat:3", "confirmed")]


@pytest.mark.rule(R15)
def test_sealed_reports_do_not_wait_for_a_side_that_has_resigned() -> None:
    table = sealing().when(sealed(D, 1), sealed(E, 1)).resigns(F, SeatResigned(F))
    assert table.happened(OutcomeSettled) == [OutcomeSettled("H8", 1, (E,), "seat:3", "agreed")]


@pytest.mark.rule(R15)
def test_sealed_reports_of_a_challenge_that_is_called_off_are_opened() -> None:
    table = sealing().when(sealed(A, 0)).resigns(B, SeatResigned(B))
    table.then(ReportOpened(A, "C3", 0, (A,)).by(R15), ChallengeCalledOff("C3").by(C1))


@pytest.mark.rule(R15)
def test_every_word_that_is_offered_is_accepted() -> None:
    moments = [
        playing(),
        playing().when(Report(D, "H8", 0)),
        playing().when(Report(C, "H8", 0), Doubt(D, "H8"), Confirm(E, "H8")),
        sealing(),
        sealing().when(sealed(A, 0), sealed(B, 1)),
    ]
    for table in moments:
        for question in waiting(table.state):
            offered = table.offers(question.seat)
            assert offered
            for command in offered:
                given(table.state).when(command)


@pytest.mark.rule(R15)
def test_a_report_is_void_when_nobody_is_left_of_the_side_that_it_names() -> None:
    table = playing().when(Report(D, "H8", 0), Confirm(E, "H8")).resigns(D, SeatResigned(D))
    table.then(ReportVoided("H8").by(R15))
    assert table.happened(DeadlineLifted) == [DeadlineLifted("objection:H8:1")]
    assert {(E, "report", True), (F, "report", True)} <= asked(table)
    table.refuses(Report(E, "H8", 0), R15).refuses(Confirm(F, "H8"), R15).when(Report(E, "H8", 1))
    assert table.happened(DeadlineSet) == [DeadlineSet("objection:H8:3", ANSWER_MS)]
    table.when(Confirm(F, "H8"))
    assert table.happened(OutcomeSettled) == [OutcomeSettled("H8", 1, (E,), "seat:4", "confirmed")]


@pytest.mark.rule(R15)
def test_a_report_stands_when_another_of_the_side_that_it_names_stays() -> None:
    people = (at(A, "C3"), at(B, "C3"), at(C, "C3"), at(D, "C3"), at(E, "J1"))
    table = given(position(*pairs(never_ally(*people), (A, B), (C, D)), stage="before-challenges", harbinger=E)).goes_on()
    table.when(Report(A, "C3", 0)).resigns(A, SeatResigned(A)).then().when(Confirm(C, "C3"))
    assert table.happened(OutcomeSettled) == [OutcomeSettled("C3", 0, (B,), "seat:0", "confirmed")]


@pytest.mark.rule(R15)
def test_objections_are_void_with_the_report_they_were_made_to() -> None:
    table = playing().when(Report(D, "H8", 0), Doubt(E, "H8"), Doubt(F, "H8")).resigns(D, SeatResigned(D))
    table.when(Report(E, "H8", 2))
    assert table.happened(OutcomeSettled) == [OutcomeSettled("H8", 2, (F,), "seat:4", "confirmed")]


@pytest.mark.rule(R15)
def test_sealed_reports_that_name_a_side_nobody_is_left_of_are_void_and_all_report_anew() -> None:
    table = sealing().when(sealed(E, 0), sealed(F, 0)).resigns(D, SeatResigned(D))
    table.then(ReportOpened(E, "H8", 0, (D,)).by(R15), ReportOpened(F, "H8", 0, (D,)).by(R15), ReportVoided("H8").by(R15))
    assert {(E, "seal-report", True), (F, "seal-report", True)} <= asked(table)
    table.refuses(sealed(E, 0), R15).when(sealed(E, 1), sealed(F, 1))
    assert table.happened(OutcomeSettled) == [OutcomeSettled("H8", 1, (E,), "seat:4", "agreed")]


@pytest.mark.rule(R15)
@pytest.mark.parametrize("ends", [sealed(F, 2), Expire("objection:H8:0")], ids=["reported", "expired"])
def test_what_a_sealed_report_says_of_who_has_left_stays_unseen_till_all_are_opened(ends: Any) -> None:
    table = sealing().when(sealed(E, 0)).resigns(D, SeatResigned(D)).then()
    assert {(E, "seal-report", False), (F, "seal-report", True)} <= asked(table)
    table.when(ends)
    assert table.happened(ReportVoided) == [ReportVoided("H8")]
    assert not table.happened(OutcomeSettled)


@pytest.mark.rule(R15)
def test_an_objection_outlives_a_corrected_report() -> None:
    table = playing().when(Report(D, "H8", 0), Doubt(E, "H8"), Report(D, "H8", 2))
    table.then(OutcomeReported("H8", 2, (F,), "seat:3").by(R15), OutcomeConfirmed("H8", 0, D).by(R15))
    assert not table.state.deadlines
    table.refuses(Confirm(E, "H8"), R15).when(Report(D, "H8", 0))
    assert (table.state.deadlines, {(E, "confirm", True)} <= asked(table)) == (frozenset(), True)
    table.when(Withdraw(E, "H8"))
    assert table.happened(DeadlineSet) == [DeadlineSet("objection:H8:3", ANSWER_MS)]


@pytest.mark.rule(R15)
def test_a_report_corrected_in_favour_of_who_objected_is_agreed_and_turned_back_is_not() -> None:
    table = playing().when(Report(D, "H8", 0), Doubt(E, "H8"), Report(D, "H8", 1))
    assert table.happened(DeadlineSet) == [DeadlineSet("objection:H8:2", ANSWER_MS)]
    turned = given(table.state).when(Report(D, "H8", 0))
    assert (turned.state.challenge_on("H8").doubters, turned.state.deadlines) == ((E,), frozenset())  # type: ignore[union-attr]
    table.when(Confirm(F, "H8"))
    assert table.happened(OutcomeSettled) == [OutcomeSettled("H8", 1, (E,), "seat:3", "confirmed")]


@pytest.mark.rule(R15)
def test_an_objection_that_was_agreed_to_goes_with_who_made_it_all_the_same() -> None:
    people = (at(A, "C3"), at(B, "C3"), at(C, "C3"), at(D, "C3"), at(E, "C3"), at(F, "J1"))
    table = given(position(*pairs(never_ally(*people), (A, B)), stage="before-challenges", harbinger=F)).goes_on()
    table.when(Report(C, "C3", 1), Doubt(A, "C3"), Report(C, "C3", 0)).resigns(A, SeatResigned(A)).then(DoubtWithdrawn("C3", A).by(R15))
    table.when(Report(C, "C3", 1))
    assert table.state.deadlines == {"objection:C3:3"}


@pytest.mark.rule(C1)
def test_a_challenge_is_called_off_when_the_last_character_leaves_it() -> None:
    people = (at(A, "C3"), at(B, "C3", kind="fallen"), at(C, "C3", kind="fallen"), at(D, "J1"), at(E, "J2"))
    state = position(*never_ally(*people), stage="before-challenges", harbinger=D, destroyed=("A10",))
    given(state).goes_on().when(Report(A, "C3", 0)).resigns(A, SeatResigned(A)).then(ChallengeCalledOff("C3").by(C1))
    others = given(state).goes_on().resigns(B, SeatResigned(B)).then()
    assert others.state.challenge_on("C3").settled is False  # type: ignore[union-attr]


@pytest.mark.rule(R15)
def test_a_harbinger_who_has_resigned_is_asked_for_no_report() -> None:
    table = playing().resigns(C, SeatResigned(C)).then()
    assert C not in {seat for seat, _, _ in asked(table)}
    table.when(Report(A, "C3", 0), Confirm(B, "C3"))
