"""Chance can be drawn again by anybody who knows the seed, and by nobody else."""

import hashlib
import hmac
import json
from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.chance import SeededChance, UnknownChance
from domain.kernel.secret import Unknown

SEED = bytes(range(32))
ENTROPIES = ("00ff", "", "c0ffee")
CARDS = ("kite", "drum", "mask", "lamp", "bell")
GOLDEN_ORDER = ("mask", "kite", "bell", "lamp", "drum")
GOLDEN_DICE = (2, 4, 2, 1, 2, 1, 0, 3, 3, 5, 4, 5)


def chance(seed: bytes = SEED, entropies: Sequence[str] = ENTROPIES, **counts: int) -> SeededChance:
    return SeededChance(seed, entropies, counts)


def bytes_again(label: str, count: int, seed: bytes = SEED, entropies: Sequence[str] = ENTROPIES) -> bytes:
    """The stream of a draw, computed as service/docs/record.md describes it."""
    key = hmac.new(seed, json.dumps(list(entropies), separators=(",", ":")).encode(), hashlib.sha256).digest()
    blocks = (hmac.new(key, f"{label}\n{count}\n{block}".encode(), hashlib.sha256).digest() for block in range(40))
    return b"".join(blocks)


def numbers_again(stream: bytes, bounds: Sequence[int]) -> list[int]:
    found, at = [], 0
    for bound in bounds:
        width = ((bound - 1).bit_length() + 7) // 8
        while True:
            number = int.from_bytes(stream[at : at + width], "big") % (1 << (bound - 1).bit_length())
            at += width
            if number < bound:
                break
        found.append(number)
    return found


@pytest.mark.parametrize("bound", [1, 2, 3, 6, 255, 256, 257, 65_536, 65_537, 10**9])
@pytest.mark.parametrize("before", [0, 1, 7])
def test_a_number_is_the_one_that_anybody_draws_again(bound: int, before: int) -> None:
    assert chance(die=before).below("die", bound) == numbers_again(bytes_again("die", before), [bound])[0]


@pytest.mark.parametrize("size", [0, 1, 2, 5, 60, 300])
def test_an_order_is_the_one_that_anybody_shuffles_again(size: int) -> None:
    cards = [f"card-{number:03}" for number in range(size)]
    expected = list(cards)
    swaps = list(range(size - 1, 0, -1))
    for last, other in zip(swaps, numbers_again(bytes_again("deck:0", 0), [last + 1 for last in swaps]), strict=True):
        expected[last], expected[other] = expected[other], expected[last]
    assert chance().shuffle("deck:0", cards) == tuple(expected)


def test_these_draws_never_change() -> None:
    drawn = chance()
    assert drawn.shuffle("deck", CARDS) == GOLDEN_ORDER
    assert tuple(drawn.below("die", 6) for _ in range(12)) == GOLDEN_DICE


def test_the_order_in_which_the_cards_come_does_not_matter() -> None:
    assert chance().shuffle("deck", CARDS) == chance().shuffle("deck", CARDS[::-1])


def test_each_call_counts_as_one_draw_of_its_label_on_from_the_line() -> None:
    drawn = chance(deck=3)
    drawn.shuffle("deck", CARDS)
    drawn.below("die", 6)
    drawn.below("die", 6)
    assert drawn.draws == {"deck": 4, "die": 2}


def test_a_second_draw_of_a_label_is_what_the_next_event_would_have_drawn() -> None:
    together = chance()
    first, second = together.below("die", 10**9), together.below("die", 10**9)
    assert first != second
    assert chance(die=1).below("die", 10**9) == second


def test_draws_of_other_labels_change_nothing() -> None:
    mixed = chance()
    mixed.shuffle("deck", CARDS)
    assert mixed.below("die", 10**9) == chance().below("die", 10**9)


@pytest.mark.parametrize(
    "other",
    [
        chance(seed=bytes(32)),
        chance(entropies=("00ff", "c0ffee", "")),
        chance(entropies=("00ff", "")),
        chance(entropies=("00ff", "", "c0ffef")),
        chance(die=1),
    ],
)
def test_seed_entropies_and_count_all_decide(other: SeededChance) -> None:
    assert other.below("die", 10**9) != chance().below("die", 10**9)


def test_below_one_there_is_only_nothing() -> None:
    assert chance().below("die", 1) == 0


@pytest.mark.parametrize("bound", [0, -1])
def test_below_nothing_there_is_no_number(bound: int) -> None:
    with pytest.raises(ValueError, match="below"):
        chance().below("die", bound)


@given(bound=st.integers(1, 10**6), count=st.integers(0, 1000))
def test_a_number_is_below_its_bound(bound: int, count: int) -> None:
    assert 0 <= chance(die=count).below("die", bound) < bound


@given(st.lists(st.sampled_from(CARDS), max_size=30))
def test_a_shuffle_keeps_every_card(cards: list[str]) -> None:
    assert Counter(chance().shuffle("deck", cards)) == Counter(cards)


def test_a_die_falls_on_every_side_about_as_often() -> None:
    throws = Counter(chance(die=count).below("die", 6) for count in range(6000))
    assert sorted(throws) == [0, 1, 2, 3, 4, 5]
    assert sum((times - 1000) ** 2 / 1000 for times in throws.values()) < 20.5


def test_every_order_of_three_cards_comes_about_as_often() -> None:
    orders = Counter(chance(deck=count).shuffle("deck", "abc") for count in range(6000))
    assert len(orders) == 6
    assert sum((times - 1000) ** 2 / 1000 for times in orders.values()) < 20.5


def test_without_the_seed_nothing_can_be_drawn() -> None:
    with pytest.raises(Unknown):
        UnknownChance().shuffle("deck", CARDS)
    with pytest.raises(Unknown):
        UnknownChance().below("die", 6)
    assert dict(UnknownChance().draws) == {}
