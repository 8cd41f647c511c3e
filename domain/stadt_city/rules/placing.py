"""The placing times: seats without a piece draw one and place it, one after another."""

from domain.kernel.bag import Pile, top
from domain.kernel.names import Seat
from domain.kernel.refusal import require
from domain.kernel.rule import cites
from domain.kernel.secret import known
from domain.stadt_city.board import Square
from domain.stadt_city.commands import Place
from domain.stadt_city.facts import CharacterDrawn, FallenDrawn, PiecePlaced, SeatWentOut, TitanDrawn
from domain.stadt_city.parts import Kind
from domain.stadt_city.rulebook import L2, L3, L4, R3, R19, R29, R31
from domain.stadt_city.rules.doing import Doing
from domain.stadt_city.state import State


@cites(R29)
def next_to_place(state: State) -> Seat | None:
    """The first seat, in drawing order, that has nothing on the board."""
    return next((seat for seat in state.drawing if state.players[seat].square is None and not state.players[seat].resigned), None)


@cites(L2, L3, L4, R3)
def draw_piece(doing: Doing, seat: Seat) -> None:
    """A character; with none to draw, or no square for it, the seat is out, and draws what those who are out draw."""
    state = doing.state
    if not state.players[seat].out:
        if not state.board.all_standing:
            doing.happens(SeatWentOut(seat, "no-square"), R3)
        elif not state.characters:
            doing.happens(SeatWentOut(seat, "no-character"), state.ruleset.out_rule)
        else:
            doing.happens(CharacterDrawn(seat, _top(state.characters)), R3)
            return
    _draw_fallen(doing, seat) if state.ruleset.out_as == "fallen" else _draw_titan(doing, seat)


def _top(pile: Pile) -> str:
    return known(top(pile) or "")


@cites(L3, R31)
def _draw_titan(doing: Doing, seat: Seat) -> None:
    titans = doing.state.titans
    doing.happens(TitanDrawn(seat, _top(titans)) if titans else TitanDrawn(seat), L3 if titans else R31)


@cites(L4, R19, R31)
def _draw_fallen(doing: Doing, seat: Seat) -> None:
    """A hero or a villain as the last character lost was, then the other kind, then a plain piece."""
    state = doing.state
    last = state.players[seat].last_lost
    villain = last is not None and state.pack.personas[last].kind is Kind.VILLAIN
    for deck in ("villains", "heroes") if villain else ("heroes", "villains"):
        if pile := getattr(state, deck):
            doing.happens(FallenDrawn(seat, _top(pile), deck), R19)
            return
    doing.happens(FallenDrawn(seat), R31)


@cites(R3, R31)
def squares_for(state: State, seat: Seat) -> tuple[Square, ...]:
    """Where the piece drawn may be placed: a character where the map stands, a fallen or titan anywhere."""
    piece = state.players[seat].piece
    return state.board.all_standing if piece is None or piece.kind == "character" else state.board.squares


@cites(R3, R31)
def place(doing: Doing, command: Place) -> None:
    require(doing.state.board.has(command.square), R3, f"{command.square} is no square of this map")
    require(command.square in squares_for(doing.state, command.seat), R3, f"{command.square} is destroyed")
    piece = doing.state.players[command.seat].piece
    doing.happens(PiecePlaced(command.seat, command.square), R3 if piece is None or piece.kind == "character" else R31)
