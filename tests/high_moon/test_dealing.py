"""Dealing anew: every deck has its own cards, and what was seen stays where it was."""

from collections import Counter

import pytest

from domain.high_moon import HIGH_MOON
from domain.high_moon.dealing import deal, recall
from domain.high_moon.evolve import evolve
from domain.high_moon.facts import CardDrawn, CardPlaced, CardSetAside, TileLaid
from domain.high_moon.rulebook import E2
from domain.high_moon.state import State
from domain.kernel.bag import Bag, certain, size
from domain.kernel.chance import SeededChance
from domain.kernel.fact import Fact, Facts
from domain.kernel.names import Seat, Viewer
from domain.kernel.secret import HIDDEN
from tests.forking import forked
from tests.invariants import play_out
from tests.match import Match

FIRST, SECOND = Seat(0), Seat(1)
SEEDS = range(12)


def view(viewer: str = "public") -> State:
    """What somebody knows after the start."""
    state: State = Match.started(HIGH_MOON, 2, "dealing").view(Viewer(viewer)).position.state
    return state


def dealt(state: State, seed: int) -> State:
    for fact in deal(state, SeededChance(bytes([seed]), [], {})):
        state = evolve(state, fact)
    return state


def told(*facts: Fact) -> Facts:
    return tuple(fact.by(E2) for fact in facts)


def held(state: State, seat: int) -> Counter[str]:
    player = state.players[seat]
    return Counter((*player.hand.known, *certain(player.deck)))


@pytest.mark.parametrize("seed", range(3))
def test_every_deck_keeps_its_own_cards_and_the_tiles_are_those_that_are_left(seed: int) -> None:
    match = play_out(HIGH_MOON, 2 + seed, seed)
    for version in range(12, match.tip - 2, 9):
        true, fork = match.at(version).position.state, forked(match, "seat:0", version, seed).state
        assert Counter(certain(fork.tiles)) == Counter(certain(true.tiles))
        for player in true.players:
            assert held(fork, player.seat) == held(true, player.seat)
            assert fork.players[player.seat].hand.size == player.hand.size


def test_nobody_else_knows_a_card_that_was_dealt_anew() -> None:
    match = Match.started(HIGH_MOON, 2, "dealing")
    fork = forked(match, "seat:0")
    assert fork.view(Viewer("seat:0")).position.state.players[SECOND].hand == Bag(1)
    assert fork.view(Viewer("seat:1")).position.state.players[SECOND].hand.whole
    assert fork.view(Viewer("seat:1")).position.state.players[FIRST].hand == Bag(1)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_tile_that_was_turned_up_and_taken_back_is_the_next_one(seed: int) -> None:
    state = view()
    liquor = certain(state.tiles)[-1]
    known = recall(state, told(TileLaid((0, 0), liquor)))
    assert dealt(known, seed).tiles[0] == Bag.of(liquor)
    assert Counter(certain(dealt(known, seed).tiles)) == Counter(certain(state.tiles))


@pytest.mark.parametrize("seed", SEEDS)
def test_a_card_that_was_played_and_taken_back_is_in_that_hand_and_the_one_played_after_it_on_that_deck(seed: int) -> None:
    state = view()
    one, other = certain((state.players[SECOND].unplayed,))[:2]
    facts = told(CardPlaced(SECOND, one, (0, 0), 0), CardDrawn(SECOND, HIDDEN), CardSetAside(SECOND, other), CardDrawn(SECOND, HIDDEN))
    after = dealt(recall(state, facts), seed)
    assert after.players[SECOND].hand == Bag.of(one)
    assert after.players[SECOND].deck[0] == Bag.of(other)
    assert size(after.players[SECOND].deck) == size(state.players[SECOND].deck)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_own_card_that_was_drawn_and_put_back_is_the_next_one(seed: int) -> None:
    state = view("seat:0")
    card = next(card for card in certain(state.players[FIRST].deck))
    after = dealt(recall(state, told(CardDrawn(FIRST, card))), seed)
    assert after.players[FIRST].deck[0] == Bag.of(card)
    assert after.players[FIRST].hand == state.players[FIRST].hand
