"""From a command at a table to its facts."""

from domain.kernel.chance import Chance
from domain.kernel.fact import Facts, TableFact
from domain.kernel.facts import Expire
from domain.table.ages import order_ages
from domain.table.asking import Ask, Decision
from domain.table.commands import (
    Abandon,
    AnswerUndo,
    Claim,
    Close,
    Inspect,
    OrderAges,
    Pause,
    Ready,
    Resign,
    Resume,
    Start,
    Undo,
    WithdrawUndo,
)
from domain.table.disputes.commands import (
    Appeal,
    CallPanel,
    CastVote,
    FileDispute,
    GiveRuling,
    OpenStatements,
    Recuse,
    StateCase,
    WithdrawDispute,
)
from domain.table.disputes.hearing import appeal, file, let_go, open_statements, state_case, withdraw
from domain.table.disputes.owing import check_owed
from domain.table.disputes.panel import call_panel, cast_vote, recuse
from domain.table.disputes.renewing import chance_of
from domain.table.disputes.ruling import rule
from domain.table.ending import amends, closes, settle, window
from domain.table.fold import Folded
from domain.table.lifecycle import abandon, claim, close, expire, inspect, pause, ready, resign, resume, start
from domain.table.play import play
from domain.table.undo import answer_undo, lapsed, undo, withdraw_undo


def decide(folded: Folded, ask: Ask) -> Decision:
    """What a command causes, or Refused, QuestionGone, or Unknown where this copy cannot tell."""
    check_owed(folded.table, ask)
    chance = chance_of(folded, ask)
    facts = _decide(folded, ask, chance)
    if any(not isinstance(ruled.fact, TableFact) for ruled in facts) or amends(folded, facts):
        facts = settle(folded, facts)
    facts = (*facts, *lapsed(folded, facts), *let_go(folded, facts), *window(folded, facts))
    return Decision(facts, dict(chance.draws), closes(folded, facts))


def _decide(folded: Folded, ask: Ask, chance: Chance) -> Facts:
    match ask.command:
        case Claim() as command:
            return claim(folded, ask, command)
        case Ready() as command:
            return ready(folded, ask, command)
        case OrderAges() as command:
            return order_ages(folded, ask, command)
        case Start():
            return start(folded, ask, chance)
        case Pause():
            return pause(folded, ask)
        case Resume():
            return resume(folded, ask)
        case Resign():
            return resign(folded, ask, chance)
        case Abandon():
            return abandon(folded, ask)
        case Undo() as command:
            return undo(folded, ask, command)
        case AnswerUndo() as command:
            return answer_undo(folded, ask, command)
        case WithdrawUndo() as command:
            return withdraw_undo(folded, ask, command)
        case FileDispute() as command:
            return file(folded, ask, command)
        case StateCase() as command:
            return state_case(folded, ask, command)
        case OpenStatements() as command:
            return open_statements(folded, ask, command)
        case CallPanel() as command:
            return call_panel(folded, ask, command)
        case Recuse() as command:
            return recuse(folded, ask, command)
        case CastVote() as command:
            return cast_vote(folded, ask, command)
        case GiveRuling() as command:
            return rule(folded, ask, command, chance)
        case Appeal() as command:
            return appeal(folded, ask, command)
        case WithdrawDispute() as command:
            return withdraw(folded, ask, command)
        case Inspect():
            return inspect(ask)
        case Expire() as command:
            return expire(folded, ask, command, chance)
        case Close():
            return close(folded, ask)
        case _:
            return play(folded, ask, chance)
