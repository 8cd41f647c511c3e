"""Small things kept by name: hashed tokens and invitations, packs by hash, imported records."""

import redis

from service.store import keys
from service.store.driver import Server


class Shelf:
    """Opaque bytes by name under one key."""

    def __init__(self, client: redis.Redis, key: str) -> None:
        self._server = Server(client)
        self._key = key

    def get(self, name: str) -> bytes | None:
        data: bytes | None = self._server.ask("HGET", self._key, name)
        return data

    def put_new(self, name: str, data: bytes) -> bool:
        """Put it there unless something is; whether these bytes are there now. One of many callers wins.

        To have put the same bytes before counts as success: the driver resends when an answer was lost.
        """
        if self._server.ask("HSETNX", self._key, name, data):
            return True
        return self.get(name) == data

    def put(self, name: str, data: bytes) -> None:
        self._server.ask("HSET", self._key, name, data)

    def drop(self, name: str) -> None:
        self._server.ask("HDEL", self._key, name)

    def all(self) -> dict[str, bytes]:
        """Everything on it, by name."""
        found = self._server.ask("HGETALL", self._key)
        return {name.decode(): data for name, data in found.items()}

    def names(self) -> tuple[str, ...]:
        return tuple(sorted(name.decode() for name in self._server.ask("HKEYS", self._key)))


def tokens(client: redis.Redis) -> Shelf:
    """Tokens and invitations, by the hash of the secret; never by the secret itself."""
    return Shelf(client, keys.TOKENS)


def packs(client: redis.Redis) -> Shelf:
    """Canonical bytes of packs, by their content hash."""
    return Shelf(client, keys.PACKS)


def records(client: redis.Redis) -> Shelf:
    """Imported records, by table id."""
    return Shelf(client, keys.RECORDS)


def secrets(client: redis.Redis) -> Shelf:
    """What the service keeps to itself, by name: the key that signs records."""
    return Shelf(client, keys.SECRETS)
