"""The OpenAPI document says what the service does: schemathesis asks whatever the document allows, and more."""

import base64
import hashlib
import json
import re
from dataclasses import replace
from typing import Any

import hypothesis
import pytest
import schemathesis
from flask import Flask
from hypothesis import HealthCheck, given
from schemathesis import Case
from schemathesis.specs.openapi.checks import positive_data_acceptance

from service.config import Settings
from service.parts import Parts
from tests.api.clients import Caller, Seated, started
from workers.follow import follow

EXAMPLES = 50
MANY = 500
STEPS = ("statements", "hearing", "panel", "recusal", "votes", "sandbox", "sandbox/forks", "ruling", "appeal", "withdrawal")
OPERATIONS = (
    ("GET", "/tables"),
    ("POST", "/tables"),
    ("POST", "/invitations/{code}"),
    ("GET", "/tables/{table}"),
    ("GET", "/tables/{table}/questions"),
    ("POST", "/tables/{table}/moves"),
    ("GET", "/tables/{table}/refusals"),
    ("GET", "/tables/{table}/events"),
    ("GET", "/tables/{table}/events/{version}"),
    ("GET", "/tables/{table}/history"),
    ("GET", "/tables/{table}/undo"),
    ("POST", "/tables/{table}/undo/{number}/answers"),
    ("POST", "/tables/{table}/undo/{number}/withdraw"),
    ("POST", "/tables/{table}/forks"),
    ("GET", "/tables/{table}/scores"),
    ("GET", "/tables/{table}/record"),
    ("GET", "/tables/{table}/conduct"),
    ("GET", "/tables/{table}/branches"),
    ("GET", "/tables/{table}/knowledge"),
    ("GET", "/tables/{table}/disputes"),
    ("POST", "/tables/{table}/disputes"),
    ("GET", "/tables/{table}/disputes/{number}"),
    ("POST", "/tables/{table}/invitations"),
    ("GET", "/players"),
    ("GET", "/players/{player}"),
    ("GET", "/players/{player}/conduct"),
    ("GET", "/rules"),
    ("GET", "/rules/{game}"),
    ("GET", "/rules/{game}/{rule}"),
    ("GET", "/packs"),
    ("POST", "/packs"),
    ("GET", "/packs/{digest}"),
    ("GET", "/tokens"),
    ("POST", "/tokens"),
    ("DELETE", "/tokens/{token}"),
    ("POST", "/records"),
    *(("POST", f"/tables/{{table}}/disputes/{{number}}/{step}") for step in STEPS),
    *(("GET", f"/tables/{{table}}/disputes/{{number}}/{what}") for what in ("sandbox", "bundle")),
    ("PUT", "/tables/{table}/age"),
    *(("POST", f"/tables/{{table}}/{what}") for what in ("ready", "start", "pause", "resume", "inspections", "undo", "resign", "abandon")),
)
FEED = ("GET", "/tables/{table}/feed")
"""Never ends when all is well, so it is tried by hand."""


@pytest.fixture
def table(organiser: Caller, parts: Parts) -> Seated:
    table = started(organiser)
    follow(parts, table.id)
    return table


def test_the_operations_below_are_all_that_the_document_has(app: Flask) -> None:
    document = app.test_client().get("/api/v1/openapi.json").json or {}
    found = {(name.upper(), path) for path, item in document["paths"].items() for name in item if name != "parameters"}
    assert found == {(method, f"/api/v1{path}") for method, path in (*OPERATIONS, FEED)}


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """Without limits: here a caller asks far more often than people do."""
    return replace(settings, rate=0, visitor_rate=0)


@pytest.mark.parametrize(("method", "path"), OPERATIONS, ids=[" ".join(operation) for operation in OPERATIONS])
def test_every_answer_is_one_that_the_document_promises(table: Seated, method: str, path: str) -> None:
    ask_often(table, method, path, EXAMPLES)


@pytest.mark.long
@pytest.mark.parametrize(("method", "path"), OPERATIONS, ids=[" ".join(operation) for operation in OPERATIONS])
def test_every_answer_is_one_that_the_document_promises_however_often_it_is_asked(table: Seated, method: str, path: str) -> None:
    ask_often(table, method, path, MANY)


def ask_often(table: Seated, method: str, path: str, examples: int) -> None:
    document = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", table.organiser.app)
    operation = document[f"/api/v1{path}"][method]
    caller = table.seats[0] if method in ("POST", "PUT") and "{table}" in path else table.organiser

    @hypothesis.settings(max_examples=examples, deadline=None, suppress_health_check=list(HealthCheck))
    @given(case=operation.as_strategy())
    def ask(case: Case[Any]) -> None:
        if "table" in case.path_parameters:
            case.path_parameters["table"] = table.id
        # The test client, unlike every other, does not unpack what it is sent.
        headers = {"Authorization": f"Bearer {caller.token}", "Accept-Encoding": "identity"}
        case.call_and_validate(headers=headers, excluded_checks=[positive_data_acceptance])

    ask()


def test_the_page_says_every_call_and_needs_no_script_and_no_other_host(app: Flask) -> None:
    answer = app.test_client().get("/api/v1/docs")
    html = answer.get_data(as_text=True)
    assert (answer.status_code, answer.content_type) == (200, "text/html; charset=utf-8")
    for method, path in (*OPERATIONS, FEED):
        assert f"<code>{method} /api/v1{path}</code>" in html
    assert not re.search(r"<script|https?://|//[a-z]|\son[a-z]+=|@import|url\(", html)
    (style,) = re.findall(r"<style>(.*?)</style>", html, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    assert f"style-src 'sha256-{digest}'" in answer.headers["Content-Security-Policy"]
    assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'")


def test_the_document_is_whole_in_itself(app: Flask) -> None:
    document = app.test_client().get("/api/v1/openapi.json").json or {}
    text = json.dumps(document)
    for reference in set(re.findall(r'"\$ref": "#/([^"]+)"', text)):
        found = document
        for step in reference.split("/"):
            found = found[step]
        assert found, reference
    assert document["openapi"].startswith("3.1")
    operations = [operation for item in document["paths"].values() for name, operation in item.items() if name != "parameters"]
    assert all(operation["summary"] and operation["tags"] and "default" in operation["responses"] for operation in operations)
    unguarded = [operation["tags"] for operation in operations if "security" not in operation]
    assert unguarded == [["tables"]]


def test_every_link_of_the_page_leads_somewhere_on_it(app: Flask) -> None:
    html = app.test_client().get("/api/v1/docs").get_data(as_text=True)
    names = re.findall(r' id="([^"]+)"', html)
    links = set(re.findall(r'href="#([^"]+)"', html))
    assert len(names) == len(set(names))
    assert links <= set(names)
    assert len(links) > 20
