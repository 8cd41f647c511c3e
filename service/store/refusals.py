"""What was refused lately, for each seat at a table."""

import redis

from service.store import keys
from service.store.driver import Server

KEPT = 100


class Refusals:
    """The last refused attempts of each seat, as opaque bytes."""

    def __init__(self, client: redis.Redis, kept: int = KEPT) -> None:
        self._server = Server(client)
        self._kept = kept

    def push(self, table: str, seat: int, data: bytes) -> None:
        """Add one; the oldest fall away. The same bytes again (the driver resends) count once."""
        name = keys.refusals(table, seat)
        self._server.ask_all([("LREM", name, 0, data), ("RPUSH", name, data), ("LTRIM", name, -self._kept, -1)], atomic=True)

    def read(self, table: str, seat: int) -> tuple[bytes, ...]:
        """Oldest first."""
        return tuple(self._server.ask("LRANGE", keys.refusals(table, seat), 0, -1))
