"""Forks in the stored form: a viewer's copies of another table, and a chain of their own behind them."""

from dataclasses import dataclass

from domain.kernel.names import Viewer
from domain.kernel.stored import Origin, Stored, copy_for
from domain.table.commands import Fork
from domain.table.fold import fold, opened
from domain.table.forking import fork_table
from service.codec import Codec
from service.writer import draft_of, write
from tests.forking import fork_seed
from tests.match import Match
from tests.record.writing import KEY, counted_salts, file_of, written_on

FORK = "m5n6p7q2r3s4t5u6"


@dataclass(frozen=True)
class StoredFork:
    """A fork as it lies in the store, and where it comes from."""

    match: Match
    table: str
    events: tuple[Stored, ...]
    origin: Origin

    def record(self, viewer: str = "judge:0", up_to: int | None = None) -> bytes:
        return file_of(self.match.game, self.events[:up_to], viewer, KEY, self.table, self.origin)


def written(parent: tuple[Stored, ...], fork: Match, seed: int | str = 0, table: str = FORK, came: Origin | None = None) -> StoredFork:
    """A fork made in memory (``tests.forking``), in the stored form; ``came`` is where its parent comes from."""
    version = max(number for number, ask in enumerate(fork.asks, 1) if isinstance(ask.command, Fork))
    command = fork.asks[version - 1].command
    assert isinstance(command, Fork)
    ask, codec, salt = fork.asks[version - 1], Codec(fork.game), counted_salts(f"fork {seed} {table}")
    copies = [copy_for(Viewer(command.eyes), event) for event in parent[:version]]
    events = tuple(map(codec.event, copies))
    folded = fold(opened(fork.game, fork.pack, events[0]), events[1:])
    origin = Origin(command.table, version, copies[-1].hash, came)
    decision = fork_table(folded, events, ask, command, origin.hash, fork_seed(seed))
    asked = {"at": ask.at, "actor": ask.actor, "command": command, "command_id": "fork", "draws": decision.draws, "seen": ask.seen}
    begun = [*copies, write(table, origin.hash, draft_of(folded, decision.facts, **asked), (), salt)]
    return StoredFork(fork, table, written_on(fork, table, begun, fork.asks[version:], salt), origin)
