"""Dealing anew: every card among its own kind, and where it may be."""

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from domain.kernel.bag import Bag, certain, size
from domain.kernel.chance import SeededChance
from domain.kernel.fact import Fact, Facts
from domain.kernel.names import Seat, Viewer
from domain.kernel.secret import HIDDEN, reveal
from domain.moon_colony_bloodbath import MOON_COLONY_BLOODBATH as GAME
from domain.moon_colony_bloodbath.dealing import deal, recall
from domain.moon_colony_bloodbath.evolve import evolve
from domain.moon_colony_bloodbath.facts import (
    BuildingBuilt,
    BuildingsShuffled,
    CardAdded,
    CardDiscarded,
    CardDrawn,
    CardTurnedOver,
    TurnEnded,
)
from domain.moon_colony_bloodbath.parts import Kind
from domain.moon_colony_bloodbath.rulebook import R30, S4, T1, T11
from domain.moon_colony_bloodbath.state import Discarded, State
from tests.forking import forked
from tests.invariants import play_out
from tests.match import Match

FIRST, SECOND = Seat(0), Seat(1)
SEEDS = range(12)


def view(viewer: str = "public") -> State:
    """What somebody knows after the start."""
    state: State = Match.started(GAME, 2, "dealing").view(Viewer(viewer)).position.state
    return state


def after(state: State, *facts: Fact) -> State:
    for fact in facts:
        state = evolve(state, fact)  # type: ignore[arg-type]
    return state


def dealt(state: State, seed: int) -> State:
    return after(state, *deal(state, SeededChance(bytes([seed]), [], {})))


def told(*facts: Fact) -> Facts:
    return tuple(fact.by(T1) for fact in facts)


def cards(state: State) -> Counter[str]:
    """Every card, wherever it lies."""
    lying: list[Any] = [certain(pile) for pile in (*state.lanes, state.progress, state.on_top, state.robots, state.twists)]
    lying += [state.batch.known, [each.card for each in state.discards], state.turned, state.set_aside, state.developments, state.events]
    for player in state.players:
        lying += [player.hand.known, player.on_mat.known, player.under_mat.known, [each.card for each in player.buildings], player.perks]
    return Counter(card for place in lying for card in place)


@pytest.mark.parametrize("seed", range(4))
def test_no_card_is_made_or_lost(seed: int) -> None:
    match, random = play_out(GAME, 1 + seed, seed), Random(seed)
    over = next(event.version for event in match.events if match.at(event.version).position.finished)
    started = next(event.version for event in match.events if match.at(event.version).table.started)
    for version in random.choices(range(started, over), k=4):
        for viewer in ("seat:0", "public"):
            assert cards(forked(match, viewer, version, seed).state) == cards(match.at(version).position.state)


def shuffled_again() -> tuple[State, Counter[str]]:
    """Both hands hold older cards, of which every copy is outside the deck; the deck was shuffled from all others."""
    state = view()
    everything = state.pack.building_deck()
    names = [name for name, copies in Counter(everything).items() if copies == 2][:4]
    older = Counter(name for name in everything if name in names)
    discards = tuple(Discarded(1, FIRST, card) for card in everything if card not in names)
    return after(replace(state, lanes=((), ()), discards=discards), BuildingsShuffled(HIDDEN)), older


@pytest.mark.rule(T11)
@pytest.mark.parametrize("seed", SEEDS)
def test_the_deck_holds_what_it_was_shuffled_from_and_the_hands_what_is_older(seed: int) -> None:
    state, older = shuffled_again()
    hands = [player.hand for player in dealt(state, seed).players]
    assert Counter(card for hand in hands for card in hand.known) == older
    assert not {card for lane in dealt(state, seed).lanes for card in certain(lane)} & older.keys()


@pytest.mark.rule(R30)
@pytest.mark.parametrize("seed", SEEDS)
def test_only_who_has_drawn_from_the_deck_holds_cards_of_it(seed: int) -> None:
    state, older = shuffled_again()
    state = dealt(after(state, CardDrawn(FIRST, HIDDEN), CardDrawn(FIRST, HIDDEN)), seed)
    newer = [sum(card not in older for card in player.hand.known) for player in state.players]
    assert newer == [2, 0]


@pytest.mark.rule(S4)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_twist_lies_where_a_twist_was_added_and_robots_where_robots_were(seed: int) -> None:
    added = [CardAdded(kind, HIDDEN, False) for kind in ("robot", "twist", "robot")]
    for state, top in ((after(view(), *added), "on_top"), (after(view(), *added, TurnEnded()), "progress")):
        pile = getattr(dealt(state, seed), top)
        kinds = [state.pack.progress(bag.known[0]).kind for bag in pile[:3]]
        assert kinds == [Kind.ROBOT, Kind.TWIST, Kind.ROBOT]


@pytest.mark.rule(S4)
@pytest.mark.parametrize("seed", SEEDS)
def test_an_unseen_robot_among_what_seats_added_is_a_robot(seed: int) -> None:
    perk = view().players[FIRST].perks[0]
    state = dealt(after(view(), CardAdded("perk", perk, False, FIRST), CardAdded("robot", HIDDEN, False, SECOND)), seed)
    assert perk in state.batch.known
    assert sorted(state.pack.progress(card).kind for card in state.batch.known) == [Kind.PERK, Kind.ROBOT]


def test_what_was_drawn_and_taken_back_lies_on_top_of_the_own_lane() -> None:
    state = view("seat:0")
    card = state.pack.building_deck()[0]
    known = recall(state, told(CardDrawn(SECOND, HIDDEN), CardDrawn(FIRST, card)))
    assert [lane[0] for lane in known.lanes] == [Bag.of(card), Bag(1)]
    assert all(dealt(known, seed).lanes[FIRST][0] == Bag.of(card) for seed in SEEDS)


def test_what_was_turned_over_and_taken_back_lies_on_top_unless_it_was_added_since() -> None:
    state = view()
    work = certain(state.progress)[0]
    assert recall(state, told(CardTurnedOver(work))).progress[0] == Bag.of(work)
    later = told(CardAdded("robot", HIDDEN, False), TurnEnded(), CardTurnedOver("lunar:organ-banks"), CardTurnedOver(work))
    assert recall(state, later).progress[0] == Bag.of(work)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_building_that_was_built_and_taken_back_is_still_in_that_hand(seed: int) -> None:
    state = view()
    one, other = state.pack.building_deck()[0], state.pack.building_deck()[-1]
    known = recall(state, told(BuildingBuilt(SECOND, 1, one), CardDrawn(SECOND, HIDDEN), CardDiscarded(SECOND, other, "hand")))
    assert known.players[SECOND].hand == Bag(state.players[SECOND].hand.size, (one,))
    assert one in dealt(known, seed).players[SECOND].hand.known
    assert size(dealt(known, seed).progress) == size(state.progress)


def test_every_deal_is_sealed_for_whose_place_it_is() -> None:
    for fact in deal(view(), SeededChance(b"0", [], {})):
        audience = {"judge", f"seat:{fact.seat}"} if fact.place in ("hand", "on_mat", "under_mat") else {"judge"}
        assert fact.cards.audience == audience  # type: ignore[union-attr]
        assert reveal(fact.cards)
