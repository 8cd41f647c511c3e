"""How a rule was disputed and ruled on at the tables here, as the workers noted it."""

from collections.abc import Iterator
from typing import Any

from projections.rulings import RULINGS
from service.parts import Parts
from service.read_side import decoded


def precedents(parts: Parts, rule: str, own: str | None = None) -> Iterator[dict[str, Any]]:
    """Every dispute about a rule and every ruling that cites it, by table id and number; or those of one table alone."""
    tables = [table for table in parts.events.tables() if own in (None, table)]
    serving = parts.generations.of(RULINGS.name).serving
    for table, model in parts.read_models.scan(RULINGS.name, serving, tables):
        read = decoded(model)
        for dispute in read["disputes"]:
            cited = any(rule in ruling["rules"] for ruling in dispute["rulings"])
            if cited or dispute["rule"] == rule:
                yield {"table": table, "game": read["game"], "ruleset": read["ruleset"], **dispute}
