"""The lobby's line: where a table stands, who sits there and whose turn it is."""

import pytest

from domain.kernel.names import ORGANISER, Seat
from domain.table.commands import Abandon, Claim, Pause, Ready, Resign, Resume
from domain.table.facts import SeatOpened
from domain.table.rulebook import ABANDON, OPENING, PAUSE, READINESS, RESIGN
from projections.tables import tables
from tests.kernel.night_market import NIGHT_MARKET
from tests.match import STEP, Match, actor, chosen_pack
from tests.projections.playing import TABLE, choices, market, played, told


@pytest.mark.rule(OPENING, READINESS)
def test_a_table_that_is_being_seated_tells_who_has_come() -> None:
    match = Match.opened(NIGHT_MARKET, (SeatOpened(colour="red"), SeatOpened(player="p-7")))
    match.does(actor(0), Claim("seat:0"))
    match.does(actor(0), Ready())
    pack = chosen_pack(NIGHT_MARKET).name
    assert tables(told(match)) == {
        "id": TABLE,
        "game": "night-market",
        "title": "Night Market",
        "ruleset": "1",
        "pack": {"name": "lanterns", "version": "1", "hash": pack.hash},
        "options": {"length": "three-rounds", "equal_offers_spoil": True},
        "phase": "seating",
        "paused": False,
        "seats": [
            {"seat": 0, "colour": "red", "claimed": True, "ready": True, "resigned": False},
            {"seat": 1, "player": "p-7", "claimed": False, "ready": False, "resigned": False},
        ],
        "turn": [],
        "version": 3,
        "opened_at": STEP,
        "last_at": 3 * STEP,
        "places": [],
    }


def test_the_turn_is_everybodys_who_must_answer_and_nobodys_who_has() -> None:
    match = market(3)
    assert turn(match) == [0, 1, 2]
    match.answer(1, choices(match, 1)[0])
    assert turn(match) == [0, 2]


@pytest.mark.rule(PAUSE)
def test_a_paused_table_waits_for_nobody_until_it_goes_on() -> None:
    match = market(2)
    match.does(ORGANISER, Pause())
    assert (turn(match), tables(told(match))["paused"]) == ([], True)
    match.does(ORGANISER, Resume())
    assert (turn(match), tables(told(match))["paused"]) == ([0, 1], False)


@pytest.mark.rule(RESIGN)
def test_a_seat_that_has_resigned_is_marked_and_asked_nothing_more() -> None:
    match = market(3)
    match.does(actor(1), Resign())
    assert [seat["resigned"] for seat in tables(told(match))["seats"]] == [False, True, False]
    assert Seat(1) not in turn(match)


@pytest.mark.rule(ABANDON)
def test_an_abandoned_table_has_no_turn_and_no_places() -> None:
    match = market(2)
    match.does(ORGANISER, Abandon())
    line = tables(told(match))
    assert (line["phase"], line["turn"], line["places"]) == ("abandoned", [], [])


def test_a_finished_table_has_its_places() -> None:
    match = played(market())
    line = tables(told(match))
    assert (line["phase"], line["turn"]) == ("finished", [])
    assert line["places"] == [list(place) for place in match.folded.position.finished or ()]
    assert sorted(seat for place in line["places"] for seat in place) == [0, 1, 2]


def turn(match: Match) -> list[Seat]:
    found: list[Seat] = tables(told(match))["turn"]
    return found
