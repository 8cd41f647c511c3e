"""``/metrics`` for Prometheus: what the processes counted, and what the store says at the moment of the scrape."""

from collections.abc import Iterator
from ipaddress import ip_address

from flask import Flask, Response, current_app, request
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.metrics_core import Metric

from service import metrics
from service.api.problems import unauthorised
from service.api.routing import EXTENSION, bearer
from service.parts import Parts, now
from service.store import StoreError
from service.sweep import Sweeps

FORWARDED = ("X-Forwarded-For", "Forwarded")


def add_metrics(app: Flask, parts: Parts) -> None:
    sweeps = Sweeps(parts.settings)

    @app.get("/metrics")
    def scrape() -> Response:
        if not _may_read(parts.settings.metrics):
            raise unauthorised("metrics are for this machine, or for an organiser's token")
        return Response(metrics.exposition(_standing(parts, sweeps)), content_type=metrics.MEDIA_TYPE)


def _may_read(who: str) -> bool:
    if who == "open" or (who == "local" and _is_local()):
        return True
    holder = current_app.extensions[EXTENSION].identity.holder_of(bearer()) if bearer() else None
    return holder is not None and holder.is_organiser


def _is_local() -> bool:
    """Whether this machine itself asks; what a proxy passes on may come from anywhere."""
    if any(header in request.headers for header in FORWARDED):
        return False
    try:
        return ip_address(request.remote_addr or "").is_loopback
    except ValueError:
        return False


def _standing(parts: Parts, sweeps: Sweeps) -> Iterator[Metric]:
    """How things stand; without a store, only that it does not answer."""
    waiting = parts.waker.waiting()
    if waiting is not None:
        yield GaugeMetricFamily("gavel_queue_jobs", "Jobs that wait in the queue.", waiting)
    yield GaugeMetricFamily("gavel_queue_up", "Whether the queue answers.", waiting is not None)
    try:
        last = sweeps.last()
    except StoreError:
        yield GaugeMetricFamily("gavel_store_up", "Whether the store answers.", 0)
        return
    yield GaugeMetricFamily("gavel_store_up", "Whether the store answers.", 1)
    if last is None:
        return
    yield GaugeMetricFamily("gavel_sweep_age_seconds", "Since the sweeper's last pass.", max(now() - last.at, 0) / 1000)
    yield GaugeMetricFamily("gavel_sweep_seconds", "How long the sweeper's last pass took.", last.took / 1000)
    yield GaugeMetricFamily("gavel_tables", "Tables in the store.", last.tables)
    yield GaugeMetricFamily("gavel_tables_behind", "Tables whose read models the sweeper found below the tip.", last.behind)
    yield GaugeMetricFamily("gavel_tables_parked", "Tables with a read model that cannot be folded.", last.still)
