"""The test-only game in the package ``eventsourcing``: the same domain, seals and chain, its aggregate and its store.

Imported only once ``peers.eventsourcing`` has made the package importable.
"""

from typing import Any
from uuid import UUID, uuid4

from eventsourcing.application import Application  # type: ignore[import-not-found]
from eventsourcing.domain import Aggregate, event  # type: ignore[import-not-found]

from bench.market import LONG_MARKET, judged, open_event
from domain.kernel.game import AnyGame
from domain.kernel.pack import read_toml
from domain.kernel.stored import NO_HASH, Stored, chain_hash
from domain.table.asking import Ask
from domain.table.fold import Folded, opened, take
from service.codec import Codec
from tests.kernel.night_market import NIGHT_MARKET

CODECS = {"endless": Codec(LONG_MARKET), "": Codec(NIGHT_MARKET)}
PACK = NIGHT_MARKET.read_pack(read_toml(next(iter(NIGHT_MARKET.packs.values()))))


class Market(Aggregate):  # type: ignore[misc]
    """One table; an event holds the same body, openings and hash as one of ours."""

    folded: Folded

    @event("Opened")  # type: ignore[untyped-decorator]
    def __init__(self, kind: str, body: str, openings: str, hash: str) -> None:
        self.codec = CODECS[kind]
        self.stored: list[Stored] = []
        event = self._kept(body, openings, hash)
        self.folded = opened(self.codec.game, PACK, self.codec.event(event))

    @event("Happened")  # type: ignore[untyped-decorator]
    def happen(self, body: str, openings: str, hash: str) -> None:
        event = self._kept(body, openings, hash)
        self.folded = take(self.folded, self.codec.event(event))

    @property
    def name(self) -> str:
        return str(self.id)

    def _kept(self, body: str, openings: str, hash: str) -> Stored:
        event = Stored(len(self.stored) + 1, body.encode(), openings.encode(), hash)
        previous = self.stored[-1].hash if self.stored else NO_HASH
        if chain_hash(self.name, event.version, previous, event.body) != hash:
            raise ValueError(f"version {event.version} does not follow")
        self.stored.append(event)
        return event


class Markets(Application):  # type: ignore[misc]
    """Commands at any market."""

    def open(self, game: AnyGame) -> UUID:
        table = uuid4()
        kind = "endless" if game is LONG_MARKET else ""
        market = _opened(table, kind, open_event(game, str(table)))
        self.save(market)
        return table

    def look(self, table: UUID) -> Market:
        market: Market = self.repository.get(table)
        return market

    def submit(self, table: UUID, ask: Ask, command_id: str) -> None:
        """Load, decide, seal, chain, append: one command in one transaction."""
        market: Any = self.repository.get(table)
        for written in judged(market.codec, market.name, market.folded, market.stored, ask, command_id):
            market.happen(written.body.decode(), written.openings.decode(), written.hash)
        self.save(market)

    def put(self, kind: str, stored: list[Stored]) -> UUID:
        """A whole history in one transaction."""
        table, hash = uuid4(), NO_HASH
        market: Any = None
        for kept in stored:
            hash = chain_hash(str(table), kept.version, hash, kept.body)
            fields = (kept.body.decode(), kept.openings.decode(), hash)
            if market is None:
                market = _opened(table, kind, Stored(kept.version, kept.body, kept.openings, hash))
            else:
                market.happen(*fields)
        self.save(market)
        return table


def _opened(table: UUID, kind: str, first: Stored) -> Any:
    market: Any = Market._create(
        Market.Opened,
        id=table,
        kind=kind,
        body=first.body.decode(),
        openings=first.openings.decode(),
        hash=first.hash,
    )
    return market
