"""What the store raises; no error of the driver leaves this package."""

from dataclasses import dataclass


class StoreError(Exception):
    """Anything that keeps the store from doing what it was asked."""


@dataclass(eq=False)
class StoreCorrupt(StoreError):
    """A stream that is not what was written: a gap, a changed event, a tip that says otherwise.

    ``last_good_version`` is the last event up to which everything that was read was found whole.
    """

    table: str
    last_good_version: int
    says: str

    def __str__(self) -> str:
        return f"table {self.table} is damaged after version {self.last_good_version}: {self.says}"


class StoreUnavailable(StoreError):
    """The server cannot be reached, is still loading, or takes no writes; try again later."""


class NoAnswer(StoreUnavailable):
    """No answer came, so it is not known whether the command was carried out."""


class OutcomeUnknown(StoreError):
    """No answer came to an append: it may stand or not. Repeat it with the same command id to find out."""


@dataclass(eq=False)
class TooLarge(StoreError):
    """An append beyond the limits; nothing was written. ``size`` and ``limit`` are bytes, or a number of events."""

    what: str
    size: int
    limit: int

    def __str__(self) -> str:
        return f"{self.what}: {self.size} is above the limit of {self.limit}"


@dataclass(eq=False)
class SettingsRefused(StoreError):
    """The server's settings do not keep what it is given; ``faults`` names each with its remedy."""

    faults: tuple[str, ...]

    def __str__(self) -> str:
        return "this store cannot be used:\n" + "\n".join(f"  - {fault}" for fault in self.faults)
