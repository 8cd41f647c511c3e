"""What is not what a call takes: a clear problem that names the field, and nothing written."""

import json
import re
from io import BytesIO
from typing import Any

import pytest
from flask import Flask

from tests.api.clients import Caller, Seated, ok, problem, started

LIMIT = 1 << 20
DEEP = b'{"seen":1,"command":{"name":"x","arguments":' + b'{"a":' * 40 + b"1" + b"}" * 40 + b"}}"
NOT_JSON = [
    b"{",
    b"nonsense",
    b'{"a":1}{"b":2}',
    b'{"a":NaN}',
    b'{"a":Infinity}',
    b'{"a":1e400}',
    b'{"a":123456789012345678901234567890}',
    b'{"a":' + b"9" * 5000 + b"}",
    b'{"a":1,"a":2}',
    b'{"a":"\xff"}',
    b"[" * 200_000,
    DEEP,
]
WHAT = ("ready", "start", "pause", "resume", "resign", "abandon", "inspections", "undo")


@pytest.fixture
def table(organiser: Caller) -> Seated:
    return started(organiser)


def posts(table: Seated) -> dict[str, Caller]:
    """Every POST that reads a JSON body, with somebody who may call it."""
    seat = {f"{table.path}/{what}": table.seats[0] for what in (*WHAT, "moves", "forks", "undo/1/answers", "undo/1/withdraw")}
    organiser = dict.fromkeys(("/tables", "/tokens", f"{table.path}/invitations"), table.organiser)
    return {**seat, **organiser, "/invitations/some-code": Caller(table.organiser.app)}


@pytest.mark.parametrize("data", NOT_JSON, ids=lambda data: repr(data[:24]))
def test_what_is_not_json_is_refused_everywhere_before_anything_else(table: Seated, data: bytes) -> None:
    for path, caller in posts(table).items():
        problem(caller.post(path, data=data), 400, "not-json")
    assert table.version() == 8


@pytest.mark.parametrize(
    ("data", "field"),
    [
        (b'{"surprise":1}', "surprise"),
        (b'{"a":{"b":["x\\u0000"]}}', "a.b[0]"),
        (b'{"a":"\\ud800"}', "a"),
        (b'{"\\udfff":1}', "body"),
        (b"[]", "body"),
        (b'"text"', "body"),
        (b"null", "body"),
        (b"17", "body"),
    ],
)
def test_a_body_of_the_wrong_shape_is_named_everywhere(table: Seated, data: bytes, field: str) -> None:
    for path, caller in posts(table).items():
        faults = problem(caller.post(path, data=data), 422, "malformed")["faults"]
        assert field in [fault["field"] for fault in faults if fault["in"] == "body"], (path, faults)
    assert table.version() == 8


@pytest.mark.parametrize("key", [None, " ", "a b", "x" * 65, "k\u00e9y", "semi;colon"])
def test_every_command_needs_a_key_of_its_own(table: Seated, key: str | None) -> None:
    for path, caller in {**posts(table), "/records": table.organiser, "/packs?game=night-market": table.organiser}.items():
        faults = problem(caller.post(path, key=key), 422, "malformed")["faults"]
        assert ("header", "Idempotency-Key") in [(fault["in"], fault["field"]) for fault in faults]
    assert table.version() == 8


def test_who_sends_no_key_is_told_how(table: Seated) -> None:
    (fault,) = problem(table.seats[0].post(f"{table.path}/pause", key=None), 422, "malformed")["faults"]
    assert fault["says"] == "send the header Idempotency-Key: 1 to 64 letters, digits, _ or - of your own choice"


LIBRARY_WORDS = ("Not a ", "Missing data", "Field may", "Unknown field", "Invalid", "Must be", "Longer than", "Expected", "`")
OPENING = {"game": "night-market", "seats": [{}, {}]}
WRONG_OPENINGS: list[Any] = [
    *([], "text", {}, {"surprise": 1}),
    *(
        {**OPENING, name: value}
        for name in ("game", "seats", "options", "judges", "time_zone")
        for value in (None, 1.5, "x" * 201, [7], {"a": 3})
    ),
    {**OPENING, "seats": [{"colour": 3, "player": None, "x": 1}, None, 4]},
    {**OPENING, "judges": 10, "seats": [{}] * 65},
]


@pytest.mark.parametrize("body", WRONG_OPENINGS, ids=lambda body: repr(body)[:60])
def test_what_is_wrong_is_said_in_plain_words(organiser: Caller, body: Any) -> None:
    for fault in problem(organiser.post("/tables", body, data=json.dumps(body).encode()), 422, "malformed")["faults"]:
        assert not any(word in fault["says"] for word in LIBRARY_WORDS), fault


@pytest.mark.parametrize(
    "query", [{"limit": "x"}, {"limit": 0}, {"phase": "x"}, {"after": "x"}, {"opened_to": "x"}, {"surprise": 1}], ids=str
)
def test_what_is_wrong_with_a_query_is_said_in_plain_words(organiser: Caller, query: dict[str, Any]) -> None:
    (fault,) = problem(organiser.get("/tables", **query), 422, "malformed")["faults"]
    assert not any(word in fault["says"] for word in LIBRARY_WORDS), fault


def test_an_argument_of_the_wrong_kind_is_said_in_plain_words(table: Seated) -> None:
    body = {"question": "0.0.0", "seen": 8, "command": {"name": "offer", "arguments": {"card": 7}}}
    (fault,) = problem(table.seats[0].post(f"{table.path}/moves", body), 422, "malformed")["faults"]
    assert fault["says"] == "a text is needed, not a whole number"


def test_only_seats_are_named(organiser: Caller) -> None:
    code = ok(organiser.post("/tables", OPENING), 201)["invitations"]["judge:0"]
    (fault,) = problem(Caller(organiser.app).post(f"/invitations/{code}", {"name": "Somebody"}), 422, "malformed")["faults"]
    assert (fault["field"], fault["says"]) == ("name", "leave name out: only seats are named")


def test_a_body_that_is_too_large_or_of_another_kind_is_not_read(table: Seated) -> None:
    huge = json.dumps({"surprise": "x" * LIMIT}).encode()
    for path, caller in posts(table).items():
        problem(caller.post(path, data=huge), 413, "too-large")
        problem(caller.post(path, {}, media="text/plain"), 415, "wrong-media-type")
    assert table.version() == 8


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"seen": -1}, "seen"),
        ({"seen": "8"}, "seen"),
        ({"seen": 8.5}, "seen"),
        ({"seen": True}, "seen"),
        ({"seen": None}, "seen"),
        ({"question": "0.0"}, "question"),
        ({"question": "0.0.0\n"}, "question"),
        ({"question": 7}, "question"),
        ({"command": "roll"}, "command"),
        ({"command": {"arguments": {}}}, "command.name"),
        ({"command": {"name": "roll", "arguments": []}}, "command.arguments"),
        ({"command": {"name": "roll", "arguments": {}, "extra": 1}}, "command.extra"),
    ],
)
def test_a_move_names_each_field_that_is_wrong(table: Seated, change: dict[str, Any], field: str) -> None:
    body = {"question": "0.0.0", "seen": 8, "command": {"name": "roll", "arguments": {}}, **change}
    faults = problem(table.seats[0].post(f"{table.path}/moves", body), 422, "malformed")["faults"]
    assert [(fault["in"], fault["field"]) for fault in faults] == [("body", field)]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"seats": "two"}, "seats"),
        ({"seats": [{}, {"colour": 3}]}, "seats[1].colour"),
        ({"seats": [{}, {"shoe": 3}]}, "seats[1].shoe"),
        ({"judges": 10}, "judges"),
        ({"spectators": 51}, "spectators"),
        ({"judges": "one"}, "judges"),
        ({"options": {"length": 3}}, "options.length"),
        ({"game": None}, "game"),
    ],
)
def test_an_opening_names_each_field_that_is_wrong(organiser: Caller, change: dict[str, Any], field: str) -> None:
    answer = organiser.post("/tables", {"game": "night-market", "seats": [{}, {}], **change})
    assert [fault["field"] for fault in problem(answer, 422, "malformed")["faults"]] == [field]
    assert ok(organiser.get("/tables"))["tables"] == []


@pytest.mark.parametrize(
    "path", ["", "/events", "/events/1", "/history", "/questions", "/record", "/refusals", "/scores", "/feed", "/conduct", "/undo"]
)
def test_a_query_that_a_call_does_not_take_is_named(table: Seated, path: str) -> None:
    faults = problem(table.seats[0].get(table.path + path, surprise="1"), 422, "malformed")["faults"]
    assert [(fault["in"], fault["field"]) for fault in faults] == [("query", "surprise")]


@pytest.mark.parametrize("path", ["/tables", "/players", "/players/a", "/rules", "/rules/table", "/rules/table/TB-O1", "/packs", "/tokens"])
def test_a_query_that_a_list_does_not_take_is_named(organiser: Caller, path: str) -> None:
    faults = problem(organiser.get(path, surprise="1"), 422, "malformed")["faults"]
    assert [(fault["in"], fault["field"]) for fault in faults] == [("query", "surprise")]


@pytest.mark.parametrize("path", ["/tables", "/players", "/rules/table/TB-O1", "/packs", "/tokens"])
@pytest.mark.parametrize("after", ["", "junk", "\u00e9", "bnVsbA", "W10=", "WzEuNV0", "W1tdXQ", "x" * 5000])
def test_what_is_no_cursor_is_named(organiser: Caller, path: str, after: str) -> None:
    faults = problem(organiser.get(path, after=after), 422, "malformed")["faults"]
    assert [(fault["in"], fault["field"]) for fault in faults] == [("query", "after")]


NOWHERE = ("/nothing", "/tables/short", "/tables/AAAAAAAAAAAAAAAA", "/packs/xyz", "/tables/%00", "/events/1e3")
NOT_HERE = ("/players/a%20b", "/players/%00", "/rules/%C3%A9", "/rules/table/TB-O1/more", f"/players/{'x' * 65}", "/rules/table/nothing")


@pytest.mark.parametrize("path", [*NOWHERE, *NOT_HERE])
def test_a_path_that_leads_nowhere_is_a_problem_too(organiser: Caller, path: str) -> None:
    problem(organiser.get(path), 404, "not-found")


@pytest.mark.parametrize("id", ["nosuch", "aaaaaaaaaaaaaaaa"])
def test_a_table_that_is_not_there_is_named(organiser: Caller, id: str) -> None:
    assert problem(organiser.get(f"/tables/{id}"), 404, "not-found")["detail"] == f"there is no table {id}"


@pytest.mark.parametrize("path", ["/", "/api/v1", "/api/v1/"])
def test_whoever_looks_at_the_root_is_shown_the_documents(app: Flask, path: str) -> None:
    links = re.findall(r"/api/[a-z0-9./]+", problem(app.test_client().get(path), 404, "not-found")["detail"])
    assert [app.test_client().get(link).status_code for link in links] == [200, 200]


@pytest.mark.parametrize("id", ["xyz", "0" * 63, "0" * 65, "Z" * 64, "%00", "0" * 64])
def test_a_token_that_is_not_there_cannot_be_revoked(organiser: Caller, id: str) -> None:
    problem(organiser.delete(f"/tokens/{id}"), 404, "not-found")


def test_a_method_that_a_path_does_not_have_names_those_it_has(app: Flask) -> None:
    answer = app.test_client().delete("/api/v1/tables")
    detail = problem(answer, 405, "method-not-allowed")["detail"]
    assert answer.headers["Allow"] in detail
    assert {"GET", "POST"} <= {method.strip() for method in answer.headers["Allow"].split(",")}


@pytest.mark.parametrize(
    ("method", "path"), [("POST", "/packs?game=night-market"), ("POST", "/tables"), ("GET", "/tables"), ("POST", "/nowhere")]
)
def test_a_body_without_its_length_is_refused_everywhere(organiser: Caller, method: str, path: str) -> None:
    headers = {"Authorization": f"Bearer {organiser.token}", "Idempotency-Key": "k", "Transfer-Encoding": "chunked"}
    answer = organiser.app.test_client().open(f"/api/v1{path}", method=method, headers=headers, input_stream=BytesIO(b"{}"))
    problem(answer, 411, "length-needed")
