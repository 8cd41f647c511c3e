"""What no play could lead to is told, each fault once."""

from dataclasses import replace
from typing import Any

import pytest

from domain.high_moon.board import Token
from domain.high_moon.evolve import evolve
from domain.high_moon.facts import BottleGained, CardDrawn, MarkerMoved, TileLaid, TokenPlaced, TokensDiscarded, TokensGained
from domain.high_moon.faults import faults
from domain.high_moon.parts import BLANK, DISTILLERY, ranch
from domain.high_moon.rulebook import D2, G2, R6, S2, S5, S6, T3, T6, T7
from domain.high_moon.setup import initial
from domain.high_moon.state import PerLiquor, State
from domain.kernel.bag import Bag
from domain.kernel.facts import SeatResigned
from tests.high_moon.harness import FIRST, SECOND, opened, opening

TABLE = opened()


def after(*facts: Any, state: State = TABLE) -> tuple[str, ...]:
    for fact in facts:
        state = evolve(state, fact)
    return faults(state)


def shown(space: str, state: State = TABLE) -> State:
    """The map with one more space, far off, that shows this."""
    return replace(state, board=replace(state.board, spaces={**state.board.spaces, (9, 9): space}))


@pytest.mark.parametrize("state", [initial(opening()), TABLE])
def test_a_table_is_sound_before_its_start_and_after_it(state: State) -> None:
    assert faults(state) == ()


def test_a_seat_that_resigned_has_no_cards_to_be_counted() -> None:
    assert after(SeatResigned(SECOND)) == ()


@pytest.mark.rule(S5)
def test_tokens_are_thirty_wherever_they_are() -> None:
    short = TABLE.with_player(FIRST, reserve=TABLE.players[0].reserve - 1)
    assert faults(short) == ("seat 0: 29 tokens, not 30",)


@pytest.mark.rule(S5)
def test_the_last_token_of_the_reserve_may_go_and_no_further_one() -> None:
    left = TABLE.players[0].reserve
    assert after(TokensGained(FIRST, left)) == ()
    assert after(TokensGained(FIRST, left + 1)) == ("seat 0: tokens in reserve: -1",)
    assert after(TokensDiscarded(FIRST, TABLE.players[0].available + 1)) == ("seat 0: tokens available: -1",)


@pytest.mark.rule(S2)
def test_a_tile_that_is_lost_or_made_is_told() -> None:
    (lost, *rest) = TABLE.tiles
    (face,) = lost.known
    there = TABLE.pack.tiles(2).count(face)
    assert faults(replace(TABLE, tiles=tuple(rest))) == (f"tiles: {there - 1} of {face}, not {there}",)
    assert faults(replace(TABLE, tiles=(lost, lost, *rest))) == (f"tiles: {there + 1} of {face}, not {there}",)


@pytest.mark.rule(R6)
def test_a_tile_lies_on_a_distillery() -> None:
    (liquor,) = TABLE.tiles[0].known
    assert after(TileLaid((9, 9), liquor), state=shown(DISTILLERY)) == ()
    assert after(TileLaid((9, 9), liquor), state=shown(BLANK)) == ("the tile at (9, 9) lies on blank",)
    assert after(TileLaid((9, 9), liquor)) == ("the tile at (9, 9) lies on no space of the map",)


@pytest.mark.rule(T3, T6, T7)
def test_a_token_lies_where_its_side_may_lie() -> None:
    colours = [player.colour for player in TABLE.players]
    laid = {kind: TokenPlaced(FIRST, kind, (9, 9), "available", by_bottle=False) for kind in ("ranch", "cow")}
    assert after(laid["ranch"], state=shown(ranch(colours[0]))) == ()
    assert after(laid["cow"], state=shown(ranch(colours[0]))) == ()
    assert after(laid["cow"], state=shown(BLANK)) == ()
    assert after(laid["ranch"], state=shown(BLANK)) == ("the ranch token of seat 0 at (9, 9) lies on blank",)
    assert after(laid["cow"], state=shown(ranch(colours[1]))) == (f"the cow token of seat 0 at (9, 9) lies on ranch-{colours[1]}",)
    assert after(laid["cow"]) == ("the cow token of seat 0 at (9, 9) lies on no space of the map",)
    tile = next(iter(TABLE.board.tiles))
    assert after(replace(laid["cow"], at=tile)) == (f"{tile} holds a token and a tile",)


def test_a_token_laid_over_another_is_a_token_lost() -> None:
    there = shown(BLANK)
    taken = replace(there.with_player(SECOND, available=2), board=there.board.with_token((9, 9), Token(SECOND, "cow")))
    assert faults(taken) == ()
    assert after(TokenPlaced(FIRST, "cow", (9, 9), "available", by_bottle=False), state=taken) == ("seat 1: 29 tokens, not 30",)


@pytest.mark.rule(S6)
def test_a_lost_card_is_told_wherever_it_was() -> None:
    player = TABLE.players[0]
    (card,) = player.hand.known
    gone = TABLE.with_player(FIRST, hand=Bag(0))
    assert faults(gone) == (f"seat 0: 0 of {card}, not 1", "seat 0: 7 cards left to play, not 8")
    (below,) = player.deck[-1].known
    gone = TABLE.with_player(FIRST, deck=player.deck[:-1])
    assert faults(gone) == (f"seat 0: 0 of {below}, not 1", "seat 0: 7 cards left to play, not 8")


@pytest.mark.rule(S6)
def test_a_seat_draws_and_plays_the_cards_of_its_own_deck() -> None:
    deck = TABLE.players[0].deck
    ((first,), (second,)) = (bag.known for bag in deck[:2])
    assert after(CardDrawn(FIRST, first)) == ()
    assert after(CardDrawn(FIRST, second)) == (f"seat 0: 0 of {first}, not 1", f"seat 0: 2 of {second}, not 1")
    (own,), (others,) = (TABLE.players[seat].hand.known for seat in (FIRST, SECOND))
    foreign = TABLE.with_player(FIRST, hand=Bag.of(others), unplayed=TABLE.players[0].unplayed.take(own).put(others))
    assert faults(foreign) == (f"seat 0: {others} is none of its deck",)


@pytest.mark.rule(D2)
def test_there_is_a_bottle_for_every_tile_connected() -> None:
    at, liquor = next(iter(TABLE.board.tiles.items()))
    other = next(name for name in ("spider", "bat", "crow") if name != liquor)
    assert after(BottleGained(FIRST, liquor, at)) == ()
    assert set(after(BottleGained(FIRST, other, at))) == {
        f"seat 0: bottles: 0 of {liquor}, not 1",
        f"seat 0: bottles: 1 of {other}, not 0",
    }
    assert after(BottleGained(FIRST, liquor, at), BottleGained(FIRST, liquor, at)) == (f"seat 0: bottles: 2 of {liquor}, not 1",)
    unopened = TABLE.with_player(FIRST, unopened=PerLiquor(spider=-1), opened=PerLiquor(spider=1))
    assert faults(unopened) == ("seat 0: unopened spider bottles: -1",)


@pytest.mark.rule(G2)
@pytest.mark.parametrize(("space", "told"), [(0, False), (8, False), (9, True), (-1, True)])
def test_a_marker_stands_on_a_space_of_its_track(space: int, told: bool) -> None:
    says = (f"seat 0: the bat marker stands on space {space}, not on 0 to 8",)
    assert after(MarkerMoved(FIRST, "bat", space)) == (says if told else ())
