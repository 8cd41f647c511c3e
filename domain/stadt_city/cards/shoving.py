"""Where a push or pull may move a piece: one orthogonal step that changes its distance (SC-R21, R36)."""

from collections.abc import Mapping

from domain.kernel.rule import cites
from domain.stadt_city.board import Board, Square, distance, spread
from domain.stadt_city.parts import Effect
from domain.stadt_city.rulebook import P_PULL, P_PUSH, R21

AWAY: Mapping[Effect, bool] = {Effect.PUSH: True, Effect.PULL: False, Effect.PUSH_BURST_2: True, Effect.PULL_BURST_5: False}
"""Whether the card moves pieces away from its player's or closer to it."""

RADIUS: Mapping[Effect, int] = {Effect.PULL_BURST_5: 5, Effect.PUSH_BURST_2: 2}
"""How far a burst reaches, diagonal steps counted as one."""


@cites(R21, P_PUSH, P_PULL)
def steps(board: Board, effect: Effect, origin: Square, piece: Square) -> tuple[Square, ...]:
    """The squares that a piece may be moved to; none where no step goes the card's way."""
    far = distance(origin, piece)
    return tuple(to for to in board.beside(piece) if (distance(origin, to) > far) is AWAY[effect])


@cites(R21)
def reaches(effect: Effect, origin: Square, piece: Square) -> bool:
    """Whether a burst reaches the piece."""
    return spread(origin, piece) <= RADIUS[effect]
