"""Phase 2: tokens come onto the map."""

from functools import partial

from domain.high_moon.board import Place
from domain.high_moon.commands import Decline, PlaceToken
from domain.high_moon.facts import SecondTokenDeclined, TokenPlaced, TokensDiscarded
from domain.high_moon.rulebook import B3, R11, R26, T1, T2, T3, T4
from domain.high_moon.rules.actions import finished
from domain.high_moon.rules.order import Step, always, carry_out, check_card_done, check_no_track_open, check_turn
from domain.high_moon.rules.places import check_token_place
from domain.high_moon.rules.tombstones import count_space
from domain.high_moon.state import Action, SecondTokenOpen, State
from domain.kernel.fact import Facts
from domain.kernel.names import Seat
from domain.kernel.refusal import require
from domain.kernel.rule import Rule, cites


@cites(T1, T2, T3, T4, R26)
def place_token(state: State, command: PlaceToken) -> Facts:
    """One token at its price, or the second one of a bat bottle."""
    seat, kind, at = command.seat, command.kind, command.at
    by_bat = isinstance(state.pending, SecondTokenOpen)
    check_turn(state, seat)
    if not by_bat:
        check_card_done(state)
    check_no_track_open(state)
    check_token_place(state, seat, kind, at)
    if by_bat:
        return carry_out(state, *second(state, seat, kind, at), *finished(seat, "token"))
    check_price(state, seat)
    return carry_out(state, *bought(state, seat, kind, at), *finished(seat, "token"))


@cites(T2, T3, T4)
def bought(state: State, seat: Seat, kind: str, at: Place) -> tuple[Step, ...]:
    """The steps by which a token lies at its price: the discards, the token, and what its space counts for."""
    discards = (TokensDiscarded(seat, price(state) - 1).by(T2),) if price(state) > 1 else ()
    placed = TokenPlaced(seat, kind, at, "available", by_bottle=False)
    return always(*discards, placed.by(T3 if kind == "ranch" else T4)), _counting(state, seat, at, "token")


@cites(B3)
def second(state: State, seat: Seat, kind: str, at: Place) -> tuple[Step, ...]:
    """The steps by which a bat's second token lies."""
    return laid_by_bottle(state, seat, kind, at, "available", B3)


@cites(T2, R11)
def price(state: State) -> int:
    """How many available tokens the next token takes: itself and one discard for each that counted before."""
    return state.turn.placed + 1


@cites(T2)
def check_price(state: State, seat: Seat) -> None:
    available = state.players[seat].available
    require(available >= price(state), T2, f"the next token takes {price(state)} available ones, you have {available}")


@cites(R11)
def laid_by_bottle(state: State, seat: Seat, kind: str, at: Place, source: str, rule: Rule, action: Action = "token") -> tuple[Step, ...]:
    """The steps by which a bottle's token lies, and what its space counts for; it costs no discards."""
    placed = TokenPlaced(seat, kind, at, source, by_bottle=True)
    return always(placed.by(rule)), _counting(state, seat, at, action)


def _counting(state: State, seat: Seat, at: Place, action: Action) -> Step:
    return partial(count_space, seat=seat, space=state.board.spaces[at], action=action)


@cites(R26)
def decline(state: State, command: Decline) -> Facts:
    """The bat's second token stays where it is."""
    check_turn(state, command.seat)
    check_no_track_open(state)
    require(isinstance(state.pending, SecondTokenOpen), R26, "no second token is asked for")
    return (SecondTokenDeclined(command.seat).by(R26),)
