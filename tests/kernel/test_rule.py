"""Rules, refusals and the functions that cite."""

import pytest

from domain.kernel.fact import Ruled
from domain.kernel.facts import DeadlineLifted
from domain.kernel.refusal import Refusal, Refused, require
from domain.kernel.rule import Rule, RuleId, cites

BUILD = Rule("KL-B1", "Build, p. 6", "A building costs its printed coins.")
ONCE = Rule("KL-B2", "Build, p. 6", "A building stands once.")


def test_a_function_cites_the_rules_it_carries_out() -> None:
    @cites(BUILD, ONCE)
    def build() -> str:
        return "built"

    assert build.__cites__ == (BUILD, ONCE)  # type: ignore[attr-defined]
    assert build() == "built"


def test_marks_add_up() -> None:
    @cites(BUILD)
    @cites(ONCE)
    def build() -> None: ...

    assert build.__cites__ == (ONCE, BUILD)  # type: ignore[attr-defined]


def test_a_requirement_that_holds_refuses_nothing() -> None:
    require(True, BUILD, "never said")


@pytest.mark.parametrize("condition", [False, None, 0, (), ""])
def test_a_requirement_that_does_not_hold_refuses_by_its_rule(condition: object) -> None:
    with pytest.raises(Refused) as refused:
        require(condition, BUILD, "one coin short")
    assert refused.value.refusal == Refusal(BUILD, "one coin short")


def test_a_fact_carries_the_rule_it_follows_from() -> None:
    assert DeadlineLifted("bell").by(BUILD) == Ruled(DeadlineLifted("bell"), RuleId("KL-B1"))
