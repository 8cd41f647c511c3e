"""An open undo request as a viewer may know it: what would be taken back, and what is already known."""

from collections.abc import Iterable
from typing import Any

from domain.kernel.event import Event
from domain.kernel.secret import Hidden, reveal
from domain.table.fold import Folded
from domain.table.state import UndoRequest
from domain.table.undo import others_in
from projections.history import history
from projections.knowledge import knowledge


def undo_request(folded: Folded, events: Iterable[Event]) -> dict[str, Any] | None:
    """``{number, seat, version, to, due?, reason?, concerned, granted, taken_back, brought_back, known}``; None when none is open.

    ``version`` is when it was asked, ``due`` when it expires (ms UTC; left out during a pause). ``taken_back`` and
    ``brought_back`` are lines of the history, ``known`` lines of the knowledge: all that somebody has learned since the
    first of these events, as far as the viewer's copies tell it.
    """
    if (request := folded.table.request) is None:
        return None
    told = tuple(events)
    now, then = set(folded.line()), set(folded.line(request.to))
    lines = history(folded.game, told)
    return {
        **_asked(folded, request),
        "concerned": sorted(others_in(folded, request.seat)),
        "granted": sorted(request.granted),
        "taken_back": [line for line in lines if line["version"] in now - then],
        "brought_back": [line for line in lines if line["version"] in then - now],
        "known": knowledge(folded.game, told, None, since=min(now ^ then) - 1),
    }


def _asked(folded: Folded, request: UndoRequest) -> dict[str, Any]:
    deadline = request.deadline
    due = folded.table.due(deadline.due, deadline.paused)
    asked = {"number": request.number, "seat": request.seat, "version": deadline.version, "to": request.to, "due": due}
    return {name: value for name, value in {**asked, "reason": _reason(request)}.items() if value is not None}


def _reason(request: UndoRequest) -> str | None:
    if request.reason is None or isinstance(reason := reveal(request.reason), Hidden):
        return None
    return reason
