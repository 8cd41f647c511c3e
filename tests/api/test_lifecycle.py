"""A table's life over HTTP, rule by rule."""

import pytest

from domain.table.rulebook import (
    ABANDON,
    CLOSE,
    CLOSED,
    FREE_UNDO,
    INSPECTION,
    INVITATIONS,
    OPENING,
    PAUSE,
    READINESS,
    RESIGN,
    RESIGNED_BELOW,
    ROLES,
    START,
)
from tests.api.clients import Caller, ok, open_table, problem, refused_by, started


@pytest.mark.rule(OPENING)
def test_an_opened_table_says_where_it_is_and_invites_to_every_place(organiser: Caller) -> None:
    seats = [{}, {"colour": "red", "player": "p-7"}]
    answer = organiser.post("/tables", {"game": "night-market", "seats": seats, "judges": 2, "spectators": 1})
    opened = ok(answer, 201)
    assert answer.headers["Location"] == f"/api/v1/tables/{opened['table']}"
    assert sorted(opened["invitations"]) == ["judge:0", "judge:1", "seat:0", "seat:1", "spectator:0"]
    shown = ok(organiser.get(f"/tables/{opened['table']}"))["seats"]
    assert [(seat.get("colour"), seat.get("player"), seat["claimed"]) for seat in shown] == [(None, None, False), ("red", "p-7", False)]


@pytest.mark.rule(OPENING)
@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"game": "chess"}, "game"),
        ({"seats": [{}]}, "seats"),
        ({"seats": [{"colour": "mauve"}, {}]}, "seats[0].colour"),
        ({"seats": [{"player": "a b"}, {}]}, "seats[0].player"),
        ({"ruleset": "99"}, "ruleset"),
        ({"pack": "no-such"}, "pack"),
        ({"options": {"length": "for-ever"}}, "options.length"),
        ({"options": {"weather": True}}, "options.weather"),
        ({"time_zone": "Mars/Olympus"}, "time_zone"),
    ],
)
def test_an_unknown_choice_opens_nothing_and_is_named(organiser: Caller, change: dict[str, object], named: str) -> None:
    refusal = refused_by(organiser.post("/tables", {"game": "night-market", "seats": [{}, {}], **change}), OPENING)
    assert refusal["reason"].startswith(f"{named}: ")
    assert ok(organiser.get("/tables"))["tables"] == []


@pytest.mark.rule(OPENING)
def test_opening_again_with_the_same_key_is_the_same_table_with_fresh_invitations(organiser: Caller) -> None:
    body = {"game": "night-market", "seats": [{}, {}]}
    first = ok(organiser.post("/tables", body, key="open-once"), 201)
    ok(Caller(organiser.app).post(f"/invitations/{first['invitations']['seat:1']}"), 201)
    again = ok(organiser.post("/tables", body, key="open-once"), 200)
    assert again["table"] == first["table"]
    assert sorted(again["invitations"]) == ["judge:0", "seat:0"]
    ok(Caller(organiser.app).post(f"/invitations/{first['invitations']['seat:0']}"), 201)
    refused_by(Caller(organiser.app).post(f"/invitations/{again['invitations']['seat:0']}"), INVITATIONS)


def test_another_opening_under_a_used_key_is_refused(organiser: Caller) -> None:
    ok(organiser.post("/tables", {"game": "night-market", "seats": [{}, {}]}, key="open-twice"), 201)
    other = organiser.post("/tables", {"game": "night-market", "seats": [{}, {}, {}]}, key="open-twice")
    assert problem(other, 422, "key-reused")["version"] == 1


@pytest.mark.rule(INVITATIONS)
def test_a_claim_repeated_by_its_claimer_gives_a_fresh_token_and_nobody_else_gets_one(organiser: Caller) -> None:
    code = ok(organiser.post("/tables", {"game": "night-market", "seats": [{}, {}]}), 201)["invitations"]["seat:0"]
    visitor = Caller(organiser.app)
    first = ok(visitor.post(f"/invitations/{code}", {"name": "Ada"}, key="mine"), 201)
    again = ok(visitor.post(f"/invitations/{code}", {"name": "Ada"}, key="mine"), 200)
    refused_by(visitor.post(f"/invitations/{code}", {"name": "Ada"}, key="not-mine"), INVITATIONS)
    assert (first["table"], first["version"], first["role"]) == (again["table"], again["version"], again["role"])
    assert first["token"] != again["token"]
    for token in (first["token"], again["token"]):
        assert ok(Caller(organiser.app, token).get(f"/tables/{first['table']}"))["viewer"] == "seat:0"


def test_a_name_is_kept_in_normal_form_and_shown_to_everybody(organiser: Caller) -> None:
    opened = ok(organiser.post("/tables", {"game": "night-market", "seats": [{}, {}]}), 201)
    ok(Caller(organiser.app).post(f"/invitations/{opened['invitations']['seat:0']}", {"name": " Zoe\u0308 "}), 201)
    assert ok(organiser.get(f"/tables/{opened['table']}"))["seats"][0]["name"] == "Zo\u00eb"


@pytest.mark.parametrize("name", ["", "   ", "x" * 65, "bell\u0007", "two\nlines", 7, None, ["Ada"]])
def test_what_cannot_be_a_name_claims_nothing(organiser: Caller, name: object) -> None:
    opened = ok(organiser.post("/tables", {"game": "night-market", "seats": [{}, {}]}), 201)
    answer = Caller(organiser.app).post(f"/invitations/{opened['invitations']['seat:0']}", {"name": name})
    assert [fault["field"] for fault in problem(answer, 422, "malformed")["faults"]] == ["name"]
    assert ok(organiser.get(f"/tables/{opened['table']}"))["version"] == 1


def test_an_invitation_that_was_never_given_is_not_found(organiser: Caller) -> None:
    problem(Caller(organiser.app).post("/invitations/never-given"), 404, "not-found")
    token = organiser.token or ""
    problem(Caller(organiser.app).post(f"/invitations/{token}"), 404, "not-found")


@pytest.mark.rule(READINESS)
def test_a_seat_is_ready_once_with_its_entropy_and_colour(organiser: Caller) -> None:
    table = open_table(organiser)
    receipt = ok(table.seats[1].post(f"{table.path}/ready", {"entropy": "beef", "colour": "green"}), 201)
    facts = [(fact["name"], fact["fields"]) for fact in receipt["event"]["facts"]]
    assert facts == [("colour-named", {"seat": 1, "colour": "green"}), ("seat-ready", {"seat": 1, "entropy": "beef"})]
    refused_by(table.seats[1].post(f"{table.path}/ready"), READINESS)
    refused_by(table.seats[0].post(f"{table.path}/ready", {"entropy": "XYZ"}), READINESS)
    refused_by(table.seats[0].post(f"{table.path}/ready", {"colour": "green"}), READINESS)


@pytest.mark.rule(START)
def test_a_table_starts_when_the_last_seat_is_ready(organiser: Caller) -> None:
    table = open_table(organiser)
    ok(table.seats[0].post(f"{table.path}/ready"), 201)
    refused_by(table.seats[0].post(f"{table.path}/start"), START)
    ok(table.seats[1].post(f"{table.path}/ready"), 201)
    ok(table.seats[0].post(f"{table.path}/start"), 201)
    assert ok(organiser.get(table.path))["phase"] == "playing"
    refused_by(organiser.post(f"{table.path}/start"), START)


@pytest.mark.rule(PAUSE)
def test_a_pause_needs_every_seat_or_an_organiser_and_nothing_is_asked_meanwhile(organiser: Caller) -> None:
    table = started(organiser)
    ok(table.seats[0].post(f"{table.path}/pause"), 201)
    assert not ok(organiser.get(table.path))["paused"]
    refused_by(table.seats[0].post(f"{table.path}/pause"), PAUSE)
    ok(table.seats[1].post(f"{table.path}/pause"), 201)
    shown = ok(table.seats[0].get(table.path))
    assert (shown["paused"], shown["waiting"], shown["deadlines"]) == (True, [], [{"deadline": "bell"}])
    questions = ok(table.seats[0].get(f"{table.path}/questions"))
    assert (questions["waiting"], questions.get("question")) == ([], None)
    refused_by(table.move(0, "end-turn", question="0.0.0"), PAUSE)
    ok(organiser.post(f"{table.path}/resume"), 201)
    assert len(ok(table.seats[0].get(table.path))["waiting"]) == 2


@pytest.mark.rule(RESIGN, RESIGNED_BELOW, CLOSE, CLOSED)
def test_when_all_but_one_resign_the_game_is_over_closed_and_opened_to_everybody(organiser: Caller) -> None:
    table = started(organiser)
    receipt = ok(table.seats[1].post(f"{table.path}/resign"), 201)
    shown = ok(organiser.get(table.path))
    assert (shown["phase"], shown["places"], shown["version"]) == ("finished", [[0], [1]], receipt["version"] + 1)
    closing = ok(organiser.get(f"{table.path}/events/{shown['version']}"))
    assert [fact["name"] for fact in closing["event"]["facts"]] == ["closed"]
    assert all(opening["for"] == ["public"] for opening in closing["openings"])
    refused_by(table.seats[0].post(f"{table.path}/undo", {"seen": table.version()}), CLOSED)


@pytest.mark.rule(ABANDON)
def test_an_organiser_or_all_seats_abandon_a_table(organiser: Caller) -> None:
    one, other = started(organiser), started(organiser)
    ok(organiser.post(f"{one.path}/abandon"), 201)
    ok(other.seats[0].post(f"{other.path}/abandon"), 201)
    assert ok(organiser.get(other.path))["phase"] == "playing"
    ok(other.seats[1].post(f"{other.path}/abandon"), 201)
    assert [ok(organiser.get(table.path))["phase"] for table in (one, other)] == ["abandoned", "abandoned"]
    assert ok(organiser.get(one.path))["waiting"] == []
    refused_by(organiser.post(f"{one.path}/abandon"), ABANDON)


@pytest.mark.rule(FREE_UNDO)
def test_a_seat_takes_its_own_latest_action_back_and_nobody_elses(organiser: Caller) -> None:
    table = started(organiser)
    hand = ok(table.seats[0].get(f"{table.path}/questions"))["question"]["choices"]
    offered = ok(table.seats[0].post(f"{table.path}/moves", {"question": "0.0.0", "seen": 8, "command": hand[0]["command"]}), 201)
    refused_by(table.seats[1].post(f"{table.path}/undo", {"seen": table.version()}), FREE_UNDO)
    ok(table.seats[0].post(f"{table.path}/undo", {"seen": table.version()}), 201)
    shown = ok(table.seats[0].get(table.path))
    assert shown["head"] == offered["version"] - 1
    assert [asked["id"] for asked in shown["waiting"]] == ["1.0.0", "1.1.0"]


@pytest.mark.rule(INSPECTION)
def test_a_judge_reads_as_the_public_until_it_has_looked_on_record(organiser: Caller) -> None:
    table = started(organiser)
    before = ok(table.judge.get(table.path))
    assert (before["viewer"], before["state"]["players"][0]["hand"]["known"]) == ("public", [])
    looked = ok(table.judge.post(f"{table.path}/inspections"), 201)
    assert [fact["name"] for fact in looked["event"]["facts"]] == ["viewed"]
    after = ok(table.judge.get(table.path))
    assert (after["viewer"], len(after["state"]["players"][0]["hand"]["known"])) == ("judge:0", 4)


@pytest.mark.rule(ROLES)
def test_a_judge_never_plays_and_a_spectator_never_writes(organiser: Caller) -> None:
    table = started(organiser)
    command = {"seen": 1, "command": {"name": "end-turn", "arguments": {}}}
    for caller in (table.judge, table.spectator, organiser):
        assert refused_by(caller.post(f"{table.path}/moves", command), ROLES)["status"] == 403
    for what in ("ready", "start", "pause", "resume", "resign", "abandon", "inspections", "undo"):
        refused_by(table.spectator.post(f"{table.path}/{what}", {"seen": 8}), ROLES)
    assert table.version() == 8
