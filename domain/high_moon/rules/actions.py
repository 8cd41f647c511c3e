"""What every action of the map ends with: tile, connections, criteria, a bat's second token."""

from functools import partial

from domain.high_moon.board import footprint
from domain.high_moon.facts import SecondTokenAsked, TileLaid
from domain.high_moon.parts import DISTILLERY
from domain.high_moon.rulebook import C9, D2, R19, R23, R26
from domain.high_moon.rules.connections import connect
from domain.high_moon.rules.criteria import score_immediate
from domain.high_moon.rules.order import Step
from domain.high_moon.rules.places import token_places
from domain.high_moon.state import Action, State
from domain.kernel.bag import top
from domain.kernel.fact import Facts
from domain.kernel.names import Seat
from domain.kernel.rule import cites
from domain.kernel.secret import known


@cites(R23)
def finished(seat: Seat, action: Action) -> tuple[Step, ...]:
    """The steps that end an action, after its gains and its tombstones."""
    match action:
        case "card":
            return lay_tile, partial(connect, rule=R19), score_immediate
        case "bat":
            return *settled(action), score_immediate, partial(ask_second_token, seat=seat)
        case _:
            return *settled(action), score_immediate


@cites(R23)
def settled(action: Action) -> tuple[Step, ...]:
    """The part of that which chance has no say in: a token's connections, but not those of a card, whose tile is drawn first."""
    return () if action == "card" else (partial(connect, rule=D2),)


@cites(C9)
def lay_tile(state: State) -> Facts:
    """The top tile goes face up on the distillery of the card just placed, if it has one."""
    liquor = top(state.tiles)
    if state.laid_at is None or liquor is None:
        return ()
    board, pack = state.board, state.pack
    places = footprint(state.laid_at, pack.width, pack.height)
    bare = (place for place in places if board.spaces[place] == DISTILLERY and place not in board.tiles)
    return tuple(TileLaid(place, known(liquor)).by(C9) for place in bare)


@cites(R26)
def ask_second_token(state: State, seat: Seat) -> Facts:
    """A bat's second token is asked for when one could be placed."""
    possible = state.players[seat].available and token_places(state, seat)
    return (SecondTokenAsked(seat).by(R26),) if possible else ()
