"""Playing the test game on, in memory, for the folds to fold."""

from random import Random

from domain.kernel.fact import Command
from domain.kernel.names import PUBLIC, Seat, Viewer, seat_viewer
from projections import Told
from tests.kernel.night_market import NIGHT_MARKET
from tests.match import Match

TABLE = "k7q2m4x6z3a5b7c2"


def market(seats: int = 3, seed: int = 1) -> Match:
    return Match.started(NIGHT_MARKET, seats, seed, {"length": "one-round"})


def played(match: Match, seed: int = 1) -> Match:
    """The same table after its last move."""
    random = Random(seed)
    while match.folded.position.finished is None:
        move(match, random)
    return match


def move(match: Match, random: Random) -> None:
    """The first seat that must answers, by any of its choices."""
    seat = next(asked.seat for asked in match.folded.position.asked if asked.required)
    match.answer(seat, random.choice(choices(match, seat)))


def choices(match: Match, seat: int) -> list[Command]:
    return [choice.command for choice in NIGHT_MARKET.choices(match.view(seat_viewer(Seat(seat))).position.state, Seat(seat))]


def told(match: Match, viewer: Viewer = PUBLIC) -> Told:
    return Told(TABLE, match.events[0].at, match.view(viewer))
