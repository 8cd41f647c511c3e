"""A judge who reads through a seat's eyes has what that seat saw and a judge may see; what is unseen by judges stays so."""

from typing import Any

import pytest

from domain.table.rulebook import HEARING, INSPECTION
from service.parts import Parts
from service.record import verify
from tests.api.clients import Caller, Seated, feed, ok, started
from tests.kernel.night_market import NIGHT_MARKET

UNSEEN = "I saw a kite."
AS_SEAT: dict[str, Any] = {"as": "seat:0"}


@pytest.fixture
def table(organiser: Caller) -> Seated:
    """Both seats have offered; seat 1 disputes it, seat 0 has made its statement, and the judge has looked."""
    table = started(organiser)
    for seat in (0, 1):
        choices = ok(table.seats[seat].get(f"{table.path}/questions"))["question"]["choices"]
        ok(table.move(seat, "offer", **choices[0]["command"]["arguments"]), 201)
    body = {"event": table.version(), "rule": "NM-O1", "claim": "That was not what I offered."}
    ok(table.seats[1].post(f"{table.path}/disputes", body), 201)
    ok(table.seats[0].post(f"{table.path}/disputes/1/statements", {"statement": UNSEEN}), 201)
    ok(table.judge.post(f"{table.path}/inspections"), 201)
    return table


@pytest.mark.rule(HEARING, INSPECTION)
@pytest.mark.parametrize("path", ["/disputes", "/disputes/1", "/events", "/history", "/knowledge", "/branches", "/record", ""])
def test_an_unopened_statement_is_in_nothing_that_a_judge_reads_as_its_seat(table: Seated, path: str) -> None:
    answer = table.judge.get(f"{table.path}{path}", **AS_SEAT)
    assert answer.status_code == 200, answer.get_data(as_text=True)
    assert UNSEEN not in answer.get_data(as_text=True)


@pytest.mark.rule(HEARING, INSPECTION)
def test_an_unopened_statement_does_not_come_by_the_feed_either(table: Seated) -> None:
    told = feed(table.judge, table.path, table.version(), **AS_SEAT)
    assert UNSEEN not in str(told)
    assert UNSEEN in str(feed(table.seats[0], table.path, table.version()))


@pytest.mark.rule(INSPECTION)
def test_all_else_that_the_seat_knows_is_what_a_judge_reads_as_it(table: Seated) -> None:
    (own, looked) = (ok(caller.get(table.path, **AS_SEAT)) for caller in (table.seats[0], table.judge))
    assert looked == own
    at = table.version() - 3
    (own, looked) = (ok(caller.get(table.path, at=at, **AS_SEAT)) for caller in (table.seats[0], table.judge))
    assert looked == own
    own_copies, copies = (ok(caller.get(f"{table.path}/events", **AS_SEAT))["events"] for caller in (table.seats[0], table.judge))
    assert [copy["hash"] for copy in copies] == [copy["hash"] for copy in own_copies]
    apart = [one["version"] for one, other in zip(own_copies, copies, strict=True) if one["openings"] != other["openings"]]
    assert apart == [table.version() - 1]


@pytest.mark.rule(HEARING)
def test_a_seats_token_in_a_judges_fork_through_its_eyes_does_not_open_it(table: Seated) -> None:
    begun = ok(table.judge.post(f"{table.path}/forks", {"version": table.version(), "as": "seat:0"}), 201)
    seat = Caller(table.judge.app, begun["tokens"]["seat:0"])
    for path in ("/events", "/disputes/1", "/history"):
        assert UNSEEN not in seat.get(f"/tables/{begun['table']}{path}").get_data(as_text=True)
    report = verify(seat.get(f"/tables/{begun['table']}/record").data, [NIGHT_MARKET])
    assert report.fault is None, str(report.fault)
    exact = ok(table.judge.post(f"{table.path}/forks", {"version": table.version()}), 201)
    seat = Caller(table.judge.app, exact["tokens"]["seat:0"])
    assert UNSEEN not in seat.get(f"/tables/{exact['table']}/events").get_data(as_text=True)


@pytest.mark.rule(HEARING)
def test_a_record_that_a_judge_takes_as_a_seat_verifies_before_and_after_the_statements_are_opened(table: Seated, parts: Parts) -> None:
    for _ in range(2):
        data = table.judge.get(f"{table.path}/record", **AS_SEAT).data
        report = verify(data, [NIGHT_MARKET])
        assert report.fault is None, str(report.fault)
        if UNSEEN.encode() not in data:
            ok(table.judge.post(f"{table.path}/disputes/1/hearing"), 201)
    assert UNSEEN.encode() in data
