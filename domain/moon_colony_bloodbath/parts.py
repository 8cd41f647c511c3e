"""Moon Colony Bloodbath's printed parts as typed rows: buildings, the kinds of progress card, scientists."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, TypeAlias

from domain.moon_colony_bloodbath.abilities import Ability, Passive, steps_of
from domain.moon_colony_bloodbath.effects import EndGame, StartWork

CardName: TypeAlias = str
"""``<pack>:<entry>``; a perk's entry is ``<scientist>-<perk>``. Both copies of a building or a development bear one name."""

_SPELT = {"ai": "AI", "rd": "R&D", "dr": "Dr."}

Symbol: TypeAlias = Literal["plus", "minus", ""]
"""The small sign that Loneliness looks at."""


class Kind(StrEnum):
    """What a card is; all but buildings are progress cards."""

    BUILDING = "building"
    PERK = "perk"
    TWIST = "twist"
    DEVELOPMENT = "development"
    ROBOT = "robot"
    EVENT = "event"
    WORK = "work"
    TROUBLE = "trouble"
    LONELINESS = "loneliness"


@dataclass(frozen=True, slots=True)
class Building:
    """A building card. ``people`` live in it while it stands; ``rulebook`` names the fields that are the book's.

    ``says`` holds the lines of its text, abilities in printed order, passives after them.
    """

    key: str
    name: str
    copies: int
    cost: int
    people: int
    abilities: tuple[Ability, ...] = ()
    passives: tuple[Passive, ...] = ()
    symbol: Symbol = ""
    says: tuple[str, ...] = ()
    source: str = "house"
    rulebook: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class ProgressCard:
    """A progress card: abilities ``before-loss``, then every seat loses ``people``, then abilities ``turned-over``.

    ``number`` is an event's place in the order of events, ``simple`` a twist's mark for first games, ``scientist`` a perk's owner.
    """

    key: str
    kind: Kind
    name: str
    abilities: tuple[Ability, ...] = ()
    people: int = 0
    copies: int = 1
    number: int = 0
    simple: bool = False
    scientist: str = ""
    says: tuple[str, ...] = ()
    source: str = "house"
    rulebook: frozenset[str] = frozenset()

    @property
    def is_work(self) -> bool:
        """Whether everybody picks an action at it."""
        return any(isinstance(step, StartWork) for ability in self.abilities for step in steps_of(ability))

    @property
    def ends_game(self) -> bool:
        return any(isinstance(step, EndGame) for ability in self.abilities for step in steps_of(ability))


Card: TypeAlias = Building | ProgressCard


@dataclass(frozen=True, slots=True)
class Scientist:
    """Who a seat plays: an entry, a name and the colour it is drawn in."""

    key: str
    name: str
    colour: str
    source: str = "house"


@dataclass(frozen=True, slots=True)
class Pack:
    """The printed parts of one copy; ``cards`` by name, buildings and progress cards alike, in the order of the file."""

    name: str
    version: str
    description: str
    scientists: tuple[Scientist, ...]
    cards: Mapping[CardName, Card]

    def __hash__(self) -> int:
        return hash((self.name, self.version))

    def building(self, name: CardName) -> Building:
        """The building of this name; KeyError when the pack has none."""
        card = self.cards[name]
        if not isinstance(card, Building):
            raise KeyError(name)
        return card

    def progress(self, name: CardName) -> ProgressCard:
        """The progress card of this name; KeyError when the pack has none."""
        card = self.cards[name]
        if not isinstance(card, ProgressCard):
            raise KeyError(name)
        return card

    def called(self, name: CardName) -> str:
        """What is printed on a card as its name; without such a card, as ``card_name`` spells it."""
        card = self.cards.get(name)
        return card.name if card else card_name(name)

    def card_name(self, key: str) -> CardName:
        """The full name of an entry of this pack."""
        return f"{self.name}:{key}"

    def building_deck(self) -> tuple[CardName, ...]:
        """Every building card, each copy once, sorted."""
        return tuple(sorted(name for name, card in self.cards.items() if isinstance(card, Building) for _ in range(card.copies)))

    def of_kind(self, kind: Kind, copies: bool = False) -> tuple[CardName, ...]:
        """The progress cards of a kind in the order of the file, events by number; with ``copies`` each copy once."""
        found = sorted(self._progress(kind), key=lambda pair: pair[1].number)
        return tuple(name for name, card in found for _ in range(card.copies if copies else 1))

    def perks(self, scientist: str) -> tuple[CardName, ...]:
        """The perks of a scientist, by entry."""
        return tuple(name for name, card in self._progress(Kind.PERK) if card.scientist == scientist)

    def simple_twists(self) -> tuple[CardName, ...]:
        """The twists for a first game (MC-S3)."""
        return tuple(name for name, card in self._progress(Kind.TWIST) if card.simple)

    def _progress(self, kind: Kind) -> Iterator[tuple[CardName, ProgressCard]]:
        return ((name, card) for name, card in self.cards.items() if isinstance(card, ProgressCard) and card.kind is kind)


def card_name(name: CardName) -> str:
    """What a card is called where its pack is not at hand: its entry as it is spelt."""
    spelt = " ".join(_SPELT.get(word, word.capitalize()) for word in name.rpartition(":")[2].split("-"))
    return re.sub(r" (?=\d)", "-", spelt)
