"""Tokens and invitations: listed by id, renewed, revoked, expired; and nothing of them where it does not belong."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask

from domain.table.rulebook import INVITATIONS
from service.api import create_app
from service.config import Settings
from service.identity import DAY, TOKENS_EACH, Holder, Identity, issue_organiser, organisers, revoke, secret_hash
from service.parts import Parts, assemble
from tests.api.clients import Caller, Seated, ok, open_table, problem, refused_by
from tests.kernel.night_market import NIGHT_MARKET

OPEN = {"game": "night-market", "seats": [{}, {}], "spectators": 1}


@pytest.fixture
def table(organiser: Caller) -> Seated:
    return open_table(organiser)


def listed(caller: Caller, **query: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = ok(caller.get("/tokens", **query))["tokens"]
    return found


def test_an_organiser_lists_all_tokens_and_others_their_own_places(organiser: Caller, table: Seated) -> None:
    everybody = listed(organiser)
    assert sorted(line["role"] for line in everybody) == ["judge:0", "organiser", "seat:0", "seat:1", "spectator:0"]
    assert [line["role"] for line in everybody if line["self"]] == ["organiser"]
    assert {line.get("table") for line in everybody if line["role"] != "organiser"} == {table.id}
    (own,) = listed(table.seats[1])
    assert {key: own[key] for key in ("role", "table", "self")} == {"role": "seat:1", "table": table.id, "self": True}
    assert [line["role"] for line in listed(organiser, table=table.id, role="judge:0")] == ["judge:0"]
    pages = ok(organiser.get("/tokens", limit=3))
    assert pages["tokens"] + listed(organiser, limit=3, after=pages["next"]) == everybody


def test_no_list_holds_a_token(organiser: Caller, table: Seated) -> None:
    text = json.dumps(listed(organiser))
    for caller in table.everybody.values():
        assert str(caller.token) not in text


def test_a_fresh_token_takes_the_place_of_the_old_one_without_a_gap(table: Seated) -> None:
    old = table.seats[0]
    (before,) = listed(old)
    issued = ok(old.post("/tokens"), 201)
    fresh = Caller(old.app, issued["token"])
    assert ok(fresh.get(table.path))["viewer"] == ok(old.get(table.path))["viewer"] == "seat:0"
    assert fresh.delete(f"/tokens/{before['id']}").status_code == 204
    problem(old.get(table.path), 401, "unauthorised")
    assert [line["id"] for line in listed(fresh)] == [issued["id"]]


def test_only_an_organiser_revokes_what_is_not_its_own(organiser: Caller, table: Seated) -> None:
    (judges,) = listed(table.judge)
    problem(table.seats[0].delete(f"/tokens/{judges['id']}"), 404, "not-found")
    problem(table.spectator.delete(f"/tokens/{judges['id']}"), 404, "not-found")
    ok(table.judge.get(table.path))
    assert organiser.delete(f"/tokens/{judges['id']}").status_code == 204
    problem(table.judge.get(table.path), 401, "unauthorised")
    problem(organiser.delete(f"/tokens/{judges['id']}"), 404, "not-found")


@pytest.mark.rule(INVITATIONS)
def test_a_place_is_invited_anew_and_its_old_codes_no_longer_work(organiser: Caller) -> None:
    opened = ok(organiser.post("/tables", OPEN, key="once"), 201)
    again = ok(organiser.post("/tables", OPEN, key="once"), 200)
    path = f"/tables/{opened['table']}"
    invited = ok(organiser.post(f"{path}/invitations", {"role": "seat:1"}), 201)
    visitor = Caller(organiser.app)
    for old in (opened, again):
        problem(visitor.post(f"/invitations/{old['invitations']['seat:1']}"), 404, "not-found")
    newer = ok(organiser.post(f"{path}/invitations", {"role": "seat:1"}), 201)
    problem(visitor.post(f"/invitations/{invited['invitation']}"), 404, "not-found")
    assert ok(visitor.post(f"/invitations/{newer['invitation']}"), 201)["role"] == "seat:1"
    ok(visitor.post(f"/invitations/{opened['invitations']['seat:0']}"), 201)
    refused_by(organiser.post(f"{path}/invitations", {"role": "seat:1"}), INVITATIONS)
    ok(organiser.post(f"{path}/invitations", {"role": "judge:3"}), 201)


@pytest.mark.parametrize("role", ["seat:2", "seat:99", "judge:9", "spectator:50", "organiser", "seat:", "seat:-1", 7, None])
def test_a_place_that_a_table_does_not_have_is_named(organiser: Caller, table: Seated, role: Any) -> None:
    faults = problem(organiser.post(f"{table.path}/invitations", {"role": role}), 422, "malformed")["faults"]
    assert [(fault["in"], fault["field"]) for fault in faults] == [("body", "role")]


def test_a_token_expires_when_its_days_are_over(parts: Parts) -> None:
    now = [1_000_000]
    identity = Identity(parts.tokens, days=2, clock=lambda: now[0])
    token = identity.issue(Holder("seat:0", "table"))
    now[0] += 2 * DAY - 1
    assert identity.holder_of(token) == Holder("seat:0", "table")
    now[0] += 1
    assert identity.holder_of(token) is None
    for_ever = Identity(parts.tokens, clock=lambda: now[0]).issue(Holder("seat:1", "table"))
    now[0] += 5000 * DAY
    assert identity.holder_of(for_ever) == Holder("seat:1", "table")


def test_a_token_kept_before_tokens_had_terms_still_works(parts: Parts) -> None:
    parts.tokens.put_new(secret_hash("old"), b'{"kind":"token","role":"organiser"}')
    parts.tokens.put_new(secret_hash("older-code"), b'{"kind":"invitation","role":"seat:0","table":"t"}')
    identity = Identity(parts.tokens)
    assert (identity.holder_of("old"), identity.invited("older-code")) == (Holder("organiser"), Holder("seat:0", "t"))


def test_the_service_gives_its_tokens_the_term_it_is_set_to(settings: Settings) -> None:
    parts = assemble(replace(settings, token_days=3), (NIGHT_MARKET,))
    app = create_app(parts)
    id, token = issue_organiser(parts, "Rosa")
    table = open_table(Caller(app, token))
    for line in listed(Caller(app, token)):
        assert line["expires"] - line["created"] == 3 * DAY
    assert [line["name"] for line in listed(Caller(app, token)) if line["id"] == id] == ["Rosa"]
    assert "expires" in ok(table.seats[0].post("/tokens"), 201)


def test_organisers_are_made_listed_and_revoked(app: Flask, parts: Parts) -> None:
    made = {name: issue_organiser(parts, name) for name in ("Rosa", "Karl")}
    assert {kept.name: kept.id for kept in organisers(parts)} == {name: id for name, (id, _) in made.items()}
    callers = {name: Caller(app, token) for name, (_, token) in made.items()}
    assert revoke(parts, made["Karl"][0])
    assert not revoke(parts, made["Karl"][0])
    ok(callers["Rosa"].get("/tables"))
    problem(callers["Karl"].get("/tables"), 401, "unauthorised")


@pytest.mark.parametrize(
    "spell", [str, str.upper, lambda secret: secret[:-1], lambda secret: f"{secret} x"], ids=["as-id", "upper", "cut", "more"]
)
def test_the_id_of_a_token_opens_nothing(organiser: Caller, table: Seated, spell: Callable[[str], str]) -> None:
    for line in listed(organiser):
        problem(Caller(table.organiser.app, spell(line["id"])).get("/tables"), 401, "unauthorised")
    if spell is not str:
        problem(Caller(table.organiser.app, spell(str(table.judge.token))).get("/tables"), 401, "unauthorised")


def test_a_holder_has_five_tokens_and_the_oldest_but_its_own_goes(table: Seated) -> None:
    own, first, *_ = [table.seats[0], *(Caller(table.organiser.app, ok(table.seats[0].post("/tokens"), 201)["token"]) for _ in range(4))]
    ok(first.get(table.path))
    assert len(listed(own)) == TOKENS_EACH
    ok(own.post("/tokens", key="again"), 201)
    ok(own.post("/tokens", key="again"), 201)
    assert len(listed(own)) == TOKENS_EACH
    problem(first.get(table.path), 401, "unauthorised")
    assert len(listed(table.seats[1])) == 1


def test_one_organiser_renews_without_harm_to_another(app: Flask, parts: Parts) -> None:
    rosa, karl = (Caller(app, issue_organiser(parts, name)[1]) for name in ("Rosa", "Karl"))
    for _ in range(TOKENS_EACH + 2):
        ok(rosa.post("/tokens"), 201)
    assert [sum(kept.name == name for kept in organisers(parts)) for name in ("Rosa", "Karl")] == [TOKENS_EACH, 1]
    ok(karl.get("/tables"))


def test_expired_tokens_are_dropped_when_tokens_are_listed(parts: Parts) -> None:
    now = [1_000_000]
    identity = Identity(parts.tokens, days=1, clock=lambda: now[0])
    old = identity.issue(Holder("seat:0", "table"))
    now[0] += DAY
    fresh = identity.issue(Holder("seat:0", "table"))
    assert [kept.id for kept in identity.tokens()] == [secret_hash(fresh)]
    assert identity.token(secret_hash(old)) is None
