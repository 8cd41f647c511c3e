"""Deciding every event of a record again, on the fold of the events before it."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from domain.kernel.event import Event
from domain.kernel.fact import Command, Facts, TableFact
from domain.kernel.facts import Expire
from domain.kernel.game import AnyGame
from domain.kernel.names import SEATS, Viewer, is_judge
from domain.kernel.pack import PackFaults
from domain.kernel.refusal import Refused
from domain.kernel.secret import Hidden, Sealed, Secret, Unknown, reveal
from domain.kernel.stored import SealOpening, Stored, copy_for, pack_openings, read_openings
from domain.table.asking import Ask, Decision, QuestionGone, Renewal
from domain.table.commands import Fork, Open
from domain.table.decide import decide
from domain.table.disputes.commands import DISPUTE_COMMANDS
from domain.table.disputes.facts import DISPUTE_FACTS, SeedRenewed
from domain.table.disputes.hearing import let_go
from domain.table.ending import closes, window
from domain.table.facts import AgesOrdered, Closed, Forked, HeadMoved, Paused, Resumed, Started, TableOpened, UndoAnswered
from domain.table.fold import Folded, opened, take
from domain.table.forking import fork_table
from domain.table.opening import ChosenPack, open_table
from domain.table.rulebook import RULEBOOK
from domain.table.state import ruleset_id
from domain.table.undo import lapsed
from service.codec import Codec, Unreadable
from service.judging import ask_of, refolded
from service.packs import read_document
from service.record.fault import BadRecord
from service.record.form import Record
from service.record.report import Tally
from service.record.rewriting import Differs, Rewritten, as_seat, check_audiences
from service.record.shape import digests_in
from service.writer import Draft, answers_before, closing, draft_of

OF_DISPUTES = (*DISPUTE_FACTS, HeadMoved, Paused, Resumed)
"""Facts of the table that what comes before a judge may cause."""
SEED = re.compile(r"[0-9a-f]{64}")


class Deciding:
    """Takes a record's events in order; ``known`` are all its openings, later ones too."""

    def __init__(self, record: Record, codec: Codec, known: Mapping[str, SealOpening], tally: Tally) -> None:
        self._record = record
        self._codec = codec
        self._game: AnyGame = codec.game
        self._known = known
        self._tally = tally
        self._rules = {rule.id for rule in (*RULEBOOK, *codec.game.rulebook)}
        self._present = {ruleset_id(codec.game, ruleset) for ruleset in codec.game.rulesets}
        self._folded: Folded | None = None
        self._events: list[Event] = []
        self._lost = False
        """Whether an event under another revision could not be read: nothing behind it can be decided."""
        self._ending: Stored | None = None
        """The event that ended the table, until its close has followed."""
        self._own = 0 if record.origin is None else record.origin.version
        """How many events come before the table's own: those of a fork's parent."""
        self._dealt_anew = last_dealt_anew(record)
        self._undecided = False
        """Whether one of the table's own events could not be decided again."""
        self._ordered: Event | None = None
        """The event that put the ages in order, until the start has followed."""
        self.audiences: dict[str, frozenset[Viewer]] = {}
        """For whom each seal of the events that were decided again is."""

    def take(self, stored: Stored) -> None:
        """Raises BadRecord unless the event is what the rules make of its command."""
        if self._lost:
            self._tally.unchecked["events"] += 1
            return
        ruleset = json.loads(stored.body)["ruleset"]
        ours = ruleset in self._present
        if not ours:
            self._tally.foreign[ruleset] += 1
        try:
            self._take(stored, ours)
        except BadRecord:
            raise
        except Exception as error:
            # What copies hide cannot be judged before it is folded, and a forger may have written anything there.
            if ours or isinstance(error, Differs):
                raise _bad(stored.version, error) from error
            self._lost = True

    def end(self) -> None:
        """Raises BadRecord when the last event ended the table and nothing closes it."""
        if self._ending is not None and not self._lost:
            raise BadRecord(self._ending.version, "it ends the table, and the event that closes it is missing")
        if self._ordered is not None and not self._lost:
            raise BadRecord(self._ordered.version, "it puts the ages in order, and the start is missing")

    def _take(self, stored: Stored, ours: bool) -> None:
        event = self._codec.event(self._all_known(stored))
        here = {opening.digest: opening for opening in read_openings(stored.openings)}
        body = json.loads(stored.body)
        decides = ours and stored.version > self._dealt_anew
        if stored.version <= self._dealt_anew:
            self._tally.unchecked["prefix"] += 1
        if self._folded is None:
            self._folded = self._open(event, body, here, decides)
            self._events.append(event)
            return
        folded = self._folded
        self._check_ruleset(folded, event)
        if self._ending is not None and event.ruleset != json.loads(self._ending.body)["ruleset"]:
            raise Differs("ruleset: the close is one append with the event that ended the table")
        as_seat(event.actor, len(folded.table.seats))
        if self._ordered is not None and not (_holds(event, Started) and event.at == self._ordered.at):
            raise Differs("command: the ages are put in order in one append with the start")
        if decides:
            draft, decided = self._decide(folded, event)
            rewritten = self._rewritten(draft, body)
            if decided:
                self._check_audiences(rewritten, here)
            self._check_repeated(folded, stored, event, here.keys() - set(digests_in(body)))
        self._follow(folded, stored, event)
        self._folded = take(folded, event)
        self._events.append(event)

    def _all_known(self, stored: Stored) -> Stored:
        digests = set(digests_in(json.loads(stored.body)))
        self._tally.unchecked["seals"] += len(digests - self._known.keys())
        return replace(stored, openings=pack_openings(self._known[digest] for digest in digests & self._known.keys()))

    def _follow(self, folded: Folded, stored: Stored, event: Event) -> None:
        self._ending = stored if closes(folded, event.facts) else None
        self._ordered = event if _holds(event, AgesOrdered) else None
        self._tally.closed |= _holds(event, Closed)

    def _check_ruleset(self, folded: Folded, event: Event) -> None:
        ruleset, _, _ = event.ruleset.rpartition("+")
        if ruleset != f"{self._game.name}@{folded.table.ruleset}":
            raise Differs(f"ruleset: {event.ruleset} at a table of {self._game.name}@{folded.table.ruleset}")

    def _open(self, event: Event, body: Mapping[str, Any], here: Mapping[str, SealOpening], ours: bool) -> Folded:
        fact = event.facts[0].fact
        if not isinstance(fact, TableOpened):
            raise Differs("facts: the first is table-opened")
        chosen = self._pack(fact.pack.hash)
        folded = opened(self._game, chosen.pack, event)
        if isinstance(fact.seed, Sealed | Hidden):
            self.audiences[fact.seed.digest] = frozenset()
        self._check_ruleset(folded, event)
        if not ours:
            return folded
        command = self._codec.command(event.command, event.actor)
        if not isinstance(command, Open) or command.game != self._game.name:
            raise Differs(f"command: it does not open a table of {self._game.name}")
        seed = _seed(fact.seed)
        facts = open_table(self._game, command, event.actor, chosen, "" if isinstance(seed, Hidden) else seed)
        draft = Draft(1, event.at, event.actor, ruleset_id(self._game, fact.ruleset), command, event.command_id, facts, {}, seen=0)
        self._check_audiences(self._rewritten(draft, body), here)
        self._tally.redecided += 1
        return folded

    def _pack(self, digest: str) -> ChosenPack:
        if list(self._record.packs) != [digest]:
            raise BadRecord(None, f"packs: the table's pack {digest}, and no other, belongs here")
        return read_document(self._game, self._record.packs[digest])

    def _decide(self, folded: Folded, event: Event) -> tuple[Draft, bool]:
        """The event as the rules write it, and True; with its own facts and draws, and False, where this copy hides too much."""
        ask = replace(ask_of(self._codec, event), renewal=self._renewal(folded, event))
        self._check_replay(event)
        facts, draws, decided = event.facts, event.draws, False
        try:
            decision = self._decision(folded, event, ask)
            facts, draws, decided = decision.facts, decision.draws, True
        except Unknown:
            self._check_unknown(folded, ask.command, facts, draws)
        drawn = sum(count - folded.position.draws.get(label, 0) for label, count in draws.items())
        self._count(decided, drawn)
        self._undecided |= not decided and event.version > self._own
        if self._ending is not None:
            return closing(folded, self._ending, folded.table.at), decided
        draft = draft_of(
            folded,
            facts,
            at=event.at,
            actor=event.actor,
            command=ask.command,
            command_id=event.command_id,
            draws=draws,
            question=event.question,
            seen=event.seen,
            on_behalf=event.on_behalf,
            caused_by=_cause(folded, ask.command) or event.caused_by,
            replays=event.replays,
        )
        return draft, decided

    def _renewal(self, folded: Folded, event: Event) -> Renewal | None:
        """The new seed of a ruling that wants one, and what all seats together knew; None where that cannot be told."""
        seed: Secret[str] | None = next((ruled.fact.seed for ruled in event.facts if isinstance(ruled.fact, SeedRenewed)), None)
        before = self._record.events[: event.version - 1]
        if seed is None or any(digest not in self.audiences for copy in before for digest in digests_in(json.loads(copy.body))):
            return None
        copies = tuple(self._codec.event(copy_for(SEATS, self._for_its_audience(copy))) for copy in before)
        return Renewal(_seed(seed), refolded(folded, copies), copies)

    def _for_its_audience(self, stored: Stored) -> Stored:
        """An event with its own seals opened for those whom they were made for."""
        openings = read_openings(self._all_known(stored).openings)
        return replace(stored, openings=pack_openings(replace(one, audience=self.audiences[one.digest]) for one in openings))

    def _check_replay(self, event: Event) -> None:
        """Raises Differs unless a version that is played again is asked for as it was then, as far as this copy holds both."""
        if event.replays is None:
            return
        before = self._codec.event(self._all_known(self._record.events[event.replays - 1]))
        if before.seat != event.seat or before.command.name != event.command.name:
            raise Differs(f"replays: this is not what was done at version {event.replays}")
        for name in before.command.arguments.keys() | event.command.arguments.keys():
            then, now = (reveal(one.command.arguments.get(name)) for one in (before, event))
            if then != now and not isinstance(then, Hidden) and not isinstance(now, Hidden):
                raise Differs(f"replays: {name} was another at version {event.replays}")

    def _decision(self, folded: Folded, event: Event, ask: Ask) -> Decision:
        if not isinstance(ask.command, Fork):
            return decide(folded, ask)
        fact = event.facts[0].fact
        if not isinstance(fact, Forked):
            raise Differs("facts: a fork begins with forked")
        return fork_table(folded, self._events, ask, ask.command, self._record.events[event.version - 2].hash, _seed(fact.seed))

    def _count(self, decided: bool, drawn: int) -> None:
        if decided:
            self._tally.redecided += 1
            self._tally.draws += drawn
        else:
            self._tally.unchecked["events"] += 1
            self._tally.unchecked["draws"] += drawn

    def _check_unknown(self, folded: Folded, command: Command, facts: Facts, draws: Mapping[str, int]) -> None:
        """What can still be told of facts that cannot be decided again: whose they are, their rules, and labels that count upwards."""
        of_table = OF_DISPUTES if isinstance(command, DISPUTE_COMMANDS) else (Started, HeadMoved, UndoAnswered)
        begins = any(isinstance(ruled.fact, Forked) for ruled in facts[:1])
        ends = () if begins else (*lapsed(folded, facts), *let_go(folded, facts), *window(folded, facts))
        if ends and facts[-len(ends) :] != ends:
            raise Differs(f"facts: the last is {ends[-1].fact.NAME}, for the table moves on")
        for ruled in facts[begins : len(facts) - len(ends)]:
            if isinstance(ruled.fact, TableFact) and not isinstance(ruled.fact, of_table):
                raise Differs(f"facts: {ruled.fact.NAME} does not come of a move")
            if ruled.rule not in self._rules:
                raise Differs(f"facts: {self._game.name} has no rule {ruled.rule}")
        for label, count in draws.items():
            before = folded.position.draws.get(label, 0)
            if count <= before:
                raise Differs(f"draws: {label} has had {before} draws on this line, and then {count}")

    def _rewritten(self, draft: Draft, body: Mapping[str, Any]) -> Rewritten:
        """Raises Differs unless the draft gives this body and what its seals hold."""
        rewritten = Rewritten(draft, body)
        rewritten.check_values(self._known)
        return rewritten

    def _check_audiences(self, rewritten: Rewritten, here: Mapping[str, SealOpening]) -> None:
        audiences = rewritten.audiences()
        check_audiences(audiences, here, self._record.viewer)
        self.audiences.update(audiences)

    def _check_repeated(self, folded: Folded, stored: Stored, event: Event, repeated: Iterable[str]) -> None:
        """Raises Differs unless exactly those openings are repeated that the event shows to everybody."""
        before: set[str] = set()
        if _holds(event, Closed):
            # What the maker of a fork did not see of the table it comes from is opened by nobody here.
            before, due = self._sealed(1, self._own), self._sealed(self._own + 1, stored.version - 1)
            if not folded.table.opens_at_close:
                before, due = before | due, set()
            elif self._undecided:
                raise Differs("facts: all is open now, and yet there are events that cannot be decided again")
        else:
            due = {digest for digests in answers_before(folded, event.facts).values() for digest in digests}
        for digest in sorted(due.symmetric_difference(set(repeated) - before)):
            raise Differs(f"openings: {digest} is {'not opened' if digest in due else 'opened'} here")

    def _sealed(self, first: int, last: int) -> set[str]:
        """Every seal of these versions but free text."""
        found: set[str] = set()
        for event in self._record.events[first - 1 : last]:
            found |= set(digests_in(json.loads(event.body))) - set(self._free_text(self._codec.event(event)))
        return found

    def _free_text(self, event: Event) -> Iterator[str]:
        """The seals of what a person wrote: the close does not repeat them."""
        said = [getattr(ruled.fact, name) for ruled in event.facts for name in ruled.fact.FREE_TEXT]
        asked = [event.command.arguments.get(name) for name in self._codec.free_text_of(event.command)]
        return (value.digest for value in (*said, *asked) if isinstance(value, Sealed | Hidden))


def last_dealt_anew(record: Record) -> int:
    """How many events come before the last deal of what a fork's maker had not seen: nobody here can decide them again."""
    forks = (event.version - 1 for event in record.events for fact in json.loads(event.body)["facts"] if _deals_anew(fact))
    return max(forks, default=0)


def _deals_anew(fact: Mapping[str, Any]) -> bool:
    return bool(fact["name"] == Forked.NAME) and not is_judge(str(fact["fields"].get("eyes")))


def _seed(secret: Secret[str]) -> str | Hidden:
    seed = reveal(secret)
    if not isinstance(seed, Hidden) and not SEED.fullmatch(seed):
        raise Differs("seed: 32 bytes in lower-case hex")
    return seed


def _holds(event: Event, kind: Any) -> bool:
    """Whether a fact of this kind, or of one of these, is among the event's."""
    return any(isinstance(ruled.fact, kind) for ruled in event.facts)


def _bad(version: int, error: Exception) -> BadRecord:
    match error:
        case Refused(refusal=refusal):
            return BadRecord(version, f"refused by {refusal.rule.id}: {refusal.reason}")
        case QuestionGone():
            return BadRecord(version, "question: it was no longer open")
        case PackFaults():
            return BadRecord(None, f"packs: the game refuses this one: {error}")
        case Unreadable() | Differs():
            return BadRecord(version, str(error).removeprefix(f"version {version}: "))
        case _:
            return BadRecord(version, f"cannot be folded: {type(error).__name__}: {error}")


def _cause(folded: Folded, command: Command) -> int | None:
    """The event that set the deadline which now expires, or the ruling that is carried out."""
    if folded.table.owed:
        return folded.table.owed[0].ruling
    name = command.deadline if isinstance(command, Expire) else None
    return next((deadline.version for deadline in (*folded.deadlines, *folded.dispute_deadlines) if deadline.name == name), None)
