"""From each command to its rule."""

from typing import assert_never

from domain.high_moon.commands import ChooseTrack, Command, Decline, EndTurn, OpenBottle, Pass, PlaceCard, PlaceToken, SetCardAside
from domain.high_moon.rules.bottles import open_bottle
from domain.high_moon.rules.cards import place_card, set_card_aside
from domain.high_moon.rules.tokens import decline, place_token
from domain.high_moon.rules.tombstones import choose_track
from domain.high_moon.rules.turns import end_turn, pass_turn
from domain.high_moon.state import State
from domain.kernel.chance import Chance
from domain.kernel.fact import Facts


def decide(state: State, command: Command, chance: Chance) -> Facts:
    """The facts that a command causes. Raises Refused with the first rule against it (HM-R25), Unknown on a view that lacks a card."""
    match command:
        case PlaceCard():
            return place_card(state, command)
        case SetCardAside():
            return set_card_aside(state, command)
        case OpenBottle():
            return open_bottle(state, command)
        case PlaceToken():
            return place_token(state, command)
        case Pass():
            return pass_turn(state, command)
        case EndTurn():
            return end_turn(state, command)
        case ChooseTrack():
            return choose_track(state, command)
        case Decline():
            return decline(state, command)
        case _:
            assert_never(command)
