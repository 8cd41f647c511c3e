"""How the sweeper's last pass went: written by the worker, read by whoever watches it."""

from dataclasses import asdict, dataclass

import msgspec

from service.config import ConfigurationRefused, Settings
from service.store import Shelf, connect

# A stored name.
KEY = "gavel:sweeper"
LAST = "last"


@dataclass(frozen=True, slots=True)
class Sweep:
    """One pass: when it ended (ms UTC), how long it took (ms), and what it found before it set to work.

    ``tables`` known, ``behind``: with a read model below the tip, ``parked``: those of them that it left alone,
    ``expired``: deadlines that it let expire, ``still``: tables that were parked when it ended.
    """

    at: int
    took: int
    tables: int
    behind: int
    parked: int
    expired: int
    still: int = 0


class Sweeps:
    """Keeps the last pass on the store's server, so that a lost queue does not hide it."""

    def __init__(self, settings: Settings) -> None:
        self._shelf = Shelf(connect(store_url(settings)), KEY)

    def record(self, sweep: Sweep) -> None:
        self._shelf.put(LAST, msgspec.json.encode(asdict(sweep)))

    def last(self) -> Sweep | None:
        """The last pass of any worker, or None when there was none yet."""
        data = self._shelf.get(LAST)
        return None if data is None else msgspec.json.decode(data, type=Sweep)


def store_url(settings: Settings) -> str:
    if settings.store_url is None:
        raise ConfigurationRefused("GAVEL_STORE_URL: no store is running")
    return settings.store_url
