"""Every numbered rule has code that carries it out and a test that shows it."""

import json
import subprocess
import sys

from domain.kernel.rule import Rule
from scripts.rule_report import ROOT, Report

DRAW = Rule("X-1", "Drawing", "A card is drawn.")
DENIAL = Rule("X-2", "Drawing", "Nothing else is drawn.", defines=True)


def test_every_rule_of_the_catalogue_is_listed_once_carried_out_and_tested() -> None:
    printed = subprocess.run([sys.executable, "-m", "scripts.rule_report", "--json"], cwd=ROOT, capture_output=True, text=True)
    assert printed.stdout, printed.stderr
    told = json.loads(printed.stdout)
    assert (told["uncited"], told["untested"]) == ([], [])
    assert sorted(told["rules"]) == sorted(set(told["rules"]))
    assert printed.returncode == 0


def test_a_rule_without_a_function_is_uncited() -> None:
    assert Report((DRAW,), cited={}, tested={DRAW.id: ["a test"]}).uncited == [DRAW.id]


def test_a_rule_that_only_denies_needs_its_test_and_no_function() -> None:
    report = Report((DENIAL,), cited={}, tested={})
    assert (report.uncited, report.untested) == ([], [DENIAL.id])


def test_a_rule_that_is_cited_but_stands_in_no_rulebook_is_told() -> None:
    assert Report((DENIAL,), cited={DRAW.id: ["a function"]}, tested={}).unlisted == [DRAW.id]
