"""Values that not everybody may see, and who that is."""

import pytest

from domain.kernel.names import JUDGE, ORGANISER, PUBLIC, Seat, Viewer, is_judge, may_see, seat_of, seat_viewer
from domain.kernel.secret import HIDDEN, Hidden, Sealed, Secret, Unknown, known, reveal, sealed_for

SEATS = (Seat(0), Seat(1), Seat(2))
EVERYBODY = (PUBLIC, ORGANISER, Viewer("judge:0"), Viewer("judge:1"), *map(seat_viewer, SEATS))


def audience_of(secret: Sealed[str]) -> set[Viewer]:
    return {viewer for viewer in EVERYBODY if may_see(viewer, secret.audience)}


def test_a_value_sealed_for_a_seat_is_for_it_and_every_judge() -> None:
    assert audience_of(sealed_for("kite", Seat(1))) == {Viewer("seat:1"), Viewer("judge:0"), Viewer("judge:1")}


def test_a_value_sealed_for_no_seat_is_for_the_judges_alone() -> None:
    assert audience_of(sealed_for("kite")) == {Viewer("judge:0"), Viewer("judge:1")}


def test_a_value_sealed_for_nobody_is_for_nobody() -> None:
    assert audience_of(Sealed("seed", frozenset())) == set()


def test_a_value_sealed_for_the_public_is_for_everybody() -> None:
    assert audience_of(Sealed("name", frozenset({PUBLIC}))) == set(EVERYBODY)


def test_one_judge_may_be_named_alone() -> None:
    assert audience_of(Sealed("note", frozenset({Viewer("judge:1")}))) == {Viewer("judge:1")}


def test_a_sealed_value_is_known_where_the_copy_holds_it() -> None:
    secret: Secret[str] = sealed_for("kite")
    assert (reveal(secret), known(secret)) == ("kite", "kite")


def test_a_plain_value_is_known() -> None:
    assert (reveal("kite"), known("kite")) == ("kite", "kite")


def test_a_hidden_value_is_revealed_as_hidden_and_not_known() -> None:
    assert reveal(HIDDEN) == Hidden("some digest")
    with pytest.raises(Unknown):
        known(HIDDEN)


def test_seals_are_compared_by_value_and_audience_and_not_by_digest() -> None:
    assert Sealed("kite", frozenset({JUDGE}), "D1") == Sealed("kite", frozenset({JUDGE}), "D2")
    assert Sealed("kite", frozenset({JUDGE})) != Sealed("kite", frozenset({PUBLIC}))
    assert Sealed("kite", frozenset({JUDGE})) != Sealed("drum", frozenset({JUDGE}))


@pytest.mark.parametrize(
    ("name", "seat"),
    [("seat:0", 0), ("seat:12", 12), ("judge:0", None), ("seat", None), ("seat:", None), ("seat:-1", None), ("system", None)],
)
def test_a_seat_is_read_from_its_name(name: str, seat: int | None) -> None:
    assert seat_of(name) == seat


@pytest.mark.parametrize(("name", "judge"), [("judge", True), ("judge:3", True), ("seat:0", False), ("judges", False)])
def test_a_judge_is_known_by_name(name: str, judge: bool) -> None:
    assert is_judge(name) is judge
