"""A table's history as its viewer may read it: one line for each fact. Folded when it is asked for, never stored."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from domain.kernel import facts as line
from domain.kernel.event import Event
from domain.kernel.fact import Fact, TableFact
from domain.kernel.game import AnyGame
from domain.kernel.secret import Hidden, reveal
from domain.table import facts as table


def history(game: AnyGame, events: Iterable[Event]) -> list[dict[str, Any]]:
    """``{version, at, actor, fact, seat, rule, sentence, on_line}`` for every fact of a viewer's copies, from the first on.

    ``seat`` is left out where the fact names none; ``on_line`` is false for what an undo left behind. What the viewer
    may not see is told as hidden.
    """
    told = tuple(events)
    standing = _line(told)
    return [
        {
            "version": event.version,
            "at": event.at,
            "actor": event.actor,
            "fact": ruled.fact.NAME,
            **({"seat": ruled.fact.seat} if hasattr(ruled.fact, "seat") else {}),
            "rule": ruled.rule,
            "sentence": sentence(game, ruled.fact),
            "on_line": isinstance(ruled.fact, TableFact) or event.version in standing,
        }
        for event in told
        for ruled in event.facts
    ]


def sentence(game: AnyGame, fact: Fact) -> str:
    """One sentence for any fact, as far as this copy knows what it says."""
    if isinstance(fact, table.TableOpened):
        return _opened(game, fact)
    ours = SENTENCES.get(type(fact))
    return game.words(fact) if ours is None else ours(fact)


def _line(events: Iterable[Event]) -> frozenset[int]:
    """The versions of the nodes that lead to the head."""
    head, parents = 0, {0: 0}
    for event in events:
        if event.is_node:
            parents[event.version] = head if event.parent is None else event.parent
            head = event.version
        for ruled in event.facts:
            if isinstance(ruled.fact, table.HeadMoved):
                head = ruled.fact.to
    found = set()
    while head:
        found.add(head)
        head = parents[head]
    return frozenset(found)


def _opened(game: AnyGame, fact: table.TableOpened) -> str:
    options = ", ".join(f"{name.replace('_', ' ')}: {_option(value)}" for name, value in sorted(fact.options.items()))
    chosen = f"ruleset {fact.ruleset}, pack {fact.pack.name} {fact.pack.version}{f', {options}' if options else ''}"
    return f"A table for {len(fact.seats)} is opened: {game.title}, {chosen}. Its chance is fixed by a sealed seed."


def _option(value: bool | str) -> str:
    return value if isinstance(value, str) else "yes" if value else "no"


def _claimed(fact: table.SeatClaimed) -> str:
    if fact.name is None:
        return f"Seat {fact.seat} is taken."
    name = reveal(fact.name)
    if isinstance(name, Hidden):
        return f"Seat {fact.seat} is taken, under a name that is hidden here."
    return f"Seat {fact.seat} is taken by {name}."


def _head_moved(fact: table.HeadMoved) -> str:
    where = f"version {fact.to}" if fact.to else "the time before the start"
    return f"The game goes back to {where}; what followed stays in the record, off the line."


def _answered(fact: line.AnswerSealed) -> str:
    answer = reveal(fact.answer)
    if isinstance(answer, Hidden):
        return f"Seat {fact.seat} has answered; the answer is hidden until it is opened."
    return f"Seat {fact.seat} has answered, unseen by the others: {answer}."


def _finished(fact: line.GameFinished) -> str:
    ranks = (f"{rank}. {' and '.join(f'seat {seat}' for seat in seats)}" for rank, seats in _ranked(fact))
    return f"The game is over: {', '.join(ranks)}."


def _ranked(fact: line.GameFinished) -> Iterable[tuple[int, tuple[int, ...]]]:
    """Each place with its number: two seats that share the first are followed by the third."""
    rank = 1
    for seats in fact.places:
        yield rank, seats
        rank += len(seats)


SENTENCES: Mapping[type[Fact], Callable[[Any], str]] = {
    table.SeatClaimed: _claimed,
    table.JudgeClaimed: lambda fact: f"Judge {fact.judge} takes the chair.",
    table.SpectatorClaimed: lambda fact: f"Spectator {fact.spectator} looks on.",
    table.ColourNamed: lambda fact: f"Seat {fact.seat} names its colour: {fact.colour}.",
    table.SeatReady: lambda fact: f"Seat {fact.seat} is ready{', with entropy of its own' if fact.entropy else ''}.",
    table.Started: lambda fact: "The table starts.",
    table.ConsentGiven: lambda fact: f"Seat {fact.seat} agrees: {fact.to}.",
    table.Paused: lambda fact: "The table is paused.",
    table.Resumed: lambda fact: "The table goes on.",
    table.Abandoned: lambda fact: "The table is abandoned, without a result.",
    table.HeadMoved: _head_moved,
    table.Viewed: lambda fact: f"Judge {fact.judge} looks at what is hidden.",
    table.Closed: lambda fact: "The table is closed, and what was sealed is opened; what people wrote stays sealed.",
    line.AnswerSealed: _answered,
    line.DeadlineSet: lambda fact: f"The deadline {fact.deadline} runs out in {fact.within / 1000:g} s.",
    line.DeadlineLifted: lambda fact: f"The deadline {fact.deadline} is lifted.",
    line.DeadlinePassed: lambda fact: f"The deadline {fact.deadline} has passed.",
    line.SeatResigned: lambda fact: f"Seat {fact.seat} resigns.",
    line.GameFinished: _finished,
}
