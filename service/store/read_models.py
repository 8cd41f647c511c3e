"""What workers computed, each with the version it is good for."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

import redis

from service.store import keys
from service.store.driver import Server, Word, called

CHUNK = 500


@dataclass(frozen=True, slots=True)
class ReadModel:
    """A table's read model; ``version`` is its checkpoint, the last event that went into it."""

    version: int
    data: bytes


@dataclass(frozen=True, slots=True)
class NewModel:
    """A read model to be stored: its name, generation and table, the version it is good for, and its bytes."""

    name: str
    generation: int
    table: str
    version: int
    data: bytes


class ReadModels:
    """Read models by name, generation and table. Model and checkpoint are one key, written together."""

    def __init__(self, client: redis.Redis) -> None:
        self._server = Server(client)

    def get(self, name: str, generation: int, table: str) -> ReadModel | None:
        return _model(self._server.ask("HMGET", keys.read_model(name, generation, table), "version", "data"))

    def put(self, name: str, generation: int, table: str, version: int, data: bytes) -> bool:
        """Store it unless one of the same or a higher version is there already; whether it was stored."""
        return bool(self._server.call("put", [keys.read_model(name, generation, table)], [version, data]))

    def put_all(self, models: Sequence[NewModel]) -> tuple[bool, ...]:
        """``put`` for many, in one round trip and, where the server syncs what it writes, one sync."""
        return tuple(map(bool, self._server.call_all([_put(model) for model in models]))) if models else ()

    def replace(self, model: NewModel) -> None:
        """Store it whatever was there; no reader sees a moment without."""
        self._server.ask_all([("DEL", _key(model)), ("HSET", _key(model), "version", model.version, "data", model.data)], atomic=True)

    def drop(self, name: str, generation: int, *tables: str) -> int:
        """Forget them; how many there were."""
        chunks = _chunks(tables)
        return sum(self._server.ask("UNLINK", *(keys.read_model(name, generation, table) for table in chunk)) for chunk in chunks)

    def versions(self, name: str, generation: int, tables: Iterable[str]) -> Mapping[str, int]:
        """The checkpoint of each of these tables, 0 where there is none."""
        found: dict[str, int] = {}
        for chunk in _chunks(tables):
            answers = self._server.ask_all(("HGET", keys.read_model(name, generation, table), "version") for table in chunk)
            found.update((table, int(version or 0)) for table, version in zip(chunk, answers, strict=True))
        return found

    def scan(self, name: str, generation: int, tables: Iterable[str]) -> Iterator[tuple[str, ReadModel]]:
        """Those of these tables that have one, with it; for read models across tables."""
        for chunk in _chunks(tables):
            rows = self._server.ask_all(("HMGET", keys.read_model(name, generation, table), "version", "data") for table in chunk)
            for table, row in zip(chunk, rows, strict=True):
                if model := _model(row):
                    yield table, model


def _key(model: NewModel) -> str:
    return keys.read_model(model.name, model.generation, model.table)


def _put(model: NewModel) -> tuple[Word, ...]:
    return called("put", [_key(model)], [model.version, model.data])


def _model(row: list[bytes | None]) -> ReadModel | None:
    version, data = row
    return None if version is None or data is None else ReadModel(int(version), data)


def _chunks(tables: Iterable[str]) -> Iterator[tuple[str, ...]]:
    waiting = iter(tables)
    while chunk := tuple(islice(waiting, CHUNK)):
        yield chunk
