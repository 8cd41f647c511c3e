"""Taking a fact into the state."""

from dataclasses import replace
from typing import Any, TypeAlias, assert_never

from domain.kernel.bag import Bag, draw, ordered
from domain.kernel.facts import AnswerDropped, AnswerSealed, DealtAnew, SeatResigned
from domain.kernel.secret import Hidden, Secret, reveal
from tests.kernel.night_market.facts import (
    BuriedTurnedUp,
    CardBuried,
    CardDrawn,
    CardGiven,
    CardLaidAside,
    CardReceived,
    CardSold,
    CoinsFined,
    DeckShuffled,
    DieRolled,
    Fact,
    HandOverLimit,
    MarketClosed,
    OfferOpened,
    OfferSpoilt,
    RoundBegun,
    TurnPassed,
)
from tests.kernel.night_market.state import Phase, State

_Card: TypeAlias = str | Hidden | None


def evolve(state: State, fact: Fact | AnswerDropped | DealtAnew) -> State:
    """The state after a fact; nothing is refused here."""
    match fact:
        case DeckShuffled():
            order = reveal(fact.cards)
            deck = (Bag.of(*state.pack.cards),) if isinstance(order, Hidden) else ordered(order)
            return replace(state, deck=deck)
        case CardDrawn():
            card = _face(fact.card)
            return _change(replace(state, deck=draw(state.deck, card)), fact, put=card)
        case RoundBegun():
            return replace(state, round=fact.round, phase=Phase.OFFERS)
        case AnswerSealed():
            return state.with_player(fact.seat, offer=reveal(fact.answer))
        case AnswerDropped():
            return state.with_player(fact.seat, offer=None)
        case DealtAnew():
            return _dealt(state, fact)
        case OfferOpened():
            stall = (*state.players[fact.seat].stall, fact.card)
            return _change(state, fact, take=fact.card, stall=stall, offer=None)
        case OfferSpoilt():
            stall = state.players[fact.seat].stall
            last = len(stall) - 1 - stall[::-1].index(fact.card)
            spoilt = state.with_player(fact.seat, stall=stall[:last] + stall[last + 1 :])
            return replace(spoilt, thrown_away=(*state.thrown_away, fact.card))
        case TurnPassed():
            return replace(state, phase=Phase.TURN, active=fact.seat, deals=0, rolled=False)
        case CardSold():
            stall = (*state.players[fact.seat].stall, fact.card)
            return _deal(_change(state, fact, take=fact.card, stall=stall))
        case CardBuried():
            card = _face(fact.card)
            return _deal(_change(state, fact, take=card, buried=state.players[fact.seat].buried.put(card)))
        case CardGiven():
            return _deal(replace(_change(state, fact, take=_face(fact.card)), given=_face(fact.card)))
        case CardReceived():
            put = state.given if isinstance(_face(fact.card), Hidden) else _face(fact.card)
            return _change(replace(state, given=None), fact, put=put)
        case DieRolled():
            coins = state.players[fact.seat].coins + fact.pips
            return replace(state.with_player(fact.seat, coins=coins), rolled=True)
        case CoinsFined():
            return state.with_player(fact.seat, coins=state.players[fact.seat].coins - fact.coins)
        case HandOverLimit():
            return replace(state, phase=Phase.LAYING_ASIDE)
        case CardLaidAside():
            card = _face(fact.card)
            return replace(_change(state, fact, take=card), aside=state.aside.put(card))
        case BuriedTurnedUp():
            return state.with_player(fact.seat, buried=Bag(0), turned_up=fact.cards)
        case MarketClosed():
            return replace(state, phase=Phase.OVER)
        case SeatResigned():
            return state.with_player(fact.seat, left=True, offer=None)
        case _:
            assert_never(fact)


def _dealt(state: State, fact: DealtAnew) -> State:
    cards = reveal(fact.cards)
    if isinstance(cards, Hidden):
        return state
    if fact.place == "deck":
        return replace(state, deck=ordered(cards))
    if fact.seat is None:
        return replace(state, aside=Bag.of(*cards))
    return state.with_player(fact.seat, **{fact.place: Bag.of(*cards)})


def _face(card: Secret[str]) -> str | Hidden:
    return reveal(card)


def _change(state: State, fact: Any, take: _Card = None, put: _Card = None, **changes: Any) -> State:
    """The fact's seat with a card fewer or more in hand, and other changes."""
    hand = state.players[fact.seat].hand
    hand = hand if take is None else hand.take(take)
    return state.with_player(fact.seat, hand=hand if put is None else hand.put(put), **changes)


def _deal(state: State) -> State:
    return replace(state, deals=state.deals + 1)
