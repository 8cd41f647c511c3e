"""Packs: brought, listed, played with; and every fault with its place."""

import json
import tomllib
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from domain.high_moon import HIGH_MOON
from domain.kernel.pack import MOST_FAULTS
from domain.table.rulebook import ROLES
from service.parts import Parts
from tests.api.clients import Caller, ok, open_table, problem, refused_by
from tests.kernel.night_market import NIGHT_MARKET
from tests.kernel.night_market.pack import PACKS

TOML = "application/toml"
MINE = PACKS["lanterns"].replace('name = "lanterns"', 'name = "mine"', 1)
BUILT_IN = next(iter(HIGH_MOON.packs.values()))


def bring(organiser: Caller, data: str | bytes, media: str = TOML, game: str = "night-market") -> Any:
    return organiser.post(f"/packs?game={game}", data=data.encode() if isinstance(data, str) else data, media=media)


def test_a_pack_is_brought_as_toml_or_json_and_is_the_same_pack(organiser: Caller) -> None:
    kept = ok(bring(organiser, MINE), 201)
    assert {key: kept[key] for key in ("game", "name", "built_in")} == {"game": "night-market", "name": "mine", "built_in": False}
    again = bring(organiser, json.dumps(tomllib.loads(MINE)), "application/json")
    assert ok(again, 200) == kept
    assert again.headers["Location"] == f"/api/v1/packs/{kept['hash']}"
    assert ok(organiser.get(f"/packs/{kept['hash']}")) == tomllib.loads(MINE)


def test_packs_are_listed_game_by_game_with_where_their_entries_come_from(organiser: Caller) -> None:
    kept = ok(bring(organiser, MINE), 201)
    listed = ok(organiser.get("/packs"))["packs"]
    assert [(line["game"], line["name"], line["built_in"]) for line in listed] == [
        ("high-moon", "frontier", True),
        ("moon-colony-bloodbath", "lunar", True),
        ("night-market", "lanterns", True),
        ("night-market", "mine", False),
        ("stadt-city", "stadt", True),
    ]
    assert kept in listed
    assert listed[0]["description"] == tomllib.loads(BUILT_IN)["description"]
    assert sum(listed[0]["sources"].values()) == BUILT_IN.count("\nsource = ") + BUILT_IN.count(", source = ")
    assert ok(organiser.get("/packs", game="high-moon"))["packs"] == listed[:1]
    page = ok(organiser.get("/packs", limit=3))
    assert page["packs"] + ok(organiser.get("/packs", limit=3, after=page["next"]))["packs"] == listed
    for line in listed:
        assert ok(organiser.get(f"/packs/{line['hash']}"))["name"] == line["name"]


def test_a_table_is_opened_with_a_pack_that_was_brought(organiser: Caller) -> None:
    kept = ok(bring(organiser, MINE), 201)
    opened = ok(organiser.post("/tables", {"game": "night-market", "seats": [{}, {}], "pack": kept["hash"]}), 201)
    assert ok(organiser.get(f"/tables/{opened['table']}"))["pack"] == {key: kept[key] for key in ("name", "version", "hash")}


def test_every_fault_is_told_with_its_place_and_line_and_nothing_is_kept(organiser: Caller, parts: Parts) -> None:
    broken = BUILT_IN.replace('letter = "R"', 'letter = "Y"', 1).replace("width = 4", "width = 0", 1)
    before = ok(organiser.get("/packs"))
    faults = problem(bring(organiser, broken, game="high-moon"), 422, "malformed")["faults"]
    assert len(faults) >= 2
    assert {fault["in"] for fault in faults} == {"body"}
    width = next(fault for fault in faults if fault["field"] == "size.width")
    assert width["line"] == broken.splitlines().index("width = 0") + 1
    document = {**tomllib.loads(BUILT_IN), "size": {"width": 0, "height": 3, "source": "house"}}
    as_json = problem(bring(organiser, json.dumps(document), "application/json", "high-moon"), 422, "malformed")["faults"]
    assert "size.width" in [fault["field"] for fault in as_json]
    assert not any("line" in fault for fault in as_json)
    assert ok(organiser.get("/packs")) == before


@pytest.mark.parametrize(
    ("data", "media", "status", "name"),
    [
        (b"", TOML, 422, "malformed"),
        (b"name = ", TOML, 422, "malformed"),
        (b"\xff\xfe", TOML, 422, "malformed"),
        (b"a = " + b"[" * 100_000, TOML, 422, "malformed"),
        (b"a = " + b"{a=" * 100_000, TOML, 422, "malformed"),
        (b"a." * 5_000 + b"a = 1", TOML, 422, "malformed"),
        (b"a = " + b"9" * 10_000, TOML, 422, "malformed"),
        (b"a = 1.5\nb = 1979-05-27\nc = nan", TOML, 422, "malformed"),
        (b"a = 9007199254740993", TOML, 422, "malformed"),
        ('a = "e\u0301"'.encode(), TOML, 422, "malformed"),
        (b"", "application/json", 400, "not-json"),
        (b"{", "application/json", 400, "not-json"),
        (b"[]", "application/json", 422, "malformed"),
        (b"{}", "application/json", 422, "malformed"),
        (b'{"name":null}', "application/json", 422, "malformed"),
        (b'{"name":1.5}', "application/json", 422, "malformed"),
        (b"[" * 100_000, "application/json", 400, "not-json"),
        (b"{}", "text/plain", 415, "wrong-media-type"),
        (b"x" * ((1 << 20) + 1), TOML, 413, "too-large"),
    ],
    ids=lambda value: repr(value)[:24],
)
@pytest.mark.parametrize("game", ["high-moon", "night-market"])
def test_what_is_no_pack_is_a_clear_problem(organiser: Caller, game: str, data: bytes, media: str, status: int, name: str) -> None:
    before = ok(organiser.get("/packs"))["packs"]
    problem(bring(organiser, data, media, game), status, name)
    assert ok(organiser.get("/packs"))["packs"] == before


@pytest.mark.parametrize("game", ["chess", "", "x" * 201])
def test_a_pack_is_for_a_game_that_is_played_here(organiser: Caller, game: str) -> None:
    faults = problem(bring(organiser, MINE, game=game), 422, "malformed")["faults"]
    assert [(fault["in"], fault["field"]) for fault in faults] == [("query", "game")]


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    below = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, item in below for place in places(item, (*path, key)))]


def changed(value: Any, path: tuple[Any, ...], to: Any) -> Any:
    if not path:
        return to
    key, *rest = path
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[key] = changed(value[key], tuple(rest), to)
    return copy


DOCUMENT = tomllib.loads(BUILT_IN)
STRANGE = st.recursive(
    st.booleans() | st.integers(1 - 2**53, 2**53 - 1) | st.text(max_size=8) | st.sampled_from(["house", "rulebook", "red", 0, 1, -1]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)


def test_whatever_is_changed_in_a_pack_it_is_taken_or_its_faults_are_told(organiser: Caller) -> None:
    @settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
    @given(path=st.sampled_from(places(DOCUMENT)), to=STRANGE)
    def change(path: tuple[Any, ...], to: Any) -> None:
        answer = bring(organiser, json.dumps(changed(DOCUMENT, path, to)), "application/json", "high-moon")
        assert answer.status_code in (200, 201, 422), answer.get_data(as_text=True)

    change()


def test_only_an_organiser_brings_a_pack(organiser: Caller) -> None:
    table = open_table(organiser)
    for caller in (*table.seats, table.judge, table.spectator):
        refused_by(bring(caller, MINE), ROLES)
    assert NIGHT_MARKET.name in {line["game"] for line in ok(table.spectator.get("/packs"))["packs"]}


def test_a_file_of_nothing_but_faults_is_read_to_the_hundredth(organiser: Caller) -> None:
    endless = BUILT_IN + '\n[[cards]]\nentry = "x"\n' * 20_000
    faults = problem(bring(organiser, endless, game="high-moon"), 422, "malformed")["faults"]
    assert len(faults) == MOST_FAULTS
    assert all(fault["line"] > 1 for fault in faults)
