"""What can be done at least in part is offered, what cannot is not: each kind of step, condition and count, on both sides."""

from collections.abc import Sequence
from typing import Any

import pytest

from domain.moon_colony_bloodbath.commands import Accept, ChooseWay
from domain.moon_colony_bloodbath.rulebook import D2, N_REPAIRS_ROBOT, R5, R12, R13, R15, R21, R23, T5, T6, T7, W8
from tests.moon_colony_bloodbath.harness import A, bag, colony, given, position, say
from tests.moon_colony_bloodbath.packs import building, name, pack, progress

DEVELOPED = (name("tourists"),)
ROOM: tuple[tuple[str, dict[str, Any], dict[str, Any]], ...] = (
    ("lose a box", {"buildings": [("flag", 1)]}, {"buildings": ["flag"]}),
    ("lose 2 money", {"money": 1}, {}),
    ("lose 2 food", {"food": 1}, {}),
    ("lose a building", {"buildings": ["flag"]}, {}),
    ("discard 2 cards", {"hand": ["flag"]}, {}),
    ("lay a card on the mat", {"hand": ["flag"]}, {}),
    ("put a box", {"buildings": ["flag"]}, {}),
    ("put a box on a building without one", {"buildings": ["flag"]}, {"buildings": [("flag", 1)]}),
    ("move a box", {"buildings": [("flag", 1), "kitchen"]}, {"buildings": [("flag", 1)]}),
    ("BUILD", {"hand": ["flag"]}, {}),
    ("repeat a PLAY", {"buildings": ["kale-farm"]}, {"buildings": ["flag"]}),
    ("spend 2 money: draw a card", {"money": 2}, {"money": 1}),
    ("spend a person: gain 1 food", {"people": 1}, {"people": 0}),
)
"""A way, and colonies that can and that cannot take it."""


def kind(way: str, buildings: Sequence[Any] = (), table: dict[str, Any] | None = None, **changes: Any) -> str | None:
    """What a seat is asked that may take this way or gain a money: nothing when there is but one to take."""
    chosen = pack(progress("fork", turned_over=f"choose [{way}] [gain 1 money]"))
    state = position(colony(A, *buildings, **changes), deck=["fork"], chosen=chosen, **(table or {}))
    return given(state).kind(A)


@pytest.mark.rule(R23, R5, R21, T6, W8)
@pytest.mark.parametrize("way, able, unable", ROOM, ids=[way for way, _, _ in ROOM])
def test_a_way_is_offered_where_it_can_be_done_at_least_in_part(way: str, able: dict[str, Any], unable: dict[str, Any]) -> None:
    assert kind(way, **able) == "way"
    assert kind(way, **unable) == "pick"


SUPPLIES: tuple[tuple[str, dict[str, Any], dict[str, Any]], ...] = (
    ("draw a card", {}, {"lanes": ((),)}),
    ("add tourists", {"developments": DEVELOPED}, {"developments": ()}),
    ("add a robot", {}, {"robots": ()}),
    ("add an event", {}, {"events": ()}),
)


@pytest.mark.rule(R23, R12, D2)
@pytest.mark.parametrize("way, stocked, empty", SUPPLIES, ids=[way for way, _, _ in SUPPLIES])
def test_a_way_that_takes_a_card_is_offered_while_there_is_one(way: str, stocked: dict[str, Any], empty: dict[str, Any]) -> None:
    assert kind(way, table=stocked) == "way"
    assert kind(way, table=empty) == "pick"


@pytest.mark.rule(R23, R12)
def test_a_perk_is_offered_while_the_seat_has_one_left() -> None:
    chosen = pack(progress("fork", turned_over="choose [add a perk] [gain 1 money]"))
    left = chosen.perks("dr-brain")[:1]
    full = position(colony(A, perks=left), deck=["fork"], chosen=chosen)
    given(full).has(A, kind="way").then(ChooseWay(A, 0)).has(A, perks=())
    given(full.with_player(A, perks=())).has(A, money=1, kind="pick")


@pytest.mark.rule(R23, N_REPAIRS_ROBOT)
@pytest.mark.parametrize("set_aside, asked, food", [((), "act", 0), (("repairs-robot",), "pick", 4)])
def test_an_action_that_nobody_may_take_now_is_no_way(set_aside: tuple[str, ...], asked: str, food: int) -> None:
    """In the Work after Repairs Robot "BUILD or FARM" leaves no choice."""
    chosen = pack(building("yard", mine="BUILD or FARM"))
    state = position(colony(A, "yard", hand=["flag"]), deck=["work"], chosen=chosen, set_aside=tuple(map(name, set_aside)))
    given(state).then(say(A, "mine")).has(A, kind="order").use(A, "yard").has(A, kind=asked, food=food)


@pytest.mark.rule(T5, T7)
@pytest.mark.parametrize("hand, asked", [(["flag"], "offer"), ([], "pick")])
def test_what_may_be_done_is_not_offered_where_nothing_comes_of_it(hand: list[str], asked: str) -> None:
    chosen = pack(progress("chance", turned_over="may: BUILD; discard a card"))
    given(position(colony(A, hand=hand), deck=["chance"], chosen=chosen)).has(A, kind=asked)


CONDITIONS: tuple[tuple[str, dict[str, Any], dict[str, Any]], ...] = (
    ("no money", {"money": 0}, {"money": 1}),
    ("2 or less food", {"food": 2}, {"food": 3}),
    ("3 or more cards", {"hand": ["flag"] * 3}, {"hand": ["flag"] * 2, "on_mat": bag("kitchen")}),
    ("2 or more buildings", {"buildings": ["flag"]}, {}),
    ("4 or less people on the mat", {"people": 4}, {"people": 5}),
    ("1 or more boxes here", {"boxes": 1}, {"boxes": 0}),
    ("2 or more boxes", {"boxes": 1, "buildings": [("flag", 1)]}, {"boxes": 1}),
)


@pytest.mark.rule(R15)
@pytest.mark.parametrize("condition, met, missed", CONDITIONS, ids=[condition for condition, _, _ in CONDITIONS])
def test_an_ability_happens_only_on_its_condition(condition: str, met: dict[str, Any], missed: dict[str, Any]) -> None:
    assert mined(condition, **met) == 6
    assert mined(condition, **missed) == 4


def mined(condition: str, boxes: int = 0, buildings: Sequence[Any] = (), money: int = 0, **changes: Any) -> int:
    """How much money a MINE brings to whom the condition would bring 2 more."""
    chosen = pack(building("drill", mine=f"if {condition}: gain 2 money"))
    table = given(position(colony(A, ("drill", boxes), *buildings, money=money, **changes), deck=["work"], chosen=chosen))
    table.then(say(A, "mine"))
    if table.kind(A) == "order":
        table.use(A, "drill")
    return table.state.players[A].money - money


COUNTS: tuple[tuple[str, Sequence[Any], int], ...] = (
    ("building", ["flag", "flag", "kitchen"], 3),
    ("box", [("flag", 2), ("kitchen", 1)], 3),
    ("plus", [], 0),
    ("of flag, kitchen, market", ["flag", "flag", "market"], 2),
)


@pytest.mark.rule(R13)
@pytest.mark.parametrize("each, buildings, number", COUNTS, ids=[each for each, _, _ in COUNTS])
def test_an_amount_is_multiplied_by_what_there_is(each: str, buildings: Sequence[Any], number: int) -> None:
    chosen = pack(progress("census", turned_over=f"gain 2 food for each {each}"))
    given(position(colony(A, *buildings), deck=["census"], chosen=chosen)).has(A, food=2 * number)


@pytest.mark.rule(R21)
def test_a_play_that_may_repeat_another_is_itself_never_repeated() -> None:
    echo, mint = building("echo", play="choose [repeat a PLAY] [gain 1 food]"), building("mint", play="gain 3 money")
    chosen = pack(echo, mint, progress("again", turned_over="may: repeat a PLAY"))
    table = given(position(colony(A, "echo", "mint"), deck=["again"], chosen=chosen)).has(A, kind="offer").then(Accept(A))
    table.has(A, money=3, food=0, kind="pick")
