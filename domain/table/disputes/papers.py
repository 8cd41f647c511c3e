"""Which sealed statements and votes an event opens: those given before it, and one given in it."""

from collections.abc import Iterator
from typing import Any

from domain.kernel.fact import Facts
from domain.kernel.secret import Secret
from domain.table.disputes.facts import StatementSealed, StatementsOpened, VoteOpened, VoteSealed
from domain.table.disputes.parts import Dispute, Paper


def opened_before(disputes: tuple[Dispute, ...], facts: Facts) -> Iterator[Paper]:
    """The papers of earlier events."""
    for ruled in facts:
        match ruled.fact:
            case StatementsOpened(number=number):
                yield from disputes[number - 1].statements
            case VoteOpened(number=number, judge=judge):
                yield from (paper for paper in disputes[number - 1].votes if paper.whose == judge)


def opened_here(facts: Facts) -> Iterator[Secret[Any]]:
    """The paper that is both given and opened."""
    heard = {ruled.fact.number for ruled in facts if isinstance(ruled.fact, StatementsOpened)}
    voted = {(ruled.fact.number, ruled.fact.judge) for ruled in facts if isinstance(ruled.fact, VoteOpened)}
    for ruled in facts:
        match ruled.fact:
            case StatementSealed(number=number, statement=statement) if number in heard:
                yield statement
            case VoteSealed(number=number, judge=judge, vote=vote) if (number, judge) in voted:
                yield vote
