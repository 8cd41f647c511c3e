"""Every numbered rule, with the code that carries it out and the tests that show it."""

import argparse
import contextlib
import importlib
import io
import json
import pkgutil
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import domain
from domain.catalogue import CATALOGUE
from domain.kernel.rule import Rule
from domain.table.rulebook import RULEBOOK

ROOT = Path(__file__).resolve().parent.parent
Places = Mapping[str, Sequence[str]]


@dataclass(frozen=True)
class Report:
    """``cited`` and ``tested`` give, for a rule's id, where."""

    rules: tuple[Rule, ...]
    cited: Places
    tested: Places

    @property
    def uncited(self) -> list[str]:
        """A rule that only defines or denies needs no function."""
        return [rule.id for rule in self.rules if not rule.defines and rule.id not in self.cited]

    @property
    def untested(self) -> list[str]:
        return [rule.id for rule in self.rules if rule.id not in self.tested]

    @property
    def unlisted(self) -> list[str]:
        """Cited by code, and in no rulebook."""
        return sorted(set(self.cited) - {rule.id for rule in self.rules})


def citations() -> Places:
    """Rule id to the functions, options and pack entries that cite it."""
    found: dict[str, list[str]] = defaultdict(list)
    for module in pkgutil.walk_packages(domain.__path__, "domain."):
        for function in _functions(importlib.import_module(module.name)):
            for rule in function.__cites__:
                found[rule.id].append(f"{function.__module__}.{function.__qualname__}")
    for game in CATALOGUE:
        for option in game.options:
            found[option.rule.id].append(f"option {option.name}")
        ids = {rule.id for rule in game.rulebook}
        for pack, text in game.packs.items():
            for rule_id in ids.intersection(_strings(tomllib.loads(text))):
                found[rule_id].append(f"pack {pack}")
    return found


def _functions(module: ModuleType) -> Iterator[Any]:
    """The functions and methods that cite rules, those imported from elsewhere left out."""
    own = [value for value in vars(module).values() if getattr(value, "__module__", None) == module.__name__]
    methods = [value for kind in own if isinstance(kind, type) for value in vars(kind).values()]
    return (value for value in (*own, *methods) if hasattr(value, "__cites__"))


def _strings(document: object) -> Iterator[str]:
    match document:
        case str():
            yield document
        case list():
            for item in document:
                yield from _strings(item)
        case dict():
            yield from _strings(list(document.values()))


class Collected:
    """A pytest plugin that notes which collected test shows which rule."""

    def __init__(self) -> None:
        self.places: dict[str, list[str]] = defaultdict(list)

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        for item in session.items:
            for marker in item.iter_markers("rule"):
                for rule in marker.args:
                    self.places[rule.id].append(item.nodeid)


def marked_tests() -> Places:
    """Rule id to the tests that are marked with it and that ``./scripts/test`` runs."""
    collected = Collected()
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        code = pytest.main(["--collect-only", "-qq", "--no-header", "-p", "no:cacheprovider", str(ROOT / "tests")], plugins=[collected])
    if code is not pytest.ExitCode.OK:
        raise SystemExit(f"{printed.getvalue()}the tests could not be collected")
    return collected.places


def report() -> Report:
    rules = (*RULEBOOK, *(rule for game in CATALOGUE for rule in game.rulebook))
    return Report(rules, citations(), marked_tests())


def table(found: Report) -> Iterator[str]:
    width = max(len(rule.id) for rule in found.rules)
    for rule in found.rules:
        cited, tested = len(found.cited.get(rule.id, ())), len(found.tested.get(rule.id, ()))
        gap = "  <--" if rule.id in found.uncited or rule.id in found.untested else ""
        yield f"{rule.id:{width}}  {cited:3} cite  {tested:4} test  {'defines' if rule.defines else '       '}  {rule.where}{gap}"
    yield f"{len(found.rules)} rules, {len(found.uncited)} uncited, {len(found.untested)} untested"
    if found.unlisted:
        yield f"cited, but in no rulebook: {', '.join(found.unlisted)}"


def main() -> int:
    """Exit code 1 when a rule lacks code or a test."""
    parser = argparse.ArgumentParser(prog="rule_report", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print one object: rules, uncited, untested")
    asked = parser.parse_args()
    found = report()
    if asked.json:
        print(json.dumps({"rules": [rule.id for rule in found.rules], "uncited": found.uncited, "untested": found.untested}))
    else:
        print("\n".join(table(found)))
    return 1 if found.uncited or found.untested or found.unlisted else 0


if __name__ == "__main__":
    sys.exit(main())
