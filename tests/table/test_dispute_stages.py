"""The stages of a dispute: which command leads out of which stage, and that every other is refused there."""

from collections.abc import Callable
from itertools import product

import pytest

from domain.kernel.fact import Command
from domain.kernel.facts import Expire
from domain.kernel.names import SYSTEM, Viewer
from domain.kernel.secret import Sealed
from domain.table.commands import Claim
from domain.table.disputes.commands import (
    DISPUTE_COMMANDS,
    Appeal,
    CallPanel,
    CastVote,
    GiveRuling,
    OpenStatements,
    Recuse,
    StateCase,
    WithdrawDispute,
)
from domain.table.disputes.hearing import LIFE
from domain.table.disputes.parts import Remedy, Stage, Vote
from domain.table.rulebook import FILING
from tests.match import Match
from tests.table.scenes import JUDGE, said
from tests.table.test_disputes import DEPUTY, disputed, leaving, statement

Reached = Callable[[], Match]


def opened() -> Match:
    """Seat 1 has filed; seat 0 has made its statement; three judges are there, and one of them is head."""
    match = disputed()
    for number in range(3):
        match.does(f"judge:{number}", Claim(f"judge:{number}"))
    match.does("seat:0", statement("mine", 0))
    return match


def ruled() -> Match:
    match = opened()
    match.does(DEPUTY, leaving())
    return match


def appealed() -> Match:
    match = ruled()
    match.does("seat:1", Appeal(1, said()))
    return match


def final() -> Match:
    match = appealed()
    match.does(JUDGE, leaving())
    return match


def withdrawn() -> Match:
    match = opened()
    match.does("seat:1", WithdrawDispute(1))
    return match


def lapsed() -> Match:
    match = opened()
    match.does(SYSTEM, Expire("dispute:1"), at=match.folded.table.at + LIFE)
    return match


REACHED: dict[Stage, Reached] = {
    Stage.OPEN: opened,
    Stage.RULED: ruled,
    Stage.APPEALED: appealed,
    Stage.FINAL: final,
    Stage.WITHDRAWN: withdrawn,
    Stage.LAPSED: lapsed,
}
ASKED: dict[type[Command], tuple[str, Command]] = {
    StateCase: ("seat:2", statement("I saw it", 2)),
    OpenStatements: (JUDGE, OpenStatements(1)),
    CallPanel: (JUDGE, CallPanel(1, (0, 1, 2))),
    Recuse: (DEPUTY, Recuse(1)),
    CastVote: (JUDGE, CastVote(1, Sealed(Vote(Remedy.LEAVE), frozenset({Viewer(JUDGE)})))),
    GiveRuling: (JUDGE, leaving()),
    Appeal: ("seat:0", Appeal(1, said())),
    WithdrawDispute: ("seat:1", WithdrawDispute(1)),
}
ALLOWED: dict[Stage, set[type[Command]]] = {
    Stage.OPEN: {StateCase, OpenStatements, CallPanel, Recuse, GiveRuling, WithdrawDispute},
    Stage.RULED: {Appeal},
    Stage.APPEALED: {Recuse, GiveRuling, WithdrawDispute},
    Stage.FINAL: set(),
    Stage.WITHDRAWN: set(),
    Stage.LAPSED: set(),
}


def test_every_command_of_a_dispute_is_tried_in_every_stage() -> None:
    assert {*ASKED} == {kind for kind in DISPUTE_COMMANDS if kind.NAME != "file-dispute"}
    assert {*REACHED} == {*ALLOWED} == {*Stage}


@pytest.mark.rule(FILING)
@pytest.mark.parametrize(("stage", "kind"), tuple(product(Stage, ASKED)))
def test_a_command_is_accepted_in_its_stages_and_refused_in_all_others(stage: Stage, kind: type[Command]) -> None:
    match = REACHED[stage]()
    assert match.folded.table.disputes[0].stage is stage
    who, command = ASKED[kind]
    refused = match.refusal(match.ask(who, command))
    assert (refused is None) == (kind in ALLOWED[stage]), refused


@pytest.mark.parametrize("stage", Stage)
def test_a_stage_that_is_no_end_runs_out_and_an_end_waits_for_nothing(stage: Stage) -> None:
    match = REACHED[stage]()
    dispute = match.folded.table.disputes[0]
    lasting = max((deadline.due for deadline in dispute.deadlines), default=0)
    assert (lasting > match.folded.table.at) == (not dispute.is_over)
    if not dispute.is_over:
        (last,) = [deadline for deadline in dispute.deadlines if deadline.due == lasting]
        match.does(SYSTEM, Expire(last.name), at=lasting)
        assert match.folded.table.disputes[0].is_over
        assert match.folded.table.paused_at is None
