"""Drinks: what a loser drinks is the winners' to say; nothing in the game hangs on it."""

from domain.kernel.refusal import require
from domain.kernel.rule import cites
from domain.kernel.secret import Hidden, reveal
from domain.kernel.text import fits
from domain.stadt_city.commands import ChooseDrink
from domain.stadt_city.facts import DrinkChosen
from domain.stadt_city.rulebook import C6, D1
from domain.stadt_city.rules.doing import Doing

LONGEST_DRINK = 100


@cites(C6, D1)
def choose_drink(doing: Doing, command: ChooseDrink) -> None:
    """One of the winners says what the debtor drinks, once for each debt and at any time."""
    require(doing.state.options.drinks, D1, "nothing of the kind is owed at this table")
    owed = any(debt.seat == command.debtor and command.seat in debt.chosen_by for debt in doing.state.debts)
    require(owed, C6, f"seat {command.debtor} owes nothing that the seat has a say in")
    if not isinstance(drink := reveal(command.drink), Hidden):
        require(fits(drink, LONGEST_DRINK), C6, f"drink: 1 to {LONGEST_DRINK} characters, none of which steers the text around it")
    doing.happens(DrinkChosen(command.seat, command.debtor, command.drink), C6)
