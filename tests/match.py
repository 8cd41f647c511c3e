"""A table in memory: commands are judged and folded as the service does it, without a store; the clock is counted."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from hashlib import sha256
from typing import Any

from domain.kernel.event import Asking, Event
from domain.kernel.fact import Command, Fact, Facts, Ruled
from domain.kernel.game import Ages, AnyGame, OptionValue
from domain.kernel.names import ORGANISER, SYSTEM, Actor, Seat, Viewer, may_see, seat_viewer
from domain.kernel.pack import name_of, read_toml
from domain.kernel.question import QuestionId
from domain.kernel.refusal import Refused
from domain.kernel.rule import RuleId
from domain.kernel.secret import Hidden, Sealed
from domain.table.asking import Ask, Decision
from domain.table.commands import Claim, Close, Open, OrderAges, Ready, Resign, Start, Undo
from domain.table.decide import decide
from domain.table.disputes.parts import Owed
from domain.table.facts import HeadMoved, SeatOpened
from domain.table.fold import Folded, fold, opened, take
from domain.table.opening import ChosenPack, open_table
from domain.table.state import ruleset_id

STEP = 1000
"""How long (ms) after one event the next happens, unless the test says otherwise."""


def actor(seat: int) -> Actor:
    return Actor(seat_viewer(Seat(seat)))


def chosen_pack(game: AnyGame, name: str | None = None) -> ChosenPack:
    document = read_toml(game.packs[name or next(iter(game.packs))])
    return ChosenPack(name_of(document), game.read_pack(document))


def apart(folded: Folded) -> Folded:
    """The same fold with nodes of its own, to be carried on another way."""
    return replace(folded, nodes=dict(folded.nodes))


@dataclass
class Match:
    """One table: its events in order, and their fold."""

    game: AnyGame
    pack: Any
    events: list[Event]
    folded: Folded
    asks: list[Ask] = field(default_factory=list)

    @classmethod
    def opened(
        cls,
        game: AnyGame,
        seats: int | Sequence[SeatOpened],
        seed: int | str = 0,
        options: Mapping[str, OptionValue] | None = None,
        ruleset: str | None = None,
    ) -> "Match":
        pack = chosen_pack(game)
        places = (SeatOpened(),) * seats if isinstance(seats, int) else tuple(seats)
        command = Open(game.name, places, ruleset=ruleset, options=options)
        facts = open_table(game, command, Actor(ORGANISER), pack, sha256(str(seed).encode()).hexdigest())
        decided_by = ruleset_id(game, ruleset or game.default_ruleset)
        event = _event(1, STEP, Ask(Actor(ORGANISER), command, STEP), Decision(facts, {}, False), decided_by)
        return cls(game, pack.pack, [event], opened(game, pack.pack, event))

    @classmethod
    def seated(
        cls,
        game: AnyGame,
        seats: int,
        seed: int | str = 0,
        options: Mapping[str, OptionValue] | None = None,
        ruleset: str | None = None,
    ) -> "Match":
        """Opened, and every seat claimed and ready."""
        match = cls.opened(game, seats, seed, options, ruleset)
        for seat in range(seats):
            match.does(actor(seat), Claim(f"seat:{seat}"))
            match.does(actor(seat), Ready())
        return match

    @classmethod
    def started(
        cls,
        game: AnyGame,
        seats: int,
        seed: int | str = 0,
        options: Mapping[str, OptionValue] | None = None,
        ruleset: str | None = None,
        ages: Ages | None = None,
    ) -> "Match":
        """``ages``: of a game that asks them; left out, every seat is younger than the one before, and has no birthday."""
        match = cls.seated(game, seats, seed, options, ruleset)
        at = None
        if game.age_rule is not None:
            ages = ages or Ages(tuple((Seat(seat),) for seat in range(seats)), ())
            at = match.does(SYSTEM, OrderAges(ages.oldest_first, ages.birthdays)).at
        match.does(Actor(ORGANISER), Start(), at)
        return match

    @property
    def state(self) -> Any:
        return self.folded.position.state

    @property
    def tip(self) -> int:
        return self.folded.table.tip

    def question(self, seat: int) -> QuestionId:
        return self.folded.position.question_id(Seat(seat), self.folded.table.head_moves)

    def ask(self, who: str, command: Command, question: str | None = None, seen: int | None = None, at: int | None = None) -> Ask:
        seen = self.tip if seen is None and who != SYSTEM else seen
        return Ask(Actor(who), command, self.folded.table.at + STEP if at is None else at, question, seen)

    def answer(self, seat: int, command: Command, at: int | None = None) -> Event:
        """The seat answers its open question, having seen everything."""
        return self.take(self.ask(actor(seat), command, self.question(seat), at=at))

    def does(self, who: str, command: Command, at: int | None = None) -> Event:
        """Somebody asks for something that names no question."""
        return self.take(self.ask(who, command, at=at))

    def take(self, ask: Ask) -> Event:
        """Judge, append and fold; what a ruling has done on seats' behalf follows, and the close of an append that ends the table."""
        decision = decide(self.folded, ask)
        event = self._append(ask, decision)
        ends = decision.closes
        while self.folded.table.owed:
            owed = self._owed(self.folded.table.owed[0], ask.at)
            decision = decide(self.folded, owed)
            self._append(owed, decision)
            ends |= decision.closes
        if ends:
            close = Ask(SYSTEM, Close(), ask.at)
            self._append(close, decide(self.folded, close))
        return event

    def _owed(self, owed: Owed, at: int) -> Ask:
        if owed.replays is None:
            return Ask(SYSTEM, Resign(), at, on_behalf=owed.seat)
        before = self.asks_of(owed.replays)
        seat = before.seat
        assert seat is not None
        question = None if before.question is None else self.question(seat)
        return Ask(SYSTEM, before.command, at, question, on_behalf=seat, replays=owed.replays)

    def happens(self, *facts: Ruled, who: str = "judge:0", at: int | None = None) -> Event:
        """Facts that no command of this table causes, such as a judge's move of the head."""
        return self._append(self.ask(who, Close(), at=at), Decision(facts, {}, False))

    def refusal(self, ask: Ask) -> RuleId | None:
        """The rule that refuses this; None when it is allowed."""
        try:
            decide(self.folded, ask)
        except Refused as refused:
            return refused.refusal.rule.id
        return None

    def undoes(self, seat: int) -> bool:
        """Whether the seat may take its latest action back at once: neither refused nor asked of the others."""
        ask = self.ask(actor(seat), Undo())
        return self.refusal(ask) is None and any(isinstance(ruled.fact, HeadMoved) for ruled in self.facts(ask))

    def facts(self, ask: Ask) -> Facts:
        return decide(self.folded, ask).facts

    def asks_of(self, version: int) -> Ask:
        """What was asked for at a version after the first."""
        return self.asks[version - 2]

    def copy(self) -> "Match":
        """The same table, to be played on another way."""
        return Match(self.game, self.pack, list(self.events), apart(self.folded), list(self.asks))

    def view(self, viewer: Viewer, up_to: int | None = None) -> Folded:
        """The fold of a viewer's copies."""
        copies = self.copies(viewer, up_to)
        return fold(opened(self.game, self.pack, copies[0]), copies[1:])

    def copies(self, viewer: Viewer, up_to: int | None = None) -> tuple[Event, ...]:
        """A viewer's copies of the events."""
        return tuple(copy_of(event, viewer) for event in self.events[:up_to])

    def at(self, version: int) -> Folded:
        """The table as it stood at a version, folded afresh."""
        return fold(opened(self.game, self.pack, self.events[0]), self.events[1:version])

    def _append(self, ask: Ask, decision: Decision) -> Event:
        table = self.folded.table
        event = _event(table.tip + 1, ask.at, ask, decision, ruleset_id(self.game, table.ruleset))
        if event.is_node:
            moved = (ruled.fact.to for ruled in event.facts if isinstance(ruled.fact, HeadMoved))
            event = replace(event, parent=next(moved, table.head))
        self.events.append(event)
        self.asks.append(ask)
        self.folded = take(self.folded, event)
        return event


def _event(version: int, at: int, ask: Ask, decision: Decision, ruleset: str) -> Event:
    kind: Any = ask.command
    arguments = {part.name: getattr(kind, part.name) for part in fields(kind) if part.name != ("judge" if kind.JUDGED else "seat")}
    return Event(
        version=version,
        at=at,
        actor=ask.actor,
        ruleset=ruleset,
        command=Asking(ask.command.NAME, arguments),
        command_id=f"command-{version}",
        facts=decision.facts,
        draws=decision.draws,
        question=None if ask.question is None else QuestionId(ask.question),
        seen=ask.seen,
        on_behalf=ask.on_behalf,
        replays=ask.replays,
    )


def copy_of(event: Event, viewer: Viewer) -> Event:
    """A viewer's copy of an event in memory: what it may not see is hidden, here as in the stored form."""
    arguments = {name: _seen(value, viewer) for name, value in event.command.arguments.items()}
    facts = tuple(replace(ruled, fact=_copy_of(ruled.fact, viewer)) for ruled in event.facts)
    return replace(event, command=Asking(event.command.name, arguments), facts=facts)


def _copy_of(fact: Fact, viewer: Viewer) -> Fact:
    kind: Any = fact
    changed = {part.name: _seen(getattr(kind, part.name), viewer) for part in fields(kind)}
    copied: Fact = replace(kind, **changed)
    return copied


def _seen(value: Any, viewer: Viewer) -> Any:
    return Hidden() if isinstance(value, Sealed) and not may_see(viewer, value.audience) else value
