"""A panel of judges: called by the head judge, left by whoever steps aside, decided by votes that open together (TB-D4)."""

from collections import Counter

from domain.kernel.fact import Facts
from domain.kernel.refusal import Refused, require
from domain.kernel.rule import cites
from domain.kernel.secret import known
from domain.table.asking import Ask
from domain.table.disputes.commands import CallPanel, CastVote, Recuse
from domain.table.disputes.facts import JudgeRecused, PanelCalled, VoteOpened, VoteSealed
from domain.table.disputes.hearing import is_head, judging, running
from domain.table.disputes.parts import Dispute, Stage, Vote
from domain.table.disputes.reach import may_be_given, reached
from domain.table.fold import Folded
from domain.table.rulebook import PANEL, ROLES

FEWEST = 2


@cites(PANEL, ROLES)
def call_panel(folded: Folded, ask: Ask, command: CallPanel) -> Facts:
    """A panel; another where all of the last one stepped aside, or where what it has voted for can no longer be given."""
    dispute = running(folded, command.number, PANEL)
    require(is_head(ask), ROLES, "the head judge or an organiser calls a panel")
    judges = command.judges
    require(dispute.stage is Stage.OPEN, PANEL, "an appeal is the head judge's alone")
    stuck = bool(dispute.opened) and not may_be_given(folded, decided(dispute))
    require(not dispute.voters or stuck, PANEL, "the panel has been called")
    require(len(judges) >= FEWEST and list(judges) == sorted(set(judges)), PANEL, f"judges: {FEWEST} or more, in order, each once")
    missing = [judge for judge in judges if judge not in folded.table.judges or judge in dispute.recused]
    require(not missing, PANEL, f"judges: {', '.join(map(str, missing))} cannot sit on it")
    return (PanelCalled(dispute.number, judges).by(PANEL),)


@cites(PANEL)
def recuse(folded: Folded, ask: Ask, command: Recuse) -> Facts:
    """A judge steps aside; when only its vote was missing, the votes are opened."""
    dispute = running(folded, command.number, PANEL)
    judge = judging(ask, dispute)
    require(judge not in {paper.whose for paper in dispute.votes}, PANEL, "the judge has voted")
    left = tuple(voter for voter in dispute.voters if voter != judge)
    return (JudgeRecused(dispute.number, judge).by(PANEL), *(_opened(dispute, left) if judge in dispute.panel else ()))


@cites(PANEL)
def cast_vote(folded: Folded, ask: Ask, command: CastVote) -> Facts:
    """One vote, unseen until the panel is complete."""
    dispute = running(folded, command.number, PANEL)
    judge = judging(ask, dispute)
    require(dispute.stage is Stage.OPEN, PANEL, "an appeal is the head judge's alone")
    require(judge in dispute.voters, PANEL, "the judge does not sit on the panel")
    require(judge not in {paper.whose for paper in dispute.votes}, PANEL, "the judge has voted")
    vote = known(command.vote)
    reached(folded, vote)
    sealed = VoteSealed(dispute.number, judge, command.vote).by(PANEL)
    return (sealed, *_opened(dispute, dispute.voters, {judge: vote}))


def _opened(dispute: Dispute, voters: tuple[int, ...], cast: dict[int, Vote] | None = None) -> Facts:
    """Every vote in the panel's order, once all who are left have voted."""
    votes = {paper.whose: paper.content for paper in dispute.votes} | (cast or {})
    if not voters or not votes.keys() >= set(voters):
        return ()
    found = [(judge, vote if isinstance(vote := votes[judge], Vote) else known(vote)) for judge in voters]
    return tuple(VoteOpened(dispute.number, judge, vote.remedy, vote.to).by(PANEL) for judge, vote in found)


@cites(PANEL)
def decided(dispute: Dispute) -> Vote:
    """What the panel has voted for: most votes; of those level, the one that the first judge of the panel is for."""
    if not dispute.opened:
        raise Refused(PANEL, "the panel has not voted yet")
    counted = Counter(vote for _, vote in dispute.opened)
    most = max(counted.values())
    return next(vote for _, vote in dispute.opened if counted[vote] == most)
