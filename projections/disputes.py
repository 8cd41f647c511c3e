"""A table's disputes as one viewer's copies tell them: claim, evidence, statements, votes, rulings and what became of them."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from domain.kernel.event import Event
from domain.kernel.secret import Hidden, Secret, reveal
from domain.table.disputes.facts import (
    DisputeFiled,
    DisputeRuled,
    PenaltyGiven,
    RulingAppealed,
    StatementSealed,
)
from domain.table.disputes.parts import Dispute
from domain.table.fold import Folded

Told = dict[str, Any]
Read = Callable[[Secret[Any] | None], Any]


def disputes(folded: Folded, events: Iterable[Event], opened: Mapping[str, Any]) -> list[Told]:
    """Every dispute by number; ``opened`` are the values that later events opened, by digest. What is hidden is left out."""

    def read(secret: Secret[Any] | None) -> Any:
        value = None if secret is None else reveal(secret)
        if isinstance(value, Hidden):
            return opened.get(value.digest)
        return value

    found = [_shown(folded, dispute) for dispute in folded.table.disputes]
    for event in events:
        for ruled in event.facts:
            number = getattr(ruled.fact, "number", 0)
            if isinstance(ruled.fact, _TOLD) and number:
                _tell(found[number - 1], event, ruled.fact, read)
    return found


_TOLD = (DisputeFiled, StatementSealed, DisputeRuled, PenaltyGiven, RulingAppealed)


def _shown(folded: Folded, dispute: Dispute) -> Told:
    paused = folded.table.paused_at is not None
    return {
        "number": dispute.number,
        "seat": dispute.seat,
        "event": dispute.event,
        "rule": dispute.rule,
        "stage": str(dispute.stage),
        "filed": dispute.filed,
        "holds_the_table": dispute.holds_still and paused,
        "stops": None if dispute.stops is None else [list(stop) for stop in dispute.stops],
        "deadlines": [{"deadline": deadline.name, "due": deadline.due} for deadline in dispute.deadlines],
        "statements": [],
        "heard": dispute.heard,
        "panel": list(dispute.panel),
        "recused": sorted(dispute.recused),
        "voted": [paper.whose for paper in dispute.votes],
        "votes": [_without_none(judge=judge, remedy=str(vote.remedy), to=vote.to) for judge, vote in dispute.opened],
        "rulings": [],
        "appeals": [],
    }


def _tell(dispute: Told, event: Event, fact: Any, read: Read) -> None:
    match fact:
        case DisputeFiled():
            evidence = [{"version": pinned.version, "hash": pinned.hash} for pinned in fact.evidence]
            told = _without_none(claim=read(fact.claim), outcome=fact.outcome, attempt=_plain(read(fact.attempt)))
            dispute.update(told, evidence=evidence)
        case StatementSealed():
            dispute["statements"].append(_without_none(seat=fact.seat, version=event.version, statement=read(fact.statement)))
        case DisputeRuled():
            dispute["rulings"].append(_ruling(event, fact, read))
        case PenaltyGiven():
            given = _without_none(seat=fact.seat, kind=str(fact.kind), points=fact.points)
            dispute["rulings"][-1]["penalties"].append(given)
        case RulingAppealed():
            dispute["appeals"].append(_without_none(seat=fact.seat, version=event.version, reason=read(fact.reason)))


def _ruling(event: Event, fact: DisputeRuled, read: Read) -> Told:
    shown = _without_none(
        version=event.version,
        at=event.at,
        judge=fact.judge,
        rules=list(fact.rules),
        remedy=str(fact.remedy),
        to=fact.to,
        replays=None if fact.replays is None else list(fact.replays),
        reason=read(fact.reason),
        translation=read(fact.translation),
        final=not fact.appeal_within,
    )
    return {**shown, "penalties": []}


def _plain(attempt: Any) -> Any:
    """An attempt as JSON; one that was opened later is JSON already."""
    if attempt is None or isinstance(attempt, Mapping):
        return attempt
    names = ("at", "command", "rule", "reason", "arguments")
    return {name: getattr(attempt, name) for name in names}


def _without_none(**values: Any) -> Told:
    return {name: value for name, value in values.items() if value is not None}
