"""The rules of the game for tests, so that what it shows of the kernel can be trusted."""

from dataclasses import replace
from typing import Any

import pytest

from domain.kernel.bag import Bag, ordered
from domain.kernel.chance import Chance, UnknownChance
from domain.kernel.fact import Fact, Facts
from domain.kernel.facts import AnswerSealed, DeadlineLifted, DeadlineSet, Expire
from domain.kernel.game import Opening, PointsCounted
from domain.kernel.names import Seat
from domain.kernel.refusal import Refused
from domain.kernel.rule import Rule
from domain.kernel.secret import HIDDEN, Sealed, Unknown, sealed_for
from tests.kernel.night_market import NIGHT_MARKET
from tests.kernel.night_market.commands import Bury, EndTurn, Give, LayAside, Offer, Roll, Sell
from tests.kernel.night_market.facts import (
    BuriedTurnedUp,
    CardBuried,
    CardDrawn,
    CardGiven,
    CardLaidAside,
    CardReceived,
    CardSold,
    DieRolled,
    HandOverLimit,
    MarketClosed,
    OfferOpened,
    OfferSpoilt,
    RoundBegun,
    TurnPassed,
)
from tests.kernel.night_market.rulebook import (
    BURIED,
    BURY,
    COINS,
    DEALS,
    DRAW,
    END,
    GIVE,
    LATE,
    LEAVE,
    LIMIT,
    LUCK,
    OFFER,
    SELL,
    SETUP,
    SPOILT,
    STALL,
    TIE,
    TURN,
)
from tests.kernel.night_market.state import Phase, Player, State
from tests.match import Match, chosen_pack

RED, BLUE, AMBER = Seat(0), Seat(1), Seat(2)
KITE, DRUM, MASK, LAMP = (f"lanterns:{key}" for key in ("kite", "drum", "mask", "lamp"))
OPTIONS = {option.name: option.default for option in NIGHT_MARKET.options}
EMPTY = NIGHT_MARKET.initial(Opening("1", chosen_pack(NIGHT_MARKET).pack, OPTIONS, (None, None, None)))


class Loaded(UnknownChance):
    """A die that always falls on the side above this number."""

    def __init__(self, number: int) -> None:
        self.number = number

    def below(self, label: str, bound: int) -> int:
        return self.number


def market(phase: Phase = Phase.TURN, *hands: tuple[str, ...], **changes: Any) -> State:
    players = tuple(Player(hand=Bag.of(*hand)) for hand in hands or ((KITE, DRUM), (KITE,), (MASK, LAMP)))
    return replace(EMPTY, players=players, phase=phase, round=1, **changes)


def own(card: str, seat: Seat) -> Sealed[str]:
    return sealed_for(card, seat)


def facts(state: State, command: Any, chance: Chance | None = None) -> tuple[Fact, ...]:
    decided: Facts = NIGHT_MARKET.decide(state, command, chance or UnknownChance())
    return tuple(ruled.fact for ruled in decided)


def refused_by(state: State, command: Any) -> Rule:
    with pytest.raises(Refused) as refused:
        NIGHT_MARKET.decide(state, command, UnknownChance())
    return refused.value.refusal.rule


@pytest.mark.rule(SETUP)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_seat_starts_with_a_hand_and_the_rest_is_the_deck(seats: int) -> None:
    state = Match.started(NIGHT_MARKET, seats).state
    assert [player.hand.size for player in state.players] == [4] * seats
    assert len(state.deck) == 32 - 4 * seats


@pytest.mark.rule(OFFER)
def test_an_offer_before_the_last_is_only_sealed() -> None:
    state, card = market(Phase.OFFERS), own(DRUM, RED)
    assert facts(state, Offer(RED, card)) == (AnswerSealed(RED, card),)


@pytest.mark.rule(OFFER)
def test_the_last_offer_opens_all() -> None:
    state = market(Phase.OFFERS).with_player(RED, offer=DRUM).with_player(BLUE, offer=KITE)
    card = own(MASK, AMBER)
    assert facts(state, Offer(AMBER, card)) == (
        AnswerSealed(AMBER, card),
        DeadlineLifted("bell"),
        OfferOpened(RED, DRUM),
        OfferOpened(BLUE, KITE),
        OfferOpened(AMBER, MASK),
        TurnPassed(RED),
    )


@pytest.mark.rule(OFFER)
def test_a_seat_without_cards_is_not_waited_for() -> None:
    state = market(Phase.OFFERS, (KITE,), (), ())
    assert facts(state, Offer(RED, own(KITE, RED)))[1:3] == (DeadlineLifted("bell"), OfferOpened(RED, KITE))


@pytest.mark.rule(OFFER)
def test_only_a_card_in_hand_is_offered_and_only_while_offers_are_made() -> None:
    assert refused_by(market(Phase.OFFERS), Offer(RED, own(LAMP, RED))) is OFFER
    assert refused_by(market(Phase.TURN), Offer(RED, own(KITE, RED))) is OFFER


@pytest.mark.rule(SPOILT)
@pytest.mark.parametrize("spoil", [True, False])
def test_equal_offers_are_thrown_away_if_the_table_plays_so(spoil: bool) -> None:
    state = market(Phase.OFFERS, options={**OPTIONS, "equal_offers_spoil": spoil})
    state = state.with_player(RED, offer=KITE).with_player(BLUE, offer=KITE)
    spoilt = [fact for fact in facts(state, Offer(AMBER, own(MASK, AMBER))) if isinstance(fact, OfferSpoilt)]
    assert spoilt == ([OfferSpoilt(RED, KITE), OfferSpoilt(BLUE, KITE)] if spoil else [])


@pytest.mark.rule(LATE)
def test_when_the_bell_rings_the_slow_seats_offer_nothing() -> None:
    state = market(Phase.OFFERS).with_player(BLUE, offer=KITE)
    assert facts(state, Expire("bell")) == (OfferOpened(BLUE, KITE), TurnPassed(RED))
    assert facts(market(Phase.OFFERS), Expire("bell")) == (TurnPassed(RED),)


@pytest.mark.rule(TURN)
@pytest.mark.parametrize("command", [Sell(BLUE, KITE), Roll(BLUE), EndTurn(BLUE), LayAside(RED, own(KITE, RED))])
def test_no_seat_acts_in_anothers_turn_or_at_another_time(command: Any) -> None:
    assert refused_by(market(), command) is TURN


@pytest.mark.rule(SELL)
def test_a_card_is_sold() -> None:
    state = market()
    assert facts(state, Sell(RED, KITE)) == (CardSold(RED, KITE),)
    after = NIGHT_MARKET.evolve(state, CardSold(RED, KITE))
    assert (after.players[RED].stall, after.players[RED].hand, after.deals) == ((KITE,), Bag.of(DRUM), 1)


@pytest.mark.rule(BURY)
def test_a_card_is_buried_under_the_seal_of_the_command() -> None:
    card = own(KITE, RED)
    (buried,) = facts(market(), Bury(RED, card))
    assert buried == CardBuried(RED, card)
    assert isinstance(buried, CardBuried)
    assert buried.card is card
    assert NIGHT_MARKET.evolve(market(), CardBuried(RED, HIDDEN)).players[RED].buried == Bag(1)


@pytest.mark.rule(GIVE)
def test_a_card_is_given_to_the_next_seat_still_here_and_sealed_afresh_for_it() -> None:
    state = market().with_player(BLUE, left=True)
    assert facts(state, Give(RED, own(KITE, RED))) == (
        CardGiven(RED, own(KITE, RED)),
        CardReceived(AMBER, RED, own(KITE, AMBER)),
    )


@pytest.mark.rule(DEALS)
@pytest.mark.parametrize("command", [Sell(RED, KITE), Bury(RED, own(KITE, RED)), Give(RED, own(KITE, RED))])
def test_a_turn_has_two_deals_each_with_a_card_in_hand(command: Any) -> None:
    assert facts(market(deals=1), command)
    assert refused_by(market(deals=2), command) is DEALS
    assert refused_by(market(Phase.TURN, (MASK,), (KITE,), ()), command) is DEALS


@pytest.mark.rule(LUCK)
def test_a_roll_brings_as_many_coins_once_a_turn() -> None:
    assert facts(market(), Roll(RED), Loaded(5)) == (DieRolled(RED, 6),)
    after = NIGHT_MARKET.evolve(market(), DieRolled(RED, 6))
    assert after.players[RED].coins == 6
    assert refused_by(after, Roll(RED)) is LUCK
    assert not NIGHT_MARKET.evolve(after, TurnPassed(BLUE)).rolled


@pytest.mark.rule(DRAW)
@pytest.mark.parametrize(("deck", "drawn"), [((), 0), ((KITE,), 1), ((KITE, DRUM, MASK), 2)])
def test_at_the_end_of_a_turn_two_cards_are_drawn_while_there_are_any(deck: tuple[str, ...], drawn: int) -> None:
    assert facts(market(deck=ordered(deck)), EndTurn(RED)) == (
        *(CardDrawn(RED, own(card, RED)) for card in deck[:drawn]),
        TurnPassed(BLUE),
    )


@pytest.mark.rule(LIMIT)
def test_five_cards_may_be_kept_and_of_six_one_is_laid_aside() -> None:
    four = market(Phase.TURN, (KITE,) * 4, (), (), deck=ordered((DRUM, DRUM)))
    assert facts(market(Phase.TURN, (KITE,) * 3, (), (), deck=ordered((DRUM, DRUM))), EndTurn(RED))[-1] == TurnPassed(BLUE)
    assert facts(four, EndTurn(RED))[-1] == HandOverLimit(RED)
    six = market(Phase.LAYING_ASIDE, (KITE,) * 6, (), ())
    assert facts(six, LayAside(RED, own(KITE, RED))) == (CardLaidAside(RED, own(KITE, RED)), TurnPassed(BLUE))
    seven = market(Phase.LAYING_ASIDE, (KITE,) * 7, (), ())
    assert facts(seven, LayAside(RED, own(KITE, RED))) == (CardLaidAside(RED, own(KITE, RED)),)
    assert refused_by(six, LayAside(RED, own(DRUM, RED))) is LIMIT


@pytest.mark.rule(TURN)
def test_after_the_last_turn_of_a_round_the_next_round_begins() -> None:
    assert facts(market(active=AMBER), EndTurn(AMBER)) == (RoundBegun(2), DeadlineSet("bell", 60_000))


@pytest.mark.rule(OFFER)
def test_a_round_in_which_nobody_has_a_card_begins_with_a_turn() -> None:
    assert facts(market(Phase.TURN, (), (), (), active=AMBER), EndTurn(AMBER)) == (RoundBegun(2), TurnPassed(RED))


@pytest.mark.rule(END)
def test_after_the_last_round_what_is_buried_is_turned_up_but_not_of_those_who_left() -> None:
    state = replace(market(active=AMBER), round=3).with_player(BLUE, buried=Bag.of(LAMP, KITE))
    state = state.with_player(RED, buried=Bag.of(DRUM), left=True)
    assert facts(state, EndTurn(AMBER)) == (BuriedTurnedUp(BLUE, (KITE, LAMP)), MarketClosed())
    assert NIGHT_MARKET.over(NIGHT_MARKET.evolve(state, MarketClosed())) is END
    assert NIGHT_MARKET.over(state) is None


@pytest.mark.rule(LEAVE)
def test_when_the_active_seat_leaves_the_turn_passes_and_otherwise_nothing_follows() -> None:
    left = market().with_player(RED, left=True)
    assert [ruled.fact for ruled in NIGHT_MARKET.resign(left, RED, UnknownChance())] == [TurnPassed(BLUE)]
    other = market().with_player(AMBER, left=True)
    assert NIGHT_MARKET.resign(other, AMBER, UnknownChance()) == ()


@pytest.mark.rule(STALL, BURIED, COINS)
def test_every_point_is_a_line_of_the_sheet() -> None:
    state = market().with_player(BLUE, stall=(KITE, LAMP), turned_up=(MASK,), coins=5)
    assert NIGHT_MARKET.sheet(state) == (
        PointsCounted(BLUE, 1, "stall", (1,)).by(STALL),
        PointsCounted(BLUE, 4, "stall", (4,)).by(STALL),
        PointsCounted(BLUE, 6, "buried", (2, 3)).by(BURIED),
        PointsCounted(BLUE, 5, "coins", (5,)).by(COINS),
    )


@pytest.mark.rule(TIE)
def test_points_then_cards_on_the_stall_decide_and_then_the_place_is_shared() -> None:
    level = market().with_player(RED, stall=(LAMP,)).with_player(BLUE, stall=(KITE, MASK)).with_player(AMBER, coins=9)
    assert NIGHT_MARKET.places(level) == ((AMBER,), (BLUE,), (RED,))
    shared = market().with_player(RED, stall=(LAMP,)).with_player(BLUE, stall=(LAMP,))
    assert NIGHT_MARKET.places(shared) == ((RED, BLUE), (AMBER,))
    assert NIGHT_MARKET.places(shared.with_player(RED, left=True)) == ((BLUE,), (AMBER,))


@pytest.mark.parametrize(
    ("state", "command"),
    [
        (market(Phase.OFFERS), Offer(RED, HIDDEN)),
        (market().with_player(RED, hand=Bag(2)), Sell(RED, KITE)),
        (market(deck=(Bag.of(KITE, DRUM),)), EndTurn(RED)),
        (replace(market(active=AMBER), round=3).with_player(BLUE, buried=Bag(1)), EndTurn(AMBER)),
        (market(Phase.OFFERS).with_player(RED, offer=HIDDEN), Expire("bell")),
        (market(), Roll(RED)),
    ],
)
def test_a_copy_that_lacks_what_a_decision_needs_does_not_guess(state: State, command: Any) -> None:
    with pytest.raises(Unknown):
        NIGHT_MARKET.decide(state, command, UnknownChance())


def test_words_tell_a_card_only_where_the_copy_holds_it() -> None:
    assert NIGHT_MARKET.words(CardDrawn(RED, own(KITE, RED))) != NIGHT_MARKET.words(CardDrawn(RED, HIDDEN))
    assert "kite" in NIGHT_MARKET.words(CardDrawn(RED, own(KITE, RED)))


def test_a_card_lost_or_made_and_coins_below_nothing_are_told() -> None:
    state = Match.started(NIGHT_MARKET, 2).state
    assert NIGHT_MARKET.faults(state) == ()
    hand = state.players[RED].hand
    (card, *_), there = hand.known, state.pack.cards.count(hand.known[0])
    lost, made = (state.with_player(RED, hand=changed) for changed in (hand.take(card), hand.put(card)))
    assert NIGHT_MARKET.faults(lost) == (f"{there - 1} of {card}, not {there}",)
    assert NIGHT_MARKET.faults(made) == (f"{there + 1} of {card}, not {there}",)
    assert NIGHT_MARKET.faults(state.with_player(BLUE, coins=0)) == ()
    assert NIGHT_MARKET.faults(state.with_player(BLUE, coins=-1)) == ("coins of seat 1: -1",)
