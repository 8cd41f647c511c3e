"""A position can be taken in at a glance: the map, the seats, the criteria."""

from dataclasses import replace

import pytest

from domain.high_moon.board import Board, Token
from domain.high_moon.evolve import fold
from domain.high_moon.picture import picture
from domain.high_moon.setup import start
from domain.high_moon.state import Options, PerLiquor, Player, State
from domain.kernel.bag import Bag
from domain.kernel.chance import SeededChance
from domain.kernel.game import Picture
from domain.kernel.names import Seat
from tests.high_moon.playing import PACK, before_start, greedy, played, seen_by

RED, GREEN = Seat(0), Seat(1)
STARTED = start(before_start(2), SeededChance(b"picture", [], {}))


def text(lines: Picture) -> list[str]:
    return ["".join(span.text for span in line).rstrip() for line in lines]


def position() -> State:
    """Two by four spaces: everything that a space can show, a token of each seat, a tile."""
    shown = {(-1, 0): "blank", (-1, 1): "joker", (-1, 2): "distillery", (0, 0): "bat", (0, 1): "ranch-red", (0, 2): "crow", (0, 3): "blank"}
    tokens = {(0, 1): Token(RED, "ranch"), (0, 3): Token(GREEN, "cow")}
    board = Board({**shown, (1, 0): "ranch-blue", (1, 2): "ranch-green"}, tokens, {(-1, 2): "spider"})
    red = Player(RED, "red", 22, 4, 2, PerLiquor(spider=1), PerLiquor(bat=2), PerLiquor(3, 0, 1), Bag.of("frontier:red-3"), (Bag(5),))
    green = Player(GREEN, "green", 27, 2, hand=Bag(1), deck=(Bag(6),), scored=(("2B", 8),))
    return State(PACK, Options(), (red, green), (Bag(9),), board=board, criteria=("2B", "1C"), phase="tokens", laid_at=(-1, 0))


def test_map_seats_and_criteria_stand_under_each_other() -> None:
    assert text(picture(position())) == [
        "Seat 0: tokens to place, last card at row -1, column 0; tiles face down: 9",
        "       0  1  2  3",
        "  -1   · †?(S)",
        "   0  †b r0 †c c1",
        "   1  □-    □1",
        "· blank  □0 ranch space of seat 0  □- of a colour that nobody plays  †? joker",
        "†s †b †c tombstones (spider, bat, crow)  ( ) distillery  (S) (B) (C) its tile",
        "r0 ranch of seat 0  c0 cow of seat 0",
        "  seat      available reserve aid bottles opened  markers deck scored  hand",
        "▶ 0 red             4      22   2   1/0/0  0/2/0    3/0/1    5      0  red-3",
        "  1 green           2      27   0   0/0/0  0/0/0    0/0/0    6      8  hidden",
        "available tokens to place  reserve tokens to gain",
        "aid discards, reserve again at the end of the turn  bottles unopened",
        "1/0/2 one of spider, none of bat, two of crow  markers how far on each track",
        "scored points at once",
        "2B  At once: 8 points when three ranches of yours are connected to one",
        "    distillery.",
        "1C  7 points for each set of a spider, a bat and a crow distillery that you are",
        "    connected to.",
    ]


def test_what_belongs_to_a_colour_is_drawn_in_it() -> None:
    drawn = {span.text.strip(): span.colour for line in picture(position())[2:5] for span in line}
    assert (drawn["r0"], drawn["c1"], drawn["□1"], drawn["□-"], drawn["(S)"]) == ("red", "green", "green", "blue", "bold")


def test_yellow_is_drawn_in_what_can_be_read_on_a_light_ground() -> None:
    yellow = position().with_player(GREEN, colour="yellow")
    colours = {span.colour for line in picture(yellow) for span in line if "yellow" in span.text or span.text.strip() == "c1"}
    assert colours == {"dark_goldenrod"}


def test_a_hand_that_the_viewer_may_not_see_is_hidden() -> None:
    hands = {
        viewer: [line.split()[-1] for line in text(picture(fold(before_start(2), seen_by(viewer, STARTED)))) if " 27 " in line]
        for viewer in ("public", "seat:0", "seat:1", "judge")
    }
    cards = hands["judge"]
    assert all(card.startswith(("red-", "green-")) for card in cards)
    assert hands == {"judge": cards, "public": ["hidden", "hidden"], "seat:0": [cards[0], "hidden"], "seat:1": ["hidden", cards[1]]}


def test_a_seat_that_resigned_has_no_hand() -> None:
    gone = position().with_player(GREEN, resigned=True, hand=Bag(0))
    assert [line.split()[-1] for line in text(picture(gone)) if " 27 " in line] == ["resigned"]


def test_before_the_start_and_after_the_end_nobody_is_at_turn() -> None:
    assert text(picture(before_start(2)))[0].startswith("before the start")
    assert text(picture(replace(position(), phase="over")))[0].startswith("the game is over")
    assert not any("▶" in line for line in text(picture(replace(position(), phase="over"))))


def test_a_wide_map_is_drawn_narrow_and_a_wider_one_in_bands() -> None:
    narrow = Board({(0, column): ("blank", "distillery", "bat")[column % 3] for column in range(-11, 15)}, tiles={(0, 4): "spider"})
    assert text(picture(replace(position(), board=narrow)))[1:3] == [
        "      -10  -8  -6  -4  -2   0   2   4   6   8  10  12  14",
        "   0 ()†b ·()†b ·()†b ·()†b ·()†b ·(S†b ·()†b ·()†b ·()†b",
    ]
    wide = Board({(0, column): "blank" for column in range(-20, 20)})
    lines = text(picture(replace(position(), board=wide)))
    assert [line.split()[0] for line in lines[1:5]] == ["-20", "0", "18", "0"]
    assert [line.count("·") for line in lines[1:5]] == [0, 37, 0, 3]


@pytest.mark.parametrize("columns", [1, 25, 26, 37, 38, 90])
def test_a_map_of_any_width_and_numbers_of_any_size_stay_within_eighty_columns(columns: int) -> None:
    board = Board({(-12, column): "bat" for column in range(-columns, 0)})
    lines = text(picture(replace(position(), board=board, laid_at=(-12, -10))))
    assert max(map(len, lines)) <= 80
    assert sum(line.count("†b") for line in lines if line.startswith(" -12 ")) == columns


@pytest.mark.whole_games
@pytest.mark.parametrize("seats", [2, 4])
def test_a_whole_game_stays_within_eighty_columns(seats: int) -> None:
    widest = max(len(line) for state, _, _ in played(seats, *[greedy] * seats) for line in text(picture(state)))
    assert widest <= 80
