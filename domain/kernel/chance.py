"""Chance: drawn from the table's seed, by label and count, so that anybody can draw it again (service/docs/record.md)."""

import hmac
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Protocol

from domain.kernel.canonical import canonical
from domain.kernel.secret import Unknown

ALGORITHM = "hmac-sha256-1"


class Chance(Protocol):
    """Where outcomes come from. Each call is one draw of its label."""

    @property
    def draws(self) -> Mapping[str, int]:
        """The labels drawn, each with its count on this line after it."""
        ...

    def shuffle(self, label: str, items: Sequence[str]) -> tuple[str, ...]:
        """The items in random order; what order they come in does not matter."""
        ...

    def below(self, label: str, bound: int) -> int:
        """A number from 0 to bound-1."""
        ...


class SeededChance:
    """Draws of one event, from a seed, the seats' entropies and how often each label was drawn on this line before."""

    def __init__(self, seed: bytes, entropies: Sequence[str], counts: Mapping[str, int]) -> None:
        self._key = hmac.digest(seed, canonical(list(entropies)), "sha256")
        self._counts = counts
        self.draws: dict[str, int] = {}

    def shuffle(self, label: str, items: Sequence[str]) -> tuple[str, ...]:
        stream = self._stream(label)
        shuffled = sorted(items)
        for last in range(len(shuffled) - 1, 0, -1):
            other = stream.below(last + 1)
            shuffled[last], shuffled[other] = shuffled[other], shuffled[last]
        return tuple(shuffled)

    def below(self, label: str, bound: int) -> int:
        return self._stream(label).below(bound)

    def _stream(self, label: str) -> "_Stream":
        before = self.draws.get(label, self._counts.get(label, 0))
        self.draws[label] = before + 1
        return _Stream(self._key, label, before)


class _Stream:
    def __init__(self, key: bytes, label: str, count: int) -> None:
        self._key, self._label, self._count = key, label, count
        self._block, self._left = 0, b""

    def below(self, bound: int) -> int:
        if bound < 1:
            raise ValueError(f"no number lies below {bound}")
        bits = (bound - 1).bit_length()
        width, mask = (bits + 7) // 8, (1 << bits) - 1
        while True:
            number = int.from_bytes(self._take(width), "big") & mask
            if number < bound:
                return number

    def _take(self, width: int) -> bytes:
        while len(self._left) < width:
            message = f"{self._label}\n{self._count}\n{self._block}".encode()
            self._left += hmac.digest(self._key, message, "sha256")
            self._block += 1
        taken, self._left = self._left[:width], self._left[width:]
        return taken


class UnknownChance:
    """Stands in where the seed is not known: a decision that needs chance cannot be made."""

    draws: Mapping[str, int] = MappingProxyType({})

    def shuffle(self, label: str, items: Sequence[str]) -> tuple[str, ...]:
        raise Unknown(f"the seed behind {label} is sealed")

    def below(self, label: str, bound: int) -> int:
        raise Unknown(f"the seed behind {label} is sealed")
