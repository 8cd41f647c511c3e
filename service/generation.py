"""Which generation of each read model is served and which is being built: kept in the store, read by every process."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass

import msgspec

from service.store import Shelf

# Stored names.
KEY = "gavel:generations"
FIRST = 1


@dataclass(frozen=True, slots=True)
class Generation:
    """A read model's generations: the one that is served, and the one that a rebuild is filling, if any."""

    serving: int = FIRST
    building: int | None = None

    @property
    def written(self) -> tuple[int, ...]:
        """What workers bring up to date: the new one too, so that it is at the head when it is switched to."""
        return (self.serving,) if self.building is None else (self.serving, self.building)


class Superseded(Exception):
    """Another rebuild of the same read model has begun."""


class Generations:
    """By the read model's name. A rebuild that was broken off leaves what it built to be dropped by the next."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf

    def of(self, name: str) -> Generation:
        return _read(self._shelf.get(name))

    def all(self) -> Mapping[str, Generation]:
        """Those of every read model that was ever rebuilt; the others are at their first."""
        return {name: _read(data) for name, data in self._shelf.all().items()}

    def begin(self, name: str) -> Generation:
        """Take a number that was never written to, and have the workers fill it too."""
        now = self.of(name)
        begun = Generation(now.serving, max(now.written) + 1)
        self._put(name, begun)
        return begun

    def switch(self, name: str, number: int) -> None:
        """Serve the generation that was built; Superseded when another is being built by now."""
        if self.of(name).building != number:
            raise Superseded(name)
        self._put(name, Generation(number))

    def _put(self, name: str, generation: Generation) -> None:
        self._shelf.put(name, msgspec.json.encode({key: value for key, value in asdict(generation).items() if value is not None}))


def _read(data: bytes | None) -> Generation:
    return Generation() if data is None else msgspec.json.decode(data, type=Generation)
