"""Packs: the components of a game as data, read from TOML and refused with every fault at once."""

import hashlib
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from domain.kernel.canonical import NotStorable, canonical, check_storable

Place: TypeAlias = tuple[str | int, ...]
Document: TypeAlias = Mapping[str, Any]
MOST_FAULTS = 100
"""Where the reading of a pack ends: nobody mends more at once, and a file may be nothing but faults."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with a pack: where (``("cards", 3, "rows")``) and what; the line once the file is known."""

    place: Place
    says: str
    line: int | None = None

    def __str__(self) -> str:
        path = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in self.place).lstrip(".")
        where = f"line {self.line}, {path}" if self.line else path
        return f"{where}: {self.says}" if where else self.says


class PackFaults(Exception):
    """A pack was refused; ``faults`` names every fault, or the first ``MOST_FAULTS`` of them."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("; ".join(map(str, self.faults)))


@dataclass(frozen=True, slots=True)
class PackName:
    """What a table's first event says of its pack; ``hash`` is SHA-256 over the canonical JSON of the document."""

    name: str
    version: str
    hash: str


def read_toml(text: str) -> dict[str, Any]:
    """The document in a pack file, or PackFaults when it is not TOML or holds what is never stored."""
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        at = re.search(r"at line (\d+)", str(error))
        raise PackFaults([Fault((), f"not TOML: {error}", int(at[1]) if at else None)]) from error
    try:
        check_storable(document)
    except NotStorable as error:
        raise PackFaults([Fault((), str(error))]) from error
    return document


def name_of(document: Document) -> PackName:
    """Name, version and content hash of a document that its game has accepted."""
    digest = hashlib.sha256(canonical(document)).hexdigest()
    return PackName(str(document["name"]), str(document["version"]), digest)


def with_lines(faults: Iterable[Fault], text: str) -> PackFaults:
    """The same faults with the line of the file where each stands, or the nearest one above it."""
    lines = _lines(text)

    def line_of(place: Place) -> int | None:
        return next((lines[place[:end]] for end in range(len(place), 0, -1) if place[:end] in lines), None)

    return PackFaults(Fault(fault.place, fault.says, fault.line or line_of(fault.place)) for fault in faults)


_HEADER = re.compile(r"^\s*(\[\[|\[)\s*([A-Za-z0-9_.\-\"]+)\s*\]")
_KEY = re.compile(r"^\s*([A-Za-z0-9_\-]+|\"[^\"]+\")\s*=")


def _lines(text: str) -> dict[Place, int]:
    """Where each table and each key of a TOML text begins; inline tables count with their key."""
    found: dict[Place, int] = {}
    counts: dict[Place, int] = {}
    table: Place = ()
    for number, line in enumerate(text.splitlines(), start=1):
        if header := _HEADER.match(line):
            table = ()
            parts = [part.strip('"') for part in header[2].split(".")]
            for depth, part in enumerate(parts):
                table = (*table, part)
                found.setdefault(table, number)
                if header[1] == "[[" and depth == len(parts) - 1:
                    counts[table] = counts.get(table, -1) + 1
                if table in counts:
                    table = (*table, counts[table])
            found.setdefault(table, number)
        elif key := _KEY.match(line):
            found.setdefault((*table, key[1].strip('"')), number)
    return found
