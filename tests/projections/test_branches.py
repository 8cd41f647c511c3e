"""Branches: what undos left behind, when, by whom and why."""

import pytest

from domain.kernel.names import PUBLIC
from domain.table.commands import Undo
from domain.table.facts import HeadMoved
from domain.table.rulebook import FREE_UNDO
from projections.branches import branches
from projections.history import sentence
from projections.tree import tree_of
from tests.kernel.night_market import NIGHT_MARKET
from tests.match import Match, actor, copy_of
from tests.projections.playing import choices, market, played
from tests.record.writing import finished


def test_a_table_where_nothing_was_taken_back_is_one_line() -> None:
    match = played(market(2))
    assert branches(NIGHT_MARKET, match.events) == [
        {"tip": match.folded.table.head, "since": 0, "nodes": list(match.folded.line()), "live": True}
    ]


@pytest.mark.rule(FREE_UNDO)
def test_what_was_taken_back_is_a_branch_that_says_when_by_whom_and_why() -> None:
    match = market(2)
    since = match.folded.table.head
    match.answer(0, choices(match, 0)[0])
    left = match.folded.table.head
    undo = match.does(actor(0), Undo())
    match.answer(0, choices(match, 0)[-1])
    live, branch = branches(NIGHT_MARKET, match.events)
    assert (live["live"], live["nodes"]) == (True, list(match.folded.line()))
    assert branch == {
        "tip": left,
        "since": since,
        "nodes": [left],
        "live": False,
        "left": {
            "version": undo.version,
            "at": undo.at,
            "actor": "seat:0",
            "rule": "TB-U1",
            "to": since,
            "sentences": [sentence(NIGHT_MARKET, HeadMoved(since))],
        },
    }


def test_the_branch_left_last_comes_first_and_a_head_in_the_middle_keeps_what_followed_as_a_branch() -> None:
    match = market(2)
    tips = []
    for choice in (0, 1):
        match.answer(0, choices(match, 0)[choice])
        tips.append(match.folded.table.head)
        match.does(actor(0), Undo())
    found = branches(NIGHT_MARKET, match.events)
    assert [(branch["tip"], branch["live"]) for branch in found] == [(match.folded.table.head, True), (tips[1], False), (tips[0], False)]


def test_the_public_reads_the_same_branches_as_a_judge() -> None:
    match = finished()
    assert any(isinstance(ruled.fact, HeadMoved) for event in match.events for ruled in event.facts)
    seen = branches(NIGHT_MARKET, (copy_of(event, PUBLIC) for event in match.events))
    assert [branch["nodes"] for branch in seen] == [branch["nodes"] for branch in branches(NIGHT_MARKET, match.events)]


def test_every_node_stands_on_its_line_as_the_fold_has_it() -> None:
    match: Match = finished()
    tree = tree_of(match.events)
    assert tree.line() == match.folded.line()
    for branch in tree.branches():
        assert tree.line(branch.tip) == match.at(branch.tip).line()
