"""Both folds together: the table over the whole stream, the game over the head's line."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from domain.kernel.chance import SeededChance, UnknownChance
from domain.kernel.event import Event
from domain.kernel.fact import TableFact
from domain.kernel.game import AnyGame
from domain.kernel.ledger import is_news
from domain.kernel.names import Seat, is_judge, seat_of
from domain.kernel.position import Position, advance, beginning
from domain.kernel.replace import replace
from domain.kernel.rule import cites
from domain.kernel.secret import Hidden, reveal
from domain.table.facts import (
    Abandoned,
    Closed,
    ColourNamed,
    ConsentGiven,
    HeadMoved,
    JudgeClaimed,
    Paused,
    Resumed,
    SeatClaimed,
    SeatReady,
    SpectatorClaimed,
    Started,
    TableOpened,
    Viewed,
)
from domain.table.rulebook import PAUSE, TIME_SPENT
from domain.table.state import SeatAt, Table, opening_of


@dataclass(frozen=True, slots=True)
class Node:
    """One node of the tree: the position there, and the node whose state it was decided on (0 for the first)."""

    position: Position[Any]
    parent: int


@dataclass(frozen=True, slots=True)
class Folded:
    """A table as one viewer's copies tell it, up to ``table.tip``."""

    game: AnyGame
    pack: Any
    table: Table
    nodes: dict[int, Node]
    """Only ever added to, and a version always stands for the same node: so folds of one stream may share it."""
    spent: tuple[int, ...]
    """Per seat, how long (ms) it was waited for."""

    @property
    def position(self) -> Position[Any]:
        return self.nodes[self.table.head].position

    def line(self) -> tuple[int, ...]:
        """The nodes from the start to the head, in order."""
        found = []
        node = self.table.head
        while node:
            found.append(node)
            node = self.nodes[node].parent
        return tuple(reversed(found))

    def chance(self) -> SeededChance | UnknownChance:
        """The draws that come next on this line, or UnknownChance where the seed is hidden from this copy."""
        seed = reveal(self.table.seeds[-1])
        if isinstance(seed, Hidden):
            return UnknownChance()
        entropies = [seat.entropy for seat in self.table.seats]
        return SeededChance(bytes.fromhex(seed), entropies, self.position.draws)

    def next_deadline(self) -> int | None:
        """When (ms UTC) the first deadline runs out; None when none runs."""
        dues = (self.table.due(deadline.due, deadline.paused) for deadline in self.position.deadlines)
        return min((due for due in dues if due is not None), default=None)


def opened(game: AnyGame, pack: Any, event: Event) -> Folded:
    """The fold of a stream's first event."""
    fact = event.facts[0].fact
    if not isinstance(fact, TableOpened):
        raise ValueError("a stream begins with table-opened")
    seats = tuple(SeatAt(player=seat.player, colour=seat.colour) for seat in fact.seats)
    never = (0,) * len(seats)
    table = Table(
        game=fact.game,
        ruleset=fact.ruleset,
        pack=fact.pack,
        options=fact.options,
        time_zone=fact.time_zone,
        seats=seats,
        seeds=(fact.seed,),
        tip=event.version,
        at=event.at,
        others_acted=never,
        others_news=never,
    )
    return Folded(game, pack, table, {0: Node(beginning(game, opening_of(table, pack)), 0)}, never)


def fold(folded: Folded, events: Iterable[Event]) -> Folded:
    """The table after these events, which follow on its tip."""
    for event in events:
        folded = take(folded, event)
    return folded


def take(folded: Folded, event: Event) -> Folded:
    """The table after one more event. Total: nothing is refused here."""
    spent = _spend(folded, event.at)
    table = folded.table
    for ruled in event.facts:
        if isinstance(ruled.fact, TableFact):
            table = _keep(table, ruled.fact, event)
    nodes = folded.nodes
    if any(isinstance(ruled.fact, ColourNamed) for ruled in event.facts):
        # The colours that seats named at the table are part of what the game starts from.
        nodes[0] = Node(beginning(folded.game, opening_of(table, folded.pack)), 0)
    if event.is_node:
        parent = table.head if event.parent is None else event.parent
        if event.version not in nodes:
            standing = table.paused if table.paused_at is None else table.paused + event.at - table.paused_at
            nodes[event.version] = Node(advance(folded.game, nodes[parent].position, event, standing), parent)
    moved = _moved(table, event) if event.is_node else {}
    return Folded(folded.game, folded.pack, replace(table, tip=event.version, at=event.at, **moved), nodes, spent)


@cites(TIME_SPENT)
def _spend(folded: Folded, at: int) -> tuple[int, ...]:
    table = folded.table
    if table.paused_at is not None or table.closed or table.abandoned:
        return folded.spent
    waited_for = {asked.seat for asked in folded.position.asked if asked.required}
    return tuple(spent + (at - table.at if seat in waited_for else 0) for seat, spent in enumerate(folded.spent))


def _moved(table: Table, event: Event) -> dict[str, Any]:
    """What changes as a game fact has landed: consents lapse, and what a free undo needs to know is kept."""
    seats = tuple(map(Seat, range(len(table.seats))))
    actor = seat_of(event.actor)
    acted = tuple(old if seat == actor else event.version for seat, old in zip(seats, table.others_acted, strict=True))
    news = tuple(event.version if is_news(event.facts, seat) else old for seat, old in zip(seats, table.others_news, strict=True))
    return {"head": event.version, "moved": event.version, "consents": frozenset(), "others_acted": acted, "others_news": news}


@cites(PAUSE)
def _keep(table: Table, fact: TableFact, event: Event) -> Table:
    match fact:
        case SeatClaimed(seat=seat, name=name):
            return _with_seat(table, seat, claimed=True, name=name)
        case JudgeClaimed(judge=judge):
            return replace(table, judges=table.judges | {judge})
        case SpectatorClaimed(spectator=spectator):
            return replace(table, spectators=table.spectators | {spectator})
        case ColourNamed(seat=seat, colour=colour):
            return _with_seat(table, seat, colour=colour)
        case SeatReady(seat=seat, entropy=entropy):
            return _with_seat(table, seat, ready=True, entropy=entropy or "")
        case Started():
            return replace(table, started=True)
        case ConsentGiven(seat=seat, to=to):
            return replace(table, consents=table.consents | {(to, seat)})
        case Paused():
            return replace(table, paused_at=event.at, consents=frozenset())
        case Resumed():
            standing = event.at - (event.at if table.paused_at is None else table.paused_at)
            return replace(table, paused_at=None, paused=table.paused + standing, consents=frozenset())
        case HeadMoved(to=to):
            return replace(table, head=to, head_moves=table.head_moves + 1, moved=event.version, consents=frozenset())
        case Viewed(judge=judge):
            return replace(table, viewed=table.viewed | {judge})
        case Abandoned():
            return replace(table, abandoned=True)
        case Closed():
            return replace(table, closed=True)
        case _:
            return table


def _with_seat(table: Table, seat: Seat, **changes: Any) -> Table:
    seats = list(table.seats)
    seats[seat] = replace(seats[seat], **changes)
    return replace(table, seats=tuple(seats))


def inspected(table: Table, viewer: str) -> bool:
    """Whether a judge may read in full: it has looked, on record (TB-V1)."""
    return is_judge(viewer) and any(viewer == f"judge:{judge}" for judge in table.viewed)
