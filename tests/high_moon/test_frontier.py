"""The built-in pack keeps what is promised of it."""

from collections import Counter
from importlib.resources import files
from itertools import permutations

import pytest

from domain.high_moon.measures import MEASURES, SIZES
from domain.high_moon.pack import read_pack
from domain.high_moon.parts import DISTILLERY, JOKER, LIQUORS, TRACKS, Card, Measure, colour_of, ranch
from domain.high_moon.rulebook import F5, G3, R2, R6, R17, R20, S2, S3, S6
from domain.kernel.pack import read_toml

DOCUMENT = read_toml((files("domain.high_moon") / "packs" / "frontier.toml").read_text())
PACK = read_pack(DOCUMENT)


def shown(*cards: Card) -> Counter[str]:
    return Counter(space for card in cards for row in card.rows for space in row)


def starting_map() -> dict[tuple[int, int], str]:
    """What the starting cards show, the later over the earlier."""
    return {
        (card.at[0] + row, card.at[1] + column): space
        for card in PACK.starting
        for row, spaces in enumerate(card.rows)
        for column, space in enumerate(spaces)
    }


def test_it_says_that_it_is_ours_and_not_the_printed_game() -> None:
    entries = [entry for value in DOCUMENT.values() for entry in (value if isinstance(value, list) else [value]) if isinstance(entry, dict)]
    assert {entry["source"] for entry in entries if "each" not in entry} == {"house"}
    assert "this project's own" in PACK.description
    assert PACK.warnings == ()


@pytest.mark.rule(S6)
def test_each_colour_has_eight_seven_or_six_cards() -> None:
    assert [len(PACK.deck(colour, seats)) for colour in PACK.colours for seats in (2, 3, 4)] == [8, 7, 6] * 4
    assert {card.marked for card in PACK.deck("red", 3)} == {0, 3}
    assert {card.marked for card in PACK.deck("red", 4)} == {0}


@pytest.mark.rule(R2)
def test_cards_are_found_by_their_entry() -> None:
    assert PACK.card("red-3").rows == (
        ("distillery", "blank", "bat", "ranch-green"),
        ("blank", "ranch-red", "blank", "crow"),
        ("ranch-yellow", "blank", "ranch-blue", "spider"),
    )
    assert PACK.card("blue-7").marked == 3
    with pytest.raises(KeyError):
        PACK.card("red-9")


def test_all_decks_are_one_deck_with_the_colours_rotated() -> None:
    for step, colour in enumerate(PACK.colours):
        rotated = {ranch(PACK.colours[number]): ranch(PACK.colours[(number + step) % 4]) for number in range(4)}
        expected = [tuple(tuple(rotated.get(space, space) for space in row) for row in card.rows) for card in PACK.decks["red"]]
        assert [card.rows for card in PACK.decks[colour]] == expected


@pytest.mark.rule(R6)
def test_three_base_cards_and_the_four_have_a_distillery() -> None:
    deck = PACK.decks["red"]
    assert sorted(card.distilleries for card in deck if not card.marked) == [0, 0, 0, 1, 1, 1]
    assert {card.marked: card.distilleries for card in deck if card.marked} == {3: 0, 4: 1}


@pytest.mark.rule(S2, R6)
@pytest.mark.parametrize("seats, used, there", [(2, 8, 10), (3, 9, 10), (4, 12, 13)])
def test_more_tiles_are_there_than_are_used(seats: int, used: int, there: int) -> None:
    for colours in permutations(PACK.colours, seats):
        assert sum(card.distilleries for colour in colours for card in PACK.deck(colour, seats)) == used
    assert len(PACK.tiles(seats)) - 2 == there
    assert set(Counter(PACK.tiles(seats)).values()) == {len(PACK.tiles(seats)) // 3}


@pytest.mark.parametrize("colour", PACK.colours)
def test_a_deck_is_balanced(colour: str) -> None:
    spaces = shown(*PACK.decks[colour])
    others = {spaces[ranch(other)] for other in PACK.colours if other != colour}
    assert 10 <= spaces[ranch(colour)] <= 14
    assert len(others) == 1
    assert len({spaces[track] for track in TRACKS}) == 1
    assert 4 <= spaces[JOKER] <= 6
    assert spaces["blank"] * 3 >= 8 * 12


@pytest.mark.rule(S3)
def test_the_starting_cards_overlap_in_four_spaces_and_show_two_distilleries() -> None:
    spaces = Counter(starting_map().values())
    assert len(starting_map()) == 12 + 12 - 4
    assert spaces[DISTILLERY] == 2
    assert len({spaces[ranch(colour)] for colour in PACK.colours}) == 1
    assert spaces[ranch("red")] > 0
    assert len({spaces[track] for track in TRACKS}) == 1


def test_the_starting_distilleries_are_open_to_all_colours() -> None:
    """None of the spaces on the map beside them is a ranch space, which would shut out three colours."""
    places = starting_map()
    for row, column in (place for place, space in places.items() if space == DISTILLERY):
        near = [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]
        assert [colour_of(places[place]) for place in near if place in places] == [None] * sum(place in places for place in near)


@pytest.mark.rule(R17, F5, G3)
def test_tracks_have_nine_spaces_with_these_values_and_bonuses() -> None:
    for liquor in LIQUORS:
        track = PACK.tracks[liquor]
        assert track.values == (1, 1, 2, 2, 3, 3, 4, 4, 5)
        assert track.lowest == (0, 3, 5, 8, 11, 14, 17, 20, 24)
        assert track.bonus == {2, 4, 6, 8}


@pytest.mark.rule(R20)
def test_sixteen_criteria_count_different_things_and_four_are_immediate() -> None:
    criteria = PACK.criteria
    assert list(criteria) == [number + letter for number in "1234" for letter in "ABCD"]
    assert sorted(id[0] for id, criterion in criteria.items() if criterion.immediate) == ["1", "2", "3", "4"]
    assert len({(criterion.measure, criterion.immediate) for criterion in criteria.values()}) == 16
    assert all(criterion.says.endswith(".") for criterion in criteria.values())


def test_every_measure_has_its_function() -> None:
    assert set(MEASURES) | set(SIZES) == set(Measure)
    assert not set(MEASURES) & set(SIZES)
