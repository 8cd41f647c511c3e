"""Dealing anew: what was seen stays where it was, and nobody is dealt what cannot be in a hand."""

from collections import Counter
from dataclasses import replace

import pytest

from domain.kernel.bag import Bag, certain, ordered, size
from domain.kernel.chance import SeededChance
from domain.kernel.fact import Fact, Facts
from domain.kernel.secret import HIDDEN
from domain.stadt_city.dealing import deal, recall
from domain.stadt_city.evolve import evolve
from domain.stadt_city.facts import ChallengeDrawn, CharacterDrawn, DeckShuffled, PrizeDrawn, PrizePlayed, PrizesDiscarded
from domain.stadt_city.faults import faults
from domain.stadt_city.parts import Effect
from domain.stadt_city.rulebook import C5, P_FULLY_ANOMALY_CLEAR, S5
from domain.stadt_city.state import State
from tests.stadt_city.scenes import PACK, A, B, C, card, started

SEEDS = range(12)
CLEAR = card("fully-anomaly-clear")


def view(*hands: int, known: tuple[str, ...] = ()) -> State:
    """After the start, as A knows it: A holds these cards, and the seats so many that it has not seen."""
    state = started(3).state
    deck = (Bag.of(*PACK.prize_deck()),)
    state = replace(state, prizes=deck, characters=(Bag.of(*certain(state.characters)),))
    for face in known:
        state = evolve(state, PrizeDrawn(A, face))
    for seat, cards in zip((B, C), hands, strict=False):
        for _ in range(cards):
            state = evolve(state, PrizeDrawn(seat, HIDDEN))
    return state


def dealt(state: State, seed: int) -> State:
    for fact in deal(state, SeededChance(bytes([seed]), [], {})):
        state = evolve(state, fact)
    return state


def told(*facts: Fact) -> Facts:
    return tuple(fact.by(C5) for fact in facts)


@pytest.mark.rule(S5)
@pytest.mark.parametrize("seed", SEEDS)
def test_every_card_is_dealt_once_and_every_place_is_full(seed: int) -> None:
    state = view(4, 2, known=(card("fly"), card("push")))
    after = dealt(state, seed)
    assert faults(after) == ()
    assert after.players[A].hand == Bag.of(card("fly"), card("push"))
    assert [(player.hand.size, player.hand.whole) for player in after.players] == [(2, True), (4, True), (2, True)]
    assert len(after.prizes) == size(state.prizes)
    assert Counter(certain(after.characters)) == Counter(certain(state.characters))


@pytest.mark.rule(P_FULLY_ANOMALY_CLEAR)
@pytest.mark.parametrize("seed", SEEDS)
def test_nobody_is_dealt_a_card_that_plays_itself_when_it_is_drawn(seed: int) -> None:
    after = dealt(view(9, 9), seed)
    held = [face for player in after.players for face in player.hand.known]
    assert len(held) == 18
    assert Effect.FULLY_ANOMALY_CLEAR not in {PACK.prizes[face].effect for face in held}
    assert certain(after.prizes).count(CLEAR) == PACK.prizes[CLEAR].count


@pytest.mark.rule(S5)
def test_a_card_of_which_there_are_more_is_dealt_more_often() -> None:
    hands = [dealt(view(1), seed).players[B].hand.known[0] for seed in range(250)]
    many = sum(PACK.prizes[face].count >= 5 for face in hands)
    cards = [name for name in PACK.prize_deck() if name != CLEAR]
    expected = len(hands) * sum(PACK.prizes[name].count >= 5 for name in cards) / len(cards)
    assert abs(many - expected) < 4 * len(hands) ** 0.5 / 2


@pytest.mark.rule(S5)
@pytest.mark.parametrize("seed", SEEDS)
def test_after_a_reshuffle_the_deck_holds_what_was_discarded(seed: int) -> None:
    state = view(2)
    rest = [name for name in certain(state.prizes) if name != CLEAR][:6]
    deck = replace(state, prizes=(Bag.of(*rest),), prize_discards=tuple(_all_but(state, rest)))
    after = dealt(deck, seed)
    assert Counter(certain(after.prizes)) == Counter(rest)
    assert after.players[B].hand.size == 2
    assert faults(after) == ()


def _all_but(state: State, rest: list[str]) -> list[str]:
    """What is neither in the deck nor, being two cards of other kinds, in B's hand."""
    left = Counter(PACK.prize_deck()) - Counter(rest)
    held = [name for name in sorted(left) if name != CLEAR][-2:]
    return sorted((left - Counter(held)).elements())


@pytest.mark.rule(S5)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_prize_card_that_was_played_or_discarded_and_taken_back_is_in_that_hand(seed: int) -> None:
    state = view(3)
    facts = told(PrizePlayed(B, card("push")), PrizesDiscarded(B, (card("pull"),)))
    after = dealt(recall(state, facts), seed)
    assert {card("push"), card("pull")} <= set(after.players[B].hand.known)
    assert faults(after) == ()


@pytest.mark.rule(S5)
def test_a_card_that_may_have_been_drawn_since_is_not_said_to_have_been_in_the_hand() -> None:
    state = view(3)
    assert recall(state, told(PrizeDrawn(B, HIDDEN), PrizePlayed(B, card("push")))).players[B].hand == state.players[B].hand


@pytest.mark.parametrize("seed", SEEDS)
def test_what_was_drawn_and_taken_back_is_the_next_card(seed: int) -> None:
    state = view(1)
    hero, prize = certain(state.characters)[3], card("switch")
    pile = state.piles[0]
    duel = certain(pile.cards)[-1]
    unsorted = replace(state, piles=(replace(pile, cards=(Bag.of(*certain(pile.cards)),)), *state.piles[1:]))
    facts = told(CharacterDrawn(B, hero), PrizeDrawn(A, prize), ChallengeDrawn("C3", duel, pile.players))
    after = dealt(recall(unsorted, facts), seed)
    assert after.characters[0] == Bag.of(hero)
    assert after.prizes[0] == Bag.of(prize)
    assert after.piles[0].cards[0] == Bag.of(duel)
    assert faults(after) == ()


def test_what_was_drawn_after_a_shuffle_tells_nothing_of_the_deck_before_it() -> None:
    state = view(1)
    facts = told(DeckShuffled("prizes", HIDDEN), PrizeDrawn(A, card("switch")))
    assert recall(state, facts).prizes == state.prizes


def test_a_table_of_1_0_has_no_prize_cards_to_deal() -> None:
    state = started(3, ruleset="1.0").state
    places = {fact.place for fact in deal(state, SeededChance(b"x", [], {}))}
    assert places == {"characters", "titans", *(f"challenges:{pile.players}" for pile in state.piles)}
    assert ordered(()) == state.prizes
