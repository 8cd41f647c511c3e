"""Dealing anew what a viewer has not seen: any card may lie in any place."""

from collections.abc import Iterator

from domain.kernel.bag import Bag
from domain.kernel.chance import Chance
from domain.kernel.dealing import Hindsight, Unseen, fixed, without
from domain.kernel.fact import Facts
from domain.kernel.facts import DealtAnew
from domain.kernel.names import Seat
from domain.kernel.replace import replace
from domain.kernel.secret import sealed_for
from tests.kernel.night_market.facts import BuriedTurnedUp, CardBuried, CardDrawn, CardReceived, CardSold, OfferOpened
from tests.kernel.night_market.state import State


def deal(state: State, chance: Chance) -> tuple[DealtAnew, ...]:
    places = tuple(_places(state))
    seen = (card for player in state.players for card in (*player.stall, *player.turned_up))
    held = (card for _, _, bag in places for card in bag.known)
    unseen = Unseen(chance, without(state.pack.cards, seen, state.thrown_away, held, fixed(state.deck)))
    dealt = [DealtAnew(place, sealed_for(unseen.fill(bag), *owner), *owner) for place, owner, bag in places if bag.size]
    deck = unseen.lay(state.deck)
    return (*dealt, *((DealtAnew("deck", sealed_for(deck)),) if deck else ()))


def _places(state: State) -> Iterator[tuple[str, tuple[Seat, ...], Bag]]:
    """Each place, the seat that may look into it, and what is in it."""
    for number, player in enumerate(state.players):
        yield "hand", (Seat(number),), player.hand
        yield "buried", (Seat(number),), player.buried
    yield "aside", (), state.aside


def recall(state: State, facts: Facts) -> State:
    """What was drawn lay on the deck; what was shown was in the hand, unless it came there later."""
    then = Hindsight()
    for ruled in facts:
        match ruled.fact:
            case CardDrawn(seat=seat, card=card):
                then.drawn("deck", card)
                then.enters(("hand", seat), card)
            case OfferOpened(seat=seat, card=card) | CardSold(seat=seat, card=card):
                then.leaves(("hand", seat), card)
            case CardBuried(seat=seat, card=card):
                then.leaves(("hand", seat), card)
                then.enters(("buried", seat), card)
            case CardReceived(seat=seat, giver=giver, card=card):
                then.leaves(("hand", giver), card)
                then.enters(("hand", seat), card)
            case BuriedTurnedUp(seat=seat, cards=cards):
                for card in cards:
                    then.leaves(("buried", seat), card)
    for number, player in enumerate(state.players):
        hand, buried = then.bag(("hand", number), player.hand), then.bag(("buried", number), player.buried)
        state = state.with_player(Seat(number), hand=hand, buried=buried)
    return replace(state, deck=then.pile("deck", state.deck))
