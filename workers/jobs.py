"""The job; queued by its dotted name, so that the name is part of what is stored in the queue."""

import time

import structlog
from rq import get_current_job

from service.parts import Parts
from service.queue import REQUEST
from service.store import StoreError
from workers import process
from workers.follow import follow

log = structlog.get_logger()


def bring_up_to_date(table: str) -> None:
    """Bring every read model of a table to its tip. Twice, late, out of order or lost: the result is the same."""
    job = get_current_job()
    woken_by = {REQUEST: job.meta[REQUEST]} if job and REQUEST in job.meta else {}
    with structlog.contextvars.bound_contextvars(table=table, **woken_by):
        _bring(process.parts(), table)


def _bring(parts: Parts, table: str) -> None:
    began = time.monotonic()
    # Cleared before the first look: an event that comes after it queues a job of its own.
    parts.waker.clear(table)
    try:
        version = follow(parts, table)
    except StoreError as error:
        log.warning("left to the sweeper", error=type(error).__name__)
    else:
        log.info("job", version=version, ms=round((time.monotonic() - began) * 1000, 1))
