"""From a command to its rule."""

from typing import assert_never

from domain.kernel.chance import Chance
from domain.kernel.fact import Facts
from domain.kernel.facts import Expire
from tests.kernel.night_market import rules
from tests.kernel.night_market.commands import Bury, Command, EndTurn, Fine, Give, LayAside, Offer, Roll, Sell
from tests.kernel.night_market.state import State


def decide(state: State, command: Command | Expire, chance: Chance) -> Facts:
    match command:
        case Offer():
            return rules.offer(state, command)
        case Sell():
            return rules.sell(state, command)
        case Bury():
            return rules.bury(state, command)
        case Give():
            return rules.give(state, command)
        case Roll():
            return rules.roll(state, command, chance)
        case EndTurn():
            return rules.end_turn(state, command)
        case LayAside():
            return rules.lay_aside(state, command)
        case Fine():
            return rules.fine(state, command)
        case Expire():
            return rules.bell_rings(state)
        case _:
            assert_never(command)
