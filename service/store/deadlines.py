"""Which tables are due: written with every append, read by the sweeper."""

import redis

from service.store import keys
from service.store.driver import Server


class Deadlines:
    """The next moment (ms UTC) at which time acts at each table."""

    def __init__(self, client: redis.Redis) -> None:
        self._server = Server(client)

    def due(self, now: int, most: int = 100) -> tuple[str, ...]:
        """Tables whose deadline is ``now`` (ms UTC) or earlier; at most so many of each partition, the earliest first."""
        found = self._server.ask_all(
            ("ZRANGEBYSCORE", keys.deadlines(number), "-inf", now, "LIMIT", 0, most) for number in range(keys.PARTITIONS)
        )
        return tuple(table.decode() for tables in found for table in tables)

    def of(self, table: str) -> int | None:
        score = self._server.ask("ZSCORE", keys.deadlines(keys.partition(table)), table)
        return None if score is None else int(float(score))
