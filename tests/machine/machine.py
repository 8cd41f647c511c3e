"""The machine: what people do, what falls over, and what holds after every step."""

import sys
import tempfile
from collections.abc import Mapping
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import event
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from domain.table.undo import WITHIN
from tests.api.clients import Answer, ok, problem
from tests.machine.book import Request
from tests.machine.installation import SERVICES, Installation
from tests.machine.playing import ORGANISER, UNANSWERED, People, Table

MOST_TABLES = 4
BELL = 61_000
"""A little longer (ms) than the bell of the test game's pack takes to ring."""
ANY = st.integers(0, 2**16)
"""Picks one of however many there are: what is drawn never hangs on what the service says, or a seed would not repeat a run."""
SERVICE = st.integers(0, SERVICES - 1)
SEATS = st.integers(2, 3)
ANSWERS = {"granted": {"granted": True}, "refused": {"granted": False}, "withdrawn": {}}
NOTHING: Mapping[str, Any] = {}


def picked(number: int, among: Any) -> Any:
    return among[number % len(among)]


class WholeOfGavel(RuleBasedStateMachine):
    """Tables of the test game on one installation. No rule has to wait for another: each finds something to do or does nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory(prefix="gavel-machine-")
        self.patch = pytest.MonkeyPatch()
        seeds = count()
        self.patch.setattr("service.tables.token_hex", lambda size: sha256(str(next(seeds)).encode()).hexdigest()[: 2 * size])
        self.installation = Installation(Path(self.folder.name))
        self.people = People(self.installation)

    @initialize(service=SERVICE, seats=SEATS, picks=st.lists(ANY, max_size=12))
    def a_table_in_play(self, service: int, seats: int, picks: list[int]) -> None:
        table = self.people.open(service, seats)
        for _ in range(2 * seats + 3):
            self._next_of_opening(service, table)
        assert self.people.read(service, ORGANISER, table)["phase"] == "playing"
        self._play(service, table, picks)

    @precondition(lambda self: len(self.people.tables) < MOST_TABLES)
    @rule(service=SERVICE, seats=SEATS)
    def open_a_table(self, service: int, seats: int) -> None:
        self.people.open(service, seats)

    @rule(service=SERVICE, table=ANY, steps=st.integers(1, 4))
    def seat_a_table(self, service: int, table: int, steps: int) -> None:
        for _ in range(steps):
            self._next_of_opening(service, self._table(table))

    @rule(service=SERVICE, table=ANY, picks=st.lists(ANY, min_size=1, max_size=5))
    def answer_what_is_offered(self, service: int, table: int, picks: list[int]) -> None:
        self._play(service, self._table(table), picks)

    @rule(service=SERVICE, table=ANY, pick=ANY)
    def answer_a_question_of_before(self, service: int, table: int, pick: int) -> None:
        moves = [one.request for one in self.people.book.at(self._table(table).id) if "question" in one.request.body]
        if moves:
            old = picked(pick, moves)
            request = Request(old.who, old.table, old.path, old.body, self.people.fresh_key())
            assert self.people.send(service, request).status_code in (409, 422)

    @rule(service=SERVICE, pick=ANY)
    def repeat_a_request(self, service: int, pick: int) -> None:
        self.people.repeat(service, picked(pick, self.people.book.acknowledged))

    @rule(service=SERVICE, pick=ANY)
    def use_a_key_again_for_something_else(self, service: int, pick: int) -> None:
        known = picked(pick, self.people.book.acknowledged)
        old = known.request
        path, body = (f"/tables/{old.table}/resume", NOTHING) if old.table else (old.path, {**old.body, "time_zone": "Europe/Paris"})
        if "token" not in known.told and (path, body) != (old.path, old.body):
            answer = self.people.send(service, Request(old.who, old.table, path, body, old.key))
            assert problem(answer, 422, "key-reused")["version"] == known.version

    @rule(service=SERVICE, table=ANY, pick=ANY, missed=st.integers(0, 3))
    def take_back(self, service: int, table: int, pick: int, missed: int) -> None:
        """A seat answers and thinks better of it; whoever has not seen its own answer takes nothing back."""
        sitting = self._table(table)
        before = self.people.read(service, ORGANISER, sitting)
        if not (moved := self._play(service, sitting, [pick])):
            return
        seen = before["version"] + (0 if missed == 0 else 1)
        answer = self.people.do(service, sitting, moved[0].who, "undo", {"seen": seen})
        event(f"undo: {answer.status_code}")
        if answer.status_code == 201:
            after = self.people.read(service, ORGANISER, sitting)
            assert missed
            assert after["version"] == before["version"] + 2
            if "undo" in after:
                event("undo: asked")
                assert (after["head"], after["undo"]["to"]) == (before["version"] + 1, before["head"])
            else:
                assert (after["head"], after["state"]) == (before["head"], before["state"])

    @rule(service=SERVICE, table=ANY, who=ANY, to=ANY, what=st.sampled_from(["granted", "granted", "refused", "withdrawn", "left"]))
    def ask_the_others(self, service: int, table: int, who: int, to: int, what: str) -> None:
        """A seat asks to go back unless somebody has asked; then whoever is asked answers, or who asked thinks better of it."""
        sitting = self._table(table)
        shown = self.people.read(service, ORGANISER, sitting)
        seats = [role for role in sitting.tokens if role.startswith("seat")]
        if seats and "undo" not in shown:
            body = {"to": picked(to, range(1, shown["version"] + 1)), "seen": shown["version"]}
            answer = self.people.do(service, sitting, picked(who, seats), "undo", body)
            event(f"undo to a version: {answer.status_code}")
            shown = self.people.read(service, ORGANISER, sitting)
        if (request := shown.get("undo")) is None or what == "left":
            return
        seat = request["seat"] if what == "withdrawn" else picked(who, sorted(set(request["concerned"]) - set(request["granted"])))
        path = f"undo/{request['number']}/{'withdraw' if what == 'withdrawn' else 'answers'}"
        ok(self.people.do(service, sitting, f"seat:{seat}", path, {"seen": shown["version"], **ANSWERS[what]}), 201)
        after = self.people.read(service, ORGANISER, sitting)
        moved = what == "granted" and len(request["concerned"]) == len(request["granted"]) + 1
        assert after["head"] == (request["to"] if moved else shown["head"])
        assert ("undo" in after) == (what == "granted" and not moved)
        event(f"a request: {what}{', and the head moves' if moved else ''}")

    @rule(service=SERVICE, table=ANY, who=st.sampled_from(["judge:0", ORGANISER]), to=ANY)
    def somebody_rules(self, service: int, table: int, who: str, to: int) -> None:
        sitting = self._table(table)
        if who not in sitting.everybody:
            return
        before = self.people.read(service, ORGANISER, sitting)
        body = {"to": picked(to, range(1, before["version"] + 1)), "reason": "as was seen", "seen": before["version"]}
        answer = self.people.do(service, sitting, who, "undo", body)
        event(f"a ruling: {answer.status_code}")
        if answer.status_code == 201:
            after = self.people.read(service, ORGANISER, sitting)
            assert (after["head"], "undo" in after) == (body["to"], False)
            assert after["paused"] == before["paused"]
            assert after["state"] == ok(self.people.caller(service, ORGANISER, sitting).get(sitting.path, at=body["to"]))["state"]

    @rule(service=SERVICE, table=ANY, who=ANY, what=st.sampled_from(["pause", "resume", "start"]))
    def stop_and_go(self, service: int, table: int, who: int, what: str) -> None:
        self._decree(service, self._table(table), who, what)

    @rule(service=SERVICE, table=ANY, who=ANY, what=st.sampled_from(["resign", "abandon"]))
    def leave(self, service: int, table: int, who: int, what: str) -> None:
        self._decree(service, self._table(table), who, what)

    @rule(service=SERVICE, table=ANY)
    def a_judge_looks(self, service: int, table: int) -> None:
        if "judge:0" in (sitting := self._table(table)).tokens:
            ok(self.people.do(service, sitting, "judge:0", "inspections"), 201)

    @rule(service=SERVICE, table=ANY, who=ANY)
    def somebody_reads(self, service: int, table: int, who: int) -> None:
        sitting = self._table(table)
        self.people.reader(service, picked(who, sitting.everybody), sitting).check()

    @rule(service=SERVICE, table=ANY, who=ANY, seen=ANY)
    def somebody_watches_from_where_they_left(self, service: int, table: int, who: int, seen: int) -> None:
        sitting = self._table(table)
        reader = self.people.reader(service, picked(who, sitting.everybody), sitting)
        reader.check_feed(seen % len(reader.stream))

    @rule(service=SERVICE, table=ANY, what=st.sampled_from(["ready", "start", "pause", "resign", "abandon"]))
    def a_spectator_may_only_look(self, service: int, table: int, what: str) -> None:
        if "spectator:0" in (sitting := self._table(table)).tokens:
            problem(self.people.do(service, sitting, "spectator:0", what), 403, "refused-role")

    @rule(service=SERVICE)
    def a_service_starts_again(self, service: int) -> None:
        self.installation.restart_service(service)

    @rule()
    def the_store_is_killed(self) -> None:
        self.installation.kill_store()
        self.installation.store.start()

    @rule(service=SERVICE, table=ANY, pick=ANY)
    def somebody_asks_while_there_is_no_store(self, service: int, table: int, pick: int) -> None:
        """Nothing is acknowledged then; the same request under the same key finds out later."""
        sitting = self._table(table)
        request = self._offered(service, sitting, pick) or Request(
            ORGANISER, sitting.id, f"{sitting.path}/pause", {}, self.people.fresh_key()
        )
        self.installation.kill_store()
        answer = self.people.caller(service, request.who, sitting).post(request.path, request.body, request.key)
        assert answer.status_code in UNANSWERED
        self.installation.store.start()
        self.people.send(service, request)

    @rule(service=SERVICE, table=ANY, picks=st.lists(ANY, min_size=1, max_size=3), after=st.integers(0, 20))
    def the_store_is_killed_while_somebody_plays(self, service: int, table: int, picks: list[int], after: int) -> None:
        requests = [request for pick in picks if (request := self._offered(service, self._table(table), pick))]
        caller = self.people.caller

        def play() -> list[Answer]:
            return [caller(service, request.who, self._table(table)).post(request.path, request.body, request.key) for request in requests]

        asked = self.installation.store_killed_during(play, after / 1000)
        for request, answer in zip(requests, asked, strict=True):
            event(f"while the store is killed: {answer.status_code}")
            if answer.status_code == 201:
                assert self.people.send(service, request).status_code == 200
            elif answer.status_code in UNANSWERED:
                self.people.send(service, request)

    @rule()
    def a_worker_starts(self) -> None:
        self.installation.start_worker()

    @rule(kindly=st.booleans())
    def the_worker_ends(self, kindly: bool) -> None:
        self.installation.end_worker(kindly)

    @rule()
    def the_queue_is_emptied(self) -> None:
        self.installation.flush_queue()

    @rule(milliseconds=st.sampled_from([0, 1_000, BELL, WITHIN]))
    def time_passes_and_a_sweeper_looks(self, milliseconds: int) -> None:
        self.installation.clock.pass_by(milliseconds)
        self.installation.sweep()

    @invariant()
    def what_was_acknowledged_stands(self) -> None:
        for table in self.people.tables:
            self.people.book.check(table.id, self.people.stream(table))

    def teardown(self) -> None:
        try:
            if sys.exc_info()[0] is None:
                self._end()
        finally:
            self.installation.close()
            self.patch.undo()
            self.folder.cleanup()

    def _end(self) -> None:
        """Every read model comes to the tip, every record verifies, everybody reads what is theirs, every request is repeated."""
        self.installation.settle()
        listed = {line["id"] for line in ok(self.people.caller(0, ORGANISER, None).get("/tables"))["tables"]}
        assert listed == {table.id for table in self.people.tables}
        for table in self.people.tables:
            for who in table.everybody:
                reader = self.people.reader(0, who, table)
                reader.check()
                reader.check_record()
            self.people.reader(1, ORGANISER, table).check_scores()
            event(f"at the end: {self.people.read(1, ORGANISER, table)['phase']}")
        for known in tuple(self.people.book.acknowledged):
            self.people.repeat(1, known)
        self.what_was_acknowledged_stands()

    def _table(self, number: int) -> Table:
        table: Table = picked(number, self.people.tables)
        return table

    def _next_of_opening(self, service: int, table: Table) -> None:
        """Claim the next place, else say that the next seat is ready, else start."""
        shown = self.people.read(service, ORGANISER, table)
        if unclaimed := [role for role in table.invitations if role not in table.tokens]:
            self.people.claim(service, table, unclaimed[0])
        elif shown["phase"] == "seating":
            waiting = [seat["seat"] for seat in shown["seats"] if not seat["ready"]]
            who, what = (f"seat:{waiting[0]}", "ready") if waiting else (ORGANISER, "start")
            ok(self.people.do(service, table, who, what), 201)

    def _offered(self, service: int, table: Table, pick: int) -> Request | None:
        """The answer to one of the questions that are open, by one of the choices that it offers."""
        waiting = self.people.read(service, ORGANISER, table)["waiting"]
        if not waiting:
            return None
        who = f"seat:{picked(pick, waiting)['seat']}"
        asked = self.people.read(service, who, table, "/questions")
        command = picked(pick, asked["question"]["choices"])["command"]
        body = {"question": asked["question"]["id"], "seen": asked["version"], "command": command}
        return Request(who, table.id, f"{table.path}/moves", body, self.people.fresh_key())

    def _play(self, service: int, table: Table, picks: list[int]) -> list[Request]:
        """Whatever a seat is offered is accepted."""
        requests = []
        for pick in picks:
            if request := self._offered(service, table, pick):
                assert self.people.send(service, request).status_code == 201
                requests.append(request)
        return requests

    def _as_seat(self, service: int, table: Table, seat: int, what: str) -> Answer | None:
        who = f"seat:{seat % table.seats}"
        if who not in table.tokens:
            return None
        answer = self.people.do(service, table, who, what)
        event(f"{what}: {answer.status_code}")
        return answer

    def _decree(self, service: int, table: Table, who: int, what: str) -> None:
        """An organiser gets what the table's state allows; nobody gets anything else."""
        shown = self.people.read(service, ORGANISER, table)
        playing = shown["phase"] == "playing"
        allowed = {
            "pause": playing and not shown["paused"],
            "resume": playing and shown["paused"],
            "start": shown["phase"] == "seating" and all(seat["ready"] for seat in shown["seats"]),
            "resign": playing,
            "abandon": shown["phase"] in ("seating", "playing"),
        }[what]
        decrees = who % (table.seats + 1) == table.seats and what != "resign"
        answer = self.people.do(service, table, ORGANISER, what) if decrees else self._as_seat(service, table, who, what)
        if answer is not None:
            assert allowed or answer.status_code == 422
            assert answer.status_code == 201 or not (allowed and decrees)
