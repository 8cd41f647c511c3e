"""Passing, the end of a turn and the end of the game."""

import pytest

from domain.high_moon.commands import (
    ChooseTrack,
    Command,
    Decline,
    EndTurn,
    OpenBottle,
    Pass,
    PlaceCard,
    PlaceToken,
    SetCardAside,
)
from domain.high_moon.facts import AidEmptied, CardDrawn, GainLost, PlayEnded, SeatPassed, TokensGained, TurnPassed
from domain.high_moon.questions import waiting
from domain.high_moon.rulebook import C7, C8, E1, E2, E3, E4, P1, P2, P3, P4, R19, R22, S7
from domain.high_moon.rules.turns import over
from domain.high_moon.state import PerLiquor, Turn
from domain.kernel.bag import Bag, ordered
from domain.kernel.names import Seat
from domain.kernel.secret import sealed_for
from tests.high_moon.harness import FIRST, SECOND, THIRD, drawn, given, position
from tests.high_moon.packs import pack

ROW = drawn("R...")
PLAYED = {"hand": Bag(0)}
DONE = {"hand": Bag(0), "deck": ()}
COW = PlaceToken(FIRST, "cow", (0, 1))


@pytest.mark.rule(P1, P4, E2, E3, R22)
def test_passing_gives_three_tokens_and_ends_the_turn() -> None:
    given(position(ROW, PLAYED)).when(Pass(FIRST)).then(
        SeatPassed(FIRST).by(P1),
        TokensGained(FIRST, 3).by(P1),
        CardDrawn(FIRST, sealed_for("test:red-2", FIRST)).by(E2),
        TurnPassed(SECOND).by(E3),
    )


@pytest.mark.rule(P4, C8)
@pytest.mark.parametrize("reserve", [0, 2])
def test_passing_is_possible_with_too_few_in_reserve(reserve: int) -> None:
    facts = given(position(ROW, PLAYED | {"reserve": reserve})).when(Pass(FIRST)).facts
    gained = (TokensGained(FIRST, reserve).by(P1),) if reserve else ()
    assert facts[:-2] == (SeatPassed(FIRST).by(P1), *gained, GainLost(FIRST, 3 - reserve).by(C8))


@pytest.mark.rule(P4, S7)
@pytest.mark.parametrize("command", [COW, OpenBottle(FIRST, "spider", tokens=1), Pass(FIRST), EndTurn(FIRST)])
def test_after_passing_nothing_is_placed_or_opened(command: Command) -> None:
    passed = given(position(ROW, PLAYED | {"unopened": PerLiquor(spider=1)})).when(Pass(FIRST)).accepted()
    passed.when(command).refused_by(S7)


@pytest.mark.rule(P2)
def test_who_has_placed_a_token_cannot_pass() -> None:
    given(position(ROW)).when(COW).accepted().when(Pass(FIRST)).refused_by(P2)


@pytest.mark.rule(P2)
@pytest.mark.parametrize("phase", ["card", "tokens"])
@pytest.mark.parametrize("bottle", [OpenBottle(FIRST, "spider", tokens=1), OpenBottle(FIRST, "crow", kind="cow", at=(0, 1))])
def test_who_has_opened_a_bottle_cannot_pass_even_if_that_was_before_the_card(phase: str, bottle: OpenBottle) -> None:
    after = given(position(ROW, {"unopened": PerLiquor(1, 1, 1)}, phase=phase)).when(bottle).accepted()
    if phase == "card":
        after = after.when(PlaceCard(FIRST, (0, 3), 0)).accepted()
    after.when(Pass(FIRST)).refused_by(P2)
    after.when(EndTurn(FIRST)).accepted()


@pytest.mark.rule(P3)
def test_a_turn_with_nothing_placed_or_opened_ends_by_passing_only() -> None:
    given(position(ROW)).when(EndTurn(FIRST)).refused_by(P3)


@pytest.mark.rule(P3, E3)
def test_a_turn_with_a_token_placed_ends_when_the_seat_says_so() -> None:
    after = given(position(ROW)).when(COW).accepted()
    assert waiting(after.state)[0].seat == FIRST
    after.when(EndTurn(FIRST)).accepted().has(FIRST, available=2)


@pytest.mark.rule(E1, E2, E3)
def test_the_discards_return_a_card_is_drawn_and_the_turn_passes() -> None:
    before = position(ROW, PLAYED | {"aid": 4}, turn=Turn(placed=3, opened="bat"))
    after = (
        given(before)
        .when(EndTurn(FIRST))
        .then(
            AidEmptied(FIRST, 4).by(E1),
            CardDrawn(FIRST, sealed_for("test:red-2", FIRST)).by(E2),
            TurnPassed(SECOND).by(E3),
        )
    )
    after.has(FIRST, aid=0, reserve=24, available=3, hand=Bag.of("test:red-2"))
    assert (after.state.turn, after.state.phase, after.state.active) == (Turn(), "card", SECOND)


@pytest.mark.rule(E2)
def test_an_empty_deck_gives_no_card() -> None:
    given(position(ROW, DONE, turn=Turn(placed=1))).when(EndTurn(FIRST)).then(TurnPassed(SECOND).by(E3))


@pytest.mark.rule(E3, S7)
@pytest.mark.parametrize(("seat", "after"), [(0, 1), (1, 2), (2, 0)])
def test_turns_go_clockwise(seat: int, after: int) -> None:
    state = position(ROW, seats=3, chosen=pack(seats=3), active=Seat(seat), turn=Turn(placed=1))
    assert given(state).when(EndTurn(Seat(seat))).facts[-1] == TurnPassed(Seat(after)).by(E3)


@pytest.mark.rule(S7)
@pytest.mark.parametrize(
    "command",
    [
        PlaceCard(SECOND, (0, 3), 0), SetCardAside(SECOND), PlaceToken(SECOND, "cow", (0, 1)), Pass(SECOND), EndTurn(SECOND),
        OpenBottle(SECOND, "spider", tokens=1), ChooseTrack(SECOND, "bat"), Decline(SECOND), Pass(THIRD),
    ],
)  # fmt: skip
def test_a_seat_acts_only_in_its_own_turn(command: Command) -> None:
    given(position(ROW)).when(command).refused_by(S7)


@pytest.mark.rule(E4)
def test_the_game_is_over_when_all_cards_are_played_and_the_last_turn_is_finished() -> None:
    before = position(ROW, DONE, DONE, turn=Turn(placed=1))
    assert over(before) is None
    after = given(before).when(EndTurn(FIRST)).then(PlayEnded().by(E4))
    assert over(after.state) == E4
    assert waiting(after.state) == ()
    for command in (Pass(FIRST), PlaceCard(SECOND, (0, 0), 0), EndTurn(SECOND), Decline(FIRST), ChooseTrack(FIRST, "bat")):
        after.when(command).refused_by(E4)


@pytest.mark.rule(E4)
def test_a_seat_with_a_card_left_still_has_its_turn() -> None:
    before = position(ROW, DONE, {"deck": ()}, turn=Turn(placed=1))
    given(before).when(EndTurn(FIRST)).then(TurnPassed(SECOND).by(E3))


@pytest.mark.rule(E4, C7, R19)
def test_a_seat_that_is_done_still_gains() -> None:
    before = given(position(drawn("0Q..", "R..."), DONE, phase="card", active=SECOND, chosen=pack({1: ("..../..../...d",)})))
    before.when(PlaceCard(SECOND, (-2, -3), 0)).accepted().has(FIRST, available=5, unopened=PerLiquor(crow=1))


def test_hands_and_decks_are_played_to_the_end() -> None:
    before = position(ROW, {"hand": Bag(0), "deck": ordered(("test:red-8",))}, turn=Turn(placed=1))
    given(before).when(EndTurn(FIRST)).accepted().has(FIRST, deck=(), hand=Bag.of("test:red-8"))
