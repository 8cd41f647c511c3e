"""What a decision is made from, and what comes of it."""

from collections.abc import Mapping
from dataclasses import dataclass

from domain.kernel.fact import Command, Facts
from domain.kernel.names import Actor, Seat, seat_of


@dataclass(frozen=True, slots=True)
class Ask:
    """One command as it reaches a table. ``at`` is in ms UTC; ``seen`` is the version that the asker had seen."""

    actor: Actor
    command: Command
    at: int
    question: str | None = None
    seen: int | None = None

    @property
    def seat(self) -> Seat | None:
        return seat_of(self.actor)


@dataclass(frozen=True, slots=True)
class Decision:
    """What an accepted command causes. ``closes``: the same append closes the table."""

    facts: Facts
    draws: Mapping[str, int]
    closes: bool


class QuestionGone(Exception):
    """The question was open and is no longer, or others have moved since ``seen``: fold again and look."""
