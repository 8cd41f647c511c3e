"""What each remedy would do to a disputed game, side by side, without touching the table (design 11)."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from domain.kernel.event import Event
from domain.kernel.ledger import lessons
from domain.kernel.names import Actor, Seat
from domain.kernel.refusal import Refusal, Refused
from domain.kernel.secret import Sealed, Unknown
from domain.kernel.stored import Stored
from domain.table.asking import Ask, QuestionGone
from domain.table.disputes.commands import GiveRuling
from domain.table.disputes.parts import Dispute, Remedy, Stage
from domain.table.fold import Folded
from domain.table.result import ranked, sheet, totals
from domain.table.rulebook import REMEDIES
from projections.knowledge import lesson_line
from service.codec import Codec
from service.comparing import unequal
from service.judging import Judging, Read

JUDGE = Actor("judge:0")
SAID: Sealed[str] = Sealed("-", frozenset())


@dataclass(frozen=True, slots=True)
class Case:
    """A disputed table as a judge has it: its fold and chain at a version, and its events by version."""

    table: str
    codec: Codec
    folded: Folded
    hash: str
    read: Read
    dispute: int

    @property
    def disputed(self) -> Dispute:
        return self.folded.table.disputes[self.dispute - 1]


@dataclass(frozen=True, slots=True)
class Alternative:
    """One remedy and what it would do; ``refused``: why it cannot be given. ``illegal``: versions that could not be played again."""

    remedy: Remedy
    to: int | None = None
    replays: tuple[int, ...] | None = None
    refused: Refusal | None = None
    illegal: tuple[tuple[int, str], ...] = ()
    state: tuple[tuple[str, Any, Any], ...] = ()
    """``(place, now, then)`` where the state differs."""
    points: Mapping[Seat, tuple[int, int]] = field(default_factory=dict)
    ranks: Mapping[Seat, tuple[int, int]] = field(default_factory=dict)
    questions: tuple[tuple[Seat, str, str], ...] = ()
    """``(seat, kind asked now, kind asked then)`` where they differ; "" for nothing."""
    known: tuple[Mapping[str, Any], ...] = ()
    """What was learned on what is taken back: it stays known (``projections.knowledge``)."""

    @property
    def helped(self) -> tuple[Seat, ...]:
        """Who gains points on the others, or a rank."""
        gains = {seat: then - now for seat, (now, then) in self.points.items()}
        least = min(gains.values(), default=0)
        ahead = {seat for seat, gain in gains.items() if gain > least}
        return tuple(sorted(ahead | {seat for seat, (now, then) in self.ranks.items() if then < now}))

    def as_json(self) -> dict[str, Any]:
        told: dict[str, Any] = {"remedy": str(self.remedy)}
        if self.to is not None:
            told["to"] = self.to
        if self.replays is not None:
            told["replays"] = list(self.replays)
            told["illegal"] = [{"version": version, "why": why} for version, why in self.illegal]
        if self.refused is not None:
            return {**told, "refused": {"rule": self.refused.rule.id, "reason": self.refused.reason}}
        return {
            **told,
            "state": [{"place": place, "now": now, "then": then} for place, now, then in self.state],
            "points": [{"seat": seat, "now": now, "then": then} for seat, (now, then) in sorted(self.points.items())],
            "ranks": [{"seat": seat, "now": now, "then": then} for seat, (now, then) in sorted(self.ranks.items())],
            "questions": [{"seat": seat, "now": now, "then": then} for seat, now, then in self.questions],
            "known": [dict(line) for line in self.known],
            "helped": list(self.helped),
        }


def sandbox(case: Case, to: int | None = None) -> tuple[Alternative, ...]:
    """Leave, undo, rewind, and rewind and play again. ``to``: where to rewind to, by default right before the disputed event."""
    back = before(case) if to is None else to
    case = _at_hand(case, back)
    remedies = (_ruling(case, Remedy.LEAVE), _ruling(case, Remedy.UNDO), _ruling(case, Remedy.REWIND, to=back))
    return (*(tried(case, ruling) for ruling in remedies), _played_again(case, back))


def _at_hand(case: Case, first: int) -> Case:
    """The case with all that happened after a version read once."""
    events = tuple(case.read(first, case.folded.table.tip)) if first < case.folded.table.tip else ()

    def read(after: int, up_to: int) -> Iterable[Stored]:
        return events[after - first : up_to - first] if after >= first else case.read(after, up_to)

    return replace(case, read=read)


def tried(case: Case, ruling: GiveRuling) -> Alternative:
    """What one ruling would do."""
    nothing = Alternative(ruling.remedy, ruling.to, ruling.replays)
    try:
        then = _judged(case, ruling).folded
    except Refused as refused:
        return replace(nothing, refused=refused.refusal)
    except Unknown:
        return replace(nothing, refused=Refusal(REMEDIES, "what it draws cannot be known from this copy"))
    return _compared(case, nothing, then)


def before(case: Case) -> int:
    """The node of the line right before the disputed event; 0 where there is none."""
    event = case.disputed.event
    is_node = event in case.folded.nodes
    return max((node for node in case.folded.line() if node < event or (node == event and not is_node)), default=0)


def _played_again(case: Case, to: int) -> Alternative:
    """Rewind, and play again in turn all that seats did since, the disputed event apart, and that is still legal."""
    line = case.folded.line()
    later = line[line.index(to) + 1 :] if to in line else ()
    wanted = [node for node in later if node != case.disputed.event and case.folded.nodes[node].seat is not None]
    legal: list[int] = []
    illegal: list[tuple[int, str]] = []
    try:
        judging = _judged(case, _ruling(case, Remedy.REWIND, to=to))
    except Refused as refused:
        return Alternative(Remedy.REPLAY, to, (), refused.refusal)
    for version in wanted:
        try:
            judging.again(case.folded.table.tip + 1, version, case.folded.table.at)
            legal.append(version)
        except (Refused, QuestionGone) as no:
            illegal.append((version, _why(no)))
        except Unknown:
            illegal.append((version, "what it draws cannot be known from this copy"))
    return _compared(case, Alternative(Remedy.REPLAY, to, tuple(legal), illegal=tuple(illegal)), judging.folded)


def _why(no: Exception) -> str:
    return no.refusal.reason.partition(": it cannot")[0] if isinstance(no, Refused) else "its question is not asked"


def _ruling(case: Case, remedy: Remedy, **more: Any) -> GiveRuling:
    return GiveRuling(case.dispute, (case.disputed.rule,), remedy, SAID, **more)


def _judged(case: Case, ruling: GiveRuling) -> Judging:
    """The table behind a ruling, whoever is to give it and however far the dispute is."""
    table = case.folded.table
    at_hand = replace(case.disputed, stage=Stage.OPEN, panel=(), recused=frozenset(), rulings=())
    disputes = tuple(at_hand if one.number == case.dispute else one for one in table.disputes)
    folded = replace(case.folded, table=replace(table, disputes=disputes))
    judging = Judging(case.table, case.codec, folded, case.hash, case.read, closes=False)
    judging.judge(Ask(JUDGE, ruling, table.at, seen=table.tip), "sandbox")
    return judging


def _compared(case: Case, nothing: Alternative, then: Folded) -> Alternative:
    now, game = case.folded, case.codec.game
    return replace(
        nothing,
        state=tuple(unequal("", game.show(now.position.state), game.show(then.position.state))),
        points=_both(_points(now), _points(then)),
        ranks=_both(_ranks(now), _ranks(then)),
        questions=tuple(_questions(now, then)),
        known=tuple(_still_known(case, then)),
    )


def _points(folded: Folded) -> dict[Seat, int]:
    seats = (Seat(number) for number in range(len(folded.table.seats)))
    counted = totals(sheet(folded.game, folded.position.state, folded.table.penalties))
    return {seat: counted.get(seat, 0) for seat in seats}


def _ranks(folded: Folded) -> dict[Seat, int]:
    """Each seat's place as it stands: two that share the first are followed by the third."""
    out = (*folded.position.resigned, *(seat for seat in folded.table.losers if seat not in folded.position.resigned))
    places, _ = ranked(folded.game, folded.position.state, out, folded.table.penalties)
    found, rank = {}, 1
    for seats in places:
        found.update(dict.fromkeys(seats, rank))
        rank += len(seats)
    return found


def _both(now: Mapping[Seat, int], then: Mapping[Seat, int]) -> dict[Seat, tuple[int, int]]:
    return {seat: (now[seat], then[seat]) for seat in now.keys() & then.keys()}


def _questions(now: Folded, then: Folded) -> Iterator[tuple[Seat, str, str]]:
    for number in range(len(now.table.seats)):
        asked = [(question.kind if (question := folded.position.question_of(Seat(number))) else "") for folded in (now, then)]
        if asked[0] != asked[1]:
            yield Seat(number), asked[0], asked[1]


def _still_known(case: Case, then: Folded) -> Iterable[Mapping[str, Any]]:
    gone = set(case.folded.line()) - set(_kept(case, then))
    if not gone:
        return ()
    events: Iterable[Event] = map(case.codec.event, case.read(min(gone) - 1, case.folded.table.tip))
    taken_back = (event for event in events if event.version in gone)
    return (lesson_line(case.codec.game, event, lesson, False) for event in taken_back for lesson in lessons(event))


def _kept(case: Case, then: Folded) -> tuple[int, ...]:
    """The part of the present line that the line then still stands on."""
    node = then.table.head
    while node not in case.folded.nodes:
        node = then.nodes[node].parent
    return case.folded.line(node)
