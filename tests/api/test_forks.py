"""Forks over HTTP: made by seats, judges and organisers, played on, and never more than their maker knew."""

from typing import Any

import pytest
from flask import Flask

from domain.catalogue import CATALOGUE
from domain.kernel.names import Viewer
from domain.table.rulebook import FORK, FORK_BEGINS, INSPECTION, ROLES
from service.api import forks
from service.identity import TOKENS_EACH
from service.parts import Parts
from service.record import verify
from service.store import connect
from tests.api.clients import Caller, Seated, ok, problem, refused_by, started
from tests.kernel.night_market import NIGHT_MARKET
from workers.follow import follow

GAMES = (NIGHT_MARKET, *CATALOGUE)


@pytest.fixture
def table(organiser: Caller) -> Seated:
    """Seat 0 has offered, unseen."""
    table = started(organiser, options={"length": "one-round"})
    answer(table.seats[0], table.path)
    return table


def answer(seat: Caller, path: str, number: int = 0) -> None:
    """The seat gives one of its choices."""
    asked = ok(seat.get(f"{path}/questions"))
    question = asked["question"]
    command = question["choices"][number]["command"]
    ok(seat.post(f"{path}/moves", {"question": question["id"], "seen": asked["version"], "command": command}), 201)


def version(table: Seated) -> int:
    found: int = ok(table.organiser.get(table.path))["version"]
    return found


def fork(caller: Caller, table: Seated, status: int = 201, key: str = "", eyes: str = "", **more: Any) -> dict[str, Any]:
    """A fork at the tip, by default through the caller's own eyes."""
    body = {"version": version(table), **more, **({"as": eyes} if eyes else {})}
    made: dict[str, Any] = ok(caller.post(f"{table.path}/forks", body, key), status)
    return made


def at(made: dict[str, Any], app: Flask) -> Seated:
    """The fork and those who hold its seats."""
    holders = tuple(Caller(app, made["tokens"].get(f"seat:{seat}")) for seat in range(2))
    return Seated(made["table"], holders[0], holders, holders[0], holders[0])


def play_out(one: Seated, last: bool = False) -> None:
    """Every seat gives its first or last choice until the table is closed."""
    while waiting := ok(one.seats[0].get(f"{one.path}/questions"))["waiting"]:
        seat = next(asked["seat"] for asked in waiting if asked["required"])
        answer(one.seats[seat], one.path, -1 if last else 0)


def salts(caller: Caller, path: str) -> set[str]:
    events = ok(caller.get(f"{path}/events", limit=1000))["events"]
    return {opening["salt"] for event in events for opening in event["openings"]}


def test_a_seat_plays_a_fork_alone_to_its_end(table: Seated, app: Flask) -> None:
    made = fork(table.seats[0], table)
    assert sorted(made["tokens"]) == ["seat:0", "seat:1"]
    assert made["invitations"] == {}
    one = at(made, app)
    play_out(one, last=True)
    shown = ok(one.seats[1].get(one.path))
    assert (shown["phase"], shown["origin"]) == ("finished", made["origin"])


def test_a_fork_says_where_it_comes_from(table: Seated, app: Flask) -> None:
    tip = ok(table.seats[0].get(f"{table.path}/events", limit=1000))["events"][-1]
    made = fork(table.seats[0], table)
    origin = {"table": table.id, "version": tip["version"], "hash": tip["hash"], "as": "seat:0", "exact": False}
    assert made["origin"] == origin
    assert made["version"] == tip["version"] + 1
    assert ok(at(made, app).seats[0].get(f"/tables/{made['table']}"))["origin"] == origin
    assert "origin" not in ok(table.seats[0].get(table.path))


def test_the_seats_view_of_a_fork_is_its_view_of_the_table(table: Seated, app: Flask) -> None:
    before = ok(table.seats[1].get(table.path, at=version(table)))
    one = at(fork(table.seats[1], table), app)
    after = ok(one.seats[1].get(one.path))
    assert {seat["seat"]: seat["hand"] for seat in map(dict, _numbered(after))} == {
        seat["seat"]: seat["hand"] for seat in map(dict, _numbered(before))
    }
    assert after["state"]["deck"] == before["state"]["deck"]
    assert [asked["required"] for asked in after["waiting"]] == [True, True]


def _numbered(shown: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"seat": number, **player} for number, player in enumerate(shown["state"]["players"])]


def test_nobody_at_a_fork_reads_what_its_maker_had_not_seen(table: Seated, app: Flask) -> None:
    known = salts(table.seats[0], table.path)
    ok(table.judge.post(f"{table.path}/inspections"), 201)
    hidden = salts(table.judge, table.path) - salts(table.seats[0], table.path)
    assert hidden
    one = at(fork(table.seats[0], table), app)
    play_out(one)
    for caller in (*one.seats, table.organiser):
        assert not salts(caller, one.path) & hidden
    assert known <= salts(one.seats[0], one.path) | known


def test_people_are_invited_to_a_fork(table: Seated, app: Flask) -> None:
    made = fork(table.seats[0], table, invite=["seat:1", "judge:0", "spectator:3"])
    assert sorted(made["tokens"]) == ["seat:0"]
    assert sorted(made["invitations"]) == ["judge:0", "seat:1", "spectator:3"]
    claimed = ok(Caller(app).post(f"/invitations/{made['invitations']['seat:1']}", {"name": "Bo"}), 201)
    assert (claimed["table"], claimed["role"]) == (made["table"], "seat:1")
    path = f"/tables/{made['table']}"
    seats = ok(Caller(app, claimed["token"]).get(path))["seats"]
    assert [(seat["claimed"], seat.get("name")) for seat in seats] == [(True, None), (True, "Bo")]
    answer(Caller(app, claimed["token"]), path)


def test_a_token_of_the_table_opens_nothing_at_its_fork(table: Seated) -> None:
    made = fork(table.seats[0], table)
    problem(table.seats[1].get(f"/tables/{made['table']}"), 403, "forbidden")


def test_a_repeated_fork_is_the_same_fork(table: Seated, app: Flask) -> None:
    first = fork(table.seats[0], table, key="one", invite=["seat:1"])
    again = [fork(table.seats[0], table, 200, key="one", invite=["seat:1"]) for _ in range(TOKENS_EACH + 1)]
    assert {made["table"] for made in (first, *again)} == {first["table"]}
    holders = [Caller(app, made["tokens"]["seat:0"]) for made in (first, *again)]
    answers = [holder.get(f"/tables/{first['table']}").status_code for holder in holders]
    assert answers == [401, 401, *[200] * TOKENS_EACH]
    problem(table.seats[0].post(f"{table.path}/forks", {"version": version(table)}, "one"), 422, "key-reused")


def test_the_same_key_at_another_table_or_from_somebody_else_is_another_fork(table: Seated, organiser: Caller) -> None:
    other = started(organiser)
    made = [
        fork(caller, where, key="one")["table"]
        for caller, where in ((table.seats[0], table), (table.seats[1], table), (other.seats[0], other))
    ]
    assert len(set(made)) == 3


def test_a_key_that_was_used_at_the_table_is_free_at_its_fork(table: Seated, app: Flask) -> None:
    one = at(fork(table.seats[0], table, key="pause"), app)
    ok(table.seats[0].post(f"{table.path}/pause", key="pause"), 201)
    assert not ok(one.seats[0].post(f"{one.path}/pause", key="pause-2"), 201)["repeated"]


def test_a_judge_forks_exactly_once_it_has_looked(table: Seated, app: Flask) -> None:
    found = problem(table.judge.post(f"{table.path}/forks", {"version": version(table)}), 403, "forbidden")
    assert found["rule"]["id"] == INSPECTION.id
    ok(table.judge.post(f"{table.path}/inspections"), 201)
    made = fork(table.judge, table)
    assert (made["origin"]["exact"], made["origin"]["as"]) == (True, "judge:0")
    one = at(made, app)
    for seat in (0, 1):
        assert ok(one.seats[seat].get(one.path))["state"] == ok(table.seats[seat].get(table.path))["state"]
    narrowed = fork(table.judge, table, eyes="seat:1")
    assert (narrowed["origin"]["exact"], narrowed["origin"]["as"]) == (False, "seat:1")


def test_a_judge_forks_what_happened_before_it_looked(table: Seated) -> None:
    ok(table.judge.post(f"{table.path}/inspections"), 201)
    made = ok(table.judge.post(f"{table.path}/forks", {"version": version(table) - 1}), 201)
    assert made["version"] == version(table)


def test_an_organiser_forks_what_the_public_knows_and_a_spectator_nothing(table: Seated) -> None:
    assert fork(table.organiser, table)["origin"]["as"] == "public"
    refused_by(table.spectator.post(f"{table.path}/forks", {"version": version(table)}), ROLES)


@pytest.mark.parametrize("eyes", ["seat:1", "judge:0"])
def test_a_seat_forks_through_no_other_eyes(table: Seated, eyes: str) -> None:
    problem(table.seats[0].post(f"{table.path}/forks", {"version": version(table), "as": eyes}), 403, "forbidden")
    assert fork(table.seats[0], table, eyes="public")["origin"]["as"] == "public"


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "version"),
        ({"version": 0}, "version"),
        ({"version": 99}, "version"),
        ({"version": "9"}, "version"),
        ({"version": 9, "as": "seat:x"}, "as"),
        ({"version": 9, "invite": ["seat:2"]}, "invite[0]"),
        ({"version": 9, "invite": ["seat:1", "judge:9"]}, "invite[1]"),
        ({"version": 9, "invite": ["organiser"]}, "invite[0]"),
        ({"version": 9, "invite": "seat:1"}, "invite"),
        ({"version": 9, "seats": 2}, "seats"),
    ],
)
def test_what_is_no_fork_names_the_field(table: Seated, body: dict[str, Any], field: str) -> None:
    found = problem(table.seats[0].post(f"{table.path}/forks", body), 422, "malformed")
    assert [fault["field"] for fault in found["faults"]] == [field]


def test_a_table_that_is_over_is_forked_from_before_its_end(table: Seated) -> None:
    play_out(table, last=True)
    tip = version(table)
    for late in (tip, tip - 1):
        refused_by(table.seats[0].post(f"{table.path}/forks", {"version": late}), FORK)
    ok(table.seats[0].post(f"{table.path}/forks", {"version": tip - 2}), 201)


def test_a_fork_is_forked_from_its_own_beginning_on(table: Seated, app: Flask) -> None:
    made = fork(table.seats[0], table)
    one = at(made, app)
    refused_by(one.seats[0].post(f"{one.path}/forks", {"version": made["version"] - 1}), FORK_BEGINS)
    again = ok(one.seats[1].post(f"{one.path}/forks", {"version": made["version"]}), 201)
    assert again["origin"]["table"] == one.id
    play_out(at(again, app))


def test_a_place_makes_only_so_many_forks_of_a_table(table: Seated, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forks, "FORKS", 2)
    for key in ("one", "two"):
        fork(table.seats[0], table, key=key)
    problem(table.seats[0].post(f"{table.path}/forks", {"version": version(table)}, "three"), 409, "too-many-forks")
    fork(table.seats[0], table, 200, key="one")
    fork(table.seats[1], table, key="three")
    fork(table.organiser, table)


def test_forks_of_forks_are_counted_together(table: Seated, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forks, "FORKS_OF_FORKS", 2)
    one, other = (at(fork(table.seats[0], table, key=key), app) for key in ("one", "two"))
    again = ok(one.seats[0].post(f"{one.path}/forks", {"version": 10}), 201)
    ok(other.seats[1].post(f"{other.path}/forks", {"version": 10}), 201)
    last = at(again, app)
    problem(last.seats[0].post(f"{last.path}/forks", {"version": 11}), 409, "too-many-forks")
    fork(table.seats[0], table)


def test_a_refused_fork_does_not_count(table: Seated, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forks, "FORKS", 1)
    play_out(table, last=True)
    refused_by(table.seats[0].post(f"{table.path}/forks", {"version": version(table)}), FORK)
    ok(table.seats[0].post(f"{table.path}/forks", {"version": version(table) - 2}), 201)


def test_a_fork_counts_for_no_player_and_is_listed_as_what_it_is(organiser: Caller, parts: Parts, app: Flask) -> None:
    body = {"seats": [{"player": "ana"}, {"player": "bo"}], "options": {"length": "one-round"}}
    table = _with_players(organiser, body)
    made = fork(table.seats[0], table)
    play_out(at(made, app))
    for each in (table.id, made["table"]):
        follow(parts, each)
    assert ok(organiser.get("/players/ana"))["games"] == 1
    assert ok(organiser.get("/players/ana"))["finished"] == 0
    lines = {line["id"]: line for line in ok(organiser.get("/tables"))["tables"]}
    assert lines[made["table"]]["origin"] == made["origin"]
    assert "origin" not in lines[table.id]
    assert [line["id"] for line in ok(organiser.get("/tables", player="ana"))["tables"]] == [table.id]
    cited = ok(organiser.get("/rules/night-market/NM-O1"))["cited"]
    assert {one["table"] for one in cited} == {table.id}
    assert ok(at(made, app).seats[0].get(f"/tables/{made['table']}/scores"))["finished"]


def _with_players(organiser: Caller, body: dict[str, Any]) -> Seated:
    opened = ok(organiser.post("/tables", {"game": "night-market", **body}), 201)
    tokens = [ok(Caller(organiser.app).post(f"/invitations/{opened['invitations'][f'seat:{seat}']}"), 201)["token"] for seat in (0, 1)]
    seats = tuple(Caller(organiser.app, token) for token in tokens)
    table = Seated(opened["table"], organiser, seats, organiser, organiser)
    for seat in seats:
        ok(seat.post(f"{table.path}/ready"), 201)
    ok(organiser.post(f"{table.path}/start"), 201)
    return table


def test_a_record_of_a_fork_verifies_and_is_brought_elsewhere_and_forked_there(table: Seated, app: Flask, parts: Parts) -> None:
    one = at(fork(table.seats[0], table), app)
    answer(one.seats[1], one.path)
    data = one.seats[0].get(f"{one.path}/record").data
    report = verify(data, GAMES)
    assert (report.fault, report.viewer, report.origin and report.origin.table) == (None, "seat:0", table.id)
    with connect(str(parts.settings.store_url)) as client:
        for key in client.keys("gavel:{*"):
            client.delete(key)
        client.delete("gavel:tables")
    parts.tables._cache.drop(one.id)
    parts.tables._cache.drop(table.id)
    ok(table.organiser.post("/records", data=data), 201)
    assert ok(table.organiser.get(one.path))["origin"]["table"] == table.id
    again = ok(table.organiser.post(f"{one.path}/forks", {"version": report.events}), 201)
    assert (again["origin"]["table"], again["origin"]["as"]) == (one.id, "seat:0")
    play_out(at(again, app), last=True)
    record = table.organiser.get(f"/tables/{again['table']}/record").data
    assert verify(record, GAMES).fault is None


def test_branches_knowledge_and_conduct_of_a_fork_are_read_as_of_any_table(table: Seated, app: Flask, parts: Parts) -> None:
    one = at(fork(table.seats[0], table), app)
    answer(one.seats[1], one.path)
    ok(one.seats[0].post(f"{one.path}/forks", {"version": version(one)}), 201)
    follow(parts, one.id)
    for what in ("branches", "knowledge", "history", "undo", "conduct", "scores"):
        for seat in one.seats:
            ok(seat.get(f"{one.path}/{what}"))


@pytest.mark.parametrize("game", CATALOGUE, ids=lambda game: game.name)
def test_every_game_is_forked_and_goes_on(organiser: Caller, app: Flask, game: Any) -> None:
    table = started(organiser, game.name)
    one = at(fork(table.seats[0], table), app)
    for _ in range(4):
        waiting = ok(one.seats[0].get(f"{one.path}/questions"))["waiting"]
        seat = next(asked["seat"] for asked in waiting if asked["required"])
        answer(one.seats[seat], one.path)
    report = verify(one.seats[1].get(f"{one.path}/record").data, GAMES)
    assert (report.fault, report.viewer) == (None, Viewer("seat:1"))
