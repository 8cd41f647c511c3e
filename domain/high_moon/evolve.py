"""How each fact changes the state. A fact is never refused here."""

from functools import reduce
from typing import assert_never

from domain.high_moon.board import Token
from domain.high_moon.facts import (
    AidEmptied,
    BottleGained,
    BottleOpened,
    CardDrawn,
    CardPlaced,
    CardSetAside,
    ColourTaken,
    CriteriaShown,
    CriterionScored,
    DeckShuffled,
    Fact,
    GainLost,
    MarkerMoved,
    PlayEnded,
    SeatPassed,
    SecondTokenAsked,
    SecondTokenDeclined,
    StartingCardLaid,
    StartingPlayerDrawn,
    TileLaid,
    TilesShuffled,
    TokenPlaced,
    TokensDiscarded,
    TokensGained,
    TokensTakenBack,
    TrackAsked,
    TrackChosen,
    TurnPassed,
)
from domain.high_moon.state import SecondTokenOpen, State, TrackOpen, Turn
from domain.kernel.bag import Bag, Pile, draw, ordered
from domain.kernel.fact import Facts
from domain.kernel.facts import AnswerDropped, DealtAnew, SeatResigned
from domain.kernel.replace import replace
from domain.kernel.secret import Hidden, Secret, reveal


def fold(state: State, facts: Facts) -> State:
    """The state after these facts."""
    return reduce(lambda before, ruled: evolve(before, ruled.fact), facts, state)  # type: ignore[arg-type]


def evolve(state: State, fact: Fact | AnswerDropped | DealtAnew) -> State:
    """Take one fact, as any viewer may hold it, into the state."""
    match fact:
        case ColourTaken():
            deck = tuple(state.name(card) for card in state.pack.deck(fact.colour, len(state.players)))
            return state.with_player(fact.seat, colour=fact.colour, deck=(Bag.of(*deck),), unplayed=Bag.of(*deck))
        case TilesShuffled():
            return replace(state, tiles=_shuffled(state.tiles, fact.tiles))
        case StartingCardLaid():
            return replace(state, board=state.board.lay(state.pack.starting[fact.number].rows, fact.at))
        case CriteriaShown():
            return replace(state, criteria=tuple(fact.criteria))
        case DeckShuffled():
            return state.with_player(fact.seat, deck=_shuffled(state.players[fact.seat].deck, fact.cards))
        case StartingPlayerDrawn() | TurnPassed():
            return replace(state, active=fact.seat, phase="card", turn=Turn(), pending=None, laid_at=None)
        case CardDrawn():
            player, card = state.players[fact.seat], reveal(fact.card)
            return state.with_player(fact.seat, deck=draw(player.deck, card), hand=player.hand.put(card))
        case CardPlaced():
            board = state.board.lay(state.card(fact.card).rows, fact.at, fact.turned)
            return replace(_out_of_hand(state, fact), board=board, laid_at=fact.at)
        case CardSetAside():
            return _out_of_hand(state, fact)
        case TileLaid():
            return replace(state, tiles=draw(state.tiles, fact.liquor), board=state.board.with_tile(fact.at, fact.liquor))
        case TokensGained():
            return _move(state, fact, "reserve", "available")
        case TokensTakenBack():
            return _move(state, fact, "aid", "available")
        case TokensDiscarded():
            return _move(state, fact, "available", "aid")
        case AidEmptied():
            return _move(state, fact, "aid", "reserve")
        case GainLost() | SeatPassed() | AnswerDropped():
            return state
        case TokenPlaced():
            return _placed(state, fact)
        case TrackAsked():
            return replace(state, pending=TrackOpen(fact.action, tuple(fact.covered)))
        case SecondTokenAsked():
            return replace(state, pending=SecondTokenOpen())
        case TrackChosen() | SecondTokenDeclined():
            return replace(state, pending=None)
        case MarkerMoved():
            return state.with_player(fact.seat, markers=state.players[fact.seat].markers.at(fact.track, fact.space))
        case BottleGained():
            player = state.players[fact.seat]
            return state.with_player(fact.seat, unopened=player.unopened.plus(fact.liquor), connected=player.connected | {fact.at})
        case BottleOpened():
            player = state.players[fact.seat]
            unopened, opened = player.unopened.plus(fact.liquor, -1), player.opened.plus(fact.liquor)
            state = state.with_player(fact.seat, unopened=unopened, opened=opened)
            return replace(state, turn=replace(state.turn, opened=fact.liquor))
        case CriterionScored():
            scored = (*state.players[fact.seat].scored, (fact.criterion, fact.points))
            return state.with_player(fact.seat, scored=scored)
        case PlayEnded():
            return replace(state, phase="over")
        case SeatResigned():
            state = state.with_player(fact.seat, resigned=True, hand=Bag(0), deck=(), unplayed=Bag(0))
            return replace(state, pending=None) if fact.seat == state.active else state
        case DealtAnew():
            return _dealt(state, fact)
        case _:
            assert_never(fact)


def _shuffled(pile: Pile, order: Secret[tuple[str, ...]]) -> Pile:
    """The pile in its new order; where that is hidden, what lies in it stays known all the same."""
    faces = reveal(order)
    return pile if isinstance(faces, Hidden) else ordered(tuple(faces))


def _dealt(state: State, fact: DealtAnew) -> State:
    cards = reveal(fact.cards)
    if isinstance(cards, Hidden):
        return state
    if fact.seat is None:
        return replace(state, tiles=ordered(tuple(cards)))
    lies = Bag.of(*cards) if fact.place == "hand" else ordered(tuple(cards))
    return state.with_player(fact.seat, **{fact.place: lies})


def _out_of_hand(state: State, fact: CardPlaced | CardSetAside) -> State:
    player = state.players[fact.seat]
    hand, unplayed = player.hand.take(fact.card), player.unplayed.take(fact.card)
    return replace(state.with_player(fact.seat, hand=hand, unplayed=unplayed), phase="tokens")


def _move(state: State, fact: TokensGained | TokensTakenBack | TokensDiscarded | AidEmptied, source: str, goal: str) -> State:
    player = state.players[fact.seat]
    changes = {source: getattr(player, source) - fact.tokens, goal: getattr(player, goal) + fact.tokens}
    return state.with_player(fact.seat, **changes)


def _placed(state: State, fact: TokenPlaced) -> State:
    left = getattr(state.players[fact.seat], fact.source) - 1
    counted = state.turn.placed + (not fact.by_bottle)
    return replace(
        state.with_player(fact.seat, **{fact.source: left}),
        board=state.board.with_token(fact.at, Token(fact.seat, fact.kind)),
        turn=replace(state.turn, placed=counted),
        pending=None,
    )
