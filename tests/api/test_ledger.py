"""What was left behind, who learned what, and what anybody saw at any version of any branch."""

from typing import Any

import pytest

from domain.table.rulebook import FREE_UNDO, INSPECTION
from tests.api.clients import Caller, Seated, ok, problem, started


@pytest.fixture
def table(organiser: Caller) -> Seated:
    """Seat 0 has offered a card, taken it back and offered another; seat 1 has offered."""
    table = started(organiser)
    _offer(table, 0, 0)
    ok(table.seats[0].post(f"{table.path}/undo", {"seen": table.version()}), 201)
    _offer(table, 0, 1)
    _offer(table, 1, 0)
    return table


def _offer(table: Seated, seat: int, number: int) -> None:
    choices = ok(table.seats[seat].get(f"{table.path}/questions"))["question"]["choices"]
    ok(table.move(seat, "offer", **choices[number]["command"]["arguments"]), 201)


@pytest.mark.rule(FREE_UNDO)
def test_everybody_reads_which_branch_was_left_when_by_whom_and_why(table: Seated) -> None:
    found = {role: ok(caller.get(f"{table.path}/branches"))["branches"] for role, caller in table.everybody.items()}
    live, left = found["spectator:0"]
    assert all(branches == found["spectator:0"] for branches in found.values())
    assert (live["live"], live["tip"], left["live"]) == (True, table.version(), False)
    assert (left["left"]["version"], left["left"]["actor"], left["left"]["rule"]) == (left["tip"] + 1, "seat:0", FREE_UNDO.id)


def test_a_version_of_a_left_branch_is_read_as_it_stood_by_whoever_saw_it(table: Seated) -> None:
    (left,) = [branch for branch in ok(table.seats[0].get(f"{table.path}/branches"))["branches"] if not branch["live"]]
    shown = ok(table.seats[0].get(table.path, at=left["tip"]))
    assert (shown["head"], shown["version"]) == (left["tip"], left["tip"])
    history = ok(table.seats[0].get(f"{table.path}/history", at=left["tip"]))
    assert history["tip"] == left["tip"]
    assert all(line["on_line"] for line in history["lines"])
    now = ok(table.seats[0].get(f"{table.path}/history"))["lines"]
    assert {line["version"] for line in now if not line["on_line"]} == {*left["nodes"]}


def test_questions_of_a_version_are_those_asked_then(table: Seated) -> None:
    (left,) = [branch for branch in ok(table.seats[0].get(f"{table.path}/branches"))["branches"] if not branch["live"]]
    then = ok(table.seats[0].get(f"{table.path}/questions", at=left["since"]))
    assert (then["version"], then["question"]["id"], then["question"]["seat"]) == (left["since"], "0.0.0", 0)
    assert [asked["seat"] for asked in then["waiting"]] == [0, 1]
    assert len(then["question"]["choices"]) > 1
    assert "question" not in ok(table.spectator.get(f"{table.path}/questions", at=left["since"]))


@pytest.mark.rule(INSPECTION)
def test_a_judge_who_has_looked_sees_what_a_seat_was_offered_and_learned(table: Seated) -> None:
    own = {seat: ok(caller.get(f"{table.path}/questions", at=8)) for seat, caller in enumerate(table.seats)}
    learned = {seat: ok(caller.get(f"{table.path}/knowledge"))["learned"] for seat, caller in enumerate(table.seats)}
    problem(table.judge.get(f"{table.path}/questions", **{"as": "seat:0"}), 403, "forbidden")
    problem(table.judge.get(f"{table.path}/knowledge", viewer="seat:0"), 403, "forbidden")
    ok(table.judge.post(f"{table.path}/inspections"), 201)
    for seat in own:
        assert ok(table.judge.get(f"{table.path}/questions", at=8, **{"as": f"seat:{seat}"})) == own[seat]
        assert ok(table.judge.get(f"{table.path}/knowledge", viewer=f"seat:{seat}"))["learned"] == learned[seat]
    everything = ok(table.judge.get(f"{table.path}/knowledge"))
    assert "learner" not in everything
    assert all(line in everything["learned"] for lines in learned.values() for line in lines)


def test_a_seat_reads_what_it_learned_and_nobody_elses(table: Seated) -> None:
    own = ok(table.seats[0].get(f"{table.path}/knowledge"))
    assert (own["learner"], {name for line in own["learned"] for name in line["learned"]}) == ("seat:0", {"judge", "public", "seat:0"})
    assert _drawn(own["learned"])
    public = ok(table.seats[0].get(f"{table.path}/knowledge", viewer="public"))["learned"]
    assert public == ok(table.spectator.get(f"{table.path}/knowledge"))["learned"]
    assert not _drawn(public)
    assert problem(table.seats[0].get(f"{table.path}/knowledge", viewer="seat:1"), 403, "forbidden")


def _drawn(learned: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [line for line in learned if line["fact"] == "card-drawn"]


def test_what_was_learned_since_a_version_leaves_out_what_came_before(table: Seated) -> None:
    everything = ok(table.seats[0].get(f"{table.path}/knowledge"))["learned"]
    since = everything[0]["version"]
    later = ok(table.seats[0].get(f"{table.path}/knowledge", since=since))["learned"]
    assert later == [line for line in everything if line["version"] > since]
    assert len(later) < len(everything)


@pytest.mark.parametrize(
    ("path", "query", "field"),
    [
        ("knowledge", {"viewer": "seat:7"}, "viewer"),
        ("knowledge", {"viewer": "nobody"}, "viewer"),
        ("knowledge", {"since": "-1"}, "since"),
        ("history", {"at": "999"}, "at"),
        ("questions", {"at": "999"}, "at"),
    ],
)
def test_what_is_not_there_is_named(table: Seated, path: str, query: dict[str, str], field: str) -> None:
    ok(table.judge.post(f"{table.path}/inspections"), 201)
    faults = problem(table.judge.get(f"{table.path}/{path}", **query), 422, "malformed")["faults"]
    assert [(fault["in"], fault["field"]) for fault in faults] == [("query", field)]
