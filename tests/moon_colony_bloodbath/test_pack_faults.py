"""A pack that cannot be played is refused with every fault: card, field and line."""

from collections.abc import Callable, Iterator
from copy import deepcopy
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from domain.kernel.pack import MOST_FAULTS, Document, Fault, PackFaults, Place, read_toml, with_lines
from domain.moon_colony_bloodbath.pack import read_pack
from domain.moon_colony_bloodbath.rulebook import E8, P2, R25, S1, S2, S3, S4, W1

TEXT = (files("domain.moon_colony_bloodbath") / "packs" / "lunar.toml").read_text()
LUNAR = read_toml(TEXT)
DOCUMENTED = Path(__file__).parents[2] / "service" / "docs" / "packs.md"

Edit = Callable[[dict[str, Any]], object]


def changed(*edits: Edit) -> Document:
    document = deepcopy(LUNAR)
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


def at(kind: str, entry: str) -> tuple[str, int]:
    """The place of a card in the document."""
    return kind, next(number for number, card in enumerate(LUNAR[kind]) if card["entry"] == entry)


FLAG, KITCHEN, HUNGER, GLITCH = at("buildings", "flag"), at("buildings", "kitchen"), at("events", "hunger"), at("events", "second-glitch")


def test_the_unchanged_pack_has_no_fault() -> None:
    assert read_pack(changed()).name == "lunar"


@pytest.mark.parametrize("key", ["name", "version", "description"])
def test_a_pack_says_what_it_is(key: str) -> None:
    assert places(drop(key)) == [()]
    assert places(put("", key)) == [(key,)]
    assert places(put(7, key)) == [(key,)]


def test_an_unknown_key_is_a_fault_wherever_it_stands() -> None:
    unknown = [put(1, "cards"), put(1, *FLAG, "price"), put("draw a card", *HUNGER, "play"), put(2, *at("robots", "guard-robot"), "number")]
    assert sorted(places(*unknown), key=str) == sorted(
        [("cards",), (*FLAG, "price"), (*HUNGER, "play"), (*at("robots", "guard-robot"), "number")], key=str
    )


@pytest.mark.parametrize(
    "entry", [FLAG, HUNGER, ("scientists", 2), ("perks", 0), ("twists", 9), ("developments", 1), ("robots", 3)], ids=str
)
def test_every_entry_says_whose_it_is(entry: Place) -> None:
    assert places(drop(*entry, "source")) == [entry]
    assert places(put("printed", *entry, "source")) == [(*entry, "source")]


def test_the_fields_of_the_rulebook_are_fields_of_the_entry() -> None:
    assert places(put(["people", "price"], *FLAG, "rulebook")) == [(*FLAG, "rulebook", 1)]
    assert places(put(["farm"], *KITCHEN, "rulebook")) == [(*KITCHEN, "rulebook", 0)]


@pytest.mark.parametrize(
    "field, wrong", [("cost", -1), ("cost", "3"), ("people", True), ("copies", 0), ("symbol", "star"), ("entry", "Flag!")]
)
def test_a_field_holds_what_belongs_there(field: str, wrong: object) -> None:
    assert (*FLAG, field) in places(put(wrong, *FLAG, field))


@pytest.mark.parametrize("field", ["entry", "cost", "people"])
def test_a_building_has_an_entry_a_cost_and_people(field: str) -> None:
    assert FLAG in places(drop(*FLAG, field), put([], *FLAG, "rulebook"))


def test_a_mark_is_true_or_false() -> None:
    assert places(put("yes", *at("twists", "payday"), "simple")) == [(*at("twists", "payday"), "simple")]


def test_a_building_unsaid_has_two_copies_and_the_name_of_its_entry() -> None:
    assert "copies" not in LUNAR["buildings"][FLAG[1]]
    flag = read_pack(changed()).building("lunar:flag")
    assert (flag.copies, flag.name) == (2, "Flag")
    assert read_pack(changed(put("Banner", *FLAG, "name"))).building("lunar:flag").name == "Banner"


def test_a_line_that_means_nothing_is_a_fault_by_its_number() -> None:
    assert places(put("steal 4 food", *KITCHEN, "restock")) == [(*KITCHEN, "restock", 0)]
    assert places(put(["draw a card", "steal 4 food"], *KITCHEN, "restock")) == [(*KITCHEN, "restock", 1)]
    assert places(put(4, *KITCHEN, "restock")) == [(*KITCHEN, "restock")]
    assert places(put("money is food", *FLAG, "always")) == [(*FLAG, "always", 0)]


def test_all_faults_are_named_with_card_field_and_line() -> None:
    text = TEXT.replace('restock = "spend a box here: gain 4 food"', 'restock = "eat"').replace(
        'entry = "rd-storage"\ncost = 3', 'entry = "rd-storage"\ncost = -3'
    )
    with pytest.raises(PackFaults) as refused:
        read_pack(read_toml(text))
    lines = text.splitlines()
    found = with_lines(refused.value.faults, text).faults
    assert [(fault.place[-2:], lines[(fault.line or 0) - 1]) for fault in found] == [
        (("restock", 0), 'restock = "eat"'),
        ((at("buildings", "rd-storage")[1], "cost"), "cost = -3"),
    ]


def test_a_fault_of_a_card_names_the_card() -> None:
    assert [str(fault).endswith("(kitchen)") for fault in faults(put("eat", *KITCHEN, "restock"), put(-1, *KITCHEN, "cost"))] == [
        True,
        True,
    ]
    assert [str(fault).endswith(")") for fault in faults(put(7, "name"))] == [False]


def test_what_should_be_a_table_or_a_list_is_not_read_as_one() -> None:
    assert ("buildings", 2) in places(put("bunker", "buildings", 2))
    assert ("twists",) in places(put("all", "twists"))


def test_no_entry_stands_twice_whatever_its_kind() -> None:
    assert (*HUNGER, "entry") in places(put("flag", *HUNGER, "entry"))


@pytest.mark.rule(S1, S2, S3, S4)
def test_a_copy_has_as_many_cards_of_each_kind_as_the_rulebook_counts() -> None:
    assert rules(put(3, *FLAG, "copies")) == [S1.id]
    assert rules(drop(*at("perks", "supply-drop"))) == [S2.id]
    assert rules(drop(*at("twists", "barter"))) == [S3.id]
    assert rules(drop(*at("robots", "guard-robot"))) == [S4.id]
    assert rules(put(5, *at("starting", "work"), "copies")) == [S3.id]
    assert rules(drop("scientists", 4)) == [S2.id]


@pytest.mark.rule(S3)
def test_two_twists_at_least_are_simple() -> None:
    simple = [at("twists", card["entry"]) for card in LUNAR["twists"] if card.get("simple")]
    assert rules(*(drop(*place, "simple") for place in simple[1:])) == [S3.id]
    assert read_pack(changed(*(drop(*place, "simple") for place in simple[2:])))


def test_no_two_scientists_are_alike() -> None:
    assert places(put("dr-brain", "scientists", 1, "entry")) == [("scientists", 1, "entry")]
    assert places(put("red", "scientists", 1, "colour")) == [("scientists", 1, "colour")]


@pytest.mark.rule(S4)
def test_events_are_numbered_without_a_gap() -> None:
    assert rules(put(8, *GLITCH, "number")) == [S4.id]


@pytest.mark.rule(E8)
def test_the_last_event_and_no_other_ends_the_game() -> None:
    assert places(put("once: end the game", *GLITCH, "turned_over")) == [(*GLITCH, "number")]
    assert places(put("once: add a robot", *at("events", "instruction-manual"), "turned_over")) == [
        (*at("events", "instruction-manual"), "number")
    ]


@pytest.mark.rule(R25)
def test_every_ability_of_a_circle_is_named() -> None:
    dust, mall = at("buildings", "dust-mine"), at("buildings", "compost-heap")
    found = faults(put("FARM", *dust, "mine"), put("MINE", *mall, "farm"))
    assert [(fault.place, fault.says.partition(":")[0]) for fault in found] == [((*dust, "mine"), R25.id), ((*mall, "farm"), R25.id)]


@pytest.mark.rule(W1)
@pytest.mark.parametrize(
    "place, text",
    [
        (HUNGER, "pick an action"),
        (HUNGER, "choose [pick an action] [gain 1 money]"),
        (at("starting", "work"), "gain 1 money"),
        (at("starting", "work"), ["pick an action", "gain 1 money"]),
        (at("starting", "work"), "may: pick an action"),
    ],
)
def test_a_work_and_nothing_else_is_where_everybody_picks_an_action(place: Place, text: object) -> None:
    assert rules(put(text, *place, "turned_over")) == [W1.id]


def test_the_cards_that_the_documentation_types_in_can_be_read() -> None:
    block = next(block for block in DOCUMENTED.read_text().split("```toml") if "[[robots]]" in block)
    typed = read_toml(block.partition("```")[0])
    read = read_pack(changed(*(put(cards[0], kind, -1) for kind, cards in typed.items())))
    assert read.building("lunar:noodle-bar").name == "Noodle Bar"
    assert len(read.building("lunar:noodle-bar").abilities) == 4
    assert read.progress("lunar:polite-robot").people == 4


def test_a_file_of_nothing_but_faults_is_read_no_further_than_anybody_mends() -> None:
    assert len(faults(*(put("steal a box", "buildings", number, "play") for number in range(45)), *_nameless(25))) == 70
    assert len(faults(*(put(["steal a box"] * 3, "buildings", number, "play") for number in range(45)))) == MOST_FAULTS


def _nameless(twists: int) -> Iterator[Edit]:
    return (put("", "twists", number, "name") for number in range(twists))


def test_a_choice_within_a_way_is_refused_with_its_card_its_field_and_its_line() -> None:
    nested = "choose [spend a box: choose [draw a card] [gain 1 food]] [lose a box]"
    text = TEXT.replace('lost = "gain 5 money"', f'lost = "{nested}"')
    with pytest.raises(PackFaults) as refused:
        read_pack(read_toml(text))
    (fault,) = with_lines(refused.value.faults, text).faults
    assert fault.place == (*at("buildings", "insurance-office"), "lost", 0)
    assert fault.line == 1 + text[: text.index(nested)].count("\n")
    assert fault.says.endswith("(insurance-office)")


@pytest.mark.parametrize(
    "place, field, text",
    [
        (FLAG, "play", "once: add a robot"),
        (FLAG, "play", "add a twist"),
        (FLAG, "play", "choose [draw a card] [pick an action]"),
        (FLAG, "play", "lose 2 fewer"),
        (FLAG, "play", "add tourism"),
        (FLAG, "play", "gain 1 money for each of gold-mine"),
        (FLAG, "play", "at accident: draw a card"),
        (FLAG, "event", "draw a card"),
        (FLAG, "event", "at dinner: draw a card"),
        (FLAG, "any_time", "gain 1 food"),
        (FLAG, "always", "ignore dinner"),
        (HUNGER, "turned_over", "spend a box here: draw a card"),
        (HUNGER, "turned_over", "put a box here"),
        (HUNGER, "turned_over", "if no boxes here: draw a card"),
        (HUNGER, "turned_over", "add a twist"),
        (HUNGER, "turned_over", "once: gain 3 money"),
        (HUNGER, "turned_over", "once: choose [add a robot] [add an event]"),
        (HUNGER, "turned_over", "once: may: add a robot"),
        (HUNGER, "turned_over", "once: spend a box: add a robot"),
        (HUNGER, "turned_over", "if no money: once: add a robot"),
        (HUNGER, "before_loss", "once: add a robot"),
        (HUNGER, "turned_over", "several: draw a card"),
        (HUNGER, "turned_over", "gain 2 money for each discarded card"),
    ],
)
def test_a_card_bears_only_what_it_can(place: Place, field: str, text: str) -> None:
    assert places(put(text, *place, field)) == [(*place, field)]


@pytest.mark.parametrize(
    "field, text",
    [
        ("restock", "put 99999999999 boxes"),
        ("restock", f"put {'9' * 5000} boxes"),
        ("restock", "put 6 boxes"),
        ("restock", "put 0 boxes"),
        ("restock", "spend 6 boxes: draw a card"),
        ("restock", "discard 6 cards"),
        ("play", "lose 6 boxes"),
        ("play", "lose a box for each building"),
        ("play", "draw 11 cards"),
        ("play", "gain 100 money"),
        ("play", "BUILD at cost 5 to 2"),
        ("play", "if 100 or more money: draw a card"),
        ("any_time", "spend 0 money: draw a card"),
        ("any_time", "spend 00 food and a box here: draw a card"),
        ("always", "BUILD 0 cheaper"),
        ("always", "BUILD 1 cheaper at cost 3 to 2"),
    ],
)
def test_a_number_that_no_card_prints_is_a_fault_of_its_line(field: str, text: str) -> None:
    assert places(put(text, *FLAG, field)) == [(*FLAG, field, 0)]


@pytest.mark.parametrize(
    "text",
    [
        "put 5 boxes",
        "put 99 boxes here",
        "discard 5 cards",
        "draw 10 cards",
        "gain 99 money",
        "BUILD at cost 5 to 5",
        "spend 99 boxes here: FARM",
    ],
)
def test_the_highest_numbers_that_a_card_prints_can_be_read(text: str) -> None:
    assert read_pack(changed(put(text, *FLAG, "play")))


@pytest.mark.parametrize("field", ["cost", "people"])
def test_a_field_prints_two_digits_at_most(field: str) -> None:
    assert places(put(100, *FLAG, field), put([], *FLAG, "rulebook")) == [(*FLAG, field)]
    assert read_pack(changed(put(99, *FLAG, field), put([], *FLAG, "rulebook")))


@pytest.mark.rule(E8)
@pytest.mark.parametrize(
    "kind, card", [("robots", "guard-robot"), ("twists", "payday"), ("perks", "supply-drop"), ("developments", "tourists")]
)
def test_no_card_but_the_last_event_ends_the_game(kind: str, card: str) -> None:
    place = (*at(kind, card), "turned_over")
    assert {(fault.place, fault.says.partition(":")[0]) for fault in faults(put("once: end the game", *place))} == {(place, E8.id)}


@pytest.mark.rule(P2)
@pytest.mark.parametrize("text", ["pass a card to the left", "once: the next Work is without BUILD"])
def test_a_perk_does_nothing_to_anybody_but_its_owner(text: str) -> None:
    place = (*at("perks", "supply-drop"), "turned_over")
    assert [(fault.place, fault.says.partition(":")[0]) for fault in faults(put(text, *place))] == [(place, P2.id)]
    assert read_pack(changed(put(text, *at("twists", "payday"), "turned_over")))


def test_a_card_is_set_aside_to_forbid_one_thing() -> None:
    both = ["once: the next Work is without BUILD", "once: the next Work is without abilities"]
    place = (*at("twists", "payday"), "turned_over")
    assert places(put(both, *place)) == [place]
    assert read_pack(changed(put(both[:1], *place)))
