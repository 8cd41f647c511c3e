"""How a game begins."""

import pytest

from domain.high_moon.facts import (
    CardDrawn,
    ColourTaken,
    CriteriaShown,
    DeckShuffled,
    StartingCardLaid,
    StartingPlayerDrawn,
    TileLaid,
    TilesShuffled,
    TokensGained,
)
from domain.high_moon.rulebook import R20, R21, R22, S1, S2, S3, S4, S5, S6, S7, S9
from domain.high_moon.setup import initial, start
from domain.high_moon.state import PerLiquor, State
from domain.kernel.bag import certain, size
from domain.kernel.names import JUDGE, Seat, seat_viewer
from domain.kernel.refusal import Refused
from domain.kernel.rule import Rule
from domain.kernel.secret import sealed_for
from tests.high_moon.harness import FIRST, SECOND, Scripted, opened, opening, view
from tests.high_moon.packs import pack

TWELVE = ("spider",) * 4 + ("bat",) * 4 + ("crow",) * 4
ORDER = ("crow", "bat", *("spider",) * 4, *("bat",) * 3, *("crow",) * 3)


def refused(rule: Rule, state: State) -> None:
    with pytest.raises(Refused) as caught:
        start(state, Scripted())
    assert caught.value.refusal.rule.id == rule.id


@pytest.mark.rule(S3, S4, S5, S6, S7, R20, R21, R22)
def test_a_game_of_two_begins_with_exactly_these_facts() -> None:
    chance = Scripted(
        {"tiles": ORDER, "criteria": ("3", "1", "4", "2"), "deck:1": tuple(f"test:green-{n}" for n in (8, 1, 2, 3, 4, 5, 6, 7))},
        {"criteria": (1, 0, 1), "start": (1,)},
    )
    red = tuple(f"test:red-{n}" for n in range(1, 9))
    green = tuple(f"test:green-{n}" for n in (8, 1, 2, 3, 4, 5, 6, 7))
    assert start(initial(opening()), chance) == (
        ColourTaken(FIRST, "red").by(R21),
        ColourTaken(SECOND, "green").by(R21),
        StartingCardLaid(0, (0, 0)).by(S3),
        StartingCardLaid(1, (1, 2)).by(S3),
        TilesShuffled(sealed_for(ORDER)).by(S2),
        TileLaid((0, 3), "crow").by(S3),
        TileLaid((3, 4), "bat").by(S3),
        CriteriaShown(("3C", "1A", "1B", "4D")).by(R20),
        TokensGained(FIRST, 3).by(S5),
        TokensGained(SECOND, 3).by(S5),
        DeckShuffled(FIRST, sealed_for(red)).by(S6),
        CardDrawn(FIRST, sealed_for("test:red-1", FIRST)).by(S7),
        DeckShuffled(SECOND, sealed_for(green)).by(S6),
        CardDrawn(SECOND, sealed_for("test:green-8", SECOND)).by(S7),
        StartingPlayerDrawn(SECOND).by(S7),
    )


@pytest.mark.rule(S7, R20)
def test_chance_is_drawn_by_its_labels() -> None:
    chance = Scripted()
    start(initial(opening(seats=3)), chance)
    assert sorted(chance.asked) == ["criteria"] * 4 + ["deck:0", "deck:1", "deck:2", "start", "tiles"]
    assert sorted(chance.bounds) == [("criteria", 2), ("criteria", 2), ("criteria", 2), ("start", 3)]


@pytest.mark.rule(S1)
@pytest.mark.parametrize("seats", [1, 5])
def test_fewer_than_two_or_more_than_four_seats_do_not_start(seats: int) -> None:
    refused(S1, initial(opening(seats=seats)))


@pytest.mark.rule(S1, S2)
@pytest.mark.parametrize(("seats", "each"), [(2, 4), (3, 4), (4, 5)])
def test_one_tile_of_each_liquor_stays_out_below_four_seats(seats: int, each: int) -> None:
    state = initial(opening(seats=seats))
    assert certain(state.tiles) == tuple(sorted(("spider", "bat", "crow") * each))
    assert size(opened(seats=seats).tiles) == 3 * each - 2


@pytest.mark.rule(S3)
def test_the_later_starting_card_covers_the_earlier_and_tiles_lie_on_both_distilleries() -> None:
    state = opened(Scripted({"tiles": ORDER}), pack(starting=(("...d/..s./....", (0, 0)), ("j.../..../..d.", (1, 2)))))
    assert (len(state.board.spaces), state.board.spaces[1, 2]) == (20, "joker")
    assert state.board.tiles == {(0, 3): "crow", (3, 4): "bat"}


@pytest.mark.rule(S3)
def test_the_starting_tiles_are_laid_in_reading_order() -> None:
    chosen = pack(starting=(("..../..../d...", (0, 0)), ("..d./..../....", (-2, 2))))
    assert opened(Scripted({"tiles": ORDER}), chosen).board.tiles == {(-2, 4): "crow", (2, 0): "bat"}


@pytest.mark.rule(S4)
def test_a_first_game_shows_one_card_with_two_criteria() -> None:
    state = opened(Scripted({"criteria": ("2", "1", "3", "4")}, {"criteria": (1,)}), criteria="first-game")
    assert state.criteria == ("2C", "2D")


@pytest.mark.rule(S4, R20)
@pytest.mark.parametrize(
    ("sides", "shown"),
    [((0, 0, 0), ("4A", "2A", "2B", "1B")), ((1, 1, 1), ("4C", "2C", "2D", "1D")), ((0, 1, 0), ("4A", "2C", "2D", "1B"))],
)
def test_the_middle_card_shows_both_criteria_and_the_outer_ones_their_outer_ones(sides: tuple[int, ...], shown: tuple[str, ...]) -> None:
    chance = Scripted({"criteria": ("4", "2", "1", "3")}, {"criteria": sides})
    assert opened(chance).criteria == shown


@pytest.mark.rule(S5, S9)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_seat_has_three_available_twenty_seven_in_reserve_and_nothing_else(seats: int) -> None:
    for player in opened(seats=seats).players:
        assert (player.available, player.reserve, player.aid) == (3, 27, 0)
        assert (player.markers, player.scored) == (PerLiquor(0, 0, 0), ())
        assert (player.unopened.total, player.opened.total) == (0, 0)


@pytest.mark.rule(S6)
@pytest.mark.parametrize(("seats", "left_out"), [(2, ()), (3, (8,)), (4, (7, 8))])
def test_marked_cards_stay_out_of_games_with_three_or_four_seats(seats: int, left_out: tuple[int, ...]) -> None:
    state = opened(seats=seats)
    for player in state.players:
        cards = sorted((*player.hand.known, *certain(player.deck)))
        assert cards == [f"test:{player.colour}-{n}" for n in range(1, 9) if n not in left_out]
        assert player.hand.size == 1


@pytest.mark.rule(R21)
@pytest.mark.parametrize(
    ("named", "colours"),
    [
        ((None, None), ("red", "green")),
        ((None, None, None), ("red", "yellow", "green")),
        ((None, None, None, None), ("red", "yellow", "green", "blue")),
        (("green", None), ("green", "red")),
        ((None, "red"), ("green", "red")),
        ((None, "blue"), ("red", "blue")),
        (("yellow", None, None), ("yellow", "red", "green")),
    ],
)
def test_seats_that_name_no_colour_take_the_packs_in_order(named: tuple[str | None, ...], colours: tuple[str, ...]) -> None:
    state = initial(opening(colours=named))
    facts = start(state, Scripted())
    assert facts[: len(named)] == tuple(ColourTaken(Seat(seat), colour).by(R21) for seat, colour in enumerate(colours))


@pytest.mark.rule(R21)
@pytest.mark.parametrize("named", [("red", "red"), ("purple", None)])
def test_no_two_seats_have_one_colour_and_none_has_an_unknown_one(named: tuple[str | None, ...]) -> None:
    refused(R21, initial(opening(colours=named)))


@pytest.mark.rule(R22)
def test_every_viewer_knows_what_decks_and_tiles_consist_of_and_nobody_their_order() -> None:
    before = initial(opening())
    facts = start(before, Scripted())
    mine, theirs = view(seat_viewer(FIRST), before, facts), view(seat_viewer(SECOND), before, facts)
    assert mine.players[0].hand.known == ("test:red-1",)
    assert [bag.size for bag in mine.players[0].deck] == [7]
    assert certain(mine.players[0].deck) == tuple(f"test:red-{n}" for n in range(2, 9))
    assert (theirs.players[0].hand.size, theirs.players[0].hand.known) == (1, ())
    assert [bag.size for bag in mine.tiles] == [10]
    judge = view(JUDGE, before, facts)
    assert judge.players[0].deck[0].known == ("test:red-2",)


@pytest.mark.rule(S7)
def test_the_seat_that_chance_names_has_the_first_turn() -> None:
    state = opened(Scripted(numbers={"start": (2,)}), seats=3)
    assert (state.active, state.phase) == (2, "card")
