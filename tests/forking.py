"""Forks of tables in memory: what a viewer's copies hold of another table, and a chain of their own behind it."""

from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from random import Random
from typing import Any

from domain.kernel.chance import Chance
from domain.kernel.fact import Facts
from domain.kernel.names import Actor, Seat, Viewer
from domain.kernel.refusal import Refused
from domain.table.asking import Ask, QuestionGone
from domain.table.commands import Fork
from domain.table.fold import fold, opened
from domain.table.forking import fork_table
from tests.invariants import Choose, Look, _SwappedChance, any_choice
from tests.match import STEP, Match, copy_of

PARENT = "k7q2m4x6z3a5b7c2"
HASH = "f0" * 32


def begun(match: Match, viewer: str, version: int | None = None, invited: Sequence[int] = (), table: str = PARENT) -> tuple[Match, Ask]:
    """What a fork has before its own first event, and what is asked for."""
    version = match.tip if version is None else version
    events = [copy_of(event, Viewer(viewer)) for event in match.events[:version]]
    folded = fold(opened(match.game, match.pack, events[0]), events[1:])
    held = tuple(Seat(seat) for seat in range(len(folded.table.seats)) if seat not in invited)
    ask = Ask(Actor(viewer), Fork(table, version, viewer, held), folded.table.at + STEP, seen=version)
    return Match(match.game, match.pack, events, folded, list(match.asks[: version - 1])), ask


def forked(
    match: Match, viewer: str, version: int | None = None, seed: int | str = 0, invited: Sequence[int] = (), table: str = PARENT
) -> Match:
    """A fork of a match as a viewer knew it; the seats that nobody is ``invited`` to are held by whoever forks."""
    fork, ask = begun(match, viewer, version, invited, table)
    assert isinstance(ask.command, Fork)
    fork._append(ask, fork_table(fork.folded, fork.events, ask, ask.command, HASH, fork_seed(seed)))
    return fork


def fork_seed(seed: int | str) -> str:
    return sha256(f"fork {seed}".encode()).hexdigest()


def play_on(match: Match, seed: int | str, *, most: int = 3000, looks: Sequence[Look] = (), choose: Choose = any_choice) -> Match:
    """The match, played on to its close, or for so many answers."""
    random = Random(f"{match.game.name} on {seed}")
    while most and not match.folded.table.closed:
        for look in looks:
            look(match, random)
        asked = random.choice([asked for asked in match.folded.position.asked if asked.required])
        match.answer(asked.seat, choose(match, asked, match.game.choices(match.state, asked.seat), random).command)
        most -= 1
    return match


def other_world(match: Match, viewer: str, random: Random, labels: tuple[str, ...], shuffles: int) -> tuple[Match, int]:
    """The same commands where two cards of one hidden shuffle lie the other way round, and up to where the viewer's copies agree."""
    number, places, swapped = random.randrange(shuffles), (random.random(), random.random()), list[str]()

    def start(state: Any, chance: Chance) -> Facts:
        return match.game.start(state, _SwappedChance(chance, labels, number, places, swapped))

    game, first = replace(match.game, start=start), match.events[0]
    other, same = Match(game, match.pack, [first], opened(game, match.pack, first)), 1
    for ask in match.asks:
        try:
            other.take(ask)
        except (Refused, QuestionGone):
            break
        mine, theirs = (copy_of(world.events[other.tip - 1], Viewer(viewer)) for world in (match, other))
        if mine != theirs or other.folded.position.finished:
            break
        same = other.tip
    return other, same
