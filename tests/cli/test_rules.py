"""`gavel rules` and `gavel openapi`."""

import json
from pathlib import Path

from domain.table.rulebook import FREE_UNDO, RULEBOOK
from service.cli.rules import rules
from tests.cli.running import gavel, run, told
from tests.kernel.night_market import NIGHT_MARKET


def test_every_rule_of_a_game_is_listed_in_order_with_its_place() -> None:
    book = [{"id": rule.id, "where": rule.where, "says": rule.says} for rule in NIGHT_MARKET.rulebook]
    assert told(rules, "night-market") == book
    lines = run(rules, "night-market").stdout.splitlines()
    assert [line.split()[0] for line in lines] == [rule.id for rule in NIGHT_MARKET.rulebook]


def test_the_tables_rules_are_a_book_of_their_own() -> None:
    assert [rule["id"] for rule in told(rules, "table")] == [rule.id for rule in RULEBOOK]


def test_one_rule_is_told_alone_the_tables_under_every_game() -> None:
    rule = NIGHT_MARKET.rulebook[0]
    assert told(rules, "night-market", rule.id) == {"id": rule.id, "where": rule.where, "says": rule.says}
    assert told(rules, "night-market", FREE_UNDO.id)["says"] == FREE_UNDO.says


def test_a_rule_that_is_not_there_exits_with_one_and_a_game_with_two() -> None:
    assert run(rules, "night-market", "XX-1").exit_code == 1
    assert run(rules, "no-such-game").exit_code == 2


def test_the_document_needs_no_store_and_is_alone_on_standard_output(tmp_path: Path) -> None:
    done = gavel("openapi", GAVEL_DATA=str(tmp_path / "none"))
    document = json.loads(done.stdout)
    assert (done.returncode, done.stderr) == (0, "")
    assert document["openapi"].startswith("3.1")
    assert any(path.endswith("/moves") for path in document["paths"])
    assert not (tmp_path / "none").exists()
