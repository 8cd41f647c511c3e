"""Holding a backup against a store: each table equal, longer, shorter, different, missing, new or damaged."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from service.backup.form import Summary
from service.backup.reading import KeptTable, sections
from service.parts import Parts
from service.store import StoreCorrupt

FINE = ("equal", "longer", "new")


@dataclass(frozen=True, slots=True)
class Compared:
    """A table of the store beside the backup's.

    ``equal``; ``longer``: it went on since; ``shorter``: it lacks its last events; ``different``: from ``version`` on it is
    another history; ``missing``: not in the store; ``new``: not in the backup; ``damaged`` after ``version``.
    """

    table: str
    is_: str
    backup: int
    store: int
    version: int | None = None

    @property
    def fine(self) -> bool:
        """Whether the store has all that the backup has."""
        return self.is_ in FINE

    def as_json(self) -> dict[str, str | int]:
        told: dict[str, str | int] = {"table": self.table, "is": self.is_, "backup": self.backup, "store": self.store}
        return told if self.version is None else {**told, "version": self.version}


def check(parts: Parts, file: Path, told: Callable[[int, int], None] = lambda done, total: None) -> tuple[Compared, ...]:
    """Every table of the backup and of the store, each read to its end and its chain followed. Raises BadBackup."""
    summary, found = Summary(), []
    tips = {table: tip.version for table, tip in parts.events.tips(parts.events.tables()).items() if tip.version}
    for section in sections(file, summary):
        if isinstance(section, KeptTable):
            found.append(_compared(parts, section))
            told(summary.tables, max(len(tips), summary.tables))
    seen = {one.table for one in found}
    return (*found, *(Compared(table, "new", 0, version) for table, version in tips.items() if table not in seen))


def _compared(parts: Parts, kept: KeptTable) -> Compared:
    table, held = kept.head.table, len(kept.events)
    try:
        hashes = [event.hash for event in parts.events.read(table)]
    except StoreCorrupt as error:
        return Compared(table, "damaged", held, parts.events.tip(table).version, error.last_good_version)
    differs = next(_differing([event.hash for event in kept.events], hashes), None)
    if differs is not None:
        return Compared(table, "different", held, len(hashes), differs)
    verdict = "missing" if not hashes else "shorter" if len(hashes) < held else "longer" if len(hashes) > held else "equal"
    return Compared(table, verdict, held, len(hashes))


def _differing(one: list[str], other: list[str]) -> Iterator[int]:
    return (version for version, (left, right) in enumerate(zip(one, other, strict=False), start=1) if left != right)
