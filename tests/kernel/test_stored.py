"""Seals, the chain and the redactor."""

import base64
import hashlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.names import JUDGE, ORGANISER, PUBLIC, Viewer, may_see
from domain.kernel.stored import (
    NO_HASH,
    SealOpening,
    Stored,
    base64url,
    chain_hash,
    copy_for,
    is_seal,
    pack_openings,
    read_openings,
    seal,
    seal_digest,
)

SALT = "lklxF5jMYlGTPUovMNIvCA"
VIEWERS = (PUBLIC, ORGANISER, JUDGE, Viewer("judge:0"), Viewer("judge:7"), Viewer("seat:0"), Viewer("seat:1"), Viewer("seat:10"))


def test_an_array_element_of_rfc_9901_is_hashed_as_printed_there() -> None:
    disclosure = base64url(json.dumps([SALT, "FR"]).encode())
    assert disclosure == "WyJsa2x4RjVqTVlsR1RQVW92TU5JdkNBIiwgIkZSIl0"
    assert base64url(hashlib.sha256(disclosure.encode()).digest()) == "w0I8EKcdCtUPkGCNUrfwVp2xEgNjtoIDlOxc9-PlOhs"


@pytest.mark.parametrize("value", ["frontier:2", 7, True, ["kite", "drum"], {"b": 1, "a": "\u00e9"}])
def test_a_digest_covers_the_canonical_salt_and_value(value: object) -> None:
    spelled = json.dumps([SALT, value], separators=(",", ":"), sort_keys=True, ensure_ascii=False).encode()
    disclosure = base64.urlsafe_b64encode(spelled).rstrip(b"=")
    assert seal_digest(SALT, value) == base64.urlsafe_b64encode(hashlib.sha256(disclosure).digest()).rstrip(b"=").decode()


def test_a_seal_opens_with_its_own_salt_and_value_alone() -> None:
    opening = seal("kite", frozenset({JUDGE}), bytes(16))
    assert opening.whole()
    assert opening.salt == "A" * 22
    assert not SealOpening(opening.digest, opening.salt, "drum", opening.audience).whole()
    assert not SealOpening(opening.digest, SALT, "kite", opening.audience).whole()


def test_the_same_value_sealed_twice_has_two_digests() -> None:
    assert seal("kite", frozenset(), bytes(16)).digest != seal("kite", frozenset(), b"\x01" * 16).digest


@pytest.mark.parametrize(
    ("value", "sealed"),
    [({"...": "D1"}, True), ({"...": "D1", "a": 1}, False), ({}, False), ("...", False), (["..."], False), ({"seat": 1}, False)],
)
def test_a_seal_is_an_object_with_the_one_key(value: object, sealed: bool) -> None:
    assert is_seal(value) is sealed


def test_openings_are_packed_by_digest_and_read_back() -> None:
    openings = tuple(seal(card, frozenset({JUDGE, Viewer("seat:1")}), bytes([number] * 16)) for number, card in enumerate(("a", "b", "c")))
    packed = pack_openings(openings)
    assert packed == pack_openings(openings[::-1])
    assert read_openings(packed) == tuple(sorted(openings, key=lambda opening: opening.digest))
    assert json.loads(packed)[0]["for"] == ["judge", "seat:1"]


def test_no_openings_are_an_empty_array() -> None:
    assert pack_openings(()) == b"[]"
    assert read_openings(b"[]") == ()


def test_the_chain_covers_table_version_the_hash_before_and_the_body() -> None:
    table, body = "abcdefghij234567", b'{"version":1}'
    first = chain_hash(table, 1, NO_HASH, body)
    assert first == hashlib.sha256(b"gavel-event-1\nabcdefghij234567\n1\n" + b"0" * 64 + b'\n{"version":1}').hexdigest()
    others = {
        chain_hash("abcdefghij234562", 1, NO_HASH, body),
        chain_hash(table, 2, NO_HASH, body),
        chain_hash(table, 1, first, body),
        chain_hash(table, 1, NO_HASH, b'{"version":2}'),
    }
    assert len(others | {first}) == 5


AUDIENCES = (
    frozenset[Viewer](),
    frozenset({PUBLIC}),
    frozenset({JUDGE}),
    frozenset({JUDGE, Viewer("seat:1")}),
    frozenset({Viewer("judge:0")}),
    frozenset({ORGANISER}),
)
EVENT = Stored(
    3,
    b'{"version":3}',
    pack_openings(seal(number, audience, bytes([number] * 16)) for number, audience in enumerate(AUDIENCES)),
    "ab" * 32,
)


@pytest.mark.parametrize(
    ("viewer", "opened"),
    [
        (PUBLIC, {1}),
        (ORGANISER, {1, 5}),
        (Viewer("seat:0"), {1}),
        (Viewer("seat:1"), {1, 3}),
        (Viewer("seat:10"), {1}),
        (Viewer("judge:0"), {1, 2, 3, 4}),
        (Viewer("judge:7"), {1, 2, 3}),
        (JUDGE, {1, 2, 3}),
    ],
)
def test_a_copy_holds_the_openings_that_its_viewer_may_have_and_no_others(viewer: Viewer, opened: set[int]) -> None:
    copy = copy_for(viewer, EVENT)
    assert {opening.value for opening in read_openings(copy.openings)} == opened
    assert (copy.version, copy.body, copy.hash) == (EVENT.version, EVENT.body, EVENT.hash)


def test_a_copy_of_an_event_without_secrets_is_the_event() -> None:
    plain = Stored(1, b"{}", b"[]", NO_HASH)
    assert all(copy_for(viewer, plain) == plain for viewer in VIEWERS)


@given(st.lists(st.frozensets(st.sampled_from(VIEWERS), max_size=4), max_size=6), st.sampled_from(VIEWERS))
def test_copying_a_copy_changes_nothing_and_no_copy_holds_more_than_the_audience_allows(
    audiences: list[frozenset[Viewer]], viewer: Viewer
) -> None:
    openings = [seal(number, audience, bytes([number] * 16)) for number, audience in enumerate(audiences)]
    copy = copy_for(viewer, Stored(1, b"{}", pack_openings(openings), NO_HASH))
    assert copy_for(viewer, copy) == copy
    expected = {opening for opening in openings if may_see(viewer, opening.audience)}
    assert set(read_openings(copy.openings)) == expected
