"""``python -m bench [--json] [--list] [--only NAME…]``"""

import argparse
import json
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bench import appends, commands, feeding, impact, loading, memory, moon_colony, replay, sandbox, serving
from bench.machine import describe
from bench.report import Metric, Report, Unable


@dataclass(frozen=True, slots=True)
class Part:
    """Metrics that are measured together."""

    metrics: tuple[Metric, ...]
    measure: Callable[[Report], None]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(metric.name for metric in self.metrics)


PARTS = (
    Part((Metric("append_vs_xadd", "our append by a bare XADD, durable, one client", least=0.6),), appends.measure),
    Part(
        (
            Metric(commands.SQLITE, "whole commands, ours by eventsourcing on SQLite, an fsync each", least=1),
            Metric(commands.POSTGRES, "whole commands, ours by eventsourcing on PostgreSQL, an fsync each", least=2.5),
        ),
        commands.measure,
    ),
    Part((Metric(replay.NAME, "1,000 events read and folded, ours by eventsourcing's", least=2),), replay.measure),
    Part(
        (
            Metric(loading.COLD, "a finished four-seat table of High Moon, folded from the store", most=20),
            Metric(loading.FLAT, "time an event at 10,000 events by that at 100", most=1.25),
        ),
        loading.measure,
    ),
    Part(
        (
            Metric(moon_colony.COLD, "a finished five-seat table of Moon Colony Bloodbath, folded from the store", most=50),
            Metric(moon_colony.FACTS, "facts of its whole games, chosen, decided and folded by the rules alone"),
        ),
        moon_colony.measure,
    ),
    Part(
        (
            Metric(serving.MOVES, "moves over HTTP at 16 tables, durable, one service process"),
            Metric(serving.AGAINST, "the same by boardgame.io's server, which keeps them in memory", least=1),
            Metric(serving.P50, "one move over HTTP at 50 moves a second"),
            Metric(serving.P99, "the same", most=25),
            Metric(serving.LAG, "from a move's answer to the read models, at 50 moves a second", most=200),
        ),
        serving.measure,
    ),
    Part(
        (
            Metric(feeding.FEEDS, "feeds of one table that one process holds, p99 of delivery under 250 ms"),
            Metric(feeding.P99, "p99 of delivery with so many"),
        ),
        feeding.measure,
    ),
    Part((Metric(impact.NAME, "events of finished games decided again, one core", least=20_000),), impact.measure),
    Part((Metric(sandbox.NAME, "five remedies side by side, on a table of 300 events", most=300),), sandbox.measure),
    Part(
        (
            Metric(memory.RATIO, "memory of a table's stream by its bodies and openings", most=1.5),
            Metric(memory.TABLE, "memory of a finished four-seat table of High Moon, everything counted"),
        ),
        memory.measure,
    ),
)
METRICS = tuple(metric for part in PARTS for metric in part.metrics)


def run(wanted: Sequence[Metric]) -> Report:
    """Measure these; whatever goes wrong in one part leaves the others alone."""
    report = Report(tuple(wanted))
    for part in PARTS:
        if report.wants(*part.names):
            began = time.monotonic()
            try:
                part.measure(report)
            except Unable as unable:
                _missing(report, part, str(unable))
            except Exception as error:
                _missing(report, part, f"{type(error).__name__}: {error}")
            print(f"bench: {part.names[0]}… {time.monotonic() - began:.0f} s", file=sys.stderr)
            _missing(report, part, "it was not measured")
    return report


def _missing(report: Report, part: Part, reason: str) -> None:
    for name in part.names:
        report.unable(name, reason)


def main() -> int:
    names = [metric.name for metric in METRICS]
    parser = argparse.ArgumentParser(prog="bench", description="What Gavel reaches on this machine, beside its peers.")
    parser.add_argument("--json", action="store_true", help="print one object: machine, metrics, reasons, notes")
    parser.add_argument("--list", action="store_true", help="print the names of all metrics")
    parser.add_argument("--only", nargs="+", choices=names, metavar="NAME", help="measure these alone")
    asked = parser.parse_args()
    if asked.list:
        print("\n".join(names))
        return 0
    machine = describe()
    report = run([metric for metric in METRICS if not asked.only or metric.name in asked.only])
    print(json.dumps(report.as_json(machine), ensure_ascii=False) if asked.json else "\n".join(report.lines(machine)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
