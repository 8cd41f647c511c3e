"""Canonical JSON: one spelling a value, and no value that is never stored."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.canonical import LARGEST, NotStorable, canonical, check_storable

text = st.text(st.characters(codec="utf-8"), max_size=8)
values = st.recursive(
    st.booleans() | st.integers(-LARGEST, LARGEST) | text,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(text, inner, max_size=4),
    max_leaves=12,
)


@pytest.mark.parametrize(
    ("value", "spelling"),
    [
        ({"b": 1, "a": [], "A": {}}, '{"A":{},"a":[],"b":1}'),
        ({"10": 1, "9": 2, "": 3}, '{"":3,"10":1,"9":2}'),
        ([True, False, 0, -1], "[true,false,0,-1]"),
        (LARGEST, "9007199254740991"),
        ('\u20ac$\u000f\nA\'B"\\\\"/', '"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"'),
        ("\b\t\n\f\r\x00\x1f\x7f", '"\\b\\t\\n\\f\\r\\u0000\\u001f\x7f"'),
        ("\u2028\U0001f600", '"\u2028\U0001f600"'),
        ({"\u20ac": 1, "\r": 2, "\ufb33": 3, "1": 4, "\u0080": 5, "\u00f6": 6}, '{"\\r":2,"1":4,"\x80":5,"ö":6,"€":1,"\ufb33":3}'),
    ],
)
def test_a_value_is_spelled_as_rfc_8785_says(value: object, spelling: str) -> None:
    assert canonical(value) == spelling.encode()


@given(values)
def test_what_is_spelled_can_be_read_back_and_is_spelled_the_same(value: Any) -> None:
    spelled = canonical(value)
    assert json.loads(spelled) == value
    assert canonical(json.loads(spelled)) == spelled


@pytest.mark.parametrize(
    "value",
    [
        None,
        1.5,
        float("nan"),
        LARGEST + 1,
        -LARGEST - 1,
        "e\u0301",
        b"bytes",
        {1: "a"},
        {True: "a"},
        {"e\u0301": 1},
        {"\U0001f600": 1},
        {"set"},
    ],
)
def test_a_value_that_is_never_stored_is_refused_wherever_it_stands(value: Any) -> None:
    for where in (value, [value], {"a": value}, {"a": [{"b": value}]}):
        with pytest.raises(NotStorable):
            check_storable(where)


def test_a_refusal_names_the_place() -> None:
    with pytest.raises(NotStorable, match=r"cards\[1\]\.worth"):
        check_storable({"cards": [{"worth": 1}, {"worth": 1.5}]})


@pytest.mark.parametrize("value", ["\ud800", {"set"}, float("inf"), b"bytes"])
def test_what_has_no_spelling_is_refused(value: object) -> None:
    with pytest.raises(NotStorable):
        canonical(value)


@pytest.mark.parametrize("value", [True, 0, LARGEST, -LARGEST, "", "\u00e9", [], {}, (), {"a": [{"b": (1, "x")}]}])
def test_what_the_stored_form_allows_is_allowed(value: object) -> None:
    check_storable(value)
