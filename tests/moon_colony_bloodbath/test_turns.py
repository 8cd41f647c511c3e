"""Turns: turning over, shuffling, adding, ending."""

import pytest

from domain.kernel.bag import Bag, certain, ordered, size
from domain.kernel.secret import HIDDEN, sealed_for
from domain.moon_colony_bloodbath.commands import Accept, AddPerk, Decline, DiscardCards
from domain.moon_colony_bloodbath.evolve import evolve
from domain.moon_colony_bloodbath.facts import (
    BatchShuffled,
    BuildingsShuffled,
    CardAdded,
    CardDiscarded,
    CardDrawn,
    CardTurnedOver,
    Gained,
    ProgressShuffled,
    TurnEnded,
)
from domain.moon_colony_bloodbath.parts import Kind
from domain.moon_colony_bloodbath.questions import waiting
from domain.moon_colony_bloodbath.rulebook import (
    E1,
    E6,
    P3,
    R1,
    R2,
    R3,
    R23,
    T1,
    T2,
    T3,
    T4,
    T5,
    T6,
    T7,
    T9,
    T10,
    T11,
    T12,
    W1,
    X2,
)
from domain.moon_colony_bloodbath.show import show
from tests.moon_colony_bloodbath.harness import A, B, C, colony, drawn, given, position, say
from tests.moon_colony_bloodbath.packs import building, name, pack, progress

GIFT = progress("gift", turned_over="gain 1 money")
HOUSE = building("house", play="add a perk", cost=0)
CHOSEN = pack(GIFT, HOUSE)


@pytest.mark.rule(T1, X2)
def test_everyone_follows_the_card_and_the_next_is_turned_over() -> None:
    table = given(position(colony(A), colony(B), deck=["gift"], chosen=CHOSEN))
    table.has(A, money=1).has(B, money=1)
    table.happened(
        CardTurnedOver(name("gift")).by(T1),
        Gained(A, "money", 1, name("gift")).by(X2),
        Gained(B, "money", 1, name("gift")).by(X2),
        TurnEnded().by(T4),
        CardTurnedOver(name("work")).by(T1),
    )


@pytest.mark.rule(T2, T3)
def test_the_discards_are_shuffled_only_when_a_card_is_wanted_and_the_chits_come_off() -> None:
    table = given(position(colony(A, chits=3), deck=[], chosen=CHOSEN))
    assert table.chance.asked == []
    table.then(say(A, "mine"))
    assert table.chance.asked == ["progress"]
    shuffled = next(ruled for ruled in table.last if isinstance(ruled.fact, ProgressShuffled))
    assert shuffled.rule == T3.id
    table.has(A, chits=0, kind="pick")


@pytest.mark.rule(T4, R3)
def test_a_turn_waits_for_the_slowest_seat() -> None:
    table = given(position(*map(colony, range(3)), deck=["work"], chosen=CHOSEN)).then(say(A, "mine"), say(C, "mine"))
    assert table.state.turn.number == 2
    assert [asked.seat for asked in waiting(table.state)] == [A, B, C]
    assert table.then(say(B, "mine")).state.turn.number == 3


@pytest.mark.rule(R3, T4)
def test_a_slow_seat_does_not_hold_up_the_others_choices() -> None:
    state = position(colony(A, hand=["plain"] * 3), colony(B, hand=["plain"] * 3), deck=["paperwork"])
    table = given(state).has(A, kind="discard").has(B, kind="discard")
    table.then(DiscardCards(B, (name("plain"),) * 2)).has(B, hand=["plain"] * 2, kind=None).has(A, kind="discard")


@pytest.mark.rule(T5, T7)
def test_as_much_is_done_as_can_be_and_what_must_be_done_is_not_asked() -> None:
    card = progress("loss", turned_over="lose 3 money; lose 3 food; discard 2 cards; lose a box; lose a building; gain 1 food")
    table = given(position(colony(A, money=1, hand=["plain"]), deck=["loss"], chosen=pack(card)))
    table.has(A, money=0, food=1, hand=[], buildings=[], kind="pick")


@pytest.mark.rule(T6, T7)
def test_what_may_be_spent_does_nothing_unless_it_is_spent() -> None:
    card = progress("bazaar", turned_over="spend 2 food: gain 3 money")
    state = position(colony(A, food=2), colony(B, food=2), colony(C, food=1), deck=["bazaar"], chosen=pack(card))
    table = given(state).has(C, kind=None, food=1).then(Accept(A), Decline(B))
    table.has(A, food=0, money=3).has(B, food=2, money=0).has(C, food=1, money=0)


@pytest.mark.rule(T9, R1, E1, E6)
def test_what_a_card_adds_by_its_own_text_lies_on_top_of_all_that_seats_add() -> None:
    card = progress("rush", Kind.EVENT, number=3, turned_over="once: add a robot | add newcomers")
    state = position(colony(A), colony(B), deck=["rush"], chosen=pack(card), robots=ordered((name("guard-robot"),)))
    table = given(state)
    turned = [ruled.fact.card for ruled in table.last if isinstance(ruled.fact, CardTurnedOver)]
    assert turned == [name("rush"), name("guard-robot"), name("newcomers"), name("newcomers"), name("work")]


@pytest.mark.rule(T10, R1)
def test_cards_added_in_one_turn_are_shuffled_among_themselves_unseen() -> None:
    state = position(colony(A, hand=["house"]), colony(B, hand=["house"]), deck=["work"], chosen=CHOSEN)
    first, second = CHOSEN.perks("dr-brain")[0], CHOSEN.perks("dr-dibson")[0]
    table = given(state, batch=[second, first]).then(say(A, "build"), say(B, "build"), say(A, "house"), say(B, "house"))
    table.then(AddPerk(A, first))
    assert table.state.batch == Bag.of(first)
    table.then(AddPerk(B, second))
    shuffled = next(ruled.fact for ruled in table.last if isinstance(ruled.fact, BatchShuffled))
    assert shuffled.cards == sealed_for((second, first))
    turned = [ruled.fact.card for ruled in table.last if isinstance(ruled.fact, CardTurnedOver)]
    assert turned[:2] == [second, first]


@pytest.mark.rule(R1)
def test_who_knows_what_was_added_knows_the_faces_and_not_the_order() -> None:
    state = position(colony(A), chosen=CHOSEN)
    one, other = CHOSEN.perks("dr-brain")[:2]
    for fact in (CardAdded("perk", one, False, A), CardAdded("perk", other, False, A), CardAdded("robot", HIDDEN, False, A)):
        state = evolve(state, fact)
    view = evolve(state, BatchShuffled(HIDDEN))
    assert view.progress[0] == Bag(3, tuple(sorted((one, other))))
    assert size(view.progress) == 4


@pytest.mark.rule(P3)
def test_a_card_added_once_is_shuffled_in_ever_after() -> None:
    perk = CHOSEN.perks("dr-brain")[0]
    table = given(position(colony(A, hand=["house"]), deck=[], chosen=CHOSEN), progress=[perk, "work"])
    table.then(say(A, "build"), say(A, "house"), AddPerk(A, perk))
    assert perk in (*table.state.turned, *certain(table.state.progress))
    assert table.chance.asked == ["progress"]


@pytest.mark.rule(R2, T11)
def test_cards_are_drawn_one_by_one_and_the_discards_come_in_when_one_is_wanted() -> None:
    card = progress("find", turned_over="draw 2 cards")
    state = position(colony(A), deck=["find"], chosen=pack(card), lane=["flag"])
    state = evolve(state.with_player(A, hand=Bag.of(name("kitchen"))), _discarded("kitchen"))
    table = given(state)
    drawing = [ruled for ruled in table.last if isinstance(ruled.fact, CardDrawn | BuildingsShuffled)]
    assert drawing == [drawn(A, "flag").by(X2), BuildingsShuffled(sealed_for((name("kitchen"),))).by(T11), drawn(A, "kitchen").by(X2)]


def _discarded(key: str) -> CardDiscarded:
    return CardDiscarded(A, name(key), "hand")


@pytest.mark.rule(R2, T5)
def test_with_deck_and_discards_empty_a_draw_yields_nothing() -> None:
    table = given(position(colony(A), deck=["work"], lane=[])).then(say(A, "research"))
    table.has(A, hand=[], kind="pick")


@pytest.mark.rule(T12, R23)
def test_of_the_discards_a_client_is_shown_the_top_alone() -> None:
    state = position(colony(A, hand=["flag", "kitchen", "market"]), deck=["paperwork"])
    table = given(state).then(DiscardCards(A, (name("flag"), name("kitchen"))))
    assert show(table.state)["building_discards"] == {"cards": 2, "top": name("kitchen")}


@pytest.mark.rule(T12)
def test_the_discards_of_a_turn_lie_by_seat_whoever_was_faster() -> None:
    state = position(colony(A, hand=["flag"] * 2), colony(B, hand=["kitchen"] * 2), deck=["paperwork"])
    pairs = (DiscardCards(A, (name("flag"),) * 2), DiscardCards(B, (name("kitchen"),) * 2))
    assert given(state).then(*pairs).state == given(state).then(*reversed(pairs)).state


@pytest.mark.rule(W1)
def test_nothing_but_what_is_asked_is_taken() -> None:
    table = given(position(colony(A), deck=["work"]))
    for command in (Accept(A), Decline(A), AddPerk(A, PERK)):
        table.refuses(command, T1)
    table.refuses(say(A, "sleep"), W1)


PERK = CHOSEN.perks("dr-brain")[0]
