"""The start: the deck, the hands and the first round."""

from domain.kernel.chance import Chance
from domain.kernel.fact import Facts
from domain.kernel.rule import cites
from domain.kernel.secret import sealed_for
from tests.kernel.night_market.facts import CardDrawn, DeckShuffled
from tests.kernel.night_market.rulebook import SETUP
from tests.kernel.night_market.rules import folded, round_begins
from tests.kernel.night_market.state import State


@cites(SETUP)
def start(state: State, chance: Chance) -> Facts:
    order = chance.shuffle("deck", state.pack.cards)
    hands = [seat for _ in range(state.pack.hand) for seat in state.still_here()]
    dealt = (
        DeckShuffled(sealed_for(order)).by(SETUP),
        *(CardDrawn(seat, sealed_for(card, seat)).by(SETUP) for seat, card in zip(hands, order, strict=False)),
    )
    return (*dealt, *round_begins(folded(state, dealt), 1))
