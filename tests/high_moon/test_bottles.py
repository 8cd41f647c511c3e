"""Opening bottles."""

import pytest

from domain.high_moon.commands import ChooseTrack, Decline, EndTurn, OpenBottle, PlaceCard, PlaceToken
from domain.high_moon.facts import (
    BottleOpened,
    GainLost,
    SecondTokenAsked,
    SecondTokenDeclined,
    TokenPlaced,
    TokensGained,
    TokensTakenBack,
    TrackAsked,
)
from domain.high_moon.rulebook import B1, B2, B3, B4, B6, C8, C10, G2, G3, R11, R13, R14, R15, R23, R26, S7
from domain.high_moon.state import PerLiquor, State
from domain.kernel.rule import Rule
from tests.high_moon.harness import FIRST, SECOND, drawn, given, position

ALL = PerLiquor(1, 1, 1)
BAT = OpenBottle(FIRST, "bat", kind="cow", at=(0, 1))
CROW = OpenBottle(FIRST, "crow", kind="cow", at=(0, 1))


def spider(tokens: int) -> OpenBottle:
    return OpenBottle(FIRST, "spider", tokens=tokens)


def holding(row: str = "R.....", phase: str = "tokens", **purse: object) -> State:
    return position(drawn(row), {"unopened": ALL, **purse}, phase=phase)


def laid(at: int, source: str) -> TokenPlaced:
    return TokenPlaced(FIRST, "cow", (0, at), source, by_bottle=True)


@pytest.mark.rule(B1)
def test_one_bottle_a_turn() -> None:
    after = given(holding()).when(spider(1)).accepted()
    after.when(CROW).refused_by(B1)
    after.when(spider(1)).refused_by(B1)


@pytest.mark.rule(B1)
def test_the_next_turn_has_its_own_bottle() -> None:
    before = position(drawn("R..."), {"unopened": ALL}, {"unopened": ALL})
    after = given(before).when(spider(1)).accepted().when(EndTurn(FIRST)).accepted()
    after.when(OpenBottle(SECOND, "spider", tokens=1)).accepted()


@pytest.mark.rule(B1, S7)
def test_bottles_are_opened_in_the_own_turn_only() -> None:
    given(position(drawn("R..."), {}, {"unopened": ALL})).when(OpenBottle(SECOND, "spider", tokens=1)).refused_by(S7)


@pytest.mark.rule(B2)
@pytest.mark.parametrize("tokens", [1, 2, 3])
def test_spider_gives_as_many_as_the_seat_says(tokens: int) -> None:
    given(holding()).when(spider(tokens)).then(BottleOpened(FIRST, "spider").by(B1), TokensGained(FIRST, tokens).by(B2))


@pytest.mark.rule(B2)
@pytest.mark.parametrize("tokens", [-1, 0, 4])
def test_spider_gives_one_to_three(tokens: int) -> None:
    given(holding()).when(spider(tokens)).refused_by(B2)


@pytest.mark.rule(B2, B3, B4)
@pytest.mark.parametrize(
    ("command", "rule"),
    [
        (OpenBottle(FIRST, "spider"), B2),
        (OpenBottle(FIRST, "spider", tokens=1, kind="cow"), B2),
        (OpenBottle(FIRST, "spider", tokens=1, at=(0, 1)), B2),
        (OpenBottle(FIRST, "bat", at=(0, 1)), B3),
        (OpenBottle(FIRST, "bat", kind="cow"), B3),
        (OpenBottle(FIRST, "bat", kind="cow", at=(0, 1), tokens=1), B3),
        (OpenBottle(FIRST, "crow", at=(0, 1)), B4),
        (OpenBottle(FIRST, "crow", kind="cow"), B4),
        (OpenBottle(FIRST, "crow", kind="cow", at=(0, 1), tokens=1), B4),
    ],
)
def test_each_liquor_is_told_what_it_needs_and_nothing_else(command: OpenBottle, rule: Rule) -> None:
    given(holding()).when(command).refused_by(rule)


@pytest.mark.rule(B3, R26, R11)
def test_bat_places_two_available_tokens_without_discards() -> None:
    first = (
        given(holding(available=2))
        .when(BAT)
        .then(BottleOpened(FIRST, "bat").by(B1), laid(1, "available").by(B3), SecondTokenAsked(FIRST).by(R26))
    )
    second = first.when(PlaceToken(FIRST, "cow", (0, 2))).then(laid(2, "available").by(B3))
    second.has(FIRST, available=0, aid=0, on_map=3)
    assert second.state.turn.placed == 0


@pytest.mark.rule(B3, R26)
def test_the_second_token_may_be_declined() -> None:
    after = given(holding()).when(BAT).accepted().when(Decline(FIRST)).then(SecondTokenDeclined(FIRST).by(R26))
    after.when(Decline(FIRST)).refused_by(R26)
    after.has(FIRST, available=2)


@pytest.mark.rule(B3)
def test_bat_places_no_third_token() -> None:
    after = given(holding(available=9)).when(BAT).accepted().when(PlaceToken(FIRST, "cow", (0, 2))).accepted()
    third = after.when(PlaceToken(FIRST, "cow", (0, 3)))
    assert third.facts[0].fact == TokenPlaced(FIRST, "cow", (0, 3), "available", by_bottle=False)


@pytest.mark.rule(R26)
def test_no_second_token_is_asked_for_when_none_is_available() -> None:
    given(holding(available=1)).when(BAT).then(BottleOpened(FIRST, "bat").by(B1), laid(1, "available").by(B3))


@pytest.mark.rule(R26)
def test_no_second_token_is_asked_for_when_there_is_no_place() -> None:
    given(holding("R.")).when(BAT).then(BottleOpened(FIRST, "bat").by(B1), laid(1, "available").by(B3))


@pytest.mark.rule(R26, G3)
def test_the_second_token_may_be_one_that_the_firsts_bonus_brought() -> None:
    before = holding("Rs...", available=1, markers=PerLiquor(spider=1))
    after = given(before).when(BAT).accepted().has(FIRST, available=1)
    after.when(PlaceToken(FIRST, "cow", (0, 2))).accepted().has(FIRST, available=0)


@pytest.mark.rule(R26, R23)
def test_the_second_token_follows_at_once() -> None:
    after = given(holding(available=9)).when(BAT).accepted()
    after.when(EndTurn(FIRST)).refused_by(R23)
    before_card = given(holding(phase="card", available=9)).when(BAT).accepted()
    before_card.when(PlaceCard(FIRST, (0, 5), 0)).refused_by(R23)
    before_card.when(PlaceToken(FIRST, "cow", (0, 2))).then(laid(2, "available").by(B3))


@pytest.mark.rule(R26, G2, R23)
def test_a_joker_under_the_first_token_is_settled_before_the_second() -> None:
    asked = (
        given(holding("Rj..."))
        .when(BAT)
        .then(BottleOpened(FIRST, "bat").by(B1), laid(1, "available").by(B3), TrackAsked(FIRST, "bat", ()).by(G2))
    )
    asked.when(Decline(FIRST)).refused_by(G2)
    asked.when(PlaceToken(FIRST, "cow", (0, 2))).refused_by(G2)
    chosen = asked.when(ChooseTrack(FIRST, "crow"))
    assert chosen.facts[-1] == SecondTokenAsked(FIRST).by(R26)
    chosen.accepted().when(PlaceToken(FIRST, "cow", (0, 2))).then(laid(2, "available").by(B3))


@pytest.mark.rule(B4)
def test_crow_places_one_token_from_the_reserve() -> None:
    after = given(holding()).when(CROW).then(BottleOpened(FIRST, "crow").by(B1), laid(1, "reserve").by(B4))
    after.has(FIRST, available=3, reserve=19, aid=0)


@pytest.mark.rule(R14)
def test_crow_takes_a_token_from_the_aid_when_the_reserve_is_empty() -> None:
    after = given(holding(reserve=0, aid=2)).when(CROW).then(BottleOpened(FIRST, "crow").by(B1), laid(1, "aid").by(R14))
    after.has(FIRST, available=3, reserve=0, aid=1)


@pytest.mark.rule(B6)
def test_an_opened_bottle_is_kept_and_cannot_be_opened_again() -> None:
    after = given(position(drawn("R..."), {"unopened": PerLiquor(spider=1)})).when(spider(1)).accepted()
    after.has(FIRST, unopened=PerLiquor(), opened=PerLiquor(spider=1))
    later = position(drawn("R..."), {"opened": PerLiquor(spider=1)})
    given(later).when(spider(1)).refused_by(B6)


@pytest.mark.rule(B6)
@pytest.mark.parametrize("liquor", ["bat", "milk"])
def test_a_bottle_that_is_not_there_cannot_be_opened(liquor: str) -> None:
    before = position(drawn("R..."), {"unopened": PerLiquor(spider=1)})
    given(before).when(OpenBottle(FIRST, liquor, kind="cow", at=(0, 1))).refused_by(B6)


@pytest.mark.rule(R13)
def test_a_bottle_that_could_do_nothing_stays_shut() -> None:
    given(holding(reserve=0, aid=0)).when(spider(1)).refused_by(R13)
    given(holding(available=0)).when(BAT).refused_by(R13)
    given(holding("R")).when(BAT).refused_by(R13)
    given(holding("R")).when(CROW).refused_by(R13)
    given(holding(reserve=0, aid=0)).when(CROW).refused_by(R13)


@pytest.mark.rule(R13, C8, C10)
def test_spider_opens_for_a_single_token_in_reserve_or_on_the_aid() -> None:
    opened = BottleOpened(FIRST, "spider").by(B1)
    given(holding(reserve=1, aid=0)).when(spider(2)).then(opened, TokensGained(FIRST, 1).by(B2), GainLost(FIRST, 1).by(C8))
    given(holding(reserve=0, aid=1)).when(spider(1)).then(opened, TokensTakenBack(FIRST, 1).by(C10))


@pytest.mark.rule(R15)
@pytest.mark.parametrize("phase", ["card", "tokens"])
def test_a_bottle_is_opened_before_the_card_or_after_it(phase: str) -> None:
    given(holding(phase=phase)).when(CROW).accepted()


@pytest.mark.rule(R15)
def test_a_bottle_is_opened_between_two_tokens_and_after_the_last() -> None:
    after = given(holding(available=9)).when(PlaceToken(FIRST, "cow", (0, 1))).accepted()
    after.when(spider(1)).accepted().when(PlaceToken(FIRST, "cow", (0, 2))).accepted()


@pytest.mark.rule(R15)
def test_no_bottle_is_opened_while_a_choice_is_open() -> None:
    given(holding("Rj...")).when(PlaceToken(FIRST, "cow", (0, 1))).accepted().when(spider(1)).refused_by(R15)
    given(holding()).when(BAT).accepted().when(spider(1)).refused_by(R15)
