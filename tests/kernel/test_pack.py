"""Packs: read from TOML, named by content, refused with every fault and where it stands."""

import hashlib

import pytest

from domain.kernel.pack import Fault, PackFaults, PackName, name_of, read_toml, with_lines
from tests.kernel.night_market.pack import PACKS, read_pack

TEXT = """\
name = "lanterns"
version = "1"

[market]
hand = 4

[[goods]]
key = "kite"
worth = 1

[[goods]]
key = "drum"
"worth" = 2

[[goods.prices]]
coins = 3

[[goods.prices]]
coins = 5
"""


def faults_of(text: str) -> tuple[Fault, ...]:
    with pytest.raises(PackFaults) as refused:
        read_toml(text)
    return refused.value.faults


def test_a_pack_is_named_by_the_hash_of_its_canonical_document() -> None:
    document = read_toml('version = "1"\nname = "lanterns"\n')
    spelled = b'{"name":"lanterns","version":"1"}'
    assert name_of(document) == PackName("lanterns", "1", hashlib.sha256(spelled).hexdigest())


def test_comments_spaces_and_the_order_of_keys_do_not_change_a_packs_name() -> None:
    assert name_of(read_toml('name="x"\nversion="1"')) == name_of(read_toml('# a comment\nversion = "1"\n\nname = "x"'))


def test_one_number_changed_changes_a_packs_name() -> None:
    assert name_of(read_toml(TEXT)) != name_of(read_toml(TEXT.replace("hand = 4", "hand = 5")))


def test_text_that_is_not_toml_is_refused_with_its_line() -> None:
    (fault,) = faults_of('name = "x"\nworth = = 2\n')
    assert (fault.place, fault.line) == ((), 2)


@pytest.mark.parametrize("value", ["1.5", "1979-05-27", "9007199254740992", '"e\u0301"'])
def test_a_value_that_is_never_stored_is_refused(value: str) -> None:
    assert len(faults_of(f"worth = {value}\n")) == 1


@pytest.mark.parametrize(
    ("place", "line"),
    [
        (("name",), 1),
        (("market",), 4),
        (("market", "hand"), 5),
        (("goods", 0), 7),
        (("goods", 0, "key"), 8),
        (("goods", 1, "key"), 12),
        (("goods", 1, "worth"), 13),
        (("goods", 1, "prices", 0, "coins"), 16),
        (("goods", 1, "prices", 1, "coins"), 19),
        (("goods", 0, "missing"), 7),
        (("market", "missing", 3), 4),
        (("missing",), None),
        ((), None),
    ],
)
def test_a_fault_stands_at_its_line_or_the_nearest_above(place: tuple[str | int, ...], line: int | None) -> None:
    assert with_lines([Fault(place, "wrong")], TEXT).faults == (Fault(place, "wrong", line),)


def test_a_line_that_is_known_already_is_kept() -> None:
    assert with_lines([Fault(("name",), "wrong", 40)], TEXT).faults == (Fault(("name",), "wrong", 40),)


@pytest.mark.parametrize(
    ("fault", "text"),
    [
        (Fault(("goods", 1, "worth"), "too low"), "goods[1].worth: too low"),
        (Fault(("goods", 1, "worth"), "too low", 13), "line 13, goods[1].worth: too low"),
        (Fault((), "not TOML"), "not TOML"),
    ],
)
def test_a_fault_says_where_it_stands(fault: Fault, text: str) -> None:
    assert str(fault) == text


def test_the_pack_of_the_test_game_is_read_whole() -> None:
    pack = read_pack(read_toml(PACKS["lanterns"]))
    assert len(pack.cards) == 32
    assert (pack.worth("lanterns:crane"), pack.hand, pack.limit) == (7, 4, 5)


def test_a_pack_is_refused_with_every_fault_at_once() -> None:
    text = PACKS["lanterns"].replace("limit = 5", 'limt = "5"').replace("worth = 7", "worth = 0").replace('key = "mask"', "")
    with pytest.raises(PackFaults) as refused:
        read_pack(read_toml(text))
    assert {fault.place for fault in refused.value.faults} == {("limt",), ("limit",), ("goods", 2, "key"), ("goods", 5, "worth")}
