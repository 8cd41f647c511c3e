"""Values that not everybody may see."""

from dataclasses import dataclass, field
from typing import Generic, TypeAlias, TypeVar

from domain.kernel.names import JUDGE, Seat, Viewer, seat_viewer

T = TypeVar("T")


class Unknown(Exception):
    """A decision needed a value that this viewer's copies do not hold."""


@dataclass(frozen=True, slots=True)
class Sealed(Generic[T]):
    """A value and who may see it. ``digest`` is what stands for it in the event's body, once it is written."""

    value: T
    audience: frozenset[Viewer]
    digest: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Hidden:
    """What a viewer's copy holds in place of a value that it may not see."""

    digest: str = field(default="", compare=False)


HIDDEN = Hidden()

Secret: TypeAlias = T | Sealed[T] | Hidden
"""A fact's field that is plain, sealed, or hidden from the reader of this copy."""


def sealed_for(value: T, *seats: Seat) -> Sealed[T]:
    """Seal a value for these seats and the judges; with no seat named, for the judges alone."""
    return Sealed(value, frozenset({JUDGE, *map(seat_viewer, seats)}))


def reveal(secret: Secret[T]) -> T | Hidden:
    """The value as this copy knows it."""
    return secret.value if isinstance(secret, Sealed) else secret


def known(secret: Secret[T]) -> T:
    """The value, or Unknown when this copy does not hold it."""
    value = reveal(secret)
    if isinstance(value, Hidden):
        raise Unknown("this copy does not hold the value")
    return value
