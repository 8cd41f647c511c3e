"""A table's branches for whoever may read them: what was left behind, when, by whom and why."""

from collections.abc import Iterable, Mapping
from typing import Any

from domain.kernel.event import Event
from domain.kernel.game import AnyGame
from domain.table.facts import HeadMoved, UndoAnswered, UndoAsked
from projections.history import sentence, sentences
from projections.tree import Branch, Departure, tree_of


def branches(game: AnyGame, events: Iterable[Event]) -> list[dict[str, Any]]:
    """``{tip, since, nodes, live, left?: {version, at, actor, rule, to, asked_by?, sentences}}``: the line that counts, then the branches.

    Each node is a version that can be read as it stood. ``left`` is the head move that abandoned the branch last, with a
    sentence for every fact of its event as far as this copy tells it.
    """
    told = tuple(events)
    asked = {ruled.fact.number: ruled.fact for event in told for ruled in event.facts if isinstance(ruled.fact, UndoAsked)}
    return [_told(game, branch, asked) for branch in tree_of(told).branches()]


def _told(game: AnyGame, branch: Branch, asked: Mapping[int, UndoAsked]) -> dict[str, Any]:
    shown = {"tip": branch.tip, "since": branch.since, "nodes": list(branch.nodes), "live": branch.departure is None}
    return shown if branch.departure is None else {**shown, "left": _departure(game, branch.departure, asked)}


def _departure(game: AnyGame, departure: Departure, asked: Mapping[int, UndoAsked]) -> dict[str, Any]:
    event = departure.event
    granted = next((asked[ruled.fact.number] for ruled in event.facts if isinstance(ruled.fact, UndoAnswered)), None)
    request = {} if granted is None else {"asked_by": granted.seat}
    rule, to = next((ruled.rule, ruled.fact.to) for ruled in event.facts if isinstance(ruled.fact, HeadMoved))
    return {
        "version": event.version,
        "at": event.at,
        "actor": event.actor,
        "rule": rule,
        "to": to,
        **request,
        "sentences": [*(() if granted is None else (sentence(game, granted),)), *sentences(game, event)],
    }
