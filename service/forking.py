"""Forks: a table of its own behind a viewer's copies of another."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from secrets import token_hex

from domain.kernel.event import Event
from domain.kernel.names import Actor
from domain.kernel.refusal import require
from domain.kernel.stored import NO_HASH, Origin, Stored
from domain.table.asking import Ask, Decision
from domain.table.commands import Fork
from domain.table.facts import TableOpened
from domain.table.fold import Folded, fold, opened, take
from domain.table.forking import fork_table
from domain.table.rulebook import FORK_BEGINS
from service import metrics
from service.codec import Codec
from service.parts import Parts, now
from service.store import Appended
from service.tables import KeyReused, NoTable, Receipt, table_id
from service.writer import Draft, as_entry, draft_of, write


@dataclass(frozen=True, slots=True)
class Prefix:
    """A viewer's copies of a table from the first on, and where that table comes from if it is a fork itself."""

    table: str
    codec: Codec
    copies: tuple[Stored, ...]
    origin: Origin | None = None


def fork(parts: Parts, prefix: Prefix, command: Fork, actor: Actor, command_id: str, forker: str, admit: Callable[[str], None]) -> Receipt:
    """Begin a table behind the prefix; the same ``forker``, table and command id always mean the same fork.

    ``admit`` is told the new table's id before anything is written, and may raise. Raises Refused, KeyReused, or a StoreError.
    """
    table, last = table_id(f"fork\n{forker}\n{prefix.table}", command_id), prefix.copies[-1]
    begun = prefix.origin is None or last.version > prefix.origin.version
    require(begun, FORK_BEGINS, f"version: version {last.version} lies behind the beginning of this fork")
    origin = Origin(prefix.table, last.version, last.hash, prefix.origin)
    events = tuple(map(prefix.codec.event, prefix.copies))
    folded = _folded(parts, prefix, events)
    ask = Ask(actor, command, max(now(), folded.table.at), seen=last.version)
    decision = fork_table(folded, events, ask, command, origin.hash, token_hex(32))
    event = write(table, origin.hash, _draft(folded, decision, ask, command_id))
    admit(table)
    entries = [*map(as_entry, prefix.copies), as_entry(event, f"{actor}/{command_id}")]
    deadline = take(folded, prefix.codec.event(event)).next_deadline()
    with metrics.timed(metrics.APPEND):
        outcome = parts.events.append(table, 0, NO_HASH, entries, deadline=deadline, origin=origin)
    if not isinstance(outcome, Appended):
        return _repeated(parts, table, prefix.codec, command, actor)
    metrics.EVENTS.labels(prefix.codec.game.name, command.NAME).inc()
    parts.waker.wake(table)
    return Receipt(table, event, repeated=False)


def _folded(parts: Parts, prefix: Prefix, events: Sequence[Event]) -> Folded:
    game, fact = prefix.codec.game, events[0].facts[0].fact
    if not isinstance(fact, TableOpened):
        raise NoTable(prefix.table)
    return fold(opened(game, parts.packs.by_hash(game, fact.pack.hash).pack, events[0]), events[1:])


def _draft(folded: Folded, decision: Decision, ask: Ask, command_id: str) -> Draft:
    return draft_of(
        folded,
        decision.facts,
        at=ask.at,
        actor=ask.actor,
        command=ask.command,
        command_id=command_id,
        draws=decision.draws,
        seen=ask.seen,
    )


def _repeated(parts: Parts, table: str, codec: Codec, command: Fork, actor: Actor) -> Receipt:
    """The fork that stands, or KeyReused when it is another request's."""
    origin = parts.events.tip(table).origin
    version = 1 if origin is None else origin.version + 1
    (event,) = parts.events.read(table, after=version - 1, up_to=version)
    if codec.command(codec.event(event).command, actor) != command:
        raise KeyReused(version)
    return Receipt(table, event, repeated=True)
