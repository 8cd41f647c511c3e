"""The score, line by line."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby

from domain.high_moon.measures import measured
from domain.high_moon.parts import LIQUORS, Track
from domain.high_moon.rulebook import F1, F4, F5, F6, F7, R17, R27, R28
from domain.high_moon.state import PerLiquor, State
from domain.kernel.fact import Facts
from domain.kernel.game import Places, PointsCounted
from domain.kernel.names import Seat
from domain.kernel.rule import cites


@dataclass(frozen=True, slots=True)
class Tally:
    """What one seat's score is counted from. ``markers`` are numbers of spaces, the lowest being 0."""

    seat: Seat
    criteria: tuple[tuple[str, int], ...]
    """Criterion and points, in display order."""
    bottles: PerLiquor
    """Bottles owned, opened or not."""
    markers: PerLiquor
    available: int
    unopened: int
    reserve: int
    measured: tuple[tuple[str, int], ...] = ()
    """Criterion and how much of its measure the seat has, for those counted at the end."""


@cites(F1, F4, F5, F6, R17, R27)
def score(tally: Tally, tracks: Mapping[str, Track]) -> Facts:
    """One ``points-counted`` fact for every line of a seat's score."""
    seat, markers = tally.seat, tally.markers
    positions = {liquor: tracks[liquor].values[markers[liquor]] for liquor in LIQUORS}
    counted = dict(tally.measured)
    lowest = min(LIQUORS, key=lambda liquor: markers[liquor])
    return (
        *(PointsCounted(seat, earned, f"criterion-{name}", _if_any(counted.get(name))).by(F1) for name, earned in tally.criteria),
        *(
            PointsCounted(seat, number * position, f"bottles-{liquor}", (number, position)).by(F4)
            for liquor, position in positions.items()
            for number in (tally.bottles[liquor],)
        ),
        PointsCounted(seat, tracks[lowest].lowest[markers[lowest]], "lowest-marker", (markers[lowest],)).by(F5),
        PointsCounted(seat, (tally.available + tally.unopened) // 2, "unused", (tally.available, tally.unopened)).by(F6),
    )


def _if_any(amount: int | None) -> tuple[int, ...]:
    return () if amount is None else (amount,)


@cites(F7, R28)
def ranked(tallies: Iterable[Tally], tracks: Mapping[str, Track]) -> Places:
    """The seats by points, then by reserve; those equal in both share a place, in the order given."""
    order = {tally.seat: (total(score(tally, tracks)), tally.reserve) for tally in tallies}
    seats = sorted(order, key=lambda seat: order[seat], reverse=True)
    return tuple(tuple(equal) for _, equal in groupby(seats, key=lambda seat: order[seat]))


def total(lines: Facts) -> int:
    """The points of a seat's lines together."""
    return sum(line.fact.points for line in lines if isinstance(line.fact, PointsCounted))


@cites(F1)
def tally(state: State, seat: Seat) -> Tally:
    """What the seat's score is counted from as things stand; immediate criteria count what was scored."""
    player = state.players[seat]
    shown = tuple((name, state.pack.criteria[name]) for name in state.criteria)
    amounts = {name: measured(state, seat, criterion) for name, criterion in shown if not criterion.immediate}
    criteria = tuple((name, player.points_of(name) if criterion.immediate else criterion.worth(amounts[name])) for name, criterion in shown)
    bottles = PerLiquor(*(player.bottles(liquor) for liquor in LIQUORS))
    return Tally(seat, criteria, bottles, player.markers, player.available, player.unopened.total, player.reserve, tuple(amounts.items()))


def sheet(state: State) -> Facts:
    """The score as it stands, seat by seat."""
    return tuple(line for seat in state.seats for line in score(tally(state, seat), state.pack.tracks))


def places(state: State) -> Places:
    """The seats that have not resigned, by rank."""
    return ranked((tally(state, player.seat) for player in state.players if not player.resigned), state.pack.tracks)


def winners(state: State) -> tuple[Seat, ...]:
    """The first place, shared or not."""
    return next(iter(places(state)), ())
