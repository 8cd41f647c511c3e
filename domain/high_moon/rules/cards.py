"""Phase 1: the card in hand comes onto the map."""

from functools import partial

from domain.high_moon.board import Place
from domain.high_moon.commands import PlaceCard, SetCardAside
from domain.high_moon.facts import CardPlaced, CardSetAside
from domain.high_moon.parts import JOKER, TRACKS, Space, colour_of
from domain.high_moon.rulebook import C1, C2, C6, C7, R4, R5, R7, R9
from domain.high_moon.rules.actions import finished
from domain.high_moon.rules.gains import gain
from domain.high_moon.rules.order import Step, always, carry_out, check_card_due, check_no_token_open, check_no_track_open, check_turn
from domain.high_moon.rules.places import card_places, check_card_place, under_card
from domain.high_moon.rules.tombstones import count_covered
from domain.high_moon.state import State
from domain.kernel.bag import top
from domain.kernel.fact import Facts
from domain.kernel.names import Seat
from domain.kernel.refusal import require
from domain.kernel.rule import Rule, cites
from domain.kernel.secret import HIDDEN, known


@cites(C1, C2, R5)
def place_card(state: State, command: PlaceCard) -> Facts:
    """The card lies, ranch spaces under it pay, and what it brings takes effect (R23)."""
    seat, at = command.seat, command.at
    check_turn(state, seat)
    check_card_due(state)
    check_no_track_open(state)
    require(command.turned in (0, 180), C2, "a card lies upright or turned by 180 degrees")
    check_card_place(state, at)
    check_no_token_open(state)
    return carry_out(
        state,
        always(CardPlaced(seat, _in_hand(state, seat), at, command.turned).by(C1)),
        *covering(state, seat, at),
        *finished(seat, "card"),
    )


@cites(R4, R5)
def covering(state: State, seat: Seat, at: Place) -> tuple[Step, ...]:
    """What the spaces under the seat's card bring when it lies here, before its tile."""
    gains = (partial(gain, seat=gainer, tokens=tokens, rule=rule) for gainer, tokens, rule in card_gains(state, seat, at))
    return *gains, partial(count_covered, seat=seat, spaces=_counted(state, at))


@cites(R7)
def set_card_aside(state: State, command: SetCardAside) -> Facts:
    """A card that fits nowhere is shown and leaves the game."""
    check_turn(state, command.seat)
    check_card_due(state)
    check_no_track_open(state)
    require(not card_places(state), R7, "there is a place for the card")
    check_no_token_open(state)
    return (CardSetAside(command.seat, _in_hand(state, command.seat)).by(R7),)


@cites(C6, C7, R5, R9)
def card_gains(state: State, seat: Seat, at: Place) -> tuple[tuple[Seat, int, Rule], ...]:
    """Who gains how many tokens, by which rule, when the seat's card lies here; the active seat first, then clockwise."""
    colours = [colour for space in _covered(state, at) if (colour := colour_of(space))]
    if not colours:
        return ()
    own = colours.count(state.players[seat].colour)
    others = ((other, 2 * colours.count(state.players[other].colour), C7) for other in state.seats_in_order if other != seat)
    return (seat, 3 * own, C6), (seat, len(colours) - own, C7), *others


@cites(R4)
def _counted(state: State, at: Place) -> tuple[Space, ...]:
    """The tombstones and jokers under the card, where the table counts them."""
    if not state.options.tombstones_count_under_cards:
        return ()
    return tuple(space for space in _covered(state, at) if space == JOKER or space in TRACKS)


def _covered(state: State, at: Place) -> tuple[Space, ...]:
    """What the spaces show that a card here would cover, in reading order."""
    spaces = state.board.spaces
    return tuple([spaces[place] for place in under_card(state, at) if place in spaces])


def _in_hand(state: State, seat: Seat) -> str:
    return known(top((state.players[seat].hand,)) or HIDDEN)
