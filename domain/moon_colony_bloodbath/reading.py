"""What is read of a card's entry beside what every pack has: lines of text with their meaning."""

from collections.abc import Callable
from typing import ClassVar, TypeVar

from domain.kernel import reading
from domain.moon_colony_bloodbath.texts import MOST, Unreadable

T = TypeVar("T")


class Entry(reading.Entry):
    """One table of the document, called by its card in every fault."""

    CALLED_BY: ClassVar[str] = "entry"

    def number(self, key: str, lowest: int, otherwise: int | None = None) -> int:
        """A whole number from ``lowest`` to ``MOST``; ``otherwise`` where the key is not given."""
        value = super().number(key, lowest, otherwise)
        if value > MOST:
            self.fault(f"at most {MOST} is wanted here, not {value}", key)
        return min(value, MOST)

    def texts(self, key: str) -> tuple[str, ...]:
        """One text or a list of texts; none where the key is not given."""
        value = self._take(key, [])
        lines = [value] if isinstance(value, str) else value
        if isinstance(lines, list) and all(isinstance(line, str) for line in lines):
            return tuple(lines)
        self._unfit(key, value, "a text or a list of texts")
        return ()

    def written(self, key: str, read: Callable[[str], T]) -> tuple[tuple[str, T], ...]:
        """Each line of a card under this key, with what it means; a line that means nothing is a fault."""
        found = []
        for number, line in enumerate(self.texts(key)):
            try:
                found.append((line, read(line)))
            except Unreadable as unreadable:
                self.fault(str(unreadable), key, number)
        return tuple(found)
