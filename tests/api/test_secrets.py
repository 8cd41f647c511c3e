"""Nothing that a caller may not know stands in any answer, at any version, from any route."""

import json
import random
from typing import Any

import pytest

from domain.kernel.names import may_see
from domain.kernel.secret import Sealed
from service.parts import Parts
from tests.api.clients import Answer, Caller, Seated, feed, ok, started
from tests.kernel.night_market import NIGHT_MARKET

VIEWERS = {"seat:0": "seat:0", "seat:1": "seat:1", "seat:2": "seat:2", "judge:0": "public", "spectator:0": "public", "organiser": "public"}


@pytest.fixture
def marked(parts: Parts) -> str:
    """The hash of a pack in which every card has a face of its own, unlike anything else."""
    goods = [{"key": f"zq{number:02d}face", "worth": number % 7 + 1, "cards": 1, "source": "house"} for number in range(40)]
    head = {"name": "marked", "version": "1", "colours": ["red", "green", "blue", "amber"], "hand": 4, "limit": 5, "bell_seconds": 60}
    return parts.packs.keep(NIGHT_MARKET, {**head, "goods": goods}).name.hash


class Known:
    """What each viewer may know by now, from the whole stream and the audience of each fact."""

    def __init__(self, parts: Parts, table: str) -> None:
        self._parts, self._table = parts, table
        self._tip = 0
        self.faces: dict[str, set[str]] = {viewer: set() for viewer in VIEWERS.values()}
        self.everything: set[str] = set()

    def look(self) -> None:
        for event in self._parts.tables.decoded(self._table, None, after=self._tip):
            self._tip = event.version
            for ruled in event.facts:
                for name in type(ruled.fact).__dataclass_fields__:  # type: ignore[attr-defined]
                    self._take(getattr(ruled.fact, name))

    def _take(self, value: Any) -> None:
        sealed = isinstance(value, Sealed)
        faces = _faces(json.dumps(value.value if sealed else value, default=str))
        self.everything |= faces
        for viewer, known in self.faces.items():
            if not sealed or may_see(viewer, value.audience):  # type: ignore[arg-type]
                known |= faces

    def check(self, role: str, answer: Answer) -> None:
        self.check_text(role, answer.request.path, _without_packs(answer))

    def check_text(self, role: str, path: str, text: str) -> None:
        shown = _faces(text)
        assert shown <= self.faces[VIEWERS[role]], (role, path, shown - self.faces[VIEWERS[role]])


def _faces(text: str) -> set[str]:
    return {word[:4] for word in text.split("marked:")[1:]}


def _without_packs(answer: Answer) -> str:
    """A record carries its pack, whose cards are no secret."""
    text = answer.get_data(as_text=True)
    return text if not answer.request.path.endswith("/record") else json.dumps({**json.loads(text), "packs": {}})


def read_everything(table: Seated, known: Known) -> None:
    tip = table.version()
    paths = ("", "/questions", "/events", f"/events/{tip}", "/history", "/record", "/scores", "/conduct", "/refusals", "/undo")
    for role, caller in table.everybody.items():
        for path in paths:
            known.check(role, caller.get(table.path + path))
        for at in (max(tip - 1, 1), tip // 2):
            known.check(role, caller.get(table.path, at=at))
        known.check_text(role, "/feed", json.dumps(feed(caller, table.path, tip)))
        for path in ("/tables", "/players", "/rules/night-market/NM-O2", "/tokens"):
            known.check(role, caller.get(path))


def test_no_route_tells_anybody_what_it_may_not_know(organiser: Caller, parts: Parts, marked: str, monkeypatch: Any) -> None:
    monkeypatch.setattr("service.api.reading.WAIT", 0.0)
    dice = random.Random(7)
    table = started(organiser, seats=3, pack=marked, options={"length": "one-round", "equal_offers_spoil": False})
    known = Known(parts, table.id)
    checked = 0
    while (shown := ok(organiser.get(table.path)))["phase"] == "playing":
        known.look()
        read_everything(table, known)
        checked += 1
        asked = dice.choice([asked for asked in shown["waiting"] if asked["required"]])
        _move(table, asked["seat"], known, dice)
    assert checked > 8
    assert len(known.everything) == 40
    assert all(len(faces) < 36 for faces in known.faces.values())


def _move(table: Seated, seat: int, known: Known, dice: random.Random) -> None:
    """One refused move, one accepted, one repeated and one too late; every answer is looked at."""
    caller, role = table.seats[seat], f"seat:{seat}"
    question = ok(caller.get(f"{table.path}/questions"))
    choice = dice.choice(question["question"]["choices"])["command"]
    body = {"question": question["question"]["id"], "seen": question["version"], "command": choice}
    other = (seat + 1) % 3
    out_of_turn = {"seen": question["version"], "command": {"name": "end-turn", "arguments": {}}}
    known.check(f"seat:{other}", table.seats[other].post(f"{table.path}/moves", out_of_turn))
    moved = caller.post(f"{table.path}/moves", body, key=f"move-{question['version']}")
    if ok(caller.get(table.path))["phase"] != "playing":
        return
    known.look()
    known.check(role, moved)
    known.check(role, caller.post(f"{table.path}/moves", body, key=f"move-{question['version']}"))
    known.check(role, caller.post(f"{table.path}/moves", body))
    for reader, listener in table.everybody.items():
        known.check(reader, listener.get(f"{table.path}/events/{ok(moved, 201)['version']}"))
    _think_better_of_it(table, seat, known, dice)


def _think_better_of_it(table: Seated, seat: int, known: Known, dice: random.Random) -> None:
    """Now and then the seat asks for its move back, which is granted or not; what the request tells is looked at by all."""
    if dice.random() < 0.5:
        return
    asked = table.seats[seat].post(f"{table.path}/undo", {"seen": table.version()})
    known.check(f"seat:{seat}", asked)
    known.look()
    request = ok(table.seats[seat].get(f"{table.path}/undo")).get("request")
    for reader, listener in table.everybody.items():
        for path in ("", "/undo", "/knowledge", "/branches"):
            known.check(reader, listener.get(table.path + path))
    for other in request["concerned"] if request else ():
        body = {"seen": table.version(), "granted": dice.random() < 0.6}
        known.check(f"seat:{other}", table.seats[other].post(f"{table.path}/undo/{request['number']}/answers", body))
    known.look()
