"""Who is asked what, and every answer that the rules allow."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from domain.high_moon.board import Place, Token, beside
from domain.high_moon.commands import ChooseTrack, Decline, EndTurn, OpenBottle, Pass, PlaceCard, PlaceToken, SetCardAside
from domain.high_moon.parts import LIQUORS, TRACKS, Space
from domain.high_moon.rules.bottles import SPIDER_AMOUNTS, check_bottle
from domain.high_moon.rules.cards import card_gains
from domain.high_moon.rules.connections import new_connections
from domain.high_moon.rules.gains import sources
from domain.high_moon.rules.order import permits
from domain.high_moon.rules.places import card_places, token_places
from domain.high_moon.rules.tokens import check_price, price
from domain.high_moon.rules.turns import PASS_GAIN, acted
from domain.high_moon.state import SecondTokenOpen, State, TrackOpen, open_tracks
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
    """Every legal answer to the seat's question; none when it is asked nothing."""
    if not any(asked.seat == seat for asked in waiting(state)):
        return ()
    match _kind(state):
        case "track":
            return tuple(Choice(ChooseTrack(seat, track), gives=_step(state, seat, track)) for track in open_tracks(state, seat))
        case "second-token":
            return (*_tokens(state, seat, 1), Choice(Decline(seat)))
        case "card":
            return (*_cards(state, seat), *_bottles(state, seat))
        case _:
            priced = _tokens(state, seat, price(state)) if permits(check_price, state, seat) else ()
            return (*priced, *_bottles(state, seat), _ending(state, seat))


def _cards(state: State, seat: Seat) -> Iterator[Choice]:
    """Every placement of the card in hand, whatever it shows; setting it aside when there is none."""
    places = card_places(state)
    for at in places:
        gives = _card_gives(state, seat, at)
        for turned in (0, 180):
            yield Choice(PlaceCard(seat, at, turned), gives=gives)
    if not places:
        yield Choice(SetCardAside(seat))


def _card_gives(state: State, seat: Seat, at: Place) -> Amounts:
    gained = Counter[Seat]()
    for gainer, tokens, _ in card_gains(state, seat, at):
        gained[gainer] += tokens
    had = ((gainer, min(tokens, state.players[gainer].reserve)) for gainer, tokens in gained.items())
    return tuple(("tokens" if gainer == seat else f"seat:{gainer} tokens", tokens) for gainer, tokens in had if tokens)


def _tokens(state: State, seat: Seat, cost: int) -> Iterator[Choice]:
    for kind, at in token_places(state, seat):
        yield Choice(PlaceToken(seat, kind, at), (("tokens", cost),), _token_gives(state, seat, kind, at))


def _token_gives(state: State, seat: Seat, kind: str, at: Place) -> Amounts:
    """The bottles of new connections, and the step up a track with its bonus; a joker's step is chosen afterwards."""
    board, connected = state.board, state.players[seat].connected
    bottles = Counter[str]()
    if any(near in board.tiles and near not in connected for near in beside(at)):
        then = replace(state, board=board.with_token(at, Token(seat, kind)))
        bottles.update(board.tiles[tile] for tile in new_connections(then, seat))
    return (*((f"{liquor} bottles", number) for liquor, number in bottles.items()), *_step(state, seat, board.spaces[at]))


def _step(state: State, seat: Seat, space: Space) -> Amounts:
    if space not in TRACKS or space not in open_tracks(state, seat):
        return ()
    bonus = state.players[seat].markers[space] + 1 in state.pack.tracks[space].bonus
    return ((f"{space} steps", 1), *((("tokens", 1),) if bonus else ()))


def _bottles(state: State, seat: Seat) -> Iterator[Choice]:
    for liquor in LIQUORS:
        if not permits(check_bottle, state, seat, liquor):
            continue
        cost = ((f"{liquor} bottles", 1),)
        if liquor == "spider":
            for tokens in SPIDER_AMOUNTS:
                yield Choice(OpenBottle(seat, liquor, tokens), cost, (("tokens", sum(sources(state, seat, tokens))),))
            continue
        paid = (*cost, ("tokens", 1)) if liquor == "bat" else cost
        for kind, at in token_places(state, seat):
            yield Choice(OpenBottle(seat, liquor, kind=kind, at=at), paid, _token_gives(state, seat, kind, at))


def _ending(state: State, seat: Seat) -> Choice:
    """A turn ends by the seat's word once something was placed or opened, and by passing before that."""
    if acted(state):
        return Choice(EndTurn(seat))
    gained = sum(sources(state, seat, PASS_GAIN))
    return Choice(Pass(seat), gives=(("tokens", gained),) if gained else ())
