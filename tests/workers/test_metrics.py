"""What Prometheus is told, and who may ask; and whether the service says that it is ready."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from flask import Flask
from prometheus_client.parser import text_string_to_metric_families

from domain.kernel.names import Actor
from domain.kernel.refusal import Refused
from domain.table.commands import Ready, Resume, Undo
from service import counts, metrics
from service.api import create_app
from service.config import Settings
from service.identity import Holder, Identity
from service.parts import Parts, unchecked
from service.sweep import Sweep, Sweeps
from tests.workers.market import ROOT, move, parts_of, seated
from workers.sweeper import Sweeper

Samples = dict[tuple[str, tuple[tuple[str, str], ...]], float]


def samples(app: Flask, **sent: str) -> Samples:
    answer = app.test_client().get("/metrics", headers=sent)
    assert answer.status_code == 200
    families = text_string_to_metric_families(answer.get_data(as_text=True))
    return {(one.name, tuple(sorted(one.labels.items()))): one.value for family in families for one in family.samples}


@pytest.fixture
def app(parts: Parts) -> Flask:
    return create_app(parts)


def risen(before: Samples, after: Samples, name: str, **labels: str) -> float:
    key = (name, tuple(sorted(labels.items())))
    return after[key] - before.get(key, 0.0)


def test_moves_refusals_and_times_are_counted_where_they_happen(app: Flask, parts: Parts) -> None:
    table = seated(parts)
    before = samples(app)
    for _ in range(3):
        move(parts, table, Random(1))
    with pytest.raises(Refused) as refused:
        parts.tables.submit(table, Actor("organiser"), Resume(), "no")
    Sweeper(parts).sweep()
    after = samples(app)
    rule = refused.value.refusal.rule.id
    assert risen(before, after, "gavel_moves_total", game="night-market") == 3
    assert risen(before, after, "gavel_refusals_total", game="night-market", rule=rule) == 1
    assert risen(before, after, "gavel_append_seconds_count") == 3
    assert risen(before, after, "gavel_fold_seconds_count") >= 4
    assert risen(before, after, "gavel_job_seconds_count") == 1
    assert risen(before, after, "gavel_read_model_lag_seconds_count") == 1
    assert (after["gavel_tables", ()], after["gavel_tables_behind", ()], after["gavel_tables_parked", ()]) == (1, 1, 0)


def test_a_repeat_is_neither_a_move_nor_a_refusal(app: Flask, parts: Parts) -> None:
    table = seated(parts)
    with pytest.raises(Refused):
        parts.tables.submit(table, Actor("seat:0"), Undo(), "undo")
    before = samples(app)
    parts.tables.submit(table, Actor("seat:0"), Ready(), "ready")
    after = samples(app)
    assert {key for key in after if key[0].startswith(("gavel_refusals", "gavel_events")) and after[key] != before.get(key)} == set()


def test_requests_are_counted_by_route_and_status_and_no_label_holds_what_was_sent(app: Flask) -> None:
    client = app.test_client()
    before = samples(app)
    client.get("/healthz")
    client.post("/api/v1/invitations/a-very-secret-code", json={}, headers={"Idempotency-Key": "one"})
    client.get("/no/such/a-very-secret-code")
    client.open("/healthz", method="SECRET")
    after = samples(app)
    assert risen(before, after, "gavel_requests_total", method="GET", route="/healthz", status="200") == 1
    assert risen(before, after, "gavel_requests_total", method="POST", route="/api/v1/invitations/<code:code>", status="404") == 1
    assert risen(before, after, "gavel_requests_total", method="GET", route="none", status="404") == 1
    assert risen(before, after, "gavel_requests_total", method="other", route="none", status="405") == 1
    assert "secret" not in str(after).lower()


def test_this_machine_reads_metrics_without_a_token_and_others_with_an_organisers(app: Flask, parts: Parts) -> None:
    organiser = Identity(parts.tokens).issue(Holder("organiser"))
    seat = Identity(parts.tokens).issue(Holder("seat:0", "k7q2m4x6z3a5b7c2"))

    def status(address: str, token: str = "", **more: str) -> int:
        headers = {**more, **({"Authorization": f"Bearer {token}"} if token else {})}
        return app.test_client().get("/metrics", headers=headers, environ_base={"REMOTE_ADDR": address}).status_code

    assert (status("127.0.0.1"), status("::1"), status("10.0.0.7")) == (200, 200, 401)
    assert status("127.0.0.1", **{"X-Forwarded-For": "203.0.113.9"}) == 401
    assert (status("10.0.0.7", organiser), status("10.0.0.7", seat), status("10.0.0.7", "wrong")) == (200, 401, 401)


@pytest.mark.parametrize(("who", "near", "far"), [("open", 200, 200), ("token", 401, 401), ("local", 200, 401)])
def test_who_reads_metrics_is_a_setting(parts: Parts, who: str, near: int, far: int) -> None:
    app = create_app(replace(parts, settings=replace(parts.settings, metrics=who)))
    found = [app.test_client().get("/metrics", environ_base={"REMOTE_ADDR": address}).status_code for address in ("127.0.0.1", "10.0.0.7")]
    assert found == [near, far]


def test_the_counts_of_processes_are_added_up_and_outlive_them_but_not_what_they_held_open(tmp_path: Path) -> None:
    program = "from service import metrics as m; m.MOVES.labels('kilns').inc(2); m.FEED_WATCHERS.inc(5)"
    pids = []
    for kind in (counts.SERVICE, counts.SERVICE, counts.WORKER):
        environment = {**os.environ, **counts.environment(tmp_path, kind)}
        process = subprocess.Popen([sys.executable, "-c", program], cwd=ROOT, env=environment)
        pids.append(process.pid)
        assert process.wait(60) == 0
    read = "import sys; from service import counts, metrics; {}; sys.stdout.write(metrics.exposition().decode())"

    def scraped(first: str) -> str:
        environment = {**os.environ, **counts.environment(tmp_path, counts.SERVICE)}
        done = subprocess.run(
            [sys.executable, "-c", read.format(first)], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
        )
        return done.stdout

    whole = scraped("pass")
    assert 'gavel_moves_total{game="kilns"} 6.0' in whole
    assert "gavel_feed_watchers 15.0" in whole
    ended = scraped(f"counts.ended({pids[0]})")
    assert 'gavel_moves_total{game="kilns"} 6.0' in ended
    assert "gavel_feed_watchers 10.0" in ended
    assert 'gavel_moves_total{game="kilns"} 2.0' in scraped("counts.begin()")


def test_watchers_are_a_gauge_that_goes_up_and_down(app: Flask) -> None:
    before = samples(app)
    metrics.FEED_WATCHERS.inc()
    assert risen(before, samples(app), "gavel_feed_watchers") == 1
    metrics.FEED_WATCHERS.dec()
    assert risen(before, samples(app), "gavel_feed_watchers") == 0


def readyz(app: Flask) -> tuple[int, dict[str, object]]:
    answer = app.test_client().get("/readyz")
    found: dict[str, object] = answer.get_json()
    return answer.status_code, found


def test_ready_means_store_queue_sweeper_and_read_models(app: Flask, parts: Parts) -> None:
    Sweeper(parts).sweep()
    status, found = readyz(app)
    assert (status, found["status"], found["wrong"], found["slow"]) == (200, "ready", [], [])
    assert {name for name, part in found.items() if isinstance(part, dict) and part["ok"]} == {"store", "queue", "sweeper", "read_models"}


def test_read_models_that_lack_old_events_make_it_not_ready(app: Flask, parts: Parts, monkeypatch: pytest.MonkeyPatch) -> None:
    Sweeper(parts).sweep()
    table = seated(parts)
    assert readyz(app)[0] == 200
    monkeypatch.setattr("service.readiness.LATE", -1)
    status, found = readyz(app)
    assert (status, found["status"], len(found["wrong"])) == (503, "not ready", 1)  # type: ignore[arg-type]
    assert found["read_models"]["events"] == parts.events.tip(table).version  # type: ignore[index]


def test_a_dead_queue_only_makes_it_slower(parts: Parts, settings: Settings, tmp_path: Path) -> None:
    Sweeps(settings).record(Sweep(at=2**52, took=1, tables=0, behind=0, parked=0, expired=0))
    status, found = readyz(create_app(parts_of(replace(settings, queue_url=f"unix://{tmp_path}/none.sock"))))
    assert (status, found["status"], found["queue"]) == (200, "degraded", {"ok": False})


def test_a_dead_store_is_told_as_such(parts: Parts, settings: Settings, tmp_path: Path) -> None:
    nowhere = f"unix://{tmp_path}/none.sock"
    app = create_app(unchecked(replace(settings, store_url=nowhere), nowhere))
    status, found = readyz(app)
    assert (status, found["status"], found["store"]["ok"]) == (503, "not ready", False)  # type: ignore[index]
    assert samples(app)["gavel_store_up", ()] == 0
    assert app.test_client().get("/healthz").status_code == 200
