"""The OpenAPI document says what the service does: schemathesis asks whatever the document allows, and more."""

from typing import Any

import pytest
import schemathesis
from flask import Flask
from hypothesis import HealthCheck, given, settings
from schemathesis import Case
from schemathesis.specs.openapi.checks import positive_data_acceptance

from service.parts import Parts
from tests.api.clients import Caller, Seated, started
from workers.follow import follow

EXAMPLES = 15
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
    ("GET", "/tables/{table}/scores"),
    ("GET", "/tables/{table}/record"),
    ("GET", "/packs/{digest}"),
    ("POST", "/records"),
    *(("POST", f"/tables/{{table}}/{what}") for what in ("ready", "start", "pause", "resume", "inspections", "undo", "resign", "abandon")),
)


@pytest.fixture
def table(organiser: Caller, parts: Parts) -> Seated:
    table = started(organiser)
    follow(parts, table.id)
    return table


def test_the_operations_below_are_all_that_the_document_has(app: Flask) -> None:
    document = app.test_client().get("/api/v1/openapi.json").json or {}
    found = {(name.upper(), path) for path, item in document["paths"].items() for name in item if name in ("get", "post")}
    assert found == {(method, f"/api/v1{path}") for method, path in OPERATIONS}


@pytest.mark.parametrize(("method", "path"), OPERATIONS, ids=[" ".join(operation) for operation in OPERATIONS])
def test_every_answer_is_one_that_the_document_promises(table: Seated, method: str, path: str) -> None:
    document = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", table.organiser.app)
    operation = document[f"/api/v1{path}"][method]
    caller = table.seats[0] if method == "POST" and "{table}" in path else table.organiser

    @settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
    @given(case=operation.as_strategy())
    def ask(case: Case[Any]) -> None:
        if "table" in case.path_parameters:
            case.path_parameters["table"] = table.id
        case.call_and_validate(headers={"Authorization": f"Bearer {caller.token}"}, excluded_checks=[positive_data_acceptance])

    ask()


def test_the_document_names_its_version_and_how_to_come_in(app: Flask) -> None:
    document = app.test_client().get("/api/v1/openapi.json").json or {}
    assert document["openapi"] == "3.1.0"
    assert document["components"]["securitySchemes"] == {"token": {"type": "http", "scheme": "bearer"}}
    guarded = {path for path, item in document["paths"].items() for call in item.values() if isinstance(call, dict) and "security" in call}
    assert document["paths"].keys() - guarded == {"/api/v1/invitations/{code}"}
