"""Drawing prize cards, and what becomes of a hand that is too large."""

from collections.abc import Iterator
from itertools import combinations

from domain.kernel.bag import size, top
from domain.kernel.names import Seat
from domain.kernel.question import Choice
from domain.kernel.refusal import require
from domain.kernel.rule import cites
from domain.kernel.secret import HIDDEN, known, sealed_for
from domain.stadt_city.board import in_order
from domain.stadt_city.commands import DiscardPrizes
from domain.stadt_city.facts import DeckShuffled, PrizeDrawn, PrizePlayed, PrizesDiscarded, PrizesLacking, SquaresRestored
from domain.stadt_city.parts import CardName, Effect
from domain.stadt_city.rulebook import C5, P_FULLY_ANOMALY_CLEAR, R25, R27, S5
from domain.stadt_city.rules.doing import Doing
from domain.stadt_city.rules.holding import check_held, effect_of
from domain.stadt_city.state import State

MOST_PRIZES = 9


@cites(S5, R27)
def overfull(state: State) -> Seat | None:
    """The seat that holds too many prize cards once its draw is complete: it discards before anything else happens."""
    drawing = {due.seat for due in state.due}
    full = (player.seat for player in state.players if player.hand.size > MOST_PRIZES and player.seat not in drawing)
    return next(full, None)


@cites(C5, R25, R27)
def draw(doing: Doing) -> None:
    """Every card that is due, in order, until a seat has to discard."""
    while doing.state.due and overfull(doing.state) is None:
        first = doing.state.due[0]
        if not size(doing.state.prizes):
            _renew(doing)
        if size(doing.state.prizes):
            _draw_one(doing, first.seat)
        else:
            doing.happens(PrizesLacking(first.seat, first.cards), R27)


@cites(R27)
def _renew(doing: Doing) -> None:
    """The discards are the new deck, when there are any."""
    if doing.state.prize_discards:
        order = doing.shuffle("prizes", doing.state.prize_discards)
        doing.happens(DeckShuffled("prizes", sealed_for(order)), R27)


def _draw_one(doing: Doing, seat: Seat) -> None:
    card = known(top(doing.state.prizes) or HIDDEN)
    doing.happens(PrizeDrawn(seat, sealed_for(card, seat)), C5)
    if effect_of(doing.state, card) is Effect.FULLY_ANOMALY_CLEAR:
        _clear(doing, seat, card)


@cites(P_FULLY_ANOMALY_CLEAR)
def _clear(doing: Doing, seat: Seat, card: CardName) -> None:
    """Played at once, in the middle of a draw, whether or not the seat has a piece on the board."""
    doing.happens(PrizePlayed(seat, card), P_FULLY_ANOMALY_CLEAR)
    if destroyed := in_order(doing.state.board.destroyed):
        doing.happens(SquaresRestored(destroyed), P_FULLY_ANOMALY_CLEAR)


@cites(R27)
def discard(doing: Doing, command: DiscardPrizes) -> None:
    """Down to nine, the seat's choice."""
    state, seat, cards = doing.state, command.seat, tuple(command.cards)
    require(overfull(state) == seat, R27, "the seat has nothing to discard")
    many = state.players[seat].hand.size - MOST_PRIZES
    require(len(cards) == many, R27, f"{many} cards are too many, {len(cards)} are named")
    check_held(state, seat, *cards)
    doing.happens(PrizesDiscarded(seat, tuple(sorted(cards))), R27)


def discard_choices(state: State, seat: Seat) -> Iterator[Choice]:
    """Every set of cards that may go."""
    hand = state.players[seat].hand
    for cards in sorted(set(combinations(hand.known, hand.size - MOST_PRIZES))):
        yield Choice(DiscardPrizes(seat, cards), (("prize cards", len(cards)),))
