"""Stores of our own for the bench: the embedded server as Gavel starts it, in a folder that is thrown away."""

import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from domain.kernel.game import AnyGame
from domain.kernel.stored import NO_HASH, Stored, chain_hash
from service.config import Settings
from service.embedded import EmbeddedServer
from service.parts import Parts, assemble
from service.store import EventStore, NewEntry
from service.tables import Tables

AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class Store:
    server: EmbeddedServer
    settings: Settings
    parts: Parts

    def tables(self, catalogue: Iterable[AnyGame]) -> Tables:
        """Tables with nothing in their cache."""
        return Tables(self.parts.events, self.parts.packs, catalogue, lambda: 0)


@contextmanager
def store(catalogue: Sequence[AnyGame]) -> Iterator[Store]:
    """A running store that is durable as ever: ``appendonly yes``, ``appendfsync always``."""
    with tempfile.TemporaryDirectory(prefix="gavel-bench-") as folder, EmbeddedServer(Path(folder) / "store") as server:
        settings = Settings(Path(folder), store_url=server.url, queue_url=server.database(1), log="error")
        parts = assemble(settings, catalogue)
        for game in catalogue:
            parts.packs.choose(game, None)
        yield Store(server, settings, parts)


def put(events: EventStore, table: str, stored: Sequence[Stored], command: str = "") -> None:
    """Append a whole history under a table id of its own; ``command`` names each event's command id, "" for none."""
    hash, entries = NO_HASH, []
    for event in stored:
        hash = chain_hash(table, event.version, hash, event.body)
        entries.append(NewEntry(event.body, event.openings, hash, command and f"{command}/{event.version}"))
    version, hash = 0, NO_HASH
    for first in range(0, len(entries), AT_ONCE):
        page = entries[first : first + AT_ONCE]
        events.append(table, version, hash, page)
        version, hash = version + len(page), page[-1].hash
