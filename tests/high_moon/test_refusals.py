"""Where several rules forbid an action, the first of a fixed list is named."""

from dataclasses import replace

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
from domain.high_moon.rulebook import (
    B1,
    B2,
    B3,
    B4,
    B6,
    C1,
    C2,
    C3,
    C4,
    C5,
    E4,
    G2,
    P2,
    P3,
    R7,
    R8,
    R13,
    R15,
    R16,
    R23,
    R25,
    R26,
    S7,
    T2,
    T3,
    T4,
    T5,
    T6,
    T7,
)  # fmt: skip
from domain.high_moon.state import Pending, PerLiquor, Phase, SecondTokenOpen, State, TrackOpen, Turn
from domain.kernel.rule import Rule
from tests.high_moon.harness import FIRST, SECOND, drawn, given, position

JOKER, BAT = TrackOpen("token"), SecondTokenOpen()
NONE, ALL = PerLiquor(), PerLiquor(1, 1, 1)
NEW, OPENED, PLACED = Turn(), Turn(opened="crow"), Turn(placed=9)
SPIDER = OpenBottle(FIRST, "spider", tokens=9)
BAD_BAT = OpenBottle(FIRST, "bat", kind="cow", at=(0, 0))
BAD_CARD = PlaceCard(FIRST, (50, 50), 90)
BAD_TOKEN = PlaceToken(FIRST, "cow", (0, 0))
AWAY = (50, 50)
EVERYTHING: tuple[Command, ...] = (
    PlaceCard(FIRST, AWAY, 90), SetCardAside(FIRST), SPIDER, BAD_BAT, BAD_TOKEN,
    Pass(FIRST), EndTurn(FIRST), ChooseTrack(FIRST, "milk"), Decline(FIRST),
)  # fmt: skip


def table(phase: Phase = "tokens", turn: Turn = NEW, pending: Pending | None = None, **purse: object) -> State:
    state = position(drawn("RWS01", "....."), {"unopened": ALL, "available": 0} | purse, phase=phase, turn=turn)
    return replace(state, pending=pending)


@pytest.mark.rule(E4, R25)
@pytest.mark.parametrize("command", EVERYTHING)
def test_the_end_of_the_game_comes_before_everything(command: Command) -> None:
    given(replace(table("over"), active=SECOND)).when(command).refused_by(E4)


@pytest.mark.rule(S7, R25)
@pytest.mark.parametrize("phase", ["setup", "card", "tokens"])
@pytest.mark.parametrize("command", EVERYTHING)
def test_the_turn_comes_next(command: Command, phase: Phase) -> None:
    given(replace(table(phase, pending=JOKER), active=SECOND)).when(command).refused_by(S7)


@pytest.mark.rule(R25, R15, B1, B6, R13, B2, B3, B4, T5)
@pytest.mark.parametrize(
    ("state", "command", "rule"),
    [
        (table(pending=JOKER, turn=OPENED, unopened=NONE), SPIDER, R15),
        (table(pending=BAT, turn=OPENED, unopened=NONE), SPIDER, R15),
        (table(turn=OPENED, unopened=NONE, reserve=0), SPIDER, B1),
        (table(unopened=NONE, reserve=0), SPIDER, B6),
        (table(reserve=0), SPIDER, R13),
        (table(), SPIDER, B2),
        (table(), BAD_BAT, R13),
        (table(available=1), OpenBottle(FIRST, "bat", kind="cow", at=(0, 0), tokens=1), B3),
        (table(reserve=0), OpenBottle(FIRST, "crow", tokens=1), R13),
        (table(), OpenBottle(FIRST, "crow", kind="cow", at=(0, 0), tokens=1), B4),
        (table(available=1), BAD_BAT, T5),
    ],
)
def test_a_bottle_is_judged_in_this_order(state: State, command: Command, rule: Rule) -> None:
    given(state).when(command).refused_by(rule)


@pytest.mark.rule(R25, C1, P2, P3, G2, R23)
@pytest.mark.parametrize(
    ("state", "command", "rule"),
    [
        (table("card", OPENED), Pass(FIRST), C1),
        (table("card"), EndTurn(FIRST), C1),
        (table("tokens", PLACED, JOKER), Pass(FIRST), P2),
        (table("tokens", Turn(), JOKER), Pass(FIRST), G2),
        (table("tokens", Turn(), JOKER), EndTurn(FIRST), P3),
        (table("tokens", PLACED, JOKER), EndTurn(FIRST), G2),
        (table("tokens", OPENED, BAT), Pass(FIRST), P2),
        (table("tokens", OPENED, BAT), EndTurn(FIRST), R23),
    ],
)
def test_the_end_of_a_turn_is_judged_in_this_order(state: State, command: Command, rule: Rule) -> None:
    given(state).when(command).refused_by(rule)


@pytest.mark.rule(R25, G2, R16, R26)
@pytest.mark.parametrize(
    ("state", "command", "rule"),
    [
        (table(markers=PerLiquor(8, 8, 8)), ChooseTrack(FIRST, "bat"), G2),
        (table(pending=BAT), ChooseTrack(FIRST, "bat"), G2),
        (table(pending=JOKER), ChooseTrack(FIRST, "milk"), G2),
        (table(pending=JOKER, markers=PerLiquor(0, 8, 0)), ChooseTrack(FIRST, "bat"), R16),
        (table(pending=JOKER), Decline(FIRST), G2),
        (table(), Decline(FIRST), R26),
    ],
)
def test_choices_are_judged_in_this_order(state: State, command: Command, rule: Rule) -> None:
    given(state).when(command).refused_by(rule)


@pytest.mark.rule(R25, C1, C2, C3, C4, C5, R7, G2, R23)
@pytest.mark.parametrize(
    ("state", "command", "rule"),
    [
        (table("tokens", OPENED, JOKER), BAD_CARD, C1),
        (table("tokens", OPENED, JOKER), SetCardAside(FIRST), C1),
        (table("card", OPENED, JOKER), BAD_CARD, G2),
        (table("card", OPENED, JOKER), SetCardAside(FIRST), G2),
        (table("card", OPENED, BAT), BAD_CARD, C2),
        (table("card", OPENED, BAT), PlaceCard(FIRST, AWAY, 0), C3),
        (table("card", OPENED, BAT), PlaceCard(FIRST, (0, 0), 0), C5),
        (replace(table("card"), board=drawn("RWS.", "....", "....")), PlaceCard(FIRST, (0, 0), 0), C4),
        (table("card", OPENED, BAT), SetCardAside(FIRST), R7),
        (table("card", OPENED, BAT), PlaceCard(FIRST, (1, 0), 0), R23),
    ],
)
def test_a_card_is_judged_in_this_order(state: State, command: Command, rule: Rule) -> None:
    given(state).when(command).refused_by(rule)


@pytest.mark.rule(R25, C1, G2, T2, T3, T4, T5, T6, T7, R8)
@pytest.mark.parametrize(
    ("state", "command", "rule"),
    [
        (table("card"), BAD_TOKEN, C1),
        (table("card", OPENED, JOKER), BAD_TOKEN, C1),
        (table("tokens", PLACED, JOKER), BAD_TOKEN, G2),
        (table(), BAD_TOKEN, T5),
        (table(), PlaceToken(FIRST, "ranch", (0, 2)), T6),
        (table(), PlaceToken(FIRST, "cow", (0, 4)), T7),
        (table(), PlaceToken(FIRST, "horse", (0, 4)), T7),
        (table(), PlaceToken(FIRST, "cow", (0, 3)), R8),
        (table(), PlaceToken(FIRST, "ranch", (1, 0)), T3),
        (table(), PlaceToken(FIRST, "ranch", AWAY), T3),
        (table(), PlaceToken(FIRST, "cow", (1, 4)), T4),
        (table(), PlaceToken(FIRST, "cow", AWAY), T4),
        (table(), PlaceToken(FIRST, "cow", (1, 0)), T2),
        (table(pending=BAT), BAD_TOKEN, T5),
        (table("card", OPENED, BAT), BAD_TOKEN, T5),
    ],
)
def test_a_token_is_judged_in_this_order(state: State, command: Command, rule: Rule) -> None:
    given(state).when(command).refused_by(rule)
