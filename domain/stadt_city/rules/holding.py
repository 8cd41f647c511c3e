"""Prize cards in hand, and what each of them does."""

from collections.abc import Iterator

from domain.kernel.names import Seat
from domain.kernel.refusal import require
from domain.kernel.rule import cites
from domain.kernel.secret import Unknown
from domain.stadt_city.parts import CardName, Effect
from domain.stadt_city.rulebook import S5
from domain.stadt_city.state import State


@cites(S5)
def check_held(state: State, seat: Seat, *cards: CardName) -> None:
    """Refuse prize cards that the seat does not hold; Unknown where this copy does not hold its hand."""
    hand = state.players[seat].hand
    left = list(hand.known)
    for card in cards:
        require(card in state.pack.prizes, S5, f"{card} is no prize card")
        if card not in left and not hand.whole:
            raise Unknown("the hand is sealed from this copy")
        require(card in left, S5, f"{card} is not in hand")
        left.remove(card)


def effect_of(state: State, card: CardName) -> Effect:
    """What a prize card of the pack does."""
    return state.pack.prizes[card].effect


def cards_in_hand(state: State, seat: Seat) -> Iterator[tuple[CardName, Effect]]:
    """Every prize card that the seat certainly holds, with what it does, each name once."""
    return ((card, effect_of(state, card)) for card in sorted(set(state.players[seat].hand.known)))
