"""The feed: the caller's copies, each once and in order, from wherever it left off, whatever happens meanwhile."""

import json
import os
import signal
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import structlog
from flask import Flask

from domain.catalogue import CATALOGUE
from domain.kernel.names import Viewer
from domain.kernel.stored import Stored
from service.api import create_app
from service.api.feed import _hang_up
from service.config import Settings
from service.feed import Fresh, Hub, NoRoom, Watch, follow
from service.feed import hub as hub_module
from service.identity import Holder, Identity
from service.parts import Parts, assemble
from service.store import EventStore, Pointers, StoreUnavailable, connect, keys
from tests.api.clients import Caller, Seated, feed, ok, problem, started
from tests.api.serving import serving
from tests.kernel.night_market import NIGHT_MARKET
from tests.servers import start_server
from tests.store.streams import TABLE, extend

PATIENCE = 90.0


@pytest.fixture
def table(organiser: Caller) -> Seated:
    return started(organiser)


@pytest.fixture
def hub(parts: Parts) -> Iterator[Hub]:
    hub = Hub(parts.events, Pointers(connect(str(parts.settings.store_url))), most=3)
    yield hub
    hub.stop()


def event(version: int) -> Stored:
    return Stored(version, f"body {version}".encode(), b"[]", "hash")


def copies(caller: Caller, table: Seated) -> list[tuple[int, Any]]:
    return [(copy["version"], copy) for copy in ok(caller.get(f"{table.path}/events"))["events"]]


def hear(watch: Watch, events: EventStore, after: int, up_to: int) -> list[int]:
    """The versions that a watcher hears, until it has heard this one."""
    found: list[int] = []
    for fresh in follow(watch, after, lambda last: events.read(watch.table, after=last), PATIENCE):
        assert fresh is not None
        found.append(fresh.event.version)
        if fresh.event.version == up_to:
            break
    return found


def test_a_feed_tells_the_same_copies_as_the_events_and_goes_on_with_what_happens(table: Seated) -> None:
    def pause_and_go_on() -> None:
        for what in ("pause", "resume"):
            ok(table.organiser.post(f"{table.path}/{what}"), 201)

    for caller in table.everybody.values():
        version = table.version()
        acting = threading.Timer(0.2, pause_and_go_on)
        acting.start()
        heard = feed(caller, table.path, version + 2)
        acting.join()
        assert heard == copies(caller, table)


@pytest.mark.parametrize(("headers", "query"), [({"Last-Event-ID": "5"}, {}), ({}, {"after": 5}), ({"Last-Event-ID": "5"}, {"after": 2})])
def test_a_feed_goes_on_where_the_caller_left_off(table: Seated, headers: dict[str, str], query: dict[str, int]) -> None:
    assert [version for version, _ in feed(table.seats[0], table.path, 8, headers, **query)] == [6, 7, 8]


@pytest.mark.parametrize("last", ["9", "-1", "five", "5.0", "", "99999999999999999999"])
def test_a_place_that_does_not_exist_is_named(table: Seated, last: str) -> None:
    faults = problem(table.seats[0].get(f"{table.path}/feed", {"Last-Event-ID": last}), 422, "malformed")["faults"]
    assert [(fault["in"], fault["field"]) for fault in faults] == [("header", "Last-Event-ID")]
    faults = problem(table.seats[0].get(f"{table.path}/feed", after=last), 422, "malformed")["faults"]
    assert [(fault["in"], fault["field"]) for fault in faults] == [("query", "after")]


def test_a_judges_feed_is_the_publics_until_it_looks_and_a_judges_from_then_on(table: Seated) -> None:
    acting = threading.Timer(0.2, lambda: ok(table.judge.post(f"{table.path}/inspections"), 201))
    public = copies(table.spectator, table)
    acting.start()
    heard = feed(table.judge, table.path, 9)
    acting.join()
    assert heard == [*public, copies(table.judge, table)[-1]]
    assert feed(table.judge, table.path, 9) == copies(table.judge, table) != heard
    assert feed(table.judge, table.path, 9, **{"as": "seat:1"}) == copies(table.seats[1], table)
    problem(table.seats[0].get(f"{table.path}/feed", **{"as": "seat:1"}), 403, "forbidden")


def test_a_judge_hears_what_only_a_judge_may_once_it_has_looked(table: Seated) -> None:
    answer = table.judge.get(f"{table.path}/feed", after=8)
    stream = iter(answer.response)
    next(stream)
    ok(table.judge.post(f"{table.path}/inspections"), 201)
    choices = ok(table.seats[0].get(f"{table.path}/questions"))["question"]["choices"]
    ok(table.move(0, "offer", **choices[0]["command"]["arguments"]), 201)
    told = [json.loads(str(bytes(next(stream)).decode()).partition("data: ")[2]) for _ in range(2)]  # type: ignore[arg-type]
    answer.close()
    assert [opening["value"] for opening in told[1]["openings"]] == [choices[0]["command"]["arguments"]["card"]]


def test_a_feed_begins_with_when_to_come_back_and_is_kept_alive_by_comments(table: Seated, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.api.feed.HEARTBEAT_EVERY", 0.05)
    answer = table.seats[0].get(f"{table.path}/feed", after=8)
    stream = iter(answer.response)
    assert [next(stream) for _ in range(3)] == [b"retry: 2000\n\n", b":\n\n", b":\n\n"]
    assert (answer.headers["Cache-Control"], "ETag" in answer.headers, answer.headers.get("Content-Encoding")) == ("no-store", False, None)
    answer.close()


def test_a_feed_ends_when_its_token_is_revoked(table: Seated, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.api.feed.HEARTBEAT_EVERY", 0.05)
    answer = table.seats[0].get(f"{table.path}/feed", after=8)
    stream = iter(answer.response)
    next(stream)
    (own,) = ok(table.seats[0].get("/tokens"))["tokens"]
    assert table.seats[0].delete(f"/tokens/{own['id']}").status_code == 204
    assert set(stream) <= {b":\n\n"}
    answer.close()


def test_a_process_that_is_full_asks_to_come_again_and_has_room_once_a_feed_is_closed(settings: Settings) -> None:
    parts = assemble(replace(settings, feeds=2), (NIGHT_MARKET, *CATALOGUE))
    app = create_app(parts)
    table = started(Caller(app, Identity(parts.tokens).issue(Holder("organiser"))))
    first, second = (table.seats[0].get(f"{table.path}/feed") for _ in range(2))
    full = table.seats[1].get(f"{table.path}/feed")
    problem(full, 503, "too-many-feeds")
    assert int(full.headers["Retry-After"]) >= 1
    ok(table.seats[1].get(table.path))
    first.close()
    assert len(feed(table.seats[1], table.path, 8)) == 8
    second.close()
    assert app.extensions["gavel"].feeds.watching == 0
    app.extensions["gavel"].feeds.stop()


def test_a_question_for_the_headers_alone_holds_no_feed_open(table: Seated, app: Flask) -> None:
    headers = {"Authorization": f"Bearer {table.seats[0].token}"}
    answer = app.test_client().head(f"/api/v1{table.path}/feed", headers=headers)
    answer.close()
    assert (answer.status_code, app.extensions["gavel"].feeds.watching) == (200, 0)


def test_one_reader_serves_all_watchers_of_all_tables(hub: Hub, parts: Parts) -> None:
    before = set(threading.enumerate())
    other = TABLE[::-1]
    watches = [hub.begin(TABLE), hub.begin(TABLE), hub.begin(other)]
    assert len(set(threading.enumerate()) - before) == 1
    with pytest.raises(NoRoom):
        hub.begin(other)
    extend(parts.events, b"1", b"2")
    extend(parts.events, b"1", table=other)
    assert [hear(watch, parts.events, 0, up_to) for watch, up_to in zip(watches, (2, 2, 1), strict=True)] == [[1, 2], [1, 2], [1]]


def test_a_watcher_that_begins_in_the_middle_of_a_burst_misses_nothing(hub: Hub, parts: Parts) -> None:
    def burst() -> None:
        for number in range(200):
            extend(parts.events, str(number).encode())

    appending = threading.Thread(target=burst)
    appending.start()
    for _ in range(20):
        watch = hub.begin(TABLE)
        assert hear(watch, parts.events, 0, 200) == list(range(1, 201))
        hub.leave(watch)
    appending.join()


def test_what_is_queued_twice_is_told_once_and_what_is_lacking_is_read() -> None:
    watch = Watch(TABLE, lambda: None)
    stored = [event(number) for number in range(1, 9)]
    heard: list[int] = []
    for version in (2, 3, 3, 4, 7, 8):
        watch.push(Fresh(event(version)))
    for fresh in follow(watch, 0, lambda last: stored[last : 2 if not heard else 7], PATIENCE):
        heard.append(fresh.event.version if fresh else 0)
        if heard[-1] == 8:
            break
    assert heard == [1, 2, 3, 4, 5, 6, 7, 8]


def test_who_has_stopped_to_read_is_hung_up_on_and_holds_up_nobody(hub: Hub, parts: Parts, monkeypatch: pytest.MonkeyPatch) -> None:
    hung_up = threading.Event()
    monkeypatch.setattr(hub_module, "Watch", lambda table, hang_up, holder: Watch(table, hang_up, 6, holder))
    slow = hub.begin(TABLE, hung_up.set)
    reading = follow(slow, 0, lambda last: parts.events.read(TABLE, after=last), PATIENCE)
    extend(parts.events, b"1")
    first = next(reading)
    assert first is not None
    quick = follow(hub.begin(TABLE), 1, lambda last: parts.events.read(TABLE, after=last), PATIENCE)
    for number in range(2, 15):
        extend(parts.events, str(number).encode())
        fresh = next(quick)
        assert fresh is not None
        assert fresh.event.version == number
    assert hung_up.wait(PATIENCE)
    assert (list(reading), hub.watching) == ([], 1)
    assert hear(hub.begin(TABLE), parts.events, 1, 14) == list(range(2, 15))


def test_hanging_up_frees_whoever_waits_to_send(app: Flask) -> None:
    near, far = socket.socketpair()
    ended = threading.Event()

    def send() -> None:
        try:
            near.sendall(b"x" * (64 << 20))
        except OSError:
            ended.set()

    with app.test_request_context(environ_overrides={"gunicorn.socket": near}):
        hang_up = _hang_up()
    sending = threading.Thread(target=send)
    sending.start()
    far.recv(1)
    hang_up()
    sending.join(PATIENCE)
    assert ended.is_set()
    near.close()
    far.close()


def test_a_viewers_copy_is_spelled_once_for_all_who_watch_with_its_eyes() -> None:
    told: list[int] = []

    def tell(copy: Stored) -> bytes:
        told.append(copy.version)
        return copy.body

    fresh = Fresh(event(1))
    viewers = (Viewer("public"), Viewer("seat:0"), Viewer("public"))
    assert [fresh.told(viewer, tell) for viewer in viewers] == [b"body 1"] * 3
    assert told == [1, 1]


@pytest.mark.parametrize("trouble", ["ended", "killed"])
def test_a_feed_goes_on_through_restarts_of_the_store(tmp_path: Path, trouble: str) -> None:
    server = start_server(tmp_path)
    events = EventStore(connect(server.url))
    hub = Hub(events, Pointers(connect(server.url)), most=1000)
    extend(events, b"1")
    heard: list[int] = []

    def come_back_until_all_is_heard() -> None:
        until = time.monotonic() + PATIENCE
        while heard[-1:] != [5] and time.monotonic() < until:
            with suppress(StoreUnavailable):
                for fresh in follow(hub.begin(TABLE), len(heard), lambda last: events.read(TABLE, after=last), 0.05):
                    heard.extend([fresh.event.version] if fresh else [])
                    if heard[-1:] == [5]:
                        break

    hearing = threading.Thread(target=come_back_until_all_is_heard)
    hearing.start()
    for number in range(2, 6):
        if trouble == "ended":
            server.stop()
        else:
            os.kill(server.pid, signal.SIGKILL)
            while server.running:
                time.sleep(0.01)
        server.start()
        extend(events, str(number).encode())
    hearing.join(PATIENCE)
    hub.stop()
    server.stop()
    assert heard == [1, 2, 3, 4, 5]


def test_what_a_trimmed_pointer_would_have_told_is_found_by_looking_round(hub: Hub, parts: Parts, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub_module, "LOOKS_ROUND", 0.05)
    heard: list[int] = []
    watch = hub.begin(TABLE)
    hearing = threading.Thread(target=lambda: heard.extend(hear(watch, parts.events, 0, 2)))
    hearing.start()
    extend(parts.events, b"1")
    monkeypatch.setattr(Pointers, "wait", lambda self, cursor, milliseconds: (time.sleep(0.01), (cursor, ()))[1])
    time.sleep(0.3)
    extend(parts.events, b"2")
    hearing.join(PATIENCE)
    assert heard == [1, 2]


def test_a_reader_that_fails_in_a_way_nobody_foresaw_goes_on(hub: Hub, parts: Parts, monkeypatch: pytest.MonkeyPatch) -> None:
    wait, failed = Pointers.wait, threading.Event()

    def fail_once(self: Pointers, cursor: Any, milliseconds: int) -> Any:
        if not failed.is_set():
            failed.set()
            raise RuntimeError
        return wait(self, cursor, milliseconds)

    watch = hub.begin(TABLE)
    monkeypatch.setattr(Pointers, "wait", fail_once)
    assert failed.wait(PATIENCE)
    extend(parts.events, b"1")
    assert hear(watch, parts.events, 0, 1) == [1]
    extend(parts.events, b"2")
    fresh = watch.next(PATIENCE)
    while fresh is not None and fresh.event.version < 2:
        fresh = watch.next(PATIENCE)
    assert fresh is not None


def test_a_damaged_table_ends_its_own_feeds_and_no_others(hub: Hub, parts: Parts) -> None:
    damaged, other = TABLE, TABLE[::-1]
    extend(parts.events, b"1", table=damaged)
    broken, whole = hub.begin(damaged), hub.begin(other)
    with connect(str(parts.settings.store_url)) as client:
        client.hset(keys.tip(damaged), mapping={"version": 9, "hash": "0" * 64})
        client.xadd(keys.pointers(keys.partition(damaged)), {"table": damaged, "version": 9})
    extend(parts.events, b"1", table=other)
    assert hear(whole, parts.events, 0, 1) == [1]
    until = time.monotonic() + PATIENCE
    while not broken.over() and time.monotonic() < until:
        time.sleep(0.01)
    assert (broken.over(), whole.over()) == (True, False)


@pytest.mark.parametrize("words", [(), ("-k", "gthread", "--threads", "12")], ids=["gevent", "threads"])
def test_feeds_end_in_order_when_the_service_is_told_to_stop(settings: Settings, words: tuple[str, ...]) -> None:
    with serving(settings, words, FEEDS="4", PROCESSES="1") as service:
        opened = service.post("/tables", "open", game="high-moon", seats=[{}, {}]).json()
        path = f"/tables/{opened['table']}"
        feeds = [service.feed(path) for _ in range(4)]
        assert service.feed(path).status_code == 503
        assert service.get(path).json()["version"] == 1
        lines = [answer.iter_lines() for answer in feeds]
        assert [next(line for line in each if line.startswith(b"id: ")) for each in lines] == [b"id: 1"] * 4
        assert service.end() == 0
        # An ending that is cut off would raise ChunkedEncodingError here.
        assert [b"id: 2" in set(each) for each in lines] == [False] * 4


def test_one_holder_does_not_take_the_room_of_the_others(settings: Settings, parts: Parts) -> None:
    hub = Hub(parts.events, Pointers(connect(str(settings.store_url))), 5, each=2)
    watches = [hub.begin(TABLE, holder="one") for _ in range(2)]
    with pytest.raises(NoRoom):
        hub.begin(TABLE, holder="one")
    watches += [hub.begin(TABLE, holder="other"), hub.begin(TABLE)]
    hub.leave(watches[0])
    hub.begin(TABLE, holder="one")
    hub.stop()


def test_a_place_that_has_all_its_feeds_is_told_so_and_that_is_no_failure(
    table: Seated, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app.extensions["gavel"].feeds, "_each", 1)
    fresh = Caller(app, ok(table.spectator.post("/tokens"), 201)["token"])
    open_one = table.spectator.get(f"{table.path}/feed")
    with structlog.testing.capture_logs() as lines:
        problem(fresh.get(f"{table.path}/feed"), 503, "too-many-feeds")
    assert [(line["log_level"], line["problem"]) for line in lines if line["event"] != "request"] == [("info", "too-many-feeds")]
    assert table.seats[0].get(f"{table.path}/feed").status_code == 200
    assert all("frames" not in line for line in lines)
    open_one.close()
