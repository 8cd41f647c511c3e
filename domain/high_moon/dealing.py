"""Dealing anew what a viewer has not seen: each deck has its own cards, of which all are known by name."""

from collections.abc import Iterator

from domain.high_moon.facts import CardDrawn, CardPlaced, CardSetAside, TileLaid
from domain.high_moon.state import Player, State
from domain.kernel.bag import certain
from domain.kernel.chance import Chance
from domain.kernel.dealing import Hindsight, Unseen, fixed, without
from domain.kernel.fact import Facts
from domain.kernel.facts import DealtAnew
from domain.kernel.replace import replace
from domain.kernel.secret import sealed_for


def deal(state: State, chance: Chance) -> tuple[DealtAnew, ...]:
    """The tiles that are left, and every seat's hand and deck."""
    tiles = Unseen(chance, without(certain(state.tiles), fixed(state.tiles))).lay(state.tiles)
    return (
        *((DealtAnew("tiles", sealed_for(tiles)),) if tiles else ()),
        *(dealt for player in state.players for dealt in _cards(player, chance)),
    )


def _cards(player: Player, chance: Chance) -> Iterator[DealtAnew]:
    if not player.unplayed.size:
        return
    unseen = Unseen(chance, without(player.unplayed.known, player.hand.known, fixed(player.deck)))
    if player.hand.size:
        yield DealtAnew("hand", sealed_for(unseen.fill(player.hand), player.seat), player.seat)
    if player.deck:
        yield DealtAnew("deck", sealed_for(unseen.lay(player.deck)), player.seat)


def recall(state: State, facts: Facts) -> State:
    """What was drawn or turned up lay on top; what was played came from the hand, which holds no more than one card."""
    then = Hindsight()
    for ruled in facts:
        match ruled.fact:
            case TileLaid(liquor=liquor):
                then.drawn("tiles", liquor)
            case CardDrawn(seat=seat, card=card):
                then.drawn(seat, card)
            case CardPlaced(seat=seat, card=card) | CardSetAside(seat=seat, card=card) if then.has_drawn(seat):
                then.last_drawn_was(seat, card)
            case CardPlaced(seat=seat, card=card) | CardSetAside(seat=seat, card=card):
                then.leaves(("hand", seat), card)
    for player in state.players:
        hand, deck = then.bag(("hand", player.seat), player.hand), then.pile(player.seat, player.deck)
        state = state.with_player(player.seat, hand=hand, deck=deck)
    return replace(state, tiles=then.pile("tiles", state.tiles))
