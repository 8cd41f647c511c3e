"""How seats behaved: counted over the whole stream, and the same however many events are told at a time."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from domain.kernel.names import ORGANISER, Seat
from domain.table.commands import AnswerUndo, Pause, Resign, Resume, Undo, WithdrawUndo
from domain.table.disputes.commands import Appeal
from domain.table.disputes.parts import Kind, Penalty, Remedy
from projections.conduct import COUNTED, SUMMED, conduct, tally
from tests.kernel.night_market.commands import Roll
from tests.match import Match, actor
from tests.projections.playing import market, move, told
from tests.table.scenes import JUDGE, first_turn, said
from tests.table.test_disputes import DEPUTY, disputed, filing, leaving


def counted(match: Match, step: int = 10_000) -> dict[str, Any]:
    """What conduct says when it is told the events so many at a time."""
    before: dict[str, Any] | None = None
    for reached in [*range(step, len(match.events), step), len(match.events)]:
        events = tuple(match.events[before["version"] if before else 0 : reached])
        before = conduct(replace(told(match), folded=match.at(reached), before=before, since=events))
    assert before is not None
    return before


def restless() -> Match:
    """A table where a seat takes back twice what it may, one pauses, one agrees, and one resigns."""
    match, random = market(), Random(4)
    undone = 0
    while undone < 2 and match.folded.position.finished is None:
        move(match, random)
        for seat in range(3):
            if undone < 2 and match.undoes(seat):
                match.does(actor(seat), Undo())
                undone += 1
    match.does(actor(1), Pause())
    match.does(ORGANISER, Pause())
    match.does(ORGANISER, Resume())
    match.does(actor(2), Resign())
    return match


def test_undos_pauses_and_resignations_are_counted_for_the_seat_that_did_them() -> None:
    match = restless()
    seats = counted(match)["seats"]
    by = [event.actor for event in match.events if event.command.name == "undo"]
    assert len(by) == 2
    assert [seat["undos"] for seat in seats] == [by.count(actor(seat)) for seat in range(3)]
    assert [seat["pauses"] for seat in seats] == [0, 1, 0]
    assert [seat["resigned"] for seat in seats] == [False, False, True]


def test_disputes_and_appeals_are_the_seats_that_filed_them_and_penalties_theirs_who_got_them() -> None:
    """The ruling on an appeal stands instead of the first, with its penalties (TB-D8)."""
    match = disputed()
    penalties = (Penalty(Seat(0), Kind.WARNING), Penalty(Seat(0), Kind.WARNING), Penalty(Seat(1), Kind.POINTS, 3))
    match.does(DEPUTY, leaving(penalties=penalties))
    match.does(actor(0), Appeal(1, said()))
    match.does(JUDGE, leaving(penalties=(Penalty(Seat(0), Kind.GAME_LOSS),)))
    match.does(actor(1), filing(match))
    keys = ("disputes", "appeals", "penalties")
    assert [{key: seat[key] for key in keys} for seat in counted(match)["seats"]] == [
        {"disputes": 0, "appeals": 1, "penalties": {"game-loss": 1}},
        {"disputes": 2, "appeals": 0, "penalties": {}},
        {"disputes": 0, "appeals": 0, "penalties": {}},
    ]
    assert counted(match, 1) == counted(match)


def test_a_rewind_by_ruling_takes_no_dispute_and_no_penalty_back() -> None:
    match = disputed()
    match.does(JUDGE, leaving(remedy=Remedy.UNDO, penalties=(Penalty(Seat(0), Kind.WARNING),)))
    seats = counted(match)["seats"]
    assert [seat["disputes"] for seat in seats] == [0, 1, 0]
    assert [seat["penalties"] for seat in seats] == [{"warning": 1}, {}, {}]


def test_the_time_spent_is_the_tables_own() -> None:
    match = restless()
    assert [seat["spent"] for seat in counted(match)["seats"]] == list(match.folded.spent)


def test_events_told_one_by_one_come_to_the_same_as_all_at_once() -> None:
    match = restless()
    assert counted(match, 1) == counted(match, 7) == counted(match)


def asked() -> Match:
    """Seat 0 rolls and asks four times: refused, granted by both, withdrawn, and once more, still open; a judge rules once."""
    match = first_turn(3)
    match.answer(0, Roll(Seat(0)))
    match.does(actor(0), Undo())
    match.does(actor(1), AnswerUndo(1, granted=False))
    match.does(actor(0), Undo())
    match.does(actor(2), AnswerUndo(2, granted=True))
    match.does(actor(1), AnswerUndo(2, granted=True))
    match.answer(0, Roll(Seat(0)))
    match.does(actor(0), Undo())
    match.does(actor(0), WithdrawUndo(3))
    match.does("judge:0", Undo(match.folded.line()[-2], said("a slip")))
    match.answer(0, Roll(Seat(0)))
    match.does(actor(0), Undo())
    return match


@pytest.mark.parametrize("step", [1, 2, 3, 10_000])
def test_requests_and_answers_are_counted_for_who_asked_and_who_answered(step: int) -> None:
    found = counted(asked(), step)
    assert [tuple(seat[name] for name in COUNTED) for seat in found["seats"]] == [
        (1, 4, 1, 1, 0, 0, 0),
        (0, 0, 0, 0, 1, 1, 0),
        (0, 0, 0, 0, 1, 0, 0),
    ]
    assert found["asking"] == 0


def test_what_was_counted_before_requests_were_counted_is_carried_on() -> None:
    match = restless()
    before = conduct(replace(told(match), before=None, since=tuple(match.events)))
    new = {name for name in COUNTED if name not in ("undos", "pauses")}
    older = {**before, "seats": [{name: value for name, value in seat.items() if name not in new} for seat in before["seats"]]}
    assert conduct(replace(told(match), before=older, since=())) == before


def test_a_players_seats_are_added_up() -> None:
    first, second = counted(restless())["seats"][0], counted(asked())["seats"][0]
    found = tally([first, second])
    assert found.keys() == {"tables", *SUMMED, "penalties"}
    assert found["tables"] == 2
    assert all(found[name] == first[name] + second[name] for name in SUMMED)
    assert tally([]) == {"tables": 0, **dict.fromkeys(SUMMED, 0), "penalties": {}}


def test_a_players_disputes_and_penalties_are_added_up_over_tables_and_those_of_an_older_count_are_none() -> None:
    older = {"seat": 0, "undos": 1, "resigned": False, "spent": 7}
    first = {**older, "disputes": 2, "appeals": 1, "penalties": {"warning": 1, "points": 2}}
    second = {**older, "disputes": 1, "appeals": 0, "penalties": {"warning": 1}}
    found = tally([first, second, older])
    assert (found["tables"], found["disputes"], found["appeals"]) == (3, 3, 1)
    assert found["penalties"] == {"points": 2, "warning": 2}
