"""Making a bundle out of a judge's record."""

import json
from collections.abc import Iterator
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from domain.kernel.event import Event
from domain.kernel.fact import TableFact
from domain.kernel.game import AnyGame
from domain.kernel.rule import Rule
from domain.kernel.stored import read_openings
from domain.table.disputes.parts import Remedy
from domain.table.rulebook import RULEBOOK
from projections.disputes import disputes as told_disputes
from projections.history import history, sentence
from service.case.form import data_of
from service.case.hearing import alternatives_of, case_of, judged_at
from service.codec import Codec
from service.comparing import ABSENT, leaves
from service.record import Record
from service.sandbox import Case

PAGES = Environment(
    loader=PackageLoader("service.case", "."),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
PAGES.globals["zip"] = zip
PAGES.filters["json"] = lambda value: value if value == ABSENT else json.dumps(value, ensure_ascii=False, sort_keys=True)


def bundle_of(record: Record, codec: Codec, dispute: int) -> bytes:
    """The page, in UTF-8; BadRecord when the record has no such dispute."""
    case = case_of(record, codec, dispute, len(record.events))
    version = judged_at(case.folded, dispute)
    judged = case_of(record, codec, dispute, version)
    alternatives = alternatives_of(record, judged)
    page = PAGES.get_template("page.html").render(
        **_told(record, codec, case, judged),
        alternatives=alternatives,
        data=data_of(record.to_bytes(), dispute, version, alternatives),
    )
    return page.encode()


def _told(record: Record, codec: Codec, case: Case, judged: Case) -> dict[str, Any]:
    """What the page says in words."""
    game, table = codec.game, case.folded.table
    opened = {opening.digest: opening.value for event in record.events for opening in read_openings(event.openings)}
    events = tuple(map(codec.event, record.events))
    (dispute,) = (told for told in told_disputes(case.folded, events, opened) if told["number"] == case.dispute)
    rules = {dispute["rule"], *(rule for ruling in dispute["rulings"] for rule in ruling["rules"])}
    return {
        "game": game.title,
        "ruleset": table.ruleset,
        "table": record.table,
        "tip": record.tip,
        "viewer": record.viewer,
        "version": judged.folded.table.tip,
        "dispute": {"claim": "", "outcome": "", "attempt": None, **dispute},
        "rules": [rule for rule in _rules(codec) if rule.id in rules],
        "declared": {one["version"]: list(_declared(game, events[one["version"] - 1])) for one in dispute["rulings"] if _corrects(one)},
        "history": history(game, events),
        "position": list(leaves("", game.show(judged.folded.position.state))),
        "picture": "\n".join("".join(span.text for span in line) for line in game.picture(judged.folded.position.state)),
    }


def _corrects(ruling: dict[str, Any]) -> bool:
    return bool(ruling["remedy"] == Remedy.CORRECT)


def _declared(game: AnyGame, event: Event) -> Iterator[tuple[str, str]]:
    """What a ruling has declared of the game, in words, with its rules."""
    for ruled in event.facts:
        if not isinstance(ruled.fact, TableFact):
            yield sentence(game, ruled.fact) or ruled.fact.NAME, ruled.rule


def _rules(codec: Codec) -> tuple[Rule, ...]:
    return (*codec.game.rulebook, *RULEBOOK)
