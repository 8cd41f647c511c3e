"""What holds of every undo in every game; written against the ``Game`` record, as ``invariants`` is."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from random import Random
from typing import Any

from domain.kernel.bag import Bag
from domain.kernel.facts import Expire, GameFinished
from domain.kernel.game import AnyGame
from domain.kernel.names import PUBLIC, SYSTEM, Seat, Viewer, seat_of, seat_viewer
from domain.kernel.refusal import Refused
from domain.kernel.secret import Sealed
from domain.table.asking import Ask
from domain.table.commands import AnswerUndo, Undo, WithdrawUndo
from domain.table.fold import Folded, fold, opened, take
from domain.table.undo import others_in
from projections.players import players
from projections.projection import Told
from projections.scores import scores
from projections.tables import tables
from tests.invariants import play_out, viewers, without_questions
from tests.match import Match, actor, apart, copy_of

JUDGE = "judge:0"
THE_MOVE: Mapping[str, Any] = {
    "head": 0,
    "head_moves": 0,
    "moved": 0,
    "tip": 0,
    "at": 0,
    "consents": frozenset(),
    "request": None,
    "others_acted": (),
}
"""What a head move itself changes at the table; consents and a request lapse with it, and it is an act that a free redo does not pass."""
REASON = Sealed("a ruling", frozenset({PUBLIC}))
OVER_TIME = ("version", "last_at")
"""What a read model says of the table itself, and no head move takes back."""


def unfinished(match: Match) -> Match:
    """The table as it stood before the event that ended it."""
    last = next(event.version for event in match.events if any(isinstance(ruled.fact, GameFinished) for ruled in event.facts)) - 1
    return Match(match.game, match.pack, match.events[:last], apart(match.at(last)), match.asks[: last - 1])


def rewound(match: Match, to: int) -> Match:
    """The table, apart, after a ruling has moved the head."""
    again = match.copy()
    again.does(JUDGE, Undo(to, REASON))
    return again


def steps(match: Match) -> Iterator[Folded]:
    """The table at every node of the game, each folded on from the one before."""
    folded = opened(match.game, match.pack, match.events[0])
    for event in match.events[1:]:
        folded = take(folded, event)
        if event.is_node:
            yield folded


def read_models(match: Match, folded: Folded) -> list[dict[str, Any]]:
    told = Told("k7q2m4x6z3a5b7c2", match.events[0].at, folded)
    return [{name: value for name, value in fold_of(told).items() if name not in OVER_TIME} for fold_of in (scores, tables, players)]


def every_version_is_its_prefix(match: Match) -> int:
    """Moved to any version, the head has the position, the questions and the read models of replaying up to it; how many versions."""
    checked = 0
    for prefix in steps(match):
        if prefix.table.head == match.folded.table.head:
            continue
        after = rewound(match, prefix.table.head).folded
        assert after.position == prefix.position
        assert after.line() == prefix.line()
        assert any(asked.required for asked in after.position.asked)
        assert read_models(match, after) == read_models(match, prefix)
        checked += 1
    return checked


def what_the_table_did_stands(match: Match) -> int:
    """Claims, a pause, looks, the answers to other things: no head move takes back what is the table's; how many moves were tried."""
    nodes = [node for node in match.folded.nodes if node not in (0, match.folded.table.head)]
    for node in nodes:
        after, before = rewound(match, node).folded.table, match.folded.table
        assert (after.head, after.head_moves, after.moved, after.tip) == (node, before.head_moves + 1, before.tip + 1, before.tip + 1)
        assert replace(after, **THE_MOVE) == replace(before, **THE_MOVE)
    return len(nodes)


def every_view_is_its_prefix(match: Match, random: Random, versions: int = 3) -> None:
    """So it is for every viewer's copies, and each seat is offered what it was offered then."""
    nodes = [node for node in match.folded.line() if node != match.folded.table.head]
    for node in random.sample(nodes, min(versions, len(nodes))):
        again = rewound(match, node)
        for viewer in viewers(match):
            after, prefix = again.view(viewer), match.view(viewer, up_to=node)
            assert after.position == prefix.position
        for seat in map(Seat, range(match.folded.position.seats)):
            views = [again.view(seat_viewer(seat)), match.view(seat_viewer(seat), up_to=node)]
            asked = [match.game.choices(view.position.state, seat) if view.position.question_of(seat) else () for view in views]
            assert asked[0] == asked[1]


def done_and_undone_twice(match: Match, random: Random) -> None:
    """Doing, taking back, doing the same and taking back again: the same outcomes, the same draws, and nothing done."""
    if match.folded.position.finished is not None:
        return
    asked = random.choice([asked for asked in match.folded.position.asked if asked.required])
    command = random.choice(match.game.choices(match.state, asked.seat)).command
    again, outcomes = match.copy(), []
    for _ in range(2):
        event = again.answer(asked.seat, command)
        outcomes.append((without_questions(event.facts), event.draws, again.state))
        if again.folded.table.closed:
            return
        again.does(JUDGE, Undo(match.folded.table.head, REASON))
        assert again.folded.position == match.folded.position
    assert outcomes[0] == outcomes[1]


def nothing_learned_is_taken_back_freely(match: Match, random: Random) -> None:
    """What a seat may take back alone named no face to itself that it did not know, and to others only such as it knew."""
    event = match.events[-1]
    mine = seat_viewer(seat) if (seat := seat_of(event.actor)) is not None else PUBLIC
    if not (event.is_node and seat is not None and match.undoes(seat)):
        return
    known, now = _faces(match, mine)
    assert now <= known
    for viewer in viewers(match):
        before, after = _faces(match, viewer)
        assert after - before <= known, f"{viewer} learned {after - before} at version {event.version}"


def _faces(match: Match, viewer: Viewer) -> tuple[frozenset[str], frozenset[str]]:
    """Every printed thing that a viewer's state named before and after the latest event: ``pack:entry`` texts, and faces in bags."""
    folded = match.view(viewer)
    head = folded.nodes[folded.table.head]
    before, after = (frozenset(_named(position.state)) for position in (folded.nodes[head.parent].position, head.position))
    names = {name for name in before | after if not name.startswith(f"{folded.table.pack.name}:")}
    return before - names, after - names


def _named(value: Any) -> Iterator[str]:
    match value:
        case str():
            yield value
        case Bag():
            yield from value.known
        case Mapping():
            yield from _named(tuple(value.values()))
        case tuple() | frozenset():
            for item in value:
                yield from _named(item)
        case _ if is_dataclass(value):
            # The printed cards are everybody's.
            yield from _named(tuple(getattr(value, part.name) for part in fields(value) if part.name != "pack"))


def restless(game: AnyGame, seats: int, seed: int | str, undos: int = 40) -> Match:
    """A whole game in which seats take back, ask, answer, withdraw and let expire, and a judge rules, so many times."""
    left = [undos]

    def stir(match: Match, random: Random) -> None:
        while left[0] and not match.folded.table.closed and random.random() < 0.6:
            left[0] -= disturb(match, random)

    return play_out(game, seats, seed, looks=[stir])


def disturb(match: Match, random: Random) -> bool:
    """One thing that can be done about undos now; whether a rule allowed it."""
    before = match.tip
    try:
        match.take(_disturbance(match, random))
    except Refused:
        return False
    assert match.tip == before + 1
    assert any(asked.required for asked in match.folded.position.asked)
    return True


def _disturbance(match: Match, random: Random) -> Ask:
    request, seat = match.folded.table.request, random.randrange(match.folded.position.seats)
    to = random.choice([node for node in match.folded.nodes if node])
    acts = [match.ask(actor(seat), Undo()), match.ask(actor(seat), Undo(to)), match.ask(JUDGE, Undo(to, REASON))]
    if request is None:
        return random.choice(acts)
    others = sorted(others_in(match.folded, request.seat))
    answers = [match.ask(actor(other), AnswerUndo(request.number, random.random() < 0.8)) for other in others]
    due = match.folded.table.due(request.deadline.due, request.deadline.paused)
    ends = [match.ask(actor(request.seat), WithdrawUndo(request.number)), match.ask(SYSTEM, Expire(request.deadline.name), at=due)]
    return random.choice([*answers, *answers, *answers, *ends, *acts])


def folds_alike(match: Match, viewer: Viewer) -> None:
    """A viewer's fold of the whole stream has the head, the requests and the clocks of the true one."""
    view = fold(opened(match.game, match.pack, copy_of(match.events[0], viewer)), (copy_of(event, viewer) for event in match.events[1:]))
    theirs, true = view.table, match.folded.table
    assert replace(theirs, seats=(), seeds=()) == replace(true, seats=(), seeds=())
    assert view.spent == match.folded.spent
