"""How often somebody may ask."""

from dataclasses import replace

import pytest
from flask import Flask

from domain.catalogue import CATALOGUE
from service.api import create_app
from service.api.limits import KEPT, Limit
from service.config import Settings
from service.identity import Holder, Identity
from service.parts import assemble
from tests.api.clients import Answer, Caller, ok, open_table, problem
from tests.kernel.night_market import NIGHT_MARKET


def serve(settings: Settings, **limits: int) -> tuple[Flask, Caller]:
    parts = assemble(replace(settings, **limits), (NIGHT_MARKET, *CATALOGUE))
    app = create_app(parts)
    return app, Caller(app, Identity(parts.tokens).issue(Holder("organiser")))


def told(answer: Answer) -> tuple[int, ...]:
    return tuple(int(answer.headers[f"RateLimit-{name}"]) for name in ("Limit", "Remaining", "Reset"))


def test_a_token_that_asks_too_often_is_asked_to_wait_and_no_other_is(settings: Settings) -> None:
    app, organiser = serve(settings, rate=20)
    table = open_table(organiser)
    answers = [organiser.get(table.path) for _ in range(21)]
    assert told(answers[0])[:2] == (20, 18)
    too_often = next(answer for answer in answers if answer.status_code == 429)
    problem(too_often, 429, "too-often")
    assert told(too_often)[:2] == (20, 0)
    assert 1 <= int(too_often.headers["Retry-After"]) <= told(too_often)[2] <= 60
    assert table.seats[0].get(table.path).status_code == 200
    app.extensions["gavel"].feeds.stop()


def test_who_has_no_token_is_counted_by_address(settings: Settings) -> None:
    app, organiser = serve(settings, visitor_rate=3)
    visitor = Caller(app)
    problem(visitor.post("/invitations/one"), 404, "not-found")
    problem(Caller(app, "strange").get("/tables"), 401, "unauthorised")
    problem(visitor.get("/tables"), 401, "unauthorised")
    for answer in (visitor.post("/invitations/two"), Caller(app, "strange").get("/tables"), visitor.get("/tables")):
        problem(answer, 429, "too-often")
    ok(organiser.get("/tables"))


@pytest.mark.parametrize(("proxies", "status"), [(0, 429), (1, 404)])
def test_behind_a_proxy_the_address_is_the_one_that_the_proxy_saw(settings: Settings, proxies: int, status: int) -> None:
    app, _ = serve(settings, visitor_rate=1, proxies=proxies)
    answers = [
        app.test_client().post(
            "/api/v1/invitations/code", json={}, headers={"Idempotency-Key": "k", "X-Forwarded-For": f"203.0.113.9, 192.0.2.{number}"}
        )
        for number in (1, 2)
    ]
    assert [answer.status_code for answer in answers] == [404, status]


def test_no_limit_says_nothing(settings: Settings) -> None:
    _, organiser = serve(settings, rate=0)
    assert "RateLimit-Limit" not in organiser.get("/tables").headers


def test_what_was_used_up_comes_back_a_share_at_a_time() -> None:
    now = [1000.0]
    limit = Limit(60, lambda: now[0])

    def allowed() -> int:
        count = 0
        while (taken := limit.take("somebody")) is not None and taken.allowed:
            count += 1
        return count

    assert [allowed(), allowed()] == [60, 0]
    now[0] += 5
    assert allowed() == 5
    now[0] += 0.5
    assert allowed() == 0
    now[0] += 3600
    assert allowed() == 60


def test_the_wait_that_is_told_is_enough() -> None:
    now = [0.0]
    limit = Limit(7, lambda: now[0])
    for _ in range(200):
        taken = limit.take("somebody")
        assert taken is not None
        if not taken.allowed:
            now[0] += taken.wait
            again = limit.take("somebody")
            assert again is not None
            assert again.allowed


def test_those_who_asked_last_are_remembered_and_no_more_than_so_many() -> None:
    limit = Limit(1, lambda: 0.0)
    for number in range(KEPT + 10):
        limit.take(f"caller-{number}")
    assert len(limit._free_at) == KEPT
    last = limit.take(f"caller-{KEPT + 9}")
    assert last is not None
    assert not last.allowed


def test_a_fresh_token_is_no_fresh_limit(settings: Settings) -> None:
    app, organiser = serve(settings, rate=20)
    table = open_table(organiser)
    seat, other = table.seats
    fresh = Caller(app, ok(seat.post("/tokens"), 201)["token"])
    assert told(fresh.get(table.path))[:2] == (20, 18)
    assert told(other.get(table.path))[:2] == (20, 19)
    app.extensions["gavel"].feeds.stop()
