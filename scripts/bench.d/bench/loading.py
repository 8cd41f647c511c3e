"""Loading a table that no process has in its memory."""

from statistics import median

from bench.high_moon import HIGH_MOON, finished
from bench.market import LONG_MARKET, long_game
from bench.report import Report
from bench.stores import Store, put, store
from bench.timing import in_turns, took

COLD, FLAT = "cold_load_ms", "cold_load_flatness"
NAMES = (COLD, FLAT)
SHORT, MIDDLE, LONG = 100, 1000, 10_000
TIMES = 15


def measure(report: Report) -> None:
    with store((HIGH_MOON, LONG_MARKET)) as found:
        if report.wants(COLD):
            table = finished(found.parts.tables)
            events = found.parts.events.tip(table).version
            times = [1000 * took(lambda: found.tables((HIGH_MOON,)).current(table)) for _ in range(TIMES)]
            report.put(COLD, median(times))
            report.note(f"{COLD}: a finished four-seat table of {HIGH_MOON.title}, {events} events; fastest {min(times):.1f} ms")
        if report.wants(FLAT):
            _flatness(report, found)


def _flatness(report: Report, found: Store) -> None:
    stored = long_game(LONG).stored
    for events in (SHORT, MIDDLE, LONG):
        put(found.parts.events, f"long{events}", stored[:events])

    def an_event(events: int) -> float:
        times = max(MIDDLE // events, 1)
        return 1e6 * took(lambda: [found.tables((LONG_MARKET,)).current(f"long{events}") for _ in range(times)]) / (times * events)

    short, middle, long = in_turns(lambda: an_event(SHORT), lambda: an_event(MIDDLE), lambda: an_event(LONG))
    report.put(FLAT, long / short)
    report.note(f"{FLAT}: µs an event at {SHORT}, {MIDDLE} and {LONG} events of the test-only game: {short:.0f}, {middle:.0f}, {long:.0f}")
