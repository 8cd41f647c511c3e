"""Forks: a table of its own that goes on from another, as one viewer knew it (TB-W1)."""

from collections.abc import Iterable, Iterator
from typing import Any

from domain.kernel.chance import Chance, SeededChance, UnknownChance
from domain.kernel.event import Event
from domain.kernel.fact import Fact, Facts
from domain.kernel.facts import AnswerDropped, DealtAnew
from domain.kernel.names import JUDGE, ORGANISER, PUBLIC, Actor, Viewer, is_judge, seat_viewer
from domain.kernel.position import fold_facts
from domain.kernel.refusal import require
from domain.kernel.rule import cites
from domain.kernel.secret import Hidden, Sealed
from domain.table.asking import Ask, Decision
from domain.table.commands import Fork
from domain.table.facts import Forked
from domain.table.fold import Folded
from domain.table.rulebook import FORK, ROLES
from domain.table.state import Phase


@cites(FORK, ROLES)
def fork_table(folded: Folded, events: Iterable[Event], ask: Ask, command: Fork, hash: str, seed: str | Hidden) -> Decision:
    """The first facts of a fork's own, or Refused; Unknown where the seed is hidden and something is dealt anew.

    ``events`` are those of the other table up to that version, as ``command.eyes`` knew them, ``folded`` their fold and ``hash``
    their chain; ``seed``: 32 random bytes in hex.
    """
    table, seats = folded.table, range(len(folded.table.seats))
    require(_may_fork(ask.actor, command.eyes), ROLES, f"{ask.actor} does not fork a table as {command.eyes} knew it")
    require(command.version == table.tip, FORK, f"version: the table is at version {table.tip}, not {command.version}")
    over = folded.position.finished is not None or table.phase not in (Phase.SEATING, Phase.PLAYING)
    require(not over, FORK, f"version: the game is over at version {command.version}, so choose an earlier one")
    halfway = bool(table.owed) or (table.ages is not None and not table.started)
    require(not halfway, FORK, f"version: at version {command.version} something is still being carried out, so choose the next one")
    require(list(command.held) == [seat for seat in seats if seat in command.held], FORK, "held: seats of the table, in order")
    sealed = Sealed("" if isinstance(seed, Hidden) else seed, frozenset())
    forked = Forked(command.table, command.version, hash, command.eyes, command.held, sealed).by(FORK)
    if is_judge(command.eyes) or not table.started:
        return Decision((forked,), {}, closes=False)
    chance = _chance(folded, seed)
    anew = _ruled(_anew(folded, events, Viewer(command.eyes), chance))
    return Decision((forked, *anew), dict(chance.draws), closes=False)


def _may_fork(actor: Actor, eyes: str) -> bool:
    """A seat forks what it knew, a judge what anybody did; an organiser may have been brought anybody's record."""
    return eyes in (actor, PUBLIC) or is_judge(actor) or str(actor) == ORGANISER


def _chance(folded: Folded, seed: str | Hidden) -> SeededChance | UnknownChance:
    if isinstance(seed, Hidden):
        return UnknownChance()
    return SeededChance(bytes.fromhex(seed), [seat.entropy for seat in folded.table.seats], folded.position.draws)


@cites(FORK)
def _anew(folded: Folded, events: Iterable[Event], eyes: Viewer, chance: Chance) -> Iterator[Fact]:
    """Others' sealed answers dropped, and what lies in each hidden place that the viewer does not know to the last card."""
    position, game = folded.position, folded.game
    dropped = tuple(AnswerDropped(answer.seat) for answer in position.answers if seat_viewer(answer.seat) != eyes)
    yield from dropped
    shown, known = (fold_facts(game, state, _ruled(dropped)) for state in (position.state, recalled(folded, events)))
    for fact in game.deal(known, chance):
        if not (_is_for(fact, eyes) and game.evolve(shown, fact) == shown):
            yield fact


def recalled(folded: Folded, events: Iterable[Event]) -> Any:
    """The state at the head, with what the lines that were left have told of it: that cannot be unlearned."""
    facts = {event.version: event.facts for event in events if event.is_node}
    left: dict[int, list[Facts]] = {}
    line = (0, *folded.line())
    for tip in sorted(facts.keys() - {node.parent for node in folded.nodes.values()} - {*line}):
        path = folded.line(tip)
        away = next(number for number, node in enumerate(path) if node not in line)
        left.setdefault(folded.nodes[path[away]].parent, []).append(tuple(ruled for node in path[away:] for ruled in facts[node]))
    state = folded.nodes[0].position.state
    for node in line if left else ():
        state = fold_facts(folded.game, state, facts.get(node, ()))
        for told in left.get(node, ()):
            state = folded.game.recall(state, told)
    return state if left else folded.position.state


def _ruled(facts: Iterable[Fact]) -> Facts:
    return tuple(fact.by(FORK) for fact in facts)


def _is_for(fact: Fact, eyes: Viewer) -> bool:
    """Whether the cards are hidden from everybody else at the table."""
    return isinstance(fact, DealtAnew) and isinstance(fact.cards, Sealed) and fact.cards.audience <= {eyes, JUDGE}
