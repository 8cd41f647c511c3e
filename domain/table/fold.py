"""Both folds together: the table over the whole stream, the game over the head's line."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from domain.kernel.chance import SeededChance, UnknownChance
from domain.kernel.event import Event
from domain.kernel.fact import TableFact, moves_on
from domain.kernel.game import Ages, AnyGame
from domain.kernel.ledger import is_news
from domain.kernel.names import Seat, Viewer, is_judge, seat_of
from domain.kernel.position import Deadline, Position, advance, beginning
from domain.kernel.replace import replace
from domain.kernel.rule import cites
from domain.kernel.secret import Hidden, reveal
from domain.table.disputes.facts import DisputeFiled, DisputeRuled, PenaltyGiven, RulingAppealed, SeedRenewed, WindowOpened, WindowPassed
from domain.table.disputes.fold import let_go, put_by, stood, taken
from domain.table.disputes.parts import Dispute, Given, Owed, Penalty
from domain.table.facts import (
    Abandoned,
    AgesOrdered,
    Closed,
    ColourNamed,
    ConsentGiven,
    Forked,
    HeadMoved,
    JudgeClaimed,
    Paused,
    Resumed,
    SeatClaimed,
    SeatReady,
    SpectatorClaimed,
    Started,
    TableOpened,
    UndoAnswered,
    UndoAsked,
    UndoExpired,
    UndoLapsed,
    UndoRefused,
    UndoWithdrawn,
    Viewed,
)
from domain.table.options import returns_time
from domain.table.rulebook import FORK, FORK_COUNTS, PAUSE, PENALTIES, STOPPING, TIME_SPENT, UNDO_TIME
from domain.table.state import ForkedFrom, SeatAt, Table, UndoRequest, opening_of


@dataclass(frozen=True, slots=True)
class Node:
    """One node of the tree: the position there, and the node whose state it was decided on (0 for the first).

    ``seat`` is whose action it was; ``at`` when (ms UTC), ``standing`` and ``spent`` what the clocks then showed.
    """

    position: Position[Any]
    parent: int
    seat: Seat | None = None
    at: int = 0
    standing: int = 0
    spent: tuple[int, ...] = ()
    aside: bool = False
    """Nothing went on by it."""


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

    @property
    def deadlines(self) -> tuple[Deadline, ...]:
        """Those of the rules on this line, and the table's own; they stand still while the table does."""
        request = self.table.request
        return self.position.deadlines if request is None else (*self.position.deadlines, request.deadline)

    @property
    def dispute_deadlines(self) -> tuple[Deadline, ...]:
        """Those of disputes and of the dispute window: nothing makes them stand still."""
        window = self.table.window
        found = tuple(deadline for dispute in self.table.disputes for deadline in dispute.deadlines)
        return found if window is None else (*found, window)

    def line(self, to: int | None = None) -> tuple[int, ...]:
        """The nodes from the start to a node, by default the head, in order."""
        found = []
        node = self.table.head if to is None else to
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
        still = self.table.still
        running = (deadline for deadline in self.deadlines if ("deadline", deadline.name) not in still)
        dues = (self.table.due(deadline.due, deadline.paused) for deadline in running)
        found = (*(due for due in dues if due is not None), *(deadline.due for deadline in self.dispute_deadlines))
        return min(found, default=None)


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
        stood=never,
        others_acted=never,
        others_news=never,
    )
    return Folded(game, pack, table, {0: _before_the_start(game, table, pack)}, never)


def _before_the_start(game: AnyGame, table: Table, pack: Any) -> Node:
    return Node(beginning(game, opening_of(table, pack)), 0, at=table.at, spent=(0,) * len(table.seats))


def fold(folded: Folded, events: Iterable[Event]) -> Folded:
    """The table after these events, which follow on its tip."""
    for event in events:
        folded = take(folded, event)
    return folded


def take(folded: Folded, event: Event) -> Folded:
    """The table after one more event. Total: nothing is refused here."""
    facts = tuple(ruled.fact for ruled in event.facts if isinstance(ruled.fact, TableFact))
    spent = folded.spent if _forks(facts) else _spend(folded, event.at)
    table, nodes = folded.table, folded.nodes
    for fact in facts:
        table = _keep(table, fact, event)
        if isinstance(fact, HeadMoved) and returns_time(table.options):
            table, spent = _as_at(nodes[fact.to], table, event.at)
    if any(isinstance(fact, ColourNamed | AgesOrdered) for fact in facts):
        # The colours that seats named at the table, and their ages, are part of what the game starts from.
        nodes[0] = _before_the_start(folded.game, table, folded.pack)
    if is_node := len(facts) < len(event.facts):
        parent = table.head if event.parent is None else event.parent
        if event.version not in nodes:
            standing = table.standing(event.at)
            position = advance(folded.game, nodes[parent].position, event, standing)
            nodes[event.version] = Node(position, parent, event.seat, event.at, standing, spent, not moves_on(event.facts))
    moved = _moved(table, event) if is_node else {}
    if event.on_behalf is not None:
        table = replace(table, owed=table.owed[1:])
    table = replace(table, tip=event.version, at=event.at, **moved)
    return Folded(folded.game, folded.pack, _out_for_good(table, nodes[table.head].position, event), nodes, spent)


@cites(PENALTIES)
def _out_for_good(table: Table, position: Position[Any], event: Event) -> Table:
    """Whoever lost the game by ruling leaves it, and again where the head goes back before that; a game that is over is ranked instead."""
    if not table.given and not table.owed:
        return table
    playing = position.finished is None and not table.abandoned
    due = {owed.seat: owed for owed in table.owed if owed.seat is not None}
    gone = table.losers if playing else ()
    leaves = tuple(due.get(seat, Owed(event.version, seat=seat)) for seat in gone if seat not in position.resigned)
    return replace(table, owed=(*(owed for owed in table.owed if owed.replays is not None), *leaves))


@cites(TIME_SPENT)
def _spend(folded: Folded, at: int) -> tuple[int, ...]:
    table = folded.table
    if table.paused_at is not None or table.closed or table.abandoned:
        return folded.spent
    waited_for = {asked.seat for asked in folded.position.asked if asked.required}
    return tuple(spent + (at - table.at if seat in waited_for else 0) for seat, spent in enumerate(folded.spent))


@cites(UNDO_TIME)
def _as_at(node: Node, table: Table, at: int) -> tuple[Table, tuple[int, ...]]:
    """The clocks as they stood when the node had just come about: whatever has run since is given back."""
    since = (at if table.paused_at is None else table.paused_at) - node.at
    return replace(table, paused=node.standing + since), node.spent


def _others_moved(table: Table, event: Event) -> tuple[int, ...]:
    """Per seat, the latest version at which somebody else acted or had a word in a move of the head: no seat overturns that alone."""
    mover = None if any(isinstance(ruled.fact, UndoAnswered) for ruled in event.facts) else event.seat
    return tuple(old if seat == mover else event.version for seat, old in enumerate(table.others_acted))


def _moved(table: Table, event: Event) -> dict[str, Any]:
    """What changes as a game fact has landed: consents lapse, and what a free undo needs to know is kept. Beside the game nothing does."""
    if not moves_on(event.facts):
        return {"head": event.version}
    seats = tuple(map(Seat, range(len(table.seats))))
    actor = seat_of(event.actor)
    told = tuple(ruled for ruled in event.facts if ruled.fact.NEWS)
    acted = tuple(old if seat == actor else event.version for seat, old in zip(seats, table.others_acted, strict=True))
    news = tuple(event.version if is_news(told, seat) else old for seat, old in zip(seats, table.others_news, strict=True))
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
        case AgesOrdered(oldest_first=oldest_first, birthdays=birthdays):
            return replace(table, ages=Ages(oldest_first, birthdays))
        case Started():
            return replace(table, started=True)
        case ConsentGiven(seat=seat, to=to):
            return replace(table, consents=table.consents | {(to, seat)})
        case Paused():
            held = any(isinstance(ruled.fact, DisputeFiled | RulingAppealed) for ruled in event.facts)
            return replace(table, paused_at=event.at, consents=frozenset(), held=held)
        case Resumed():
            standing = event.at - (event.at if table.paused_at is None else table.paused_at)
            going = {"paused_at": None, "paused": table.paused + standing, "held": False, "disputes": let_go(table.disputes)}
            return _stood(replace(table, consents=frozenset(), **going), table.disputes, event)
        case HeadMoved(to=to):
            moves = table.head_moves + 1
            table = replace(table, others_acted=_others_moved(table, event))
            return replace(table, head=to, head_moves=moves, moved=event.version, consents=frozenset(), request=None, window=None)
        case UndoAsked(number=number):
            return replace(table, request=_request(table, fact, event), requests=number)
        case UndoAnswered(seat=seat, granted=True) if (request := table.request) is not None:
            return replace(table, request=replace(request, granted=request.granted | {seat}))
        case UndoRefused() | UndoWithdrawn() | UndoLapsed() | UndoExpired():
            return replace(table, request=None)
        case Forked():
            return _forked(table, fact, event)
        case Viewed(judge=judge):
            return replace(table, viewed=table.viewed | {judge})
        case PenaltyGiven():
            return replace(table, given=(*table.given, Given(fact.number, Penalty(fact.seat, fact.kind, fact.points))))
        case DisputeRuled(number=number):
            again = tuple(Owed(event.version, replays=version) for version in fact.replays or ())
            stands = tuple(given for given in table.given if given.number != number)
            return _disputed(replace(table, owed=again, given=stands), fact, event)
        case SeedRenewed(seed=seed):
            return replace(table, seeds=(*table.seeds, seed))
        case WindowOpened(within=within):
            return replace(table, window=Deadline("window", event.at + within, 0, event.version))
        case WindowPassed():
            return replace(table, window=None)
        case Abandoned():
            return replace(table, abandoned=True)
        case Closed():
            return replace(table, closed=True)
        case _:
            return _disputed(table, fact, event)


def _disputed(table: Table, fact: TableFact, event: Event) -> Table:
    return _stood(replace(table, disputes=taken(table.disputes, fact, event)), table.disputes, event)


@cites(STOPPING)
def _stood(table: Table, before: tuple[Dispute, ...], event: Event) -> Table:
    """The time that disputes have held it is kept for the seat on whose account they did."""
    if table.disputes is before or not (held := stood(before, table.disputes, event.at)):
        return table
    return replace(table, stood=tuple(so_far + held.get(Seat(seat), 0) for seat, so_far in enumerate(table.stood)))


def _forks(facts: tuple[TableFact, ...]) -> bool:
    return any(isinstance(fact, Forked) for fact in facts)


@cites(FORK, FORK_COUNTS)
def _forked(table: Table, fact: Forked, event: Event) -> Table:
    """Who sat at the other table does not sit here, and the time since then counts for nobody."""
    seats = tuple(replace(seat, player=None, name=None, claimed=number in fact.held) for number, seat in enumerate(table.seats))
    node = event.version if event.is_node else table.head
    nobody: frozenset[int] = frozenset()
    stood = table.at if table.paused_at is None else table.paused_at
    goes_on = table.paused_at is None or table.held
    return replace(
        table,
        forked=ForkedFrom(fact.table, fact.version, fact.hash, Viewer(fact.eyes), node, event.at),
        seats=seats,
        seeds=(*table.seeds, fact.seed),
        paused=table.paused + (event.at - stood if goes_on else 0),
        paused_at=None if goes_on else table.paused_at,
        held=False,
        disputes=put_by(table.disputes),
        given=(),
        window=None,
        judges=nobody,
        spectators=nobody,
        viewed=nobody,
        consents=frozenset(),
        request=None,
    )


def _request(table: Table, fact: UndoAsked, event: Event) -> UndoRequest:
    name = f"undo:{fact.number}"
    deadline = Deadline(name, event.at + fact.within, table.standing(event.at), event.version)
    return UndoRequest(fact.number, fact.seat, fact.to, deadline, fact.reason)


def _with_seat(table: Table, seat: Seat, **changes: Any) -> Table:
    seats = list(table.seats)
    seats[seat] = replace(seats[seat], **changes)
    return replace(table, seats=tuple(seats))


def inspected(table: Table, viewer: str) -> bool:
    """Whether a judge may read in full: it has looked, on record (TB-V1)."""
    return is_judge(viewer) and any(viewer == f"judge:{judge}" for judge in table.viewed)
