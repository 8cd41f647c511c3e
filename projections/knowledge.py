"""Who learned what at which event: the information ledger (design 4), told from one viewer's copies."""

from collections.abc import Iterable
from typing import Any

from domain.kernel.event import Event
from domain.kernel.game import AnyGame
from domain.kernel.ledger import Lesson, lessons
from domain.kernel.names import Viewer
from projections.history import sentence
from projections.tree import tree_of


def knowledge(game: AnyGame, events: Iterable[Event], learner: Viewer | None, since: int = 0) -> list[dict[str, Any]]:
    """``{version, at, on_line, fact, field, learned, knew?, sentence}`` for everything that became known after ``since``.

    Only what ``learner`` learned, or what anybody did for None, as far as these copies hold it. ``learned`` names the
    viewers whom it was told, and ``knew`` the seat that knew it before. Branches that were left are in it too (``on_line``
    false): what was learned there stays learned.
    """
    told = tuple(events)
    standing = frozenset(tree_of(told).line())
    return [
        lesson_line(game, event, lesson, event.version in standing)
        for event in told
        if event.version > since
        for lesson in lessons(event)
        if learner is None or lesson.taught(learner)
    ]


def lesson_line(game: AnyGame, event: Event, lesson: Lesson, on_line: bool) -> dict[str, Any]:
    """One line of the ledger."""
    return {
        "version": event.version,
        "at": event.at,
        "on_line": on_line,
        "fact": lesson.fact.NAME,
        "field": lesson.field,
        "learned": sorted(lesson.audience),
        **({} if lesson.knew is None else {"knew": lesson.knew}),
        "sentence": sentence(game, lesson.fact),
    }
