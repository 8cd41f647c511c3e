"""Finding tables, players and rules: what is sought, by whom, and pages that keep their place."""

from datetime import UTC, datetime
from typing import Any

import pytest

from domain.table.rulebook import RULEBOOK
from service.parts import Parts
from tests.api.clients import Caller, Seated, ok, open_table, problem, started
from tests.kernel.night_market import NIGHT_MARKET
from tests.kernel.night_market.rulebook import DEALS, SETUP
from workers.follow import follow

DAY = 24 * 60 * 60 * 1000
HIGH_MOON = {"game": "high-moon"}


def opened_at(organiser: Caller, table: Seated) -> int:
    at: int = ok(organiser.get(f"{table.path}/events/1"))["event"]["at"]
    return at


def found(caller: Caller, **query: Any) -> list[str]:
    return [line["id"] for line in ok(caller.get("/tables", **query))["tables"]]


@pytest.fixture
def tables(organiser: Caller, parts: Parts) -> list[Seated]:
    """The latest first: one in play, one abandoned, one of another game."""
    other = open_table(organiser, **HIGH_MOON)
    abandoned = open_table(organiser)
    ok(organiser.post(f"{abandoned.path}/abandon"), 201)
    opened = ok(organiser.post("/tables", {"game": "night-market", "seats": [{"player": "ada"}, {"player": "bea"}], "spectators": 1}), 201)
    tokens = [ok(Caller(organiser.app).post(f"/invitations/{opened['invitations'][f'seat:{n}']}"), 201)["token"] for n in (0, 1)]
    seats = tuple(Caller(organiser.app, token) for token in tokens)
    table = Seated(opened["table"], organiser, seats, seats[0], seats[0])
    for seat in seats:
        ok(seat.post(f"{table.path}/ready"), 201)
    ok(organiser.post(f"{table.path}/start"), 201)
    tables = [table, abandoned, other]
    for each in tables:
        follow(parts, each.id)
    return tables


def test_tables_are_found_by_player_game_and_phase(organiser: Caller, tables: list[Seated]) -> None:
    playing, abandoned, other = (table.id for table in tables)
    assert found(organiser) == [playing, abandoned, other]
    assert found(organiser, player="bea") == found(organiser, phase="playing") == [playing]
    assert found(organiser, game="night-market") == [playing, abandoned]
    assert found(organiser, game="night-market", phase="abandoned") == [abandoned]
    assert found(organiser, game="high-moon", player="ada") == found(organiser, game="chess") == []
    assert found(tables[1].seats[0]) == [abandoned]
    assert found(tables[1].seats[0], player="ada") == []


def test_tables_are_found_by_when_they_were_opened(organiser: Caller, tables: list[Seated]) -> None:
    everything = found(organiser)
    at = opened_at(organiser, tables[1])
    day = datetime.fromtimestamp(at / 1000, UTC).date().isoformat()
    moment = datetime.fromtimestamp(at / 1000, UTC).isoformat()
    assert found(organiser, opened_from=at, opened_to=at) == found(organiser, opened_from=moment, opened_to=moment) == [tables[1].id]
    assert found(organiser, opened_from=at + 1) == [tables[0].id]
    assert found(organiser, opened_to=at - 1) == [tables[2].id]
    before, after = opened_at(organiser, tables[2]) - DAY, opened_at(organiser, tables[0]) + DAY
    assert found(organiser, opened_from=before, opened_to=after) == everything
    if datetime.fromtimestamp((after - DAY) / 1000, UTC).date() == datetime.fromtimestamp((before + DAY) / 1000, UTC).date():
        assert found(organiser, opened_from=day, opened_to=day) == everything


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"phase": "asleep"}, "phase"),
        ({"player": "a b"}, "player"),
        ({"player": ""}, "player"),
        ({"opened_from": "soon"}, "opened_from"),
        ({"opened_from": "2026-02-30"}, "opened_from"),
        ({"opened_to": "-5"}, "opened_to"),
        ({"opened_to": "9999-12-31T23:59:59-23:00"}, "opened_to"),
        ({"limit": "0"}, "limit"),
        ({"limit": "1001"}, "limit"),
        ({"game": "x" * 201}, "game"),
    ],
)
def test_what_cannot_be_sought_is_named(organiser: Caller, query: dict[str, str], field: str) -> None:
    if field == "opened_to" and "T" in query[field]:
        assert ok(organiser.get("/tables", **query))["tables"] == []
        return
    faults = problem(organiser.get("/tables", **query), 422, "malformed")["faults"]
    assert [(fault["in"], fault["field"]) for fault in faults] == [("query", field)]


def test_pages_keep_their_place_while_tables_are_opened_and_played(organiser: Caller, tables: list[Seated], parts: Parts) -> None:
    everything = found(organiser)
    first = ok(organiser.get("/tables", limit=1))
    late = open_table(organiser)
    ok(organiser.post(f"{tables[2].path}/abandon"), 201)
    for table in (late, tables[2]):
        follow(parts, table.id)
    second = ok(organiser.get("/tables", limit=1, after=first["next"]))
    third = ok(organiser.get("/tables", limit=1, after=second["next"]))
    assert [line["id"] for page in (first, second, third) for line in page["tables"]] == everything
    assert "next" not in third
    faults = problem(organiser.get("/rules/table/TB-O1", after=first["next"]), 422, "malformed")["faults"]
    assert [fault["field"] for fault in faults] == ["after"]


def test_players_are_known_to_organisers_and_to_their_own_table(organiser: Caller, tables: list[Seated]) -> None:
    listed = ok(organiser.get("/players"))["players"]
    assert [(line["player"], line["games"], line["finished"]) for line in listed] == [("ada", 1, 0), ("bea", 1, 0)]
    assert ok(organiser.get("/players/bea")) == listed[1]
    page = ok(organiser.get("/players", limit=1))
    assert page["players"] + ok(organiser.get("/players", limit=1, after=page["next"]))["players"] == listed
    assert ok(tables[0].seats[0].get("/players"))["players"] == listed
    assert ok(tables[1].seats[0].get("/players")) == {"players": []}
    problem(tables[1].seats[0].get("/players/ada"), 404, "not-found")
    problem(organiser.get("/players/nobody"), 404, "not-found")


def test_conduct_tells_refusals_to_their_seat_a_judge_who_looked_and_when_all_is_over_an_organiser(organiser: Caller, parts: Parts) -> None:
    table = started(organiser)
    assert table.move(0, "sell", card="lanterns:no-such").status_code == 422
    follow(parts, table.id)

    def told(caller: Caller) -> list[Any]:
        return [seat.get("refusals") for seat in ok(caller.get(f"{table.path}/conduct"))["seats"]]

    (rule,) = told(table.seats[0])[0]
    assert told(table.seats[0]) == [{rule: 1}, None]
    assert told(table.seats[1]) == [None, {}]
    assert told(table.judge) == told(table.spectator) == told(organiser) == [None, None]
    ok(table.judge.post(f"{table.path}/inspections"), 201)
    assert told(table.judge) == [{rule: 1}, {}]
    ok(organiser.post(f"{table.path}/abandon"), 201)
    follow(parts, table.id)
    assert told(organiser) == [{rule: 1}, {}]
    assert told(table.spectator) == [None, None]


def test_a_players_conduct_is_added_up_over_tables(organiser: Caller, parts: Parts, tables: list[Seated]) -> None:
    table = tables[0]
    for seat in table.seats:
        asked = ok(seat.get(f"{table.path}/questions"))
        body = {"question": asked["question"]["id"], "seen": asked["version"], "command": asked["question"]["choices"][0]["command"]}
        ok(seat.post(f"{table.path}/moves", body), 201)
    ok(table.move(0, "roll"), 201)
    ok(table.seats[0].post(f"{table.path}/undo", {"seen": table.version()}), 201)
    ok(table.seats[1].post(f"{table.path}/undo/1/answers", {"seen": table.version(), "granted": True}), 201)
    assert table.move(0, "sell", card="lanterns:no-such").status_code == 422
    follow(parts, table.id)

    def told(caller: Caller, player: str) -> Any:
        return ok(caller.get(f"/players/{player}/conduct"))

    ada, bea = told(organiser, "ada"), told(organiser, "bea")
    assert (ada["tables"], ada["undos"], ada["undos_asked"], ada["undos_granted"], ada["answers_granted"]) == (1, 1, 1, 1, 0)
    assert (bea["tables"], bea["undos"], bea["undos_asked"], bea["answers_granted"]) == (1, 0, 0, 1)
    assert ada["refusals"] == {}
    assert "refusals" not in told(table.seats[1], "ada")
    ok(organiser.post(f"{table.path}/abandon"), 201)
    follow(parts, table.id)
    assert list(told(organiser, "ada")["refusals"].values()) == [1]
    assert "refusals" not in told(table.seats[0], "ada")
    problem(organiser.get("/players/nobody/conduct"), 404, "not-found")
    problem(tables[1].seats[0].get("/players/ada/conduct"), 404, "not-found")


def test_conduct_waits_for_the_version_asked_for(organiser: Caller, parts: Parts, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.api.reading.WAIT", 0.05)
    table = started(organiser)
    assert problem(table.seats[0].get(f"{table.path}/conduct"), 503, "behind")["version"] == 0
    follow(parts, table.id)
    assert ok(table.seats[0].get(f"{table.path}/conduct", min_version=8))["version"] == 8
    faults = problem(table.seats[0].get(f"{table.path}/conduct", min_version=9), 422, "malformed")["faults"]
    assert [fault["field"] for fault in faults] == ["min_version"]


def test_every_rulebook_is_read_rule_by_rule(organiser: Caller) -> None:
    books = {book["game"]: book["rules"] for book in ok(organiser.get("/rules"))["rulebooks"]}
    assert (books["table"], books["night-market"]) == (len(RULEBOOK), len(NIGHT_MARKET.rulebook))
    rules = ok(organiser.get("/rules/night-market"))["rules"]
    wanted = [{"id": rule.id, "where": rule.where, "says": rule.says, "defines": rule.defines} for rule in NIGHT_MARKET.rulebook]
    assert rules == wanted
    for rule in (*rules, *ok(organiser.get("/rules/high-moon"))["rules"]):
        game = "night-market" if rule in rules else "high-moon"
        assert ok(organiser.get(f"/rules/{game}/{rule['id']}")) == {**rule, "cited": [], "disputed": [], "refused": 0}
    problem(organiser.get("/rules/chess"), 404, "not-found")


def test_every_rulebook_lists_the_options_that_a_table_may_be_opened_with(organiser: Caller) -> None:
    books = {book["game"]: book["options"] for book in ok(organiser.get("/rules"))["rulebooks"]}
    assert [option["name"] for option in books["table"]] == ["undo_time", "dispute_window"]
    crossing = next(option for option in books["stadt-city"] if option["name"] == "crossing_kills")
    assert (crossing["allowed"], crossing["default"], crossing["rulesets"], crossing["rule"]) == ([True, False], True, ["1.1"], "SC-R5")
    drinks = next(option for option in books["stadt-city"] if option["name"] == "drinks")
    assert drinks["rulesets"] == ["1.1", "1.0"]
    number = {"game": "stadt-city", "seats": [{}, {}], "options": {"answer_time": 30}}
    (fault,) = problem(organiser.post("/tables", number), 422, "malformed")["faults"]
    assert "options" in fault["field"]
    assert '"30"' in fault["says"]


def test_there_is_no_rulebook_and_no_rule_of_another_name(organiser: Caller) -> None:
    problem(organiser.get("/rules/chess"), 404, "not-found")
    problem(organiser.get("/rules/night-market/TB-O1"), 404, "not-found")


def test_a_rule_names_the_facts_that_cited_it_at_the_tables_its_reader_may_see(organiser: Caller, parts: Parts) -> None:
    tables = sorted((started(organiser) for _ in range(2)), key=lambda table: table.id)
    for table in tables:
        follow(parts, table.id)
    cited = ok(organiser.get(f"/rules/night-market/{SETUP.id}"))["cited"]
    facts = {(fact["name"], fact["rule"]) for fact in ok(organiser.get(f"{tables[0].path}/events/8"))["event"]["facts"]}
    named = sorted(name for name, rule in facts if rule == SETUP.id)
    assert cited == [{"table": table.id, "version": 8, "fact": fact} for table in tables for fact in named]
    assert ok(tables[1].spectator.get(f"/rules/night-market/{SETUP.id}"))["cited"] == cited[len(named) :]
    assert ok(organiser.get(f"/rules/night-market/{DEALS.id}"))["cited"] == []
    pages, after = [], {}
    while True:
        page = ok(organiser.get(f"/rules/night-market/{SETUP.id}", limit=1, **after))
        pages += page["cited"]
        if "next" not in page:
            break
        after = {"after": page["next"]}
    assert pages == cited
    assert {line["fact"] for line in ok(organiser.get("/rules/table/TB-O4"))["cited"]} == {"started"}
