"""When the game is over, and the score sheet: a line for every source of people, or a lone colony's one number."""

from collections.abc import Iterator
from itertools import groupby

from domain.kernel.fact import Facts, Ruled
from domain.kernel.game import Places, PointsCounted
from domain.kernel.names import Seat
from domain.kernel.rule import Rule, cites
from domain.moon_colony_bloodbath.rulebook import E8, L6, ONE_ENDLESS, ONE_SCORE, R7, R8, R26
from domain.moon_colony_bloodbath.state import State


@cites(E8, R7)
def over(state: State) -> Rule | None:
    """The rule by which the game has ended, if it has."""
    if state.phase != "over":
        return None
    return E8 if state.ended_by == "manual" else R7


@cites(L6)
def sheet(state: State) -> Facts:
    """People on the mat and in each building; alone, the highest event or the extra robots."""
    if len(state.players) == 1:
        return tuple(_alone(state))
    return tuple(line for seat in state.seats for line in _people(state, seat))


@cites(ONE_SCORE, ONE_ENDLESS, R26)
def _alone(state: State) -> Iterator[Ruled]:
    """The extra robots, of which one ranks above any event; without one the highest event."""
    if state.extra_robots:
        yield PointsCounted(Seat(0), state.extra_robots, "extra-robots").by(ONE_ENDLESS)
    elif state.highest_event:
        yield PointsCounted(Seat(0), state.highest_event, "highest-event").by(ONE_SCORE)


@cites(L6)
def _people(state: State, seat: Seat) -> Iterator[Ruled]:
    player = state.players[seat]
    if player.people:
        yield PointsCounted(seat, player.people, "people-on-mat").by(L6)
    for building in player.buildings:
        if people := state.pack.building(building.card).people:
            yield PointsCounted(seat, people, building.card).by(L6)


@cites(L6, R8)
def places(state: State) -> Places:
    """Seats that have not resigned by their people; equal numbers share a place."""
    staying = [player.seat for player in state.players if not player.resigned]

    def rank(seat: Seat) -> int:
        return -state.people(seat)

    return tuple(tuple(seats) for _, seats in groupby(sorted(staying, key=rank), key=rank))


@cites(L6, R8, ONE_SCORE, ONE_ENDLESS)
def winners(state: State) -> tuple[Seat, ...]:
    """The seats with most people; alone, the colony that has come to the last event, or beyond it."""
    if len(state.players) == 1:
        return (Seat(0),) if state.ended_by == "manual" or state.extra_robots else ()
    return next(iter(places(state)), ())
