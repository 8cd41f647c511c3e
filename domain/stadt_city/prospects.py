"""What squares, fights and losses are worth to a seat, as far as anybody can tell from what all see; a point is a hundred."""

from collections.abc import Iterable
from functools import lru_cache

from domain.kernel.bag import size
from domain.kernel.names import Seat
from domain.stadt_city.board import Board, Square, spread
from domain.stadt_city.state import State

POINT = 100
PRIZE = 15
OUT, BADLY_HURT, HURT, REPLACED = 900, 250, 120, 40
"""What it costs to go out, to lose the last but one life, one before that, and a character that costs no life."""
NEAR = 2
STANDING_NEAR = 3
FAR_FROM_RUIN = 5
_BEFORE_STEPS = ("before-roll", "before-steps", "steps")
_BEFORE_ALL = ("first-placing", "last-placing", "round-end")
UNSURE = 2
"""What may change before it comes to a challenge counts a half."""


def square_worth(state: State, seat: Seat, square: Square) -> int:
    """What it is worth to the seat that its piece stands on this square, from now on."""
    player = state.players[seat]
    mortal = player.piece is not None and player.piece.kind == "character"
    if mortal and not state.board.standing(square):
        return -loss_worth(state, seat, counted=True)
    company = [other for other in state.on(square) if other != seat]
    staying = [other for other in company if not may_leave(state, other)]
    fights = fight_worth(state, seat, staying) + (fight_worth(state, seat, company) if len(company) != len(staying) else 0) // UNSURE
    return (_room(state.board, square) if mortal else 0) + fights


def loss_worth(state: State, seat: Seat, counted: bool) -> int:
    """What it costs a seat to lose its character, its ally's with it; the dearer the fewer characters are left to draw."""
    player = state.players[seat]
    ally = 0 if player.ally is None or not state.players[player.ally].is_character else REPLACED
    return _life(state, seat, counted) + ally


def fight_worth(state: State, seat: Seat, company: Iterable[Seat]) -> int:
    """What the seat may expect of a challenge with these others; 0 where there is none."""
    others = tuple(company)
    rivals = tuple(other for other in others if not state.allied(seat, other))
    there = (seat, *others)
    if not rivals or not any(_is_mortal(state, each) for each in there):
        return 0
    sides = _sides(state, there)
    return (_victory(state, rivals) + (sides - 1) * _defeat(state, seat, rivals)) // sides


def shove_worth(state: State, seat: Seat, piece: Seat, to: Square) -> int:
    """What it is worth to the seat that this piece is moved to a square: the loss of rivals, the good of an ally."""
    here = state.players[piece].square
    if here is None:
        return 0
    change = square_worth(state, piece, to) - square_worth(state, piece, here)
    return change if state.allied(seat, piece) else -change // _rivals(state)


def may_leave(state: State, seat: Seat) -> bool:
    """Whether the seat's own move comes before the next challenges."""
    moving = state.active == seat and state.stage in _BEFORE_STEPS
    return moving or seat in state.to_move or state.stage in _BEFORE_ALL


def _life(state: State, seat: Seat, counted: bool) -> int:
    left = state.ruleset.most_losses - state.players[seat].losses
    cost = (OUT if left <= 1 else BADLY_HURT if left == 2 else HURT) if counted else REPLACED
    drawing = sum(not player.out and not player.resigned for player in state.players)
    missing = max(0, drawing - size(state.characters))
    return max(cost, OUT * missing // drawing) if drawing else cost


def _is_mortal(state: State, seat: Seat) -> bool:
    piece = state.players[seat].piece
    return piece is not None and piece.kind == "character"


@lru_cache(maxsize=1024)
def _room(board: Board, square: Square) -> int:
    """How much stands around a square: the way out of there, and how far ruin is."""
    near = sum(spread(square, other) <= NEAR for other in board.all_standing)
    beside = sum(map(board.standing, board.beside(square)))
    return STANDING_NEAR * near + FAR_FROM_RUIN * beside


def _sides(state: State, there: tuple[Seat, ...]) -> int:
    """Two for even numbers; else everyone is a side, allies being one together."""
    if len(there) % 2 == 0:
        return 2
    pairs = sum(state.players[seat].ally in there for seat in there) // 2
    return len(there) - pairs


def _victory(state: State, rivals: tuple[Seat, ...]) -> int:
    """A point, prize cards, and what the rivals lose by it."""
    harm = sum(_life(state, rival, "challenge" in state.ruleset.counted) for rival in rivals if _is_mortal(state, rival))
    return POINT + PRIZE * state.ruleset.winner_draws + harm // _rivals(state)


def _rivals(state: State) -> int:
    """Among how many others what one of them loses is shared out."""
    return max(1, sum(not player.out and not player.resigned for player in state.players) - 1)


def _defeat(state: State, seat: Seat, rivals: tuple[Seat, ...]) -> int:
    consoled = PRIZE * state.ruleset.loser_draws
    if not _is_mortal(state, seat):
        return consoled
    cause = "challenge" if all(_is_mortal(state, rival) for rival in rivals) else state.ruleset.beaten_by_fallen
    return consoled - loss_worth(state, seat, cause in state.ruleset.counted)
