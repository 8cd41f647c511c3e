"""Whole games at random on the bare rules: what holds at every step of every game."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import pytest

from domain.high_moon import HIGH_MOON
from domain.high_moon.board import Place
from domain.high_moon.commands import (
    ChooseTrack,
    Decline,
    EndTurn,
    OpenBottle,
    Pass,
    PlaceCard,
    PlaceToken,
    SetCardAside,
)
from domain.high_moon.decide import decide
from domain.high_moon.evolve import fold
from domain.high_moon.parts import DISTILLERY, LIQUORS, TRACKS
from domain.high_moon.questions import choices, waiting
from domain.high_moon.rulebook import E4, R6, R8, R22, R25, S2, S5, S6, T9
from domain.high_moon.rules.turns import over
from domain.high_moon.scoring import places, sheet
from domain.high_moon.setup import initial, start
from domain.high_moon.show import show
from domain.high_moon.state import State
from domain.kernel.bag import size
from domain.kernel.canonical import check_storable
from domain.kernel.chance import SeededChance, UnknownChance
from domain.kernel.fact import Command, Facts
from domain.kernel.game import Opening
from domain.kernel.names import JUDGE, PUBLIC, Seat, Viewer, seat_viewer
from domain.kernel.pack import read_toml
from domain.kernel.refusal import Refused
from tests.high_moon.harness import view

pytestmark = pytest.mark.whole_games

PACK = HIGH_MOON.read_pack(read_toml(HIGH_MOON.packs["frontier"]))
TURNS = {2: 16, 3: 21, 4: 24}
SIDES = ("ranch", "cow")
GAMES = [
    (seed, seats, {"criteria": criteria, "tombstones_count_under_cards": covered, "cow_on_own_ranch": cows})
    for seed, (seats, criteria, covered, cows) in enumerate(
        [(seats, "first-game" if seats == 3 else "four", covered, cows)
         for seats in (2, 3, 4) for covered in (False, True) for cows in (False, True)]
        + [(seats, "four", False, False) for seats in (2, 3, 4, 2, 3, 4, 2, 4)]
    )
]  # fmt: skip


@dataclass
class Table:
    """One state and each viewer's view of it."""

    state: State
    views: dict[Viewer, State] = field(default_factory=dict)

    def take(self, facts: Facts) -> None:
        self.views = {viewer: view(viewer, state, facts) for viewer, state in self.views.items()}
        self.state = fold(self.state, facts)


def opened(seed: int, seats: int, options: dict[str, bool | str]) -> Table:
    state = initial(Opening("1", PACK, options, (None,) * seats))
    table = Table(state, dict.fromkeys((PUBLIC, JUDGE, *map(seat_viewer, state.seats)), state))
    table.take(start(state, SeededChance(bytes([seed]), [""] * seats, {})))
    return table


def played(seed: int, seats: int, options: dict[str, bool | str]) -> Iterator[tuple[Table, Sequence[Command], random.Random]]:
    """Every position of a game, with the commands offered in it; random answers, tokens before ends of turns as a rule."""
    table, dice = opened(seed, seats, options), random.Random(seed)
    while asked := waiting(table.state):
        offered = [choice.command for choice in choices(table.state, asked[0].seat)]
        yield table, offered, dice
        eager = [command for command in offered if not isinstance(command, EndTurn | Pass | Decline)]
        command: Any = dice.choice(eager if eager and dice.random() < 0.8 else offered)
        table.take(decide(table.state, command, UnknownChance()))
    yield table, (), dice


def around(state: State) -> list[Place]:
    """Every place on the map and near it."""
    rows = [row for row, _ in state.board.spaces]
    columns = [column for _, column in state.board.spaces]
    return [(row, column) for row in range(min(rows) - 3, max(rows) + 2) for column in range(min(columns) - 4, max(columns) + 2)]


def imaginable(seat: Seat, places: Sequence[Place]) -> Iterator[Command]:
    """Commands of every kind, sensible or not, at these places."""
    yield from (PlaceCard(seat, at, turned) for at in places for turned in (0, 90, 180))
    yield from (PlaceToken(seat, kind, at) for at in places for kind in (*SIDES, "horse"))
    yield from (OpenBottle(seat, liquor, kind=kind, at=at) for at in places for liquor in LIQUORS for kind in SIDES)
    yield from (OpenBottle(seat, liquor, tokens=tokens) for liquor in (*LIQUORS, "milk") for tokens in range(-1, 6))
    yield from (ChooseTrack(seat, track) for track in (*TRACKS, "milk"))
    yield from (SetCardAside(seat), Pass(seat), EndTurn(seat), Decline(seat))


def refused(state: State, command: Command) -> bool:
    try:
        decide(state, command, UnknownChance())  # type: ignore[arg-type]
    except Refused as refused_by:
        return refused_by.refusal.rule in HIGH_MOON.rulebook
    return False


def check_offers(table: Table, offered: Sequence[Command], among: Sequence[Command]) -> None:
    """What is offered is accepted, what is not is refused, and nobody else may do anything."""
    legal = set(offered)
    assert len(legal) == len(offered)
    for command in among:
        assert refused(table.state, command) == (command not in legal), command


def check_components(table: Table, before: State) -> None:
    """Nothing is lost or made, and what lies on the map stays."""
    state = table.state
    for player in state.players:
        on_map = len(state.board.of_seat(player.seat))
        assert min(player.reserve, player.available, player.aid) >= 0
        assert player.reserve + player.available + player.aid + on_map == 30
        assert sum(player.bottles(liquor) for liquor in LIQUORS) == len(player.connected)
    assert before.board.tokens.items() <= state.board.tokens.items()
    assert before.board.tiles.items() <= state.board.tiles.items()
    assert len(state.board.tiles) + size(state.tiles) == len(PACK.tiles(len(state.players)))
    if state.pending is None:
        assert {at for at, space in state.board.spaces.items() if space == DISTILLERY} == set(state.board.tiles)


def check_views(table: Table) -> None:
    """Every view knows who is asked what; the asked seat's own view offers what the full state does."""
    asked = waiting(table.state)
    assert all(waiting(state) == asked for state in table.views.values())
    for one in asked:
        assert choices(table.views[seat_viewer(one.seat)], one.seat) == choices(table.state, one.seat)
    assert table.views[JUDGE] == table.state
    for viewer, state in table.views.items():
        for player, mine in zip(table.state.players, state.players, strict=True):
            assert (mine.hand.size, size(mine.deck)) == (player.hand.size, size(player.deck))
            assert mine.hand.known == (player.hand.known if viewer in (JUDGE, seat_viewer(player.seat)) else ())


def check_shown(table: Table) -> None:
    """Every view can be shown, and gives the same score."""
    counted = sheet(table.state)
    for state in table.views.values():
        assert sheet(state) == counted
        check_storable(show(state))


@pytest.mark.rule(E4, R6, R22, R25, S2, S5, S6, T9)
@pytest.mark.parametrize(("seed", "seats", "options"), GAMES)
def test_a_whole_game_keeps_every_promise(seed: int, seats: int, options: dict[str, bool | str]) -> None:
    before, turns = None, 0
    for table, offered, dice in played(seed, seats, options):
        state = table.state
        check_components(table, before or state)
        check_views(table)
        if offered:
            wild = list(imaginable(state.active, dice.sample(around(state), 2)))
            check_offers(table, offered, [*dice.sample(offered, min(10, len(offered))), *dice.sample(wild, 10)])
            assert not any(choices(state, seat) for seat in state.seats if seat != state.active)
        if before is None or state.active != before.active:
            turns += 1
            check_shown(table)
        before = state
    assert before is not None
    assert over(before) == E4
    assert turns == TURNS[seats]
    assert sorted(seat for place in places(before) for seat in place) == list(before.seats)
    assert all(refused(before, command) for command in imaginable(before.active, around(before)[::20]))


@pytest.mark.rule(R25, R8)
@pytest.mark.parametrize(("seed", "seats", "options"), GAMES[:8:3])
def test_every_command_offered_is_accepted_and_every_other_refused(seed: int, seats: int, options: dict[str, bool | str]) -> None:
    for table, offered, _ in islice(played(seed + 100, seats, options), 2, None, 4):
        places = around(table.state)[seed % 4 :: 4]
        check_offers(table, offered, [*offered, *imaginable(table.state.active, places)])


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_same_seed_and_the_same_answers_give_the_same_game(seats: int) -> None:
    first, second = (list(played(7, seats, {}))[-1][0].state for _ in range(2))
    assert first == second
