"""Finished tables of the catalogue's games, played by their rules at random."""

from random import Random

from bench.market import actor, seating
from domain.catalogue import CATALOGUE
from domain.kernel.game import AnyGame
from domain.kernel.names import seat_viewer
from domain.kernel.question import Asked
from domain.table.commands import Open
from domain.table.facts import SeatOpened
from domain.table.fold import Folded
from service.tables import Tables


def game_called(name: str) -> AnyGame:
    return next(game for game in CATALOGUE if game.name == name)


def finished(tables: Tables, game: AnyGame, seats: int, seed: int) -> str:
    """The id of a table that has been played to its end and closed."""
    table = tables.open(Open(game.name, (SeatOpened(),) * seats), f"{game.name}-{seed}", "bench").table
    for number, (who, command) in enumerate(seating(seats)):
        tables.submit(table, who, command, f"seating-{number}")
    random = Random(seed)
    while asked := _asked(folded := tables.current(table).folded):
        view = tables.current(table, seat_viewer(asked.seat)).folded
        choice = random.choice(game.choices(view.position.state, asked.seat))
        question = view.position.question_id(asked.seat, folded.table.head_moves)
        tables.submit(table, actor(asked.seat), choice.command, f"move-{folded.table.tip}", question, folded.table.tip)
    return table


def _asked(folded: Folded) -> Asked | None:
    return next((asked for asked in folded.position.asked if asked.required), None)
