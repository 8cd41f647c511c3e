"""`gavel replay` from step to step: the next of a kind, along a branch, by hand; and `gavel diff` between branches."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from domain.kernel.ledger import is_news
from domain.kernel.names import seat_of
from projections.tree import tree_of
from service.cli.diff import diff
from service.cli.replay import replay
from tests.kernel.night_market import NIGHT_MARKET
from tests.kernel.night_market.rulebook import TURN
from tests.record.writing import finished, record_of

EVENTS = finished().events
BRANCHES = tree_of(EVENTS).branches()
LEFT = BRANCHES[-1]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    (tmp_path / "record.json").write_bytes(record_of(finished()))
    return tmp_path / "record.json"


def run(command: Any, *words: object, said: str | None = None) -> Result:
    return CliRunner().invoke(command, list(map(str, words)), input=said, obj=(NIGHT_MARKET,), env={"COLUMNS": "200"})


def versions(result: Result) -> list[int]:
    return [json.loads(line)["version"] for line in result.stdout.splitlines() if line.startswith("{")]


def citing(rule: str) -> list[int]:
    return [event.version for event in EVENTS if any(ruled.rule == rule for ruled in event.facts)]


def test_every_step_that_cites_a_rule_is_told(file: Path) -> None:
    assert versions(run(replay, file, "--json", "--steps", "--cites", TURN.id)) == citing(TURN.id) != []


def test_the_next_step_that_cites_a_rule_comes_after_the_version(file: Path) -> None:
    first, second, *_ = citing(TURN.id)
    assert versions(run(replay, file, "--json", "--cites", TURN.id)) == [first]
    assert versions(run(replay, file, "--json", "--cites", TURN.id, "--at", first - 1)) == [first]
    assert versions(run(replay, file, "--json", "--cites", TURN.id, "--at", first)) == [second]


def test_a_rule_that_no_later_step_cites_exits_with_one(file: Path) -> None:
    result = run(replay, file, "--cites", TURN.id, "--at", citing(TURN.id)[-1])
    assert (result.exit_code, result.stdout) == (1, "")
    assert "no step" in result.stderr


def test_steps_that_a_seat_is_in_are_those_it_acted_in_or_a_fact_names(file: Path) -> None:
    expected = [event.version for event in EVENTS if _involves(event, 1)]
    assert versions(run(replay, file, "--json", "--steps", "--involves", 1)) == expected
    assert len(expected) < len(EVENTS)


def _involves(event: Any, seat: int) -> bool:
    return seat_of(event.actor) == seat or any(getattr(ruled.fact, "seat", None) == seat for ruled in event.facts)


def test_steps_that_disclosed_something_are_those_that_told_somebody(file: Path) -> None:
    expected = [event.version for event in EVENTS if is_news(event.facts, None)]
    assert versions(run(replay, file, "--json", "--steps", "--disclosed")) == expected != []


def test_branches_are_listed_with_when_by_whom_and_why(file: Path) -> None:
    listed = [json.loads(line) for line in run(replay, file, "--branches", "--json").stdout.splitlines()]
    assert [(branch["tip"], branch["nodes"]) for branch in listed] == [(branch.tip, list(branch.nodes)) for branch in BRANCHES]
    printed = run(replay, file, "--branches").stdout
    for branch in listed[1:]:
        assert f"left at version {branch['left']['version']}" in printed
        assert f"[{branch['left']['rule']}]" in printed


def test_a_branch_is_walked_along_the_line_that_led_to_it(file: Path) -> None:
    line = list(tree_of(EVENTS).line(LEFT.tip))
    assert versions(run(replay, file, "--json", "--steps", "--branch", LEFT.tip)) == line
    shown = run(replay, file, "--json", "--branch", LEFT.tip)
    assert versions(shown) == [LEFT.tip]
    state = NIGHT_MARKET.show(finished().at(LEFT.tip).position.state)
    assert json.loads(shown.stdout)["state"] == json.loads(json.dumps(state))


def test_a_version_that_is_no_node_names_the_branches_there_are(file: Path) -> None:
    result = run(replay, file, "--branch", 1)
    assert result.exit_code == 2
    assert str(LEFT.tip) in result.stderr


def test_by_hand_one_goes_on_back_to_a_rule_a_seat_news_a_branch_and_a_version(file: Path) -> None:
    start = 8
    words = ["n", "p", f"r {TURN.id}", str(start), "s 1", str(start), "d", f"b {LEFT.tip}", "b", "q"]
    rule = next(version for version in citing(TURN.id) if version > start)
    seat = next(event.version for event in EVENTS[start:] if _involves(event, 1))
    news = next(event.version for event in EVENTS[start:] if is_news(event.facts, None))
    result = run(replay, file, "--json", "--walk", "--at", start, said="\n".join(words) + "\n")
    assert result.exit_code == 0
    assert versions(result) == [start, start + 1, start, rule, start, seat, start, news, LEFT.tip, len(EVENTS)]


def test_by_hand_a_word_that_leads_nowhere_is_told_and_one_stays(file: Path) -> None:
    words = ["n", "r", "s x", f"r {TURN.id}", "999999", "b 1", "hm", "q"]
    result = run(replay, file, "--json", "--walk", said="\n".join(words) + "\n")
    assert (result.exit_code, versions(result)) == (0, [len(EVENTS)])
    assert "last step" in result.stdout


def test_two_lines_of_a_record_are_compared_node_by_node(file: Path) -> None:
    head = finished().folded.table.head
    result = run(diff, file, "--lines", LEFT.tip, head, "--json")
    found = json.loads(result.stdout)
    only_left = {fact["version"] for fact in found["facts"] if fact["only"] == "left"}
    assert result.exit_code == 1
    assert only_left == {*LEFT.nodes}
    assert found["line"] == {"left": list(tree_of(EVENTS).line(LEFT.tip)), "right": list(tree_of(EVENTS).line())}


def test_a_line_to_a_version_that_is_no_node_cannot_be_compared(file: Path) -> None:
    assert run(diff, file, "--lines", 1, LEFT.tip).exit_code == 2
    assert run(diff, file, "--lines", LEFT.tip, LEFT.tip, "--at", 1, 2).exit_code == 2


def test_the_branches_of_a_record_read_by_the_public_are_the_same(tmp_path: Path) -> None:
    (tmp_path / "public.json").write_bytes(record_of(finished(), "public", len(EVENTS) - 2))
    listed = [json.loads(line) for line in run(replay, tmp_path / "public.json", "--branches", "--json").stdout.splitlines()]
    cut = replace(finished(), events=list(EVENTS[:-2]))
    assert [branch["nodes"] for branch in listed] == [list(branch.nodes) for branch in tree_of(cut.events).branches()]
