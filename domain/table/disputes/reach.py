"""How far back a remedy reaches: to the step before, or to a version that the game has stood at (TB-D6)."""

from domain.kernel.names import is_judge
from domain.kernel.refusal import Refused, require
from domain.kernel.rule import cites
from domain.table.disputes.parts import Remedy, Vote
from domain.table.fold import Folded
from domain.table.rulebook import FORK_BEGINS, REMEDIES

BACK = frozenset({Remedy.REWIND, Remedy.REPLAY})
"""The remedies that name a version to go back to."""


@cites(REMEDIES)
def reached(folded: Folded, vote: Vote) -> int | None:
    """The node that the remedy moves the head to, None where it leaves the head; Refused where there is none."""
    require((vote.to is not None) == (vote.remedy in BACK), REMEDIES, "to: the version to go back to, for rewind and replay alone")
    if vote.remedy is Remedy.UNDO:
        return _last_step(folded)
    return _target(folded, vote) if vote.remedy in BACK else None


def may_be_given(folded: Folded, vote: Vote) -> bool:
    """Whether the game could still go back as far as this remedy does."""
    try:
        reached(folded, vote)
    except Refused:
        return False
    return True


def _last_step(folded: Folded) -> int:
    before = folded.nodes[folded.table.head].parent
    require(before, REMEDIES, "there is no step to take back")
    _require_within(folded, before)
    return before


def _target(folded: Folded, vote: Vote) -> int:
    table, to = folded.table, vote.to
    if not to or to not in folded.nodes or to == table.head:
        raise Refused(REMEDIES, f"to: version {to} is none that the game could go back to")
    again = vote.remedy is Remedy.REPLAY
    require(not again or to in folded.line(), REMEDIES, "to: what is played again lies on the line that counts")
    _require_within(folded, to)
    return to


@cites(FORK_BEGINS)
def _require_within(folded: Folded, node: int) -> None:
    forked = folded.table.forked
    known = forked is None or is_judge(forked.eyes) or folded.table.is_own(node)
    require(known, FORK_BEGINS, "what comes before this fork is not known here")
