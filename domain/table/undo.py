"""Taking back: the free undo of a seat's own latest action."""

from domain.kernel.fact import Facts
from domain.kernel.refusal import Refused, require
from domain.kernel.rule import cites
from domain.table.asking import Ask, QuestionGone
from domain.table.facts import HeadMoved
from domain.table.fold import Folded
from domain.table.rulebook import CLOSED, FREE_UNDO, ROLES


@cites(FREE_UNDO, CLOSED)
def undo(folded: Folded, ask: Ask) -> Facts:
    """Move the head to the node before the seat's own latest action, when that takes nothing back from anybody."""
    if (seat := ask.seat) is None:
        raise Refused(ROLES, f"{ask.actor} has no action to take back")
    table = folded.table
    if ask.seen is not None and ask.seen < table.moved:
        raise QuestionGone
    require(not table.closed and not table.abandoned, CLOSED, "the table is closed")
    head = table.head
    before = folded.nodes[head].parent
    require(before, FREE_UNDO, "there is nothing to take back")
    require(table.others_acted[seat] < head, FREE_UNDO, f"somebody else acted at version {table.others_acted[seat]}")
    told = table.others_news[seat]
    require(told < head, FREE_UNDO, f"something became known at version {told}: that cannot be unlearned")
    return (HeadMoved(before).by(FREE_UNDO),)
