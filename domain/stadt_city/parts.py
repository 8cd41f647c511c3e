"""Stadt City's printed parts as typed rows: challenges, prize cards, and the personas that pieces stand for."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

CardName: TypeAlias = str
"""``<pack>:<entry>``; all copies of a prize card bear one name."""


class Skill(StrEnum):
    """What a challenge asks for, and what an advantage may be good at."""

    DICE = "dice"
    CARDS = "cards"
    AIM = "aim"
    SPEED = "speed"
    WITS = "wits"


class Decider(StrEnum):
    """A challenge that the service can play out (option ``digital``)."""

    BLACK_OR_RED = "black-or-red"
    SEVEN_ELEVEN_DOUBLES = "seven-eleven-doubles"
    FARKLE = "farkle"


class Boost(StrEnum):
    """What an advantage does in a digital challenge; every decider says what it means there."""

    HEAD_START = "head-start"
    SECOND_CHANCE = "second-chance"


class Effect(StrEnum):
    """What a prize card does: one for each rule ``SC-P-…``."""

    TWICE_DICE = "twice-dice"
    THRICE_DICE = "thrice-dice"
    SLOW_DICE = "slow-dice"
    DIAGONAL_PLUS_1 = "diagonal-plus-1"
    DIAGONAL = "diagonal"
    FLY = "fly"
    COLUMN_ANOMALY_CLEAR = "column-anomaly-clear"
    ROW_ANOMALY_CLEAR = "row-anomaly-clear"
    PUSH = "push"
    PULL = "pull"
    ANOMALY_PROTECTION = "anomaly-protection"
    SWITCH = "switch"
    FULLY_ANOMALY_CLEAR = "fully-anomaly-clear"
    TELEPORTATION = "teleportation"
    PULL_BURST_5 = "pull-burst-5"
    PUSH_BURST_2 = "push-burst-2"


class Kind(StrEnum):
    """What a persona is; heroes and villains are characters."""

    HERO = "hero"
    VILLAIN = "villain"
    FALLEN_HERO = "fallen-hero"
    FALLEN_VILLAIN = "fallen-villain"
    TITAN = "titan"


@dataclass(frozen=True, slots=True)
class Challenge:
    """A challenge card. ``players`` lists the numbers it suits; ``more`` says how more play it (SC-R38).

    ``name`` is the document's; ``printable`` is what is shown. ``dry`` is the entry it goes by where drinks are left out,
    for those whose own name speaks of them. ``rulebook`` names the fields that are the document's.
    """

    key: str
    name: str
    printable: str
    players: tuple[int, ...]
    skill: Skill
    says: str
    more: str
    decider: Decider | None = None
    dry: str = ""
    source: str = "house"
    rulebook: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Prize:
    """A prize card, ``count`` times in the deck."""

    key: str
    name: str
    count: int
    effect: Effect
    says: str
    source: str = "house"
    rulebook: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Advantage:
    """What a persona is good at: one challenge, by entry, or every challenge of a skill; ``boost`` where it is coded."""

    says: str
    challenge: str = ""
    skill: Skill | None = None
    boost: Boost | None = None

    def helps_in(self, challenge: Challenge) -> bool:
        """Whether it counts in this challenge."""
        return challenge.skill is self.skill or challenge.key == self.challenge


@dataclass(frozen=True, slots=True)
class Persona:
    """A character, a fallen or a titan: a line of biography and one advantage."""

    key: str
    name: str
    kind: Kind
    biography: str
    advantage: Advantage
    source: str = "house"


@dataclass(frozen=True, slots=True)
class Pack:
    """The printed parts of one copy, each list by card name in the order of the file. ``colours`` are the pieces'."""

    name: str
    version: str
    description: str
    colours: tuple[str, ...]
    challenges: Mapping[CardName, Challenge]
    prizes: Mapping[CardName, Prize]
    personas: Mapping[CardName, Persona]

    def __hash__(self) -> int:
        return hash((self.name, self.version))

    def card_name(self, key: str) -> CardName:
        """The full name of an entry of this pack."""
        return f"{self.name}:{key}"

    def challenge(self, name: CardName) -> Challenge:
        """The challenge of this name, with or without drinks; KeyError when the pack has none."""
        return self.challenges.get(name) or self._dry()[name]

    def title(self, name: CardName) -> str:
        """What a card is called where it is shown, a challenge under the name it goes by at this table."""
        if name in self.challenges:
            return self.challenges[name].printable
        card = self.prizes.get(name) or self.personas.get(name)
        return card.name if card else spelt(name)

    def challenge_pile(self, players: int, drinks: bool = True) -> tuple[CardName, ...]:
        """The challenges that suit this number of players, by the names they go by with or without drinks; in the file's order."""
        suiting = (challenge for challenge in self.challenges.values() if players in challenge.players)
        return tuple(self.card_name(challenge.key if drinks else challenge.dry or challenge.key) for challenge in suiting)

    def _dry(self) -> dict[CardName, Challenge]:
        return {self.card_name(challenge.dry): challenge for challenge in self.challenges.values() if challenge.dry}

    def prize_deck(self) -> tuple[CardName, ...]:
        """Every prize card, each copy once, sorted."""
        return tuple(sorted(name for name, prize in self.prizes.items() for _ in range(prize.count)))

    def character_deck(self) -> tuple[CardName, ...]:
        """Every character, hero or villain, sorted."""
        return tuple(sorted((*self.of_kind(Kind.HERO), *self.of_kind(Kind.VILLAIN))))

    def of_kind(self, kind: Kind) -> tuple[CardName, ...]:
        """The personas of one kind, sorted: a fallen deck, the titan deck."""
        return tuple(sorted(name for name, persona in self.personas.items() if persona.kind is kind))


SMALL_WORDS = frozenset({"a", "of", "or", "the"})
SIGNS = {"seven-eleven-doubles": "7/11/Doubles", "diagonal-plus-1": "Diagonal +1"}
"""The document's names that have signs in them, which no entry has."""


def spelt(name: CardName) -> str:
    """What a card is called where the pack is not at hand: its entry as it is spelt, without the pack."""
    entry = name.rpartition(":")[2]
    first, *others = entry.split("-")
    words = (first.capitalize(), *(word if word in SMALL_WORDS else word.capitalize() for word in others))
    return SIGNS.get(entry) or " ".join(words)
