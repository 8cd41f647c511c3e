"""One pointer for each append: a hint that a table went on. They are trimmed, so none may be relied upon."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import redis

from service.store import keys
from service.store.driver import Server

Cursor: TypeAlias = tuple[str, ...]
"""How far each partition's pointers were read."""


@dataclass(frozen=True, slots=True)
class Pointer:
    """A table reached a version."""

    table: str
    version: int


class Pointers:
    """Follows all appends; give it a client of its own whose ``answer_within`` is None or above the time it waits."""

    def __init__(self, client: redis.Redis) -> None:
        self._server = Server(client)

    def now(self) -> Cursor:
        """The place after every pointer there is."""
        last = self._server.ask_all(("XREVRANGE", name, "+", "-", "COUNT", 1) for name in _NAMES)
        return tuple(rows[0][0].decode() if rows else "0-0" for rows in last)

    def wait(self, cursor: Cursor, milliseconds: int) -> tuple[Cursor, tuple[Pointer, ...]]:
        """What came after the cursor, waiting so long for the first; nothing when the time is over."""
        streams = _streams(self._server.ask("XREAD", "BLOCK", milliseconds, "STREAMS", *_NAMES, *cursor))
        moved = tuple(streams[name][-1][0].decode() if streams.get(name) else place for name, place in zip(_NAMES, cursor, strict=True))
        fields = (fields for rows in streams.values() for _, fields in rows)
        return moved, tuple(Pointer(row[b"table"].decode(), int(row[b"version"])) for row in fields)


_NAMES = tuple(keys.pointers(number) for number in range(keys.PARTITIONS))


def _streams(answer: Any) -> Mapping[str, list[Any]]:
    pairs: Iterable[Any] = answer.items() if isinstance(answer, dict) else answer or ()
    return {name.decode(): rows for name, rows in pairs}
