"""Prize cards that change what is rolled to move."""

import pytest

from domain.kernel.question import Choice
from domain.stadt_city.commands import PlayPrize, RollMovement
from domain.stadt_city.facts import DiceSet, MovementRolled, PrizePlayed
from domain.stadt_city.questions import choices
from domain.stadt_city.rulebook import P_SLOW_DICE, P_THRICE_DICE, P_TWICE_DICE, R34, R35
from domain.stadt_city.state import Movement
from tests.stadt_city.scenes import A, B, Table, at, card, given, position

TWICE, THRICE, SLOW = map(card, ("twice-dice", "thrice-dice", "slow-dice"))


def before_roll(*hand: str, dice: tuple[int, ...] = (), **changes: object) -> Table:
    return given(position(at(A, "E5", *hand), at(B, "J9"), active=A, **changes), {"movement": dice})  # type: ignore[arg-type]


@pytest.mark.rule(P_TWICE_DICE)
def test_twice_dice_rolls_two_and_moves_their_sum() -> None:
    table = before_roll("twice-dice", dice=(3, 10)).when(PlayPrize(A, TWICE))
    table.then(PrizePlayed(A, TWICE).by(P_TWICE_DICE), DiceSet(A, TWICE, 2, 10).by(P_TWICE_DICE)).asks((A, "roll"))
    table.when(RollMovement(A)).then(MovementRolled(A, 10, (3, 10), entered=False).by(P_TWICE_DICE)).has(A, prizes=0)
    assert table.state.movement is not None
    assert table.state.movement.rolled == 13
    assert table.state.prize_discards == (TWICE,)


@pytest.mark.rule(P_THRICE_DICE)
def test_thrice_dice_rolls_three_and_moves_their_sum() -> None:
    table = before_roll("thrice-dice", dice=(10, 10, 10)).when(PlayPrize(A, THRICE), RollMovement(A))
    table.then(MovementRolled(A, 10, (10, 10, 10), entered=False).by(P_THRICE_DICE))
    assert table.state.movement is not None
    assert table.state.movement.rolled == 30


@pytest.mark.rule(P_SLOW_DICE)
def test_slow_dice_rolls_a_d4() -> None:
    table = before_roll("slow-dice", dice=(4,)).when(PlayPrize(A, SLOW), RollMovement(A))
    table.then(MovementRolled(A, 4, (4,), entered=False).by(P_SLOW_DICE))


@pytest.mark.rule(R34, P_SLOW_DICE)
@pytest.mark.parametrize(
    "first, second, rule",
    [
        ("twice-dice", "thrice-dice", R34),
        ("thrice-dice", "twice-dice", R34),
        ("twice-dice", "twice-dice", R34),
        ("slow-dice", "slow-dice", R34),
        ("slow-dice", "twice-dice", P_SLOW_DICE),
        ("thrice-dice", "slow-dice", P_SLOW_DICE),
    ],
)
def test_a_movement_phase_has_one_such_card(first: str, second: str, rule: object) -> None:
    table = before_roll(first, second).when(PlayPrize(A, card(first))).refuses(PlayPrize(A, card(second)), rule)  # type: ignore[arg-type]
    assert choices(table.state, A) == (Choice(RollMovement(A)),)


@pytest.mark.rule(P_TWICE_DICE)
def test_a_card_comes_before_the_first_die() -> None:
    moving = Movement(A, card=None, sides=10, count=2, dice=(3,))
    before_roll("thrice-dice", movement=moving).refuses(PlayPrize(A, THRICE), P_THRICE_DICE)


@pytest.mark.rule(R35)
def test_a_card_is_too_late_after_the_roll() -> None:
    moving = Movement(A, sides=10, rolled=3, dice=(3,))
    before_roll("twice-dice", stage="before-steps", movement=moving).refuses(PlayPrize(A, TWICE), R35)


@pytest.mark.rule(P_TWICE_DICE)
def test_a_card_named_with_what_it_does_not_need_is_refused() -> None:
    before_roll("twice-dice").refuses(PlayPrize(A, TWICE, piece=B), P_TWICE_DICE).refuses(PlayPrize(A, TWICE, to="E6"), P_TWICE_DICE)
    before_roll("twice-dice").refuses(PlayPrize(A, TWICE, moves=()), P_TWICE_DICE)
