"""The tables that this process folded last."""

from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock

from domain.kernel.names import Viewer
from domain.table.fold import Folded


@dataclass(frozen=True, slots=True)
class Current:
    """A table folded from one viewer's copies, and the chain hash at its tip."""

    folded: Folded
    hash: str


class Cache:
    """The tables folded last. A lost entry costs time and nothing else."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._lock = Lock()
        self._kept: OrderedDict[tuple[str, Viewer | None], Current] = OrderedDict()

    def get(self, key: tuple[str, Viewer | None]) -> Current | None:
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def put(self, key: tuple[str, Viewer | None], current: Current) -> None:
        with self._lock:
            older = self._kept.get(key)
            if older is None or older.folded.table.tip <= current.folded.table.tip:
                self._kept[key] = current
                self._kept.move_to_end(key)
            if len(self._kept) > self._size:
                self._kept.popitem(last=False)

    def drop(self, table: str) -> None:
        with self._lock:
            for key in [key for key in self._kept if key[0] == table]:
                del self._kept[key]
