"""The job; queued by its dotted name, so that the name is part of what is stored in the queue."""

import structlog

from service.store import StoreError
from workers import process
from workers.follow import follow

log = structlog.get_logger()


def bring_up_to_date(table: str) -> None:
    """Bring every read model of a table to its tip. Twice, late, out of order or lost: the result is the same."""
    parts = process.parts()
    # Cleared before the first look: an event that comes after it queues a job of its own.
    parts.waker.clear(table)
    try:
        follow(parts, table)
    except StoreError as error:
        log.warning("left to the sweeper", table=table, error=type(error).__name__)
