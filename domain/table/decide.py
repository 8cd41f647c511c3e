"""From a command at a table to its facts."""

from domain.kernel.chance import SeededChance, UnknownChance
from domain.kernel.fact import Facts, TableFact
from domain.kernel.facts import Expire, GameFinished
from domain.kernel.rule import cites
from domain.table.asking import Ask, Decision
from domain.table.commands import (
    Abandon,
    Claim,
    Close,
    Inspect,
    Pause,
    Ready,
    Resign,
    Resume,
    Start,
    Undo,
)
from domain.table.facts import Abandoned
from domain.table.fold import Folded
from domain.table.lifecycle import abandon, claim, close, expire, inspect, pause, ready, resign, resume, start
from domain.table.play import play, settle
from domain.table.rulebook import CLOSE
from domain.table.undo import undo


@cites(CLOSE)
def decide(folded: Folded, ask: Ask) -> Decision:
    """What a command causes, or Refused, QuestionGone, or Unknown where this copy cannot tell."""
    chance = folded.chance()
    facts = _decide(folded, ask, chance)
    if any(not isinstance(ruled.fact, TableFact) for ruled in facts):
        facts = settle(folded, facts)
    closes = any(isinstance(ruled.fact, GameFinished | Abandoned) for ruled in facts)
    return Decision(facts, dict(chance.draws), closes)


def _decide(folded: Folded, ask: Ask, chance: SeededChance | UnknownChance) -> Facts:
    match ask.command:
        case Claim() as command:
            return claim(folded, ask, command)
        case Ready() as command:
            return ready(folded, ask, command)
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
        case Undo():
            return undo(folded, ask)
        case Inspect():
            return inspect(ask)
        case Expire() as command:
            return expire(folded, ask, command, chance)
        case Close():
            return close(folded, ask)
        case _:
            return play(folded, ask, chance)
