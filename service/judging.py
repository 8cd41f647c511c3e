"""Judging one command: the events that it becomes, each decided on the fold of those before it."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from secrets import token_hex
from typing import TypeAlias

from domain.kernel.event import Event
from domain.kernel.fact import Facts
from domain.kernel.names import SEATS, SYSTEM, Seat
from domain.kernel.refusal import Refused
from domain.kernel.secret import Unknown
from domain.kernel.stored import SealOpening, Stored, copy_for, read_openings
from domain.table.asking import Ask, Decision, QuestionGone, Renewal
from domain.table.commands import Resign
from domain.table.decide import decide
from domain.table.disputes.commands import GiveRuling
from domain.table.disputes.parts import Owed
from domain.table.facts import HeadMoved
from domain.table.fold import Folded, fold, opened, take
from domain.table.rulebook import REMEDIES
from service.codec import Codec
from service.writer import Draft, answers_before, closing, draft_of, everything_sealed, write

Read: TypeAlias = Callable[[int, int], Iterable[Stored]]
"""The table's events after one version and up to another."""


def ask_of(codec: Codec, event: Event) -> Ask:
    """What was asked for at an event, to be decided again."""
    command = codec.command(event.command, event.doer)
    try:
        declared: Facts | None = codec.declared(command)
    except Unknown:
        declared = None
    return Ask(event.actor, command, event.at, event.question, event.seen, event.on_behalf, event.replays, correction=declared)


def refolded(folded: Folded, events: Iterable[Event]) -> Folded:
    """The same table folded from other copies of its events."""
    first, *rest = events
    return fold(opened(folded.game, folded.pack, first), rest)


class Judging:
    """Decides a command at a table and writes what comes of it; nothing is stored, and the fold given is left as it is."""

    def __init__(self, table: str, codec: Codec, folded: Folded, hash: str, read: Read, closes: bool = True) -> None:
        """``closes``: a table that ends is closed, too."""
        self._table = table
        self._codec = codec
        self._read = read
        self._before = folded
        self._hash = hash
        self._closes = closes
        self.folded = folded
        """The table behind the events so far."""
        self.events: list[Stored] = []

    def judge(self, ask: Ask, command_id: str, caused_by: int | None = None) -> None:
        """The event, what a ruling has done on seats' behalf, and the close where it ends the table; Refused, QuestionGone, Unknown."""
        ask = replace(ask, correction=self._codec.declared(ask.command), renewal=self._renewal(ask))
        decision = decide(self.folded, ask)
        self._append(ask, decision, command_id, caused_by)
        ends = decision.closes
        while self.folded.table.owed:
            ends |= self._carry_out(self.folded.table.owed[0], ask.at)
        if ends and self._closes:
            self._write(closing(self.folded, self.events[-1], ask.at), self._everything())

    def _everything(self) -> Iterable[SealOpening]:
        """What the close opens."""
        table = self._before.table
        if not table.opens_at_close:
            return ()
        return everything_sealed(self._codec, [*self._read(0, table.tip), *self.events])

    def _renewal(self, ask: Ask) -> Renewal | None:
        """A new seed, drawn here, and what all seats together know, where a ruling wants new chance."""
        if not isinstance(ask.command, GiveRuling) or not ask.command.new_chance:
            return None
        copies = tuple(self._codec.event(copy_for(SEATS, event)) for event in self._read(0, self.folded.table.tip))
        return Renewal(token_hex(32), refolded(self.folded, copies), copies)

    def _append(self, ask: Ask, decision: Decision, command_id: str, caused_by: int | None) -> None:
        draft = draft_of(
            self.folded,
            decision.facts,
            at=ask.at,
            actor=ask.actor,
            command=ask.command,
            command_id=command_id,
            draws=decision.draws,
            question=ask.question,
            seen=None if ask.actor == SYSTEM else ask.seen or 0,
            on_behalf=ask.on_behalf,
            caused_by=caused_by,
            replays=ask.replays,
        )
        if not self.events:
            self.folded = _trial(self.folded, draft)
        self._write(draft, list(self._opened(draft)))

    def _write(self, draft: Draft, opened: Iterable[SealOpening]) -> None:
        event = write(self._table, self._hash, draft, opened)
        self.events.append(event)
        self._hash = event.hash
        self.folded = take(self.folded, self._codec.event(event))

    def _opened(self, draft: Draft) -> Iterator[SealOpening]:
        for version, digests in answers_before(self.folded, draft.facts).items():
            for event in self._at(version):
                yield from (opening for opening in read_openings(event.openings) if opening.digest in digests)

    def _at(self, version: int) -> Iterable[Stored]:
        before = self._before.table.tip
        return self._read(version - 1, version) if version <= before else [self.events[version - before - 1]]

    def again(self, ruling: int, version: int, at: int) -> None:
        """Play a version again behind a ruling that does not say so; Refused where that is no longer legal."""
        owed = Owed(ruling, replays=version)
        self.folded = replace(self.folded, table=replace(self.folded.table, owed=(owed,)))
        try:
            self._carry_out(owed, at)
        finally:
            self.folded = replace(self.folded, table=replace(self.folded.table, owed=()))

    def _carry_out(self, owed: Owed, at: int) -> bool:
        """What a ruling has done on a seat's behalf; whether that ends the table."""
        try:
            ask = self._owed(owed, at)
            decision = decide(self.folded, ask)
        except Refused as refused:
            raise Refused(REMEDIES, _not_again(owed, f"{refused.refusal.reason} [{refused.refusal.rule.id}]")) from refused
        except QuestionGone as gone:
            raise Refused(REMEDIES, _not_again(owed, "its question is not asked")) from gone
        self._append(ask, decision, f"ruling-{owed.ruling}-{len(self.events)}", owed.ruling)
        return decision.closes

    def _owed(self, owed: Owed, at: int) -> Ask:
        if owed.replays is None:
            return Ask(SYSTEM, Resign(), at, on_behalf=owed.seat)
        (stored,) = self._at(owed.replays)
        event = self._codec.event(stored)
        if (seat := event.seat) is None:
            raise Refused(REMEDIES, f"replays: version {owed.replays} was no seat's")
        command = self._codec.command(event.command, event.doer)
        question = None if event.question is None else self._question(seat)
        return Ask(SYSTEM, command, at, question, on_behalf=seat, replays=owed.replays)

    def _question(self, seat: Seat) -> str:
        return self.folded.position.question_id(seat, self.folded.table.head_moves)


def _not_again(owed: Owed, why: str) -> str:
    return f"penalties: {why}" if owed.replays is None else f"replays: version {owed.replays} cannot be played again: {why}"


def _trial(folded: Folded, draft: Draft) -> Folded:
    """The same table for folding events that may never stand: nothing is added to the nodes that others share."""
    targets = {ruled.fact.to for ruled in draft.facts if isinstance(ruled.fact, HeadMoved)}
    return replace(folded, nodes={node: folded.nodes[node] for node in {0, folded.table.head, *targets}})
