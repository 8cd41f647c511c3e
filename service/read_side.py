"""Read models as the API asks for them, each with the version it is good for."""

import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from domain.table.state import Phase
from projections import PROJECTIONS
from projections.conduct import CONDUCT
from projections.conduct import tally as conduct_tally
from projections.players import PLAYERS, tally
from projections.scores import SCORES
from projections.tables import TABLES
from service.generation import Generation
from service.parked import Parked, all_parked, parked_at, parked_in
from service.parts import Parts
from service.store import ReadModel

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


def conduct(parts: Parts, table: str, min_version: int = 1, timeout: float = 5.0) -> tuple[int, dict[str, Any]]:
    """How the seats behaved (``projections.conduct``) and the version it is good for, as ``scores`` does.

    Each seat has ``refusals`` as well, rule → how often it refused: counted beside the stream when it happened, so that a
    rebuild leaves them as they are and no version says what they are good for.
    """
    version, found = _read(parts, CONDUCT.name, table, max(min_version, 1), time.monotonic() + timeout)
    refused: dict[int, dict[str, int]] = {}
    for (seat, rule), times in sorted(parts.refusals.counts(table).items()):
        refused.setdefault(seat, {})[rule] = times
    return version, {**found, "seats": [{**seat, "refusals": refused.get(seat["seat"], {})} for seat in found["seats"]]}


def players(parts: Parts) -> dict[str, dict[str, Any]]:
    """Every player's tally over all tables (``projections.players.tally``), by player id; guests are in none."""
    serving = parts.generations.of(PLAYERS.name).serving
    return tally(decoded(model) for _, model in parts.read_models.scan(PLAYERS.name, serving, parts.events.tables()))


def player(parts: Parts, id: str) -> dict[str, Any] | None:
    """One player's tally; None for somebody who never sat at a table that started."""
    return players(parts).get(id)


def player_conduct(parts: Parts, id: str) -> dict[str, Any]:
    """How a player behaved over all tables that count for it (``projections.conduct.tally``), with ``refusals`` by rule.

    What was refused counts from tables that are over: it may tell of what is hidden.
    """
    ids = parts.events.tables()
    added = dict(parts.read_models.scan(PLAYERS.name, parts.generations.of(PLAYERS.name).serving, ids))
    seats = {table: line["seat"] for table, model in added.items() for line in decoded(model)["players"] if line["player"] == id}
    models = dict(parts.read_models.scan(CONDUCT.name, parts.generations.of(CONDUCT.name).serving, seats))
    own = [seat for table, model in models.items() for seat in decoded(model)["seats"] if seat["seat"] == seats[table]]
    return {**conduct_tally(own), "refusals": dict(sorted(_refused(parts, seats).items()))}


def _refused(parts: Parts, seats: Mapping[str, int]) -> Counter[str]:
    lines = parts.read_models.scan(TABLES.name, parts.generations.of(TABLES.name).serving, seats)
    over = [table for table, model in lines if decoded(model)["phase"] in (Phase.FINISHED, Phase.ABANDONED)]
    found: Counter[str] = Counter()
    for table in over:
        found.update({rule: times for (seat, rule), times in parts.refusals.counts(table).items() if seat == seats[table]})
    return found


def listing(parts: Parts) -> tuple[dict[str, Any], ...]:
    """A line for each table (``projections.tables``), the latest first; ``parked`` lists what stands still there.

    A table whose first fold failed has ``id`` and ``parked`` alone.
    """
    ids = parts.events.tables()
    serving = parts.generations.of(TABLES.name).serving
    lines = {table: decoded(model) for table, model in parts.read_models.scan(TABLES.name, serving, ids)}
    for parked in all_parked(parts.read_models, parts.generations, ids):
        lines.setdefault(parked.table, {"id": parked.table}).setdefault("parked", []).append(parked.as_json())
    return tuple(sorted(lines.values(), key=lambda line: (-line.get("last_at", 0), line["id"])))


def behind(parts: Parts) -> Mapping[str, int]:
    """How many events each table's slowest read model lacks; tables that are up to date are left out."""
    return {table: tip - reached for table, (reached, tip) in lagging(parts).items()}


def lagging(parts: Parts) -> Mapping[str, tuple[int, int]]:
    """For each table below its tip: the version that its slowest read model is good for, and the tip."""
    tips = {table: tip.version for table, tip in parts.events.tips(parts.events.tables()).items()}
    generations = parts.generations.all()
    serving = ((projection.name, generations.get(projection.name, Generation()).serving) for projection in PROJECTIONS)
    reached = [parts.read_models.versions(name, number, tips) for name, number in serving]
    slowest = {table: min(versions[table] for versions in reached) for table in tips}
    return {table: (slowest[table], tip) for table, tip in tips.items() if slowest[table] < tip}


@dataclass(frozen=True, slots=True)
class Status:
    """One read model: its generations, how many tables there are, how many it lags at and by how many events, and its parked tables."""

    name: str
    serving: int
    building: int | None
    tables: int
    behind: int
    events: int
    parked: tuple[Parked, ...]


def status(parts: Parts) -> tuple[Status, ...]:
    """Where each read model stands."""
    tips = {table: tip.version for table, tip in parts.events.tips(parts.events.tables()).items() if tip.version}
    generations = parts.generations.all()
    return tuple(_status(parts, projection.name, generations.get(projection.name, Generation()), tips) for projection in PROJECTIONS)


def _status(parts: Parts, name: str, generation: Generation, tips: Mapping[str, int]) -> Status:
    reached = parts.read_models.versions(name, generation.serving, tips)
    lacking = [tips[table] - version for table, version in reached.items() if version < tips[table]]
    parked = tuple(parked_in(parts.read_models, name, generation.serving, tips))
    return Status(name, generation.serving, generation.building, len(tips), len(lacking), sum(lacking), parked)


def decoded(model: ReadModel) -> dict[str, Any]:
    """What a read model says."""
    found: dict[str, Any] = msgspec.json.decode(model.data)
    return found


def _read(parts: Parts, name: str, table: str, wanted: int, until: float) -> tuple[int, dict[str, Any]]:
    pause = FIRST_PAUSE
    while True:
        model = parts.read_models.get(name, parts.generations.of(name).serving, table)
        if model is not None and model.version >= wanted:
            return model.version, decoded(model)
        for parked in parked_at(parts.read_models, parts.generations, table):
            if parked.projection == name and parked.tip >= wanted:
                raise StandsStill(parked)
        if time.monotonic() >= until:
            raise Behind(table, model.version if model else 0, wanted)
        time.sleep(pause)
        pause = min(pause * 2, LONGEST_PAUSE)
