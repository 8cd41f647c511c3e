"""When the store does not answer, or its answers are lost, or something fails: no more than one event, and nothing told."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import structlog
from flask import Flask

from domain.catalogue import CATALOGUE
from service.api import create_app
from service.config import Settings
from service.embedded import EmbeddedServer
from service.identity import Holder, Identity, first_organiser_token
from service.parts import Parts, assemble
from service.store import OutcomeUnknown, StoreCorrupt, StoreUnavailable
from service.sweep import Sweep, Sweeps
from tests.api.clients import Caller, ok, problem, started
from tests.kernel.night_market import NIGHT_MARKET
from tests.proxy import Proxy


@pytest.fixture
def proxy(server: EmbeddedServer) -> Iterator[Proxy]:
    with Proxy(Path(server.socket)) as proxy:
        yield proxy


@pytest.fixture
def spoiled(settings: Settings, proxy: Proxy) -> Caller:
    """An organiser whose service reaches the store through the proxy."""
    parts = assemble(replace(settings, store_url=f"redis://127.0.0.1:{proxy.port}/0"), (NIGHT_MARKET, *CATALOGUE))
    return Caller(create_app(parts), Identity(parts.tokens).issue(Holder("organiser")))


@pytest.mark.parametrize("times", [1, 2, 3])
def test_a_move_whose_stored_answer_is_lost_is_one_event_and_one_answer(spoiled: Caller, proxy: Proxy, times: int) -> None:
    table = started(spoiled)
    choice = ok(table.seats[0].get(f"{table.path}/questions"))["question"]["choices"][0]["command"]
    proxy.swallow(b"gavel_append", times)
    body = {"question": "0.0.0", "seen": 8, "command": choice}
    answers = [table.seats[0].post(f"{table.path}/moves", body, key="once") for _ in range(3)]
    assert proxy.spoiled == times
    assert [answer.status_code for answer in answers] == [200, 200, 200]
    assert len({ok(answer, answer.status_code)["hash"] for answer in answers}) == 1
    assert table.version() == 9


def test_an_outcome_that_is_unknown_is_told_so_and_found_out_by_repeating(spoiled: Caller, proxy: Proxy) -> None:
    table = started(spoiled)
    choice = ok(table.seats[0].get(f"{table.path}/questions"))["question"]["choices"][0]["command"]
    proxy.swallow(b"gavel_append", times=4)
    body = {"question": "0.0.0", "seen": 8, "command": choice}
    answer = table.seats[0].post(f"{table.path}/moves", body, key="unknown")
    problem(answer, 504, "outcome-unknown")
    assert "Retry-After" in answer.headers
    again = ok(table.seats[0].post(f"{table.path}/moves", body, key="unknown"), 200)
    assert (again["version"], again["repeated"]) == (9, True)
    assert table.version() == 9


@pytest.mark.parametrize(
    ("error", "status", "name"),
    [
        (StoreUnavailable("redis at 10.0.0.1 says NOAUTH secret"), 503, "unavailable"),
        (OutcomeUnknown("redis at 10.0.0.1 secret"), 504, "outcome-unknown"),
        (RuntimeError("secret"), 500, "internal"),
        (KeyError("secret"), 500, "internal"),
    ],
)
def test_an_error_tells_a_client_and_the_log_nothing_of_its_insides(
    organiser: Caller, parts: Parts, monkeypatch: pytest.MonkeyPatch, error: Exception, status: int, name: str
) -> None:
    table = started(organiser)

    def fail(*args: Any, **kwargs: Any) -> Any:
        raise error

    monkeypatch.setattr(type(parts.events), "append", fail)
    monkeypatch.setattr(type(parts.events), "version_of", fail)
    with structlog.testing.capture_logs() as lines:
        answer = table.seats[0].post(f"{table.path}/pause")
    problem(answer, status, name)
    assert b"secret" not in answer.data
    assert b"redis" not in answer.data
    assert "secret" not in json.dumps(lines)
    assert [line["error"] for line in lines if line["event"] == "failure"] == [type(error).__name__]


def test_a_damaged_table_says_how_far_it_is_whole(organiser: Caller, parts: Parts, monkeypatch: pytest.MonkeyPatch) -> None:
    table = started(organiser)

    def broken(*args: Any, **kwargs: Any) -> Any:
        raise StoreCorrupt(table.id, 5, "a gap")

    monkeypatch.setattr(type(parts.events), "read", broken)
    found = problem(table.seats[0].get(table.path), 500, "damaged")
    assert (found["table"], found["last_good_version"]) == (table.id, 5)


def test_a_log_line_says_who_and_what_and_no_secret(organiser: Caller) -> None:
    with structlog.testing.capture_logs() as lines:
        table = started(organiser)
        choice = ok(table.seats[0].get(f"{table.path}/questions"))["question"]["choices"][0]["command"]
        body = {"question": "0.0.0", "seen": 8, "command": choice}
        table.seats[0].post(f"{table.path}/moves", body, key="logged")
    line = lines[-1]
    assert line.pop("ms") > 0
    assert len(line.pop("request_id")) == 16
    asked = {"event": "request", "log_level": "info", "method": "POST", "route": "/api/v1/tables/<table:table>/moves", "status": 201}
    assert line == {**asked, "table": table.id, "version": 9, "command_id": "logged", "role": "seat:0"}
    everything = json.dumps(lines)
    for caller in table.everybody.values():
        assert str(caller.token) not in everything
    assert "lanterns:" not in everything


def test_a_request_id_is_handed_back(app: Flask) -> None:
    assert app.test_client().get("/healthz", headers={"X-Request-ID": "mine-1"}).headers["X-Request-ID"] == "mine-1"
    assert app.test_client().get("/healthz", headers={"X-Request-ID": "{not} mine"}).headers["X-Request-ID"] != "{not} mine"


def test_the_service_is_ready_while_the_sweeper_passes(app: Flask, parts: Parts) -> None:
    def ready() -> int:
        return app.test_client().get("/readyz").status_code

    sweeps = Sweeps(parts.settings)
    assert app.test_client().get("/healthz").status_code == 200
    assert ready() == 503
    sweeps.record(Sweep(at=2**52, took=1, tables=0, behind=0, parked=0, expired=0))
    assert ready() == 200
    sweeps.record(Sweep(at=0, took=1, tables=0, behind=0, parked=0, expired=0))
    assert ready() == 503


def test_the_first_organisers_token_is_made_once(parts: Parts, app: Flask) -> None:
    token = first_organiser_token(parts)
    assert first_organiser_token(parts) is None
    assert ok(Caller(app, token).get("/tables")) == {"tables": []}


def test_neither_tokens_nor_invitations_are_kept_as_themselves(organiser: Caller, parts: Parts) -> None:
    opened = ok(organiser.post("/tables", {"game": "night-market", "seats": [{}, {}]}), 201)
    kept = json.dumps([[name, (parts.tokens.get(name) or b"").decode()] for name in parts.tokens.names()])
    for secret in (organiser.token or "", *opened["invitations"].values()):
        assert secret not in kept
