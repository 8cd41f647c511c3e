"""A pack that cannot be played is refused with every fault: card, field and line."""

from collections.abc import Callable
from copy import deepcopy
from importlib.resources import files
from typing import Any

import pytest

from domain.kernel.pack import MOST_FAULTS, Document, Fault, PackFaults, Place, read_toml, with_lines
from domain.stadt_city.pack import read_pack
from domain.stadt_city.rulebook import C7, L3, L4, R1, R38, S5

TEXT = (files("domain.stadt_city") / "packs" / "stadt.toml").read_text()
STADT = read_toml(TEXT)

Edit = Callable[[dict[str, Any]], object]


def changed(*edits: Edit) -> Document:
    document = deepcopy(STADT)
    for edit in edits:
        edit(document)
    return document


def faults(*edits: Edit) -> tuple[Fault, ...]:
    with pytest.raises(PackFaults) as refused:
        read_pack(changed(*edits))
    return refused.value.faults


def places(*edits: Edit) -> list[Place]:
    return [fault.place for fault in faults(*edits)]


def rules(*edits: Edit) -> list[str]:
    """The rules that the faults cite."""
    return [fault.says.partition(":")[0] for fault in faults(*edits)]


def put(value: object, *place: str | int) -> Edit:
    """An edit that writes a value at a place."""

    def edit(document: dict[str, Any]) -> None:
        at: Any = document
        for step in place[:-1]:
            at = at[step]
        at[place[-1]] = value

    return edit


def drop(*place: str | int) -> Edit:
    """An edit that takes out what stands at a place."""

    def edit(document: dict[str, Any]) -> None:
        at: Any = document
        for step in place[:-1]:
            at = at[step]
        del at[place[-1]]

    return edit


def keep(kind: str, wanted: Callable[[dict[str, Any]], bool]) -> Edit:
    """An edit that leaves of a list the entries that are wanted."""

    def edit(document: dict[str, Any]) -> None:
        document[kind] = [entry for entry in document[kind] if wanted(entry)]

    return edit


def at(kind: str, entry: str) -> tuple[str, int]:
    """The place of a card in the document."""
    return kind, next(number for number, card in enumerate(STADT[kind]) if card["entry"] == entry)


PONG, FARKLE, FLY = at("challenges", "beer-pong"), at("challenges", "farkle"), at("prizes", "fly")
BAKER, LEDGER, MOSS = at("personas", "the-night-baker"), at("personas", "lady-ledger"), at("personas", "mister-moss")


def test_the_unchanged_pack_has_no_fault() -> None:
    assert read_pack(changed()).name == "stadt"


@pytest.mark.parametrize("key", ["name", "version", "description"])
def test_a_pack_says_what_it_is(key: str) -> None:
    assert places(drop(key)) == [()]
    assert places(put("", key)) == [(key,)]
    assert places(put(7, key)) == [(key,)]


def test_an_unknown_key_is_a_fault_wherever_it_stands() -> None:
    strange = [(), PONG, FLY, BAKER, ("colours", 3)]
    assert sorted(places(*(put(1, *place, "weight") for place in strange)), key=str) == sorted(
        [(*place, "weight") for place in strange], key=str
    )


@pytest.mark.parametrize("entry", [PONG, FLY, BAKER, ("colours", 3)], ids=str)
def test_every_entry_says_whose_it_is(entry: Place) -> None:
    assert places(drop(*entry, "source")) == [entry]
    assert places(put("printed", *entry, "source")) == [(*entry, "source")]


def test_the_fields_of_the_document_are_fields_of_the_entry() -> None:
    assert places(put(["name", "price"], *FLY, "rulebook")) == [(*FLY, "rulebook", 1)]
    assert places(put("name", *PONG, "rulebook")) == [(*PONG, "rulebook")]
    assert read_pack(changed(drop(*FLY, "rulebook"))).prizes["stadt:fly"].rulebook == frozenset()


@pytest.mark.parametrize(
    "place, wrong",
    [
        ((*PONG, "entry"), "Beer Pong"),
        ((*PONG, "players"), []),
        ((*PONG, "players"), 2),
        ((*PONG, "players"), [1, 2]),
        ((*PONG, "players"), [2, 11]),
        ((*PONG, "players"), [2, 2]),
        ((*PONG, "players"), [2, True]),
        ((*PONG, "skill"), "luck"),
        ((*PONG, "says"), " "),
        ((*PONG, "dry"), "Cup Pong"),
        ((*PONG, "printable"), 4),
        ((*FARKLE, "decider"), "checkers"),
        ((*FLY, "count"), 0),
        ((*FLY, "count"), True),
        ((*FLY, "effect"), "swim"),
        ((*BAKER, "kind"), "neighbour"),
        ((*BAKER, "biography"), ""),
        ((*LEDGER, "boost"), "always-wins"),
    ],
    ids=str,
)
def test_a_field_holds_what_belongs_there(place: Place, wrong: object) -> None:
    assert place in places(put(wrong, *place))


@pytest.mark.parametrize(
    "entry, field",
    [
        *((PONG, field) for field in ("name", "players", "skill", "says", "more")),
        *((FLY, field) for field in ("name", "count", "effect", "says")),
    ],
    ids=str,
)
def test_what_a_card_cannot_do_without_is_missed(entry: Place, field: str) -> None:
    assert entry in places(drop(*entry, field), put([], *entry, "rulebook"))


@pytest.mark.parametrize("field", ["name", "kind", "biography", "advantage"])
def test_what_a_persona_cannot_do_without_is_missed(field: str) -> None:
    assert places(drop(*BAKER, field)) == [BAKER]


def test_a_challenge_is_shown_by_its_name_unless_it_has_a_printable_one() -> None:
    pack = read_pack(changed(drop(*at("challenges", "beat-the-dealer"), "printable"), put("Pong", *PONG, "printable")))
    assert (pack.title("stadt:beat-the-dealer"), pack.title("stadt:beer-pong")) == ("Fuck the Dealer", "Pong")


def test_an_advantage_is_in_one_challenge_or_in_one_skill() -> None:
    assert places(put("dice", *BAKER, "skill")) == [BAKER]
    assert places(drop(*BAKER, "challenge")) == [BAKER]


def test_an_advantage_is_in_a_challenge_that_the_pack_has() -> None:
    assert places(put("chess", *BAKER, "challenge")) == [(*BAKER, "challenge")]


def test_a_boost_counts_where_the_service_plays() -> None:
    assert places(put("head-start", *MOSS, "boost")) == [(*MOSS, "boost")]
    assert places(put("checkers", *LEDGER, "challenge")) == [(*LEDGER, "boost")]
    assert read_pack(changed(put("black-or-red", *LEDGER, "challenge")))


def test_no_entry_stands_twice_whatever_its_kind() -> None:
    assert places(put("fly", *BAKER, "entry")) == [(*BAKER, "entry")]
    assert places(put("fly", *PONG, "dry")) == [(*FLY, "entry")]
    assert places(put("red", "colours", 1, "entry")) == [("colours", 1, "entry")]


@pytest.mark.rule(C7, R38)
def test_there_is_a_challenge_for_two() -> None:
    for_more = [put([3, 4], "challenges", number, "players") for number in range(len(STADT["challenges"]))]
    assert rules(*for_more) == [R38.id]
    assert read_pack(changed(*for_more, put([2], *FARKLE, "players")))


@pytest.mark.rule(S5)
def test_every_effect_is_on_a_card() -> None:
    assert rules(keep("prizes", lambda entry: entry["entry"] not in ("fly", "push"))) == [S5.id, S5.id]


@pytest.mark.rule(R1)
def test_there_are_colours_and_characters_for_ten_seats() -> None:
    assert rules(drop("colours", 9)) == [R1.id]
    heroes = {card["entry"] for card in STADT["personas"] if card["kind"] == "hero"}
    some = set(sorted(heroes)[:10])
    assert read_pack(changed(keep("personas", lambda entry: entry["kind"] != "villain" and entry["entry"] not in heroes - some)))
    fewer = set(sorted(heroes)[:9])
    assert rules(keep("personas", lambda entry: entry["kind"] != "villain" and entry["entry"] not in heroes - fewer)) == [R1.id]


@pytest.mark.rule(L3, L4)
@pytest.mark.parametrize("kind, rule", [("titan", L3), ("fallen-hero", L4), ("fallen-villain", L4)])
def test_there_is_a_titan_and_a_fallen_of_either_kind(kind: str, rule: Any) -> None:
    assert rules(keep("personas", lambda entry: entry["kind"] != kind)) == [rule.id]


def test_what_should_be_a_table_or_a_list_is_not_read_as_one() -> None:
    assert ("prizes", 2) in places(put("fly", "prizes", 2))
    assert ("personas",) in places(put("all", "personas"))


def test_all_faults_are_named_with_card_field_and_line() -> None:
    text = TEXT.replace('name = "Fly"\ncount = 5', 'name = "Fly"\ncount = 0').replace('entry = "farkle"', 'entry = "farkle!"')
    with pytest.raises(PackFaults) as refused:
        read_pack(read_toml(text))
    lines = text.splitlines()
    found = {fault.place: lines[(fault.line or 0) - 1] for fault in with_lines(refused.value.faults, text).faults}
    assert found[(*FLY, "count")] == "count = 0"
    assert found[(*FARKLE, "entry")] == 'entry = "farkle!"'
    assert found[(*LEDGER, "challenge")] == 'challenge = "farkle"'


def test_a_fault_of_a_card_names_the_card() -> None:
    assert [str(fault).endswith("(fly)") for fault in faults(put(0, *FLY, "count"), put("", *FLY, "says"))] == [True, True]
    assert [str(fault).endswith(")") for fault in faults(put(7, "name"))] == [False]


def test_reading_ends_where_nobody_would_mend_more_at_once() -> None:
    many = {"name": "stadt", "version": "1", "description": "Bad.", "personas": [{}] * 1000}
    with pytest.raises(PackFaults) as refused:
        read_pack(many)
    assert len(refused.value.faults) == MOST_FAULTS
