"""The state as a client reads it."""

from typing import Any

from domain.high_moon.parts import Criterion, Measure
from domain.high_moon.show import show
from domain.high_moon.state import PerLiquor, Turn
from domain.kernel.bag import Bag, ordered
from domain.kernel.canonical import check_storable
from tests.high_moon.harness import FIRST, drawn, position
from tests.high_moon.packs import pack

RULE = Criterion("1A", Measure.TOMBSTONES, 1, "a point for every step", immediate=False)


def test_everything_on_the_table_is_shown() -> None:
    purse = {"unopened": PerLiquor(bat=1), "opened": PerLiquor(crow=1), "scored": (("1B", 4),), "deck": ordered(("test:red-2",))}
    board, turn = drawn("RS0"), Turn(placed=2, opened="crow")
    state = position(board, purse, {"hand": Bag(1), "deck": (Bag(5),)}, chosen=pack(criteria=[RULE]), criteria=("1A",), turn=turn)
    shown: Any = show(state)
    check_storable(shown)
    assert shown["map"] == [
        {"at": [0, 0], "shows": "blank"},
        {"at": [0, 1], "shows": "distillery"},
        {"at": [0, 2], "shows": "ranch-red"},
    ]
    assert shown["tokens"] == [{"at": [0, 0], "seat": FIRST, "kind": "ranch"}]
    assert shown["tiles"] == [{"at": [0, 1], "liquor": "spider"}]
    assert shown["tiles_left"] == 3
    assert shown["criteria"] == [{"id": "1A", "says": "a point for every step", "immediate": False}]
    assert (shown["phase"], shown["active"], shown["asked"]) == ("tokens", FIRST, "tokens")
    assert shown["turn"] == {"tokens_placed": 2, "next_token_takes": 3, "bottle_opened": "crow"}
    first, second = shown["seats"]
    assert first == {
        "seat": 0,
        "colour": "red",
        "reserve": 20,
        "available": 3,
        "aid": 0,
        "bottles": {"unopened": {"spider": 0, "bat": 1, "crow": 0}, "opened": {"spider": 0, "bat": 0, "crow": 1}},
        "markers": {"spider": 0, "bat": 0, "crow": 0},
        "hand": {"cards": 1, "certain": ["test:red-1"]},
        "deck": {"cards": 1, "certain": ["test:red-2"]},
        "scored": [{"criterion": "1B", "points": 4}],
        "resigned": False,
    }
    assert (second["hand"], second["deck"]) == ({"cards": 1, "certain": []}, {"cards": 5, "certain": []})


def test_after_the_end_nobody_is_active() -> None:
    shown = show(position(drawn("R"), phase="over"))
    assert {"active", "turn", "asked"}.isdisjoint(shown)
