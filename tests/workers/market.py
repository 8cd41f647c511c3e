"""Tables of the test game in a real store, played through the service; and worker processes that know that game."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random

from domain.kernel.game import OptionValue
from domain.kernel.names import ORGANISER, Actor, Seat, seat_viewer
from domain.table.commands import Claim, Open, Ready, Start
from domain.table.facts import SeatOpened
from service.config import Settings
from service.parts import Parts, assemble
from service.running import environment_of
from service.store import ReadModel
from service.tables import Tables
from tests.kernel.night_market import NIGHT_MARKET

ROOT = Path(__file__).parents[2]
PROGRAM = (
    "from service.config import from_environment; from workers.loop import run; "
    "from tests.kernel.night_market import NIGHT_MARKET; run(from_environment(), (NIGHT_MARKET,))"
)
PATIENCE = 90.0
"""Seconds for something that takes one or two on a machine at rest."""
ONE_ROUND: dict[str, OptionValue] = {"length": "one-round"}


def parts_of(settings: Settings, clock: Callable[[], int] | None = None) -> Parts:
    """The parts of a process that plays the test game, on a clock of the test's own where it has one."""
    parts = assemble(settings, (NIGHT_MARKET,))
    if clock is None:
        return parts
    return replace(parts, tables=Tables(parts.events, parts.packs, (NIGHT_MARKET,), clock, parts.waker.wake))


def seated(parts: Parts, key: str = "1", seats: int = 2, pack: str | None = None) -> str:
    """A table that has started."""
    tables = parts.tables
    opening = Open(NIGHT_MARKET.name, (SeatOpened(),) * seats, pack=pack, options=ONE_ROUND)
    table = tables.open(opening, key, "organiser").table
    for seat in range(seats):
        actor = Actor(seat_viewer(Seat(seat)))
        tables.submit(table, actor, Claim(f"seat:{seat}"), "claim")
        tables.submit(table, actor, Ready(), "ready")
    tables.submit(table, Actor(ORGANISER), Start(), "start")
    return table


def move(parts: Parts, table: str, random: Random) -> bool:
    """The first seat that must answers, by any of its choices; False once the game is over."""
    folded = parts.tables.current(table).folded
    asked = next((asked for asked in folded.position.asked if asked.required), None)
    if asked is None:
        return False
    viewer = seat_viewer(asked.seat)
    view = parts.tables.current(table, viewer).folded.position
    choice = random.choice(NIGHT_MARKET.choices(view.state, asked.seat))
    question = view.question_id(asked.seat, folded.table.head_moves)
    parts.tables.submit(table, Actor(viewer), choice.command, f"move-{folded.table.tip}", question, folded.table.tip)
    return True


def play_out(parts: Parts, table: str, seed: int = 1) -> int:
    """Play to the end; the tip."""
    random = Random(seed)
    while move(parts, table, random):
        pass
    return parts.events.tip(table).version


def stored(parts: Parts, table: str, name: str = "scores") -> ReadModel:
    model = parts.read_models.get(name, 1, table)
    assert model is not None
    return model


def until(holds: Callable[[], bool], within: float = PATIENCE) -> None:
    """Wait for something that other processes do."""
    end = time.monotonic() + within
    while not holds():
        assert time.monotonic() < end, "it did not come about in time"
        time.sleep(0.02)


def at_head(parts: Parts, *tables: str) -> bool:
    """Whether every read model of these tables is good for the tip."""
    return all(
        (model := parts.read_models.get(name, 1, table)) is not None and model.version == parts.events.tip(table).version
        for table in tables
        for name in ("scores", "tables")
    )


@contextmanager
def worker(settings: Settings, *words: str) -> Iterator[subprocess.Popen[bytes]]:
    """A worker process, by default one that knows the test game; killed at the end when it still runs."""
    process = subprocess.Popen([sys.executable, *(words or ("-c", PROGRAM))], cwd=ROOT, env={**os.environ, **environment_of(settings)})
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def ends(process: subprocess.Popen[bytes], number: int = signal.SIGTERM, within: float = PATIENCE) -> int:
    """Send a signal and wait for the exit status."""
    process.send_signal(number)
    return process.wait(within)
