"""The disputes of a table, folded from its stream."""

from domain.kernel.event import Event
from domain.kernel.fact import TableFact
from domain.kernel.names import Seat
from domain.kernel.position import Deadline
from domain.kernel.replace import replace
from domain.kernel.rule import cites
from domain.table.disputes.facts import (
    DisputeEnded,
    DisputeFiled,
    DisputeRuled,
    JudgeRecused,
    PanelCalled,
    PauseEnded,
    RulingAppealed,
    StatementSealed,
    StatementsOpened,
    VoteOpened,
    VoteSealed,
)
from domain.table.disputes.parts import Dispute, Paper, Ruling, Stage, Vote
from domain.table.rulebook import STOPPING

PAUSE, LAPSE, APPEAL = "dispute-pause", "dispute", "appeal"


def taken(disputes: tuple[Dispute, ...], fact: TableFact, event: Event) -> tuple[Dispute, ...]:
    """The disputes after one more fact of the table."""
    if isinstance(fact, DisputeFiled):
        return (*disputes, _filed(fact, event))
    number = getattr(fact, "number", 0)
    return tuple(_after(dispute, fact, event) if dispute.number == number else dispute for dispute in disputes)


def let_go(disputes: tuple[Dispute, ...]) -> tuple[Dispute, ...]:
    """The table goes on: no dispute holds it still any more."""
    return tuple(_going_on(dispute) if dispute.holds_still else dispute for dispute in disputes)


@cites(STOPPING)
def stood(before: tuple[Dispute, ...], after: tuple[Dispute, ...], at: int) -> dict[Seat, int]:
    """How long (ms) each seat's disputes had made something stand still, of those that now no longer do."""
    found: dict[Seat, int] = {}
    for old, new in zip(before, after, strict=False):
        if old.since is not None and new.since is None:
            found[old.holder] = found.get(old.holder, 0) + at - old.since
    return found


def put_by(disputes: tuple[Dispute, ...]) -> tuple[Dispute, ...]:
    """As a fork has them: they hold nothing, run out never, and may be ruled on by whoever looks around there."""
    nobody: frozenset[int] = frozenset()
    return tuple(replace(dispute, deadlines=(), since=None, panel=(), recused=nobody) for dispute in disputes)


def _filed(fact: DisputeFiled, event: Event) -> Dispute:
    deadlines = (_deadline(LAPSE, fact.number, fact.within, event),)
    pause = (_deadline(PAUSE, fact.number, fact.pause, event),) if fact.pause else ()
    return Dispute(
        number=fact.number,
        seat=fact.seat,
        event=fact.event,
        rule=fact.disputed,
        filed=event.version,
        stops=fact.stops,
        deadlines=(*pause, *deadlines),
        since=event.at if fact.pause else None,
    )


def _after(dispute: Dispute, fact: TableFact, event: Event) -> Dispute:
    match fact:
        case StatementSealed(seat=seat, statement=statement):
            return replace(dispute, statements=(*dispute.statements, Paper(seat, statement, event.version)))
        case StatementsOpened():
            return replace(dispute, heard=True)
        case PanelCalled(judges=judges):
            return replace(dispute, panel=judges, votes=(), opened=())
        case JudgeRecused(judge=judge):
            return replace(dispute, recused=dispute.recused | {judge})
        case VoteSealed(judge=judge, vote=vote):
            return replace(dispute, votes=(*dispute.votes, Paper(judge, vote, event.version)))
        case VoteOpened(judge=judge, remedy=remedy, to=to):
            return replace(dispute, opened=(*dispute.opened, (judge, Vote(remedy, to))))
        case DisputeRuled():
            return _ruled(dispute, fact, event)
        case RulingAppealed(pause=pause, within=within):
            running = (_deadline(LAPSE, dispute.number, within, event),)
            held = (_deadline(PAUSE, dispute.number, pause, event),) if pause else ()
            return replace(
                dispute, stage=Stage.APPEALED, deadlines=(*held, *running), since=event.at if pause else None, appellant=fact.seat
            )
        case DisputeEnded(how=how):
            return replace(dispute, stage=Stage(how), deadlines=(), since=None)
        case PauseEnded():
            return _going_on(dispute)
        case _:
            return dispute


def _ruled(dispute: Dispute, fact: DisputeRuled, event: Event) -> Dispute:
    stage = Stage.RULED if fact.appeal_within else Stage.FINAL
    running = (_deadline(APPEAL, dispute.number, fact.appeal_within, event),) if fact.appeal_within else ()
    ruling = Ruling(fact.judge, event.version, fact.remedy, fact.to)
    return replace(dispute, stage=stage, deadlines=running, since=None, rulings=(*dispute.rulings, ruling))


def _deadline(kind: str, number: int, within: int, event: Event) -> Deadline:
    return Deadline(f"{kind}:{number}", event.at + within, 0, event.version)


def _going_on(dispute: Dispute) -> Dispute:
    """Nothing stands still for it any more."""
    kept = tuple(deadline for deadline in dispute.deadlines if deadline.name != f"{PAUSE}:{dispute.number}")
    return replace(dispute, deadlines=kept, since=None)
