"""What a read model is made from, and by what."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from domain.table.fold import Folded


@dataclass(frozen=True, slots=True)
class Told:
    """A table as one viewer's copies tell it. ``opened_at`` is in ms UTC."""

    table: str
    opened_at: int
    folded: Folded


@dataclass(frozen=True, slots=True)
class Projection:
    """A read model of one table: its stored name, and the fold that gives its JSON, good for the table's tip.

    It is given the public's copies, or a judge's where it declares ``judge``. Whatever ``fold`` raises parks the table.
    """

    name: str
    fold: Callable[[Told], dict[str, Any]]
    judge: bool = False
