"""Question ids."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.names import Seat
from domain.kernel.question import parse_question_id, question_id

counts = st.integers(0, 10**8)


def test_a_question_is_named_by_head_moves_seat_and_that_seats_closed_questions() -> None:
    assert question_id(2, Seat(1), 9) == "2.1.9"


@given(counts, counts, counts)
def test_a_question_id_is_read_back(head_moves: int, seat: int, closed: int) -> None:
    assert parse_question_id(question_id(head_moves, Seat(seat), closed)) == (head_moves, seat, closed)


@pytest.mark.parametrize("text", ["", "1", "1.2", "1.2.3.4", "a.b.c", "1..3", "-1.0.0", "1.0.0x", "\u0661.0.0", "0.0.9999999999", "0.0. 1"])
def test_other_text_is_no_question_id(text: str) -> None:
    assert parse_question_id(text) is None
