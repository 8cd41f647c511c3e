"""One changed byte anywhere is found, and the place told is the event's whose bytes they are, or the header."""

from collections.abc import Iterator

import pytest

from service.record import read_record, verify
from service.record.form import BEGINS
from tests.kernel.night_market import NIGHT_MARKET
from tests.record.writing import abandoned, finished, record_of


def places(data: bytes) -> Iterator[frozenset[int | None]]:
    """For every byte of a record, the versions (None: the header) that a change there may be told at."""
    yield from [frozenset({None, 1})] * len(BEGINS)
    events = read_record(data).events
    length = len(BEGINS)
    for event in events:
        own = len(b'{"body":,"hash":"","openings":}') + len(event.body) + len(event.hash) + len(event.openings)
        yield from [frozenset({event.version})] * own
        # The comma or bracket behind an event is between it and what follows.
        yield frozenset({event.version, event.version + 1, None})
        length += own + 1
    yield from [frozenset({None})] * (len(data) - length)


def assert_found(data: bytes, step: int, *flips: int) -> None:
    for at, expected in list(enumerate(places(data)))[::step]:
        for flip in flips:
            changed = bytearray(data)
            changed[at] ^= flip
            fault = verify(bytes(changed), [NIGHT_MARKET]).fault
            assert fault is not None, (at, flip)
            assert fault.version in expected, (at, flip, str(fault))


def test_every_byte_of_a_small_record_counts() -> None:
    assert_found(record_of(abandoned()), 1, 0x01)


@pytest.mark.parametrize("viewer", ["judge:0", "seat:0"])
def test_a_changed_byte_of_a_whole_game_is_found_where_it_stands(viewer: str) -> None:
    assert_found(record_of(finished(), viewer), 499, 0x01, 0x20, 0x80)


@pytest.mark.long
@pytest.mark.parametrize("flip", [0x01, 0x02, 0x20, 0x80])
@pytest.mark.parametrize("viewer", ["judge:0", "seat:0"])
def test_every_byte_of_a_whole_game_counts(viewer: str, flip: int) -> None:
    assert_found(record_of(finished(), viewer), 1, flip)


def test_a_byte_less_or_more_is_found() -> None:
    data = record_of(abandoned())
    for at in range(0, len(data), 3):
        assert not verify(data[:at] + data[at + 1 :], [NIGHT_MARKET]).ok
        assert not verify(data[:at] + b"0" + data[at:], [NIGHT_MARKET]).ok


def test_a_file_that_was_cut_off_is_wrong_at_the_event_where_it_ends() -> None:
    data = record_of(finished())
    for end, expected in list(enumerate(places(data)))[::997]:
        fault = verify(data[:end], [NIGHT_MARKET]).fault
        assert fault is not None
        assert fault.version in expected | {None}
        assert fault.offset is not None
        assert fault.offset <= end
