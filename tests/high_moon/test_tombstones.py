"""Markers, tracks and their bonuses."""

import pytest

from domain.high_moon.commands import ChooseTrack, EndTurn, Pass, PlaceCard, PlaceToken
from domain.high_moon.facts import (
    BottleGained,
    CardPlaced,
    GainLost,
    MarkerMoved,
    TileLaid,
    TokenPlaced,
    TokensGained,
    TokensTakenBack,
    TrackAsked,
    TrackChosen,
)
from domain.high_moon.rulebook import C1, C6, C8, C9, C10, D2, G1, G2, G3, P3, R4, R16, R19, R23, S9, T4
from domain.high_moon.state import Options, PerLiquor
from tests.high_moon.harness import FIRST, drawn, given, position
from tests.high_moon.packs import pack

COW = PlaceToken(FIRST, "cow", (0, 1))
LAID = TokenPlaced(FIRST, "cow", (0, 1), "available", by_bottle=False).by(T4)
COUNTED = Options(tombstones_count_under_cards=True)
CARD = CardPlaced(FIRST, "test:red-1", (2, 0), 0).by(C1)


@pytest.mark.rule(G1, S9)
@pytest.mark.parametrize(("sign", "track"), [("s", "spider"), ("b", "bat"), ("c", "crow")])
def test_a_token_on_a_tombstone_moves_the_marker_one_up(sign: str, track: str) -> None:
    given(position(drawn(f"R{sign}.."))).when(COW).then(LAID, MarkerMoved(FIRST, track, 1).by(G1))


@pytest.mark.rule(G1)
def test_a_token_on_a_blank_space_moves_nothing() -> None:
    given(position(drawn("R..."))).when(COW).then(LAID)


@pytest.mark.rule(G2, R23)
@pytest.mark.parametrize("track", ["spider", "bat", "crow"])
def test_on_a_joker_the_seat_chooses_the_track(track: str) -> None:
    asked = given(position(drawn("Rj.."))).when(COW).then(LAID, TrackAsked(FIRST, "token", ()).by(G2))
    asked.when(ChooseTrack(FIRST, track)).then(TrackChosen(FIRST, track).by(G2), MarkerMoved(FIRST, track, 1).by(G2))


@pytest.mark.rule(G2)
def test_a_track_is_chosen_only_for_a_joker_and_only_one_that_there_is() -> None:
    given(position(drawn("R..."))).when(ChooseTrack(FIRST, "bat")).refused_by(G2)
    given(position(drawn("Rj.."))).when(COW).accepted().when(ChooseTrack(FIRST, "milk")).refused_by(G2)


@pytest.mark.rule(G2)
def test_nothing_else_is_done_before_the_track_is_chosen() -> None:
    asked = given(position(drawn("Rj.."), {"available": 9})).when(COW).accepted()
    asked.when(PlaceToken(FIRST, "cow", (0, 2))).refused_by(G2)
    asked.when(EndTurn(FIRST)).refused_by(G2)


@pytest.mark.rule(G3)
@pytest.mark.parametrize("space", range(1, 9))
def test_every_second_space_gives_a_token(space: int) -> None:
    before = position(drawn("Rs.."), {"markers": PerLiquor(spider=space - 1)})
    bonus = (TokensGained(FIRST, 1).by(G3),) if space in (2, 4, 6, 8) else ()
    given(before).when(COW).then(LAID, MarkerMoved(FIRST, "spider", space).by(G1), *bonus)


@pytest.mark.rule(G3, C8, C10)
def test_a_bonus_comes_from_the_aid_when_the_reserve_is_empty_and_is_lost_when_both_are() -> None:
    moved = MarkerMoved(FIRST, "spider", 2).by(G1)
    purse = {"markers": PerLiquor(spider=1), "reserve": 0}
    given(position(drawn("Rs.."), purse | {"aid": 1})).when(COW).then(LAID, moved, TokensTakenBack(FIRST, 1).by(C10))
    given(position(drawn("Rs.."), purse)).when(COW).then(LAID, moved, GainLost(FIRST, 1).by(C8))


@pytest.mark.rule(R16)
def test_a_marker_on_the_last_space_stays_and_gives_nothing() -> None:
    given(position(drawn("Rs.."), {"markers": PerLiquor(spider=8)})).when(COW).then(LAID)


@pytest.mark.rule(R16)
def test_a_joker_is_not_for_a_marker_on_its_last_space() -> None:
    asked = given(position(drawn("Rj.."), {"markers": PerLiquor(8, 8, 7)})).when(COW).then(LAID, TrackAsked(FIRST, "token", ()).by(G2))
    asked.when(ChooseTrack(FIRST, "bat")).refused_by(R16)
    asked.when(ChooseTrack(FIRST, "crow")).accepted().has(FIRST, markers=PerLiquor(8, 8, 8))


@pytest.mark.rule(R16)
def test_a_joker_asks_nothing_when_all_markers_are_on_their_last_spaces() -> None:
    given(position(drawn("Rj.."), {"markers": PerLiquor(8, 8, 8)})).when(COW).then(LAID)


@pytest.mark.rule(R23)
def test_the_bonus_comes_before_the_connections() -> None:
    before = position(drawn("RjB."), {"markers": PerLiquor(bat=1)})
    given(before).when(COW).accepted().when(ChooseTrack(FIRST, "bat")).then(
        TrackChosen(FIRST, "bat").by(G2),
        MarkerMoved(FIRST, "bat", 2).by(G2),
        TokensGained(FIRST, 1).by(G3),
        BottleGained(FIRST, "bat", (0, 2)).by(D2),
    )


@pytest.mark.rule(R4)
def test_the_option_counts_what_a_card_covers_in_reading_order_after_the_gains() -> None:
    before = position(drawn("....", "....", "cs0b"), {"markers": PerLiquor(spider=1)}, phase="card", options=COUNTED)
    given(before).when(PlaceCard(FIRST, (2, 0), 0)).then(
        CARD,
        TokensGained(FIRST, 3).by(C6),
        MarkerMoved(FIRST, "crow", 1).by(R4),
        MarkerMoved(FIRST, "spider", 2).by(R4),
        TokensGained(FIRST, 1).by(G3),
        MarkerMoved(FIRST, "bat", 1).by(R4),
    )


@pytest.mark.rule(R4, R23, G2)
def test_jokers_under_a_card_are_settled_one_by_one_before_its_tile_is_laid() -> None:
    chosen = pack({0: ("...d/..../....",)})
    board = drawn("....", "...R", "jsj.")
    before = position(board, phase="card", options=COUNTED, chosen=chosen, tiles=("crow",))
    first = given(before).when(PlaceCard(FIRST, (2, 0), 0)).then(CARD, TrackAsked(FIRST, "card", ("spider", "joker")).by(G2))
    first.when(PlaceToken(FIRST, "cow", (2, 3))).refused_by(G2)
    first.when(EndTurn(FIRST)).refused_by(P3)
    first.when(Pass(FIRST)).refused_by(G2)
    second = first.when(ChooseTrack(FIRST, "spider")).then(
        TrackChosen(FIRST, "spider").by(G2),
        MarkerMoved(FIRST, "spider", 1).by(G2),
        MarkerMoved(FIRST, "spider", 2).by(R4),
        TokensGained(FIRST, 1).by(G3),
        TrackAsked(FIRST, "card", ()).by(G2),
    )
    second.when(ChooseTrack(FIRST, "bat")).then(
        TrackChosen(FIRST, "bat").by(G2),
        MarkerMoved(FIRST, "bat", 1).by(G2),
        TileLaid((2, 3), "crow").by(C9),
        BottleGained(FIRST, "crow", (2, 3)).by(R19),
    )


@pytest.mark.rule(R4, R16)
def test_under_a_card_too_the_last_space_is_the_end() -> None:
    before = position(drawn("....", "....", "js.."), {"markers": PerLiquor(8, 8, 8)}, phase="card", options=COUNTED)
    given(before).when(PlaceCard(FIRST, (2, 0), 0)).then(CARD)
