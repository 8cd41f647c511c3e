"""Reading: a record has one spelling, and whatever is not it is refused with its place in the file."""

import json
from dataclasses import replace

import pytest

from domain.kernel.canonical import canonical
from service.record import BadRecord, Fault, read_record
from service.record.reading import AS_EXPORTED
from tests.kernel.night_market import NIGHT_MARKET
from tests.record.writing import TABLE, abandoned, file_of, finished, record_of, stored

DATA = record_of(abandoned())


def refused(data: bytes) -> Fault:
    with pytest.raises(BadRecord) as bad:
        read_record(data)
    return bad.value.fault


def changed(old: bytes, new: bytes, count: int = 1) -> Fault:
    assert old in DATA
    return refused(DATA.replace(old, new, count))


@pytest.mark.parametrize("viewer", ["judge:0", "seat:1", "public"])
def test_a_record_that_is_read_and_written_is_the_same_file(viewer: str) -> None:
    data = record_of(finished(), viewer)
    assert read_record(data).to_bytes() == data


def test_a_record_is_one_canonical_object_and_a_newline() -> None:
    record = read_record(DATA)
    events = stored(abandoned())
    assert [(event.version, event.body, event.hash) for event in record.events] == [
        (event.version, event.body, event.hash) for event in events
    ]
    assert record.table == TABLE
    assert DATA.endswith(b"}\n")
    assert file_of(NIGHT_MARKET, events) == DATA


@pytest.mark.parametrize(
    "data",
    [b"", b"{}\n", b"[]\n", b"null\n", b'{"events":[]}\n', b'{"events":[', b"\xef\xbb\xbf" + DATA, b" " + DATA, b'{"aa":1,' + DATA[1:]],
    ids=["nothing", "no events", "an array", "null", "empty", "cut", "a byte order mark", "a space", "another key first"],
)
def test_what_is_no_record_is_refused(data: bytes) -> None:
    assert refused(data).version in (None, 1)


@pytest.mark.parametrize(
    "data",
    [json.dumps(json.loads(DATA), indent=2).encode(), json.dumps(json.loads(DATA)).encode(), b'{"events": [' + DATA[11:]],
    ids=["indented", "spaced", "a space"],
)
def test_a_record_written_otherwise_is_told_apart_from_what_is_none(data: bytes) -> None:
    fault = refused(data)
    assert (fault.version, fault.says) == (None, f"this is a Gavel record, but not in its own bytes: {AS_EXPORTED}")
    assert refused(b'{"a":1}\n').says != fault.says


@pytest.mark.parametrize("tail", [b" ", b"\n", b"{}", b"\x00", DATA], ids=["space", "newline", "object", "nul", "another record"])
def test_nothing_may_stand_behind_a_record(tail: bytes) -> None:
    fault = refused(DATA + tail)
    assert (fault.version, fault.offset) == (None, len(DATA))


def test_the_newline_at_the_end_is_part_of_it() -> None:
    fault = refused(DATA[:-1])
    assert (fault.version, fault.offset) == (None, len(DATA) - 1)


AT = DATA.index(b'"at":2000')


@pytest.mark.parametrize(
    "spelling",
    [b"2000.0", b"2e3", b" 2000", b"2000 ", b"02000", b"+2000", b"-0", b"null", b"9007199254740992", b"9" * 5000, b"NaN", b"Infinity"],
)
def test_a_number_has_one_spelling(spelling: bytes) -> None:
    fault = changed(b'"at":2000', b'"at":' + spelling)
    assert fault.version == 2
    assert fault.offset is not None
    assert fault.offset <= AT + len(b'"at":') + len(spelling)


@pytest.mark.parametrize(
    "name",
    [b"A\\u006ea", b"An\\/a", b"Ana\\u0301", b"Ana\xcc\x81", b"\xff", b"\xed\xa0\x80", b"\\ud800", b"A\tna", b"\xc0\x80"],
    ids=["escaped", "slash", "escaped mark", "not NFC", "not UTF-8", "surrogate", "escaped surrogate", "tab", "overlong"],
)
def test_a_text_has_one_spelling(name: bytes) -> None:
    assert changed(b'"value":"Ana"', b'"value":"' + name + b'"').version == 2


def test_a_key_that_stands_twice_is_refused() -> None:
    assert changed(b'"at":2000', b'"at":1,"at":2000').version == 2


def test_keys_stand_in_order() -> None:
    assert changed(b'"actor":"seat:0","at":2000', b'"at":2000,"actor":"seat:0"').version == 2


@pytest.mark.parametrize("deep", [b"[" * 100_000, b'{"a":' * 100_000, b"[" * 70 + b"1" + b"]" * 70])
def test_what_is_nested_without_end_is_refused(deep: bytes) -> None:
    assert changed(b'"value":"Ana"', b'"value":' + deep).version == 2


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        (b'"at":2000', b'"at":"2000"', "body.at"),
        (b'"at":2000', b'"at":true', "body.at"),
        (b'"at":2000', b'"at":-1', "body.at"),
        (b'"actor":"seat:0"', b'"actor":"seat:00"', "body.actor"),
        (b'"actor":"seat:0"', b'"actor":"nobody"', "body.actor"),
        (b'"actor":"seat:0"', b'"actor":"seat:0\\n"', "body.actor"),
        (b'"command_id":"command-2"', b'"command_id":"command 2"', "body.command_id"),
        (b'"command_id":"command-2"', b'"command_id":""', "body.command_id"),
        (b'"command_id":"command-2",', b"", "body"),
        (b'"seen":1', b'"seem":1,"seen":1', "body"),
        (b'"rule":"TB-O2"', b'"rule":2', "body.facts[0].rule"),
        (b'"rule":"TB-O2"', b'"rule":"TB-O2","rules":1', "body.facts[0]"),
        (b'"ruleset":"night-market@1+0","seen":1', b'"ruleset":"night-market@1","seen":1', "body.ruleset"),
        (b'"for":["public"]', b'"for":"public"', "openings[0].for"),
        (b'"for":["public"]', b'"for":["everybody"]', "openings[0].for"),
        (b'"for":["public"]', b'"for":["public"],"more":1', "openings[0]"),
    ],
)
def test_a_wrong_type_is_named_by_its_path(old: bytes, new: bytes, place: str) -> None:
    at = DATA.index(b'{"body":{"actor":"seat:0"')
    fault = refused(DATA[:at] + DATA[at:].replace(old, new, 1))
    assert (fault.version, fault.offset) == (2, at)
    assert f"$.{place}" in fault.says


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"format":"gavel-record-1"', b'"format":"gavel-record-2"'),
        (b'"viewer":"judge:0"', b'"viewer":"system"'),
        (b'"viewer":"judge:0"', b'"viewer":"judge:0","words":1'),
        (b'"table":"' + TABLE.encode(), b'"table":"' + TABLE.upper().encode()),
        (b'"packs":{', b'"origin":{"hash":"","table":"","version":3},"packs":{'),
        (b'"packs":{', b'"packs":{"00":{},'),
    ],
)
def test_the_header_holds_what_it_must_and_nothing_else(old: bytes, new: bytes) -> None:
    assert changed(old, new).version is None


def test_versions_follow_one_another_from_one() -> None:
    record = read_record(DATA)
    assert refused(replace(record, events=record.events[1:]).to_bytes()).version == 1
    assert refused(replace(record, events=(*record.events[:2], record.events[3])).to_bytes()).version == 3


def test_what_a_fault_says_cannot_steer_a_terminal() -> None:
    fault = changed(b'"seen":1', canonical({"\x7f\u009b2J": 1})[1:-1] + b',"seen":1')
    assert fault.version == 2
    assert fault.says.isprintable()
