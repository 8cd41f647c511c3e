"""High Moon over HTTP, from the first card to the final sheet."""

import random
from typing import Any

import pytest

from domain.high_moon import HIGH_MOON
from domain.kernel.names import Viewer, may_see
from service.parts import Parts
from service.record import verify
from tests.api.clients import Caller, Seated, ok, started
from workers.follow import follow


def play(table: Seated, dice: random.Random, most: int = 1000) -> int:
    """Random offered moves; how many were made before the game was over."""
    for number in range(most):
        waiting = ok(table.organiser.get(f"{table.path}/questions"))["waiting"]
        if not waiting:
            return number
        seat = table.seats[waiting[0]["seat"]]
        asked = ok(seat.get(f"{table.path}/questions"))
        choice = dice.choice(asked["question"]["choices"])
        body = {"question": asked["question"]["id"], "seen": asked["version"], "command": choice["command"]}
        ok(seat.post(f"{table.path}/moves", body), 201)
    return most


@pytest.mark.whole_games
def test_a_whole_game_ends_in_a_sheet_that_the_record_proves(organiser: Caller, parts: Parts) -> None:
    table = started(organiser, "high-moon")
    moves = play(table, random.Random(3))
    shown = ok(organiser.get(table.path))
    assert (shown["phase"], sorted(seat for place in shown["places"] for seat in place)) == ("finished", [0, 1])
    follow(parts, table.id)
    scores = ok(organiser.get(f"{table.path}/scores", min_version=shown["version"]))
    assert (scores["finished"], scores["winner"]) == (True, shown["places"][0])
    events = ok(organiser.get(f"{table.path}/events", limit=1000))["events"]
    counted = [fact["fields"] for copy in events for fact in copy["event"]["facts"] if fact["name"] == "points-counted"]
    assert _totals(counted) == {seat["seat"]: seat["total"] for seat in scores["seats"]}
    report = verify(organiser.get(f"{table.path}/record").data, (HIGH_MOON,))
    assert (report.fault, report.closed, report.events) == (None, True, moves + 9)


def _totals(counted: list[dict[str, Any]]) -> dict[int, int]:
    totals: dict[int, int] = {}
    for line in counted:
        totals[line["seat"]] = totals.get(line["seat"], 0) + line["points"]
    return totals


def test_no_copy_holds_an_opening_that_is_not_for_its_reader(organiser: Caller) -> None:
    table = started(organiser, "high-moon", seats=4)
    play(table, random.Random(5), most=20)
    readers = {role: "public" if role in ("organiser", "judge:0", "spectator:0") else role for role in table.everybody}
    for role, caller in table.everybody.items():
        found = ok(caller.get(f"{table.path}/events", limit=1000))["events"]
        openings = [opening for copy in found for opening in copy["openings"]]
        assert all(may_see(Viewer(readers[role]), frozenset(map(Viewer, opening["for"]))) for opening in openings)
        assert bool(openings) == (readers[role] != "public")
        hands = {f"seat:{seat['seat']}": seat["hand"] for seat in ok(caller.get(table.path))["state"]["seats"]}
        told = {seat: len(hand["certain"]) for seat, hand in hands.items()}
        assert told == {seat: hand["cards"] if seat == role else 0 for seat, hand in hands.items()}
