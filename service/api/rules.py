"""The rulebooks: every numbered rule, where it stands, and which facts have followed from it at the tables here."""

from collections.abc import Iterator, Mapping
from typing import Any

from flask import Response

from domain.kernel.game import AnyGame, Option
from domain.kernel.rule import Rule
from domain.table.options import TABLE_OPTIONS
from domain.table.rulebook import RULEBOOK
from service.api import answers, asked
from service.api.paging import page_of
from service.api.problems import NOT_FOUND, Problem, rule_json
from service.api.routing import Call, Routes, answer
from service.citing import citations, refused
from service.precedents import precedents

routes = Routes("rules", "The rules, game by game; `table` is the rulebook that every game shares")
TABLE = "table"


@routes.get("/rules", answers.Rulebooks)
def rulebooks(call: Call) -> Response:
    """List the rulebooks, and the options that a table may be opened with

    Each option has its ``default``, the first of the ``allowed``; a game's names the ``rulesets`` that leave the choice.
    """
    games = [codec.game for codec in call.parts.tables.codecs.values()]
    shared = {"game": TABLE, "title": "Every table", "rules": len(RULEBOOK), "options": [_option(option) for option in TABLE_OPTIONS]}
    return answer({"rulebooks": [shared, *map(_book, games)]})


def _book(game: AnyGame) -> dict[str, Any]:
    options = [{**_option(option), "rulesets": [*(option.rulesets or game.rulesets)]} for option in game.options]
    told = {"game": game.name, "title": game.title, "rules": len(game.rulebook), "rulesets": dict(game.rulesets)}
    return {**told, "options": options}


def _option(option: Option) -> dict[str, Any]:
    return {
        "name": option.name,
        "allowed": [*option.allowed],
        "default": option.default,
        "rule": option.rule.id,
        "says": option.says,
    }


@routes.get("/rules/<code:game>", answers.Rulebook)
def rulebook(call: Call, game: str) -> Response:
    """A game's numbered rules and rulings: place and sense, in the order of the book"""
    return answer({"game": game, "rules": [_shown(rule) for rule in _rules(call, game)]})


@routes.get("/rules/<code:game>/<code:rule>", answers.RuleCited, asked.Page)
def rule(call: Call, game: str, rule: str) -> Response:
    """One rule, and where facts cited it: table, version and the fact's name, from the tables that the caller may read

    By table id and version. ``disputed``: the disputes about it and the rulings that cite it; ``refused``: how often it refused
    an attempt at tables that are over. Read from the workers' read models, so the latest moves may be missing for a moment.
    """
    found = next((each for each in _rules(call, game) if each.id == rule), None)
    if found is None:
        raise Problem(NOT_FOUND, f"{game} has no such rule")
    own = None if call.holder.is_organiser else call.holder.table
    last = call.query.get("after")
    begin = str(last[0]) if last else ""
    cited = citations(call.parts, begin, own)
    lines = (line for table, model in cited if game in (TABLE, model["game"]) for line in _lines(table, model["cited"].get(rule, {})))
    disputed = [one for one in precedents(call.parts, rule, own) if game in (TABLE, one["game"])]
    told = {**_shown(found), "disputed": disputed, "refused": refused(call.parts, rule, own)}
    return page_of(call, "cited", lines, lambda line: (line["table"], line["version"], line["fact"]), **told)


def _lines(table: str, facts: Mapping[str, list[int]]) -> Iterator[dict[str, Any]]:
    for version, fact in sorted((version, fact) for fact, versions in facts.items() for version in versions):
        yield {"table": table, "version": version, "fact": fact}


def _rules(call: Call, game: str) -> tuple[Rule, ...]:
    codec = call.parts.tables.codecs.get(game)
    if codec is None and game != TABLE:
        raise Problem(NOT_FOUND, "there is no such game")
    return RULEBOOK if codec is None else codec.game.rulebook


def _shown(rule: Rule) -> dict[str, Any]:
    return {**rule_json(rule), "defines": rule.defines}
