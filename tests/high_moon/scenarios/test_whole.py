"""Scenarios about set-up, four whole turns, and the end."""

import pytest

from domain.high_moon.board import routes
from domain.high_moon.commands import ChooseTrack, EndTurn, OpenBottle, Pass, PlaceCard, PlaceToken
from domain.high_moon.parts import LIQUORS, Criterion, Measure
from domain.high_moon.questions import choices
from domain.high_moon.rulebook import (
    B1,
    B2,
    B3,
    C2,
    C3,
    C4,
    C5,
    C6,
    C7,
    C9,
    D2,
    D3,
    E1,
    E2,
    E4,
    F6,
    F7,
    G1,
    G2,
    G3,
    P1,
    P2,
    R4,
    R11,
    R12,
    R15,
    R19,
    S2,
    S3,
    S5,
    S6,
    S7,
    T2,
    T3,
    T4,
)  # fmt: skip
from domain.high_moon.rules.turns import over
from domain.high_moon.scoring import places, sheet
from domain.high_moon.state import PerLiquor, State
from domain.kernel.bag import Bag, certain, size
from domain.kernel.game import PointsCounted
from domain.kernel.names import Seat
from tests.high_moon.harness import FIRST, SECOND, Scripted, drawn, given, opened, position
from tests.high_moon.packs import pack


@pytest.mark.rule(S2, S3, S5, S6, S7, E4)
@pytest.mark.parametrize(("seats", "deck", "each", "left", "turns"), [(2, 8, 4, 10, 16), (3, 7, 4, 10, 21), (4, 6, 5, 13, 24)])
def test_hm_22(seats: int, deck: int, each: int, left: int, turns: int) -> None:
    state = opened(seats=seats)
    assert size(state.tiles) == left
    assert sorted((*certain(state.tiles), *state.board.tiles.values())) == sorted(LIQUORS * each)
    for player in state.players:
        assert (player.hand.size, size(player.deck)) == (1, deck - 1)
        assert (player.available, player.reserve, player.scored) == (3, 27, ())
        assert (player.unopened, player.opened) == (PerLiquor(), PerLiquor())
    played = 0
    while not over(state):
        card = choices(state, state.active)[0].command
        state = given(state).when(card).accepted().when(Pass(state.active)).accepted().state
        played += 1
    assert played == turns


@pytest.mark.rule(C7, P1, E2, E4, F6, F7)
def test_hm_24() -> None:
    steps = Criterion("1A", Measure.TOMBSTONES, 1, "made up")
    scored = Criterion("1B", Measure.ROUTES, 99, "made up", cap=99, immediate=True)
    purses = (
        {"available": 1, "reserve": 9, "hand": Bag(0), "deck": (), "markers": PerLiquor(0, 7, 7), "scored": (("1B", 36),)},
        {"available": 0, "reserve": 10, "deck": (), "markers": PerLiquor(0, 7, 7), "scored": (("1B", 35),)},
    )
    chosen = pack(criteria=[steps, scored])
    before = position(drawn("....", "....", "...0"), *purses, phase="card", active=SECOND, chosen=chosen, criteria=("1A", "1B"))
    end = given(before).when(PlaceCard(SECOND, (2, 3), 0)).accepted().when(Pass(SECOND)).accepted()
    end.has(FIRST, available=3, reserve=7).has(SECOND, available=4, reserve=6, hand=Bag(0))
    assert over(end.state) == E4
    assert totals(end.state) == {FIRST: 51, SECOND: 51}
    assert places(end.state) == ((FIRST,), (SECOND,))


def totals(state: State) -> dict[Seat, int]:
    sums: dict[Seat, int] = {}
    for line in sheet(state):
        assert isinstance(line.fact, PointsCounted)
        sums[line.fact.seat] = sums.get(line.fact.seat, 0) + line.fact.points
    return sums


def cow(seat: Seat, row: int, column: int) -> PlaceToken:
    return PlaceToken(seat, "cow", (row, column))


def ranch(seat: Seat, row: int, column: int) -> PlaceToken:
    return PlaceToken(seat, "ranch", (row, column))


@pytest.mark.rule(
    S3, C2, C3, C4, C5, C6, C7, C9, T2, T3, T4, G1, G2, G3, D2, D3, B1, B2, B3, R4, R11, R12, R15, R19, P1, P2, E1
)  # fmt: skip
def test_hm_26() -> None:
    starting = (("0..d/.s../1...", (0, 0)), (".0.1/b.j./1.d.", (1, 2)))
    chosen = pack({0: ("x.../.1.s/d..0", ".1.x/...0/dsb."), 1: ("1.0./d..b/.1..", "..1./.c.j/d...")}, starting=starting)
    tiles = ("spider", "bat", "crow", "spider", "bat", "crow", "bat", "bat", "crow", "crow", "spider", "spider")
    table = opened(Scripted({"tiles": tiles}), chosen)
    assert {at: table.board.spaces[at] for at in ((0, 0), (1, 1), (1, 3), (2, 4))} == {
        (0, 0): "ranch-red", (1, 1): "spider", (1, 3): "ranch-red", (2, 4): "joker",
    }  # fmt: skip
    assert (len(table.board.spaces), table.board.tiles) == (20, {(0, 3): "spider", (3, 4): "bat"})

    game = given(table).when(PlaceCard(FIRST, (-2, -3), 0)).accepted().has(FIRST, available=6, reserve=24)
    assert game.state.board.tiles[0, -3] == "crow"
    game = game.when(ranch(FIRST, 1, 3)).accepted().has(FIRST, available=5, unopened=PerLiquor(spider=1))
    game = game.when(cow(FIRST, 2, 3)).accepted().has(FIRST, available=3)
    game = game.when(cow(FIRST, 2, 4)).accepted().when(ChooseTrack(FIRST, "bat")).accepted()
    game.has(FIRST, available=0, aid=3, markers=PerLiquor(0, 1, 0), unopened=PerLiquor(1, 1, 0))
    game = game.when(OpenBottle(FIRST, "spider", tokens=3)).accepted().has(FIRST, available=3, reserve=21)
    game = game.when(cow(FIRST, 3, 3)).refused_by(T2)
    game = game.when(EndTurn(FIRST)).accepted().has(FIRST, available=3, reserve=24, on_map=3)

    game = game.when(PlaceCard(SECOND, (0, -2), 180)).accepted()
    game.has(SECOND, available=7, reserve=23, markers=PerLiquor()).has(FIRST, available=5, reserve=22)
    assert game.state.board.tiles[1, 1] == "spider"
    game = game.when(ranch(SECOND, 2, 1)).accepted().has(SECOND, available=6, unopened=PerLiquor(spider=1))
    game = game.when(cow(SECOND, 2, 2)).accepted().has(SECOND, available=4, markers=PerLiquor(0, 1, 0))
    game = game.when(ranch(SECOND, 3, 2)).accepted().has(SECOND, available=1, aid=3)
    game = game.when(cow(SECOND, 3, 3)).refused_by(T2)
    game = game.when(EndTurn(SECOND)).accepted().has(SECOND, available=1, reserve=26, on_map=3)

    game = game.when(OpenBottle(FIRST, "bat", kind="cow", at=(3, 5))).accepted().when(cow(FIRST, 1, 4)).accepted()
    game.has(FIRST, available=3, unopened=PerLiquor())
    game = game.when(PlaceCard(FIRST, (0, 5), 0)).accepted()
    game.has(FIRST, available=4, reserve=21, unopened=PerLiquor(bat=1)).has(SECOND, available=3, reserve=24)
    assert game.state.board.tiles[2, 5] == "bat"
    game = game.when(OpenBottle(FIRST, "bat", kind="cow", at=(2, 6))).refused_by(B1)
    game = game.when(cow(FIRST, 2, 6)).accepted().has(FIRST, available=3, markers=PerLiquor(1, 1, 0))
    game = game.when(cow(FIRST, 2, 7)).accepted().has(FIRST, available=2, reserve=20, aid=1, markers=PerLiquor(1, 2, 0))
    game = game.when(cow(FIRST, 2, 8)).refused_by(T2).when(Pass(FIRST)).refused_by(P2)
    game = game.when(EndTurn(FIRST)).accepted().has(FIRST, available=2, reserve=21, on_map=7)

    game = game.when(PlaceCard(SECOND, (-1, 5), 0)).accepted()
    game.has(SECOND, available=8, reserve=19).has(FIRST, available=4, reserve=19, unopened=PerLiquor(bat=1, crow=1))
    game = game.when(Pass(SECOND)).accepted()
    end = game.state
    game.has(FIRST, available=4, reserve=19, on_map=7, opened=PerLiquor(1, 1, 0), unopened=PerLiquor(0, 1, 1), markers=PerLiquor(1, 2, 0))
    game.has(SECOND, available=11, reserve=16, on_map=3, unopened=PerLiquor(1, 0, 0), opened=PerLiquor(), markers=PerLiquor(0, 1, 0))
    (mine,), (theirs,) = routes(end.board, FIRST), routes(end.board, SECOND)
    assert (len(mine.tokens), mine.tiles) == (7, frozenset({(0, 3), (3, 4), (2, 5), (1, 5)}))
    assert (len(theirs.tokens), theirs.tiles) == (3, frozenset({(1, 1)}))
    assert (len(end.board.spaces), len(end.board.tiles), size(end.tiles)) == (49, 6, 6)


@pytest.mark.rule(E1, E4, T2, F7)
def test_hm_29_up_to_the_scoring() -> None:
    purses = ({"available": 1, "reserve": 6, "hand": Bag(0), "deck": ()}, {"available": 15, "reserve": 4, "hand": Bag(0), "deck": ()})
    game = given(position(drawn("Q...."), *purses, active=SECOND))
    for column in (1, 2, 3):
        game = game.when(cow(SECOND, 0, column)).accepted()
    game = game.has(SECOND, available=9, reserve=4, aid=3)
    game = game.when(EndTurn(SECOND)).accepted().has(SECOND, available=9, reserve=7, aid=0, on_map=4)
    assert over(game.state) == E4
