"""Immediate criteria: when they are looked at and who has them."""

from typing import Any

import pytest

from domain.high_moon.board import Board
from domain.high_moon.commands import ChooseTrack, PlaceCard, PlaceToken
from domain.high_moon.facts import (
    BottleGained,
    CardPlaced,
    CriterionScored,
    MarkerMoved,
    TileLaid,
    TokenPlaced,
    TrackAsked,
    TrackChosen,
)
from domain.high_moon.parts import Criterion, Measure
from domain.high_moon.rulebook import C1, C9, D2, F1, G1, G2, R18, R19, R23, T4
from domain.high_moon.state import PerLiquor, State
from tests.high_moon.harness import FIRST, SECOND, drawn, given, position
from tests.high_moon.packs import pack

COW = PlaceToken(FIRST, "cow", (0, 1))
LAID = TokenPlaced(FIRST, "cow", (0, 1), "available", by_bottle=False).by(T4)


def criterion(measure: Measure, points: int = 5, **data: Any) -> Criterion:
    return Criterion("1A", measure, points, "made up", **({"cap": points, "immediate": True} | data))


def table(board: Board, rule: Criterion, *purses: dict[str, Any], **changes: Any) -> State:
    faces = changes.pop("faces", {})
    return position(board, *purses, chosen=pack(faces, criteria=[rule]), criteria=("1A",), **changes)


@pytest.mark.rule(F1, R18, R23)
def test_an_immediate_criterion_scores_at_the_end_of_the_action_that_fulfils_it() -> None:
    given(table(drawn("RsB."), criterion(Measure.DISTILLERIES))).when(COW).then(
        LAID,
        MarkerMoved(FIRST, "spider", 1).by(G1),
        BottleGained(FIRST, "bat", (0, 2)).by(D2),
        CriterionScored(FIRST, "1A", 5).by(F1),
    )


@pytest.mark.rule(F1)
def test_one_point_is_scored_too() -> None:
    given(table(drawn("Rs.."), criterion(Measure.TOMBSTONES, points=1))).when(COW).then(
        LAID, MarkerMoved(FIRST, "spider", 1).by(G1), CriterionScored(FIRST, "1A", 1).by(F1)
    )


@pytest.mark.rule(F1)
def test_a_criterion_that_is_not_fulfilled_scores_nothing() -> None:
    given(table(drawn("RsB."), criterion(Measure.DISTILLERIES, every=2))).when(COW).then(
        LAID, MarkerMoved(FIRST, "spider", 1).by(G1), BottleGained(FIRST, "bat", (0, 2)).by(D2)
    )


@pytest.mark.rule(F1)
def test_other_criteria_wait_for_the_end() -> None:
    given(table(drawn("Rs.."), criterion(Measure.TOMBSTONES, immediate=False))).when(COW).then(LAID, MarkerMoved(FIRST, "spider", 1).by(G1))


@pytest.mark.rule(F1)
def test_criteria_that_are_not_in_play_score_nothing() -> None:
    state = position(drawn("Rs.."), chosen=pack(criteria=[criterion(Measure.TOMBSTONES)]), criteria=("2A",))
    given(state).when(COW).then(LAID, MarkerMoved(FIRST, "spider", 1).by(G1))


@pytest.mark.rule(R18, R23)
def test_a_criterion_waits_for_the_choice_that_belongs_to_the_action() -> None:
    asked = given(table(drawn("Rj.."), criterion(Measure.TOMBSTONES))).when(COW).then(LAID, TrackAsked(FIRST, "token", ()).by(G2))
    asked.when(ChooseTrack(FIRST, "bat")).then(
        TrackChosen(FIRST, "bat").by(G2), MarkerMoved(FIRST, "bat", 1).by(G2), CriterionScored(FIRST, "1A", 5).by(F1)
    )


@pytest.mark.rule(R18)
def test_a_seat_scores_a_criterion_once() -> None:
    first = given(table(drawn("Rss."), criterion(Measure.TOMBSTONES), {"available": 9})).when(COW).accepted()
    second = first.when(PlaceToken(FIRST, "cow", (0, 2)))
    assert not any(isinstance(ruled.fact, CriterionScored) for ruled in second.facts)
    second.accepted().has(FIRST, scored=(("1A", 5),))


@pytest.mark.rule(R18)
def test_a_criterion_with_a_higher_cap_scores_again_up_to_it() -> None:
    before = table(drawn("Rsss."), criterion(Measure.TOMBSTONES, cap=8), {"available": 9})
    first = given(before).when(COW).accepted()
    second = first.when(PlaceToken(FIRST, "cow", (0, 2))).accepted().has(FIRST, scored=(("1A", 5), ("1A", 3)))
    second.when(PlaceToken(FIRST, "cow", (0, 3))).accepted().has(FIRST, scored=(("1A", 5), ("1A", 3)))


@pytest.mark.rule(R18)
def test_points_scored_stay() -> None:
    board = drawn("....", "....", "..00")
    before = table(board, criterion(Measure.RANCH_SPACES), {"scored": (("1A", 5),)}, phase="card")
    given(before).when(PlaceCard(FIRST, (2, 2), 0)).accepted().has(FIRST, scored=(("1A", 5),))


BOTH = drawn(".Q.", "R..", "...")
DISTILLERY = ("..../..../...d",)


def both_connected(rule: Criterion) -> State:
    return table(BOTH, rule, phase="card", active=SECOND, tiles=("crow",), faces={1: DISTILLERY})


@pytest.mark.rule(R18, R19)
def test_the_active_seat_is_looked_at_first_and_every_seat_may_score() -> None:
    given(both_connected(criterion(Measure.DISTILLERIES))).when(PlaceCard(SECOND, (-2, -3), 0)).then(
        CardPlaced(SECOND, "test:green-1", (-2, -3), 0).by(C1),
        TileLaid((0, 0), "crow").by(C9),
        BottleGained(SECOND, "crow", (0, 0)).by(R19),
        BottleGained(FIRST, "crow", (0, 0)).by(R19),
        CriterionScored(SECOND, "1A", 5).by(F1),
        CriterionScored(FIRST, "1A", 5).by(F1),
    )


@pytest.mark.rule(R18)
def test_first_only_goes_to_the_first_in_that_order() -> None:
    after = given(both_connected(criterion(Measure.DISTILLERIES, first_only=True))).when(PlaceCard(SECOND, (-2, -3), 0)).accepted()
    after.has(SECOND, scored=(("1A", 5),)).has(FIRST, scored=())


@pytest.mark.rule(R18)
def test_first_only_is_gone_once_another_seat_has_it() -> None:
    rule = criterion(Measure.TOMBSTONES, first_only=True)
    before = table(drawn("Rs.."), rule, {}, {"scored": (("1A", 5),)})
    given(before).when(COW).then(LAID, MarkerMoved(FIRST, "spider", 1).by(G1)).has(FIRST, markers=PerLiquor(spider=1))
