"""What a read model is made from, and by what."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from domain.kernel.event import Event
from domain.table.fold import Folded


@dataclass(frozen=True, slots=True)
class Told:
    """A table as one viewer's copies tell it. ``opened_at`` is in ms UTC.

    For a projection that ``counts``: ``before`` is what it said last, None when it has said nothing, and ``since`` are
    the viewer's events after the version which that was good for, from the first on when there is nothing before.
    """

    table: str
    opened_at: int
    folded: Folded
    before: Mapping[str, Any] | None = None
    since: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Projection:
    """A read model of one table: its stored name, and the fold that gives its JSON, good for the table's tip.

    It is given the public's copies, or a judge's where it declares ``judge``. ``counts``: it adds to what it said before,
    for what the fold of a table does not keep. Whatever ``fold`` raises parks the table.
    """

    name: str
    fold: Callable[[Told], dict[str, Any]]
    judge: bool = False
    counts: bool = False
