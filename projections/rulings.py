"""How the disputes of a table were ruled: what a judge of another table looks up by rule."""

from typing import Any

from domain.table.disputes.facts import DisputeFiled, DisputeRuled
from projections.projection import Projection, Told


def rulings(told: Told) -> dict[str, Any]:
    """``{game, ruleset, opened_at, disputes: [{dispute, version, rule, stage, rulings: [{version, judge, rules, remedy}]}]}``.

    A fork sets no precedent: it has none.
    """
    if told.folded.table.forked is not None:
        return {"game": told.folded.table.game, "ruleset": told.folded.table.ruleset, "opened_at": told.opened_at, "disputes": []}
    known = {dispute["dispute"]: dispute for dispute in (told.before or {}).get("disputes", ())}
    for event in told.since:
        for ruled in event.facts:
            match ruled.fact:
                case DisputeFiled(number=number, disputed=rule):
                    known[number] = {"dispute": number, "version": event.version, "rule": rule, "rulings": []}
                case DisputeRuled(number=number) as fact:
                    given = {"version": event.version, "judge": fact.judge, "rules": list(fact.rules), "remedy": str(fact.remedy)}
                    known[number] = {**known[number], "rulings": [*known[number]["rulings"], given]}
    table = told.folded.table
    stages = {dispute.number: str(dispute.stage) for dispute in table.disputes}
    found = [{**known[number], "stage": stages[number]} for number in sorted(known)]
    return {"game": table.game, "ruleset": table.ruleset, "opened_at": told.opened_at, "disputes": found}


RULINGS = Projection("rulings", rulings, counts=True)
