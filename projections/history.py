"""A table's history as its viewer may read it: one line for each fact. Folded when it is asked for, never stored."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from domain.kernel import facts as line
from domain.kernel.event import Event
from domain.kernel.fact import Fact, TableFact
from domain.kernel.game import AnyGame, PointsCounted
from domain.kernel.names import is_judge
from domain.kernel.secret import Hidden, Secret, reveal
from domain.table import facts as table
from domain.table.disputes import facts as disputed
from domain.table.result import PENALTY
from projections.tree import tree_of


def history(game: AnyGame, events: Iterable[Event]) -> list[dict[str, Any]]:
    """``{version, at, actor, fact, seat, rule, sentence, on_line}`` for every fact of a viewer's copies, from the first on.

    ``seat`` is left out where the fact names none; ``on_line`` is false for what an undo left behind. What the viewer
    may not see is told as hidden; what its game does not find worth a sentence is left out.
    """
    told = tuple(events)
    standing = frozenset(tree_of(told).line())
    return [
        {
            "version": event.version,
            "at": event.at,
            "actor": event.actor,
            "fact": ruled.fact.NAME,
            **({} if (seat := getattr(ruled.fact, "seat", None)) is None else {"seat": seat}),
            "rule": ruled.rule,
            "sentence": said,
            "on_line": isinstance(ruled.fact, TableFact) or event.version in standing,
        }
        for event in told
        for ruled in event.facts
        if (said := sentence(game, ruled.fact))
    ]


def sentences(game: AnyGame, event: Event) -> list[str]:
    """A sentence for each fact of a copy that is worth one."""
    return [said for ruled in event.facts if (said := sentence(game, ruled.fact))]


def sentence(game: AnyGame, fact: Fact) -> str:
    """One sentence for any fact, as far as this copy knows what it says; "" where its game does not find it worth one.

    A fact that every game shares is said in the words of a game that lists it among its own.
    """
    if isinstance(fact, table.TableOpened):
        return _opened(game, fact)
    if isinstance(fact, PointsCounted) and fact.item == PENALTY:
        return f"Seat {fact.seat} loses {-fact.points} points by a ruling."
    ours = SENTENCES.get(type(fact))
    return game.words(fact) if ours is None or type(fact) in game.facts else ours(fact)


def _opened(game: AnyGame, fact: table.TableOpened) -> str:
    told = ((name, value) for name, value in sorted(fact.options.items()) if not _untold(game, name, value))
    options = ", ".join(f"{name.replace('_', ' ')}: {_option(value)}" for name, value in told)
    chosen = f"ruleset {fact.ruleset}, pack {fact.pack.name} {fact.pack.version}{f', {options}' if options else ''}"
    return f"A table for {len(fact.seats)} is opened: {game.title}, {chosen}. Its chance is fixed by a sealed seed."


def _untold(game: AnyGame, name: str, value: bool | str) -> bool:
    option = game.option(name)
    return option is not None and value in option.untold


def _option(value: bool | str) -> str:
    return value if isinstance(value, str) else "yes" if value else "no"


def _said(reason: Secret[str] | None) -> str:
    """What somebody gave as a reason, behind a sentence."""
    if reason is None:
        return ""
    said = reveal(reason)
    return " The reason is no longer kept." if isinstance(said, Hidden) else f" The reason: {said}"


def _claimed(fact: table.SeatClaimed) -> str:
    if fact.name is None:
        return f"Seat {fact.seat} is taken."
    name = reveal(fact.name)
    if isinstance(name, Hidden):
        return f"Seat {fact.seat} is taken, under a name that is hidden here."
    return f"Seat {fact.seat} is taken by {name}."


def _ages(fact: table.AgesOrdered) -> str:
    order = ", then ".join(" and ".join(f"seat {seat}" for seat in seats) for seats in fact.oldest_first)
    today = f" It is the birthday of {' and '.join(f'seat {seat}' for seat in fact.birthdays)}." if fact.birthdays else ""
    return f"By age, the oldest first: {order}.{today}"


def _head_moved(fact: table.HeadMoved) -> str:
    where = f"version {fact.to}" if fact.to else "the time before the start"
    return f"The game goes on from {where}; what was played otherwise stays in the record, off the line.{_said(fact.reason)}"


def _undo_asked(fact: table.UndoAsked) -> str:
    request = f"request {fact.number}, {fact.within / 60_000:g} minutes to answer"
    return f"Seat {fact.seat} asks the others to go on from version {fact.to} ({request}).{_said(fact.reason)}"


def _forked(fact: table.Forked) -> str:
    whose = "a judge" if is_judge(fact.eyes) else fact.eyes.replace(":", " ")
    return f"A table of its own from here on: a fork of {fact.table} at version {fact.version}, as {whose} knew it."


def _dealt(fact: line.DealtAnew) -> str:
    where = f"{fact.place.replace('_', ' ')}{'' if fact.seat is None else f' of seat {fact.seat}'}"
    cards = reveal(fact.cards)
    if isinstance(cards, Hidden):
        return f"Dealt anew, unseen: {where}."
    return f"Dealt anew: {where} holds {', '.join(card.rpartition(':')[2] for card in cards)}."


PENALTIES = {
    "warning": "is warned",
    "points": "loses {points} points",
    "game-loss": "loses the game",
    "disqualification": "is disqualified",
}
HOW = {"final": "the ruling is final", "withdrawn": "it was withdrawn", "lapsed": "nobody ruled on it in time"}
REMEDIES = {
    "leave": "the game stays as it is",
    "undo": "the last step is taken back",
    "rewind": "the game goes back to version {to}",
    "replay": "the game goes back to version {to}, and what may stand is played again",
    "correct": "what is wrong is corrected",
}


def _filed(fact: disputed.DisputeFiled) -> str:
    about = f"version {fact.event}" if fact.outcome is None else f"the outcome {fact.outcome}"
    return f"Seat {fact.seat} disputes {about} under {fact.disputed} (dispute {fact.number}).{_said(fact.claim)}"


def _ruled(fact: disputed.DisputeRuled) -> str:
    again = f" Played again: {_and(fact.replays)}." if fact.replays else ""
    return f"Judge {fact.judge} rules in dispute {fact.number} by {_and(fact.rules)}: {_remedy(fact)}.{again}{_said(fact.reason)}"


def _penalty(fact: disputed.PenaltyGiven) -> str:
    return f"Seat {fact.seat} {PENALTIES[fact.kind].format(points=fact.points)} (dispute {fact.number})."


def _remedy(fact: disputed.DisputeRuled | disputed.VoteOpened) -> str:
    return REMEDIES[fact.remedy].format(to=fact.to)


def _and(things: Iterable[Any]) -> str:
    return ", ".join(map(str, things))


def _answered(fact: line.AnswerSealed) -> str:
    answer = reveal(fact.answer)
    if isinstance(answer, Hidden):
        return f"Seat {fact.seat} has answered; the answer is hidden until it is opened."
    return f"Seat {fact.seat} has answered, unseen by the others: {answer}."


def _finished(fact: line.GameFinished) -> str:
    """Who has won, then all places: the first is not a win in every game."""
    who, has = (_seats(fact.winners), "have" if len(fact.winners) > 1 else "has") if fact.winners else ("nobody", "has")
    ranks = ", ".join(f"{rank}. {_seats(seats)}" for rank, seats in _ranked(fact))
    alone = sum(map(len, fact.places)) == 1
    return f"The game is over, and {who} {has} won{'' if alone else f': {ranks}'}."


def _seats(seats: tuple[int, ...]) -> str:
    return " and ".join(f"seat {seat}" for seat in seats)


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
    table.AgesOrdered: _ages,
    table.Started: lambda fact: "The table starts.",
    table.ConsentGiven: lambda fact: f"Seat {fact.seat} agrees: {fact.to}.",
    table.Paused: lambda fact: "The table is paused.",
    table.Resumed: lambda fact: "The table goes on.",
    table.Abandoned: lambda fact: "The table is abandoned, without a result.",
    table.HeadMoved: _head_moved,
    table.UndoAsked: _undo_asked,
    table.UndoAnswered: lambda fact: f"Seat {fact.seat} {'grants' if fact.granted else 'refuses'} request {fact.number}.",
    table.UndoRefused: lambda fact: f"Request {fact.number} is refused.",
    table.UndoWithdrawn: lambda fact: f"Request {fact.number} is withdrawn.",
    table.UndoLapsed: lambda fact: f"Request {fact.number} lapses: the table has moved on.",
    table.UndoExpired: lambda fact: f"Request {fact.number} expires, unanswered.",
    disputed.DisputeFiled: _filed,
    disputed.StatementSealed: lambda fact: f"Seat {fact.seat} has made its statement in dispute {fact.number}, unseen for now.",
    disputed.StatementsOpened: lambda fact: f"The statements in dispute {fact.number} are opened.",
    disputed.PanelCalled: lambda fact: f"Dispute {fact.number} goes to a panel of judges {_and(fact.judges)}.",
    disputed.JudgeRecused: lambda fact: f"Judge {fact.judge} steps aside from dispute {fact.number}.",
    disputed.VoteSealed: lambda fact: f"Judge {fact.judge} has voted in dispute {fact.number}, unseen for now.",
    disputed.VoteOpened: lambda fact: f"Judge {fact.judge} voted in dispute {fact.number}: {_remedy(fact)}.",
    disputed.DisputeRuled: _ruled,
    disputed.PenaltyGiven: _penalty,
    disputed.SeedRenewed: lambda fact: "Chance starts anew, from a new sealed seed; what nobody had seen is shuffled.",
    disputed.RulingAppealed: lambda fact: f"Seat {fact.seat} takes dispute {fact.number} to the head judge.{_said(fact.reason)}",
    disputed.DisputeEnded: lambda fact: f"Dispute {fact.number} is over: {HOW[fact.how]}.",
    disputed.PauseEnded: lambda fact: f"The table has stood still for dispute {fact.number} as long as it may.",
    disputed.WindowOpened: lambda fact: f"The result is provisional: it may be disputed for {fact.within // 1000} s.",
    disputed.WindowPassed: lambda fact: "The time for disputes has passed.",
    table.Viewed: lambda fact: f"Judge {fact.judge} looks at what is hidden.",
    table.Forked: _forked,
    table.Closed: lambda fact: "The table is closed, and what was sealed is opened; what people wrote stays sealed.",
    line.AnswerSealed: _answered,
    line.AnswerDropped: lambda fact: f"Seat {fact.seat} is asked again; what it had answered unseen is not known here.",
    line.DealtAnew: _dealt,
    line.DeadlineSet: lambda fact: f"The deadline {fact.deadline} runs out in {fact.within / 1000:g} s.",
    line.DeadlineLifted: lambda fact: f"The deadline {fact.deadline} is lifted.",
    line.DeadlinePassed: lambda fact: f"The deadline {fact.deadline} has passed.",
    line.SeatResigned: lambda fact: f"Seat {fact.seat} resigns.",
    line.GameFinished: _finished,
}
