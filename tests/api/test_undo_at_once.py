"""Undos that meet moves, answers and one another, over real HTTP: exactly one of them comes first, and the rest are told."""

import random
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import pytest
import requests

from domain.catalogue import CATALOGUE
from domain.table.rulebook import OTHER_UNDO, UNDO_ENDS
from service.config import Settings
from service.embedded import EmbeddedServer
from service.record import verify
from tests.api.serving import Service, serving

SEATS = 3
ROUNDS = 15
"""So many and no more: a game has an end."""
OPENED = count()
Send = Callable[[], requests.Response]


class Table:
    """A table in play; every call is an HTTP request of its own."""

    def __init__(self, service: Service) -> None:
        self._service, self._keys, self._dice = service, count(), random.Random(5)
        opened = service.post("/tables", f"open-{next(OPENED)}", game="high-moon", seats=[{}] * SEATS).json()
        self.id = opened["table"]
        codes = [opened["invitations"][f"seat:{seat}"] for seat in range(SEATS)]
        self.tokens = [service.post(f"/invitations/{code}", f"claim-{seat}").json()["token"] for seat, code in enumerate(codes)]
        for seat in range(SEATS):
            assert self.post(seat, "ready").status_code == 201
        assert self.post(0, "start").status_code == 201

    def get(self, seat: int, what: str = "") -> Any:
        return self._service.get(f"/tables/{self.id}{what}", self.tokens[seat]).json()

    def post(self, seat: int, what: str, key: str = "", **body: object) -> requests.Response:
        return self._service.post(f"/tables/{self.id}/{what}", key or f"key-{next(self._keys)}", self.tokens[seat], **body)

    def asked(self) -> int:
        """Whose turn it is."""
        seat: int = self.get(0)["waiting"][0]["seat"]
        return seat

    def move(self, seat: int) -> Send:
        """Any answer to the seat's question, ready to be sent."""
        asked = self.get(seat, "/questions")
        command = self._dice.choice(asked["question"]["choices"])["command"]
        return lambda: self.post(seat, "moves", question=asked["question"]["id"], seen=asked["version"], command=command)

    def something_learned(self) -> int:
        """Play until a seat's latest action can no longer be taken back freely, and another's turn has come; the seat."""
        while True:
            seat = self.asked()
            assert self.move(seat)().status_code == 201
            if self.asked() != seat and self.get(seat, "/undo").get("latest") == {"to": self.get(seat)["head"] - 1, "free": False}:
                return seat

    def ask(self, seat: int) -> int:
        """Ask for an undo of the seat's latest action; the request's number."""
        answer = self.post(seat, "undo", seen=self.get(seat)["version"])
        assert [fact["name"] for fact in answer.json()["event"]["facts"]] == ["undo-asked"], answer.text
        number: int = answer.json()["event"]["facts"][0]["fields"]["number"]
        return number

    def answer(self, seat: int, number: int, granted: bool = True) -> Send:
        seen = self.get(seat)["version"]
        return lambda: self.post(seat, f"undo/{number}/answers", granted=granted, seen=seen)

    def verified(self) -> bool:
        data = self._service.get(f"/tables/{self.id}/record", self.tokens[0]).content
        return verify(data, CATALOGUE).ok


@pytest.fixture(scope="module")
def service(server: EmbeddedServer) -> Iterator[Service]:
    settings = Settings(data=Path("unused"), store_url=server.url, log="error")
    with serving(settings, RATE="0", VISITOR_RATE="0") as service:
        yield service


@pytest.fixture
def table(service: Service) -> Table:
    return Table(service)


def at_once(*sends: Send, first: int = 0) -> list[requests.Response]:
    """Send all of them, each on a line of its own; one of them a moment before the others."""

    def sent(number: int) -> requests.Response:
        time.sleep(0 if number == first else 0.002)
        return sends[number]()

    with ThreadPoolExecutor(len(sends)) as threads:
        return list(threads.map(sent, range(len(sends))))


def statuses(answers: list[requests.Response]) -> list[int]:
    return [answer.status_code for answer in answers]


@pytest.mark.rule(UNDO_ENDS, OTHER_UNDO)
def test_a_grant_and_a_move_that_meet_leave_one_of_them(table: Table) -> None:
    came_first = set()
    for number in range(ROUNDS):
        asker = table.something_learned()
        to, mover = table.get(asker)["head"] - 1, table.asked()
        request = table.ask(asker)
        other = next(seat for seat in range(SEATS) if seat not in (asker, mover))
        assert table.answer(mover, request)().status_code == 201
        grant, move = at_once(table.answer(other, request), table.move(mover), first=number % 2)
        assert sorted(statuses([grant, move])) == [201, 409], (grant.text, move.text)
        granted = grant.status_code == 201
        came_first.add(granted)
        assert table.get(0)["head"] == (to if granted else move.json()["version"])
        assert (move if granted else grant).json()["since"]
        assert "undo" not in table.get(0)
        if len(came_first) == 2:
            break
    assert came_first == {True, False}
    assert table.verified()


@pytest.mark.rule(UNDO_ENDS)
def test_of_requests_made_at_once_one_stands(table: Table) -> None:
    for number in range(4):
        asker = table.something_learned()
        seen, to = table.get(asker)["version"], table.get(asker)["head"] - 1
        sends = [partial(table.post, seat, "undo", seen=seen, to=to) for seat in range(SEATS)]
        answers = at_once(*sends, first=number % SEATS)
        assert sorted(statuses(answers)) == [201, 422, 422]
        assert {answer.json()["rule"]["id"] for answer in answers if answer.status_code == 422} == {UNDO_ENDS.id}
        stands = next(seat for seat, answer in enumerate(answers) if answer.status_code == 201)
        request = table.get(0)["undo"]
        assert (request["seat"], request["to"]) == (stands, to)
        assert table.post(stands, f"undo/{request['number']}/withdraw", seen=table.get(0)["version"]).status_code == 201
    assert table.verified()


@pytest.mark.rule(OTHER_UNDO)
def test_one_request_sent_twice_at_once_is_one(table: Table) -> None:
    asker = table.something_learned()
    body = {"seen": table.get(asker)["version"], "reason": "sent twice"}
    answers = at_once(*[lambda: table.post(asker, "undo", "twice", **body)] * 4)
    assert sorted(statuses(answers)) == [200, 200, 200, 201]
    assert len({answer.json()["hash"] for answer in answers}) == 1


@pytest.mark.rule(OTHER_UNDO)
def test_the_last_two_consents_given_at_once_move_the_head_once(table: Table) -> None:
    asker = table.something_learned()
    to, moves = table.get(asker)["head"] - 1, table.get(0)["waiting"][0]["id"].split(".")[0]
    request = table.ask(asker)
    answers = at_once(*(table.answer(seat, request) for seat in range(SEATS) if seat != asker))
    assert statuses(answers) == [201, 201]
    moved = [answer for answer in answers if answer.json()["event"]["facts"][-1]["name"] == "head-moved"]
    assert len(moved) == 1
    assert table.get(0)["head"] == to
    assert table.get(0)["waiting"][0]["id"].split(".")[0] == str(int(moves) + 1)


@pytest.mark.rule(OTHER_UNDO)
@pytest.mark.parametrize("what", ["refusal", "withdrawal"])
def test_a_last_consent_and_what_ends_the_request_leave_one_of_them(table: Table, what: str) -> None:
    for number in range(4):
        asker = table.something_learned()
        head = table.get(asker)["head"]
        request = table.ask(asker)
        one, other = (seat for seat in range(SEATS) if seat != asker)
        seen = table.get(0)["version"]
        if what == "refusal":
            ends = table.answer(one, request, granted=False)
        else:
            assert table.answer(one, request)().status_code == 201
            ends = partial(table.post, asker, f"undo/{request}/withdraw", seen=seen)
        grant, end = at_once(table.answer(other, request), ends, first=number % 2)
        if what == "refusal":
            assert (grant.status_code, end.status_code) in ((201, 201), (409, 201))
        else:
            assert sorted(statuses([grant, end])) == [201, 409]
        moved = what == "withdrawal" and grant.status_code == 201
        assert table.get(0)["head"] == (head - 1 if moved else head)
    assert table.verified()


@pytest.mark.rule(OTHER_UNDO)
def test_a_stale_tab_is_told_what_has_happened(table: Table) -> None:
    asker = table.something_learned()
    mover = table.asked()
    stale_move, seen = table.move(mover), table.get(asker)["version"]
    request = table.ask(asker)
    stale_grant = table.answer(mover, request)
    for seat in range(SEATS):
        if seat != asker:
            assert table.answer(seat, request)().status_code == 201
    for tab in (stale_move, stale_grant, lambda: table.post(asker, "undo", seen=seen)):
        told = tab()
        assert told.status_code == 409
        names = [fact["name"] for copy in told.json()["since"] for fact in copy["event"]["facts"]]
        assert names[-2:] == ["undo-answered", "head-moved"]
    assert table.move(table.asked())().status_code == 201
    assert table.verified()
