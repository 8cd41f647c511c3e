"""Deciding finished games again, as `gavel impact` does over stored tables."""

from bench.high_moon import HIGH_MOON, finished
from bench.report import Report
from bench.stores import store
from bench.timing import took
from service.impact import Change, impact, of_table

NAME = "impact_events_per_min"
TIMES = 5


def measure(report: Report) -> None:
    with store((HIGH_MOON,)) as found:
        table = finished(found.parts.tables)
        events = found.parts.events.tip(table).version
        tables = found.tables((HIGH_MOON,))
        times = [took(lambda: impact(of_table(tables, table), Change())) for _ in range(TIMES)]
    report.put(NAME, 60 * events / min(times))
    report.note(f"{NAME}: a finished four-seat table of {HIGH_MOON.title}, {events} events, read from the store; the fastest of {TIMES}")
