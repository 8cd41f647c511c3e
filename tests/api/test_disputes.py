"""Disputes over HTTP: each kind through each path to its end, and every wrong caller and wrong moment."""

from pathlib import Path
from typing import Any

import pytest

from domain.kernel.stored import chain_hash
from domain.table.rulebook import CLOSED, FILING, FORK, HEARING, INSPECTION, PANEL, PAUSE, REMEDIES, ROLES, RULING, STOPPING
from service.case import verify_bundle
from service.parts import Parts
from tests.api.clients import Caller, Seated, ok, open_table, problem, refused_by, started
from tests.kernel.night_market import NIGHT_MARKET
from tests.kernel.night_market.rulebook import TURN
from workers.follow import follow


@pytest.fixture
def table(organiser: Caller) -> Seated:
    """Both seats have offered; seat 0 has the first turn."""
    table = started(organiser)
    for seat in (0, 1):
        choices = ok(table.seats[seat].get(f"{table.path}/questions"))["question"]["choices"]
        ok(table.move(seat, "offer", **choices[0]["command"]["arguments"]), 201)
    return table


def file(table: Seated, seat: int = 1, **changes: Any) -> Any:
    body = {"event": table.version(), "rule": "NM-O1", "claim": "That was not what I offered.", "evidence": [], **changes}
    return table.seats[seat].post(f"{table.path}/disputes", body)


def rule(caller: Caller, table: Seated, number: int = 1, **changes: Any) -> Any:
    body = {"rules": ["NM-O1"], "remedy": "leave", "reason": "It was as recorded.", **changes}
    return caller.post(f"{table.path}/disputes/{number}/ruling", body)


def seen(caller: Caller, table: Seated, number: int = 1) -> Any:
    return ok(caller.get(f"{table.path}/disputes/{number}"))


@pytest.mark.rule(FILING, STOPPING)
def test_a_dispute_is_filed_at_an_event_with_its_evidence_pinned_and_the_table_stands_still(table: Seated) -> None:
    event = table.version()
    ok(file(table, evidence=[event - 1]), 201)
    found = seen(table.spectator, table)
    assert (found["seat"], found["event"], found["rule"], found["stage"], found["holds_the_table"]) == (1, event, "NM-O1", "open", True)
    assert found["claim"] == "That was not what I offered."
    copies = {copy["version"]: copy for copy in ok(table.spectator.get(f"{table.path}/events"))["events"]}
    assert found["evidence"] == [{"version": version, "hash": copies[version]["hash"]} for version in (event - 1, event)]
    assert chain_hash(table.id, event, copies[event - 1]["hash"], copies[event]["body"].encode()) == copies[event]["hash"]
    refused_by(table.move(0, "end-turn"), PAUSE)


@pytest.mark.rule(FILING)
def test_a_refused_attempt_is_disputed_and_only_its_seat_and_judges_see_it(table: Seated) -> None:
    refused_by(table.move(1, "end-turn", question=None), TURN)
    (attempt,) = ok(table.seats[1].get(f"{table.path}/refusals"))["refusals"]
    ok(file(table, rule=attempt["rule"], attempt=attempt["at"]), 201)
    ok(table.judge.post(f"{table.path}/inspections"), 201)
    for caller in (table.seats[1], table.judge):
        assert seen(caller, table)["attempt"]["command"] == "end-turn"
    for caller in (table.seats[0], table.spectator):
        assert "attempt" not in seen(caller, table)
    faults = problem(file(table, 0, attempt=1), 422, "malformed")["faults"]
    assert [fault["field"] for fault in faults] == ["attempt"]


@pytest.mark.parametrize(
    ("changes", "field"), [({"event": 9999}, "event"), ({"evidence": [0]}, "evidence[0]"), ({"evidence": [999]}, "evidence")]
)
def test_what_is_pinned_must_be_there(table: Seated, changes: dict[str, Any], field: str) -> None:
    faults = problem(file(table, **changes), 422, "malformed")["faults"]
    assert [fault["field"] for fault in faults] == [field]


@pytest.mark.rule(HEARING)
def test_statements_are_read_by_nobody_else_until_the_last_opens_them(table: Seated) -> None:
    ok(file(table), 201)
    ok(table.judge.post(f"{table.path}/inspections"), 201)
    ok(table.seats[0].post(f"{table.path}/disputes/1/statements", {"statement": "I saw a kite."}), 201)
    assert [one.get("statement") for one in seen(table.seats[0], table)["statements"]] == ["I saw a kite."]
    for caller in (table.seats[1], table.judge, table.spectator, table.organiser):
        assert "I saw a kite." not in str(ok(caller.get(f"{table.path}/disputes/1")))
        assert "I saw a kite." not in str(ok(caller.get(f"{table.path}/events")))
    ok(table.seats[1].post(f"{table.path}/disputes/1/statements", {"statement": "It was a drum."}), 201)
    for caller in table.everybody.values():
        assert [one["statement"] for one in seen(caller, table)["statements"]] == ["I saw a kite.", "It was a drum."]


@pytest.mark.rule(RULING, REMEDIES)
def test_a_judge_rules_with_each_remedy(table: Seated) -> None:
    event = table.version()
    choices = ok(table.seats[0].get(f"{table.path}/questions"))["question"]["choices"]
    sale = next(choice["command"] for choice in choices if choice["command"]["name"] == "sell")
    ok(table.move(0, "sell", **sale["arguments"]), 201)
    sold = table.version()
    ok(table.judge.post(f"{table.path}/inspections"), 201)
    remedies: tuple[dict[str, Any], ...] = (
        {"remedy": "undo"},
        {"remedy": "rewind", "to": sold},
        {"remedy": "replay", "to": event, "replays": [sold]},
    )
    for number, remedy in enumerate(remedies, 1):
        ok(file(table, number % 2, event=sold), 201)
        answer = ok(rule(table.judge, table, number, **remedy), 201)
        assert answer["event"]["facts"][0]["name"] == "dispute-ruled"
        found = seen(table.spectator, table, number)
        assert (found["stage"], found["rulings"][0]["remedy"]) == ("final", remedy["remedy"])
    last = ok(table.spectator.get(f"{table.path}/events/{table.version()}"))["event"]
    assert (last["actor"], last["on_behalf"], last["replays"], last["command"]["name"]) == ("system", 0, sold, "sell")
    ok(table.move(0, "end-turn"), 201)


@pytest.mark.rule(INSPECTION)
@pytest.mark.parametrize("remedy", ["correct", "replay"])
def test_a_judge_who_has_not_looked_is_told_nothing_by_a_ruling_that_cannot_be(table: Seated, remedy: str) -> None:
    ok(file(table), 201)
    before = table.version()
    declared = [{"name": "die-rolled", "rule": "NM-T6", "fields": {"seat": 1, "pips": -30}}]
    sent = {"correction": declared} if remedy == "correct" else {"to": before - 1, "replays": [before - 1]}
    answer = rule(table.judge, table, remedy=remedy, **sent)
    assert problem(answer, 403, "forbidden")["rule"]["id"] == INSPECTION.id
    assert table.version() == before


@pytest.mark.rule(HEARING)
def test_a_refused_attempt_is_kept_without_what_was_written(table: Seated) -> None:
    ok(file(table), 201)
    ok(table.judge.post(f"{table.path}/inspections"), 201)
    ok(table.seats[0].post(f"{table.path}/disputes/1/statements", {"statement": "I saw a kite."}), 201)
    refused_by(table.seats[0].post(f"{table.path}/disputes/1/statements", {"statement": "I saw a drum."}), HEARING)
    for caller in (table.seats[0], table.judge):
        (attempt,) = ok(caller.get(f"{table.path}/refusals"))["refusals"]
        assert attempt["command"] == {"name": "state-case", "arguments": {"number": 1}}


@pytest.mark.rule(REMEDIES)
def test_a_correction_is_declared_in_the_games_own_facts_or_refused_with_what_it_breaks(table: Seated) -> None:
    ok(file(table), 201)
    ok(table.judge.post(f"{table.path}/inspections"), 201)
    rolled = {"name": "die-rolled", "rule": "NM-T6", "fields": {"seat": 1, "pips": 3}}
    for wrong, field in (({"name": "moon-rises"}, "correction[0].name"), ({"fields": {"seat": 1}}, "correction[0].fields.pips")):
        faults = problem(rule(table.judge, table, remedy="correct", correction=[{**rolled, **wrong}]), 422, "malformed")["faults"]
        assert [fault["field"] for fault in faults] == [field]
    broken = rule(table.judge, table, remedy="correct", correction=[{**rolled, "fields": {"seat": 1, "pips": -30}}])
    assert "coins of seat 1" in refused_by(broken, REMEDIES)["reason"]
    before = ok(table.spectator.get(table.path))["state"]["players"][1]["coins"]
    ok(rule(table.judge, table, remedy="correct", correction=[rolled]), 201)
    assert ok(table.spectator.get(table.path))["state"]["players"][1]["coins"] == before + 3


@pytest.mark.rule(ROLES)
def test_wrong_callers_are_refused(table: Seated) -> None:
    ok(file(table), 201)
    for role, caller in table.everybody.items():
        if not role.startswith("judge"):
            refused_by(rule(caller, table), ROLES)
            refused_by(caller.post(f"{table.path}/disputes/1/recusal"), ROLES)
        if not role.startswith("seat"):
            refused_by(caller.post(f"{table.path}/disputes", {"event": 1, "rule": "NM-O1", "claim": "x"}), ROLES)
            refused_by(caller.post(f"{table.path}/disputes/1/statements", {"statement": "x"}), ROLES)
            refused_by(caller.post(f"{table.path}/disputes/1/appeal", {"reason": "x"}), ROLES)


def test_a_dispute_that_is_not_there_is_not_found(table: Seated) -> None:
    problem(table.seats[0].get(f"{table.path}/disputes/1"), 404, "not-found")
    refused_by(rule(table.judge, table), FILING)


@pytest.mark.rule(PANEL)
def test_a_panel_decides_by_votes_that_nobody_sees_before_they_are_complete(organiser: Caller) -> None:
    table = open_table(organiser, judges=2)
    deputy = Caller(organiser.app, _claimed(organiser, table, "judge:1"))
    for seat in table.seats:
        ok(seat.post(f"{table.path}/ready"), 201)
    ok(organiser.post(f"{table.path}/start"), 201)
    ok(file(table, rule="NM-S1"), 201)
    ok(table.judge.post(f"{table.path}/disputes/1/panel", {"judges": [0, 1]}), 201)
    ok(table.judge.post(f"{table.path}/disputes/1/votes", {"remedy": "leave"}), 201)
    assert (seen(deputy, table)["voted"], seen(deputy, table)["votes"]) == ([0], [])
    ok(deputy.post(f"{table.path}/disputes/1/votes", {"remedy": "leave"}), 201)
    assert [(vote["judge"], vote["remedy"]) for vote in seen(table.spectator, table)["votes"]] == [(0, "leave"), (1, "leave")]
    refused_by(rule(deputy, table, rules=["NM-S1"], remedy="rewind", to=8), PANEL)
    ok(rule(deputy, table, rules=["NM-S1"]), 201)
    assert seen(table.spectator, table)["stage"] == "ruled"
    ok(table.seats[0].post(f"{table.path}/disputes/1/appeal", {"reason": "Look again."}), 201)
    ok(rule(table.judge, table, rules=["NM-S1"]), 201)
    found = seen(table.spectator, table)
    assert (found["stage"], [one["judge"] for one in found["rulings"]], found["appeals"][0]["reason"]) == ("final", [1, 0], "Look again.")


def _claimed(organiser: Caller, table: Seated, role: str) -> str:
    code = ok(organiser.post(f"{table.path}/invitations", {"role": role}), 201)["invitation"]
    token: str = ok(Caller(organiser.app).post(f"/invitations/{code}"), 201)["token"]
    return token


def test_precedents_are_shown_to_a_judge_and_listed_at_the_rule(table: Seated, organiser: Caller, parts: Parts) -> None:
    other = started(organiser)
    ok(file(other, rule="NM-O1"), 201)
    ok(rule(other.judge, other), 201)
    follow(parts, other.id)
    ok(file(table), 201)
    assert "precedents" not in seen(table.seats[0], table)
    ok(table.judge.post(f"{table.path}/inspections"), 201)
    (precedent,) = seen(table.judge, table)["precedents"]
    assert (precedent["table"], precedent["rulings"][0]["remedy"], precedent["stage"]) == (other.id, "leave", "final")
    listed = ok(organiser.get("/rules/night-market/NM-O1"))
    assert [one["table"] for one in listed["disputed"]] == [other.id]
    assert ok(table.seats[0].get("/rules/night-market/NM-O1"))["disputed"] == []


@pytest.mark.rule(CLOSED)
def test_a_result_is_provisional_until_its_window_has_passed(organiser: Caller) -> None:
    table = started(organiser, options={"length": "one-round", "dispute_window": "600"})
    while ok(table.spectator.get(table.path))["waiting"]:
        asked = next(one for one in ok(table.spectator.get(table.path))["waiting"] if one["required"])
        choice = ok(table.seats[asked["seat"]].get(f"{table.path}/questions"))["question"]["choices"][-1]["command"]
        ok(table.move(asked["seat"], choice["name"], **choice["arguments"]), 201)
    shown = ok(table.spectator.get(table.path))
    assert (shown["provisional"], shown["phase"]) == (True, "playing")
    assert [deadline["deadline"] for deadline in shown["deadlines"]] == ["window"]
    winner = shown["places"][0][0]
    ok(file(table, 1 - winner, rule="NM-E1"), 201)
    ok(rule(table.judge, table, rules=["NM-E1"], penalties=[{"seat": winner, "kind": "disqualification"}]), 201)
    assert ok(table.spectator.get(table.path))["places"] == [[1 - winner], [winner]]


@pytest.mark.rule(INSPECTION, REMEDIES)
def test_a_judge_sees_side_by_side_what_each_remedy_does_and_the_table_is_left_alone(table: Seated) -> None:
    ok(file(table), 201)
    path = f"{table.path}/disputes/1/sandbox"
    for caller in table.everybody.values():
        problem(caller.get(path), 403, "forbidden")
    ok(table.judge.post(f"{table.path}/inspections"), 201)
    before = table.version()
    found = ok(table.judge.get(path))
    assert [one["remedy"] for one in found["alternatives"]] == ["leave", "undo", "rewind", "replay"]
    rolled = {"name": "die-rolled", "rule": "NM-T6", "fields": {"seat": 1, "pips": 3}}
    body = {"rules": ["NM-T6"], "remedy": "correct", "reason": "It was rolled.", "correction": [rolled]}
    beside = ok(table.judge.post(path, body))["alternatives"]
    assert [one["remedy"] for one in beside] == ["leave", "undo", "rewind", "replay", "correct"]
    assert beside[:-1] == found["alternatives"]
    tried = beside[-1]
    assert tried["helped"] == [1]
    assert [one["then"] - one["now"] for one in tried["points"]] == [0, 3]
    (alone,) = ok(table.judge.post(path, {"rules": ["NM-T6"], "remedy": "undo", "reason": "Was it so?"}))["alternatives"]
    assert alone == found["alternatives"][1]
    assert table.version() == before
    problem(table.judge.get(f"{table.path}/disputes/2/sandbox"), 404, "not-found")


def test_the_case_is_one_page_that_verifies(table: Seated, tmp_path: Path) -> None:
    ok(file(table), 201)
    ok(table.seats[0].post(f"{table.path}/disputes/1/statements", {"statement": "</script><b>It was late.</b>"}), 201)
    ok(table.judge.post(f"{table.path}/inspections"), 201)
    ok(rule(table.judge, table), 201)
    answer = table.judge.get(f"{table.path}/disputes/1/bundle")
    assert (answer.status_code, answer.content_type) == (200, "text/html; charset=utf-8")
    page = answer.get_data(as_text=True)
    assert page.count("<script") == 1
    assert "&lt;/script&gt;&lt;b&gt;It was late.&lt;/b&gt;" in page
    assert "It was as recorded." in page
    report = verify_bundle(answer.data, [NIGHT_MARKET])
    assert report.fault is None, str(report.fault)
    wrong = page.replace('"remedy":"leave","state":[]', '"remedy":"leave","state":["x"]', 1)
    assert wrong != page
    fault = verify_bundle(wrong.encode(), [NIGHT_MARKET]).fault
    assert fault is not None
    assert fault.where == "header"
    for caller in (table.seats[0], table.spectator, table.organiser):
        problem(caller.get(f"{table.path}/disputes/1/bundle"), 403, "forbidden")


@pytest.mark.rule(FORK, REMEDIES)
def test_a_remedy_is_opened_as_a_fork_to_look_around_in_and_the_table_is_left_alone(table: Seated) -> None:
    event = table.version()
    ok(file(table), 201)
    ok(table.judge.post(f"{table.path}/inspections"), 201)
    before = ok(table.spectator.get(table.path))
    body = {"rules": ["NM-O1"], "remedy": "undo", "reason": "Let us see."}
    path = f"{table.path}/disputes/1/sandbox/forks"
    for caller in (table.seats[0], table.spectator, table.organiser):
        problem(caller.post(path, body), 403, "forbidden")
    begun = ok(table.judge.post(path, body, key="look"), 201)
    assert ok(table.judge.post(path, body, key="look"))["table"] == begun["table"]
    assert ok(table.spectator.get(table.path)) == before
    seat = Caller(table.judge.app, ok(table.judge.post(path, body, key="look"))["tokens"]["seat:0"])
    shown = ok(seat.get(f"/tables/{begun['table']}"))
    assert (shown["paused"], shown["origin"]["table"]) == (False, table.id)
    assert shown["head"] < event
    assert ok(seat.get(f"/tables/{begun['table']}/questions"))["waiting"]
