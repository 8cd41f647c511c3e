"""Packs made up for a test: the cards of ``lunar``, with those in their place that the test needs."""

from typing import Any

from domain.kernel.pack import read_toml
from domain.moon_colony_bloodbath import MOON_COLONY_BLOODBATH
from domain.moon_colony_bloodbath.abilities import Ability, Trigger
from domain.moon_colony_bloodbath.pack import read_pack
from domain.moon_colony_bloodbath.parts import Building, Card, Kind, Pack, ProgressCard
from domain.moon_colony_bloodbath.texts import ability, passive

LUNAR = read_pack(read_toml(MOON_COLONY_BLOODBATH.packs["lunar"]))
PLAIN = "plain"


def building(key: str, cost: int = 0, people: int = 0, always: str = "", symbol: Any = "", **texts: str) -> Building:
    """A building; each text stands under its moment: ``farm="gain 2 food"``."""
    passives = (passive(always),) if always else ()
    return Building(key, key, 2, cost, people, _abilities(texts), passives, symbol)


def progress(key: str, kind: Kind = Kind.TWIST, people: int = 0, number: int = 0, **texts: str) -> ProgressCard:
    return ProgressCard(key, kind, key, _abilities(texts), people, number=number)


def _abilities(texts: dict[str, str]) -> tuple[Ability, ...]:
    """A text may be several abilities of one moment, with a bar between them."""
    return tuple(ability(Trigger(moment.replace("_", "-")), each) for moment, text in texts.items() for each in text.split(" | "))


def pack(*cards: Card, events: tuple[str, ...] | None = None) -> Pack:
    """The cards of ``lunar`` with these in place of those of the same entry; only these ``events``, if given."""
    plain = building(PLAIN, cost=9)
    rows = {card.key: card for card in (*LUNAR.cards.values(), plain, *cards)}
    kept = (card for card in rows.values() if events is None or getattr(card, "kind", None) is not Kind.EVENT or card.key in events)
    return Pack("test", "1", "made up for a test", LUNAR.scientists, {f"test:{card.key}": card for card in kept})


def name(key: str) -> str:
    return key if ":" in key or key == "none" else f"test:{key}"
