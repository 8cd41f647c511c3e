"""Reading a pack's document key by key: every fault is kept with its place, and reading goes on."""

import re
from collections.abc import Collection, Mapping
from typing import Any, ClassVar, Self

from domain.kernel.pack import MOST_FAULTS, Fault, PackFaults, Place

ENTRY = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
TEXT = re.compile(r".*\S.*", re.DOTALL)
SOURCES = ("rulebook", "house")


class Entry:
    """One table of the document. What is missing or wrong is noted as a fault, and a harmless value stands in for it.

    CALLED_BY is the key whose value stands in brackets behind every fault of the table, if it has one.
    """

    CALLED_BY: ClassVar[str] = ""

    def __init__(self, value: object, place: Place, faults: list[Fault]) -> None:
        self.place = place
        self._faults = faults
        self._given: dict[str, Any] = dict(value) if isinstance(value, Mapping) else {}
        self._read: set[str] = set()
        if not isinstance(value, Mapping):
            self.fault("a table is wanted here")

    def fault(self, says: str, *steps: str | int) -> None:
        """Note it; PackFaults once there are ``MOST_FAULTS``."""
        called = self._given.get(self.CALLED_BY)
        named = f"{says} ({called})" if isinstance(called, str) and called else says
        self._faults.append(Fault((*self.place, *steps), named))
        if len(self._faults) == MOST_FAULTS:
            raise PackFaults(self._faults)

    def has(self, key: str) -> bool:
        return key in self._given

    def text(self, key: str, pattern: re.Pattern[str] = TEXT) -> str:
        value = self._take(key)
        if isinstance(value, str) and pattern.fullmatch(value):
            return value
        self._unfit(key, value, "some text" if pattern is TEXT else f"text like {pattern.pattern}")
        return ""

    def one_of(self, key: str, allowed: Collection[str]) -> str:
        value = self._take(key)
        if isinstance(value, str) and value in allowed:
            return value
        self._unfit(key, value, f"one of {', '.join(allowed)}")
        return ""

    def number(self, key: str, lowest: int, otherwise: int | None = None) -> int:
        """A whole number from ``lowest`` up; ``otherwise`` where the key is not given."""
        if otherwise is not None and not self.has(key):
            return otherwise
        value = self._take(key)
        if is_number(value, lowest):
            return int(value)
        self._unfit(key, value, f"a whole number from {lowest} up")
        return lowest if otherwise is None else otherwise

    def numbers(self, key: str, lowest: int = 0) -> tuple[int, ...]:
        value = self._take(key)
        if isinstance(value, list) and all(is_number(item, lowest) for item in value):
            return tuple(value)
        self._unfit(key, value, f"a list of whole numbers from {lowest} up")
        return ()

    def flag(self, key: str) -> bool:
        """True or false; false where the key is not given."""
        value = self._take(key, False)
        if isinstance(value, bool):
            return value
        self._unfit(key, value, "true or false")
        return False

    def texts(self, key: str) -> tuple[str, ...]:
        value = self._take(key)
        if isinstance(value, list) and all(isinstance(item, str) for item in value):
            return tuple(value)
        self._unfit(key, value, "a list of texts")
        return ()

    def table(self, key: str) -> Self:
        return type(self)(self._take(key, {}), (*self.place, key), self._faults)

    def tables(self, key: str) -> tuple[Self, ...]:
        """The tables of a list, ``[[key]]``; none where the key is not given."""
        value = self._take(key, [])
        if not isinstance(value, list):
            self._unfit(key, value, f"a list of tables, [[{key}]]")
            return ()
        return tuple(type(self)(item, (*self.place, key, number), self._faults) for number, item in enumerate(value))

    def source(self) -> str:
        """Whose the entry is: the rulebook's, or the pack author's own."""
        return self.one_of("source", SOURCES)

    def from_the_book(self) -> frozenset[str]:
        """The fields that are the rulebook's, value and all; read after every other field. None where the key is not given."""
        fields = self.texts("rulebook") if self.has("rulebook") else ()
        for number, field in enumerate(fields):
            if not self.has(field):
                self.fault(f"{field} is no field of this entry", "rulebook", number)
        return frozenset(fields)

    def done(self) -> None:
        """Every key that nobody asked for is a fault."""
        for key in self._given:
            if key not in self._read:
                self.fault("no such key", key)

    def _take(self, key: str, otherwise: Any = None) -> Any:
        self._read.add(key)
        return self._given.get(key, otherwise)

    def _unfit(self, key: str, value: object, wanted: str) -> None:
        if value is None:
            self.fault(f"{key} is missing: {wanted}")
        else:
            self.fault(f"{wanted} is wanted, not {value!r}", key)


def is_number(value: object, lowest: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= lowest
