"""Challenges that the service plays out: where they stand in the round, and what advantages are worth in them."""

from collections.abc import Iterator
from dataclasses import dataclass

from domain.kernel.names import Seat
from domain.kernel.question import Asked, Choice
from domain.kernel.refusal import Refused
from domain.kernel.rule import cites
from domain.stadt_city import challenges
from domain.stadt_city.board import Square
from domain.stadt_city.challenges import Command
from domain.stadt_city.challenges.facts import PlayBegun
from domain.stadt_city.parts import Boost
from domain.stadt_city.rulebook import L7, R14, R15, R39
from domain.stadt_city.rules.doing import Doing
from domain.stadt_city.rules.reports import played_out
from domain.stadt_city.state import Challenge, State


@cites(R15, R39)
def begin(doing: Doing, square: Square) -> None:
    """The service plays the challenge just drawn for the square, at a table that wants that, if it can."""
    challenge = doing.state.challenge_on(square)
    if challenge is None or not doing.state.options.digital:
        return
    decider = doing.state.pack.challenge(challenge.card).decider
    if decider is not None:
        boosts = tuple(_boosts(doing.state, challenge, side) for side in challenge.sides)
        ahead = tuple(side.count(Boost.HEAD_START) for side in boosts)
        chances = tuple(side.count(Boost.SECOND_CHANCE) for side in boosts)
        doing.happens(PlayBegun(square, decider.value, challenge.sides, ahead, chances), R39)


@cites(R39, L7)
def _boosts(state: State, challenge: Challenge, side: tuple[Seat, ...]) -> list[Boost]:
    """What the advantages of a side's pieces do here; a fallen has those of the characters its player lost to anomalies as well."""
    card = state.pack.challenge(challenge.card)
    advantages = (state.pack.personas[name].advantage for seat in side for name in state.players[seat].personas)
    return [advantage.boost for advantage in advantages if advantage.boost and advantage.helps_in(card)]


@dataclass(frozen=True, slots=True)
class _Open:
    """A challenge under way and its state."""

    square: Square
    play: challenges.Play


def _open(state: State) -> tuple[_Open, ...]:
    if state.stage != "challenges":
        return ()
    return tuple(_Open(each.square, each.play) for each in state.challenges if each.play is not None and not each.settled)


@cites(R14, R15)
def waiting(state: State) -> tuple[Asked, ...]:
    """Whose move it is on each square; they are played side by side."""
    return tuple(asked for each in _open(state) for asked in challenges.waiting(each.play))


def choices(state: State, seat: Seat) -> Iterator[Choice]:
    """Every move of the seat in its challenge."""
    return (choice for each in _open(state) for choice in challenges.choices(each.play, seat))


@cites(R15, R39)
def play(doing: Doing, command: Command) -> None:
    """A move in the seat's own challenge; when a side has won, that is the outcome."""
    own = doing.state.challenge_of(command.seat)
    found = next((each for each in _open(doing.state) if own is not None and each.square == own.square), None)
    if found is None:
        raise Refused(R39, "the seat plays no challenge that the service plays out")
    for ruled in challenges.decide(found.play, command, doing.chance):
        doing.record(ruled)
    settle(doing, found.square)


@cites(R15)
def settle(doing: Doing, square: Square) -> None:
    """Once a side has won, by a move or because others have left, that is the outcome."""
    challenge = doing.state.challenge_on(square)
    if challenge is not None and challenge.play is not None and not challenge.settled and challenge.play.winner is not None:
        played_out(doing, challenge, challenge.play.winner)
