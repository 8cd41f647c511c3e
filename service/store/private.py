"""What seats confide to the service alone, until their table starts: beside the streams, in no backup, and soon deleted."""

from collections.abc import Mapping

import redis

from service.store import keys
from service.store.driver import Server, Word


class Private:
    """Opaque bytes of each seat at a table, and which tables have any."""

    def __init__(self, client: redis.Redis) -> None:
        self._server = Server(client)

    def put(self, table: str, seat: int, data: bytes) -> None:
        """In place of what the seat gave before."""
        listed = ("SADD", keys.confided(keys.partition(table)), table)
        self._server.ask_all((listed, ("HSET", keys.private(table), seat, data)), atomic=True)

    def of(self, table: str) -> Mapping[int, bytes]:
        """By seat."""
        return {int(seat): data for seat, data in self._server.ask(*_all(table)).items()}

    def drop(self, table: str) -> None:
        """Nothing of this table is left."""
        self._server.ask_all(_dropping(table), atomic=True)

    def drop_this(self, table: str, seats: Mapping[int, bytes]) -> bool:
        """Nothing of this table is left, provided that this was all of it; False where it has changed since, and stays."""
        found = {str(seat).encode(): data for seat, data in seats.items()}
        return self._server.ask_all_while(keys.private(table), _all(table), found, _dropping(table))

    def tables(self) -> tuple[str, ...]:
        """Every table that has any, sorted."""
        found = self._server.ask_all(("SMEMBERS", keys.confided(number)) for number in range(keys.PARTITIONS))
        return tuple(sorted(table.decode() for tables in found for table in tables))


def _all(table: str) -> tuple[Word, ...]:
    return ("HGETALL", keys.private(table))


def _dropping(table: str) -> tuple[tuple[Word, ...], ...]:
    return ("SREM", keys.confided(keys.partition(table)), table), ("DEL", keys.private(table))
