"""How old the seats are: confided until the start, put in order on its day, and then forgotten."""

import gzip
import json
import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import structlog
from flask import Flask
from freezegun import freeze_time

from domain.kernel.game import Ages
from domain.table.rulebook import READINESS, ROLES, START
from service import backup
from service.ages import AgeBook
from service.api import create_app
from service.config import Settings
from service.embedded import EmbeddedServer
from service.identity import Holder, Identity
from service.parts import Parts, assemble
from service.record import verify
from service.store import Private, StoreUnavailable, connect, keys
from tests.api.clients import Answer, Caller, Seated, feed, ok, open_table, problem, refused_by
from tests.kernel.night_market import NIGHT_MARKET
from tests.kernel.night_market.aged import AGED_MARKET, AGES
from tests.proxy import Proxy
from tests.record.writing import forged
from workers.sweeper import Sweeper

NOON = "2025-06-30T12:00:00Z"
SECRET = "1961-07-19"


@pytest.fixture
def parts(settings: Settings) -> Parts:
    return assemble(settings, (NIGHT_MARKET, AGED_MARKET))


def ready(organiser: Caller, seats: int = 2, game: str = "aged-market", **more: Any) -> Seated:
    table = open_table(organiser, game, seats, **more)
    for seat in table.seats:
        ok(seat.post(f"{table.path}/ready"), 201)
    return table


def tell(table: Seated, seat: int, **body: Any) -> Answer:
    return table.seats[seat].put(f"{table.path}/age", body)


def told(table: Seated, *births: str) -> Seated:
    for seat, birth in enumerate(births):
        assert tell(table, seat, birth_date=birth).status_code == 204
    return table


def start(table: Seated, key: str = "") -> Answer:
    return table.organiser.post(f"{table.path}/start", key=key)


def kept(settings: Settings, table: Seated) -> list[bytes]:
    """Every key of the store that holds anything for this table apart from its record, and the list of such tables."""
    with connect(settings.store_url or "") as client:
        found = client.keys("*:private:*") + client.keys("*:confided")
    return sorted(found)


def facts(table: Seated) -> list[tuple[str, str, list[Any]]]:
    return [(event["event"]["actor"], event["event"]["command"]["name"], event["event"]["facts"]) for event in _events(table)]


def _events(table: Seated) -> list[Any]:
    events: list[Any] = ok(table.organiser.get(f"{table.path}/events", limit=1000))["events"]
    return events


def ordered(table: Seated) -> Ages:
    (fields,) = [fact["fields"] for _, name, found in facts(table) if name == "order-ages" for fact in found]
    return Ages(tuple(map(tuple, fields["oldest_first"])), tuple(fields["birthdays"]))


@pytest.mark.rule(READINESS)
def test_two_events_in_one_append_order_the_ages_and_start(organiser: Caller) -> None:
    table = told(ready(organiser, 3), "1990-11-03", "1978-05-14", "1990-11-03")
    before = table.version()
    receipt = ok(start(table), 201)
    assert receipt["version"] == before + 2 == table.version()
    (who, name, found), (starter, started, (first, *_)) = facts(table)[-2:]
    assert (who, name, starter, started, first["name"]) == ("system", "order-ages", "organiser", "start", "started")
    assert found == [{"name": "ages-ordered", "rule": AGES.id, "fields": {"oldest_first": [[1], [0, 2]], "birthdays": []}}]
    asked = ok(table.organiser.get(f"{table.path}/events/{before + 1}"))["event"]
    assert asked["command"]["arguments"] == {"oldest_first": [[1], [0, 2]], "birthdays": []}
    assert "parent" not in asked


@pytest.mark.rule(READINESS)
def test_what_was_told_last_before_the_start_counts(organiser: Caller) -> None:
    table = told(ready(organiser), "1990-11-03", "1978-05-14")
    assert tell(table, 0, place=1, birthday_today=True).status_code == 204
    assert tell(table, 0, place=1).status_code == 204
    ok(start(table), 201)
    assert ordered(table) == Ages(((0,), (1,)), ())  # type: ignore[arg-type]


@pytest.mark.rule(READINESS)
def test_telling_an_age_is_no_event_and_asks_for_no_key(organiser: Caller) -> None:
    table = ready(organiser)
    before = table.version()
    answer = tell(table, 0, birth_date=SECRET)
    assert (answer.status_code, answer.data) == (204, b"")
    assert table.version() == before


@pytest.mark.parametrize(
    ("zone", "moment", "birth", "birthday"),
    [
        ("Europe/Berlin", "2025-11-03T22:59:59Z", "1990-11-03", True),
        ("Europe/Berlin", "2025-11-03T23:00:00Z", "1990-11-03", False),
        ("Pacific/Auckland", "2025-06-30T11:59:59Z", "1999-07-01", False),
        ("Pacific/Auckland", "2025-06-30T13:30:00Z", "1999-07-01", True),
        ("Asia/Tokyo", "2025-12-31T14:59:59Z", "2000-01-01", False),
        ("Asia/Tokyo", "2025-12-31T15:30:00Z", "2000-01-01", True),
        ("Asia/Tokyo", "2025-12-31T15:30:00Z", "2005-12-31", False),
        ("America/Los_Angeles", "2026-01-01T07:59:59Z", "2005-12-31", True),
        ("UTC", "2023-02-28T00:00:00Z", "1996-02-29", True),
        ("UTC", "2024-02-28T23:59:59Z", "1996-02-29", False),
        ("UTC", "2024-02-29T00:00:00Z", "1996-02-29", True),
        ("Europe/Berlin", "2023-02-28T23:30:00Z", "1996-02-29", False),
        ("Europe/Berlin", "2025-03-29T22:59:59Z", "1990-03-30", False),
        ("Europe/Berlin", "2025-03-29T23:00:00Z", "1990-03-30", True),
        ("Europe/Berlin", "2025-03-30T21:59:59Z", "1990-03-30", True),
        ("Europe/Berlin", "2025-03-30T22:00:00Z", "1990-03-30", False),
        ("Europe/Berlin", "2025-10-25T22:00:00Z", "1990-10-26", True),
        ("Europe/Berlin", "2025-10-26T22:59:59Z", "1990-10-26", True),
        ("Europe/Berlin", "2025-10-26T23:00:00Z", "1990-10-26", False),
    ],
)
def test_the_day_is_that_of_the_tables_time_zone_when_it_starts(
    organiser: Caller, zone: str, moment: str, birth: str, birthday: bool
) -> None:
    with freeze_time("2020-06-15T12:00:00Z"):
        table = told(ready(organiser, time_zone=zone), birth, "1950-06-06")
    with freeze_time(moment):
        ok(start(table), 201)
    assert ordered(table) == Ages(((1,), (0,)), (0,) if birthday else ())  # type: ignore[arg-type]


@pytest.mark.rule(READINESS)
@pytest.mark.parametrize(("moment", "birthday"), [("2025-06-30T21:59:59Z", True), ("2025-06-30T22:00:00Z", False)])
def test_a_birthday_that_was_today_is_over_at_midnight(organiser: Caller, moment: str, birthday: bool) -> None:
    with freeze_time(NOON):
        table = ready(organiser, time_zone="Europe/Berlin")
        assert tell(table, 0, place=1, birthday_today=True).status_code == 204
        assert tell(table, 1, place=2).status_code == 204
    with freeze_time(moment):
        ok(start(table), 201)
    assert ordered(table).birthdays == ((0,) if birthday else ())


@pytest.mark.rule(READINESS)
def test_a_birth_date_is_checked_against_today_where_the_table_is(organiser: Caller) -> None:
    with freeze_time("2025-06-30T13:30:00Z"):
        there, here = ready(organiser, time_zone="Pacific/Auckland"), ready(organiser)
        assert tell(there, 0, birth_date="2025-07-01").status_code == 204
        named = problem(tell(here, 0, birth_date="2025-07-01"), 422, "malformed")["faults"]
    assert [fault["field"] for fault in named] == ["birth_date"]


@pytest.mark.parametrize(
    ("body", "fields"),
    [
        ({}, ["birth_date"]),
        ({"birth_date": "1990-02-29"}, ["birth_date"]),
        ({"birth_date": "03.11.1990"}, ["birth_date"]),
        ({"birth_date": 1990}, ["birth_date"]),
        ({"birth_date": "1990-11-03", "place": 1}, ["place"]),
        ({"birth_date": "1990-11-03", "birthday_today": True}, ["birthday_today"]),
        ({"birthday_today": True}, ["birth_date"]),
        ({"place": 0}, ["place"]),
        ({"place": 3}, ["place"]),
        ({"place": True}, ["place"]),
        ({"place": 1, "birthday_today": "yes"}, ["birthday_today"]),
        ({"place": 1, "age": 35}, ["age"]),
    ],
)
def test_what_is_no_age_is_refused_with_every_field_named_and_nothing_kept(
    organiser: Caller, settings: Settings, body: dict[str, Any], fields: list[str]
) -> None:
    table = ready(organiser)
    answer = problem(tell(table, 0, **body), 422, "malformed")
    assert sorted(fault["field"] for fault in answer["faults"]) == fields
    assert "1990" not in json.dumps(answer["faults"]).replace("as 1990-11-03", "")
    assert kept(settings, table) == []


@pytest.mark.rule(READINESS)
def test_a_game_that_does_not_ask_keeps_nothing(organiser: Caller, settings: Settings) -> None:
    table = ready(organiser, game="night-market")
    refused_by(tell(table, 0, birth_date=SECRET), READINESS)
    assert kept(settings, table) == []
    ok(start(table), 201)
    assert "order-ages" not in [name for _, name, _ in facts(table)]


@pytest.mark.rule(ROLES)
def test_nobody_but_a_seat_has_an_age(organiser: Caller) -> None:
    table = ready(organiser)
    for who in ("organiser", "judge:0", "spectator:0"):
        refused_by(table.everybody[who].put(f"{table.path}/age", {"place": 1}), ROLES)


@pytest.mark.rule(READINESS)
def test_what_is_missing_or_contradicts_stops_the_start_and_changes_nothing(organiser: Caller) -> None:
    table = ready(organiser, 3)
    before = table.version()
    assert "seat 0" in refused_by(start(table), AGES)["reason"]
    for seat, place in enumerate((1, 1, 2)):
        assert tell(table, seat, place=place).status_code == 204
    reason = refused_by(start(table), AGES)["reason"]
    assert reason.startswith("seat 2: ")
    assert table.version() == before
    assert tell(table, 2, place=3).status_code == 204
    ok(start(table), 201)


DISAGREEING = ({"birth_date": SECRET}, {"birth_date": SECRET}, {"place": 2})
"""Two born on one day leave no second place."""


@pytest.mark.rule(READINESS)
def test_a_contradiction_of_dates_is_told_once_and_everybody_is_to_tell_anew(organiser: Caller, settings: Settings) -> None:
    table = ready(organiser, 3)
    for seat, body in enumerate(DISAGREEING):
        assert tell(table, seat, **body).status_code == 204
    answer = start(table)
    assert not any(word in refused_by(answer, AGES)["reason"] for word in ("seat 0", "seat 1", "seat 2", "1961"))
    assert kept(settings, table) == []
    missing = refused_by(start(table), AGES)["reason"]
    assert tell(table, 1, birth_date="1978-05-14").status_code == 204
    assert tell(table, 2, place=2).status_code == 204
    assert "seat 0" in refused_by(start(table), AGES)["reason"] != missing
    assert tell(table, 0, birth_date=SECRET).status_code == 204
    ok(start(table), 201)


@pytest.mark.rule(READINESS)
def test_of_many_starts_at_once_one_is_told_of_a_contradiction(organiser: Caller) -> None:
    table = ready(organiser, 3)
    for seat, body in enumerate(DISAGREEING):
        assert tell(table, seat, **body).status_code == 204
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda number: refused_by(start(table, f"start-{number}"), AGES)["reason"], range(8)))
    assert sum("contradict" in reason for reason in answers) == 1


@pytest.mark.rule(READINESS)
def test_what_was_told_in_between_is_not_forgotten(parts: Parts) -> None:
    private = Private(connect(parts.settings.store_url or ""))
    private.put("t" * 16, 0, b"one")
    seen = private.of("t" * 16)
    private.put("t" * 16, 0, b"two")
    assert not private.drop_this("t" * 16, seen)
    assert private.of("t" * 16) == {0: b"two"}
    assert private.drop_this("t" * 16, private.of("t" * 16))
    assert (private.of("t" * 16), private.tables()) == ({}, ())


@pytest.mark.rule(START)
def test_a_table_that_is_not_ready_says_so_before_it_speaks_of_ages(organiser: Caller) -> None:
    refused_by(start(open_table(organiser, "aged-market")), START)


def test_a_start_that_is_repeated_is_the_same_start(organiser: Caller) -> None:
    table = told(ready(organiser), "1990-11-03", "1978-05-14")
    first = ok(start(table, "one-start"), 201)
    again = ok(start(table, "one-start"), 200)
    assert (again["hash"], again["version"], again["repeated"]) == (first["hash"], first["version"], True)
    assert again["event"]["command"]["name"] == "start"
    refused_by(start(table, "another"), START)


def test_of_many_starts_at_once_one_starts(organiser: Caller) -> None:
    table = told(ready(organiser), "1990-11-03", "1978-05-14")
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda number: start(table, f"start-{number}"), range(8)))
    assert sorted(answer.status_code for answer in answers) == [201] + [422] * 7
    assert [name for _, name, _ in facts(table)].count("order-ages") == 1


def test_a_start_whose_stored_answer_is_lost_is_one_start_and_forgets_all_the_same(
    settings: Settings, parts: Parts, server: EmbeddedServer
) -> None:
    with Proxy(Path(server.socket)) as proxy:
        far = assemble(replace(settings, store_url=f"redis://127.0.0.1:{proxy.port}/0"), (AGED_MARKET,))
        caller = Caller(create_app(far), Identity(far.tokens).issue(Holder("organiser")))
        table = told(ready(caller), SECRET, "1978-05-14")
        proxy.swallow(b"gavel_append", 2)
        assert ok(start(table, "lost"), 200)["event"]["command"]["name"] == "start"
        assert proxy.spoiled == 2
        assert [name for _, name, _ in facts(table)][-2:] == ["order-ages", "start"]
    assert kept(settings, table) == []


def test_what_was_told_lies_in_one_key_and_is_gone_with_the_start(organiser: Caller, settings: Settings) -> None:
    table = told(ready(organiser), SECRET, "1978-05-14")
    number = keys.partition(table.id)
    assert kept(settings, table) == [keys.confided(number).encode(), keys.private(table.id).encode()]
    ok(start(table), 201)
    assert kept(settings, table) == []
    refused_by(tell(table, 0, birth_date=SECRET), AGES)
    assert kept(settings, table) == []


def test_an_abandoned_table_forgets_too(organiser: Caller, settings: Settings) -> None:
    table = told(ready(organiser), SECRET, "1978-05-14")
    ok(table.seats[0].post(f"{table.path}/abandon"), 201)
    assert kept(settings, table) != []
    ok(table.seats[1].post(f"{table.path}/abandon"), 201)
    assert kept(settings, table) == []


def test_what_a_service_left_that_died_behind_the_start_the_sweeper_deletes(
    organiser: Caller, settings: Settings, parts: Parts, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting, table = told(ready(organiser), "1960-01-01", "1961-01-01"), told(ready(organiser), SECRET, "1978-05-14")
    with monkeypatch.context() as broken:
        broken.setattr(AgeBook, "forget", _unavailable)
        ok(start(table), 201)
    Sweeper(parts).sweep()
    assert keys.private(table.id).encode() not in kept(settings, table)
    assert keys.private(waiting.id).encode() in kept(settings, waiting)
    ok(start(waiting), 201)


def _unavailable(*_: object) -> None:
    raise StoreUnavailable("gone")


def test_a_date_is_never_shown_logged_exported_or_backed_up(organiser: Caller, parts: Parts, tmp_path: Path) -> None:
    with structlog.testing.capture_logs() as logged:
        table = ready(organiser, 3)
        for seat, birth in enumerate((SECRET, "1955-05-25", SECRET)):
            assert tell(table, seat, birth_date=birth).status_code == 204
        backup.make(parts, tmp_path / "before")
        assert tell(table, 1, place=2).status_code == 204
        seen = [refused_by(table.seats[0].post(f"{table.path}/start"), AGES)["reason"] + _everything(table)]
        for seat, birth in enumerate((SECRET, "1955-05-25", SECRET)):
            assert tell(table, seat, birth_date=birth).status_code == 204
        ok(start(table), 201)
        seen.append(_everything(table))
    backup.make(parts, tmp_path / "after")
    texts = [*seen, repr(logged), *(gzip.decompress((tmp_path / name).read_bytes()).decode() for name in ("before", "after"))]
    for text in texts:
        # As words: a digest may hold any four digits.
        assert not re.search(r"\b(1961|07-19|1955)\b", text)
    assert "order-ages" in texts[1]


def _everything(table: Seated) -> str:
    """All that anybody at the table can read."""
    paths = ("", "/questions", "/events", "/history", "/record", "/refusals")
    told = [caller.get(f"{table.path}{path}").get_data(as_text=True) for caller in table.everybody.values() for path in paths]
    return "".join((*told, repr(feed(table.organiser, table.path, table.version()))))


@pytest.fixture
def records(organiser: Caller) -> tuple[Seated, bytes]:
    """A table that was started and abandoned, so that all of it is open to everybody."""
    table = told(ready(organiser), "1990-11-03", "1978-05-14")
    ok(start(table), 201)
    ok(organiser.post(f"{table.path}/abandon"), 201)
    return table, table.seats[0].get(f"{table.path}/record").data


def test_a_record_decides_order_and_start_again(records: tuple[Seated, bytes]) -> None:
    table, data = records
    report = verify(data, (AGED_MARKET,))
    assert (report.fault, report.redecided) == (None, table.version())


def test_the_event_after_the_order_starts_from_it(app: Flask, parts: Parts, records: tuple[Seated, bytes]) -> None:
    table, _ = records
    position = parts.tables.current(table.id).folded.position
    assert position.state.ages == Ages(((1,), (0,)), ())  # type: ignore[arg-type]
    afresh = assemble(parts.settings, (AGED_MARKET,)).tables.current(table.id).folded
    assert afresh.position.state == position.state
    assert afresh.table == parts.tables.current(table.id).folded.table


@pytest.mark.rule(READINESS)
def test_a_table_says_that_it_asks_ages_and_then_their_order(organiser: Caller) -> None:
    table = ready(organiser)
    shown = ok(table.spectator.get(table.path))
    assert (shown["age_rule"], "ages" in shown) == (AGES.id, False)
    ok(start(told(table, "1990-11-03", "1978-05-14")), 201)
    shown = ok(table.spectator.get(table.path))
    assert ("age_rule" in shown, shown["ages"]) == (False, {"oldest_first": [[1], [0]], "birthdays": []})
    other = ok(table.organiser.get(ready(organiser, game="night-market").path))
    assert not {"age_rule", "ages"} & other.keys()


@pytest.mark.parametrize("edit", ["birthdays", "oldest_first", "actor", "none", "later", "no-start"])
def test_another_order_than_the_one_asked_for_is_found(records: tuple[Seated, bytes], edit: str) -> None:
    table, data = records
    version = next(event["version"] for event in _events(table) if event["event"]["command"]["name"] == "order-ages")

    def forge(events: list[Any]) -> None:
        body = events[version - 1]["body"]
        (fact,) = body["facts"]
        match edit:
            case "birthdays":
                fact["fields"]["birthdays"] = [0]
            case "oldest_first":
                fact["fields"]["oldest_first"].reverse()
            case "actor":
                body["actor"] = "organiser"
            case "none":
                del events[version - 1]
            case "later":
                body["at"] -= 1
            case _:
                del events[version:]

    report = verify(forged(data, forge), (AGED_MARKET,))
    assert report.fault is not None
    assert report.fault.version == version + (edit == "later")
