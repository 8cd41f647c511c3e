"""The score and the ranking."""

from dataclasses import replace
from typing import Any

import pytest

from domain.high_moon.parts import Criterion, Measure, Track
from domain.high_moon.rulebook import F1, F2, F3, F4, F5, F6, F7, R17, R27, R28, S9
from domain.high_moon.scoring import Tally, places, ranked, score, sheet, tally, total
from domain.high_moon.state import PerLiquor, State
from domain.high_moon.words import explain
from domain.kernel.game import PointsCounted
from domain.kernel.names import Seat
from tests.high_moon.harness import FIRST, SECOND, THIRD, drawn, opened, position
from tests.high_moon.packs import LOWEST, TRACK, VALUES, pack
from tests.high_moon.playing import PACK as FULL

TRACKS = dict.fromkeys(("spider", "bat", "crow"), TRACK)
NOTHING = Tally(FIRST, (), PerLiquor(), PerLiquor(), available=0, unopened=0, reserve=0)


def points(item: str, **changes: Any) -> int:
    """What a seat scores on the line of this name when only these things are not zero."""
    lines = [line.fact for line in score(replace(NOTHING, **changes), TRACKS)]
    return sum(fact.points for fact in lines if isinstance(fact, PointsCounted) and fact.item == item)


@pytest.mark.rule(F1, F4, F5, F6)
def test_every_line_says_what_it_comes_from() -> None:
    jane = Tally(FIRST, (("1A", 16), ("2B", 7)), PerLiquor(3, 2, 4), PerLiquor(2, 4, 0), available=3, unopened=2, reserve=8)
    assert score(jane, TRACKS) == (
        PointsCounted(FIRST, 16, "criterion-1A").by(F1),
        PointsCounted(FIRST, 7, "criterion-2B").by(F1),
        PointsCounted(FIRST, 6, "bottles-spider", (3, 2)).by(F4),
        PointsCounted(FIRST, 6, "bottles-bat", (2, 3)).by(F4),
        PointsCounted(FIRST, 4, "bottles-crow", (4, 1)).by(F4),
        PointsCounted(FIRST, 0, "lowest-marker", (0,)).by(F5),
        PointsCounted(FIRST, 2, "unused", (3, 2)).by(F6),
    )


@pytest.mark.rule(F4, R17)
@pytest.mark.parametrize("space", range(9))
def test_bottles_count_times_the_value_of_the_markers_space(space: int) -> None:
    assert points("bottles-bat", bottles=PerLiquor(bat=3), markers=PerLiquor(bat=space)) == 3 * VALUES[space]


@pytest.mark.rule(F4)
def test_opened_bottles_count_like_unopened_ones() -> None:
    state = position(drawn("R..."), {"unopened": PerLiquor(spider=1), "opened": PerLiquor(spider=2, bat=1)})
    assert tally(state, FIRST).bottles == PerLiquor(spider=3, bat=1)


@pytest.mark.rule(F5)
@pytest.mark.parametrize("space", range(9))
def test_the_lowest_marker_scores_what_its_space_says(space: int) -> None:
    assert points("lowest-marker", markers=PerLiquor(8, space, 8)) == LOWEST[space]


@pytest.mark.rule(F5)
def test_three_lowest_markers_score_once() -> None:
    assert points("lowest-marker", markers=PerLiquor(2, 2, 2)) == 5


@pytest.mark.rule(R17)
def test_a_position_is_the_printed_value_and_not_the_number_of_steps() -> None:
    tracks = {**TRACKS, "bat": Track((1, 7), (0, 3), frozenset())}
    lines = score(replace(NOTHING, bottles=PerLiquor(bat=2), markers=PerLiquor(1, 1, 1)), tracks)
    assert PointsCounted(FIRST, 14, "bottles-bat", (2, 7)).by(F4) in lines


@pytest.mark.rule(F6, R27)
@pytest.mark.parametrize(
    ("available", "unopened", "earned"), [(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 1), (3, 0, 1), (3, 1, 2), (3, 3, 3), (5, 4, 4)]
)
def test_unused_tokens_and_bottles_are_added_then_halved_and_rounded_down(available: int, unopened: int, earned: int) -> None:
    assert points("unused", available=available, unopened=unopened) == earned


@pytest.mark.rule(F6)
def test_tokens_in_reserve_score_nothing() -> None:
    assert total(score(replace(NOTHING, reserve=27), TRACKS)) == 0


@pytest.mark.rule(F1, F2, F3)
def test_final_criteria_are_measured_and_immediate_ones_stay_as_they_were_scored() -> None:
    final = Criterion("1A", Measure.RANCHES, 2, "2 points for every connected ranch")
    immediate = Criterion("1B", Measure.RANCHES, 9, "made up", cap=9, immediate=True)
    board = drawn("RS.R", "....", "RW..")
    state = position(board, {"scored": (("1B", 4),)}, chosen=pack(criteria=[final, immediate]), criteria=("1B", "1A"))
    assert tally(state, FIRST).criteria == (("1B", 4), ("1A", 2))


def tied(seat: int, reserve: int, points: int = 10) -> Tally:
    return replace(NOTHING, seat=Seat(seat), criteria=(("1A", points),), reserve=reserve)


@pytest.mark.rule(F7)
def test_of_tied_seats_the_larger_reserve_wins() -> None:
    assert ranked([tied(0, 6), tied(1, 7)], TRACKS) == ((SECOND,), (FIRST,))


@pytest.mark.rule(F7)
def test_seats_equal_in_both_share_the_win() -> None:
    assert ranked([tied(0, 6), tied(1, 6)], TRACKS) == ((FIRST, SECOND),)


@pytest.mark.rule(F7)
def test_more_points_win_whatever_the_reserve() -> None:
    assert ranked([tied(0, 27, 9), tied(1, 0, 10)], TRACKS) == ((SECOND,), (FIRST,))


@pytest.mark.rule(R28)
def test_the_lower_places_are_ordered_and_shared_alike() -> None:
    tallies = [tied(0, 5), tied(1, 5), tied(2, 6), tied(3, 0, 20)]
    assert ranked(tallies, TRACKS) == ((Seat(3),), (THIRD,), (FIRST, SECOND))


@pytest.mark.rule(S9)
def test_at_the_start_everybody_has_the_point_for_unused_tokens_and_no_more() -> None:
    state = opened(seats=3)
    assert [total(score(tally(state, seat), TRACKS)) for seat in state.seats] == [1, 1, 1]
    assert places(state) == ((FIRST, SECOND, THIRD),)


@pytest.mark.rule(S9)
def test_points_have_no_upper_limit() -> None:
    assert total(score(replace(NOTHING, criteria=(("1A", 500),)), TRACKS)) == 500


def running() -> State:
    return position(drawn("RS.."), {"available": 4}, {"available": 2}, {"resigned": True}, seats=3, chosen=pack(seats=3))


def test_the_sheet_runs_seat_by_seat() -> None:
    state = running()
    assert sheet(state) == tuple(line for seat in state.seats for line in score(tally(state, seat), state.pack.tracks))


@pytest.mark.rule(F7)
def test_a_seat_that_resigned_has_no_place() -> None:
    assert places(running()) == ((FIRST,), (SECOND,))


@pytest.mark.rule(F1)
def test_a_criterion_counted_at_the_end_says_how_much_was_counted_and_what_for() -> None:
    lines = score(replace(NOTHING, criteria=(("1A", 6), ("1B", 8)), measured=(("1A", 3),)), TRACKS)
    assert [line.fact.amounts for line in lines[:2]] == [(3,), ()]


@pytest.mark.rule(F1)
def test_a_line_of_the_sheet_explains_itself_in_the_words_of_the_pack() -> None:
    criterion = FULL.criteria["3B"]
    assert explain(FULL, PointsCounted(FIRST, 6, "criterion-3B", (6,))) == f"3B: {criterion.says} Counted: 6."
    assert explain(FULL, PointsCounted(FIRST, 6, "bottles-bat", (3, 2))) == "3 bat bottles at position value 2"
