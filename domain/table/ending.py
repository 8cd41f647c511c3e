"""The end of a game and of its table: sheet, ranking, dispute window, close."""

from typing import Any

from domain.kernel.fact import Facts, TableFact
from domain.kernel.facts import GameFinished, SeatResigned
from domain.kernel.position import Position, fold_facts
from domain.kernel.rule import Rule, cites
from domain.table.disputes.facts import DisputeEnded, DisputeRuled, PenaltyGiven, WindowOpened, WindowPassed
from domain.table.disputes.parts import LOSING, Penalty
from domain.table.facts import Abandoned, HeadMoved
from domain.table.fold import Folded
from domain.table.options import dispute_window
from domain.table.result import ranked, sheet
from domain.table.rulebook import CLOSE, FINISH, LAST_SEAT, PENALTIES, RESIGNED_BELOW, WINDOW


@cites(FINISH, LAST_SEAT, RESIGNED_BELOW)
def settle(folded: Folded, facts: Facts) -> Facts:
    """The facts with the score sheet and the ranking behind them, when they end the game or amend its end."""
    game, position = folded.game, _base(folded, facts)
    state = fold_facts(game, position.state, (ruled for ruled in facts if not isinstance(ruled.fact, TableFact)))
    resigned = (*position.resigned, *(ruled.fact.seat for ruled in facts if isinstance(ruled.fact, SeatResigned)))
    ending = _ending(folded, game.over(state), resigned)
    if ending is None:
        return facts
    penalties = _standing(folded, facts)
    out = tuple(dict.fromkeys((*resigned, *(one.seat for one in penalties if one.kind in LOSING))))
    finished = GameFinished(*ranked(game, state, out, penalties))
    return (*facts, *sheet(game, state, penalties), finished.by(ending))


def _base(folded: Folded, facts: Facts) -> Position[Any]:
    """Where the facts of the game go on from: the head, or where these facts move it."""
    to = next((ruled.fact.to for ruled in facts if isinstance(ruled.fact, HeadMoved)), folded.table.head)
    return folded.nodes[to].position


def _ending(folded: Folded, over: Rule | None, resigned: tuple[int, ...]) -> Rule | None:
    seats = folded.position.seats
    if len(resigned) >= max(1, seats - 1):
        return LAST_SEAT
    return over


@cites(PENALTIES)
def amends(folded: Folded, facts: Facts) -> bool:
    """Whether the game is over where these facts leave it, and its result there is another by the penalties that now stand."""
    position = _base(folded, facts)
    ruled_before = any(dispute.rulings for dispute in folded.table.disputes)
    may_differ = (ruled_before and _any(facts, HeadMoved)) or _standing(folded, facts) != folded.table.penalties
    if position.finished is None or not may_differ:
        return False
    *counted, finished = settle(folded, facts)[len(facts) :] or (None,)
    stands = (*position.sheet, GameFinished(position.finished, position.winners))
    return finished is not None and (*counted, finished.fact) != stands


@cites(PENALTIES)
def _standing(folded: Folded, facts: Facts) -> tuple[Penalty, ...]:
    """The penalties behind these facts: a ruling on an appeal puts its own in the place of the first ruling's."""
    again = {ruled.fact.number for ruled in facts if isinstance(ruled.fact, DisputeRuled)}
    kept = tuple(given.penalty for given in folded.table.given if given.number not in again)
    given = (ruled.fact for ruled in facts if isinstance(ruled.fact, PenaltyGiven))
    return (*kept, *(Penalty(fact.seat, fact.kind, fact.points) for fact in given))


@cites(WINDOW)
def window(folded: Folded, facts: Facts) -> Facts:
    """The dispute window of a game that has just ended, where the table has one."""
    within = dispute_window(folded.table.options)
    begins = _over(folded, facts) and (folded.position.finished is None or _any(facts, HeadMoved))
    return (WindowOpened(within).by(WINDOW),) if begins and within else ()


@cites(FINISH)
def _over(folded: Folded, facts: Facts) -> bool:
    """Whether the game is over behind these facts: the finish follows the head."""
    return _any(facts, GameFinished) or _base(folded, facts).finished is not None


@cites(CLOSE, WINDOW)
def closes(folded: Folded, facts: Facts) -> bool:
    """Whether the table closes behind these facts: it is abandoned, or over with nothing left to dispute."""
    if _any(facts, Abandoned):
        return True
    if not _over(folded, facts) or not _any(facts, GameFinished | HeadMoved | WindowPassed | DisputeRuled | DisputeEnded):
        return False
    running = _any(facts, WindowOpened) or (folded.table.window is not None and not _any(facts, WindowPassed | HeadMoved))
    return not running and not _open_disputes(folded, facts)


def _open_disputes(folded: Folded, facts: Facts) -> set[int]:
    open_now = {dispute.number for dispute in folded.table.open_disputes}
    for ruled in facts:
        if isinstance(ruled.fact, DisputeEnded) or (isinstance(ruled.fact, DisputeRuled) and not ruled.fact.appeal_within):
            open_now.discard(ruled.fact.number)
    return open_now


def _any(facts: Facts, kind: object) -> bool:
    return any(isinstance(ruled.fact, kind) for ruled in facts)  # type: ignore[arg-type]
