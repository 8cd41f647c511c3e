"""Every route for every role: who may call it, and that nobody else is even heard."""

import re
from typing import Any

import pytest
from flask import Flask

from tests.api.clients import Caller, Seated, open_table, problem, started

SEAT, JUDGE, SPECTATOR, ORGANISER = "seat:1", "judge:0", "spectator:0", "organiser"
ROLES = (ORGANISER, SEAT, JUDGE, SPECTATOR)
MOVE = {"seen": 1, "command": {"name": "end-turn", "arguments": {}}}
OPEN = {"game": "night-market", "seats": [{}, {}]}
CLAIM = {"event": 1, "rule": "NM-O1", "claim": "no"}
RULING = {"rules": ["NM-O1"], "remedy": "leave", "reason": "no"}

MAY: dict[tuple[str, str], tuple[Any, tuple[str, ...]]] = {
    ("POST", "/tables"): (OPEN, (ORGANISER,)),
    ("GET", "/tables"): (None, ROLES),
    ("GET", "/tables/<table:table>"): (None, ROLES),
    ("GET", "/tables/<table:table>/questions"): (None, ROLES),
    ("GET", "/tables/<table:table>/events"): (None, ROLES),
    ("GET", "/tables/<table:table>/events/<int:version>"): (None, ROLES),
    ("GET", "/tables/<table:table>/history"): (None, ROLES),
    ("GET", "/tables/<table:table>/record"): (None, ROLES),
    ("GET", "/tables/<table:table>/scores"): (None, ROLES),
    ("GET", "/tables/<table:table>/refusals"): (None, (SEAT,)),
    ("GET", "/tables/<table:table>/feed"): (None, ROLES),
    ("GET", "/tables/<table:table>/conduct"): (None, ROLES),
    ("GET", "/tables/<table:table>/branches"): (None, ROLES),
    ("GET", "/tables/<table:table>/knowledge"): (None, ROLES),
    ("GET", "/tables/<table:table>/disputes"): (None, ROLES),
    ("POST", "/tables/<table:table>/disputes"): (CLAIM, (SEAT,)),
    ("GET", "/tables/<table:table>/disputes/<int:number>"): (None, ROLES),
    ("POST", "/tables/<table:table>/disputes/<int:number>/statements"): ({"statement": "no"}, (SEAT,)),
    ("POST", "/tables/<table:table>/disputes/<int:number>/hearing"): ({}, (JUDGE,)),
    ("POST", "/tables/<table:table>/disputes/<int:number>/panel"): ({"judges": [0, 1]}, (ORGANISER, JUDGE)),
    ("POST", "/tables/<table:table>/disputes/<int:number>/recusal"): ({}, (JUDGE,)),
    ("POST", "/tables/<table:table>/disputes/<int:number>/votes"): ({"remedy": "leave"}, (JUDGE,)),
    ("GET", "/tables/<table:table>/disputes/<int:number>/sandbox"): (None, (JUDGE,)),
    ("POST", "/tables/<table:table>/disputes/<int:number>/sandbox"): (RULING, (JUDGE,)),
    ("POST", "/tables/<table:table>/disputes/<int:number>/sandbox/forks"): (RULING, (JUDGE,)),
    ("POST", "/tables/<table:table>/disputes/<int:number>/ruling"): (RULING, (JUDGE,)),
    ("POST", "/tables/<table:table>/disputes/<int:number>/appeal"): ({"reason": "no"}, (SEAT,)),
    ("POST", "/tables/<table:table>/disputes/<int:number>/withdrawal"): ({}, (SEAT,)),
    ("GET", "/tables/<table:table>/disputes/<int:number>/bundle"): (None, (JUDGE,)),
    ("GET", "/packs"): (None, ROLES),
    ("GET", "/packs/<digest:digest>"): (None, ROLES),
    ("GET", "/players"): (None, ROLES),
    ("GET", "/players/<code:player>"): (None, ROLES),
    ("GET", "/players/<code:player>/conduct"): (None, ROLES),
    ("GET", "/rules"): (None, ROLES),
    ("GET", "/rules/<code:game>"): (None, ROLES),
    ("GET", "/rules/<code:game>/<code:rule>"): (None, ROLES),
    ("GET", "/tokens"): (None, ROLES),
    ("POST", "/tokens"): ({}, ROLES),
    ("DELETE", "/tokens/<digest:token>"): (None, ROLES),
    ("POST", "/packs"): ({}, (ORGANISER,)),
    ("POST", "/tables/<table:table>/invitations"): ({"role": "spectator:5"}, (ORGANISER,)),
    ("POST", "/tables/<table:table>/moves"): (MOVE, (SEAT,)),
    ("POST", "/tables/<table:table>/ready"): ({}, (SEAT,)),
    ("PUT", "/tables/<table:table>/age"): ({"place": 1}, (SEAT,)),
    ("POST", "/tables/<table:table>/start"): ({}, (ORGANISER, SEAT)),
    ("POST", "/tables/<table:table>/pause"): ({}, (ORGANISER, SEAT)),
    ("POST", "/tables/<table:table>/resume"): ({}, (ORGANISER, SEAT)),
    ("POST", "/tables/<table:table>/resign"): ({}, (SEAT,)),
    ("POST", "/tables/<table:table>/abandon"): ({}, (ORGANISER, SEAT)),
    ("POST", "/tables/<table:table>/undo"): ({"seen": 6}, (ORGANISER, JUDGE, SEAT)),
    ("GET", "/tables/<table:table>/undo"): (None, ROLES),
    ("POST", "/tables/<table:table>/forks"): ({"version": 6}, (ORGANISER, SEAT)),  # and a judge once it has looked
    ("POST", "/tables/<table:table>/undo/<int:number>/answers"): ({"seen": 6, "granted": True}, (SEAT,)),
    ("POST", "/tables/<table:table>/undo/<int:number>/withdraw"): ({"seen": 6}, (SEAT,)),
    ("POST", "/tables/<table:table>/inspections"): ({}, (JUDGE,)),
    ("POST", "/records"): ({}, (ORGANISER,)),
}
AT_TABLE = [key for key in MAY if "<table:table>" in key[1]]
OPEN_TO_ALL = {("GET", "/openapi.json"), ("GET", "/docs"), ("POST", "/invitations/<code:code>")}


def routes(app: Flask) -> set[tuple[str, str]]:
    return {
        (method, rule.rule.removeprefix("/api/v1"))
        for rule in app.url_map.iter_rules()
        if rule.rule.startswith("/api/v1")
        for method in (rule.methods or set()) & {"GET", "POST", "PUT", "DELETE"}
    }


def call(caller: Caller, method: str, rule: str, table: str, body: Any) -> Any:
    path = rule.replace("<table:table>", table).replace("<int:version>", "1").replace("<int:number>", "1").replace("<code:rule>", "TB-O1")
    path = re.sub("<digest:[a-z]+>", "0" * 64, path).replace("<code:game>", "table").replace("<code:player>", "nobody")
    if method == "DELETE":
        return caller.delete(path)
    if method == "PUT":
        return caller.put(path, body)
    if method == "POST":
        return caller.post(f"{path}?game=night-market" if path == "/packs" else path, body)
    answer = caller.get(path)
    if answer.content_type == "text/event-stream":
        answer.close()
    return answer


def at_a_suitable_moment(organiser: Caller, rule: str) -> Seated:
    """Resuming and the rest are judged by role only where the table's phase, a dispute or a judge's look lets them pass."""
    if rule.endswith(("/ready", "/start")):
        table = open_table(organiser)
        for seat in table.seats if rule.endswith("/start") else ():
            seat.post(f"{table.path}/ready")
        return table
    table = started(organiser)
    if rule.endswith("/resume"):
        organiser.post(f"{table.path}/pause")
    if "/disputes/" in rule:
        table.seats[1].post(f"{table.path}/disputes", CLAIM)
    if rule.endswith(("/sandbox", "/sandbox/forks", "/bundle")):
        table.judge.post(f"{table.path}/inspections")
    return table


def test_the_matrix_below_names_every_route(app: Flask) -> None:
    assert routes(app) == MAY.keys() | OPEN_TO_ALL


@pytest.mark.parametrize(("method", "rule"), MAY, ids=map(" ".join, MAY))
def test_a_role_is_forbidden_exactly_what_is_not_its_to_do(organiser: Caller, monkeypatch: Any, method: str, rule: str) -> None:
    monkeypatch.setattr("service.api.reading.WAIT", 0.0)
    body, allowed = MAY[method, rule]
    table = at_a_suitable_moment(organiser, rule)
    for role in sorted(ROLES, key=lambda role: role in allowed):
        before = table.version()
        answer = call(table.everybody[role], method, rule, table.id, body)
        assert (answer.status_code == 403) == (role not in allowed), (role, answer.data)
        assert answer.status_code != 401
        assert role in allowed or answer.content_type == "application/problem+json"
        assert role in allowed or table.version() == before


@pytest.mark.parametrize(("method", "rule"), MAY, ids=map(" ".join, MAY))
def test_without_a_token_or_with_a_strange_one_nobody_is_heard(organiser: Caller, app: Flask, method: str, rule: str) -> None:
    table = open_table(organiser)
    answers = [call(Caller(app, token), method, rule, table.id, {"junk": 1}) for token in (None, "strange", "", "\u00e9")]
    for answer in answers:
        problem(answer, 401, "unauthorised")
        assert answer.headers["WWW-Authenticate"].startswith('Bearer realm="gavel"')


@pytest.mark.parametrize(("method", "rule"), AT_TABLE, ids=map(" ".join, AT_TABLE))
def test_a_token_is_good_at_its_own_table_alone(organiser: Caller, method: str, rule: str) -> None:
    mine, other = open_table(organiser), open_table(organiser)
    for role in (SEAT, JUDGE, SPECTATOR):
        for table in (other.id, "aaaaaaaaaaaaaaaa"):
            problem(call(mine.everybody[role], method, rule, table, MAY[method, rule][0]), 403, "forbidden")
    problem(call(organiser, method, rule, "aaaaaaaaaaaaaaaa", MAY[method, rule][0]), *_missing(method, rule))


def _missing(method: str, rule: str) -> tuple[int, str]:
    """An organiser has no seat to play, to dispute or to be of an age from, wherever; everything else is not found."""
    seated = method != "GET" and rule.endswith(("/moves", "/disputes", "/age"))
    return (403, "refused-role") if seated else (404, "not-found")


def test_an_invitation_is_no_token_and_a_token_no_invitation(organiser: Caller, app: Flask) -> None:
    opened = organiser.post("/tables", OPEN).json
    code = (opened or {})["invitations"]["seat:0"]
    problem(Caller(app, code).get("/tables"), 401, "unauthorised")
