"""Challenges that the service plays out, in plain sentences."""

from collections.abc import Callable, Mapping
from typing import Any

from domain.kernel.fact import Fact
from domain.stadt_city.challenges.facts import CardTurned, DiceSetAside, DiceThrown, PlayBegun, TurnBanked


def _begun(fact: PlayBegun) -> str:
    return f"The challenge on {fact.square} is played here."


def _turned(fact: CardTurned) -> str:
    end = "right" if fact.right else "wrong, but a second chance lets it not count" if fact.again else "wrong"
    return f"Seat {fact.seat} calls {fact.colour}, and the card is the {_card(fact.card)}: {end}."


def _thrown(fact: DiceThrown) -> str:
    end = "it scores" if fact.good else "nothing, but a second chance lets it not count" if fact.again else "nothing"
    return f"Seat {fact.seat} rolls {_dice(fact.dice)}: {end}."


def _aside(fact: DiceSetAside) -> str:
    return f"Seat {fact.seat} sets {_dice(fact.dice)} aside for {fact.points} points."


def _banked(fact: TurnBanked) -> str:
    return f"Seat {fact.seat} banks {fact.points} points."


def _dice(dice: tuple[int, ...]) -> str:
    return ", ".join(map(str, dice))


def _card(card: str) -> str:
    return card.replace("-", " ")


SENTENCES: Mapping[type[Fact], Callable[[Any], str]] = {
    PlayBegun: _begun,
    CardTurned: _turned,
    DiceThrown: _thrown,
    DiceSetAside: _aside,
    TurnBanked: _banked,
}
