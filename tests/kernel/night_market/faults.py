"""What can never be at the market."""

from collections.abc import Iterator

from domain.kernel.bag import certain
from domain.kernel.counting import miscounted, negative
from tests.kernel.night_market.state import State


def faults(state: State) -> tuple[str, ...]:
    """Cards lost or made, and coins below nothing; of a state that holds every card."""
    coins = {f"coins of seat {seat}": player.coins for seat, player in enumerate(state.players)}
    return (*negative(coins), *(miscounted(state.pack.cards, _cards(state)) if state.round else ()))


def _cards(state: State) -> Iterator[str]:
    yield from (*state.thrown_away, *state.aside.known, *certain(state.deck))
    for player in state.players:
        yield from (*player.hand.known, *player.buried.known, *player.stall, *player.turned_up)
