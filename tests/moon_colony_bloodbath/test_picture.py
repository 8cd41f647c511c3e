"""A position can be taken in at a glance: the decks, and every colony with what the viewer may see of it."""

from dataclasses import replace

import pytest

from domain.kernel.bag import Bag
from domain.kernel.game import Picture
from domain.kernel.names import Seat, Viewer
from domain.moon_colony_bloodbath.evolve import evolve
from domain.moon_colony_bloodbath.picture import WIDTH, picture
from domain.moon_colony_bloodbath.rulebook import R17
from domain.moon_colony_bloodbath.state import Discarded, InPlay, Options, Player, State, Turn
from tests.moon_colony_bloodbath.packs import LUNAR
from tests.moon_colony_bloodbath.playing import before_start, greedy, played
from tests.moon_colony_bloodbath.views import seen_by

RED, GREEN = Seat(0), Seat(1)
FLAG, FARM, KITCHEN, BUNKER = "lunar:flag", "lunar:kale-farm", "lunar:kitchen", "lunar:bunker"


def text(lines: Picture) -> list[str]:
    return ["".join(span.text for span in line).rstrip() for line in lines]


def position() -> State:
    """Seat 0 as its owner sees it: three buildings, a hand, cards on and under the mat; seat 1 from outside."""
    red = Player(
        RED, "dr-brain", 21, 4, 2, Bag.of(FLAG, BUNKER), Bag.of(FARM), Bag(2),
        (InPlay(1, FARM), InPlay(2, KITCHEN, 2), InPlay(4, FARM, 1)), 4,
        picked="farm", chits=2,
    )  # fmt: skip
    green = Player(GREEN, "dr-quill", 30, 0, 6, Bag(5, (FLAG,)), chits=1)
    return State(
        LUNAR, Options(), (red, green), lanes=((Bag(30),), (Bag(31),)), discards=(Discarded(1, RED, FLAG), Discarded(2, GREEN, BUNKER)),
        progress=(Bag(6),), turned=("lunar:trouble", "lunar:hunger", "lunar:work"), set_aside=("lunar:automatic-doors",), batch=Bag(1),
        robots=(Bag(19),), twists=(Bag(23),), developments=("lunar:trade",) * 20, events=("lunar:paperwork", "lunar:glitch"),
        turn=Turn(7, "lunar:work", "act"), phase="turn",
    )  # fmt: skip


def people(state: State, seat: Seat) -> int:
    return sum(LUNAR.building(building.card).people for building in state.players[seat].buildings)


@pytest.mark.rule(R17)
def test_decks_and_colonies_stand_under_each_other() -> None:
    state = position()
    farm, kitchen = LUNAR.building(FARM).people, LUNAR.building(KITCHEN).people
    assert text(picture(state)) == [
        "Turn 7, Work: actions are done",
        "progress 7, discards 3 (Work); events 2 (next Paperwork)",
        "buildings 61, discards 2 (Bunker); robots 19, twists 23, developments 20",
        "set aside for the next Work: Automatic Doors",
        f"Seat 0 Dr. Brain: 21 people on the mat, {people(state, RED)} in buildings; 4 money, 2 food; 2 chits; FARM",
        f"    buildings: Kale Farm {farm}, Kitchen {kitchen} ▪▪, Kale Farm {farm} ▪",
        "    hand: Bunker, Flag",
        "    laid on the mat: Kale Farm",
        "    under the mat: 2 hidden",
        "Seat 1 Dr. Quill: 30 people on the mat, 0 in buildings; 0 money, 6 food; 1 chit",
        "    hand: Flag, 4 hidden",
    ]


def test_a_colony_is_drawn_in_the_colour_of_its_scientist() -> None:
    drawn = {span.text.split(":")[0]: span.colour for line in picture(position()) for span in line}
    assert (drawn["Seat 0 Dr. Brain"], drawn["Seat 1 Dr. Quill"]) == ("red", "green")


def test_what_has_become_of_a_colony_is_said() -> None:
    gone = position().with_player(RED, failed=True).with_player(GREEN, resigned=True)
    lines = text(picture(gone))
    assert [line.rpartition("; ")[2] for line in lines if line.startswith("Seat")] == ["failed", "resigned"]


def test_what_is_not_there_takes_no_line() -> None:
    bare = replace(position(), discards=(), turned=(), set_aside=(), events=(), players=(Player(RED, "dr-brain", 30),))
    assert text(picture(bare))[1:] == [
        "progress 7, discards 0; no events left",
        "buildings 61, discards 0; robots 19, twists 23, developments 20",
        "Seat 0 Dr. Brain: 30 people on the mat, 0 in buildings; 0 money, 0 food",
    ]


def test_before_the_start_and_after_the_end_no_turn_is_named() -> None:
    assert text(picture(replace(position(), phase="setup")))[0] == "before the start"
    assert text(picture(replace(position(), phase="over")))[0] == "the game is over"


def test_a_large_colony_stays_within_a_hundred_columns() -> None:
    buildings = tuple(InPlay(number, name, number) for number, name in enumerate(LUNAR.building_deck()[:40], start=1))
    large = position().with_player(RED, buildings=buildings, hand=Bag.of(*LUNAR.building_deck()[:20]))
    lines = text(picture(large))
    assert max(map(len, lines)) <= WIDTH
    shown = " ".join(line.strip() for line in lines)
    assert all(LUNAR.building(name).name in shown for name in LUNAR.building_deck()[:40])


@pytest.mark.rule(R17)
def test_a_hand_that_the_viewer_may_not_see_is_only_counted() -> None:
    _, _, opening = next(iter(played(5, greedy, greedy)))
    hands = {}
    for viewer in ("public", "seat:0", "seat:1", "judge:0"):
        state = before_start(2)
        for ruled in opening:
            state = evolve(state, seen_by(Viewer(viewer), ruled.fact))  # type: ignore[arg-type]
        hands[viewer] = [line.strip() for line in text(picture(state)) if line.startswith("    hand: ")]
    mine, theirs = hands["judge:0"]
    assert hands == {
        "public": ["hand: 4 hidden"] * 2,
        "seat:0": [mine, "hand: 4 hidden"],
        "seat:1": ["hand: 4 hidden", theirs],
        "judge:0": [mine, theirs],
    }  # fmt: skip
    assert "hidden" not in mine + theirs


@pytest.mark.whole_games
@pytest.mark.parametrize("seats", [1, 3, 5])
def test_a_whole_game_stays_within_a_hundred_columns(seats: int) -> None:
    widest = max(len(line) for state, _, _ in played(seats, *[greedy] * seats) for line in text(picture(state)))
    assert 60 < widest <= WIDTH
