"""Bots: they see what their seat sees, and choose from the questions alone."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from domain.kernel.canonical import canonical
from domain.kernel.game import AnyGame
from domain.kernel.names import Seat, seat_viewer
from domain.kernel.question import Choice
from domain.kernel.stored import Stored
from domain.table.fold import Folded, opened, take
from service.codec import Codec
from service.demo.client import Client, Problem
from service.packs import read_document

Taste: TypeAlias = Callable[[AnyGame, Any, Seat, tuple[Choice, ...], random.Random], Choice]
"""How a bot chooses: game, its own view of the state, its seat, the choices, and its own dice."""


def at_random(game: AnyGame, state: Any, seat: Seat, choices: tuple[Choice, ...], dice: random.Random) -> Choice:
    return dice.choice(choices)


def greedily(game: AnyGame, state: Any, seat: Seat, choices: tuple[Choice, ...], dice: random.Random) -> Choice:
    """The choice that the game's own measure likes best; chance decides among equals."""
    values = [game.value(state, seat, choice) for choice in choices]
    best = max(values)
    return dice.choice([choice for choice, value in zip(choices, values, strict=True) if value == best])


BOTS: dict[str, Taste] = {"random": at_random, "greedy": greedily}


@dataclass
class Bot:
    """One seat at one table, played over HTTP."""

    client: Client
    table: str
    seat: Seat
    codec: Codec
    taste: Taste
    dice: random.Random
    folded: Folded | None = None
    acknowledged: list[tuple[int, str]] = field(default_factory=list)
    """Version and hash of every move that the service has confirmed."""

    def look(self) -> Folded:
        """Fold the copies that have come since the last look."""
        for event in self._copies():
            decoded = self.codec.event(event)
            if self.folded is None:
                document = self.client.get(f"/packs/{self._pack_hash(decoded)}")
                self.folded = opened(self.codec.game, read_document(self.codec.game, document).pack, decoded)
            else:
                self.folded = take(self.folded, decoded)
        if self.folded is None:
            raise LookupError(f"table {self.table} has no events")
        return self.folded

    def move(self) -> bool:
        """Answer the seat's open question; False when there was none, or somebody was faster."""
        asked = self.client.get(f"/tables/{self.table}/questions")
        question = asked.get("question")
        if question is None:
            return False
        choices = tuple(self._choice(choice) for choice in question["choices"])
        chosen = question["choices"][choices.index(self._prefer(choices))]
        try:
            self.post("moves", question=question["id"], seen=asked["version"], command=chosen["command"])
        except Problem as problem:
            if problem.status == 409:
                return False
            raise
        return True

    def post(self, what: str, **body: Any) -> Any:
        receipt = self.client.post(f"/tables/{self.table}/{what}", body)
        self.acknowledged.append((receipt["version"], receipt["hash"]))
        return receipt

    def _prefer(self, choices: tuple[Choice, ...]) -> Choice:
        state = self.look().position.state
        return self.taste(self.codec.game, state, self.seat, choices, self.dice)

    def _choice(self, sent: dict[str, Any]) -> Choice:
        command = sent["command"]
        move = self.codec.move(command["name"], command["arguments"], seat_viewer(self.seat))
        return Choice(move, tuple(sent["costs"].items()), tuple(sent["gives"].items()))

    def _copies(self) -> Iterator[Stored]:
        tip = self.folded.table.tip if self.folded else 0
        while True:
            page = self.client.get(f"/tables/{self.table}/events?after={tip}")["events"]
            if not page:
                return
            for copy in page:
                tip = copy["version"]
                yield Stored(tip, copy["body"].encode(), canonical(copy["openings"]), copy["hash"])

    @staticmethod
    def _pack_hash(first: Any) -> str:
        digest: str = first.facts[0].fact.pack.hash
        return digest
