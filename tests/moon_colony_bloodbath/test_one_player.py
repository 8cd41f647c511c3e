"""One player: Loneliness, the score by events, and the endless game."""

import pytest

from domain.kernel.bag import ordered
from domain.kernel.chance import SeededChance
from domain.kernel.game import PointsCounted
from domain.kernel.replace import replace
from domain.moon_colony_bloodbath.decide import decide
from domain.moon_colony_bloodbath.facts import CardAdded, CardTurnedOver, Gained, Lost
from domain.moon_colony_bloodbath.parts import Kind
from domain.moon_colony_bloodbath.questions import choices
from domain.moon_colony_bloodbath.rulebook import E8, L5, ONE_ENDLESS, ONE_LONELY, ONE_PLAYER, ONE_SCORE, R7, R8, R11, R12, R26, T2, T5
from domain.moon_colony_bloodbath.scoring import over, places, sheet
from domain.moon_colony_bloodbath.setup import start
from domain.moon_colony_bloodbath.state import Options
from tests.moon_colony_bloodbath.harness import A, colony, given, position, say
from tests.moon_colony_bloodbath.packs import LUNAR, building, name, pack, progress
from tests.moon_colony_bloodbath.playing import Picker, before_start, careless, fold, greedy

SIGNS = pack(building("good", symbol="plus", people=1), building("bad", symbol="minus", people=1))
MANUAL = name("instruction-manual")
ENDLESS = {"endless": True}
MOST_ANSWERS = 200
"""More than any colony has lived to give with every robot in the deck."""


@pytest.mark.rule(ONE_PLAYER, ONE_LONELY)
def test_loneliness_gives_three_for_each_plus_and_takes_three_for_each_minus() -> None:
    state = position(colony(A, "good", "good", "bad", "bad", "bad", "flag"), deck=["loneliness"], chosen=SIGNS)
    given(state).has(A, people=10 + 6 - 9)


@pytest.mark.rule(R11)
def test_both_signs_are_counted_first_then_all_gains_come_and_then_all_losses_as_one() -> None:
    table = given(position(colony(A, "bad", "good", "bad", people=1), deck=["loneliness"], chosen=SIGNS)).lose(A, "bad")
    table.lose(A, "bad")
    changes = [ruled.fact for ruled in table.last if isinstance(ruled.fact, Gained | Lost)]
    assert changes == [Lost(A, "people", 6, name("loneliness"))]
    table.has(A, people=0, buildings=["good"])


@pytest.mark.rule(ONE_SCORE)
def test_reaching_the_manual_wins() -> None:
    state = position(colony(A), deck=["trouble"], events=(MANUAL,), highest_event=12)
    table = given(state)
    assert over(table.state) is E8
    assert places(table.state) == ((A,),)
    assert sheet(table.state) == (PointsCounted(A, 13, "highest-event").by(ONE_SCORE),)


@pytest.mark.rule(ONE_SCORE, R8)
@pytest.mark.parametrize(("highest", "lines"), [(0, 0), (4, 1)])
def test_a_failed_colony_has_the_highest_event_added_for_its_score(highest: int, lines: int) -> None:
    state = position(colony(A, people=1), deck=["leak"], highest_event=highest)
    table = given(state)
    assert over(table.state) is R7
    assert sheet(table.state) == (PointsCounted(A, highest, "highest-event").by(ONE_SCORE),) * lines


@pytest.mark.rule(ONE_ENDLESS)
def test_in_an_endless_game_a_robot_comes_in_the_manuals_place_and_ever_after() -> None:
    robots = ordered((name("chef-robot"), name("guard-robot")))
    state = position(colony(A, people=50), deck=["trouble", "trouble"], events=(MANUAL,), robots=robots, options=ENDLESS)
    table = given(state)
    added = [ruled for ruled in table.last if isinstance(ruled.fact, CardAdded)]
    assert [(ruled.fact.kind, ruled.fact.extra, ruled.rule) for ruled in added] == [("robot", True, ONE_ENDLESS.id)] * 2
    assert table.state.events == (MANUAL,)
    assert sheet(table.state) == (PointsCounted(A, 2, "extra-robots").by(ONE_ENDLESS),)


@pytest.mark.rule(ONE_ENDLESS)
def test_robots_of_glitch_are_not_counted() -> None:
    state = position(colony(A, people=50), deck=["glitch"], events=(MANUAL,), options=ENDLESS, robots=ordered((name("chef-robot"),)))
    assert given(state).state.extra_robots == 0


@pytest.mark.rule(ONE_ENDLESS, R12)
def test_from_an_empty_robot_deck_nothing_is_counted() -> None:
    state = position(colony(A), deck=["trouble"], events=(MANUAL,), robots=(), options=ENDLESS)
    assert given(state).state.extra_robots == 0


@pytest.mark.rule(ONE_ENDLESS, R12, T5)
@pytest.mark.parametrize("player", [greedy, careless(1), careless(2)], ids=["greedy", "careless", "careless again"])
def test_once_every_robot_is_in_the_deck_no_colony_lasts(player: Picker) -> None:
    """An empty robot pile means that all robots come round with every shuffle."""
    state = fold(before_start(1), start(before_start(1), SeededChance(b"start", [], {})))
    robots = LUNAR.of_kind(Kind.ROBOT, copies=True)
    state = replace(state, options=Options(endless=True), events=state.events[-1:], robots=(), turned=(*state.turned, *robots))
    for number in range(MOST_ANSWERS):
        if over(state) is not None:
            break
        choice = player(state, A, choices(state, A))
        state = fold(state, decide(state, choice.command, SeededChance(str(number).encode(), [], {})))  # type: ignore[arg-type]
    assert (over(state), state.extra_robots, state.people(A)) == (R7, 0, 0)


@pytest.mark.rule(ONE_ENDLESS, R12, T5, T2)
def test_a_deck_that_nothing_more_is_added_to_asks_its_colony_at_every_work() -> None:
    """However long a colony lives, one answer causes no more than the way to the next Work."""
    table = given(position(colony(A), deck=["trouble", "trouble"], events=(MANUAL,), robots=(), options=ENDLESS))
    for _ in range(20):
        table.has(A, kind="pick").then(say(A, "mine"))
    table.has(A, people=10, money=80)
    assert sum(isinstance(ruled.fact, CardTurnedOver) for ruled in table.last) <= 3
    assert table.state.extra_robots == 0


@pytest.mark.rule(ONE_ENDLESS)
def test_with_more_than_one_seat_the_manual_ends_the_game_all_the_same() -> None:
    state = position(colony(A), colony(1), deck=["trouble"], events=(MANUAL,), options=ENDLESS)
    assert over(given(state).state) is E8


@pytest.mark.rule(R26, L5)
@pytest.mark.parametrize(("robots", "line"), [(0, PointsCounted(A, 12, "highest-event")), (1, PointsCounted(A, 1, "extra-robots"))])
def test_an_endless_colony_that_fails_scores_by_events_until_the_first_extra_robot(robots: int, line: PointsCounted) -> None:
    leak = pack(progress("leak", Kind.EVENT, 20, number=4))
    state = position(colony(A), deck=["leak"], chosen=leak, events=(MANUAL,), options=ENDLESS, highest_event=12, extra_robots=robots)
    table = given(state)
    assert [ruled.fact for ruled in sheet(table.state)] == [line]
