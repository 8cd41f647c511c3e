"""Reading: state at any version and through whose eyes, copies that can be hashed again, read models, records."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from domain.kernel.stored import NO_HASH, SealOpening, chain_hash
from domain.table.rulebook import INSPECTION
from service.api.reading import WAIT
from service.parts import Parts
from service.record import verify
from service.store import connect, keys
from tests.api.clients import Caller, Seated, ok, open_table, problem, started
from tests.kernel.night_market import NIGHT_MARKET
from workers.follow import follow


@pytest.fixture
def table(organiser: Caller) -> Seated:
    """A table at version 10: both offers are opened."""
    table = started(organiser)
    for seat in (0, 1):
        choices = ok(table.seats[seat].get(f"{table.path}/questions"))["question"]["choices"]
        ok(table.move(seat, "offer", **choices[0]["command"]["arguments"]), 201)
    return table


def test_the_state_at_a_version_is_what_was_shown_then(organiser: Caller) -> None:
    table = open_table(organiser)
    shown = [ok(table.seats[0].get(table.path))]
    for what in ("ready", "ready", "start"):
        caller = table.seats[0] if len(shown) != 2 else table.seats[1]
        ok(caller.post(f"{table.path}/{what}"), 201)
        shown.append(ok(table.seats[0].get(table.path)))
    assert [ok(table.seats[0].get(table.path, at=before["version"])) for before in shown] == shown


@pytest.mark.parametrize("at", ["0", "11", "-1", "1.0", "ten", "", "\u0661", "1_0", "99999999999999999999"])
def test_a_version_that_does_not_exist_is_named(table: Seated, at: str) -> None:
    faults = problem(table.seats[0].get(table.path, at=at), 422, "malformed")["faults"]
    assert [(fault["in"], fault["field"]) for fault in faults] == [("query", "at")]


def test_a_copy_that_the_caller_has_already_is_not_sent_again(table: Seated) -> None:
    first = table.seats[0].get(table.path)
    assert (first.headers["ETag"], first.headers["Vary"]) == ('"10.seat:0"', "Authorization, Accept-Encoding")
    again = table.seats[0].get(table.path, {"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", first.headers["ETag"])
    assert table.seats[1].get(table.path, {"If-None-Match": first.headers["ETag"]}).status_code == 200
    ok(table.seats[0].post(f"{table.path}/pause"), 201)
    assert table.seats[0].get(table.path, {"If-None-Match": first.headers["ETag"]}).status_code == 200


def test_whose_eyes_each_role_reads_through(table: Seated) -> None:
    viewers = {role: ok(caller.get(table.path))["viewer"] for role, caller in table.everybody.items()}
    assert viewers == {"organiser": "public", "seat:0": "seat:0", "seat:1": "seat:1", "judge:0": "public", "spectator:0": "public"}


@pytest.mark.rule(INSPECTION)
def test_only_a_judge_who_has_looked_may_read_as_somebody_else(table: Seated) -> None:
    own = {role: ok(caller.get(table.path)) for role, caller in table.everybody.items()}
    for role, caller in table.everybody.items():
        assert ok(caller.get(table.path, **{"as": "public"}))["state"] == own["organiser"]["state"]
        for other in {"seat:0", "seat:1", "judge:0"} - {role}:
            problem(caller.get(table.path, **{"as": other}), 403, "forbidden")
    assert problem(table.judge.get(table.path, **{"as": "judge:0"}), 403, "forbidden")["rule"]["id"] == INSPECTION.id
    ok(table.judge.post(f"{table.path}/inspections"), 201)
    for seat in ("seat:0", "seat:1"):
        assert ok(table.judge.get(table.path, at=10, **{"as": seat})) == own[seat]
    problem(table.judge.get(table.path, **{"as": "judge:1"}), 403, "forbidden")
    faults = problem(table.judge.get(table.path, **{"as": "seat:2"}), 422, "malformed")["faults"]
    assert [fault["field"] for fault in faults] == ["as"]


def test_every_copy_hashes_to_the_same_chain_and_every_opening_to_its_digest(table: Seated) -> None:
    ok(table.judge.post(f"{table.path}/inspections"), 201)
    tips = set()
    for caller in table.everybody.values():
        found = ok(caller.get(f"{table.path}/events"))
        previous = NO_HASH
        for copy in found["events"]:
            previous = chain_hash(table.id, copy["version"], previous, copy["body"].encode())
            assert (copy["hash"], copy["event"]) == (previous, json.loads(copy["body"]))
            for opening in copy["openings"]:
                assert SealOpening(opening["digest"], opening["salt"], opening["value"], frozenset()).whole()
                assert opening["digest"] in copy["body"] or opening["for"] == ["public"]
        tips.add((found["tip"], previous))
    assert len(tips) == 1


def test_events_come_page_by_page_and_one_by_one(table: Seated) -> None:
    everything = ok(table.seats[0].get(f"{table.path}/events"))["events"]
    assert [copy["version"] for copy in everything] == list(range(1, 11))
    pages = [ok(table.seats[0].get(f"{table.path}/events", after=after, limit=4))["events"] for after in (0, 4, 8, 10, 500)]
    assert [len(page) for page in pages] == [4, 4, 2, 0, 0]
    assert [copy for page in pages for copy in page] == everything
    assert [ok(table.seats[0].get(f"{table.path}/events/{version}")) for version in range(1, 11)] == everything
    for version in ("0", "11", "9" * 30):
        problem(table.seats[0].get(f"{table.path}/events/{version}"), 404, "not-found")


def test_history_tells_each_fact_as_its_reader_may_know_it(table: Seated) -> None:
    def drawn(caller: Caller) -> list[str]:
        lines = ok(caller.get(f"{table.path}/history", after=7))["lines"]
        return [line["sentence"] for line in lines if line["fact"] == "card-drawn" and line["seat"] == 0]

    assert drawn(table.seats[1]) == drawn(table.spectator) == ["seat 0 draws a card"] * 4
    assert "seat 0 draws a card" not in drawn(table.seats[0])
    lines = ok(table.spectator.get(f"{table.path}/history"))["lines"]
    facts = [(copy["version"], fact["name"], fact["rule"]) for copy in _events(table) for fact in copy["event"]["facts"]]
    assert [(line["version"], line["fact"], line["rule"]) for line in lines] == facts


def _events(table: Seated) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = ok(table.spectator.get(f"{table.path}/events"))["events"]
    return found


def test_scores_say_the_version_they_are_good_for(table: Seated, parts: Parts) -> None:
    follow(parts, table.id)
    found = ok(table.seats[0].get(f"{table.path}/scores", min_version=10))
    assert (found["table"], found["version"], found["finished"]) == (table.id, 10, False)
    assert [seat["total"] for seat in found["seats"]] == [sum(line["points"] for line in seat["lines"]) for seat in found["seats"]]


def test_scores_that_are_not_there_yet_say_how_far_they_are(table: Seated, parts: Parts, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.api.reading.WAIT", 0.05)
    assert problem(table.seats[0].get(f"{table.path}/scores"), 503, "behind")["version"] == 0
    follow(parts, table.id)
    ok(table.seats[0].post(f"{table.path}/pause"), 201)
    answer = table.seats[0].get(f"{table.path}/scores", min_version=11)
    assert problem(answer, 503, "behind")["version"] == 10
    assert int(answer.headers["Retry-After"]) >= 1
    faults = problem(table.seats[0].get(f"{table.path}/scores", min_version=12), 422, "malformed")["faults"]
    assert [fault["field"] for fault in faults] == ["min_version"]


def test_the_lobby_lists_an_organisers_tables_page_by_page_and_a_seat_its_own(organiser: Caller, parts: Parts) -> None:
    tables = [open_table(organiser) for _ in range(3)]
    for table in tables:
        follow(parts, table.id)
    listed = ok(organiser.get("/tables"))
    assert {line["id"] for line in listed["tables"]} == {table.id for table in tables}
    assert "next" not in listed
    first = ok(organiser.get("/tables", limit=2))
    rest = ok(organiser.get("/tables", limit=2, after=first["next"]))
    assert first["tables"] + rest["tables"] == listed["tables"]
    assert [line["id"] for line in ok(tables[1].seats[0].get("/tables"))["tables"]] == [tables[1].id]


def test_a_pack_is_read_by_its_hash(table: Seated) -> None:
    digest = ok(table.spectator.get(table.path))["pack"]["hash"]
    assert ok(table.spectator.get(f"/packs/{digest}"))["name"] == "lanterns"
    problem(table.spectator.get(f"/packs/{'0' * 64}"), 404, "not-found")


def test_every_callers_record_verifies_to_the_same_tip(table: Seated) -> None:
    ok(table.judge.post(f"{table.path}/inspections"), 201)
    reports = {}
    for role, caller in table.everybody.items():
        answer = caller.get(f"{table.path}/record")
        assert answer.headers["Content-Disposition"].startswith(f'attachment; filename="{table.id}.')
        report = verify(answer.data, (NIGHT_MARKET,))
        assert report.fault is None, (role, report.fault)
        reports[report.viewer] = report.tip
    assert set(reports) == {"public", "seat:0", "seat:1", "judge:0"}
    assert len(set(reports.values())) == 1


def test_a_record_is_not_brought_where_its_table_is_and_not_when_it_was_changed(table: Seated) -> None:
    data = table.seats[0].get(f"{table.path}/record").data
    problem(table.organiser.post("/records", data=data), 409, "exists")
    broken = data.replace(b'"lanterns:', b'"lantern5:', 1)
    assert problem(table.organiser.post("/records", data=broken), 422, "malformed")["fault"]["where"]
    problem(table.organiser.post("/records", data=b"\xff{"), 422, "malformed")


def test_a_record_brought_to_another_service_reads_as_its_viewer_and_takes_no_move(table: Seated, parts: Parts) -> None:
    data = table.seats[0].get(f"{table.path}/record").data
    paths = ("", "/events", "/events/9", "/history", "/record")
    before = [table.seats[0].get(table.path + path).data for path in paths]
    _forget(parts, table.id)
    imported = ok(table.organiser.post("/records", data=data), 201)
    record = json.loads(data)
    about = {"table": table.id, "viewer": "seat:0", "events": 10, "tip": record["events"][-1]["hash"], "key": record["key"]}
    assert imported == about
    ok(table.organiser.post("/records", data=data), 201)
    assert [table.organiser.get(table.path + path).data for path in paths] == before
    assert ok(table.organiser.get(f"{table.path}/scores"))["version"] == 10
    assert ok(table.organiser.get(table.path, at=8))["version"] == 8
    assert ok(table.organiser.get(table.path, **{"as": "public"}))["viewer"] == "public"
    problem(table.organiser.get(table.path, **{"as": "seat:1"}), 403, "forbidden")
    problem(table.organiser.post(f"{table.path}/pause"), 409, "read-only")
    problem(table.organiser.post(f"{table.path}/undo", {"seen": 10}), 409, "read-only")
    problem(table.seats[0].post(f"{table.path}/moves", {"seen": 10, "command": {"name": "roll"}}), 409, "read-only")
    problem(table.seats[0].put(f"{table.path}/age", {"place": 1}), 409, "read-only")
    problem(table.seats[0].get(table.path), 404, "not-found")


def test_an_organiser_finds_imported_tables_in_the_list_and_nobody_else_does(table: Seated, parts: Parts) -> None:
    data = table.seats[0].get(f"{table.path}/record").data
    _forget(parts, table.id)
    ok(table.organiser.post("/records", data=data), 201)
    assert ok(table.organiser.get("/tables"))["tables"] == [{"id": table.id, "imported": True}]
    assert ok(table.organiser.get("/tables", game="night-market"))["tables"] == []
    assert ok(table.seats[0].get("/tables"))["tables"] == []


def test_a_reader_waits_less_long_than_a_worker_that_is_told_to_stop_lives_on() -> None:
    found = re.search(r"^graceful_timeout = ([0-9]+)$", Path("service/gunicorn_conf.py").read_text(), re.MULTILINE)
    assert found is not None
    assert int(found[1]) > WAIT


def _forget(parts: Parts, table: str) -> None:
    """As on a service that never had the table."""
    with connect(str(parts.settings.store_url)) as client:
        client.delete(keys.events(table), keys.tip(table), keys.commands(table))
    parts.tables._cache.drop(table)
