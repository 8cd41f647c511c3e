"""What a decision is made from, and what comes of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from domain.kernel.event import Event
from domain.kernel.fact import Command, Facts
from domain.kernel.names import Actor, Seat, seat_of
from domain.kernel.secret import Hidden


@dataclass(frozen=True, slots=True)
class Ask:
    """One command as it reaches a table. ``at`` is in ms UTC; ``seen`` is the version that the asker had seen."""

    actor: Actor
    command: Command
    at: int
    question: str | None = None
    seen: int | None = None
    on_behalf: Seat | None = None
    """The seat that the system acts for, to carry out a ruling."""
    replays: int | None = None
    renewal: "Renewal | None" = None
    """What a ruling that wants new chance is decided with."""
    correction: Facts | None = ()
    """The facts that the command declares, read by whoever knows the game's names; None where this copy hides them."""

    @property
    def seat(self) -> Seat | None:
        return seat_of(self.actor) if self.on_behalf is None else self.on_behalf


@dataclass(frozen=True, slots=True)
class Renewal:
    """A new seed (32 bytes in hex, or Hidden), and the table as all its seats together know it: the fold of ``events``, all so far."""

    seed: str | Hidden
    seen: Any
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Decision:
    """What an accepted command causes. ``closes``: the same append closes the table."""

    facts: Facts
    draws: Mapping[str, int]
    closes: bool


class QuestionGone(Exception):
    """The question was open and is no longer, or others have moved since ``seen``: fold again and look."""
