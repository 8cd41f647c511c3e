"""Challenges that the service can play out, each with a small decider of its own (SC-R15, option ``digital``)."""

from typing import TypeAlias

from domain.kernel.chance import Chance
from domain.kernel.fact import Facts
from domain.kernel.names import Seat
from domain.kernel.question import Asked, Choice
from domain.kernel.refusal import Refused
from domain.stadt_city.challenges import black_or_red, farkle, seven_eleven_doubles
from domain.stadt_city.challenges.black_or_red import BlackOrRed
from domain.stadt_city.challenges.commands import COMMANDS, Bank, CallColour, Command, RollDice, SetAside
from domain.stadt_city.challenges.facts import FACTS, CardTurned, DiceSetAside, DiceThrown, Fact, PlayBegun, TurnBanked
from domain.stadt_city.challenges.farkle import Farkle
from domain.stadt_city.challenges.seven_eleven_doubles import SevenElevenDoubles
from domain.stadt_city.parts import Decider
from domain.stadt_city.rulebook import R39

Play: TypeAlias = BlackOrRed | SevenElevenDoubles | Farkle

__all__ = [
    "COMMANDS", "FACTS", "Bank", "CallColour", "CardTurned", "Command", "DiceSetAside", "DiceThrown", "Fact", "Play", "PlayBegun",
    "RollDice", "SetAside", "TurnBanked", "choices", "decide", "evolve", "waiting",
]  # fmt: skip


def evolve(play: Play | None, fact: Fact) -> Play | None:
    """The state of a challenge after a fact of it; a fact that is not of this challenge changes nothing."""
    match play, fact:
        case _, PlayBegun():
            return _begin(fact)
        case BlackOrRed(), CardTurned():
            return black_or_red.evolve(play, fact)
        case SevenElevenDoubles(), DiceThrown():
            return seven_eleven_doubles.evolve(play, fact)
        case Farkle(), DiceThrown() | DiceSetAside() | TurnBanked():
            return farkle.evolve(play, fact)
        case _:
            return play


def _begin(fact: PlayBegun) -> Play:
    match Decider(fact.decider):
        case Decider.BLACK_OR_RED:
            return black_or_red.begin(fact)
        case Decider.SEVEN_ELEVEN_DOUBLES:
            return seven_eleven_doubles.begin(fact)
        case Decider.FARKLE:
            return farkle.begin(fact)


def waiting(play: Play) -> tuple[Asked, ...]:
    """Whose move it is; nobody's once a side has won."""
    match play:
        case BlackOrRed():
            return black_or_red.waiting(play)
        case SevenElevenDoubles():
            return seven_eleven_doubles.waiting(play)
        case Farkle():
            return farkle.waiting(play)


def choices(play: Play, seat: Seat) -> tuple[Choice, ...]:
    """Every legal move of the seat."""
    match play:
        case BlackOrRed():
            return black_or_red.choices(play, seat)
        case SevenElevenDoubles():
            return seven_eleven_doubles.choices(play, seat)
        case Farkle():
            return farkle.choices(play, seat)


def decide(play: Play, command: Command, chance: Chance) -> Facts:
    """What a move causes; Refused when it is none of this challenge."""
    match play, command:
        case BlackOrRed(), CallColour():
            return black_or_red.decide(play, command, chance)
        case SevenElevenDoubles(), RollDice():
            return seven_eleven_doubles.decide(play, command, chance)
        case Farkle(), RollDice() | SetAside() | Bank():
            return farkle.decide(play, command, chance)
        case _:
            raise Refused(R39, f"{command.NAME} is no move of this challenge")
