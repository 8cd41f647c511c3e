"""Tables of the catalogue's games, played by their rules at random through the service."""

from random import Random

from bench.market import actor, seating
from domain.catalogue import CATALOGUE
from domain.kernel.game import AnyGame
from domain.kernel.names import Seat, seat_viewer
from domain.kernel.question import Asked
from domain.table.commands import Open, Undo
from domain.table.facts import SeatOpened
from domain.table.fold import Folded
from domain.table.undo import is_free
from service.tables import Tables

TAKEN_BACK = 0.75
GAMES = {game.name: game for game in CATALOGUE}


def played(tables: Tables, game: AnyGame, seats: int, seed: int, events: int | None = None) -> str:
    """The id of a table that has been played at random to its end and closed, or to so many events.

    Where the number is given, seats take back what they freely may more often than not, and choose again.
    """
    table = tables.open(Open(game.name, (SeatOpened(),) * seats), f"{game.name}-{seed}", "bench").table
    for number, (who, command) in enumerate(seating(seats)):
        tables.submit(table, who, command, f"seating-{number}")
    random = Random(seed)
    while (asked := _asked(folded := tables.current(table).folded)) and (events is None or folded.table.tip < events):
        view = tables.current(table, seat_viewer(asked.seat)).folded
        choice = random.choice(game.choices(view.position.state, asked.seat))
        question = view.position.question_id(asked.seat, folded.table.head_moves)
        tables.submit(table, actor(asked.seat), choice.command, f"move-{folded.table.tip}", question, folded.table.tip)
        moved = tables.current(table).folded
        if events is not None and _takes_back(moved, asked.seat, folded.table.head, random):
            tables.submit(table, actor(asked.seat), Undo(), f"undo-{moved.table.tip}", None, moved.table.tip)
    return table


def _takes_back(folded: Folded, seat: Seat, to: int, random: Random) -> bool:
    return not folded.table.closed and is_free(folded, seat, to) and random.random() < TAKEN_BACK


def _asked(folded: Folded) -> Asked | None:
    return next((asked for asked in folded.position.asked if asked.required), None)
