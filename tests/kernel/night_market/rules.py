"""The rules of the market, each from a command to its facts."""

from collections import Counter

from domain.kernel.chance import Chance
from domain.kernel.fact import Facts
from domain.kernel.facts import AnswerSealed, DeadlineLifted, DeadlineSet
from domain.kernel.names import Seat
from domain.kernel.refusal import require
from domain.kernel.rule import Rule, cites
from domain.kernel.secret import Hidden, Secret, Unknown, known, sealed_for
from tests.kernel.night_market.commands import Bury, EndTurn, Fine, Give, LayAside, Offer, Roll, Sell
from tests.kernel.night_market.evolve import evolve
from tests.kernel.night_market.facts import (
    BuriedTurnedUp,
    CardBuried,
    CardDrawn,
    CardGiven,
    CardLaidAside,
    CardReceived,
    CardSold,
    CoinsFined,
    DieRolled,
    HandOverLimit,
    MarketClosed,
    OfferOpened,
    OfferSpoilt,
    RoundBegun,
    TurnPassed,
)
from tests.kernel.night_market.rulebook import (
    BURY,
    DEALS,
    DRAW,
    END,
    FINE,
    GIVE,
    LATE,
    LEAVE,
    LIMIT,
    LUCK,
    OFFER,
    SELL,
    SPOILT,
    TURN,
)
from tests.kernel.night_market.state import Phase, State

BELL = "bell"
DEALS_A_TURN = 2
DRAWS_A_TURN = 2
PIPS = 6


def folded(state: State, facts: Facts) -> State:
    for ruled in facts:
        if not isinstance(ruled.fact, DeadlineSet | DeadlineLifted):
            state = evolve(state, ruled.fact)  # type: ignore[arg-type]
    return state


@cites(OFFER)
def offer(state: State, command: Offer) -> Facts:
    require(state.phase is Phase.OFFERS, OFFER, "no offers are made now")
    _require_in_hand(state, command.seat, command.card, OFFER)
    sealed = (AnswerSealed(command.seat, command.card).by(OFFER),)
    after = folded(state, sealed)
    return (*sealed, *_all_offered(after))


def _all_offered(state: State) -> Facts:
    if any(state.players[seat].offer is None for seat in state.offering()):
        return ()
    return (DeadlineLifted(BELL).by(OFFER), *_opened(state, OFFER))


@cites(LATE)
def bell_rings(state: State) -> Facts:
    return _opened(state, LATE)


@cites(OFFER, SPOILT)
def _opened(state: State, rule: Rule) -> Facts:
    offers = {seat: offer for seat in state.offering() if (offer := state.players[seat].offer) is not None}
    if any(isinstance(card, Hidden) for card in offers.values()):
        raise Unknown("an offer is sealed from this copy")
    times = Counter(offers.values())
    return (
        *(OfferOpened(seat, str(card)).by(rule) for seat, card in offers.items()),
        *(OfferSpoilt(seat, str(card)).by(SPOILT) for seat, card in offers.items() if times[card] > 1 and _spoils(state)),
        TurnPassed(state.still_here()[0]).by(TURN),
    )


def _spoils(state: State) -> bool:
    return bool(state.options["equal_offers_spoil"])


@cites(TURN)
def _require_turn(state: State, seat: Seat, phase: Phase = Phase.TURN) -> None:
    require(state.phase is phase and state.active == seat, TURN, "it is not this seat's turn for that")


def _require_in_hand(state: State, seat: Seat, card: Secret[str], rule: Rule) -> None:
    hand = state.players[seat].hand
    if known(card) not in hand.known and not hand.whole:
        raise Unknown("the hand is sealed from this copy")
    require(known(card) in hand.known, rule, "the card is not in hand")


@cites(DEALS)
def _require_deal(state: State, seat: Seat, card: Secret[str]) -> None:
    _require_turn(state, seat)
    require(state.deals < DEALS_A_TURN, DEALS, f"{DEALS_A_TURN} deals are done")
    _require_in_hand(state, seat, card, DEALS)


@cites(SELL)
def sell(state: State, command: Sell) -> Facts:
    _require_deal(state, command.seat, command.card)
    return (CardSold(command.seat, command.card).by(SELL),)


@cites(BURY)
def bury(state: State, command: Bury) -> Facts:
    _require_deal(state, command.seat, command.card)
    return (CardBuried(command.seat, command.card).by(BURY),)


@cites(GIVE)
def give(state: State, command: Give) -> Facts:
    _require_deal(state, command.seat, command.card)
    to = state.neighbour(command.seat)
    if to is None:
        return ()
    afresh = sealed_for(known(command.card), to)
    return (CardGiven(command.seat, command.card).by(GIVE), CardReceived(to, command.seat, afresh).by(GIVE))


@cites(LUCK)
def roll(state: State, command: Roll, chance: Chance) -> Facts:
    _require_turn(state, command.seat)
    require(not state.rolled, LUCK, "the die was rolled this turn")
    return (DieRolled(command.seat, chance.below("die", PIPS) + 1).by(LUCK),)


@cites(DRAW)
def end_turn(state: State, command: EndTurn) -> Facts:
    _require_turn(state, command.seat)
    cards = [card for bag in state.deck[:DRAWS_A_TURN] for card in _only(bag.known, bag.size)]
    drawn = tuple(CardDrawn(command.seat, sealed_for(card, command.seat)).by(DRAW) for card in cards)
    return (*drawn, *_limit(folded(state, drawn), command.seat))


def _only(cards: tuple[str, ...], size: int) -> tuple[str, ...]:
    if size != 1 or len(cards) != 1:
        raise Unknown("the order of the deck is sealed from this copy")
    return cards


@cites(LIMIT)
def _limit(state: State, seat: Seat) -> Facts:
    if state.players[seat].hand.size > state.pack.limit:
        return () if state.phase is Phase.LAYING_ASIDE else (HandOverLimit(seat).by(LIMIT),)
    return _turn_passes(state)


@cites(LIMIT)
def lay_aside(state: State, command: LayAside) -> Facts:
    _require_turn(state, command.seat, Phase.LAYING_ASIDE)
    _require_in_hand(state, command.seat, command.card, LIMIT)
    laid = (CardLaidAside(command.seat, command.card).by(LIMIT),)
    return (*laid, *_limit(folded(state, laid), command.seat))


@cites(TURN)
def _turn_passes(state: State) -> Facts:
    later = next((seat for seat in state.still_here() if seat > state.active), None)
    if later is not None:
        return (TurnPassed(later).by(TURN),)
    return round_begins(state, state.round + 1) if state.round < state.rounds else _end(state)


@cites(OFFER)
def round_begins(state: State, number: int) -> Facts:
    begun = RoundBegun(number).by(OFFER)
    if not state.offering():
        return (begun, TurnPassed(state.still_here()[0]).by(TURN))
    return (begun, DeadlineSet(BELL, state.pack.bell_seconds * 1000).by(LATE))


@cites(END)
def _end(state: State) -> Facts:
    buried = {seat: bag for seat in state.still_here() if (bag := state.players[seat].buried).size}
    if not all(bag.whole for bag in buried.values()):
        raise Unknown("what lies buried is sealed from this copy")
    return (
        *(BuriedTurnedUp(seat, bag.known).by(END) for seat, bag in buried.items()),
        MarketClosed().by(END),
    )


@cites(FINE)
def fine(state: State, command: Fine) -> Facts:
    require(0 <= command.debtor < len(state.players), FINE, f"there is no seat {command.debtor}")
    require(0 < command.coins <= state.players[command.debtor].coins, FINE, "only coins that the seat has are fined")
    return (CoinsFined(command.debtor, command.coins, command.judge, command.reason).by(FINE),)


@cites(LEAVE)
def leave(state: State, seat: Seat) -> Facts:
    """What follows when a seat has resigned."""
    if not state.still_here():
        return ()
    if state.phase is Phase.OFFERS:
        return _all_offered(state)
    return _turn_passes(state) if state.active == seat else ()
