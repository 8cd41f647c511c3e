"""What verifying a record came to."""

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, replace
from typing import Any

from domain.kernel.stored import Origin
from service.record.fault import BadRecord, Fault, printable
from service.record.form import Record

HIDDEN_FROM_US = (
    ("prefix", "event", "of the table that it was forked from: chained, not decided again"),
    ("events", "event", "whose decision needs what is not known here"),
    ("draws", "draw", "from a seed that is sealed"),
    ("seals", "seal", "not opened here"),
)


@dataclass(frozen=True, slots=True)
class Report:
    """``fault`` is None when everything that could be checked is right; ``table`` and the rest are empty for what is no record.

    With a fault, ``closed``, ``tip`` and the counts tell of the events before it alone, and no key stands for the record.
    """

    table: str = ""
    viewer: str = ""
    key: str = ""
    """The public key that signed, in hex."""
    tip: str = ""
    """The chain hash at the last event that was checked."""
    game: str = ""
    events: int = 0
    """How many the file holds."""
    checked: int = 0
    """How many of them, from the first on, were found right."""
    closed: bool = False
    origin: Origin | None = None
    """Where a fork comes from."""
    redecided: int = 0
    """Events whose command, decided again, gave the same facts, draws and bytes."""
    draws: int = 0
    """Draws of chance that were drawn again."""
    unchecked: Mapping[str, int] = field(default_factory=dict)
    """What this copy cannot show: ``events`` not re-decided, ``draws`` not drawn again, ``seals`` not opened.

    ``prefix``: events from before a fork dealt anew what its maker had not seen.
    """
    foreign: Mapping[str, int] = field(default_factory=dict)
    """Events under a ruleset revision that this program does not have: not re-decided."""
    fault: Fault | None = None

    @property
    def ok(self) -> bool:
        return self.fault is None

    def lines(self, pinned: bool = False) -> Iterator[str]:
        """The report for people; ``pinned``: the reader knows how to say which key must have signed."""
        if self.fault is not None:
            yield f"wrong at {self.fault}"
            if not self.checked:
                return
            yield f"table        {self.table} ({printable(self.game)}), {_count(self.events, 'event')}"
            yield f"right        {_versions(self.checked)}; chain hash there {self.tip}"
        else:
            yield "verified as far as this program can decide" if self.foreign else "verified"
            ended = "closed" if self.closed else "not closed"
            yield f"table        {self.table} ({printable(self.game)}), {_count(self.events, 'event')}, {ended}"
            if self.origin is not None:
                yield f"fork of      {self.origin.table} at version {self.origin.version}"
            yield f"viewer       {self.viewer}"
            yield f"tip          {self.tip}"
            yield f"signed by    {self.key}"
            if not pinned:
                yield "             (any key can sign a record: --key HEX says which one must have)"
        yield f"re-decided   {_count(self.redecided, 'event')}, {_count(self.draws, 'draw')} of chance drawn again"
        for key, what, why in HIDDEN_FROM_US:
            if self.unchecked.get(key):
                yield f"not checked  {_count(self.unchecked[key], what)} {why}"
        for ruleset, events in sorted(self.foreign.items()):
            yield f"not decided  {_count(events, 'event')} under {ruleset}, which this program does not have"

    def as_json(self) -> dict[str, Any]:
        return {
            "verified": self.ok,
            "fault": None if self.fault is None else self.fault.as_json(),
            "table": self.table,
            "viewer": self.viewer,
            "game": self.game,
            "events": self.events,
            "checked": self.checked,
            "closed": self.closed,
            **({} if self.origin is None else {"origin": self.origin.as_json()}),
            "tip": self.tip,
            "key": self.key,
            "redecided": self.redecided,
            "draws": self.draws,
            "unchecked": dict(self.unchecked),
            "foreign": dict(self.foreign),
        }


@dataclass(slots=True)
class Tally:
    """Counts kept while a record is verified."""

    game: str = ""
    checked: int = 0
    closed: bool = False
    redecided: int = 0
    draws: int = 0
    unchecked: Counter[str] = field(default_factory=Counter)
    foreign: Counter[str] = field(default_factory=Counter)

    @contextmanager
    def next(self) -> Iterator[None]:
        """Count the next event, unless it is found wrong."""
        before = replace(self, unchecked=Counter(self.unchecked), foreign=Counter(self.foreign))
        try:
            yield
        except BadRecord:
            for part in fields(self):
                setattr(self, part.name, getattr(before, part.name))
            raise
        self.checked += 1

    def report(self, record: Record, fault: Fault | None) -> Report:
        return Report(
            table=record.table,
            viewer=record.viewer,
            key="" if fault else record.key,
            tip=record.events[self.checked - 1].hash if self.checked else "",
            game=self.game,
            events=len(record.events),
            checked=self.checked,
            closed=self.closed,
            origin=None if fault else record.origin,
            redecided=self.redecided,
            draws=self.draws,
            unchecked=dict(self.unchecked),
            foreign=dict(self.foreign),
            fault=fault,
        )


def _versions(checked: int) -> str:
    return "version 1" if checked == 1 else f"versions 1 to {checked}"


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
