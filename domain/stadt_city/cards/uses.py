"""What each prize card can do for its player at this moment, as data; a card that would change nothing has no use."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from domain.kernel.names import Seat
from domain.kernel.rule import cites
from domain.stadt_city.board import Square, place
from domain.stadt_city.cards.shoving import reaches, steps
from domain.stadt_city.parts import Effect
from domain.stadt_city.rulebook import (
    P_ANOMALY_PROTECTION,
    P_COLUMN_ANOMALY_CLEAR,
    P_FLY,
    P_PULL,
    P_PULL_BURST_5,
    P_PUSH,
    P_PUSH_BURST_2,
    P_ROW_ANOMALY_CLEAR,
    P_SLOW_DICE,
    P_SWITCH,
    P_TELEPORTATION,
    P_THRICE_DICE,
    P_TWICE_DICE,
    R5,
    R8,
    R21,
    R22,
    R36,
)
from domain.stadt_city.state import Player, State

SLOW_SIDES = 4


@dataclass(frozen=True, slots=True)
class Dice:
    """What is rolled to move instead of one die of the ruleset."""

    count: int
    sides: int


@dataclass(frozen=True, slots=True)
class Use:
    """One way to play a card: what has to be named for it (``piece``, ``to``), and what comes of it."""

    piece: Seat | None = None
    to: Square | None = None
    moves: tuple[tuple[Seat, Square], ...] = ()
    """Pieces and where they go, all at once."""
    burst: tuple[Seat, ...] = ()
    """Pieces that its player moves one by one, in turn order."""
    restores: tuple[Square, ...] = ()
    protects: Square | None = None
    dice: Dice | None = None
    flies: bool = False


@cites(P_TWICE_DICE, P_THRICE_DICE)
def _more_dice(state: State, seat: Seat, square: Square, count: int) -> Iterator[Use]:
    yield Use(dice=Dice(count, state.ruleset.die))


@cites(P_SLOW_DICE)
def _slow_die(state: State, seat: Seat, square: Square) -> Iterator[Use]:
    yield Use(dice=Dice(1, SLOW_SIDES))


@cites(P_FLY, R5, R8)
def _flight(state: State, seat: Seat, square: Square) -> Iterator[Use]:
    """Only who would die entering an anomaly has to fly over it."""
    if state.players[seat].is_character and state.options.crossing_kills:
        yield Use(flies=True)


@cites(P_COLUMN_ANOMALY_CLEAR, P_ROW_ANOMALY_CLEAR)
def _cleared_line(state: State, seat: Seat, square: Square, axis: int) -> Iterator[Use]:
    """``axis`` 0: the piece's column; 1: its row."""
    line = tuple(each for each in state.board.squares if each in state.board.destroyed and place(each)[axis] == place(square)[axis])
    if line:
        yield Use(restores=line)


@cites(P_PUSH, P_PULL, R36)
def _shove(state: State, seat: Seat, square: Square, effect: Effect) -> Iterator[Use]:
    for other, at in _others(state, seat):
        yield from (Use(other, to, ((other, to),)) for to in steps(state.board, effect, square, at))


@cites(P_ANOMALY_PROTECTION, R22)
def _protection(state: State, seat: Seat, square: Square) -> Iterator[Use]:
    if state.board.standing(square) and square not in state.protected:
        yield Use(protects=square)


@cites(P_SWITCH, R36)
def _switch(state: State, seat: Seat, square: Square) -> Iterator[Use]:
    yield from (Use(other, moves=((seat, at), (other, square))) for other, at in _others(state, seat) if at != square)


@cites(P_TELEPORTATION, R36)
def _teleportation(state: State, seat: Seat, square: Square) -> Iterator[Use]:
    for at in sorted({at for _, at in _others(state, seat)} - {square}, key=place):
        yield Use(to=at, moves=((seat, at),))


@cites(P_PULL_BURST_5, P_PUSH_BURST_2, R21)
def _burst(state: State, seat: Seat, square: Square, effect: Effect) -> Iterator[Use]:
    """Every piece that it reaches and that can go the right way."""
    places = dict(_others(state, seat))
    reached = {other for other, at in places.items() if reaches(effect, square, at) and steps(state.board, effect, square, at)}
    if reached:
        yield Use(burst=tuple(other for other in state.turn_order if other in reached))


def _others(state: State, seat: Seat) -> Iterator[tuple[Seat, Square]]:
    """Every other piece that can be moved, and where it stands."""
    return ((other.seat, _square(other)) for other in state.standing() if other.seat != seat)


def _square(player: Player) -> Square:
    return player.square or ""


_USES: Mapping[Effect, Callable[[State, Seat, Square], Iterator[Use]]] = {
    Effect.TWICE_DICE: partial(_more_dice, count=2),
    Effect.THRICE_DICE: partial(_more_dice, count=3),
    Effect.SLOW_DICE: _slow_die,
    Effect.FLY: _flight,
    Effect.COLUMN_ANOMALY_CLEAR: partial(_cleared_line, axis=0),
    Effect.ROW_ANOMALY_CLEAR: partial(_cleared_line, axis=1),
    Effect.PUSH: partial(_shove, effect=Effect.PUSH),
    Effect.PULL: partial(_shove, effect=Effect.PULL),
    Effect.ANOMALY_PROTECTION: _protection,
    Effect.SWITCH: _switch,
    Effect.TELEPORTATION: _teleportation,
    Effect.PULL_BURST_5: partial(_burst, effect=Effect.PULL_BURST_5),
    Effect.PUSH_BURST_2: partial(_burst, effect=Effect.PUSH_BURST_2),
}


def uses(state: State, seat: Seat, effect: Effect) -> tuple[Use, ...]:
    """Every way in which the seat, which has a piece on the board, can use a card with this effect, whatever the moment."""
    square = state.players[seat].square
    return tuple(_USES[effect](state, seat, square)) if square is not None and effect in _USES else ()
