"""The store: one Redis or Valkey server, reached through one function library and thin adapters."""

from service.store.connection import connect
from service.store.deadlines import Deadlines
from service.store.entry import (
    NO_TIP,
    UNCHANGED,
    Appended,
    Conflict,
    Duplicate,
    Entry,
    NewEntry,
    Outcome,
    Tip,
    Unchanged,
)
from service.store.errors import OutcomeUnknown, SettingsRefused, StoreCorrupt, StoreError, StoreUnavailable, TooLarge
from service.store.events import EventStore, Limits
from service.store.pointers import Pointer, Pointers
from service.store.private import Private
from service.store.read_models import NewModel, ReadModel, ReadModels
from service.store.refusals import Refusals
from service.store.settings import check_settings
from service.store.shelf import Shelf, packs, records, secrets, tokens
from service.store.wake import WakeTokens

__all__ = [
    "NO_TIP",
    "UNCHANGED",
    "Appended",
    "Conflict",
    "Deadlines",
    "Duplicate",
    "Entry",
    "EventStore",
    "Limits",
    "NewEntry",
    "NewModel",
    "Outcome",
    "OutcomeUnknown",
    "Pointer",
    "Pointers",
    "Private",
    "ReadModel",
    "ReadModels",
    "Refusals",
    "SettingsRefused",
    "Shelf",
    "StoreCorrupt",
    "StoreError",
    "StoreUnavailable",
    "Tip",
    "TooLarge",
    "Unchanged",
    "WakeTokens",
    "check_settings",
    "connect",
    "packs",
    "records",
    "secrets",
    "tokens",
]
