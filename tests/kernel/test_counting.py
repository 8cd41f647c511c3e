"""Counting components."""

from domain.kernel.counting import miscounted, negative


def test_what_is_all_there_is_no_fault() -> None:
    assert list(miscounted(("a", "b", "b"), ("b", "a", "b"))) == []


def test_what_is_missing_and_what_is_too_many_are_told_by_face() -> None:
    assert list(miscounted(("a", "b", "b"), ("b", "c"))) == ["0 of a, not 1", "1 of b, not 2", "1 of c, not 0"]


def test_nothing_is_less_than_nothing() -> None:
    assert list(negative({"coins": 0, "food": -1, "money": 3})) == ["food: -1"]
