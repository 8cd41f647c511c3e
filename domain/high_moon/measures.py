"""What the criteria count: one small function a measure, and what a criterion is worth to a seat."""

from collections import Counter
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TypeAlias

from domain.high_moon.board import Board, Route, beside, routes
from domain.high_moon.parts import LIQUORS, Criterion, Measure, colour_of, ranch
from domain.high_moon.rulebook import F2, F3
from domain.high_moon.state import State
from domain.kernel.names import Seat
from domain.kernel.rule import cites

Sizes: TypeAlias = tuple[int, ...]


def points(state: State, seat: Seat, criterion: Criterion) -> int:
    """What the criterion is worth to the seat as things lie, whether or not it has scored it before."""
    return criterion.worth(measured(state, seat, criterion))


def measured(state: State, seat: Seat, criterion: Criterion) -> int:
    """How much of its measure the seat has, before points and caps."""
    if sizes := SIZES.get(criterion.measure):
        return sum(size >= criterion.least for size in sizes(state, seat))
    return MEASURES[criterion.measure](state, seat)


@cites(F2, F3)
@lru_cache(maxsize=4)  # several criteria ask about one board
def scoring_routes(board: Board, seat: Seat) -> tuple[Route, ...]:
    """The seat's routes with a ranch and a distillery; its ranches there are its connected ones."""
    return tuple(route for route in routes(board, seat) if route.ranches and route.tiles)


def route_sizes(state: State, seat: Seat) -> Sizes:
    """The tokens of each scoring route."""
    return tuple(len(route.tokens) for route in scoring_routes(state.board, seat))


def ranch_sizes(state: State, seat: Seat) -> Sizes:
    """The distilleries of each connected ranch."""
    return tuple(len(route.tiles) for route in scoring_routes(state.board, seat) for _ in route.ranches)


def distillery_sizes(state: State, seat: Seat) -> Sizes:
    """The seat's ranches at each distillery that it is connected to."""
    return tuple(len(route.ranches) for route in scoring_routes(state.board, seat) for _ in route.tiles)


def longest_route(state: State, seat: Seat) -> int:
    return max(route_sizes(state, seat), default=0)


def richest_route(state: State, seat: Seat) -> int:
    """Distilleries on the route that has most of them."""
    return max(ranch_sizes(state, seat), default=0)


def full_routes(state: State, seat: Seat) -> int:
    """Scoring routes that join all three liquors."""
    liquors = state.board.tiles
    return sum({liquors[tile] for tile in route.tiles} >= set(LIQUORS) for route in scoring_routes(state.board, seat))


def shared_ranches(state: State, seat: Seat) -> int:
    """Ranches at the distillery that has most of the seat's."""
    return max(distillery_sizes(state, seat), default=0)


def cows(state: State, seat: Seat) -> int:
    """Cow tokens on scoring routes."""
    return sum(len(route.tokens - route.ranches) for route in scoring_routes(state.board, seat))


def sole_distilleries(state: State, seat: Seat) -> int:
    """Distilleries that the seat alone is connected to."""
    shared = {tile for player in state.players if player.seat != seat for tile in player.connected}
    return len({tile for route in scoring_routes(state.board, seat) for tile in route.tiles} - shared)


def liquor_sets(state: State, seat: Seat) -> int:
    """How many times all three liquors are among the distilleries the seat is connected to."""
    found = Counter(state.board.tiles[tile] for route in scoring_routes(state.board, seat) for tile in route.tiles)
    return min(found[liquor] for liquor in LIQUORS)


def spread(state: State, seat: Seat) -> int:
    """Rows and columns of the map that hold a token of a scoring route."""
    held = [token for route in scoring_routes(state.board, seat) for token in route.tokens]
    return len({row for row, _ in held}) + len({column for _, column in held})


def borders(state: State, seat: Seat) -> int:
    """The seat's tokens that lie beside another seat's."""
    tokens = state.board.tokens
    return sum(any(near in tokens and tokens[near].seat != seat for near in beside(place)) for place in state.board.of_seat(seat))


def outer_tokens(state: State, seat: Seat) -> int:
    """The seat's tokens at the edge of the map."""
    spaces = state.board.spaces
    return sum(any(near not in spaces for near in beside(place)) for place in state.board.of_seat(seat))


def blocked_ranches(state: State, seat: Seat) -> int:
    """Free ranch spaces of other seats' colours beside a token of the seat."""
    theirs = {player.colour for player in state.players if player.seat != seat}
    near = {place for token in state.board.of_seat(seat) for place in beside(token) if state.board.free(place)}
    return sum(colour_of(state.board.spaces[place]) in theirs for place in near)


def tombstones(state: State, seat: Seat) -> int:
    """Steps that the seat's three markers have gone up."""
    return state.players[seat].markers.total


def lowest_track(state: State, seat: Seat) -> int:
    """Steps of the seat's lowest marker."""
    return state.players[seat].markers.lowest


def highest_track(state: State, seat: Seat) -> int:
    """Steps of the seat's highest marker."""
    return max(state.players[seat].markers[liquor] for liquor in LIQUORS)


def ranch_spaces(state: State, seat: Seat) -> int:
    """Free ranch spaces of the seat's colour on the map."""
    own = ranch(state.players[seat].colour)
    return sum(space == own and state.board.free(place) for place, space in state.board.spaces.items())


SIZES: Mapping[Measure, Callable[[State, Seat], Sizes]] = {
    Measure.ROUTES: route_sizes,
    Measure.RANCHES: ranch_sizes,
    Measure.DISTILLERIES: distillery_sizes,
}

MEASURES: Mapping[Measure, Callable[[State, Seat], int]] = {
    Measure.LONGEST_ROUTE: longest_route,
    Measure.RICHEST_ROUTE: richest_route,
    Measure.FULL_ROUTES: full_routes,
    Measure.SHARED_RANCHES: shared_ranches,
    Measure.COWS: cows,
    Measure.SOLE_DISTILLERIES: sole_distilleries,
    Measure.LIQUOR_SETS: liquor_sets,
    Measure.SPREAD: spread,
    Measure.BORDERS: borders,
    Measure.BLOCKED_RANCHES: blocked_ranches,
    Measure.OUTER_TOKENS: outer_tokens,
    Measure.TOMBSTONES: tombstones,
    Measure.LOWEST_TRACK: lowest_track,
    Measure.HIGHEST_TRACK: highest_track,
    Measure.RANCH_SPACES: ranch_spaces,
}
