"""The parts of one process, put together from its settings."""

import time
from collections.abc import Iterable
from dataclasses import dataclass

from domain.catalogue import CATALOGUE
from domain.kernel.game import AnyGame
from service.config import ConfigurationRefused, Settings
from service.packs import Packs
from service.queue import Waker
from service.store import EventStore, ReadModels, Refusals, Shelf, check_settings, connect, packs, secrets, tokens
from service.tables import Tables


@dataclass(frozen=True, slots=True)
class Parts:
    """What the API, the command line and the workers are made of."""

    settings: Settings
    events: EventStore
    tables: Tables
    packs: Packs
    tokens: Shelf
    secrets: Shelf
    read_models: ReadModels
    refusals: Refusals
    waker: Waker


def now() -> int:
    """Milliseconds UTC; freezegun freezes it."""
    return int(time.time() * 1000)


def assemble(settings: Settings, catalogue: Iterable[AnyGame] = CATALOGUE) -> Parts:
    """Connect to the store, check how it is set, and put the parts together.

    Raises SettingsRefused when the store could lose what it acknowledges, StoreUnavailable when it does not answer.
    """
    if settings.store_url is None:
        raise ConfigurationRefused("GAVEL_STORE_URL: no store is running; `gavel up` starts one")
    client = connect(settings.store_url)
    check_settings(client, accepted=settings.durability == "accepted")
    events = EventStore(client)
    kept = Packs(packs(client))
    waker = Waker(settings.queue)
    tables = Tables(events, kept, catalogue, now, waker.wake)
    return Parts(settings, events, tables, kept, tokens(client), secrets(client), ReadModels(client), Refusals(client), waker)
