"""A pack that cannot be played is refused with every fault and its place."""

from collections.abc import Callable
from copy import deepcopy
from importlib.resources import files
from typing import Any

import pytest

from domain.high_moon.pack import read_pack
from domain.high_moon.rulebook import R1, R2, R6, R17, S3, S6
from domain.kernel.pack import Document, Fault, PackFaults, Place, read_toml, with_lines

TEXT = (files("domain.high_moon") / "packs" / "frontier.toml").read_text()
FRONTIER = read_toml(TEXT)
LETTERS = {"red": "R", "yellow": "Y", "green": "G", "blue": "B"}

Edit = Callable[[dict[str, Any]], object]


def changed(*edits: Edit) -> Document:
    document = deepcopy(FRONTIER)
    for edit in edits:
        edit(document)
    return document


def faults(*edits: Edit) -> tuple[Fault, ...]:
    with pytest.raises(PackFaults) as refused:
        read_pack(changed(*edits))
    return refused.value.faults


def places(*edits: Edit) -> list[Place]:
    return [fault.place for fault in faults(*edits)]


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


def by_colour(document: dict[str, Any]) -> None:
    """The same four decks, written out colour by colour."""
    cards = document.pop("cards")
    names = list(LETTERS)
    document["decks"] = {
        colour: [{**card, "rows": [_coloured(row, names[step:] + names[:step]) for row in card["rows"]]} for card in cards]
        for step, colour in enumerate(names)
    }


def _coloured(row: str, names: list[str]) -> str:
    return "".join(LETTERS[names[int(sign) - 1]] if sign.isdecimal() else sign for sign in row)


@pytest.mark.rule(R2)
def test_the_unchanged_pack_has_no_fault() -> None:
    assert read_pack(changed()).name == "frontier"


@pytest.mark.parametrize("key", ["name", "version", "description"])
def test_a_pack_says_what_it_is(key: str) -> None:
    assert places(drop(key)) == [()]
    assert places(put("", key)) == [(key,)]
    assert places(put(7, key)) == [(key,)]


def test_a_name_can_be_part_of_a_stored_card_name() -> None:
    assert read_pack(changed(put("my-copy-2", "name"))).name == "my-copy-2"
    assert places(put("My copy: 2", "name")) == [("name",)]


def test_an_unknown_key_is_a_fault_wherever_it_stands() -> None:
    unknown = [put(1, "colour"), put(1, "cards", 3, "mark"), put(1, "size", "depth"), put(1, "criteria", 0, "bonus")]
    assert sorted(places(*unknown), key=str) == [("cards", 3, "mark"), ("colour",), ("criteria", 0, "bonus"), ("size", "depth")]


@pytest.mark.parametrize(
    "entry", [("size",), ("tiles",), ("colours", 1), ("starting", 1), ("cards", 7), ("lowest",), ("tracks", 0), ("criteria", 15)], ids=str
)
def test_every_entry_says_whose_it_is(entry: Place) -> None:
    assert places(drop(*entry, "source")) == [entry]
    assert places(put("printed", *entry, "source")) == [(*entry, "source")]
    read_pack(changed(put("rulebook", *entry, "source")))


def test_what_should_be_a_table_or_a_list_is_not_read_as_one() -> None:
    assert places(put(4, "size"))[0] == ("size",)
    assert ("criteria",) in places(put("all", "criteria"))
    assert ("cards", 2) in places(put("red", "cards", 2))


@pytest.mark.parametrize("width, height", [(4, 3), (3, 4), (6, 2), (12, 1)])
@pytest.mark.rule(R1)
def test_a_card_has_twelve_spaces_in_any_shape(width: int, height: int) -> None:
    shape = [put(width, "size", "width"), put(height, "size", "height")]
    if (width, height) == (4, 3):
        read_pack(changed(*shape))
    else:
        assert ("size",) not in places(*shape)


@pytest.mark.parametrize("width, height", [(4, 4), (3, 3), (11, 1), (13, 1)])
@pytest.mark.rule(R1)
def test_a_card_of_more_or_fewer_than_twelve_spaces_is_refused(width: int, height: int) -> None:
    found = faults(put(width, "size", "width"), put(height, "size", "height"))
    assert [(fault.place, rule_of(fault)) for fault in found] == [(("size",), R1.id)]


@pytest.mark.rule(R1)
def test_a_pack_silent_on_its_size_has_cards_four_by_three() -> None:
    pack = read_pack(changed(drop("size"), drop("tiles")))
    assert (pack.width, pack.height, pack.tiles_each) == (4, 3, 5)


def test_a_size_is_a_whole_number() -> None:
    assert places(put("4", "size", "width"))[0] == ("size", "width")
    assert places(put(True, "size", "height"))[0] == ("size", "height")
    assert places(put(0, "size", "height"))[0] == ("size", "height")


def test_colours_are_four_and_all_different() -> None:
    assert places(drop("colours", 3)) == [("colours",)]
    assert ("colours",) in places(lambda document: document["colours"].append({"name": "white", "letter": "W", "source": "house"}))
    assert places(put("red", "colours", 1, "name")) == [("colours", 1, "name")]
    assert places(put("R", "colours", 1, "letter")) == [("colours", 1, "letter")]
    assert places(put("y", "colours", 1, "letter")) == [("colours", 1, "letter")]
    assert places(put("YZ", "colours", 1, "letter")) == [("colours", 1, "letter")]


def test_rows_fit_the_size_of_a_card() -> None:
    assert places(put(["....", "....", "..."], "cards", 3, "rows")) == [("cards", 3, "rows", 2)]
    assert places(put(["....", "...."], "cards", 3, "rows")) == [("cards", 3, "rows")]
    assert places(put("............", "cards", 3, "rows")) == [("cards", 3, "rows")]
    assert places(drop("cards", 3, "rows")) == [("cards", 3)]


def test_a_sign_that_stands_for_nothing_is_refused() -> None:
    assert places(put("..x.", "cards", 3, "rows", 1)) == [("cards", 3, "rows", 1)]
    assert places(put("..R.", "cards", 3, "rows", 1)) == [("cards", 3, "rows", 1)]
    assert places(put("..1.", "starting", 0, "rows", 2)) == [("starting", 0, "rows", 2)]


@pytest.mark.parametrize("mark", [1, 2, 5])
def test_a_card_is_marked_three_or_four_or_not(mark: int) -> None:
    assert places(put(mark, "cards", 0, "marked")) == [("cards", 0, "marked")]


@pytest.mark.rule(S6)
def test_a_deck_has_eight_cards_with_both_marks() -> None:
    assert [rule_of(fault) for fault in faults(drop("cards", 0))] == [S6.id]
    ninth = {**FRONTIER["cards"][5], "entry": "9"}
    assert [rule_of(fault) for fault in faults(lambda document: document["cards"].append(ninth))] == [S6.id]
    assert [rule_of(fault) for fault in faults(drop("cards", 6, "marked"))] == [S6.id]
    assert [rule_of(fault) for fault in faults(put(3, "cards", 7, "marked"), put("....", "cards", 7, "rows", 1))] == [S6.id] * 2


def test_no_entry_of_a_deck_stands_twice() -> None:
    assert places(put("1", "cards", 4, "entry")) == [("cards", 4, "entry")]


@pytest.mark.rule(R6)
def test_a_card_with_two_distilleries_is_refused() -> None:
    found = faults(put("d..d", "cards", 0, "rows", 1), put("....", "cards", 1, "rows", 1))
    assert [(fault.place, rule_of(fault)) for fault in found] == [(("cards", 0, "rows"), R6.id)]


def test_decks_may_be_given_colour_by_colour() -> None:
    assert read_pack(changed(by_colour)).decks == read_pack(changed()).decks


def test_decks_colour_by_colour_are_checked_each() -> None:
    assert places(by_colour, drop("decks", "blue", 2)) == [("decks", "blue")]
    assert places(by_colour, put("..1.", "decks", "green", 1, "rows", 0)) == [("decks", "green", 1, "rows", 0)]
    assert ("decks", "white") in places(by_colour, put([], "decks", "white"))
    assert places(by_colour, drop("decks", "red"))[0] == ("decks", "red")


def test_one_deck_for_all_and_decks_by_colour_exclude_each_other() -> None:
    assert places(put({}, "decks"))[0] == ("decks",)
    assert ("cards",) in places(drop("cards"))


@pytest.mark.rule(S3)
def test_two_starting_cards_lie_over_each_other_in_part() -> None:
    assert places(drop("starting", 1)) == [("starting",)]
    assert [rule_of(fault) for fault in faults(put([3, 0], "starting", 1, "at"))] == [S3.id]
    read_pack(changed(put([2, 0], "starting", 1, "at")))
    assert places(put([0, 0], "starting", 1, "at"), put("d...", "starting", 1, "rows", 0)) == [("starting", 1, "at")]


def test_a_place_is_a_row_and_a_column() -> None:
    assert places(put([1], "starting", 0, "at"))[0] == ("starting", 0, "at")
    assert ("starting", 0, "at") in places(put([1, 2, 3], "starting", 0, "at"))
    assert ("starting", 0, "at") in places(put("1,2", "starting", 0, "at"))


@pytest.mark.rule(R6)
def test_the_starting_cards_show_exactly_two_distilleries() -> None:
    assert [rule_of(fault) for fault in faults(put(".Ys.", "starting", 0, "rows", 0))] == [R6.id]
    assert [rule_of(fault) for fault in faults(put("dYsd", "starting", 0, "rows", 0))] == [R6.id]


def test_a_distillery_beneath_the_second_starting_card_does_not_show() -> None:
    read_pack(changed(put(".Gdd", "starting", 0, "rows", 1)))


@pytest.mark.rule(R6)
def test_distilleries_for_which_there_are_no_tiles_are_refused() -> None:
    found = faults(put(4, "tiles", "each"))
    assert [(fault.place, rule_of(fault)) for fault in found] == [(("cards",), R6.id)] * 3
    assert ("tiles", "each") in places(put(1, "tiles", "each"))
    assert ("tiles", "each") not in places(put(2, "tiles", "each"))


@pytest.mark.rule(R6)
def test_as_many_distilleries_as_tiles_are_enough() -> None:
    """With one deck richer by one, three seats can need 10 and 2 of 12 tiles, four seats 13 and 2 of 15."""
    read_pack(changed(by_colour, put("d...", "decks", "red", 3, "rows", 1)))


@pytest.mark.rule(R6)
def test_the_colours_with_most_distilleries_are_counted() -> None:
    """Two richer decks are too many for three and for four seats, although any single one would do."""
    richer = [put("d...", "decks", colour, 3, "rows", 1) for colour in ("red", "blue")]
    assert [(fault.place, rule_of(fault)) for fault in faults(by_colour, *richer)] == [(("decks",), R6.id)] * 2


def test_tracks_have_a_value_for_each_space() -> None:
    assert places(put([1, 2], "tracks", 0, "values"), put([], "tracks", 0, "bonus")) == [("tracks", 0, "values")]
    assert places(put([0, 3], "lowest", "points")) == [("tracks", 0, "values")]
    assert ("tracks", 0, "values") in places(put([1, -1], "tracks", 0, "values"))
    assert ("lowest", "points") in places(put("none", "lowest", "points"))


def test_a_bonus_lies_on_a_space_where_a_marker_can_arrive() -> None:
    read_pack(changed(put([1, 8], "tracks", 0, "bonus")))
    assert places(put([0, 8], "tracks", 0, "bonus")) == [("tracks", 0, "bonus")]
    assert places(put([1, 9], "tracks", 0, "bonus")) == [("tracks", 0, "bonus")]


def test_each_liquor_has_one_track() -> None:
    assert places(put(["spider", "bat"], "tracks", 0, "liquors")) == [("tracks",)]
    assert places(put(["spider", "bat", "crow", "bat"], "tracks", 0, "liquors")) == [("tracks", 0, "liquors")]
    assert places(put(["spider", "bat", "crow", "owl"], "tracks", 0, "liquors")) == [("tracks", 0, "liquors")]


@pytest.mark.rule(R17)
def test_tracks_that_cannot_give_the_worked_example_are_a_warning_only() -> None:
    assert read_pack(changed()).warnings == ()
    rising = read_pack(changed(put(list(range(9)), "tracks", 0, "values")))
    assert [warning.split(":")[0] for warning in rising.warnings] == [R17.id]
    no_three = read_pack(changed(put([0, 1, 2, 4, 5, 6, 7, 8, 9], "lowest", "points")))
    assert [warning.split(":")[0] for warning in no_three.warnings] == [R17.id]


def test_criteria_are_the_two_sides_of_four_cards() -> None:
    assert places(drop("criteria", 5)) == [("criteria",)]
    assert places(put("1A", "criteria", 5, "id")) == [("criteria", 5, "id"), ("criteria",)]
    assert places(put("5A", "criteria", 5, "id")) == [("criteria", 5, "id"), ("criteria",)]


@pytest.mark.rule(R2)
def test_a_criterion_names_a_known_measure() -> None:
    assert places(put("luck", "criteria", 5, "measure")) == [("criteria", 5, "measure")]
    assert places(drop("criteria", 5, "measure")) == [("criteria", 5)]


def test_a_criterion_never_scores_more_at_once_than_at_most() -> None:
    read_pack(changed(put(5, "criteria", 1, "cap")))
    assert places(put(4, "criteria", 1, "cap")) == [("criteria", 1, "cap")]


def test_only_an_immediate_criterion_can_be_the_first_seats() -> None:
    read_pack(changed(put(True, "criteria", 3, "first_only")))
    assert places(put(True, "criteria", 0, "first_only")) == [("criteria", 0, "first_only")]


def test_only_sized_things_have_a_least_size() -> None:
    read_pack(changed(put(4, "criteria", 1, "least")))
    assert places(put(4, "criteria", 0, "least")) == [("criteria", 0, "least")]


def test_numbers_and_flags_of_a_criterion_are_what_they_should_be() -> None:
    wrong = [put(0, "criteria", 0, "points"), put("yes", "criteria", 0, "immediate"), put(0, "criteria", 0, "every")]
    assert sorted(places(*wrong)) == [("criteria", 0, "every"), ("criteria", 0, "immediate"), ("criteria", 0, "points")]


@pytest.mark.rule(R2)
def test_all_faults_are_told_at_once_with_their_lines() -> None:
    text = TEXT.replace('"c.j."', '"c.x."').replace('measure = "spread"', 'measure = "luck"').replace('letter = "B"', 'letter = "BB"')
    with pytest.raises(PackFaults) as refused:
        read_pack(read_toml(text))
    told = [(fault.place, fault.line) for fault in with_lines(refused.value.faults, text).faults]
    lines = text.splitlines()
    assert (("colours", 3, "letter"), 1 + lines.index('letter = "BB"')) in told
    assert (("cards", 3, "rows", 1), lines.index('    "c.x.",') - 1) in told
    assert (("criteria", 7, "measure"), 1 + lines.index('measure = "luck"')) in told


def rule_of(fault: Fault) -> str:
    return fault.says.split(":")[0]
