"""Moon Colony Bloodbath: whole games by the rules alone, a finished table loaded from the store, and where the time goes."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from random import Random
from statistics import median
from typing import Any

from bench.finished import finished, game_called
from bench.report import Report
from bench.stores import Store, store
from bench.timing import took
from domain.kernel.game import AnyGame
from service.codec import Codec
from tests.match import Match

FACTS, COLD = "facts_per_s", "cold_load_five_seats_ms"
NAMES = (FACTS, COLD)
MOON_COLONY = game_called("moon-colony-bloodbath")
SEATS, GAMES, TIMES, SEED = 5, 4, 15, 3


@dataclass
class Watch:
    """How many seconds each function of a game has taken."""

    spent: dict[str, float] = field(default_factory=dict)

    def on(self, game: AnyGame, *names: str) -> AnyGame:
        """The game with these functions timed."""
        timed: dict[str, Any] = {name: self._timed(name, getattr(game, name)) for name in names}
        return replace(game, **timed)

    def _timed(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def timed(*given: Any) -> Any:
            began = time.perf_counter()
            try:
                return function(*given)
            finally:
                self.spent[name] = self.spent.get(name, 0) + time.perf_counter() - began

        return timed


def measure(report: Report) -> None:
    if report.wants(FACTS):
        _whole_games(report)
    if report.wants(COLD):
        with store((MOON_COLONY,)) as found:
            _loading(report, found)


def _whole_games(report: Report) -> None:
    watch = Watch()
    game = watch.on(MOON_COLONY, "choices", "decide", "evolve", "waiting")
    began, facts, events = time.perf_counter(), 0, 0
    for seed in range(GAMES):
        match, random = Match.started(game, SEATS, seed), Random(seed)
        while asked := next((asked for asked in match.folded.position.asked if asked.required), None):
            match.answer(asked.seat, random.choice(game.choices(match.state, asked.seat)).command)
        facts += sum(len(event.facts) for event in match.events)
        events += len(match.events)
    whole = time.perf_counter() - began
    report.put(FACTS, facts / whole)
    report.note(f"{FACTS}: {GAMES} games of {SEATS} seats at random, {events} events, {facts} facts: {_shares(watch.spent, whole)}")


def _loading(report: Report, found: Store) -> None:
    table = finished(found.parts.tables, MOON_COLONY, SEATS, SEED)
    times = [1000 * took(lambda: found.tables((MOON_COLONY,)).current(table)) for _ in range(TIMES)]
    report.put(COLD, median(times))
    watch = Watch()
    whole = took(lambda: found.tables((watch.on(MOON_COLONY, "evolve", "waiting"),)).current(table))
    events, codec = list(found.parts.events.read(table)), Codec(MOON_COLONY)
    reading = took(lambda: list(found.parts.events.read(table)))
    decoding = took(lambda: [codec.event(event) for event in events])
    parts = {"reading and checking": reading, "decoding": decoding, **watch.spent}
    report.note(f"{COLD}: a finished table, {len(events)} events; fastest {min(times):.1f} ms: {_shares(parts, whole)}")


def _shares(spent: Mapping[str, float], whole: float) -> str:
    told = [f"{name} {100 * seconds / whole:.0f} %" for name, seconds in spent.items()]
    return ", ".join((*told, f"the rest {100 * max(0.0, 1 - sum(spent.values()) / whole):.0f} %"))
