"""Undo over HTTP: at once, asked of the others, ruled; and what each of them may know of it."""

from typing import Any

import pytest

from domain.table.rulebook import FREE_UNDO, OTHER_UNDO, ROLES, UNDO_ENDS, UNDO_RULING
from domain.table.undo import WITHIN
from service.parts import Parts
from service.store import Deadlines, connect
from tests.api.clients import Answer, Caller, Seated, ok, problem, refused_by, started
from workers.sweeper import expire


@pytest.fixture
def table(organiser: Caller) -> Seated:
    """Both seats have offered: seat 0 has the first turn."""
    table = started(organiser)
    for seat in table.seats:
        asked = ok(seat.get(f"{table.path}/questions"))
        body = {"question": asked["question"]["id"], "seen": asked["version"], "command": asked["question"]["choices"][0]["command"]}
        ok(seat.post(f"{table.path}/moves", body), 201)
    return table


def undo(table: Seated, who: Caller, **body: Any) -> Answer:
    return who.post(f"{table.path}/undo", {"seen": table.version(), **body})


def answers(table: Seated, seat: int, granted: bool, number: int = 1, **body: Any) -> Answer:
    return table.seats[seat].post(f"{table.path}/undo/{number}/answers", {"granted": granted, "seen": table.version(), **body})


def facts(answer: Answer) -> list[str]:
    return [fact["name"] for fact in ok(answer, 201)["event"]["facts"]]


def rolled_and_asked(table: Seated) -> int:
    """Seat 0 has rolled the die and asks to take that back; the version of the roll."""
    version: int = ok(table.move(0, "roll"), 201)["version"]
    assert facts(undo(table, table.seats[0], reason="a slip of the finger")) == ["undo-asked"]
    return version


@pytest.mark.rule(OTHER_UNDO)
def test_a_request_tells_the_others_what_would_be_taken_back_and_what_is_known(table: Seated) -> None:
    roll = rolled_and_asked(table)
    told = ok(table.seats[1].get(f"{table.path}/undo"))["request"]
    pips = ok(table.seats[1].get(f"{table.path}/events/{roll}"))["event"]["facts"][0]["fields"]["pips"]
    asked = (told["number"], told["seat"], told["version"], told["to"], told["reason"], told["concerned"], told["granted"])
    assert asked == (1, 0, roll + 1, roll - 1, "a slip of the finger", [1], [])
    assert [(line["version"], line["fact"]) for line in told["taken_back"]] == [(roll, "die-rolled")]
    assert told["brought_back"] == []
    (known,) = told["known"]
    assert (known["version"], known["field"], known["learned"]) == (roll, "pips", ["public"])
    assert str(pips) in known["sentence"]
    shown = ok(table.seats[1].get(table.path))
    assert shown["undo"] == told
    assert {"deadline": "undo:1", "due": told["due"]} in shown["deadlines"]
    assert "undo" not in ok(table.seats[1].get(table.path, at=roll))
    assert "request" not in ok(table.seats[1].get(f"{table.path}/undo", at=roll))


@pytest.mark.rule(OTHER_UNDO)
def test_what_a_request_tells_is_what_each_may_know(table: Seated) -> None:
    ended = ok(table.move(0, "end-turn"), 201)["version"]
    assert facts(undo(table, table.seats[0])) == ["undo-asked"]
    own, other = (ok(seat.get(f"{table.path}/undo"))["request"] for seat in table.seats)
    assert [line["version"] for line in own["known"]] == [ended, ended]
    assert other["known"] == []
    assert [line["fact"] for line in other["taken_back"]] == [line["fact"] for line in own["taken_back"]]
    assert [line["sentence"] for line in other["taken_back"]] != [line["sentence"] for line in own["taken_back"]]


@pytest.mark.rule(OTHER_UNDO)
def test_a_granted_request_moves_the_head_and_gives_new_questions(table: Seated) -> None:
    roll = rolled_and_asked(table)
    assert facts(answers(table, 1, True)) == ["undo-answered", "head-moved"]
    shown = ok(table.organiser.get(table.path))
    assert (shown["head"], [asked["id"] for asked in shown["waiting"]]) == (roll - 1, ["1.0.1"])
    assert "undo" not in shown
    again = ok(table.move(0, "roll"), 201)
    assert again["event"]["facts"] == ok(table.organiser.get(f"{table.path}/events/{roll}"))["event"]["facts"]


@pytest.mark.rule(OTHER_UNDO)
def test_a_refused_and_a_withdrawn_request_move_nothing(table: Seated) -> None:
    roll = rolled_and_asked(table)
    assert facts(answers(table, 1, False)) == ["undo-answered", "undo-refused"]
    undo(table, table.seats[0])
    withdrawn = table.seats[0].post(f"{table.path}/undo/2/withdraw", {"seen": table.version()})
    assert facts(withdrawn) == ["undo-withdrawn"]
    assert ok(table.organiser.get(table.path))["head"] == roll


@pytest.mark.rule(UNDO_ENDS)
def test_a_move_lets_a_request_lapse_and_its_answer_is_a_conflict(table: Seated) -> None:
    rolled_and_asked(table)
    seen = table.version()
    assert facts(table.move(0, "end-turn"))[-1] == "undo-lapsed"
    for late in (answers(table, 1, True), answers(table, 1, False, seen=seen)):
        told = problem(late, 409, "conflict")
        assert "request 1" in told["detail"]
    assert [copy["version"] for copy in told["since"]] == [seen + 1]


@pytest.mark.rule(UNDO_ENDS)
def test_a_request_is_one_at_a_time(table: Seated) -> None:
    roll = rolled_and_asked(table)
    refused_by(undo(table, table.seats[1], to=roll - 1), UNDO_ENDS)
    refused_by(undo(table, table.seats[0]), UNDO_ENDS)


@pytest.mark.rule(UNDO_ENDS)
def test_the_sweeper_lets_a_request_expire(table: Seated, parts: Parts, monkeypatch: pytest.MonkeyPatch) -> None:
    rolled_and_asked(table)
    due = ok(table.organiser.get(table.path))["undo"]["due"]
    deadlines = Deadlines(connect(parts.settings.store_url or ""))
    assert (table.id in deadlines.due(due - 1), table.id in deadlines.due(due)) == (False, True)
    assert expire(parts, table.id, due - 1) == 0
    monkeypatch.setattr(parts.tables, "_clock", lambda: due)
    assert expire(parts, table.id, due) == 1
    event = ok(table.organiser.get(f"{table.path}/events/{table.version()}"))["event"]
    assert (event["at"] - WITHIN, event["caused_by"], [fact["name"] for fact in event["facts"]]) == (
        due - WITHIN,
        table.version() - 1,
        ["undo-expired"],
    )
    assert expire(parts, table.id, due) == 0
    assert table.id not in deadlines.due(due)


@pytest.mark.rule(UNDO_RULING)
def test_a_judge_rules_with_a_reason_that_everybody_reads(table: Seated) -> None:
    roll = rolled_and_asked(table)
    refused_by(undo(table, table.judge), UNDO_RULING)
    assert facts(undo(table, table.judge, to=roll - 1, reason="The die fell off the table")) == ["head-moved", "undo-lapsed"]
    lines = ok(table.spectator.get(f"{table.path}/history"))["lines"]
    assert any("The die fell off the table" in line["sentence"] for line in lines)


@pytest.mark.rule(UNDO_RULING, ROLES)
def test_an_organiser_rules_and_a_spectator_does_not(table: Seated) -> None:
    roll = ok(table.move(0, "roll"), 201)["version"]
    refused_by(undo(table, table.spectator, to=roll - 1, reason="I saw it"), ROLES)
    assert facts(undo(table, table.organiser, to=roll - 1, reason="No judge is here")) == ["head-moved"]


@pytest.mark.rule(FREE_UNDO)
def test_a_seat_is_told_whether_its_latest_action_can_be_taken_back_freely(table: Seated) -> None:
    def latest(seat: int) -> Any:
        return ok(table.seats[seat].get(f"{table.path}/undo")).get("latest")

    assert (latest(0), latest(1)) == (None, {"to": table.version() - 1, "free": False})
    card = ok(table.seats[0].get(table.path))["state"]["players"][0]["hand"]["known"][0]
    ok(table.move(0, "bury", card=card), 201)
    assert (latest(0), latest(1)) == ({"to": table.version() - 1, "free": True}, None)
    ok(table.move(0, "roll"), 201)
    assert (latest(0), latest(1)) == ({"to": table.version() - 1, "free": False}, None)
    assert "latest" not in ok(table.organiser.get(f"{table.path}/undo"))


@pytest.mark.rule(FREE_UNDO)
def test_a_branch_that_was_left_is_brought_back(table: Seated) -> None:
    card = ok(table.seats[0].get(table.path))["state"]["players"][0]["hand"]["known"][0]
    buried = ok(table.move(0, "bury", card=card), 201)["version"]
    assert facts(undo(table, table.seats[0])) == ["head-moved"]
    assert facts(undo(table, table.seats[1], to=buried)) == ["undo-asked"]
    request = ok(table.seats[0].get(f"{table.path}/undo"))["request"]
    assert ([line["version"] for line in request["brought_back"]], request["taken_back"]) == ([buried], [])
    assert facts(undo(table, table.seats[0], to=buried)) == ["head-moved", "undo-lapsed"]
    assert ok(table.organiser.get(table.path))["head"] == buried


@pytest.mark.rule(OTHER_UNDO)
def test_a_repeated_request_answers_the_event_that_stands(table: Seated) -> None:
    ok(table.move(0, "roll"), 201)
    body = {"seen": table.version(), "reason": "twice sent"}
    first = ok(table.seats[0].post(f"{table.path}/undo", body, "same"), 201)
    again = ok(table.seats[0].post(f"{table.path}/undo", body, "same"), 200)
    assert (again["hash"], again["repeated"]) == (first["hash"], True)
    problem(table.seats[0].post(f"{table.path}/undo", {**body, "reason": "another"}, "same"), 422, "key-reused")


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"granted": True}, "seen"),
        ({"seen": 1}, "granted"),
        ({"seen": 1, "granted": "true"}, "granted"),
        ({"seen": 1, "granted": 1}, "granted"),
        ({"seen": 10_000, "granted": True}, "seen"),
    ],
)
def test_a_malformed_answer_names_its_field(table: Seated, body: dict[str, Any], field: str) -> None:
    rolled_and_asked(table)
    told = problem(table.seats[1].post(f"{table.path}/undo/1/answers", body), 422, "malformed")
    assert [fault["field"] for fault in told["faults"]] == [field]


@pytest.mark.parametrize(
    ("field", "value"), [("to", "7"), ("to", -1), ("reason", ""), ("reason", "a\nb"), ("reason", "x" * 501), ("seen", None)]
)
def test_a_malformed_undo_names_its_field(table: Seated, field: str, value: Any) -> None:
    told = problem(undo(table, table.seats[0], **{field: value}), 422, "malformed")
    assert [fault["field"] for fault in told["faults"]] == [field]


@pytest.mark.rule(OTHER_UNDO)
def test_a_table_may_give_time_back(organiser: Caller) -> None:
    table = started(organiser, options={"undo_time": "returned"})
    assert ok(organiser.get(table.path))["options"]["undo_time"] == "returned"
    bad = organiser.post("/tables", {"game": "night-market", "seats": [{}, {}], "options": {"undo_time": "doubled"}})
    assert "options.undo_time" in ok(bad, 422)["reason"]
