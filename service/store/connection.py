"""How a process connects to a store."""

from typing import Any

import redis
from redis.backoff import ExponentialBackoff
from redis.retry import Retry

ANSWER_WITHIN = 5.0
RESENDS = 3


def connect(url: str, *, answer_within: float | None = ANSWER_WITHIN, resends: int = RESENDS, **options: Any) -> redis.Redis:
    """A client that speaks bytes; nothing is sent before its first command.

    ``url``: ``unix:///path?db=0``, ``redis://`` or ``rediss://``. ``answer_within``: seconds for one answer, None for a
    connection that blocks. The driver resends a command whose answer was lost up to ``resends`` times.
    """
    retry = Retry(ExponentialBackoff(cap=0.5, base=0.05), resends)
    # Under protocol 3 the driver no longer looks, before it uses a connection again, whether an answer nobody waited for
    # lies on it; the next caller would take that for its own.
    return redis.Redis.from_url(url, socket_timeout=answer_within, retry=retry, protocol=2, decode_responses=False, **options)
