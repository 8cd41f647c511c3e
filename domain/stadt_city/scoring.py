"""When the game is over, who has won, and the score sheet: a line for every point."""

from itertools import groupby

from domain.kernel.fact import Facts
from domain.kernel.game import Places, PointsCounted
from domain.kernel.names import Seat
from domain.kernel.rule import Rule, cites
from domain.stadt_city.board import place
from domain.stadt_city.rulebook import C4, L5, R18
from domain.stadt_city.state import State, Won


@cites(R18)
def over(state: State) -> Rule | None:
    """The rule by which the game has ended, if it has."""
    return R18 if state.stage == "over" else None


@cites(R18)
def survivors(state: State) -> tuple[Seat, ...]:
    """The seats that are neither out nor have resigned: once all have placed, those with a character on the board."""
    return tuple(player.seat for player in state.players if not player.out and not player.resigned)


@cites(R18)
def decided(state: State) -> bool:
    """Whether characters of one side at most are left: of a player, or of two allies."""
    left = survivors(state)
    return len(left) < 2 or (len(left) == 2 and state.allied(*left))


@cites(C4)
def sheet(state: State) -> Facts:
    """A line for every point: the challenge, and the round and square (column and row from 1) in which it was won."""
    return tuple(
        PointsCounted(player.seat, 1, won.challenge, _amounts(won)).by(C4)
        for player in state.players
        for won in player.won
    )  # fmt: skip


def _amounts(won: Won) -> tuple[int, int, int]:
    column, row = place(won.square)
    return won.round, column + 1, row + 1


@cites(R18)
def places(state: State) -> Places:
    """The winners first, or with none those who went out last; then later out before earlier, then more points."""
    staying = [player.seat for player in state.players if not player.resigned]
    first = winners(state) or _last_out(state, staying)

    def rank(seat: Seat) -> tuple[int, int, int]:
        player = state.players[seat]
        if seat in first:
            return (0, 0, 0)
        return (1, 0, -player.points) if player.out_at is None else (2, -player.out_at, -player.points)

    return tuple(tuple(seats) for _, seats in groupby(sorted(staying, key=rank), key=rank))


@cites(R18)
def _last_out(state: State, staying: list[Seat]) -> tuple[Seat, ...]:
    if survivors(state):
        return ()
    latest = max((state.players[seat].out_at or 0 for seat in staying), default=0)
    return tuple(seat for seat in staying if state.players[seat].out_at == latest)


@cites(R18, L5)
def winners(state: State) -> tuple[Seat, ...]:
    """Whose side is the last that is not out; a fallen or titan never wins."""
    return survivors(state) if decided(state) else ()
