"""Immediate criteria, scored the moment they are fulfilled."""

from functools import partial

from domain.high_moon.facts import CriterionScored
from domain.high_moon.measures import points
from domain.high_moon.parts import Criterion
from domain.high_moon.rulebook import F1, R18
from domain.high_moon.rules.order import carry_out
from domain.high_moon.state import State
from domain.kernel.fact import Facts
from domain.kernel.names import Seat
from domain.kernel.rule import cites


@cites(F1, R18)
def score_immediate(state: State) -> Facts:
    """What the immediate criteria in play now bring, seat by seat, the active one first."""
    immediate = [criterion for name in state.criteria if (criterion := state.pack.criteria[name]).immediate]
    looks = (partial(_score, seat=seat, criterion=criterion) for seat in state.seats_in_order for criterion in immediate)
    return carry_out(state, *looks)


def _score(state: State, seat: Seat, criterion: Criterion) -> Facts:
    if criterion.first_only and any(player.points_of(criterion.id) for player in state.players if player.seat != seat):
        return ()
    more = points(state, seat, criterion) - state.players[seat].points_of(criterion.id)
    return (CriterionScored(seat, criterion.id, more).by(F1),) if more > 0 else ()
