"""Records of tables where undos were asked for, granted, refused, withdrawn, lapsed, expired and ruled."""

import json
from functools import cache
from typing import Any

import pytest

from domain.kernel.names import ORGANISER, Seat
from domain.table.commands import Abandon, AnswerUndo, Undo
from domain.table.facts import TABLE_FACTS
from service.record import verify
from tests.kernel.night_market import NIGHT_MARKET
from tests.kernel.night_market.commands import EndTurn, Roll
from tests.match import Match, actor
from tests.record.writing import file_of, forged, stored
from tests.table.scenes import a_sale, first_turn, said
from tests.undoing import restless

SEEDS = range(4)


@cache
def disturbed(seed: int) -> Match:
    return restless(NIGHT_MARKET, 3, seed)


@cache
def asked() -> Match:
    """Seat 0 rolls, asks (with a reason), sells, whereby that lapses, asks again, and both others grant it; then its turn ends."""
    match = first_turn(3)
    match.answer(0, Roll(Seat(0)))
    match.does(actor(0), Undo(reason=said("a slip")))
    match.answer(0, a_sale(match, 0))
    match.does(actor(0), Undo(match.folded.line()[-3]))
    for seat in (1, 2):
        match.does(actor(seat), AnswerUndo(2, granted=True))
    match.answer(0, Roll(Seat(0)))
    match.does(actor(0), Undo())
    match.answer(0, EndTurn(Seat(0)))
    return match


def test_games_full_of_undos_hold_every_fact_about_them() -> None:
    found = {ruled.fact.NAME for seed in SEEDS for event in disturbed(seed).events for ruled in event.facts}
    assert {fact.NAME for fact in TABLE_FACTS if "undo" in fact.NAME or fact.NAME == "head-moved"} <= found


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("viewer", ["judge:0", "seat:1", "public"])
def test_a_record_full_of_undos_is_decided_again_as_it_stands(seed: int, viewer: str) -> None:
    events = stored(disturbed(seed))
    report = verify(file_of(NIGHT_MARKET, events, viewer), [NIGHT_MARKET])
    assert (report.fault, report.redecided, report.closed) == (None, len(events), True)
    for cut in (len(events) // 3, len(events) // 2, len(events) - 2):
        assert verify(file_of(NIGHT_MARKET, events[:cut], viewer), [NIGHT_MARKET]).fault is None


@pytest.mark.parametrize("viewer", ["judge:0", "seat:0", "seat:1", "public"])
def test_a_lapse_is_checked_even_where_the_move_cannot_be_decided_again(viewer: str) -> None:
    events = stored(asked())
    last = len(events)
    assert [fact["name"] for fact in json.loads(events[-1].body)["facts"]][-1] == "undo-lapsed"

    def without(found: list[Any]) -> None:
        found[last - 1]["body"]["facts"].pop()

    def another(found: list[Any]) -> None:
        found[last - 1]["body"]["facts"][-1]["fields"]["number"] = 2

    def unasked(found: list[Any]) -> None:
        facts = found[last - 3]["body"]["facts"]
        facts.append({"name": "undo-lapsed", "rule": "TB-U4", "fields": {"number": 2}})

    data = file_of(NIGHT_MARKET, events, viewer)
    assert verify(data, [NIGHT_MARKET]).fault is None
    for edit, version in ((without, last), (another, last), (unasked, last - 2)):
        fault = verify(forged(data, edit), [NIGHT_MARKET]).fault
        assert fault is not None
        assert fault.version == version


@pytest.mark.parametrize(("name", "field", "value"), [("undo-asked", "within", 1), ("undo-asked", "to", 3), ("undo-answered", "seat", 2)])
def test_an_edited_request_or_answer_is_found(name: str, field: str, value: int) -> None:
    events = stored(asked())
    bodies = [json.loads(event.body) for event in events]
    version = next(body["version"] for body in bodies if body["facts"][0]["name"] == name)

    def edit(found: list[Any]) -> None:
        found[version - 1]["body"]["facts"][0]["fields"][field] = value

    fault = verify(forged(file_of(NIGHT_MARKET, events, "public"), edit), [NIGHT_MARKET]).fault
    assert fault is not None
    assert fault.version == version


def test_a_reason_is_sealed_for_everybody_and_does_not_come_out_at_the_close_when_it_was_erased() -> None:
    match = asked().copy()
    match.does(ORGANISER, Abandon())
    events = stored(match)
    asking = next(event for event in events if b"undo-asked" in event.body)
    assert b"a slip" not in asking.body
    (opening,) = json.loads(asking.openings)
    assert (opening["value"], opening["for"]) == ("a slip", ["public"])
    assert not [one for one in json.loads(events[-1].openings) if one["value"] == "a slip"]

    def erase(found: list[Any]) -> None:
        found[asking.version - 1]["openings"].clear()

    erased = forged(file_of(NIGHT_MARKET, events, "judge:0"), erase)
    assert verify(erased, [NIGHT_MARKET]).fault is None
