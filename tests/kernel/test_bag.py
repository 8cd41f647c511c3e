"""Bags and piles: what is certain is always so."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.bag import Bag, Pile, certain, draw, ordered, size, top
from domain.kernel.secret import HIDDEN, Hidden

faces = st.sampled_from(["kite", "drum", "mask"])


def test_a_bag_knows_what_was_put_in_openly() -> None:
    bag = Bag.of("mask", "kite").put("drum")
    assert bag == Bag(3, ("drum", "kite", "mask"))
    assert bag.whole


def test_an_unseen_card_put_in_makes_nothing_less_certain() -> None:
    assert Bag.of("kite").put(HIDDEN) == Bag(2, ("kite",))


def test_an_unseen_card_taken_lowers_every_certainty_by_one() -> None:
    assert Bag.of("kite", "kite", "kite", "drum", "drum", "mask").take(HIDDEN) == Bag(5, ("drum", "kite", "kite"))


def test_the_last_card_taken_unseen_leaves_nothing() -> None:
    assert Bag.of("kite").take(HIDDEN) == Bag(0)


def test_a_known_card_taken_leaves_the_others_certain() -> None:
    assert Bag.of("kite", "kite", "drum").take("kite") == Bag.of("kite", "drum")


def test_a_card_that_was_not_certain_comes_from_the_unknown_part() -> None:
    assert Bag(3, ("kite",)).take("drum") == Bag(2, ("kite",))


def test_a_pile_in_known_order_is_drawn_from_the_top() -> None:
    pile = ordered(("kite", "drum"))
    assert (top(pile), size(pile)) == ("kite", 2)
    assert draw(pile, "kite") == ordered(("drum",))


def test_a_pile_in_unknown_order_shows_no_top_but_holds_what_it_holds() -> None:
    pile = (Bag.of("kite", "drum"), Bag.of("mask"))
    assert isinstance(top(pile), Hidden)
    assert (certain(pile), size(pile)) == (("drum", "kite", "mask"), 3)
    assert draw(pile, HIDDEN) == (Bag(1), Bag.of("mask"))


def test_the_top_is_known_where_all_of_the_bag_is_alike() -> None:
    assert top((Bag.of("kite", "kite"),)) == "kite"
    assert isinstance(top((Bag(2, ("kite",)),)), Hidden)


def test_an_empty_pile_has_no_top() -> None:
    assert top(()) is None
    assert draw((Bag.of("kite"),), "kite") == ()


@given(start=st.lists(faces, max_size=6), data=st.data())
def test_whatever_is_put_and_taken_unseen_what_is_certain_is_there(start: list[str], data: st.DataObject) -> None:
    truth, bag = Counter(start), Bag.of(*start)
    for _ in range(data.draw(st.integers(0, 12))):
        shown = data.draw(st.booleans())
        taken: bool = data.draw(st.booleans())
        if truth and taken:
            face = data.draw(st.sampled_from(sorted(truth)))
            truth -= Counter([face])
            bag = bag.take(face if shown else HIDDEN)
        else:
            face = data.draw(faces)
            truth += Counter([face])
            bag = bag.put(face if shown else HIDDEN)
        assert bag.size == truth.total()
        assert Counter(bag.known) <= truth
        assert bag.known == tuple(sorted(bag.known))


@given(cards=st.lists(faces, min_size=1, max_size=8), data=st.data())
def test_a_pile_drawn_unseen_never_claims_a_card_that_has_gone(cards: list[str], data: st.DataObject) -> None:
    known_order: Pile = ordered(tuple(cards))
    unknown_order: Pile = (Bag.of(*cards),)
    for drawn in range(data.draw(st.integers(0, len(cards)))):
        shown = data.draw(st.booleans())
        assert top(known_order) == cards[drawn]
        known_order = draw(known_order, cards[drawn])
        unknown_order = draw(unknown_order, cards[drawn] if shown else HIDDEN)
        rest = Counter(cards[drawn + 1 :])
        assert Counter(certain(known_order)) == rest
        assert size(unknown_order) == rest.total()
        assert Counter(certain(unknown_order)) <= rest
