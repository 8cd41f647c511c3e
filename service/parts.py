"""The parts of one process, put together from its settings."""

import time
from collections.abc import Iterable
from dataclasses import dataclass

from domain.catalogue import CATALOGUE
from domain.kernel.game import AnyGame
from service.ages import AgeBook
from service.config import ConfigurationRefused, Settings
from service.generation import KEY, Generations
from service.packs import Packs
from service.queue import Waker
from service.store import EventStore, Private, ReadModels, Refusals, Shelf, check_settings, connect, packs, secrets, tokens
from service.tables import Tables


@dataclass(frozen=True, slots=True)
class Parts:
    """What the API, the command line and the workers are made of."""

    settings: Settings
    events: EventStore
    tables: Tables
    ages: AgeBook
    packs: Packs
    tokens: Shelf
    secrets: Shelf
    read_models: ReadModels
    refusals: Refusals
    waker: Waker
    generations: Generations


def now() -> int:
    """Milliseconds UTC; freezegun freezes it."""
    return int(time.time() * 1000)


def assemble(settings: Settings, catalogue: Iterable[AnyGame] = CATALOGUE) -> Parts:
    """Connect to the store, check how it is set, and put the parts together.

    Raises SettingsRefused when the store could lose what it acknowledges, StoreUnavailable when it does not answer.
    """
    if settings.store_url is None:
        raise ConfigurationRefused("GAVEL_STORE_URL: no store is running; `gavel up` starts one")
    check_settings(connect(settings.store_url), accepted=settings.durability == "accepted")
    return unchecked(settings, settings.store_url, catalogue)


def unchecked(settings: Settings, store_url: str, catalogue: Iterable[AnyGame] = CATALOGUE) -> Parts:
    """The parts on a store that nobody has asked anything yet."""
    client = connect(store_url)
    events = EventStore(client)
    kept = Packs(packs(client))
    waker = Waker(settings.queue)
    ages = AgeBook(Private(client))
    return Parts(
        settings=settings,
        events=events,
        tables=Tables(events, kept, catalogue, now, waker.wake, ages),
        ages=ages,
        packs=kept,
        tokens=tokens(client),
        secrets=secrets(client),
        read_models=ReadModels(client),
        refusals=Refusals(client),
        waker=waker,
        generations=Generations(Shelf(client, KEY)),
    )
