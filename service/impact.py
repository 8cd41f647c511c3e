"""What a change of rules would do to games already played: every event decided again under it (design 3, 11)."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from domain.kernel.event import Event
from domain.kernel.fact import Facts
from domain.kernel.game import AnyGame, OptionValue, Places
from domain.kernel.names import SEATS, Seat, is_judge
from domain.kernel.refusal import Refusal, Refused
from domain.kernel.secret import Secret, Unknown, reveal
from domain.kernel.stored import copy_for
from domain.table.asking import QuestionGone, Renewal
from domain.table.commands import Open
from domain.table.decide import decide
from domain.table.disputes.facts import SeedRenewed
from domain.table.facts import TableOpened
from domain.table.fold import Folded, fold, opened, take
from domain.table.opening import ChosenPack, open_table
from domain.table.result import ranked, sheet, totals
from domain.table.rulebook import OUT_OF_TURN
from projections.history import sentence
from service.codec import Codec
from service.comparing import content_of
from service.judging import ask_of
from service.packs import read_document
from service.record import Record
from service.record.verify import fully_opened
from service.tables import Tables


class NoSuchChange(ValueError):
    """The game has no such ruleset or option, or the table cannot be opened so; the text names what."""


@dataclass(frozen=True, slots=True)
class Change:
    """What is tried. What is left out stays as each table was opened; all left out: this program's present rules."""

    ruleset: str | None = None
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    pack: ChosenPack | None = None


@dataclass(frozen=True, slots=True)
class History:
    """A table's events from the first on, and the pack it was opened with."""

    table: str
    codec: Codec
    pack: ChosenPack
    events: Iterable[Event]
    seats: Callable[[int], Iterable[Event]] | None = None
    """The events up to a version as all seats together knew them; None where these copies cannot tell."""
    audiences: bool = True
    """Whether every seal is for those whom it was made for; not so where others have it from the close alone."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: points by seat, and seats by rank with those who won."""

    points: Mapping[Seat, int]
    places: Places
    winners: tuple[Seat, ...]

    def as_json(self) -> dict[str, Any]:
        points = {str(seat): points for seat, points in sorted(self.points.items())}
        return {"points": points, "places": [list(place) for place in self.places], "winners": list(self.winners)}


@dataclass(frozen=True, slots=True)
class Difference:
    """The first event that would be decided otherwise: its facts as recorded and as decided now, as (rule, sentence).

    ``refused`` says by which rule it would now be refused, and why; ``now`` is empty then.
    """

    version: int
    command: str
    was: tuple[tuple[str, str], ...]
    now: tuple[tuple[str, str], ...] = ()
    refused: tuple[str, str] | None = None

    def as_json(self) -> dict[str, Any]:
        told = {"version": self.version, "command": self.command, "was": _pairs(self.was), "now": _pairs(self.now)}
        return told if self.refused is None else {**told, "refused": {"rule": self.refused[0], "reason": self.refused[1]}}


@dataclass(frozen=True, slots=True)
class Impact:
    """What a change does to one table.

    ``differing`` of its ``events`` are decided otherwise, each on what was recorded before it; ``unchecked`` need what this
    copy hides. ``was`` is the recorded result, None before the finish, and ``now`` what the change makes of the game as it
    was played; both are None where nothing can be said.
    """

    table: str
    game: str
    ruleset: str
    events: int
    differing: int
    unchecked: int
    first: Difference | None
    was: Result | None
    now: Result | None

    @property
    def changes_result(self) -> bool:
        return self.was is not None and self.was != self.now

    def as_json(self) -> dict[str, Any]:
        return {
            "table": self.table,
            "game": self.game,
            "ruleset": self.ruleset,
            "events": self.events,
            "differing": self.differing,
            "unchecked": self.unchecked,
            "first": self.first and self.first.as_json(),
            "result_changes": self.changes_result,
            "was": self.was and self.was.as_json(),
            "now": self.now and self.now.as_json(),
        }


def of_table(tables: Tables, table: str) -> History:
    """The history of a stored table; NoTable."""
    codec, digest = tables.codec_of(table), tables.current(table).folded.table.pack.hash

    def seats(version: int) -> Iterable[Event]:
        return tables.decoded(table, SEATS, up_to=version)

    return History(table, codec, tables.packs.by_hash(codec.game, digest), tables.decoded(table, None), seats)


def of_record(record: Record, codec: Codec) -> History:
    """The history that a record tells, every event with all the openings that stand anywhere in it."""
    ((_, document),) = record.packs.items()
    whole = is_judge(record.viewer)

    def seats(version: int) -> Iterable[Event]:
        return (codec.event(copy_for(SEATS, event)) for event in record.events[:version])

    events = map(codec.event, fully_opened(record))
    return History(record.table, codec, read_document(codec.game, document), events, seats if whole else None, audiences=whole)


def impact(history: History, change: Change) -> Impact:
    """Decide every event of a table again under a change; NoSuchChange when it cannot be opened so."""
    game = history.codec.game
    events = iter(history.events)
    first = next(events)
    changed, pack = _changed(history, first, change)
    recorded = opened(game, history.pack.pack, first)
    begun = partial(opened, game, pack.pack, changed)
    tried: Folded | None = begun()
    tally = _Tally(history.audiences)
    for number, event in enumerate(events, start=2):
        tally.events = number
        if tried is not None:
            tally.add(game, event, _again(history, tried, event, begun))
            tried = _on(tried, event, tally)
        recorded = take(recorded, event)
    return Impact(
        table=history.table,
        game=game.name,
        ruleset=recorded.table.ruleset,
        events=tally.events,
        differing=tally.differing,
        unchecked=tally.unchecked,
        first=tally.first,
        was=_recorded(recorded),
        now=_result(tried) if tried is not None and recorded.position.finished is not None else None,
    )


def _changed(history: History, event: Event, change: Change) -> tuple[Event, ChosenPack]:
    """The first event as it would be under the change, and with what pack."""
    fact = event.facts[0].fact
    if not isinstance(fact, TableOpened):
        raise ValueError("a stream begins with table-opened")
    game = history.codec.game
    pack = change.pack or history.pack
    command = Open(game.name, fact.seats, change.ruleset or fact.ruleset, None, {**fact.options, **change.options}, fact.time_zone)
    try:
        (ruled,) = open_table(game, command, event.actor, pack, "")
    except Refused as refused:
        raise NoSuchChange(refused.refusal.reason) from refused
    changed: Any = replace(ruled, fact=replace(ruled.fact, seed=fact.seed))  # type: ignore[type-var]  # a dataclass
    return replace(event, facts=(changed,)), pack


@dataclass(slots=True)
class _Tally:
    audiences: bool
    events: int = 1
    differing: int = 0
    unchecked: int = 0
    first: Difference | None = None

    def add(self, game: AnyGame, event: Event, again: Facts | Refusal | None) -> None:
        if again is None:
            self.unchecked += 1
        elif again != event.facts and (self.audiences or isinstance(again, Refusal) or content_of(again) != content_of(event.facts)):
            self.differing += 1
            self.first = self.first or _difference(game, event, again)


def _again(history: History, tried: Folded, event: Event, begun: Callable[[], Folded]) -> Facts | Refusal | None:
    """What the change makes of an event; None where this copy cannot tell."""
    try:
        ask = replace(ask_of(history.codec, event), renewal=_renewal(history, event, begun))
        return decide(tried, ask).facts
    except Unknown:
        return None
    except QuestionGone:
        return Refusal(OUT_OF_TURN, "the question that it answers is no longer asked")
    except Refused as refused:
        return refused.refusal


def _renewal(history: History, event: Event, begun: Callable[[], Folded]) -> Renewal | None:
    """The new seed of a ruling that wants one, and what all seats together knew; None where that cannot be told."""
    seed: Secret[str] | None = next((ruled.fact.seed for ruled in event.facts if isinstance(ruled.fact, SeedRenewed)), None)
    if seed is None or history.seats is None:
        return None
    drawn, known = reveal(seed), tuple(history.seats(event.version - 1))
    return Renewal(drawn, fold(begun(), known[1:]), known)


def _on(tried: Folded, event: Event, tally: _Tally) -> Folded | None:
    """The table under the change after what was recorded; None once that makes no sense under it."""
    try:
        return take(tried, event)
    except Exception:
        if tally.first is None:
            raise
        return None


def _difference(game: AnyGame, event: Event, again: Facts | Refusal) -> Difference:
    was = _told(game, event.facts)
    if isinstance(again, Refusal):
        return Difference(event.version, event.command.name, was, refused=(again.rule.id, again.reason))
    return Difference(event.version, event.command.name, was, _told(game, again))


def _told(game: AnyGame, facts: Facts) -> tuple[tuple[str, str], ...]:
    return tuple((ruled.rule, sentence(game, ruled.fact) or ruled.fact.NAME) for ruled in facts)


def _pairs(told: tuple[tuple[str, str], ...]) -> list[dict[str, str]]:
    return [{"rule": rule, "sentence": says} for rule, says in told]


def _recorded(folded: Folded) -> Result | None:
    position = folded.position
    if position.finished is None:
        return None
    return Result(totals(position.sheet), position.finished, position.winners)


def _result(folded: Folded) -> Result:
    """How the game as it was played ends when it is counted under the rules of this fold."""
    game, position = folded.game, folded.position
    out = (*position.resigned, *(seat for seat in folded.table.losers if seat not in position.resigned))
    places, winners = ranked(game, position.state, out, folded.table.penalties)
    return Result(totals(sheet(game, position.state, folded.table.penalties)), places, winners)
