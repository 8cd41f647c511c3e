"""The game fold: a position of the line, and how one event carries it on."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from domain.kernel.event import Event
from domain.kernel.fact import Fact, Facts, LineFact, Ruled
from domain.kernel.facts import (
    AnswerDropped,
    AnswerSealed,
    DeadlineLifted,
    DeadlinePassed,
    DeadlineSet,
    DealtAnew,
    GameFinished,
    OpensAnswer,
    SeatResigned,
    TakesAnswerBack,
)
from domain.kernel.game import Game, Opening, Places, PointsCounted
from domain.kernel.names import Seat
from domain.kernel.question import Asked, QuestionId, question_id
from domain.kernel.replace import replace
from domain.kernel.secret import Hidden, Sealed

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Deadline:
    """A deadline of the rules; ``paused`` is how long (ms) the table had stood still at the version that set it."""

    name: str
    due: int
    paused: int
    version: int


@dataclass(frozen=True, slots=True)
class SealedAnswer:
    """An answer that waits to be opened, and the version that gave it."""

    seat: Seat
    digest: str
    version: int


@dataclass(frozen=True, slots=True)
class Position(Generic[S]):
    """All that the rules know at one node of the tree: the game's own state and what the kernel keeps beside it."""

    version: int
    state: S
    seats: int
    draws: Mapping[str, int] = field(default_factory=dict)
    closed: tuple[int, ...] = ()
    """Per seat, how many of its questions have been closed on this line."""
    asked: tuple[Asked, ...] = ()
    answers: tuple[SealedAnswer, ...] = ()
    deadlines: tuple[Deadline, ...] = ()
    resigned: tuple[Seat, ...] = ()
    """In the order of resigning."""
    sheet: Facts = ()
    finished: Places | None = None
    winners: tuple[Seat, ...] = ()

    def question_of(self, seat: Seat) -> Asked | None:
        return next((asked for asked in self.asked if asked.seat == seat), None)

    def question_id(self, seat: Seat, head_moves: int) -> QuestionId:
        return question_id(head_moves, seat, self.closed[seat])


def beginning(game: Game[S, Any], opening: Opening[Any]) -> Position[S]:
    """The position before the first fact: node 0, nobody asked."""
    seats = len(opening.colours)
    return Position(0, game.initial(opening), seats, closed=(0,) * seats)


def fold_facts(game: Game[S, Any], state: S, facts: Iterable[Ruled]) -> S:
    """The game's own state after these facts; what the kernel keeps is left out."""
    for ruled in facts:
        if given_to(game, ruled.fact):
            state = game.evolve(state, ruled.fact)
    return state


def given_to(game: Game[S, Any], fact: Fact) -> bool:
    return isinstance(fact, SeatResigned | AnswerDropped | DealtAnew) or type(fact) in game.facts


def advance(game: Game[S, Any], position: Position[S], event: Event, paused: int) -> Position[S]:
    """The position after a node's facts; ``paused`` is how long (ms) the table has stood still so far."""
    state = fold_facts(game, position.state, event.facts)
    # A sheet comes whole with a finish: one that a ruling amends takes the place of the one before.
    kept = tuple(ruled for ruled in event.facts if isinstance(ruled.fact, LineFact | TakesAnswerBack))
    counts = any(isinstance(ruled.fact, PointsCounted) for ruled in kept)
    after = replace(position, sheet=()) if counts else position
    for ruled in kept:
        after = _keep(after, ruled, event, paused)
    waiting = _waiting(game, state, after)
    closing = _closing(position, waiting, event)
    answers = tuple(answer for answer in after.answers if answer.seat not in closing)
    closed = tuple(count + (seat in closing) for seat, count in enumerate(position.closed))
    return replace(
        after,
        version=event.version,
        state=state,
        draws={**position.draws, **event.draws},
        asked=_asked(waiting, answers),
        answers=answers,
        closed=closed,
    )


def _keep(position: Position[S], ruled: Ruled, event: Event, paused: int) -> Position[S]:
    match ruled.fact:
        case AnswerSealed(seat=seat, answer=answer):
            digest = answer.digest if isinstance(answer, Sealed | Hidden) else ""
            others = tuple(kept for kept in position.answers if kept.seat != seat)
            return replace(position, answers=(*others, SealedAnswer(seat, digest, event.version)))
        case AnswerDropped(seat=seat) | TakesAnswerBack(seat=seat):
            return replace(position, answers=tuple(kept for kept in position.answers if kept.seat != seat))
        case DeadlineSet(deadline=name, within=within):
            return replace(position, deadlines=(*_without(position, name), Deadline(name, event.at + within, paused, event.version)))
        case DeadlineLifted(deadline=name) | DeadlinePassed(deadline=name):
            return replace(position, deadlines=_without(position, name))
        case SeatResigned(seat=seat):
            return replace(position, resigned=(*position.resigned, seat))
        case PointsCounted():
            return replace(position, sheet=(*position.sheet, ruled))
        case GameFinished(places=places, winners=winners):
            return replace(position, finished=places, winners=winners, deadlines=())
        case _:
            return position


def _without(position: Position[S], deadline: str) -> tuple[Deadline, ...]:
    return tuple(kept for kept in position.deadlines if kept.name != deadline)


def _waiting(game: Game[S, Any], state: S, kept: Position[S]) -> tuple[Asked, ...]:
    if kept.finished is not None:
        return ()
    return tuple(asked for asked in game.waiting(state) if asked.seat not in kept.resigned)


def _asked(waiting: tuple[Asked, ...], answers: tuple[SealedAnswer, ...]) -> tuple[Asked, ...]:
    answered = {answer.seat for answer in answers}
    return tuple(replace(asked, required=False) if asked.seat in answered else asked for asked in waiting)


def _closing(before: Position[S], waiting: tuple[Asked, ...], event: Event) -> set[Seat]:
    """The seats whose question this event closes: answered for good, opened, gone, or another in its place."""
    sealing = {ruled.fact.seat for ruled in event.facts if isinstance(ruled.fact, AnswerSealed)}
    closing = {ruled.fact.seat for ruled in event.facts if isinstance(ruled.fact, OpensAnswer)}
    answered = {answer.seat for answer in before.answers}
    if event.question is not None and (seat := event.seat) is not None and seat not in sealing | answered:
        # A sealed answer stands until it is opened, whatever else its seat asks for beside it.
        closing.add(seat)
    still = {(asked.seat, asked.kind, asked.detail) for asked in waiting}
    # What nobody had to answer and nobody did goes uncounted: else the ids would hang on how long others took.
    counted = (asked for asked in before.asked if asked.required or asked.seat in answered)
    return closing | {asked.seat for asked in counted if (asked.seat, asked.kind, asked.detail) not in still}
