"""The score sheet: explained point by point, and the finishing event's own once the game is over."""

from dataclasses import replace

import pytest

from domain.kernel.event import Event
from domain.kernel.facts import GameFinished
from domain.kernel.game import PointsCounted
from domain.kernel.names import PUBLIC, Seat
from domain.table.commands import Resign, Undo
from domain.table.fold import fold, opened
from domain.table.rulebook import FREE_UNDO, LAST_SEAT
from projections import Told
from projections.scores import SheetDiffers, scores
from tests.kernel.night_market import NIGHT_MARKET
from tests.kernel.night_market.commands import Offer, Sell
from tests.kernel.night_market.rulebook import SELL, STALL
from tests.match import Match, actor, copy_of
from tests.projections.playing import TABLE, choices, market, played, told


def first_turn() -> Match:
    """Two seats, offers made: seat 0's turn."""
    match = market(2)
    for seat in (0, 1):
        offers = [command for command in choices(match, seat) if isinstance(command, Offer)]
        match.answer(seat, offers[-seat])
    return match


def a_sale(match: Match) -> Sell:
    return next(command for command in choices(match, 0) if isinstance(command, Sell))


def test_nobody_has_a_point_before_the_start() -> None:
    match = Match.opened(NIGHT_MARKET, 2)
    assert scores(told(match)) == {
        "version": 1,
        "finished": False,
        "seats": [{"seat": 0, "total": 0, "lines": []}, {"seat": 1, "total": 0, "lines": []}],
        "places": [],
        "winner": [],
    }


@pytest.mark.rule(SELL, STALL)
def test_a_sale_is_a_line_with_its_rule_and_its_reason() -> None:
    match = first_turn()
    before = scores(told(match))["seats"][0]
    sale = a_sale(match)
    match.answer(0, sale)
    worth = match.pack.worth(sale.card)
    line = {"rule": STALL.id, "points": worth, "item": "stall", "amounts": [worth], "why": f"{worth} for stall"}
    after = scores(told(match))
    assert after["seats"][0] == {"seat": 0, "total": before["total"] + worth, "lines": [*before["lines"], line]}
    assert (after["version"], after["finished"], after["places"], after["winner"]) == (match.tip, False, [], [])


@pytest.mark.rule(FREE_UNDO)
def test_an_undone_sale_is_off_the_sheet_again() -> None:
    match = first_turn()
    before = scores(told(match))
    match.answer(0, a_sale(match))
    match.does(actor(0), Undo())
    assert scores(told(match)) == {**before, "version": match.tip}


def test_once_finished_the_lines_are_those_of_the_finishing_event() -> None:
    match = played(market(4))
    sheet = scores(told(match))
    finishing = next(event for event in match.events if any(isinstance(ruled.fact, GameFinished) for ruled in event.facts))
    lines = [(ruled.rule, ruled.fact) for ruled in finishing.facts if isinstance(ruled.fact, PointsCounted)]
    assert lines
    for row in sheet["seats"]:
        counted = [(rule, fact.points, fact.item, list(fact.amounts)) for rule, fact in lines if fact.seat == row["seat"]]
        assert [(line["rule"], line["points"], line["item"], line["amounts"]) for line in row["lines"]] == counted
        assert row["total"] == sum(line["points"] for line in row["lines"])
    places = next(ruled.fact.places for ruled in finishing.facts if isinstance(ruled.fact, GameFinished))
    assert (sheet["finished"], sheet["places"], sheet["winner"]) == (True, [list(place) for place in places], list(places[0]))


@pytest.mark.rule(LAST_SEAT)
def test_the_last_seat_at_the_table_wins_with_the_points_it_has() -> None:
    match = market(2)
    match.does(actor(1), Resign())
    sheet = scores(told(match))
    assert (sheet["finished"], sheet["places"], sheet["winner"]) == (True, [[0], [1]], [0])


def test_the_same_sheet_is_told_to_the_public_and_to_a_judge() -> None:
    match = played(market(3, seed=5), seed=5)
    judged = scores(Told(TABLE, match.events[0].at, match.folded))
    assert scores(told(match)) == judged


def test_a_finishing_event_with_another_sheet_than_its_line_gives_is_not_believed() -> None:
    match = played(market())
    copies = [_one_point_more(copy_of(event, PUBLIC)) for event in match.events]
    folded = fold(opened(NIGHT_MARKET, match.pack, copies[0]), copies[1:])
    with pytest.raises(SheetDiffers):
        scores(Told(TABLE, copies[0].at, folded))


def _one_point_more(event: Event) -> Event:
    counted = [number for number, ruled in enumerate(event.facts) if isinstance(ruled.fact, PointsCounted)]
    if not counted:
        return event
    facts = list(event.facts)
    line = facts[counted[0]]
    assert isinstance(line.fact, PointsCounted)
    facts[counted[0]] = replace(line, fact=replace(line.fact, points=line.fact.points + 1, seat=Seat(0)))
    return replace(event, facts=tuple(facts))
