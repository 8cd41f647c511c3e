"""Read models as the API asks for them, each with the version it is good for."""

import time
from collections.abc import Mapping
from typing import Any

import msgspec

from projections import PROJECTIONS
from projections.scores import SCORES
from projections.tables import TABLES
from service.generation import GENERATION
from service.parked import Parked, all_parked, parked_at
from service.parts import Parts

FIRST_PAUSE = 0.005
LONGEST_PAUSE = 0.05


class Behind(Exception):
    """The read model did not reach the version in time; ``version`` is what it is good for, 0 for nothing yet."""

    def __init__(self, table: str, version: int, wanted: int) -> None:
        super().__init__(f"table {table}: version {version}, asked for {wanted}")
        self.version, self.wanted = version, wanted


class StandsStill(Exception):
    """The read model will not reach the version: its table is parked."""

    def __init__(self, parked: Parked) -> None:
        super().__init__(f"table {parked.table}: {parked.projection} is parked at version {parked.version}, {parked.error}")
        self.parked = parked


def scores(parts: Parts, table: str, min_version: int = 1, timeout: float = 5.0) -> tuple[int, dict[str, Any]]:
    """The score sheet (``projections.scores``) and its version, not below ``min_version``; waits up to ``timeout`` s.

    Raises Behind, StandsStill or a StoreError; a table that does not exist is Behind at version 0.
    """
    return _read(parts, SCORES.name, table, max(min_version, 1), time.monotonic() + timeout)


def listing(parts: Parts) -> tuple[dict[str, Any], ...]:
    """A line for each table (``projections.tables``), the latest first; ``parked`` lists what stands still there.

    A table whose first fold failed has ``id`` and ``parked`` alone.
    """
    ids = parts.events.tables()
    lines: dict[str, dict[str, Any]] = {
        table: msgspec.json.decode(model.data) for table, model in parts.read_models.scan(TABLES.name, GENERATION, ids)
    }
    for parked in all_parked(parts.read_models, ids):
        lines.setdefault(parked.table, {"id": parked.table}).setdefault("parked", []).append(parked.as_json())
    return tuple(sorted(lines.values(), key=lambda line: (-line.get("last_at", 0), line["id"])))


def behind(parts: Parts) -> Mapping[str, int]:
    """How many events each table's slowest read model lacks; tables that are up to date are left out."""
    tips = {table: tip.version for table, tip in parts.events.tips(parts.events.tables()).items()}
    reached = [parts.read_models.versions(projection.name, GENERATION, tips) for projection in PROJECTIONS]
    lacking = {table: tip - min(versions[table] for versions in reached) for table, tip in tips.items()}
    return {table: events for table, events in lacking.items() if events > 0}


def _read(parts: Parts, name: str, table: str, wanted: int, until: float) -> tuple[int, dict[str, Any]]:
    pause = FIRST_PAUSE
    while True:
        model = parts.read_models.get(name, GENERATION, table)
        if model is not None and model.version >= wanted:
            return model.version, msgspec.json.decode(model.data)
        for parked in parked_at(parts.read_models, table):
            if parked.projection == name and parked.tip >= wanted:
                raise StandsStill(parked)
        if time.monotonic() >= until:
            raise Behind(table, model.version if model else 0, wanted)
        time.sleep(pause)
        pause = min(pause * 2, LONGEST_PAUSE)
