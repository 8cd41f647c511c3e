"""Waking a worker: at most one job a table waits in the queue, and a queue that is down holds nobody up."""

import time
from collections.abc import Callable

import redis
import structlog
from rq import Queue
from rq.serializers import JSONSerializer

from service.store import StoreError, WakeTokens, connect

QUEUE = "gavel"
JOB = "workers.jobs.bring_up_to_date"
ANSWER_WITHIN = 0.25
SILENCE = 1.0
JOB_WAITS = 300
JOB_TAKES = 60
FAILURE_KEPT = 60
REQUEST = "request_id"

log = structlog.get_logger()


class Waker:
    """Asks for a table's read models to be brought up to date. It is only speed: the sweeper finds whatever it lost.

    After a failure it leaves the queue alone for ``SILENCE`` seconds, so that moves do not each wait for a dead server.
    """

    def __init__(self, queue_url: str) -> None:
        client = connect(queue_url, answer_within=ANSWER_WITHIN, resends=1, socket_connect_timeout=ANSWER_WITHIN)
        self._client = client
        self._tokens = WakeTokens(client)
        self._queue = job_queue(client)
        self._silent_until = 0.0

    def wake(self, table: str) -> None:
        """Queue a job for the table unless one waits already."""
        if time.monotonic() >= self._silent_until:
            self._try("wake", table, self._enqueue)

    def clear(self, table: str) -> None:
        """The job's first act: what happens from now on needs another job."""
        self._try("clear", table, self._tokens.clear)

    def answers(self) -> bool:
        """Whether the queue's server answers now."""
        try:
            return bool(self._client.ping())
        except (redis.RedisError, OSError):
            return False

    def waiting(self) -> int | None:
        """How many jobs wait; None when the queue does not answer."""
        try:
            return int(self._queue.count)
        except (redis.RedisError, OSError):
            return None

    def _enqueue(self, table: str) -> None:
        if self._tokens.set(table):
            # For the logs alone: which request it was that woke the worker.
            request = structlog.contextvars.get_contextvars().get("request_id")
            self._queue.enqueue(
                JOB,
                table,
                meta={REQUEST: request} if request else None,
                result_ttl=0,
                failure_ttl=FAILURE_KEPT,
                ttl=JOB_WAITS,
                job_timeout=JOB_TAKES,
                description=table,
            )

    def _try(self, doing: str, table: str, act: Callable[[str], None]) -> None:
        try:
            act(table)
        except (StoreError, redis.RedisError, OSError) as error:
            self._silent_until = time.monotonic() + SILENCE
            log.warning("the queue does not answer", doing=doing, table=table, error=type(error).__name__)


def job_queue(client: redis.Redis) -> Queue:
    return Queue(QUEUE, connection=client, serializer=JSONSerializer)
