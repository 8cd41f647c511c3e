"""A greedy player: it survives, seeks fights that pay, and reports what all bots agree on. Worth in hundredths of a point."""

from collections.abc import Callable, Iterable, Mapping
from hashlib import sha256
from typing import Any

from domain.kernel.fact import Command
from domain.kernel.names import Seat
from domain.kernel.question import Choice
from domain.kernel.secret import reveal
from domain.stadt_city import commands
from domain.stadt_city.board import Square
from domain.stadt_city.challenges import commands as challenges
from domain.stadt_city.movement_1_0 import DIRECTIONS, onward
from domain.stadt_city.parts import Effect
from domain.stadt_city.prospects import shove_worth, square_worth
from domain.stadt_city.rules.moving import walker_of
from domain.stadt_city.state import Challenge, State
from domain.stadt_city.worth import NEVER, aside_worth, bank_worth, call_worth, kept_worth, pairs_worth, prize_worth

ROLLING = 70
"""What the best square in reach of a roll is usually worth."""
AT_OTHERS_MOMENTS = frozenset(
    {
        Effect.COLUMN_ANOMALY_CLEAR,
        Effect.ROW_ANOMALY_CLEAR,
        Effect.ANOMALY_PROTECTION,
        Effect.SWITCH,
        Effect.TELEPORTATION,
        Effect.PULL_BURST_5,
        Effect.PUSH_BURST_2,
    }
)
STEP = -1_000
"""A whole move is as good as its end; a single step is only a beginning."""


def value(state: State, seat: Seat, choice: Choice) -> int:
    """How much better off the seat expects to be; uses nothing that the seat may not know."""
    return _WORTH.get(type(choice.command), _nothing)(state, seat, choice.command)


def agreed(state: State, challenge: Challenge) -> int:
    """The side that bots agree has won: a lot drawn from what everybody sees, with one lot more for each advantage that helps.

    Nobody plays the challenge, so its outcome must come out the same for whoever reports or confirms it.
    """
    lots = [number for number, side in enumerate(challenge.sides) for _ in range(1 + _helped(state, challenge, side))]
    pieces = [state.players[seat].piece for seat in challenge.participants]
    seen = (state.round, challenge.square, challenge.card, [piece and piece.card for piece in pieces], state.board.all_standing)
    return lots[int.from_bytes(sha256(repr(seen).encode()).digest()[:4], "big") % len(lots)]


def _helped(state: State, challenge: Challenge, side: Iterable[Seat]) -> int:
    card = state.pack.challenge(challenge.card)
    return sum(state.pack.personas[name].advantage.helps_in(card) for seat in side for name in state.players[seat].personas)


def _nothing(state: State, seat: Seat, command: Command) -> int:
    return 0


def _never(state: State, seat: Seat, command: Command) -> int:
    return NEVER


def _here(state: State, seat: Seat) -> Square:
    return state.players[seat].square or ""


def _rolls(worth: int) -> Callable[[State, Seat, Any], int]:
    """A bot has no dice of its own: it lets the service roll."""
    return lambda state, seat, command: worth if command.dice is None else NEVER


def _walk(state: State, seat: Seat, command: commands.Walk) -> int:
    return square_worth(state, seat, command.path[-1] if command.path else _here(state, seat))


def _pass(state: State, seat: Seat, command: commands.Pass) -> int:
    """For good where nothing in hand is of use at others' moments: what helps the own move is offered with it anyway."""
    useful = any(state.pack.prizes[card].effect in AT_OTHERS_MOMENTS for card in state.players[seat].hand.known)
    return int(bool(command.stands_by) != useful)


def _heading(state: State, seat: Seat, command: commands.Head) -> int:
    """The mean of where the move may end."""
    walker = walker_of(state, seat)
    if command.turn_after is None:
        return square_worth(state, seat, onward(walker, command.direction, walker.left).at)
    if command.shows is not None:
        return NEVER
    turned = onward(walker, command.direction, command.turn_after)
    return sum(square_worth(state, seat, onward(turned, face, turned.left).at) for face in DIRECTIONS) // len(DIRECTIONS)


def _alliance(state: State, seat: Seat, command: commands.AnswerAlliance) -> int:
    """An ally that is not in greater danger; where its deaths count for the seat, not in as great a one."""
    more = state.players[command.partner].losses - state.players[seat].losses
    welcome = more <= (0 if "alliance" in state.ruleset.counted else 1)
    return int(welcome == command.yes)


def _report(state: State, seat: Seat, command: commands.Report) -> int:
    """What all bots saw, unless somebody has said so already; a report that says otherwise is corrected where that is allowed."""
    challenge = state.challenge_on(command.square)
    if challenge is None or command.side != agreed(state, challenge) or challenge.reported == command.side:
        return -1
    return 1


def _sealed_report(state: State, seat: Seat, command: commands.SealReport) -> int:
    challenge = state.challenge_of(seat)
    return int(challenge is not None and reveal(command.answer) == agreed(state, challenge))


def _doubt(state: State, seat: Seat, command: commands.Doubt) -> int:
    """Bots make no objection: between two who are both sure, only a judge could end it."""
    return -1


_WORTH: Mapping[type[Command], Callable[[State, Seat, Any], int]] = {
    commands.RollForTitle: _rolls(0),
    commands.RollMovement: _rolls(ROLLING),
    commands.Place: lambda state, seat, command: square_worth(state, seat, command.square),
    commands.Stay: lambda state, seat, command: square_worth(state, seat, _here(state, seat)),
    commands.Walk: _walk,
    commands.Step: lambda state, seat, command: STEP + square_worth(state, seat, command.to),
    commands.Head: _heading,
    commands.PlayPrize: prize_worth,
    commands.MoveInBurst: lambda state, seat, command: shove_worth(state, seat, command.piece, command.to),
    commands.DiscardPrizes: lambda state, seat, command: -kept_worth(state, command.cards),
    commands.Pass: _pass,
    commands.StandBy: _never,
    commands.SpeakUp: _never,
    commands.AnswerAlliance: _alliance,
    commands.RollPairs: pairs_worth,
    commands.Report: _report,
    commands.SealReport: _sealed_report,
    commands.Doubt: _doubt,
    challenges.CallColour: call_worth,
    challenges.SetAside: aside_worth,
    challenges.Bank: bank_worth,
}
