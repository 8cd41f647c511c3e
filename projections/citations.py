"""Where each rule was cited at a table: the facts that follow from it, by the versions that hold them."""

from typing import Any

from projections.projection import Projection, Told


def citations(told: Told) -> dict[str, Any]:
    """``{game, opened_at, cited: {rule: {fact: [versions]}}}``, over the whole stream, what an undo left behind too.

    A fork cites nothing: it counts for no result.
    """
    if told.folded.table.forked is not None:
        return {"game": told.folded.table.game, "opened_at": told.opened_at, "cited": {}}
    before = told.before["cited"] if told.before else {}
    cited = {rule: {fact: list(versions) for fact, versions in facts.items()} for rule, facts in before.items()}
    for event in told.since:
        for ruled in event.facts:
            versions = cited.setdefault(str(ruled.rule), {}).setdefault(ruled.fact.NAME, [])
            if versions[-1:] != [event.version]:
                versions.append(event.version)
    return {"game": told.folded.table.game, "opened_at": told.opened_at, "cited": cited}


CITATIONS = Projection("citations", citations, counts=True)
