"""A standing answer over HTTP: any seat may give it at any moment of a game, and names no question."""

import pytest

from domain.moon_colony_bloodbath.rulebook import R20
from domain.table.rulebook import ROLES
from tests.api.clients import Answer, Caller, Seated, ok, refused_by, started


def stand(table: Seated, caller: Caller, goes_on: bool = True) -> Answer:
    body = {"seen": table.version(), "command": {"name": "stand", "arguments": {"goes_on": goes_on}}}
    return caller.post(f"{table.path}/moves", body)


@pytest.mark.rule(R20)
@pytest.mark.parametrize("goes_on", [True, False])
def test_a_seat_stands_without_naming_a_question_and_its_question_stays_open(organiser: Caller, goes_on: bool) -> None:
    table = started(organiser, "moon-colony-bloodbath")
    if not goes_on:
        ok(stand(table, table.seats[1], True), 201)
    asked = [ok(seat.get(f"{table.path}/questions"))["question"]["id"] for seat in table.seats]
    receipt = ok(stand(table, table.seats[1], goes_on), 201)
    told = [(fact["name"], fact["fields"]) for fact in receipt["event"]["facts"]]
    assert told == [("standing-answer-given", {"seat": 1, "goes_on": goes_on})]
    assert [ok(seat.get(f"{table.path}/questions"))["question"]["id"] for seat in table.seats] == asked


@pytest.mark.rule(R20)
def test_nobody_but_a_seat_can_stand(organiser: Caller) -> None:
    table = started(organiser, "moon-colony-bloodbath")
    refused_by(stand(table, table.spectator), ROLES)
