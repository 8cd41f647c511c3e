"""What a game leaves to judges, over HTTP; and reports of challenges, from the first word to a judge's."""

import re
from typing import Any

import pytest

from domain.stadt_city.rulebook import D1, R15
from domain.table.rulebook import ROLES
from service.parts import Parts
from service.record import verify
from tests.api.clients import Answer, Caller, Seated, ok, problem, refused_by, started
from tests.kernel.night_market.rulebook import FINE

WHY = "the ball was in"


def says(caller: Caller, table: Seated, name: str, question: str | None = None, /, **arguments: Any) -> Answer:
    body: dict[str, Any] = {"seen": table.version(), "command": {"name": name, "arguments": arguments}}
    return caller.post(f"{table.path}/moves", body if question is None else {**body, "question": question})


def challenged(organiser: Caller, **options: Any) -> Seated:
    """Both seats have come to E4, where they play each other; seat 0 is the Harbinger."""
    table = started(organiser, "stadt-city", options={"dice": "entered", "drinks": False, **options})
    ok(table.move(0, "roll-for-title", dice=[6, 6]), 201)
    ok(table.move(1, "roll-for-title", dice=[1, 1]), 201)
    for seat in (1, 0):
        ok(table.move(seat, "place", square="E5"), 201)
    for seat in (0, 1):
        ok(table.move(seat, "roll-movement", dice=[1]), 201)
        ok(table.move(seat, "walk", path=["E4"]), 201)
    ok(table.move(0, "roll-pairs", pairs=["J10"]), 201)
    return table


def facts(table: Seated, name: str) -> list[Any]:
    events = ok(table.organiser.get(f"{table.path}/events", limit=1000))["events"]
    return [fact["fields"] for event in events for fact in event["event"]["facts"] if fact["name"] == name]


@pytest.mark.rule(ROLES)
@pytest.mark.rule(FINE)
def test_a_judge_sends_what_a_game_leaves_to_judges_and_answers_nothing(organiser: Caller) -> None:
    table = started(organiser)
    for seat in (0, 1):
        choices = ok(table.seats[seat].get(f"{table.path}/questions"))["question"]["choices"]
        ok(table.move(seat, "offer", **choices[0]["command"]["arguments"]), 201)
    ok(table.move(0, "roll"), 201)
    question = ok(table.seats[0].get(f"{table.path}/questions"))["question"]["id"]
    receipt = ok(says(table.judge, table, "fine", debtor=0, coins=1, reason=WHY), 201)
    assert receipt["event"]["actor"] == "judge:0"
    assert "judge" not in receipt["event"]["command"]["arguments"]
    assert [opening["value"] for opening in receipt["openings"]] == [WHY]
    assert ok(table.seats[0].get(f"{table.path}/questions"))["question"]["id"] == question
    refused_by(says(table.judge, table, "fine", debtor=0, coins=99), FINE)


@pytest.mark.rule(ROLES)
def test_who_is_no_judge_does_not_judge_and_a_judge_does_not_play(organiser: Caller) -> None:
    table = started(organiser)
    before = table.version()
    for who in ("organiser", "seat:0", "spectator:0"):
        refused_by(says(table.everybody[who], table, "fine", debtor=0, coins=1), ROLES)
    refused_by(says(table.judge, table, "end-turn"), ROLES)
    refused_by(says(table.judge, table, "fine", "0.0.0", debtor=0, coins=1), ROLES)
    refused_by(says(table.judge, table, "no-such"), ROLES)
    assert table.version() == before


@pytest.mark.rule(ROLES)
def test_nobody_says_who_acts_but_the_token(organiser: Caller) -> None:
    table = started(organiser)
    for caller, command, field in ((table.judge, "fine", "judge"), (table.seats[0], "end-turn", "seat")):
        answer = problem(says(caller, table, command, **{field: 0}, debtor=0, coins=1), 422, "malformed")
        assert [fault["field"] for fault in answer["faults"]] == [f"command.arguments.{field}"]


@pytest.mark.rule(R15)
def test_a_judge_settles_a_report_that_somebody_objects_to(organiser: Caller, parts: Parts) -> None:
    table = challenged(organiser)
    ok(table.move(0, "report", square="E4", side=0, note="best of three"), 201)
    ok(table.move(1, "doubt", square="E4", statement="it was best of five"), 201)
    refused_by(table.move(1, "confirm", square="E4"), R15)
    refused_by(says(table.judge, table, "rule-outcome", square="E4", side=2), R15)
    refused_by(says(table.seats[0], table, "rule-outcome", square="E4", side=0), ROLES)
    receipt = ok(says(table.judge, table, "rule-outcome", square="E4", side=1, reason=WHY), 201)
    (settled,) = facts(table, "outcome-settled")
    assert (settled["side"], settled["source"], settled["how"]) == (1, "judge:0", "ruled")
    assert [fact["seat"] for fact in facts(table, "point-gained")] == [1]
    assert WHY in [opening["value"] for opening in receipt["openings"]]
    for told, name, field in (("best of three", "outcome-reported", "note"), ("it was best of five", "outcome-doubted", "statement")):
        (fact,) = facts(table, name)
        assert list(fact[field]) == ["..."]
        assert told in table.spectator.get(f"{table.path}/events", limit=1000).get_data(as_text=True)
    ok(table.judge.post(f"{table.path}/inspections"), 201)
    report = verify(table.judge.get(f"{table.path}/record").data, [parts.tables.codecs["stadt-city"].game])
    assert report.fault is None


@pytest.mark.rule(R15)
def test_a_judge_may_settle_while_the_table_is_paused(organiser: Caller) -> None:
    table = challenged(organiser)
    ok(organiser.post(f"{table.path}/pause"), 201)
    ok(says(table.judge, table, "rule-outcome", square="E4", side=0), 201)
    assert [fact["seat"] for fact in facts(table, "point-gained")] == [0]


@pytest.mark.rule(R15)
def test_sealed_reports_are_seen_by_nobody_until_both_are_there(organiser: Caller) -> None:
    table = challenged(organiser, reports="sealed")
    receipt = ok(table.move(0, "seal-report", answer=1), 201)
    digest = receipt["event"]["command"]["arguments"]["answer"]["..."]
    assert [(opening["digest"], opening["value"]) for opening in receipt["openings"]] == [(digest, 1)]
    other = ok(table.seats[1].get(f"{table.path}/events/{receipt['version']}"))
    assert other["openings"] == []
    ok(table.move(1, "seal-report", answer=1), 201)
    assert [(fact["seat"], fact["side"]) for fact in facts(table, "report-opened")] == [(0, 1), (1, 1)]
    assert [fact["how"] for fact in facts(table, "outcome-settled")] == ["agreed"]


@pytest.mark.rule(R15)
def test_a_confirmation_that_comes_too_late_is_told_what_happened(organiser: Caller) -> None:
    table = challenged(organiser)
    ok(table.move(0, "report", square="E4", side=0), 201)
    asked = ok(table.seats[1].get(f"{table.path}/questions"))
    ok(table.move(0, "report", square="E4", side=1), 201)
    late = table.move(1, "confirm", question=asked["question"]["id"], seen=asked["version"], square="E4")
    assert late.status_code == 409


@pytest.mark.rule(D1)
def test_no_word_of_drinks_is_said_where_they_are_left_out(organiser: Caller) -> None:
    table = challenged(organiser)
    ok(table.move(0, "report", square="E4", side=1), 201)
    for path in ("", "/history", "/events", "/questions"):
        text = table.seats[0].get(f"{table.path}{path}").get_data(as_text=True).lower()
        without_the_option = re.sub(r'\\?"drinks\\?": ?false|drinks: no', "", text)
        assert "drink" not in without_the_option
    refused_by(says(table.seats[0], table, "choose-drink", debtor=1, drink="cider"), D1)
    mistyped = says(table.seats[0], table, "raport", square="E4")
    assert (mistyped.status_code, "raport" in mistyped.text, "drink" in mistyped.text) == (422, True, False)
