"""What stands still while a reported outcome is disputed: that square's, and no other's."""

import pytest

from domain.kernel.refusal import Refused
from domain.stadt_city.commands import Confirm, Report
from domain.stadt_city.questions import waiting
from domain.stadt_city.rulebook import R15
from domain.stadt_city.rules.reporting import stops
from tests.stadt_city.scenes import A, B, C, D, E, Table, at, given, never_ally, position


def playing() -> Table:
    """A against B on C3, D against E on H8; C, the Harbinger, is away."""
    people = (at(A, "C3"), at(B, "C3"), at(C, "J1"), at(D, "H8"), at(E, "H8"))
    return given(position(*never_ally(*people), stage="before-challenges", harbinger=C)).goes_on()


@pytest.mark.rule(R15)
def test_a_disputed_report_stops_its_own_questions_and_its_deadline() -> None:
    table = playing().when(Report(A, "C3", 0), Report(D, "H8", 0))
    stopped = set(stops(table.state, "C3"))
    asked = {(each.kind, each.detail): each.seat for each in waiting(table.state)}
    assert {asked[question] for question in stopped & asked.keys()} <= {A, B}
    assert stopped & asked.keys()
    deadlines = {name for kind, name in stopped if kind == "deadline"}
    assert deadlines <= table.state.deadlines
    assert {name.split(":")[1] for name in deadlines} == {"C3"}
    assert {name.split(":")[1] for name in table.state.deadlines - deadlines} == {"H8"}


@pytest.mark.rule(R15)
def test_what_is_not_reported_or_is_settled_cannot_be_disputed() -> None:
    table = playing()
    for outcome in ("C3", "A1", ""):
        with pytest.raises(Refused) as refused:
            stops(table.state, outcome)
        assert refused.value.refusal.rule.id == R15.id
    table.when(Report(A, "C3", 0), Confirm(B, "C3"))
    with pytest.raises(Refused):
        stops(table.state, "C3")
