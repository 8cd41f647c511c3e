"""Events: the immutable record of one accepted command."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from domain.kernel.fact import Facts, TableFact
from domain.kernel.names import Actor, Seat, seat_of, seat_viewer
from domain.kernel.question import QuestionId


@dataclass(frozen=True, slots=True)
class Asking:
    """A command as it was asked for: its name and plain, Sealed or Hidden arguments."""

    name: str
    arguments: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Event:
    """One entry of a table's stream, decoded for one viewer. ``at`` is in milliseconds UTC."""

    version: int
    at: int
    actor: Actor
    ruleset: str
    command: Asking
    command_id: str
    facts: Facts
    draws: Mapping[str, int] = field(default_factory=dict)
    parent: int | None = None
    question: QuestionId | None = None
    seen: int | None = None
    on_behalf: Seat | None = None
    caused_by: int | None = None
    replays: int | None = None
    seed_number: int = 1

    @property
    def seat(self) -> Seat | None:
        """Whose action it is: the seat that acted, or that was acted for."""
        return seat_of(self.actor) if self.on_behalf is None else self.on_behalf

    @property
    def doer(self) -> Actor:
        """Who acted, or whom the system acted for."""
        return self.actor if self.on_behalf is None else Actor(seat_viewer(self.on_behalf))

    @property
    def is_node(self) -> bool:
        """Whether the event is a node of the tree: it holds a fact of the game."""
        return any(not isinstance(ruled.fact, TableFact) for ruled in self.facts)
