"""A document is read key by key: what is missing or wrong is a fault with its place, and reading goes on."""

from collections.abc import Callable
from typing import Any, ClassVar

import pytest

from domain.kernel.pack import MOST_FAULTS, Fault, PackFaults
from domain.kernel.reading import ENTRY, Entry


class Named(Entry):
    CALLED_BY: ClassVar[str] = "entry"


READ: tuple[tuple[Callable[[Entry], object], object, object, object], ...] = (
    (lambda entry: entry.text("key"), "a", " ", ""),
    (lambda entry: entry.text("key", ENTRY), "a-1", "A 1", ""),
    (lambda entry: entry.one_of("key", ("x", "y")), "x", "z", ""),
    (lambda entry: entry.number("key", 2), 2, 1, 2),
    (lambda entry: entry.number("key", 0), 0, True, 0),
    (lambda entry: entry.number("key", 1, 5), 1, "1", 5),
    (lambda entry: entry.numbers("key", 1), [1, 2], [1, 0], ()),
    (lambda entry: entry.flag("key"), True, 1, False),
    (lambda entry: entry.texts("key"), ["a"], "a", ()),
    (lambda entry: entry.tables("key"), [], {}, ()),
)
"""How a key is read, a value that fits, one that does not, and what stands in for it."""


@pytest.mark.parametrize("read, fits, misfit, instead", READ)
def test_a_value_that_does_not_fit_is_a_fault_and_a_harmless_one_stands_in(
    read: Callable[[Entry], object], fits: Any, misfit: Any, instead: object
) -> None:
    faults: list[Fault] = []
    assert read(Entry({"key": fits}, (), faults)) == (tuple(fits) if isinstance(fits, list) else fits)
    assert faults == []
    assert read(Entry({"key": misfit}, ("cards", 3), faults)) == instead
    assert [fault.place for fault in faults] == [("cards", 3, "key")]


def test_what_is_missing_is_a_fault_of_the_table_unless_it_may_be() -> None:
    faults: list[Fault] = []
    entry = Entry({}, ("cards", 0), faults)
    assert (entry.number("copies", 1, 2), entry.flag("simple"), entry.tables("tracks")) == (2, False, ())
    assert faults == []
    entry.text("name")
    entry.texts("rows")
    assert [fault.place for fault in faults] == [("cards", 0)] * 2


def test_a_key_that_nobody_asked_for_is_a_fault_and_no_table_is_one_too() -> None:
    faults: list[Fault] = []
    entry = Entry({"source": "house", "colour": "red"}, ("cards", 0), faults)
    assert entry.source() == "house"
    assert entry.has("source")
    entry.done()
    Entry(7, ("size",), faults)
    assert [fault.place for fault in faults] == [("cards", 0, "colour"), ("size",)]


def test_tables_within_a_table_are_read_alike_and_called_by_the_key_that_names_them() -> None:
    faults: list[Fault] = []
    root = Named({"cards": [{"entry": "flag"}, {"entry": 3}], "size": {}}, (), faults)
    assert type(root.table("size")) is Named
    for card in root.tables("cards"):
        card.number("cost", 0)
    assert [(fault.place, fault.says.endswith("(flag)")) for fault in faults] == [(("cards", 0), True), (("cards", 1), False)]


def test_reading_ends_where_nobody_would_mend_more_at_once() -> None:
    faults: list[Fault] = []
    with pytest.raises(PackFaults) as refused:
        Entry(dict.fromkeys(map(str, range(MOST_FAULTS + 5)), 0), (), faults).done()
    assert len(refused.value.faults) == MOST_FAULTS
