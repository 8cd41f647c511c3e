"""What Prometheus is told. Each process leaves its counts in a file of its folder; a scrape adds up the files of all.

Without a folder (``service.counts``, set by whoever starts the process) the counts are this process's own. No label holds
anything but names that this program knows.
"""

import os
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Gauge, Histogram, generate_latest, values
from prometheus_client.metrics_core import Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from service.counts import FOLDER, files, identity

MEDIA_TYPE: Final = CONTENT_TYPE_LATEST
SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)

if FOLDER in os.environ:
    Path(os.environ[FOLDER]).mkdir(parents=True, exist_ok=True)
    # Read by the library whenever it makes a metric, so it is set before the first one.
    values.ValueClass = values.MultiProcessValue(identity)  # type: ignore[no-untyped-call]

REGISTRY = CollectorRegistry()

MOVES = Counter("gavel_moves", "Moves that were accepted.", ("game",), registry=REGISTRY)
EVENTS = Counter("gavel_events", "Events that were appended, moves among them.", ("game", "command"), registry=REGISTRY)
REFUSALS = Counter("gavel_refusals", "Commands that a rule refused.", ("game", "rule"), registry=REGISTRY)
CONFLICTS = Counter("gavel_conflicts", "Others were first: judged again, or the question was gone.", ("outcome",), registry=REGISTRY)
APPEND = Histogram("gavel_append_seconds", "One append, until it is on disk.", registry=REGISTRY, buckets=SECONDS)
FOLD = Histogram("gavel_fold_seconds", "Bringing one table up to its tip: read, decoded, folded.", registry=REGISTRY, buckets=SECONDS)
JOB = Histogram("gavel_job_seconds", "Bringing all read models of one table up to its tip.", registry=REGISTRY, buckets=SECONDS)
LAG = Histogram("gavel_read_model_lag_seconds", "From an event to its read models.", registry=REGISTRY, buckets=SECONDS)
PARKED = Counter("gavel_folds_parked", "Folds that failed and parked their table.", ("projection",), registry=REGISTRY)
EXPIRED = Counter("gavel_deadlines_expired", "Deadlines that the sweeper let expire.", registry=REGISTRY)
REQUESTS = Counter("gavel_requests", "Requests that were answered.", ("method", "route", "status"), registry=REGISTRY)
REQUEST_SECONDS = Histogram("gavel_request_seconds", "One request; a feed until it opens.", ("route",), registry=REGISTRY, buckets=SECONDS)
FEED_WATCHERS = Gauge("gavel_feed_watchers", "Feeds that are open.", registry=REGISTRY, multiprocess_mode="livesum")


@contextmanager
def timed(histogram: Histogram) -> Iterator[None]:
    """Observe how long the block took; one that raises is not observed."""
    began = time.perf_counter()
    yield
    histogram.observe(time.perf_counter() - began)


def exposition(more: Iterable[Metric] = ()) -> bytes:
    """Everything in Prometheus's text format, with metrics that were made for this scrape."""
    registry = CollectorRegistry()
    registry.register(_Gathered((*_counted(), *more)))
    return generate_latest(registry)


class _Gathered(Collector):
    def __init__(self, metrics: tuple[Metric, ...]) -> None:
        self._metrics = metrics

    def collect(self) -> Iterable[Metric]:
        return self._metrics


def _counted() -> Iterable[Metric]:
    if FOLDER not in os.environ:
        return REGISTRY.collect()
    return MultiProcessCollector.merge([str(file) for file in files()])  # type: ignore[no-untyped-call, no-any-return]
