"""What is read of an entry beside what every pack has: how many players a challenge suits."""

from typing import ClassVar

from domain.kernel import reading


class Entry(reading.Entry):
    """One table of the document, called by its entry in every fault."""

    CALLED_BY: ClassVar[str] = "entry"

    def numbers_within(self, key: str, lowest: int, highest: int) -> tuple[int, ...]:
        """A list of different whole numbers from ``lowest`` to ``highest``, at least one."""
        value = self._take(key)
        fits = isinstance(value, list) and all(reading.is_number(item, lowest) and item <= highest for item in value)
        if fits and value and len(set(value)) == len(value):
            return tuple(sorted(value))
        self._unfit(key, value, f"a list of different whole numbers from {lowest} to {highest}")
        return ()
