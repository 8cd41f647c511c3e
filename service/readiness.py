"""Whether this installation can do its work now: store, queue, sweeper, and read models held against the real tips."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

import msgspec

from service.parked import all_parked
from service.parts import Parts, now
from service.read_side import lagging
from service.store import NO_TIP, StoreError
from service.sweep import Sweeps

NO_TABLE = "ready"
SWEEP_AGE = 60_000
"""Milliseconds after which a sweeper that has not passed is taken to be gone."""
LATE = 30_000
"""Milliseconds after which an event that is in no read model is late: the sweeper should have seen to it."""
LOOKED_AT = 20


@dataclass(frozen=True, slots=True)
class Readiness:
    """Each part with what was found there; ``wrong``: what keeps it from its work; ``slow``: what makes that slower."""

    parts: Mapping[str, Mapping[str, Any]]
    wrong: tuple[str, ...]
    slow: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        status = "not ready" if self.wrong else "degraded" if self.slow else "ready"
        return {"status": status, "wrong": list(self.wrong), "slow": list(self.slow), **self.parts}


def readiness(parts: Parts, sweeps: Sweeps, clock: Callable[[], int] = now) -> Readiness:
    """Look at every part. A store that does not answer is told as wrong; no error is raised for it."""
    queue = parts.waker.answers()
    slow = () if queue else ("the queue does not answer: read models wait for the sweeper",)
    try:
        found = {
            "store": _store(parts),
            "queue": {"ok": queue},
            "sweeper": _sweeper(sweeps, clock()),
            "read_models": _read_models(parts, clock()),
        }
    except StoreError as error:
        says = f"the store does not answer: {type(error).__name__}"
        return Readiness({"store": {"ok": False, "says": says}, "queue": {"ok": queue}}, (says,), slow)
    wrong = tuple(part["says"] for part in found.values() if "says" in part)
    return Readiness(found, wrong, slow)


def _store(parts: Parts) -> dict[str, Any]:
    began = time.monotonic()
    if parts.events.tip(NO_TABLE) != NO_TIP:
        return {"ok": False, "says": f"the store holds a table that is called {NO_TABLE}"}
    return {"ok": True, "ms": round((time.monotonic() - began) * 1000, 1)}


def _sweeper(sweeps: Sweeps, at: int) -> dict[str, Any]:
    last = sweeps.last()
    if last is None:
        return {"ok": False, "says": "the sweeper has not passed yet: is a worker running?"}
    found = {"ok": at - last.at <= SWEEP_AGE, "age_ms": at - last.at, "took_ms": last.took, "tables": last.tables}
    return found if found["ok"] else {**found, "says": f"the sweeper last passed {(at - last.at) // 1000} s ago: is a worker running?"}


def _read_models(parts: Parts, at: int) -> dict[str, Any]:
    behind = lagging(parts)
    parked = {note.table for note in all_parked(parts.read_models, parts.generations, behind)}
    waiting = {table: span for table, span in behind.items() if table not in parked}
    oldest = max((at - _missing_since(parts, table, reached) for table, (reached, _) in islice(waiting.items(), LOOKED_AT)), default=0)
    events = sum(tip - reached for reached, tip in waiting.values())
    found = {"ok": oldest <= LATE, "behind": len(waiting), "events": events, "oldest_ms": max(oldest, 0), "parked": len(parked)}
    return found if found["ok"] else {**found, "says": f"read models lack events that are {oldest // 1000} s old"}


def _missing_since(parts: Parts, table: str, reached: int) -> int:
    """When the first event happened that a read model lacks (ms UTC)."""
    (event,) = parts.events.read(table, after=reached, up_to=reached + 1)
    at: int = msgspec.json.decode(event.body)["at"]
    return at
