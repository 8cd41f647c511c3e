"""Disputes over HTTP that take a way of their own: new chance, letting go, hearings, panels that shrink, reported outcomes."""

from typing import Any

import pytest

from domain.stadt_city.rulebook import R15
from domain.table.rulebook import FILING, HEARING, PANEL, PAUSE, REMEDIES, ROLES, RULING, STOPPING, WAYS_OUT
from service.case import verify_bundle
from service.impact import Change, impact, of_record, of_table
from service.parts import Parts
from service.record import codec_of, read_record, verify
from tests.api.clients import Caller, Seated, ok, open_table, refused_by, started
from tests.api.test_disputes import file, rule, seen
from tests.api.test_judging import challenged
from tests.kernel.night_market import NIGHT_MARKET


@pytest.fixture
def table(organiser: Caller) -> Seated:
    """Both seats have offered; seat 0 has the first turn."""
    table = started(organiser)
    for seat in (0, 1):
        choices = ok(table.seats[seat].get(f"{table.path}/questions"))["question"]["choices"]
        ok(table.move(seat, "offer", **choices[0]["command"]["arguments"]), 201)
    return table


def at_hand(caller: Caller, table: Seated, what: str, body: Any = None) -> Any:
    return caller.post(f"{table.path}/disputes/1/{what}", body)


def played_out(table: Seated) -> None:
    while waiting := [one for one in ok(table.spectator.get(table.path))["waiting"] if one["required"]]:
        seat = waiting[0]["seat"]
        choice = ok(table.seats[seat].get(f"{table.path}/questions"))["question"]["choices"][-1]["command"]
        ok(table.move(seat, choice["name"], **choice["arguments"]), 201)


@pytest.mark.rule(REMEDIES)
def test_a_new_chance_is_given_and_verified_and_decided_again_like_all_else(organiser: Caller, parts: Parts) -> None:
    table = started(organiser, options={"length": "one-round"})
    for seat in (0, 1):
        choices = ok(table.seats[seat].get(f"{table.path}/questions"))["question"]["choices"]
        ok(table.move(seat, "offer", **choices[0]["command"]["arguments"]), 201)
    ok(file(table), 201)
    ruled = ok(rule(table.judge, table, new_chance=True), 201)
    assert "seed-renewed" in [fact["name"] for fact in ruled["event"]["facts"]]
    told = impact(of_table(parts.tables, table.id), Change())
    assert (told.differing, told.unchecked) == (0, 0), told.first
    played_out(table)
    data = organiser.get(f"{table.path}/record").data
    report = verify(data, [NIGHT_MARKET])
    assert report.fault is None, str(report.fault)
    told = impact(of_table(parts.tables, table.id), Change())
    assert (told.differing, told.unchecked) == (0, 0), told.first
    record = read_record(data)
    told = impact(of_record(record, codec_of(record, [NIGHT_MARKET])), Change())
    assert (told.differing, told.unchecked) == (0, 1), told.first


@pytest.mark.rule(REMEDIES)
def test_there_is_no_new_chance_but_with_yes_or_no(table: Seated) -> None:
    ok(file(table), 201)
    answer = rule(table.judge, table, new_chance="perhaps")
    assert (answer.status_code, [fault["field"] for fault in answer.json["faults"]]) == (422, ["new_chance"])


@pytest.mark.rule(WAYS_OUT)
def test_who_filed_lets_it_go_and_the_table_goes_on(table: Seated) -> None:
    ok(file(table), 201)
    refused_by(at_hand(table.seats[0], table, "withdrawal"), WAYS_OUT)
    refused_by(at_hand(table.judge, table, "withdrawal"), ROLES)
    refused_by(table.move(0, "end-turn"), PAUSE)
    ok(at_hand(table.seats[1], table, "withdrawal"), 201)
    assert seen(table.spectator, table)["stage"] == "withdrawn"
    ok(table.move(0, "end-turn"), 201)
    refused_by(at_hand(table.seats[1], table, "withdrawal"), WAYS_OUT)
    refused_by(rule(table.judge, table), RULING)


@pytest.mark.rule(WAYS_OUT)
def test_an_appeal_that_is_let_go_leaves_the_first_ruling_standing(organiser: Caller) -> None:
    table, deputy = two_judges(organiser)
    ok(file(table, rule="NM-S1"), 201)
    ok(rule(deputy, table, rules=["NM-S1"]), 201)
    ok(at_hand(table.seats[0], table, "appeal", {"reason": "Look again."}), 201)
    refused_by(at_hand(table.seats[1], table, "withdrawal"), WAYS_OUT)
    ok(at_hand(table.seats[0], table, "withdrawal"), 201)
    found = seen(table.spectator, table)
    assert (found["stage"], [one["judge"] for one in found["rulings"]]) == ("final", [1])


@pytest.mark.rule(HEARING)
def test_a_judge_opens_the_statements_that_there_are_and_no_more_are_made(table: Seated) -> None:
    ok(file(table), 201)
    refused_by(at_hand(table.judge, table, "hearing"), HEARING)
    ok(at_hand(table.seats[0], table, "statements", {"statement": "I saw a kite."}), 201)
    refused_by(at_hand(table.seats[1], table, "hearing"), ROLES)
    ok(at_hand(table.judge, table, "hearing"), 201)
    assert [one["statement"] for one in seen(table.spectator, table)["statements"]] == ["I saw a kite."]
    refused_by(at_hand(table.seats[1], table, "statements", {"statement": "Too late."}), HEARING)
    refused_by(at_hand(table.judge, table, "hearing"), HEARING)


@pytest.mark.rule(PANEL)
def test_a_panel_that_one_steps_aside_from_is_complete_with_the_votes_of_the_others(organiser: Caller) -> None:
    table, deputy = two_judges(organiser)
    ok(file(table, rule="NM-S1"), 201)
    refused_by(at_hand(deputy, table, "panel", {"judges": [0, 1]}), ROLES)
    refused_by(at_hand(table.judge, table, "panel", {"judges": [0]}), PANEL)
    ok(at_hand(organiser, table, "panel", {"judges": [0, 1]}), 201)
    ok(at_hand(deputy, table, "votes", {"remedy": "leave"}), 201)
    refused_by(at_hand(deputy, table, "votes", {"remedy": "undo"}), PANEL)
    refused_by(at_hand(deputy, table, "recusal"), PANEL)
    assert seen(table.judge, table)["votes"] == []
    ok(at_hand(table.judge, table, "recusal"), 201)
    found = seen(table.spectator, table)
    assert (found["recused"], found["votes"]) == ([0], [{"judge": 1, "remedy": "leave"}])
    refused_by(rule(table.judge, table, rules=["NM-S1"]), RULING)
    ok(rule(deputy, table, rules=["NM-S1"]), 201)
    assert seen(table.spectator, table)["stage"] == "ruled"


@pytest.mark.rule(STOPPING, R15)
def test_a_disputed_outcome_stops_its_own_questions_alone_until_it_is_ruled_on(organiser: Caller, parts: Parts) -> None:
    table = challenged(organiser)
    ok(table.move(0, "report", square="E4", side=0), 201)
    body = {"event": table.version(), "rule": R15.id, "claim": "I won it.", "outcome": "E4"}
    ok(table.seats[1].post(f"{table.path}/disputes", body), 201)
    found = seen(table.spectator, table)
    assert (found["outcome"], found["holds_the_table"]) == ("E4", False)
    assert found["stops"]
    assert not ok(table.spectator.get(table.path))["paused"]
    refused_by(table.move(1, "confirm", square="E4"), STOPPING)
    ok(rule(table.judge, table, rules=[R15.id]), 201)
    assert seen(table.spectator, table)["stage"] == "final"
    ok(table.move(1, "confirm", square="E4"), 201)
    ok(table.judge.post(f"{table.path}/inspections"), 201)
    game = parts.tables.codecs["stadt-city"].game
    report = verify_bundle(table.judge.get(f"{table.path}/disputes/1/bundle").data, [game])
    assert report.fault is None, str(report.fault)


def two_judges(organiser: Caller) -> tuple[Seated, Caller]:
    """A table in play, and its second judge."""
    table = open_table(organiser, judges=2)
    code = ok(organiser.post(f"{table.path}/invitations", {"role": "judge:1"}), 201)["invitation"]
    deputy = Caller(organiser.app, ok(Caller(organiser.app).post(f"/invitations/{code}"), 201)["token"])
    for seat in table.seats:
        ok(seat.post(f"{table.path}/ready"), 201)
    ok(organiser.post(f"{table.path}/start"), 201)
    return table, deputy


@pytest.mark.rule(FILING, HEARING, RULING)
@pytest.mark.parametrize("blank", [" ", "\u00a0 \u3000", "\u200b\u2060\ufeff", "\u3164"])
def test_words_of_which_nothing_can_be_seen_are_refused_and_one_letter_is_enough(table: Seated, blank: str) -> None:
    refused_by(file(table, claim=blank), FILING)
    ok(file(table, claim=f"{blank}x"), 201)
    refused_by(at_hand(table.seats[0], table, "statements", {"statement": blank}), HEARING)
    refused_by(rule(table.judge, table, reason=blank), RULING)
    refused_by(rule(table.judge, table, translation=blank), RULING)
    ok(rule(table.judge, table, reason=f"x{blank}"), 201)


@pytest.mark.rule(RULING)
def test_a_ruling_cites_each_rule_once(table: Seated) -> None:
    ok(file(table), 201)
    refused_by(rule(table.judge, table, rules=["NM-O1", "NM-T6", "NM-O1"]), RULING)
    ok(rule(table.judge, table, rules=["NM-O1", "NM-T6"]), 201)
