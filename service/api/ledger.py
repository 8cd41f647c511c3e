"""What an undo leaves in the record: the branches that were left, and who has learned what."""

from flask import Response

from domain.kernel.names import Viewer, is_judge, may_see, seat_of
from projections.branches import branches as told_branches
from projections.knowledge import knowledge as told_knowledge
from service.api import answers, asked
from service.api.problems import FORBIDDEN, Fault, Problem, malformed
from service.api.routing import Call, Routes, answer
from service.api.sources import Source, decoded, source_of

routes = Routes("ledger", "What was left behind, and who has learned what")


@routes.get("/tables/<table:table>/branches", answers.Branches, asked.AsViewer)
def branches(call: Call, table: str) -> Response:
    """The line that counts and every branch that was left: when, by whom and why

    Any node of any branch can be read as it stood, with ``?at=`` on the table, its questions and its history.
    """
    source = source_of(call, table)
    events = decoded(source)
    found = {"table": table, "viewer": source.viewer, "tip": len(events), "branches": told_branches(source.codec.game, events)}
    return answer(found)


@routes.get("/tables/<table:table>/knowledge", answers.Knowledge, asked.KnowledgeSince)
def knowledge(call: Call, table: str) -> Response:
    """Who learned what at which event after ``since``, on branches that were left too

    A seat reads what it learned itself and what everybody did; a judge who has inspected reads what anybody learned, or
    one ``viewer``.
    """
    source = source_of(call, table)
    events = decoded(source)
    learner = _learner(call, source)
    lines = told_knowledge(source.codec.game, events, learner, call.query["since"])
    shown = {"table": table, "viewer": source.viewer, "tip": len(events), "learned": lines}
    return answer(shown if learner is None else {**shown, "learner": learner})


def _learner(call: Call, source: Source) -> Viewer | None:
    """Whose knowledge is asked for; None for everybody's."""
    wanted = call.query.get("learner")
    if wanted is None:
        return None if is_judge(source.viewer) else source.viewer
    if not is_judge(source.viewer) and not may_see(source.viewer, frozenset({Viewer(wanted)})):
        raise Problem(FORBIDDEN, f"viewer: {source.viewer} reads what {source.viewer} or public learned")
    if (seat_of(wanted) or 0) >= len(source.folded(1).table.seats):
        raise malformed([Fault("query", "viewer", f"there is no {wanted}")])
    return Viewer(wanted)
