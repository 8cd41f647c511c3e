"""In which order things happen, and what must hold before anything does."""

from collections.abc import Callable
from typing import TypeAlias

from domain.high_moon.evolve import fold
from domain.high_moon.rulebook import C1, E4, G2, R15, R23, R25, S7
from domain.high_moon.state import SecondTokenOpen, State, TrackOpen
from domain.kernel.fact import Facts, Ruled
from domain.kernel.names import Seat
from domain.kernel.refusal import Refused, require
from domain.kernel.rule import cites

Step: TypeAlias = Callable[[State], Facts]


@cites(R23)
def carry_out(state: State, *steps: Step) -> Facts:
    """The facts of several steps, each decided on what those before it leave; an open choice puts off the rest."""
    facts: Facts = ()
    for step in steps:
        came = step(state)
        facts, state = facts + came, fold(state, came)
        if state.pending is not None:
            break
    return facts


def always(*facts: Ruled) -> Step:
    """A step that does not depend on the state."""
    return lambda state: facts


def permits(check: Callable[..., None], *case: object) -> bool:
    """Whether a check refuses nothing: what is offered and what is accepted come from one place."""
    try:
        check(*case)
    except Refused:
        return False
    return True


@cites(E4, S7, R25)
def check_turn(state: State, seat: Seat) -> None:
    """Refuse whoever is not having a turn."""
    require(state.phase != "over", E4, "the game is over")
    require(state.phase != "setup" and seat == state.active, S7, f"it is not the turn of seat {seat}")


@cites(C1)
def check_card_done(state: State) -> None:
    require(state.phase == "tokens", C1, "the card in hand comes first")


@cites(C1)
def check_card_due(state: State) -> None:
    require(state.phase == "card", C1, "this turn's card has been played")


@cites(G2)
def check_no_track_open(state: State) -> None:
    require(not isinstance(state.pending, TrackOpen), G2, "a track is to be chosen first")


@cites(R23)
def check_no_token_open(state: State) -> None:
    require(not isinstance(state.pending, SecondTokenOpen), R23, "the bat's second token is to be placed or declined first")


@cites(R15)
def check_moment(state: State) -> None:
    """Refuse a bottle while a choice is open."""
    require(state.pending is None, R15, "no bottle can be opened while a choice is open")
