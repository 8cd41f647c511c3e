"""A finished table of High Moon, played by its rules at random."""

from bench import finished as of_any_game
from service.tables import Tables

HIGH_MOON = of_any_game.game_called("high-moon")
SEATS = 4


def finished(tables: Tables, seed: int = 3) -> str:
    """The id of a table that has been played to its end and closed."""
    return of_any_game.finished(tables, HIGH_MOON, SEATS, seed)
