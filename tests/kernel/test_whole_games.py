"""Whole random games of Night Market, with every invariant of the kernel at every step."""

from random import Random

import pytest

from domain.kernel.game import OptionValue
from domain.kernel.names import PUBLIC, Viewer
from tests.invariants import (
    NotOfferedIsRefused,
    ParallelSeats,
    ViewsAgree,
    copies_decide_alike,
    facts_belong,
    greedy_choice,
    offered_is_accepted,
    play_out,
    prefix_and_rest,
    somebody_is_asked,
    sound,
    undo_is_the_prefix,
    unseen_makes_no_difference,
    viewers,
)
from tests.kernel.night_market import NIGHT_MARKET

pytestmark = pytest.mark.whole_games


@pytest.mark.parametrize("seed", range(12))
def test_every_invariant_holds_at_every_step(seed: int) -> None:
    everything = (
        somebody_is_asked,
        facts_belong,
        sound,
        offered_is_accepted(most=None),
        NotOfferedIsRefused(),
        ViewsAgree(),
        undo_is_the_prefix,
        prefix_and_rest,
    )
    match = play_out(NIGHT_MARKET, 2 + seed % 3, seed, looks=everything, unrest=0.1 * (seed % 2))
    assert match.folded.position.finished is not None


@pytest.mark.parametrize("length", ["three-rounds", "one-round"])
@pytest.mark.parametrize("spoil", [True, False])
def test_every_option_can_be_played_to_the_end(length: str, spoil: bool) -> None:
    options: dict[str, OptionValue] = {"length": length, "equal_offers_spoil": spoil}
    match = play_out(NIGHT_MARKET, 3, "options", options=options, looks=[somebody_is_asked, ViewsAgree()], unrest=0.05)
    assert match.folded.position.finished is not None


def test_three_hundred_interleavings_of_parallel_seats_come_to_one_position() -> None:
    parallel = ParallelSeats(orders=6)
    for seed in range(100):
        play_out(NIGHT_MARKET, 2 + seed % 3, seed, options={"length": "one-round"}, looks=[parallel])
        if parallel.tried >= 300:
            break
    assert parallel.tried >= 300


def test_what_a_viewer_never_saw_makes_no_difference_to_its_copies() -> None:
    random = Random("worlds")
    same = 0
    for seed in range(20):
        match = play_out(NIGHT_MARKET, 2 + seed % 3, seed)
        others = [viewer for viewer in viewers(match) if viewer != Viewer("judge:0")]
        same += sum(unseen_makes_no_difference(match, viewer, random, labels=("deck",)) for viewer in others)
    assert same > 500


@pytest.mark.parametrize("seed", range(6))
def test_every_copy_decides_alike_or_cannot_tell(seed: int) -> None:
    match = play_out(NIGHT_MARKET, 2 + seed % 3, seed)
    told = {viewer: copies_decide_alike(match, viewer) for viewer in viewers(match)}
    assert told[PUBLIC] <= min(told.values())
    assert max(told.values()) == told[Viewer("judge:0")] < len(match.events)


def test_the_greedy_bot_beats_chance() -> None:
    wins = 0
    for seed in range(20):
        match = play_out(
            NIGHT_MARKET,
            2,
            seed,
            choose=lambda match, asked, choices, random: (
                greedy_choice(match, asked, choices, random) if asked.seat == 0 else random.choice(choices)
            ),
        )
        wins += match.folded.position.finished is not None and 0 in match.folded.position.finished[0]
    assert wins >= 15
