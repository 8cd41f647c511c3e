"""Tables: folding what is stored, judging what is asked, appending what follows."""

import hashlib
from base64 import b32encode
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from secrets import token_hex
from typing import Any

from domain.kernel.event import Event
from domain.kernel.fact import Command
from domain.kernel.game import AnyGame
from domain.kernel.names import ORGANISER, SYSTEM, Actor, Viewer
from domain.kernel.refusal import Refused
from domain.kernel.stored import NO_HASH, Stored, chain_hash, copy_for
from domain.table.asking import Ask, QuestionGone
from domain.table.commands import Open, Start
from domain.table.facts import TableOpened
from domain.table.fold import Folded, opened, take
from domain.table.opening import open_table
from domain.table.state import ruleset_id
from service import metrics
from service.ages import AgeBook, is_over
from service.cache import Cache, Current
from service.codec import Codec, write_command
from service.judging import Judging
from service.packs import NoPack, Packs
from service.store import UNCHANGED, Appended, Conflict, Duplicate, EventStore, StoreError
from service.writer import Draft, as_entry, plain_value, write

ATTEMPTS = 50
CACHED = 256


class NoTable(LookupError):
    """No table has this id."""


class KeyReused(Exception):
    """The idempotency key stands for another request at this table; ``version`` is that one's event."""

    def __init__(self, version: int) -> None:
        super().__init__(f"the key was used for another request, version {version}")
        self.version = version


@dataclass(frozen=True, slots=True)
class Receipt:
    """The event that a command became; ``repeated`` when it stood already, ``on_line`` unless it was taken back."""

    table: str
    event: Stored
    repeated: bool
    on_line: bool = True


@dataclass(frozen=True, slots=True)
class _Judged:
    """A command's own event, all those that are appended with it, in order, and the table behind them."""

    event: Stored
    events: tuple[Stored, ...]
    after: Folded


class Tables:
    """Every table in a store, for whoever has a right to it: who may do what is judged by the domain."""

    def __init__(
        self,
        store: EventStore,
        packs: Packs,
        catalogue: Iterable[AnyGame],
        clock: Callable[[], int],
        wake: Callable[[str], None] = lambda table: None,
        ages: AgeBook | None = None,
    ) -> None:
        """``clock`` tells ms UTC; ``wake`` is told every table that has a new event; without ``ages`` no table knows any."""
        self.store = store
        self.packs = packs
        self.codecs: Mapping[str, Codec] = {game.name: Codec(game) for game in catalogue}
        self._clock = clock
        self._wake = wake
        self._ages = ages
        self._cache = Cache(CACHED)

    def open(self, command: Open, command_id: str, opener: str, faults: tuple[str, ...] = ()) -> Receipt:
        """Open a table; the same opener and command id always mean the same table.

        ``faults`` are those that the caller has found. KeyError names an unknown game; all else is refused together.
        """
        table = table_id(opener, command_id)
        codec = self.codecs[command.game]
        actor = Actor(ORGANISER)
        try:
            chosen = self.packs.choose(codec.game, command.pack)
        except NoPack as error:
            chosen, faults = None, (*faults, f"pack: {error}")
        facts = open_table(codec.game, command, actor, chosen, token_hex(32), faults)
        ruleset = ruleset_id(codec.game, command.ruleset or codec.game.default_ruleset)
        draft = Draft(1, self._clock(), actor, ruleset, command, command_id, facts, {}, seen=0)
        event = write(table, NO_HASH, draft)
        match self.store.append(table, 0, NO_HASH, [as_entry(event, f"{actor}/{command_id}")]):
            case Appended():
                _count(codec.game, command)
                self._wake(table)
                return Receipt(table, event, repeated=False)
            case _:
                return self._repeated(table, Ask(actor, command, draft.at), command_id)

    def current(self, table: str, viewer: Viewer | None = None) -> Current:
        """The table at its tip, from a viewer's copies, or from the whole stream for None. NoTable when there is none."""
        with metrics.timed(metrics.FOLD):
            return self._current(table, viewer)

    def known_tip(self, table: str) -> int:
        """How far the table is folded here, 0 for not at all: nothing is read, and the store may be further."""
        known = self._cache.get((table, None))
        return known.folded.table.tip if known else 0

    def _current(self, table: str, viewer: Viewer | None) -> Current:
        cached = self._cache.get((table, viewer))
        events = list(self.copies(table, viewer, after=cached.folded.table.tip if cached else 0))
        if cached and events and chain_hash(table, events[0].version, cached.hash, events[0].body) != events[0].hash:
            # Another history than the one folded: the store's data were put back from elsewhere under a running process.
            self._cache.drop(table)
            return self._current(table, viewer)
        current = self._fold(table, cached, events)
        if current is not cached:
            self._cache.put((table, viewer), current)
        return current

    def at(self, table: str, viewer: Viewer | None, version: int) -> Current:
        """The table as it stood at a version."""
        return self._fold(table, None, self.copies(table, viewer, up_to=version))

    def copies(self, table: str, viewer: Viewer | None, after: int = 0, up_to: int | None = None) -> Iterator[Stored]:
        """A viewer's copies of the events after one version and up to another; the events themselves for None."""
        events = self.store.read(table, after=after, up_to=up_to)
        return events if viewer is None else (copy_for(viewer, event) for event in events)

    def decoded(self, table: str, viewer: Viewer | None, after: int = 0, up_to: int | None = None) -> Iterator[Event]:
        codec = self.codec_of(table)
        return map(codec.event, self.copies(table, viewer, after, up_to))

    def codec_of(self, table: str) -> Codec:
        known = self._cache.get((table, None)) or self.current(table)
        return self.codecs[known.folded.table.game]

    def submit(
        self,
        table: str,
        actor: Actor,
        command: Command,
        command_id: str,
        question: str | None = None,
        seen: int | None = None,
        caused_by: int | None = None,
    ) -> Receipt:
        """Judge a command and append what it causes. A person who does not say what it had ``seen`` is not held to have seen anything.

        Raises Refused, QuestionGone, KeyReused, NoTable, or a StoreError. Others' events in between are folded and the
        command is judged again; its idempotency key makes a repeat answer the event that stands.
        """
        for attempt in range(ATTEMPTS):
            # First on the fold at hand, unread: when others have left it behind, the append says so. It never says no for good,
            # and no start is judged on it: one that is refused may forget what was told of ages.
            known = None if attempt or isinstance(command, Start) else self._cache.get((table, None))
            current = known or self.current(table)
            at = max(self._clock(), current.folded.table.at)
            ask = Ask(actor, command, at, question, seen)
            try:
                judged = self._judge(table, current, ask, command_id, caused_by)
            except (Refused, QuestionGone) as error:
                if known:
                    continue
                if self.store.version_of(table, f"{actor}/{command_id}") is None:
                    _count_no(current, error)
                    raise
                return self._repeated(table, ask, command_id)
            own = f"{actor}/{command_id}"
            entries = [as_entry(event, own if event is judged.event else "") for event in judged.events]
            due = judged.after.next_deadline()
            deadline = UNCHANGED if due == current.folded.next_deadline() else due
            with metrics.timed(metrics.APPEND):
                outcome = self.store.append(table, current.folded.table.tip, current.hash, entries, deadline=deadline)
            match outcome:
                case Appended():
                    _count(current.folded.game, command)
                    self._keep(table, current, judged.after, judged.events[-1].hash)
                    self._forget_ages(table, current.folded, judged.after)
                    self._wake(table)
                    return Receipt(table, judged.event, repeated=False)
                case Duplicate():
                    self._forget_ages(table, current.folded, judged.after)
                    return self._repeated(table, ask, command_id)
                case Conflict(diverged=diverged):
                    metrics.CONFLICTS.labels("judged-again").inc()
                    if diverged:
                        self._cache.drop(table)
        raise QuestionGone

    def _judge(self, table: str, current: Current, ask: Ask, command_id: str, caused_by: int | None) -> "_Judged":
        """The events that a command becomes, and the table behind them, folded apart from what stands."""
        judging = Judging(table, self.codecs[current.folded.game.name], current.folded, current.hash, self.reading(table))
        if isinstance(ask.command, Start) and self._ages and (ordered := self._ages.order(table, current.folded, ask)):
            judging.judge(Ask(SYSTEM, ordered, ask.at), f"order-ages-{current.folded.table.tip}")
        own = len(judging.events)
        judging.judge(ask, command_id, caused_by)
        return _Judged(judging.events[own], tuple(judging.events), judging.folded)

    def _forget_ages(self, table: str, before: Folded, after: Folded) -> None:
        """At the start, and where there will be none. What the store does not delete now, the sweeper does."""
        if self._ages and after.game.age_rule and not is_over(before) and is_over(after):
            with suppress(StoreError):
                self._ages.forget(table)

    def reading(self, table: str) -> Callable[[int, int], Iterator[Stored]]:
        """Reads the table's whole events after one version and up to another."""
        return lambda after, up_to: self.store.read(table, after=after, up_to=up_to)

    def _repeated(self, table: str, ask: Ask, command_id: str) -> Receipt:
        """The event that stands for a command id, or KeyReused when that event is another request's."""
        version = self.store.version_of(table, f"{ask.actor}/{command_id}")
        if version is None:
            raise NoTable(table)
        current = self.current(table)
        (event,) = self.store.read(table, after=version - 1, up_to=version)
        decoded = self.codecs[current.folded.game.name].event(event)
        same = (
            _plain(self.codecs[current.folded.game.name].command(decoded.command, ask.actor)) == _plain(ask.command)
            and ask.question in (None, decoded.question)
            and ask.seen in (None, decoded.seen)
        )
        if not same:
            raise KeyReused(version)
        on_line = not decoded.is_node or version in current.folded.line()
        return Receipt(table, event, repeated=True, on_line=on_line)

    def _fold(self, table: str, base: Current | None, events: Iterable[Stored]) -> Current:
        folded, hash = (base.folded, base.hash) if base else (None, NO_HASH)
        for event in events:
            folded = self._first(event) if folded is None else self._take(folded, event)
            hash = event.hash
        if folded is None:
            raise NoTable(table)
        return base if base and folded is base.folded else Current(folded, hash)

    def _first(self, event: Stored) -> Folded:
        any_codec = next(iter(self.codecs.values()))
        decoded = any_codec.event(event)
        fact = decoded.facts[0].fact
        if not isinstance(fact, TableOpened) or fact.game not in self.codecs:
            raise NoTable("the table's game is not in the catalogue")
        game = self.codecs[fact.game].game
        return opened(game, self.packs.by_hash(game, fact.pack.hash).pack, decoded)

    def _take(self, folded: Folded, event: Stored) -> Folded:
        return take(folded, self.codecs[folded.game.name].event(event))

    def _keep(self, table: str, current: Current, after: Folded, hash: str) -> None:
        """The trial has come true."""
        current.folded.nodes.update(after.nodes)
        self._cache.put((table, None), Current(replace(after, nodes=current.folded.nodes), hash))


def _count(game: AnyGame, command: Command) -> None:
    metrics.EVENTS.labels(game.name, command.NAME).inc()
    if isinstance(command, game.commands):
        metrics.MOVES.labels(game.name).inc()


def _count_no(current: Current, error: Refused | QuestionGone) -> None:
    if isinstance(error, Refused):
        metrics.REFUSALS.labels(current.folded.game.name, error.refusal.rule.id).inc()
    else:
        metrics.CONFLICTS.labels("question-gone").inc()


def _plain(command: Command) -> dict[str, Any]:
    """A command whoever may see its secrets by now: a repeat is sealed for fewer than the event that was opened."""
    return write_command(command, plain_value)


def table_id(opener: str, command_id: str) -> str:
    """16 characters of lower-case base32: random to everybody who does not know both, the same on a repeat."""
    digest = hashlib.sha256(f"table\n{opener}\n{command_id}".encode()).digest()
    return b32encode(digest[:10]).decode().lower()
