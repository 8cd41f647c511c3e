"""Who is asked what, and every legal answer."""

from domain.kernel.names import Seat
from domain.kernel.question import Asked, Choice
from domain.kernel.secret import Unknown, sealed_for
from tests.kernel.night_market.commands import Bury, EndTurn, Give, LayAside, Offer, Roll, Sell
from tests.kernel.night_market.rules import DEALS_A_TURN
from tests.kernel.night_market.state import Phase, State


def waiting(state: State) -> tuple[Asked, ...]:
    match state.phase:
        case Phase.OFFERS:
            return tuple(Asked(seat, "offer", alone=False, detail=f"round {state.round}") for seat in state.offering())
        case Phase.TURN | Phase.LAYING_ASIDE:
            return (Asked(state.active, state.phase),)
        case Phase.OVER:
            return ()


def choices(state: State, seat: Seat) -> tuple[Choice, ...]:
    """Every legal answer to the seat's question, from its own view."""
    asked = next((asked for asked in waiting(state) if asked.seat == seat), None)
    match asked and asked.kind:
        case "offer":
            return tuple(Choice(Offer(seat, sealed_for(card, seat))) for card in _hand(state, seat))
        case "laying-aside":
            return tuple(Choice(LayAside(seat, sealed_for(card, seat))) for card in _hand(state, seat))
        case "turn":
            luck = () if state.rolled else (Choice(Roll(seat)),)
            return (*_deals(state, seat), *luck, Choice(EndTurn(seat)))
        case _:
            return ()


def _deals(state: State, seat: Seat) -> tuple[Choice, ...]:
    if state.deals >= DEALS_A_TURN:
        return ()
    deals = []
    for card in _hand(state, seat):
        worth = state.pack.worth(card)
        deals += [
            Choice(Sell(seat, card), gives=(("points", worth),)),
            Choice(Bury(seat, sealed_for(card, seat)), gives=(("points", 2 * worth),)),
            Choice(Give(seat, sealed_for(card, seat))),
        ]
    return tuple(deals)


def _hand(state: State, seat: Seat) -> tuple[str, ...]:
    hand = state.players[seat].hand
    if not hand.whole:
        raise Unknown("the hand is sealed from this copy")
    return tuple(sorted(set(hand.known)))
