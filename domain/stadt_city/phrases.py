"""A short phrase for each choice in Stadt City, from what its seat may know."""

from collections.abc import Callable, Mapping
from typing import Any

from domain.kernel.fact import Command
from domain.kernel.names import Seat
from domain.kernel.question import Choice
from domain.kernel.secret import Hidden, reveal
from domain.stadt_city import commands
from domain.stadt_city.board import Square
from domain.stadt_city.challenges import commands as challenges
from domain.stadt_city.state import State
from domain.stadt_city.words import amount, listed, seats


def describe(state: State, choice: Choice) -> str:
    """What the choice does, and in brackets what it surely costs and gives."""
    sides = (("costs", choice.costs), ("gives", choice.gives))
    told = [f"{side} {', '.join(_thing(state, *pair) for pair in amounts)}" for side, amounts in sides if amounts]
    phrase = _PHRASES[type(choice.command)](state, choice.command)
    return f"{phrase} ({'; '.join(told)})" if told else phrase


def _thing(state: State, what: str, number: int) -> str:
    return state.pack.title(what) if ":" in what else amount(number, what)


def _there(state: State, seat: Seat, square: Square) -> str:
    """What waits for the seat's piece on a square: death, or company."""
    if state.players[seat].is_character and not state.board.standing(square):
        return ", to its death"
    others = tuple(each for each in state.on(square) if each != seat)
    return f", where {seats(others)} {'stands' if len(others) == 1 else 'stand'}" if others else ""


def _by(state: State, card: str | None) -> str:
    return f" by {state.pack.title(card)}" if card else ""


def _place(state: State, command: commands.Place) -> str:
    piece = state.players[command.seat].piece
    name = state.pack.title(piece.card) if piece and piece.card else "the piece"
    return f"place {name} on {command.square}{_there(state, command.seat, command.square)}"


def _roll(state: State, command: commands.RollMovement) -> str:
    if command.dice:
        return f"enter {listed(command.dice)}"
    movement = state.movement
    return f"roll {movement.count}d{movement.sides} to move" if movement else "roll to move"


def _step(state: State, command: commands.Step) -> str:
    return f"step to {command.to}{_by(state, command.card)}{_there(state, command.seat, command.to)}"


def _walk(state: State, command: commands.Walk) -> str:
    if not command.path:
        return "make no further step"
    *on_the_way, end = command.path
    way = f" by {listed(on_the_way)}" if on_the_way else ""
    cards = f" with {listed(map(state.pack.title, command.cards))}" if command.cards else ""
    return f"walk to {end}{way}{cards}{_there(state, command.seat, end)}"


def _head(state: State, command: commands.Head) -> str:
    if command.turn_after is None:
        return f"head {command.direction}"
    shows = f", which shows {command.shows}" if command.shows else ""
    return f"head {command.direction} and after {amount(command.turn_after, 'squares')} roll the directional die{shows}"


def _prize(state: State, command: commands.PlayPrize) -> str:
    shoves = ((shove.seat, shove.to) for shove in command.moves or ())
    moved = ", ".join(f"seat {seat} to {to}" for seat, to in shoves)
    piece = f"seat {command.piece}" if command.piece is not None else ""
    to = f"to {command.to}{_there(state, command.seat, command.to) if command.piece is None else ''}" if command.to else ""
    what = moved or " ".join(filter(None, (piece, to)))
    return f"play {state.pack.title(command.card)}{f': {what}' if what else ''}"


def _pairs(state: State, command: commands.RollPairs) -> str:
    if command.pairs:
        return f"enter {listed(command.pairs)}"
    named = (("letter", command.letter_die), ("number", command.number_die))
    dice = [f"a {die} die of {faces}" for die, faces in named if faces]
    return f"roll {listed(dice)}" if dice else "roll for the squares that fall"


def _alliance(state: State, command: commands.AnswerAlliance) -> str:
    return f"{'ally' if command.yes else 'do not ally'} with seat {command.partner}"


def _won(state: State, square: Square, side: int) -> str:
    """The side of a challenge by its seats."""
    challenge = state.challenge_on(square)
    winners = challenge.sides[side] if challenge and 0 <= side < len(challenge.sides) else ()
    return f"{seats(winners)} won on {square}" if winners else f"the side of number {side} won on {square}"


def _seal(state: State, command: commands.SealReport) -> str:
    side, challenge = reveal(command.answer), state.challenge_of(command.seat)
    if isinstance(side, Hidden) or challenge is None:
        return "report, unseen"
    return f"report, unseen: {_won(state, challenge.square, side)}"


def _confirm(state: State, command: commands.Confirm) -> str:
    challenge = state.challenge_on(command.square)
    if challenge is None or challenge.reported is None:
        return f"confirm the report on {command.square}"
    return f"confirm: {_won(state, command.square, challenge.reported)}"


_PHRASES: Mapping[type[Command], Callable[[State, Any], str]] = {
    commands.RollForTitle: lambda state, command: f"enter {listed(command.dice)}" if command.dice else "roll for the Harbinger",
    commands.Place: _place,
    commands.RollMovement: _roll,
    commands.Stay: lambda state, command: f"stay on {state.players[command.seat].square}",
    commands.Step: _step,
    commands.Walk: _walk,
    commands.Head: _head,
    commands.PlayPrize: _prize,
    commands.MoveInBurst: lambda state, command: f"move seat {command.piece} to {command.to}",
    commands.Pass: lambda state, command: "play no card, now and later" if command.stands_by else "play no card now",
    commands.StandBy: lambda state, command: "play no card from now on",
    commands.SpeakUp: lambda state, command: "be asked again whether to play a card",
    commands.DiscardPrizes: lambda state, command: f"discard {listed(map(state.pack.title, command.cards))}",
    commands.AnswerAlliance: _alliance,
    commands.RollPairs: _pairs,
    commands.Report: lambda state, command: f"report: {_won(state, command.square, command.side)}",
    commands.SealReport: _seal,
    commands.Confirm: _confirm,
    commands.Doubt: lambda state, command: f"object to the report on {command.square}",
    commands.Withdraw: lambda state, command: f"take back the objection on {command.square}",
    commands.ChooseDrink: lambda state, command: f"say what seat {command.debtor} drinks",
    challenges.CallColour: lambda state, command: f"call {command.colour}",
    challenges.RollDice: lambda state, command: "roll the dice",
    challenges.SetAside: lambda state, command: f"set {listed(command.dice)} aside",
    challenges.Bank: lambda state, command: "bank the points of this turn",
    commands.RuleOutcome: lambda state, command: f"rule: {_won(state, command.square, command.side)}",
}
