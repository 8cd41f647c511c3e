"""Where rules were cited at the tables here, as the workers noted it."""

from collections.abc import Iterator
from typing import Any

from domain.table.state import Phase
from projections.citations import CITATIONS
from service.parts import Parts
from service.read_side import decoded, listing

OVER = (Phase.FINISHED, Phase.ABANDONED)


def citations(parts: Parts, begin: str = "", own: str | None = None) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each table's citations (``projections.citations``) by its id, from ``begin`` on in the order of ids; or ``own`` alone."""
    tables = [table for table in parts.events.tables() if table >= begin and own in (None, table)]
    serving = parts.generations.of(CITATIONS.name).serving
    for table, model in parts.read_models.scan(CITATIONS.name, serving, tables):
        yield table, decoded(model)


def refused(parts: Parts, rule: str, own: str | None = None) -> int:
    """How often a rule refused an attempt at the tables that are over; what is refused before tells of what is hidden."""
    over = (line["id"] for line in listing(parts) if line.get("phase") in OVER and own in (None, line["id"]))
    return sum(times for table in over for (_, refusing), times in parts.refusals.counts(table).items() if refusing == rule)
