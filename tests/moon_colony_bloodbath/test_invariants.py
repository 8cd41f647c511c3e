"""Whole random games of Moon Colony Bloodbath at a table, with every invariant of the kernel."""

from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

import pytest

from domain.kernel.bag import size
from domain.kernel.fact import Facts
from domain.kernel.game import AnyGame, OptionValue
from domain.kernel.names import Seat, Viewer
from domain.moon_colony_bloodbath import MOON_COLONY_BLOODBATH
from domain.moon_colony_bloodbath.facts import BoxPut, BoxTaken, BuildingBuilt, BuildingLost, Gained, Lost, Paid, PeopleMoved
from domain.moon_colony_bloodbath.faults import buildings, progress_cards
from domain.moon_colony_bloodbath.parts import Kind
from domain.moon_colony_bloodbath.rulebook import ONE_PLAYER, R3, R7, R17, R30, S2, S3, S5
from domain.moon_colony_bloodbath.state import State
from tests.invariants import (
    Look,
    NotOfferedIsRefused,
    ParallelSeats,
    ViewsAgree,
    copies_decide_alike,
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
from tests.match import Match
from tests.moon_colony_bloodbath.odd import odd_game
from tests.moon_colony_bloodbath.packs import LUNAR

pytestmark = pytest.mark.whole_games
IN_CI, LONG = 20, 500


Had: TypeAlias = dict[tuple[Seat, str], int]
"""For each seat its people on the mat, money and food, and the boxes on each of its buildings."""


def had(state: State) -> Had:
    plain: Had = {(player.seat, what): getattr(player, what) for player in state.players for what in ("people", "money", "food")}
    return plain | {(player.seat, str(each.number)): each.boxes for player in state.players for each in player.buildings}


def told(facts: Facts, before: Had) -> Had:
    """What was had before, carried on by nothing but the facts that say so."""
    after = Counter(before)
    for ruled in facts:
        match ruled.fact:
            case Gained() as fact:
                after[fact.seat, fact.what] += fact.amount
            case Lost() | Paid() as fact:
                after[fact.seat, fact.what] -= fact.amount
            case PeopleMoved() as fact:
                after[fact.seat, "people"] += fact.people
            case BoxPut() | BoxTaken() as fact:
                after[fact.seat, str(fact.building)] += 1 if isinstance(fact, BoxPut) else -1
            case BuildingBuilt() as fact:
                after[fact.seat, str(fact.building)] = 0
            case BuildingLost() as fact:
                del after[fact.seat, str(fact.building)]
    return dict(after)


def every_change_is_explained(match: Match, random: Random) -> None:
    """People, money, food and boxes at the head are those of the position before it and what the head's facts say."""
    head = match.events[match.folded.table.head - 1]
    assert had(match.state) == told(head.facts, had(match.folded.nodes[head.parent or 0].position.state))


def every_question_has_an_answer(match: Match, random: Random) -> None:
    for asked in match.folded.position.asked:
        assert MOON_COLONY_BLOODBATH.choices(match.state, asked.seat)


@dataclass
class EveryTurnEnds:
    """Whatever seats answer, a turn is over after so many events."""

    most: int = 300
    turn: int = 0
    began: int = 0

    def __call__(self, match: Match, random: Random) -> None:
        if match.state.turn.number != self.turn:
            self.turn, self.began = match.state.turn.number, match.tip
        assert match.tip - self.began < self.most


def lanes_are_dealt_evenly(match: Match, random: Random) -> None:
    assert len(match.state.lanes) == len(match.state.players)


def options(seed: int) -> dict[str, OptionValue]:
    """Every combination of options, one seed after another."""
    chosen: dict[str, OptionValue] = {}
    for option in MOON_COLONY_BLOODBATH.options:
        seed, number = divmod(seed, len(option.allowed))
        chosen[option.name] = option.allowed[number]
    return chosen


def keeps_every_invariant(seed: int, game: AnyGame = MOON_COLONY_BLOODBATH) -> None:
    everything: list[Look] = [
        somebody_is_asked,
        facts_belong,
        sound,
        now_and_then(3, every_change_is_explained),
        now_and_then(3, every_question_has_an_answer),
        EveryTurnEnds(),
        lanes_are_dealt_evenly,
        now_and_then(6, ViewsAgree()),
        now_and_then(10, offered_is_accepted()),
        now_and_then(20, NotOfferedIsRefused(most=3)),
        now_and_then(20, undo_is_the_prefix),
        now_and_then(10, order_makes_no_difference),
    ]
    match = play_out(game, 1 + seed % 5, seed, options=options(seed // 5), looks=everything, unrest=0.02 * (seed % 2))
    assert match.folded.position.finished is not None
    prefix_and_rest(match, Random(seed))


def order_makes_no_difference(match: Match, random: Random) -> None:
    """Seats answer in any order with one outcome, unless a lane runs empty or the last copy of something goes (MC-R3)."""
    state = match.state
    if all(size(lane) > 12 for lane in state.lanes) and min(len(state.events), size(state.robots)) > len(state.players):
        ParallelSeats()(match, random)


@pytest.mark.rule(R3, R17, S5)
@pytest.mark.parametrize("seed", range(IN_CI))
def test_a_random_game_keeps_every_invariant(seed: int) -> None:
    keeps_every_invariant(seed)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(IN_CI, LONG))
def test_five_hundred_random_games_keep_every_invariant(seed: int) -> None:
    keeps_every_invariant(seed)


@pytest.mark.rule(R3, R7)
@pytest.mark.parametrize("seed", range(6))
def test_cards_that_nobody_would_print_keep_every_invariant(seed: int) -> None:
    keeps_every_invariant(seed, odd_game(seed))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(6, 60))
def test_many_more_such_cards_keep_every_invariant(seed: int) -> None:
    keeps_every_invariant(seed, odd_game(seed))


@pytest.mark.rule(S2, S3, ONE_PLAYER)
@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5])
def test_all_two_hundred_cards_have_their_place_with_every_number_of_seats(seats: int) -> None:
    state: State = Match.started(MOON_COLONY_BLOODBATH, seats).state
    assert len([*buildings(state), *progress_cards(state)]) == 200
    assert MOON_COLONY_BLOODBATH.faults(state) == ()
    perks = [card for card in state.left_out if LUNAR.progress(card).kind is Kind.PERK]
    assert len(perks) == 5 * (5 - seats)
    assert [LUNAR.progress(card).kind for card in state.left_out if card not in perks] == [Kind.LONELINESS] * (seats > 1)


@pytest.mark.rule(R17, R30)
def test_what_a_viewer_never_saw_makes_no_difference_to_its_copies() -> None:
    random = Random("worlds")
    same = 0
    for seed in range(6):
        match = play_out(MOON_COLONY_BLOODBATH, 1 + seed % 5, seed)
        others = [viewer for viewer in viewers(match) if viewer != Viewer("judge:0")]
        labels = ("buildings", "robots", "twist-deck", "progress")
        same += sum(unseen_makes_no_difference(match, viewer, random, labels=labels, shuffles=4) for viewer in others)
    assert same > 300


@pytest.mark.rule(R17)
def test_a_decision_is_the_same_from_any_copy_that_can_make_it() -> None:
    told = 0
    for seed in range(3):
        match = play_out(MOON_COLONY_BLOODBATH, 2 + seed, seed)
        told += sum(copies_decide_alike(match, viewer) for viewer in viewers(match))
    assert told > 100
