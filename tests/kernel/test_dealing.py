"""Dealing anew, and what lines that were left still tell of hidden places."""

from collections import Counter

import pytest

from domain.kernel.bag import Bag, Pile
from domain.kernel.chance import SeededChance
from domain.kernel.dealing import Hindsight, Unseen, fixed, without
from domain.kernel.secret import HIDDEN, sealed_for


def unseen(*cards: str, seed: int = 0) -> Unseen:
    return Unseen(SeededChance(bytes([seed]), [], {}), cards)


def test_each_unseen_card_is_handed_out_once() -> None:
    cards = unseen(*"aabcd")
    assert Counter((*cards.take(2), *cards.take(0), *cards.take(3))) == Counter("aabcd")
    assert cards.take(1) == ()


def test_a_bag_is_filled_up_around_what_is_known_of_it() -> None:
    assert unseen("x", "y").fill(Bag(3, ("m",))) in (("m", "x", "y"),)
    assert unseen("x", "y").fill(Bag(2, ("m", "z"))) == ("m", "z")


@pytest.mark.parametrize("seed", range(10))
def test_a_card_whose_place_in_a_pile_is_known_stays_there(seed: int) -> None:
    pile: Pile = (Bag(1), Bag.of("m"), Bag(2, ("x",)))
    laid = unseen("x", "y", "z", seed=seed).lay(pile)
    assert laid[1] == "m"
    assert Counter(laid) == Counter("mxyz")
    assert fixed(pile) == ("m",)


def test_unseen_cards_lie_in_every_order() -> None:
    assert len({unseen(*"abc", seed=seed).take(3) for seed in range(60)}) == 6


def test_cards_are_taken_away_one_by_one() -> None:
    assert without("aabbc", "ab", "b", "x") == ("a", "c")


def test_what_left_a_place_had_been_there() -> None:
    then = Hindsight()
    then.leaves("hand", "m")
    then.leaves("hand", HIDDEN)
    assert then.bag("hand", Bag(3)) == Bag(3, ("m",))
    assert then.bag("hand", Bag(3, ("m", "x"))) == Bag(3, ("m", "x"))
    assert then.bag("mat", Bag(3)) == Bag(3)


@pytest.mark.parametrize("came", ["m", HIDDEN, sealed_for("m")])
def test_what_may_have_come_there_since_is_not_known_to_have_been_there(came: str) -> None:
    then = Hindsight()
    then.enters("hand", came)
    then.leaves("hand", "m")
    assert then.bag("hand", Bag(3)) == Bag(3)


def test_what_came_there_and_went_leaves_open_what_goes_then() -> None:
    then = Hindsight()
    then.enters("hand", "m")
    then.leaves("hand", "m")
    then.leaves("hand", "m")
    assert then.bag("hand", Bag(2)) == Bag(2, ("m",))


def test_what_was_drawn_lies_on_top() -> None:
    then = Hindsight()
    then.drawn("deck", "m")
    then.drawn("deck", HIDDEN)
    assert then.pile("deck", (Bag(4, ("a", "a", "m")),)) == (Bag.of("m"), Bag(1), Bag(2, ("a",)))
    assert then.pile("deck", (Bag.of("m"), Bag.of("x"), Bag(1))) == (Bag.of("m"), Bag.of("x"), Bag(1))


def test_what_was_drawn_unseen_and_shown_then_lies_there_too() -> None:
    then = Hindsight()
    assert not then.has_drawn("deck")
    then.drawn("deck", HIDDEN)
    then.last_drawn_was("deck", "m")
    assert then.has_drawn("deck")
    assert then.pile("deck", (Bag(2),)) == (Bag.of("m"), Bag(1))


def test_a_pile_that_was_not_there_yet_has_no_top() -> None:
    then = Hindsight()
    then.drawn("deck", "m")
    assert then.pile("deck", ()) == ()
