"""Whole random games of High Moon at a table, with every invariant of the kernel."""

from random import Random

import pytest

from domain.high_moon import HIGH_MOON
from domain.kernel.game import OptionValue
from domain.kernel.names import Viewer
from tests.invariants import (
    Look,
    NotOfferedIsRefused,
    ViewsAgree,
    facts_belong,
    now_and_then,
    offered_is_accepted,
    play_out,
    prefix_and_rest,
    somebody_is_asked,
    sound,
    undo_is_the_prefix,
    unseen_makes_no_difference,
    viewers,
)

pytestmark = pytest.mark.whole_games
IN_CI, LONG = 50, 1000


def options(seed: int) -> dict[str, OptionValue]:
    """Every combination of options, one seed after another."""
    chosen: dict[str, OptionValue] = {}
    for option in HIGH_MOON.options:
        seed, number = divmod(seed, len(option.allowed))
        chosen[option.name] = option.allowed[number]
    return chosen


def keeps_every_invariant(seed: int) -> None:
    everything: list[Look] = [
        somebody_is_asked,
        facts_belong,
        sound,
        now_and_then(4, ViewsAgree()),
        now_and_then(6, offered_is_accepted()),
        now_and_then(12, NotOfferedIsRefused(most=3)),
        now_and_then(12, undo_is_the_prefix),
    ]
    match = play_out(HIGH_MOON, 2 + seed % 3, seed, options=options(seed // 3), looks=everything, unrest=0.02 * (seed % 2))
    assert match.folded.position.finished is not None
    prefix_and_rest(match, Random(seed))


@pytest.mark.parametrize("seed", range(IN_CI))
def test_a_random_game_keeps_every_invariant(seed: int) -> None:
    keeps_every_invariant(seed)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(IN_CI, LONG))
def test_a_thousand_random_games_keep_every_invariant(seed: int) -> None:
    keeps_every_invariant(seed)


def test_what_a_viewer_never_saw_makes_no_difference_to_its_copies() -> None:
    random = Random("worlds")
    same = 0
    for seed in range(6):
        match = play_out(HIGH_MOON, 2 + seed % 3, seed)
        others = [viewer for viewer in viewers(match) if viewer != Viewer("judge:0")]
        same += sum(unseen_makes_no_difference(match, viewer, random, labels=("deck", "tiles"), shuffles=3) for viewer in others)
    assert same > 300
