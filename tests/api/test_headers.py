"""What answers carry beside their bodies."""

import gzip
from dataclasses import replace
from typing import Any

import pytest

from domain.catalogue import CATALOGUE
from service.api import create_app
from service.config import ConfigurationRefused, Settings, from_environment
from service.identity import Holder, Identity
from service.parts import Parts, assemble
from tests.api.clients import API, Answer, Caller, Seated, ok, started
from tests.kernel.night_market import NIGHT_MARKET
from workers.follow import follow

CLUB = "https://club.example"
READ = ("", "/conduct", "/events", "/events/1", "/history", "/questions", "/record", "/refusals", "/scores", "/undo")
LISTS = ("/tables", "/players", "/rules", "/rules/table", "/rules/table/TB-O1", "/packs", "/tokens", "/openapi.json", "/docs")


@pytest.fixture
def table(organiser: Caller, parts: Parts) -> Seated:
    table = started(organiser)
    follow(parts, table.id)
    return table


def caller_for(settings: Settings, **changed: Any) -> Caller:
    parts = assemble(replace(settings, **changed), (NIGHT_MARKET, *CATALOGUE))
    return Caller(create_app(parts), Identity(parts.tokens).issue(Holder("organiser")))


def test_every_get_is_not_sent_again_to_who_has_it_packed_or_not(table: Seated) -> None:
    for path in (*(table.path + path for path in READ), *LISTS):
        for packed in ({}, {"Accept-Encoding": "gzip"}):
            first = table.seats[0].get(path, packed)
            assert first.status_code == 200, path
            again = table.seats[0].get(path, {**packed, "If-None-Match": first.headers["ETag"]})
            assert (again.status_code, again.data, again.headers["ETag"].removeprefix("W/")) == (
                304,
                b"",
                first.headers["ETag"].removeprefix("W/"),
            ), path
            assert (again.headers["Vary"], again.headers["Cache-Control"]) == (first.headers["Vary"], first.headers["Cache-Control"])
            assert table.seats[0].get(path, {**packed, "If-None-Match": '"other"'}).data == first.data


def test_what_has_changed_has_another_tag(table: Seated) -> None:
    paths = [table.path + path for path in ("", "/events", "/history", "/questions", "/record")]
    before = {path: table.seats[0].get(path).headers["ETag"] for path in paths}
    ok(table.organiser.post(f"{table.path}/pause"), 201)
    for path in paths:
        assert table.seats[0].get(path, {"If-None-Match": before[path]}).status_code == 200
    own = table.seats[0].get(table.path).headers["ETag"]
    assert table.seats[1].get(table.path, {"If-None-Match": own}).status_code == 200


def test_a_long_answer_is_packed_for_who_can_read_that_and_no_other(table: Seated) -> None:
    plain = table.seats[0].get(f"{table.path}/events")
    packed = table.seats[0].get(f"{table.path}/events", {"Accept-Encoding": "gzip"})
    assert "Content-Encoding" not in plain.headers
    assert (packed.headers["Content-Encoding"], int(packed.headers["Content-Length"])) == ("gzip", len(packed.data))
    assert gzip.decompress(packed.data) == plain.data
    assert len(packed.data) < len(plain.data) / 2
    assert "Accept-Encoding" in plain.headers["Vary"]
    refused = table.seats[0].get(f"{table.path}/events", {"Accept-Encoding": "gzip;q=0, br"})
    assert "Content-Encoding" not in refused.headers
    assert "Content-Encoding" not in table.seats[0].get("/players", {"Accept-Encoding": "gzip"}).headers
    feed = table.seats[0].get(f"{table.path}/feed", {"Accept-Encoding": "gzip"})
    assert "Content-Encoding" not in feed.headers
    feed.close()


def test_what_holds_a_new_secret_is_kept_nowhere_and_what_one_reads_by_nobody_else(table: Seated) -> None:
    assert table.organiser.post("/tokens").headers["Cache-Control"] == "no-store"
    assert table.organiser.post("/tables", {"game": "night-market", "seats": [{}, {}]}).headers["Cache-Control"] == "no-store"
    assert Caller(table.organiser.app).post("/invitations/none").headers["Cache-Control"] == "no-store"
    assert table.seats[0].get(table.path).headers["Cache-Control"] == "private, no-cache"
    assert table.seats[0].get("/docs").headers["Cache-Control"] == "public, no-cache"


def test_every_answer_tells_a_browser_what_not_to_do_with_it(table: Seated) -> None:
    answers: list[Answer] = [table.seats[0].get(path) for path in (table.path, "/docs", "/nothing", "/openapi.json")]
    answers += [Caller(table.organiser.app).get("/tables"), table.organiser.app.test_client().get("/healthz")]
    for answer in answers:
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["X-Frame-Options"] == "DENY"
        assert answer.headers["Referrer-Policy"] == "no-referrer"
        assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'")
        assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
        assert "Strict-Transport-Security" not in answer.headers


def test_https_alone_is_asked_for_where_it_is_set(settings: Settings) -> None:
    assert caller_for(settings, hsts=31536000).get("/tables").headers["Strict-Transport-Security"] == "max-age=31536000"


def test_no_page_of_another_origin_may_call_unless_it_is_set(organiser: Caller) -> None:
    answer = organiser.get("/tables", {"Origin": CLUB})
    preflight = organiser.app.test_client().options(f"{API}/tables", headers={"Origin": CLUB, "Access-Control-Request-Method": "POST"})
    for each in (answer, preflight):
        assert not [name for name, _ in each.headers if name.startswith("Access-Control")]


@pytest.mark.parametrize(("origins", "answered"), [((CLUB, "http://localhost:3000"), CLUB), (("*",), "*")])
def test_an_origin_that_is_set_may_call_and_read_the_headers(settings: Settings, origins: tuple[str, ...], answered: str) -> None:
    caller = caller_for(settings, cors_origins=origins)
    answer = caller.get("/tables", {"Origin": CLUB})
    assert answer.headers["Access-Control-Allow-Origin"] == answered
    told = set(answer.headers["Access-Control-Expose-Headers"].split(", "))
    assert {"ETag", "Location", "Retry-After", "Idempotency-Key", "RateLimit-Remaining"} <= told
    assert "Origin" in answer.headers["Vary"]
    asked = {"Origin": CLUB, "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization,idempotency-key"}
    preflight = caller.app.test_client().options(f"{API}/tables/aaaaaaaaaaaaaaaa/moves", headers=asked)
    assert (preflight.status_code, preflight.headers["Access-Control-Allow-Origin"]) == (204, answered)
    assert {"GET", "POST", "PUT", "DELETE"} <= set(preflight.headers["Access-Control-Allow-Methods"].split(", "))
    allowed = {name.lower() for name in preflight.headers["Access-Control-Allow-Headers"].split(", ")}
    assert {"authorization", "content-type", "idempotency-key", "if-none-match", "last-event-id"} <= allowed
    assert "Access-Control-Allow-Credentials" not in preflight.headers


def test_an_origin_that_is_not_set_may_not_call(settings: Settings) -> None:
    caller = caller_for(settings, cors_origins=(CLUB,))
    for origin in ("https://evil.example", f"{CLUB}.evil.example", "null"):
        assert "Access-Control-Allow-Origin" not in caller.get("/tables", {"Origin": origin}).headers
    assert "Access-Control-Allow-Origin" not in caller.app.test_client().get("/healthz", headers={"Origin": CLUB}).headers


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("CORS_ORIGINS", "club.example"),
        ("CORS_ORIGINS", "https://club.example/path"),
        ("FEEDS", "0"),
        ("RATE", "-1"),
        ("VISITOR_RATE", "many"),
        ("PROXIES", "9"),
        ("TOKEN_DAYS", "3651"),
        ("HSTS", "1.5"),
    ],
)
def test_a_setting_that_cannot_be_is_refused_by_name(name: str, value: str) -> None:
    with pytest.raises(ConfigurationRefused, match=f"GAVEL_{name}"):
        from_environment({f"GAVEL_{name}": value, "HOME": "/home/someone"})


def test_several_origins_are_set_with_commas_between() -> None:
    given = {"GAVEL_CORS_ORIGINS": f"{CLUB}, http://localhost:3000", "HOME": "/home/someone"}
    assert from_environment(given).cors_origins == (CLUB, "http://localhost:3000")
