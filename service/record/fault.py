"""What is wrong with a record, and where."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Fault:
    """The first thing wrong: the version of the event, or None for what stands around the events."""

    version: int | None
    says: str
    offset: int | None = None
    """The byte of the file, where the fault is one of spelling or type."""

    @property
    def where(self) -> str:
        return "header" if self.version is None else f"version {self.version}"

    def __str__(self) -> str:
        place = self.where if self.offset is None else f"{self.where}, byte {self.offset}"
        return f"{place}: {self.says}"

    def as_json(self) -> dict[str, Any]:
        return {
            "where": "header" if self.version is None else self.version,
            "says": self.says,
            **({} if self.offset is None else {"offset": self.offset}),
        }


class BadRecord(ValueError):
    """Carries a fault out of the reading or checking of a record."""

    def __init__(self, version: int | None, says: str, offset: int | None = None) -> None:
        self.fault = Fault(version, printable(says), offset)
        super().__init__(str(self.fault))


def printable(text: str) -> str:
    """The text with what could steer a terminal written out: a record may come from anybody."""
    return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in text)
