"""Where gained tokens come from."""

from domain.high_moon.facts import GainLost, TokensGained, TokensTakenBack
from domain.high_moon.rulebook import C8, C10, R3
from domain.high_moon.state import State
from domain.kernel.fact import Facts
from domain.kernel.names import Seat
from domain.kernel.rule import Rule, cites


@cites(C8, C10, R3)
def gain(state: State, seat: Seat, tokens: int, rule: Rule) -> Facts:
    """The seat gains tokens by this rule: from its reserve, then from its aid; what neither holds is lost."""
    from_reserve, from_aid = sources(state, seat, tokens)
    lost = tokens - from_reserve - from_aid
    return (
        *((TokensGained(seat, from_reserve).by(rule),) if from_reserve else ()),
        *((TokensTakenBack(seat, from_aid).by(C10),) if from_aid else ()),
        *((GainLost(seat, lost).by(C8),) if lost else ()),
    )


@cites(C8, C10, R3)
def sources(state: State, seat: Seat, tokens: int) -> tuple[int, int]:
    """How much of a gain the seat's reserve gives, and how much its aid."""
    player = state.players[seat]
    from_reserve = min(tokens, player.reserve)
    return from_reserve, min(tokens - from_reserve, player.aid)
