"""Questions and moves: what is offered, what is refused, and what a repeat or a rival does."""

import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from domain.table.rulebook import OUT_OF_TURN
from service.parts import Parts
from tests.api.clients import Answer, Caller, Seated, ok, problem, refused_by, started
from tests.kernel.night_market.rulebook import DEALS, TURN


def offer(table: Seated, seat: int, key: str = "") -> Answer:
    """The seat offers the first card that it is offered."""
    choices = ok(table.seats[seat].get(f"{table.path}/questions"))["question"]["choices"]
    return table.move(seat, "offer", key, **choices[0]["command"]["arguments"])


def in_turn(organiser: Caller) -> tuple[Seated, int]:
    """A table behind its first offers, and the seat whose turn it is."""
    table = started(organiser, options={"equal_offers_spoil": False})
    for seat in (0, 1):
        ok(offer(table, seat), 201)
    (asked,) = ok(organiser.get(table.path))["waiting"]
    return table, asked["seat"]


def test_every_choice_offered_is_accepted_as_it_was_offered(organiser: Caller) -> None:
    table, seat = in_turn(organiser)
    names = [choice["command"]["name"] for choice in ok(table.seats[seat].get(f"{table.path}/questions"))["question"]["choices"]]
    assert {"sell", "bury", "give", "roll", "end-turn"} == set(names)
    for name in ("sell", "roll", "bury", "end-turn"):
        question = ok(table.seats[seat].get(f"{table.path}/questions"))
        choice = next(choice for choice in question["question"]["choices"] if choice["command"]["name"] == name)
        body = {"question": question["question"]["id"], "seen": question["version"], "command": choice["command"]}
        receipt = ok(table.seats[seat].post(f"{table.path}/moves", body), 201)
        assert (receipt["event"]["command"]["name"], receipt["on_line"], receipt["repeated"]) == (name, True, False)


def test_only_a_seat_that_is_asked_sees_a_question_and_everybody_what_is_waited_for(organiser: Caller) -> None:
    table, seat = in_turn(organiser)
    for role, caller in table.everybody.items():
        found = ok(caller.get(f"{table.path}/questions"))
        assert [(asked["seat"], asked["kind"]) for asked in found["waiting"]] == [(seat, "turn")]
        assert ("question" in found) == (role == f"seat:{seat}")


@pytest.mark.rule(OUT_OF_TURN)
def test_a_move_out_of_turn_is_refused_by_the_games_own_rule(organiser: Caller) -> None:
    table, seat = in_turn(organiser)
    refusal = refused_by(table.move(1 - seat, "end-turn", question=None), TURN)
    assert refusal["rule"] == {"id": TURN.id, "where": TURN.where, "says": TURN.says}
    refused_by(table.move(seat, "end-turn", question=None), OUT_OF_TURN)


def test_a_refused_move_is_kept_for_its_seat_and_an_inspected_judge(organiser: Caller) -> None:
    table, seat = in_turn(organiser)
    before = table.version()
    refused_by(table.move(seat, "sell", card="lanterns:no-such"), DEALS)
    assert table.version() == before
    (kept,) = ok(table.seats[seat].get(f"{table.path}/refusals"))["refusals"]
    question = ok(table.seats[seat].get(f"{table.path}/questions"))["question"]["id"]
    told = {key: kept[key] for key in ("seat", "command", "question", "rule", "tip")}
    command = {"name": "sell", "arguments": {"card": "lanterns:no-such"}}
    assert told == {"seat": seat, "command": command, "question": question, "rule": DEALS.id, "tip": before}
    assert ok(table.seats[1 - seat].get(f"{table.path}/refusals"))["refusals"] == []
    problem(table.seats[1 - seat].get(f"{table.path}/refusals", seat=seat), 403, "forbidden")
    problem(table.judge.get(f"{table.path}/refusals"), 403, "forbidden")
    ok(table.judge.post(f"{table.path}/inspections"), 201)
    assert ok(table.judge.get(f"{table.path}/refusals"))["refusals"] == [kept]
    assert ok(table.judge.get(f"{table.path}/refusals", seat=1 - seat))["refusals"] == []


@pytest.mark.parametrize(
    ("command", "field"),
    [
        ({"name": "juggle", "arguments": {}}, "command.name"),
        ({"name": "sell", "arguments": {}}, "command.arguments.card"),
        ({"name": "sell", "arguments": {"card": 7}}, "command.arguments.card"),
        ({"name": "sell", "arguments": {"card": {"a": [1]}}}, "command.arguments.card"),
        ({"name": "end-turn", "arguments": {"speed": "fast"}}, "command.arguments.speed"),
        ({"name": "end-turn", "arguments": {"seat": 1}}, "command.arguments.seat"),
        ({"name": "offer", "arguments": {"card": {"...": "abc"}}}, "command.arguments.card"),
    ],
)
def test_a_command_that_does_not_exist_or_fit_names_what_is_wrong(organiser: Caller, command: Any, field: str) -> None:
    table, seat = in_turn(organiser)
    before = table.version()
    question = ok(table.seats[seat].get(f"{table.path}/questions"))["question"]["id"]
    answer = table.seats[seat].post(f"{table.path}/moves", {"question": question, "seen": before, "command": command})
    assert [(fault["in"], fault["field"]) for fault in problem(answer, 422, "malformed")["faults"]] == [("body", field)]
    assert table.version() == before


def test_nobody_has_seen_a_version_that_does_not_exist(organiser: Caller) -> None:
    table, seat = in_turn(organiser)
    answer = table.move(seat, "end-turn", seen=table.version() + 1)
    assert [fault["field"] for fault in problem(answer, 422, "malformed")["faults"]] == ["seen"]


def test_twenty_threads_with_one_key_make_one_event_and_get_one_answer(organiser: Caller) -> None:
    table, seat = in_turn(organiser)
    before = table.version()
    with ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(lambda _: table.move(seat, "roll", "one-key", f"0.{seat}.1", before), range(20)))
    assert sorted(answer.status_code for answer in answers) == [200] * 19 + [201]
    told = [{key: value for key, value in json.loads(answer.data).items() if key != "repeated"} for answer in answers]
    assert all(answer == told[0] for answer in told)
    assert table.version() == before + 1


def test_a_sealed_answer_that_opened_everything_is_repeated_like_any_other(organiser: Caller) -> None:
    table = started(organiser)
    ok(offer(table, 0), 201)
    question = ok(table.seats[1].get(f"{table.path}/questions"))
    body = {"question": "0.1.0", "seen": question["version"], "command": question["question"]["choices"][0]["command"]}
    first = ok(table.seats[1].post(f"{table.path}/moves", body, key="last-offer"), 201)
    again = ok(table.seats[1].post(f"{table.path}/moves", body, key="last-offer"), 200)
    assert again == {**first, "repeated": True}


def test_a_key_used_for_another_move_is_refused(organiser: Caller) -> None:
    table, seat = in_turn(organiser)
    rolled = ok(table.move(seat, "roll", "the-key"), 201)
    assert problem(table.move(seat, "end-turn", "the-key"), 422, "key-reused")["version"] == rolled["version"]


def test_a_repeat_of_what_was_taken_back_says_that_it_is_off_the_line(organiser: Caller) -> None:
    table = started(organiser)
    choices = ok(table.seats[0].get(f"{table.path}/questions"))["question"]["choices"]
    body = {"question": "0.0.0", "seen": 8, "command": choices[0]["command"]}
    first = ok(table.seats[0].post(f"{table.path}/moves", body, key="taken-back"), 201)
    ok(table.seats[0].post(f"{table.path}/undo", {"seen": table.version()}), 201)
    again = ok(table.seats[0].post(f"{table.path}/moves", body, key="taken-back"), 200)
    assert (again["version"], again["hash"], again["on_line"]) == (first["version"], first["hash"], False)


def test_of_two_answers_to_one_question_one_wins_and_the_other_hears_what_happened(organiser: Caller) -> None:
    table, seat = in_turn(organiser)
    before = table.version()

    def end(number: int) -> Answer:
        return table.move(seat, "end-turn", f"rival-{number}", f"0.{seat}.1", before)

    with ThreadPoolExecutor(2) as pool:
        answers = sorted(pool.map(end, range(2)), key=lambda answer: answer.status_code)
    won = ok(answers[0], 201)
    lost = problem(answers[1], 409, "conflict")
    assert table.version() == before + 1
    copy = {key: won[key] for key in ("version", "body", "event", "openings", "hash")}
    assert (lost["seen"], lost["version"], lost["since"]) == (before, before + 1, [copy])


def test_an_answer_to_a_question_that_is_over_hears_which_one_is_open(organiser: Caller) -> None:
    table, seat = in_turn(organiser)
    own = ok(table.seats[seat].get(f"{table.path}/questions"))["question"]["id"]
    lost = problem(table.move(seat, "end-turn", question=f"0.{seat}.0"), 409, "conflict")
    assert (lost["since"], lost["question"]) == ([], own)
    assert own in lost["detail"]
    waits = problem(table.move(1 - seat, "end-turn", question=f"0.{1 - seat}.0"), 409, "conflict")
    assert "question" not in waits


def test_a_refused_move_that_names_a_question_never_asked_hears_which_one_is_open(organiser: Caller) -> None:
    table, seat = in_turn(organiser)
    own = ok(table.seats[seat].get(f"{table.path}/questions"))["question"]["id"]
    wrong = refused_by(table.move(seat, "sell", question=f"0.{seat}.7", card="lanterns:no-such"), DEALS)
    assert wrong["question"] == own
    assert "question" not in refused_by(table.move(seat, "sell", card="lanterns:no-such"), DEALS)
    assert refused_by(table.move(seat, "end-turn", question=f"0.{seat}.7"), OUT_OF_TURN)["question"] == own


def test_a_receipt_says_what_happened_as_the_callers_history_does(organiser: Caller) -> None:
    table = started(organiser)
    choices = ok(table.seats[0].get(f"{table.path}/questions"))["question"]["choices"]
    receipt = ok(table.move(0, "offer", **choices[0]["command"]["arguments"]), 201)
    lines = ok(table.seats[0].get(f"{table.path}/history", after=receipt["version"] - 1))["lines"]
    assert receipt["sentences"] == [line["sentence"] for line in lines]
    assert receipt["sentences"]


def test_a_move_asks_the_store_for_the_tip_only_beyond_what_is_folded(
    organiser: Caller, parts: Parts, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, seat = in_turn(organiser)
    seen, asked = table.version(), []
    tip = parts.events.tip
    monkeypatch.setattr(type(parts.events), "tip", lambda _, id: asked.append(id) or tip(id))  # type: ignore[func-returns-value]
    ok(table.move(seat, "roll", question=f"0.{seat}.1", seen=seen), 201)
    assert asked == []
    problem(table.move(seat, "end-turn", question=f"0.{seat}.1", seen=seen + 2), 422, "malformed")
    assert asked == [table.id]


def test_a_move_made_without_having_seen_the_others_is_a_conflict(organiser: Caller) -> None:
    table, seat = in_turn(organiser)
    before = table.version()
    lost = problem(table.move(seat, "roll", seen=before - 1), 409, "conflict")
    assert [copy["version"] for copy in lost["since"]] == [before]


def test_seats_that_are_asked_at_once_do_not_block_each_other(organiser: Caller) -> None:
    table = started(organiser, seats=4)
    choices = [ok(seat.get(f"{table.path}/questions"))["question"]["choices"][0]["command"]["arguments"] for seat in table.seats]
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda seat: table.move(seat, "offer", "", f"0.{seat}.0", 12, **choices[seat]), range(4)))
    assert [answer.status_code for answer in answers] == [201] * 4
    assert ok(organiser.get(table.path))["waiting"][0]["kind"] == "turn"
