"""Who drinks what: kept in the record, and nothing hangs on it."""

import pytest

from domain.kernel.names import PUBLIC
from domain.kernel.secret import Sealed
from domain.stadt_city.commands import ChooseDrink, Report
from domain.stadt_city.facts import DrinkChosen, DrinkOwed
from domain.stadt_city.rulebook import C6, D1
from domain.stadt_city.rules.drinks import LONGEST_DRINK
from tests.stadt_city.scenes import A, B, C, D, Table, at, given, never_ally, position


def lost(**options: bool) -> Table:
    """A has lost to B on C3; C and D were away."""
    players = never_ally(at(A, "C3"), at(B, "C3"), at(C, "J1"), at(D, "H8"))
    table = given(position(*players, stage="before-challenges", harbinger=C, options=options)).goes_on()
    return table.when(Report(A, "C3", 1))


def drink(text: str) -> Sealed[str]:
    return Sealed(text, frozenset({PUBLIC}))


@pytest.mark.rule(C6)
@pytest.mark.rule(D1)
def test_the_winner_says_once_what_the_loser_drinks() -> None:
    table = lost(drinks=True)
    assert table.happened(DrinkOwed) == [DrinkOwed(A, "drink", "challenge", (B,))]
    cider = drink("cider")
    table.when(ChooseDrink(B, A, cider)).then(DrinkChosen(B, A, cider).by(C6))
    table.refuses(ChooseDrink(B, A, cider), C6)


@pytest.mark.rule(C6)
def test_nobody_else_says_it_and_of_nobody_else() -> None:
    table = lost(drinks=True)
    for seat, debtor in ((C, A), (A, A), (B, C), (B, B)):
        table.refuses(ChooseDrink(seat, debtor, drink("cider")), C6)


@pytest.mark.rule(C6)
def test_a_drink_is_a_text_of_a_length() -> None:
    table = lost(drinks=True)
    for wrong in ("", "x" * (LONGEST_DRINK + 1), "a\nb"):
        table.refuses(ChooseDrink(B, A, drink(wrong)), C6)
    table.when(ChooseDrink(B, A, drink("x" * LONGEST_DRINK)))


@pytest.mark.rule(D1)
def test_without_drinks_nothing_is_owed_and_nothing_said() -> None:
    table = lost(drinks=False)
    assert not table.happened(DrinkOwed)
    table.refuses(ChooseDrink(B, A, drink("cider")), D1)
