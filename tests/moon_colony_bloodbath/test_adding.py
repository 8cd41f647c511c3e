"""Adding cards to the progress deck: perks, developments, events, robots and twists."""

from dataclasses import replace
from typing import Any

import pytest

from domain.kernel.bag import ordered
from domain.kernel.names import JUDGE
from domain.kernel.secret import Sealed, sealed_for
from domain.moon_colony_bloodbath.commands import AddPerk
from domain.moon_colony_bloodbath.facts import CardAdded, CardTurnedOver, Gained
from domain.moon_colony_bloodbath.parts import Kind
from domain.moon_colony_bloodbath.rulebook import (
    D1,
    D2,
    E1,
    E2,
    E6,
    N_BUNKER,
    N_SENTIENT_AI,
    N_TRADING_POST,
    P1,
    P2,
    P3,
    P4,
    R12,
    R17,
    T1,
    X1,
)
from tests.moon_colony_bloodbath.harness import PACK, A, B, Table, colony, given, position, say
from tests.moon_colony_bloodbath.packs import building, name, pack, progress

MINE, THEIRS = PACK.perks("dr-brain"), PACK.perks("dr-dibson")
HOUSES = (
    building("perky", play="add a perk"),
    building("trader", play="add trade"),
    building("bunker", play="add a robot"),
    building("herald", play="add an event"),
)
CHOSEN = pack(*HOUSES)


def builds(key: str, *others: str, **changes: Any) -> Table:
    """Seat 0 builds this at a Work."""
    state = position(colony(A, *others, hand=[key]), colony(B), deck=["work"], chosen=CHOSEN, **changes)
    return given(state).then(say(A, "build"), say(B, "research"), say(A, key))


def added(table: Table) -> list[CardAdded]:
    return [ruled.fact for ruled in table.last if isinstance(ruled.fact, CardAdded)]


@pytest.mark.rule(P1)
def test_a_perk_is_one_of_the_own_that_remain() -> None:
    table = builds("perky").has(A, kind="add-perk")
    assert table.offers(A) == [AddPerk(A, perk) for perk in MINE]
    table.refuses(AddPerk(A, THEIRS[0]), P1).then(AddPerk(A, MINE[2]))
    assert added(table)[0] == CardAdded("perk", MINE[2], False, A)
    table.has(A, perks=tuple(perk for perk in MINE if perk != MINE[2]))


@pytest.mark.rule(P2)
def test_a_perk_affects_its_owner_only() -> None:
    perk = next(card for card in MINE if "gain 2 money" in PACK.progress(card).says)
    given(position(colony(A), colony(B), deck=[perk])).has(A, money=2).has(B, money=0)


@pytest.mark.rule(P2)
def test_a_perk_speaks_to_its_owner_only_before_a_loss_too() -> None:
    perk = replace(progress("head-start", Kind.PERK, before_loss="gain 2 money", turned_over="gain 1 food"), scientist="dr-brain")
    given(position(colony(A), colony(B), deck=["head-start"], chosen=pack(perk))).has(A, money=2, food=1).has(B, money=0, food=0)


@pytest.mark.rule(P3)
def test_a_perk_turned_over_stays_among_the_progress_cards() -> None:
    table = given(position(colony(A), deck=[MINE[0]]))
    assert MINE[0] in table.state.turned


@pytest.mark.rule(P4)
def test_perks_are_no_hand_cards_and_are_added_only_when_something_says_so() -> None:
    table = given(position(colony(A), deck=["work"])).refuses(AddPerk(A, MINE[0]), T1)
    table.has(A, hand=[], perks=MINE)


@pytest.mark.rule(D1, D2)
@pytest.mark.parametrize(("copies", "expected"), [(2, 1), (1, 1), (0, 0)])
def test_a_development_comes_from_the_supply_while_there_is_one(copies: int, expected: int) -> None:
    trade = (name("trade"),) * copies
    table = builds("trader", "trading-post", developments=trade)
    assert len(added(table)) == expected
    table.has(A, money=2 * expected)
    assert table.state.developments == trade[expected:]


@pytest.mark.rule(D1)
def test_a_development_affects_everyone() -> None:
    given(position(colony(A), colony(B), deck=["newcomers"])).has(A, people=12).has(B, people=12)


@pytest.mark.rule(E1, E2, N_TRADING_POST)
def test_an_event_that_a_seat_adds_is_the_next_and_pays_it() -> None:
    table = builds("herald", "trading-post").has(A, money=2)
    assert added(table)[0] == CardAdded("event", name("hunger"), False, A)
    assert table.state.events[0] == name("paperwork")


@pytest.mark.rule(N_BUNKER, N_TRADING_POST, R17)
def test_bunkers_robot_is_the_next_one_unseen_and_pays_its_owner() -> None:
    table = builds("bunker", "trading-post", robots=ordered((name("chef-robot"), name("guard-robot")))).has(A, money=2)
    assert added(table)[0] == CardAdded("robot", sealed_for(name("chef-robot")), False, A)
    card = added(table)[0].card
    assert isinstance(card, Sealed)
    assert card.audience == {JUDGE}


@pytest.mark.rule(E6, N_TRADING_POST)
def test_glitch_adds_one_robot_for_all_and_pays_nobody() -> None:
    robots = ordered((name("chef-robot"), name("guard-robot")))
    table = given(position(colony(A, "trading-post"), colony(B), deck=["glitch"], robots=robots)).has(A, money=0, people=5)
    assert [fact.seat for fact in added(table)] == [None]
    assert [ruled.fact.card for ruled in table.last if isinstance(ruled.fact, CardTurnedOver)][1] == name("chef-robot")


@pytest.mark.rule(N_SENTIENT_AI, X1)
def test_sentient_ai_adds_one_twist_when_all_have_finished_losing() -> None:
    homes = (building("one", people=1), building("two", people=2))
    twists = ordered((name("payday"), name("think-tank")))
    state = position(colony(A, "trading-post", "one", people=4), colony(B), deck=["sentient-ai"], chosen=pack(*homes), twists=twists)
    table = given(state).has(A, kind="lose-building")
    assert added(table) == []
    table.lose(A, "one")
    assert added(table) == [CardAdded("twist", sealed_for(name("payday")), False)]
    table.has(A, money=2).has(B, money=2)


@pytest.mark.rule(R12)
@pytest.mark.parametrize(("key", "changes"), [("bunker", {"robots": ()}), ("herald", {"events": ()}), ("trader", {"developments": ()})])
def test_from_an_empty_supply_nothing_is_added_or_paid_for(key: str, changes: dict[str, object]) -> None:
    table = builds(key, "trading-post", **changes).has(A, money=0)
    assert added(table) == []


@pytest.mark.rule(R12)
def test_a_seat_without_perks_adds_none_and_a_last_one_without_being_asked() -> None:
    perky = position(colony(A, "trading-post", hand=["perky"], perks=MINE[:1]), deck=["work"], chosen=CHOSEN)
    table = given(perky).then(say(A, "build"), say(A, "perky"))
    assert added(table)[0].card == MINE[0]
    none = given(position(colony(A, "trading-post", hand=["perky"], perks=MINE[:1]), deck=["work"], chosen=CHOSEN))
    none.state = none.state.with_player(A, perks=())
    none.then(say(A, "build"), say(A, "perky")).has(A, money=0)
    assert added(none) == []


@pytest.mark.rule(R12)
def test_glitch_and_sentient_ai_do_nothing_where_no_card_is_left() -> None:
    deck = ["glitch", "sentient-ai", "trouble"]
    table = given(position(colony(A), deck=deck, robots=(), twists=(), events=()))
    assert added(table) == []


@pytest.mark.rule(N_TRADING_POST)
def test_each_post_pays_for_each_card_at_once() -> None:
    card = progress("rush", Kind.TWIST, turned_over="add trade; add tourists")
    table = given(position(colony(A, "trading-post", "trading-post"), deck=["rush"], chosen=pack(card)))
    kinds = [ruled.fact.NAME for ruled in table.last if isinstance(ruled.fact, CardAdded | Gained)]
    assert kinds[:6] == ["card-added", "gained", "gained", "card-added", "gained", "gained"]
