"""Wake tokens: at most one job a table waits in the queue."""

import redis

from service.store import keys
from service.store.driver import Server

LASTS = 30_000


class WakeTokens:
    """Give it the queue's server, so that tokens are lost together with the jobs they stand for."""

    def __init__(self, client: redis.Redis, lasts: int = LASTS) -> None:
        """``lasts``: milliseconds after which a token whose job was lost no longer holds others back."""
        self._server = Server(client)
        self._lasts = lasts

    def set(self, table: str) -> bool:
        """Whether the token was free, so that the caller is the one to queue a job."""
        return self._server.ask("SET", keys.wake(table), "1", "NX", "PX", self._lasts) is not None

    def clear(self, table: str) -> None:
        """The job's first act: what happens from now on needs another job."""
        self._server.ask("DEL", keys.wake(table))
