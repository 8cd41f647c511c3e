"""Birth dates at a table of Stadt City, from what the seats tell to who draws and who moves first."""

from typing import Any

import pytest
from freezegun import freeze_time

from domain.stadt_city.rulebook import O1, R1, R2, S4
from service.parts import Parts
from service.record import verify
from tests.api.clients import Caller, Seated, ok, open_table, refused_by

BERLIN, AUCKLAND, TOKYO = "Europe/Berlin", "Pacific/Auckland", "Asia/Tokyo"
FOUR = ("1990-11-03", "1978-05-14", "2001-02-20", "1995-08-30")
LEAP = ("1996-02-29", "1988-02-28", "2004-07-01", "1970-01-01")
NEW_YEAR = ("2005-12-31", "2000-01-01", "1980-01-01", "1991-06-06")
SCENARIOS = {
    "SC-01": (BERLIN, "2025-11-03T19:00:00Z", FOUR, (0, 2, 3, 1), (1, 0, 3, 2)),
    "SC-02": (BERLIN, "2023-02-28T12:00:00Z", LEAP, (1, 0, 2, 3), (3, 1, 0, 2)),
    "SC-04": (AUCKLAND, "2025-06-30T13:30:00Z", ("2003-06-30", "1999-07-01", "1980-12-12"), (1, 0, 2), (2, 1, 0)),
    "SC-05": (TOKYO, "2025-12-31T15:30:00Z", NEW_YEAR, (2, 1, 0, 3), (2, 3, 1, 0)),
}
"""Time zone, moment of the start, births, who draws and who moves in which order."""


def placed(organiser: Caller, zone: str, births: tuple[str, ...]) -> Seated:
    """A table that has started, every character drawn and placed."""
    table = open_table(organiser, "stadt-city", len(births), time_zone=zone)
    for seat, birth in zip(table.seats, births, strict=True):
        assert seat.put(f"{table.path}/age", {"birth_date": birth}).status_code == 204
        ok(seat.post(f"{table.path}/ready"), 201)
    ok(organiser.post(f"{table.path}/start"), 201)
    while (asked := ok(organiser.get(f"{table.path}/questions"))["waiting"]) and asked[0]["kind"] == "place":
        ok(table.move(asked[0]["seat"], "place", square=f"{'ABCDEFGHIJ'[asked[0]['seat']]}1"), 201)
    return table


def facts(table: Seated, name: str) -> list[Any]:
    events = ok(table.organiser.get(f"{table.path}/events", limit=1000))["events"]
    return [fact["fields"] for event in events for fact in event["event"]["facts"] if fact["name"] == name]


@pytest.mark.rule(R1)
@pytest.mark.rule(S4)
@pytest.mark.rule(O1)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_birthdays_draw_first_and_the_oldest_moves_first(organiser: Caller, parts: Parts, scenario: str) -> None:
    zone, moment, births, drawing, order = SCENARIOS[scenario]
    with freeze_time(moment):
        table = placed(organiser, zone, births)
    assert tuple(drawn["seat"] for drawn in facts(table, "character-drawn")) == drawing
    assert tuple(facts(table, "round-begun")[0]["order"]) == order
    report = verify(table.seats[0].get(f"{table.path}/record").data, [parts.tables.codecs["stadt-city"].game])
    assert report.fault is None


@pytest.mark.rule(R1)
def test_the_day_stays_that_of_the_start_for_the_whole_game(organiser: Caller) -> None:
    with freeze_time("2025-06-30T23:59:59Z") as clock:
        table = open_table(organiser, "stadt-city", 2)
        for seat, birth in zip(table.seats, ("1990-06-30", "1980-07-01"), strict=True):
            assert seat.put(f"{table.path}/age", {"birth_date": birth}).status_code == 204
            ok(seat.post(f"{table.path}/ready"), 201)
        ok(organiser.post(f"{table.path}/start"), 201)
        clock.tick(5)
        ok(table.move(0, "place", square="A1"), 201)
    assert facts(table, "ages-ordered") == [{"oldest_first": [[1], [0]], "birthdays": [0]}]
    assert [drawn["seat"] for drawn in facts(table, "character-drawn")] == [0, 1]


@pytest.mark.rule(R1)
def test_places_and_dates_that_contradict_each_other_do_not_start_the_table(organiser: Caller) -> None:
    table = open_table(organiser, "stadt-city", 3)
    for seat, told in zip(table.seats, ({"birth_date": "1990-06-30"}, {"place": 2}, {"place": 2}), strict=True):
        assert seat.put(f"{table.path}/age", told).status_code == 204
        ok(seat.post(f"{table.path}/ready"), 201)
    before = table.version()
    assert table.seats[0].put(f"{table.path}/age", {"place": 3}).status_code == 204
    refused_by(organiser.post(f"{table.path}/start"), R1)
    assert table.version() == before
    assert table.seats[0].put(f"{table.path}/age", {"birth_date": "1990-06-30"}).status_code == 204
    ok(organiser.post(f"{table.path}/start"), 201)


@pytest.mark.rule(R2)
def test_of_those_born_on_one_date_a_draw_says_who_is_younger_in_every_order(organiser: Caller) -> None:
    with freeze_time("2025-06-30T12:00:00Z"):
        table = placed(organiser, "UTC", ("1990-01-01", "1990-01-01", "1980-05-05"))
    drawing = [drawn["seat"] for drawn in facts(table, "character-drawn")]
    order = facts(table, "round-begun")[0]["order"]
    assert order[0] == drawing[2] == 2
    assert drawing == list(reversed(order))
