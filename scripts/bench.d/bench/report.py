"""What is measured, what it aims at, and what came out."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any


class Unable(Exception):
    """Something cannot be measured here; the text says why."""


@dataclass(frozen=True, slots=True)
class Metric:
    """A figure. ``least`` and ``most`` are its aim; neither: it is only reported."""

    name: str
    says: str
    least: float | None = None
    most: float | None = None

    @property
    def aim(self) -> str:
        if self.least is not None:
            return f"≥ {self.least:g}"
        return "" if self.most is None else f"≤ {self.most:g}"

    def verdict(self, value: float | None) -> str:
        if value is None:
            return "not measured"
        if self.least is None and self.most is None:
            return ""
        reached = (self.least is None or value >= self.least) and (self.most is None or value <= self.most)
        return "reached" if reached else "missed"


@dataclass
class Report:
    """The figures of one run; ``reasons`` say why one is missing, ``notes`` how each was come by."""

    wanted: tuple[Metric, ...]
    values: dict[str, float | None] = field(default_factory=dict)
    reasons: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    def wants(self, *names: str) -> bool:
        return any(metric.name in names for metric in self.wanted)

    def put(self, name: str, value: float) -> None:
        if self.wants(name):
            self.values[name] = _rounded(value)

    def unable(self, name: str, reason: str) -> None:
        if self.wants(name) and name not in self.values:
            self.values[name] = None
            self.reasons[name] = reason

    def note(self, text: str) -> None:
        self.notes.append(text)

    def as_json(self, machine: Mapping[str, Any]) -> dict[str, Any]:
        return {"machine": machine, "metrics": self.values, "reasons": self.reasons, "notes": self.notes}

    def lines(self, machine: Mapping[str, Any]) -> Iterator[str]:
        yield ", ".join(f"{name} {value}" for name, value in machine.items())
        yield ""
        width = max(len(metric.name) for metric in self.wanted)
        for metric in self.wanted:
            value = self.values[metric.name]
            shown = "-" if value is None else f"{value:,.10g}"
            yield f"{metric.name:{width}}  {shown:>10}  {metric.aim:7}  {metric.verdict(value):12}  {metric.says}"
        if self.reasons:
            yield ""
        for name, reason in self.reasons.items():
            yield f"{name}: {reason}"
        yield ""
        yield from self.notes


def _rounded(value: float) -> float:
    """Three figures after the point where they matter, none where they do not."""
    return round(value, 3 if abs(value) < 10 else 1 if abs(value) < 1000 else 0)
