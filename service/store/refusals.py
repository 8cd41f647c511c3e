"""What was refused lately, for each seat at a table, and how often each rule refused."""

from collections.abc import Mapping

import redis

from service.store import keys
from service.store.driver import Server

KEPT = 100


class Refusals:
    """The last refused attempts of each seat, as opaque bytes, and a count by seat and rule that is never trimmed."""

    def __init__(self, client: redis.Redis, kept: int = KEPT) -> None:
        self._server = Server(client)
        self._kept = kept

    def push(self, table: str, seat: int, data: bytes, rule: str) -> None:
        """Add one; the oldest fall away. The same bytes again (the driver resends) count once."""
        self._server.call("refuse", [keys.refusals(table, seat), keys.refused(table)], [data, self._kept, f"{seat}/{rule}"])

    def read(self, table: str, seat: int) -> tuple[bytes, ...]:
        """Oldest first."""
        return tuple(self._server.ask("LRANGE", keys.refusals(table, seat), 0, -1))

    def counts(self, table: str) -> Mapping[tuple[int, str], int]:
        """How often each rule refused each seat, since the table was opened."""
        found = self._server.ask("HGETALL", keys.refused(table))
        pairs = ((name.decode().partition("/"), int(count)) for name, count in found.items())
        return {(int(seat), rule): count for (seat, _, rule), count in pairs}

    def put_counts(self, table: str, counts: Mapping[tuple[int, str], int]) -> None:
        """Set them as they were elsewhere: for a backup that is put back."""
        if counts:
            words = [word for (seat, rule), count in counts.items() for word in (f"{seat}/{rule}", count)]
            self._server.ask("HSET", keys.refused(table), *words)
