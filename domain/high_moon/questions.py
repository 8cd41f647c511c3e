"""Who is asked what, and every answer that the rules allow."""

from collections import Counter
from collections.abc import Iterator

from domain.high_moon.board import Place, beside
from domain.high_moon.commands import ChooseTrack, Decline, EndTurn, OpenBottle, Pass, PlaceCard, PlaceToken, SetCardAside
from domain.high_moon.facts import BottleGained, MarkerMoved, TokensGained, TokensTakenBack
from domain.high_moon.parts import LIQUORS
from domain.high_moon.rulebook import B2, P1
from domain.high_moon.rules.actions import settled
from domain.high_moon.rules.bottles import SPIDER_AMOUNTS, by_bat, by_crow, check_bottle
from domain.high_moon.rules.cards import covering
from domain.high_moon.rules.gains import gain
from domain.high_moon.rules.order import Step, carry_out, permits
from domain.high_moon.rules.places import card_places, token_places
from domain.high_moon.rules.tokens import bought, check_price, price, second
from domain.high_moon.rules.tombstones import chosen
from domain.high_moon.rules.turns import PASS_GAIN, acted
from domain.high_moon.state import SecondTokenOpen, State, TrackOpen, open_tracks
from domain.kernel.fact import Facts
from domain.kernel.names import Seat
from domain.kernel.question import Asked, Choice

Amounts = tuple[tuple[str, int], ...]


def waiting(state: State) -> tuple[Asked, ...]:
    """The active seat's question; none before the start and after the end."""
    if state.phase in ("setup", "over"):
        return ()
    return (Asked(state.active, _kind(state)),)


def _kind(state: State) -> str:
    match state.pending:
        case TrackOpen():
            return "track"
        case SecondTokenOpen():
            return "second-token"
        case _:
            return state.phase


def choices(state: State, seat: Seat) -> tuple[Choice, ...]:
    """Every legal answer to the seat's question; none when it is asked nothing.

    ``costs`` are bottles opened and available tokens placed or discarded; ``gives`` the tokens that seats gain from reserve
    or aid, steps up a track and bottles, in all that the answer causes up to the next choice or the end of the action. What
    an open joker puts off stands with its tracks. Left out is what chance decides: a card's tile with the bottles it yields
    to any seat (R19), and the card drawn at the end of a turn; and what is no gain: the points of criteria, an emptied aid.
    """
    if not any(asked.seat == seat for asked in waiting(state)):
        return ()
    match _kind(state):
        case "track":
            return tuple(_tracks(state, seat))
        case "second-token":
            return (*_second_tokens(state, seat), Choice(Decline(seat)))
        case "card":
            return (*_cards(state, seat), *_bottles(state, seat))
        case _:
            return (*_tokens(state, seat), *_bottles(state, seat), _ending(state, seat))


def _cards(state: State, seat: Seat) -> Iterator[Choice]:
    """Every placement of the card in hand, whatever it shows; setting it aside when there is none."""
    places = card_places(state)
    for at in places:
        gives = _brought(seat, carry_out(state, *covering(state, seat, at)))
        for turned in (0, 180):
            yield Choice(PlaceCard(seat, at, turned), gives=gives)
    if not places:
        yield Choice(SetCardAside(seat))


def _tokens(state: State, seat: Seat) -> Iterator[Choice]:
    if not permits(check_price, state, seat):
        return
    for kind, at in token_places(state, seat):
        gives = _laid(state, seat, at, bought(state, seat, kind, at))
        yield Choice(PlaceToken(seat, kind, at), (("tokens", price(state)),), gives)


def _second_tokens(state: State, seat: Seat) -> Iterator[Choice]:
    for kind, at in token_places(state, seat):
        gives = _laid(state, seat, at, second(state, seat, kind, at))
        yield Choice(PlaceToken(seat, kind, at), (("tokens", 1),), gives)


def _bottles(state: State, seat: Seat) -> Iterator[Choice]:
    for liquor in LIQUORS:
        if not permits(check_bottle, state, seat, liquor):
            continue
        cost = ((f"{liquor} bottles", 1),)
        if liquor == "spider":
            for tokens in SPIDER_AMOUNTS:
                yield Choice(OpenBottle(seat, liquor, tokens), cost, _brought(seat, gain(state, seat, tokens, B2)))
            continue
        by_bottle, paid = (by_bat, (*cost, ("tokens", 1))) if liquor == "bat" else (by_crow, cost)
        for kind, at in token_places(state, seat):
            gives = _laid(state, seat, at, by_bottle(state, seat, kind, at))
            yield Choice(OpenBottle(seat, liquor, kind=kind, at=at), paid, gives)


def _tracks(state: State, seat: Seat) -> Iterator[Choice]:
    pending = state.pending
    if isinstance(pending, TrackOpen):
        for track in open_tracks(state, seat):
            facts = carry_out(state, *chosen(seat, track, pending), *settled(pending.action))
            yield Choice(ChooseTrack(seat, track), gives=_brought(seat, facts))


def _ending(state: State, seat: Seat) -> Choice:
    """A turn ends by the seat's word once something was placed or opened, and by passing before that."""
    if acted(state):
        return Choice(EndTurn(seat))
    return Choice(Pass(seat), gives=_brought(seat, gain(state, seat, PASS_GAIN, P1)))


def _laid(state: State, seat: Seat, at: Place, steps: tuple[Step, ...]) -> Amounts:
    """What a token brings that comes to lie here by these steps."""
    board, connected = state.board, state.players[seat].connected
    # A token connects its seat to no other tile than those beside it: looking through all of them would be slow.
    new = any(near in board.tiles and near not in connected for near in beside(at))
    return _brought(seat, carry_out(state, *steps, *(settled("token") if new else ())))


def _brought(seat: Seat, facts: Facts) -> Amounts:
    """What these facts give, counted."""
    brought = Counter[str]()
    for ruled in facts:
        match ruled.fact:
            case TokensGained(seat=gainer, tokens=tokens) | TokensTakenBack(seat=gainer, tokens=tokens):
                brought["tokens" if gainer == seat else f"seat:{gainer} tokens"] += tokens
            case MarkerMoved(track=track):
                brought[f"{track} steps"] += 1
            case BottleGained(liquor=liquor):
                brought[f"{liquor} bottles"] += 1
    return tuple(brought.items())
