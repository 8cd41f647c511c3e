"""High Moon's printed parts as typed rows: cards, starting map, tracks and criteria."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

LIQUORS = TRACKS = ("spider", "bat", "crow")

Space: TypeAlias = str
"""``blank``, ``joker``, ``distillery``, a track's name for its tombstone, or ``ranch-<colour>``."""

Rows: TypeAlias = tuple[tuple[Space, ...], ...]

BLANK: Space = "blank"
JOKER: Space = "joker"
DISTILLERY: Space = "distillery"
_RANCH = "ranch-"


class Measure(StrEnum):
    """What a criterion may count; ``measures.py`` holds the function of each."""

    LONGEST_ROUTE = "longest-route"
    RICHEST_ROUTE = "richest-route"
    ROUTES = "routes"
    FULL_ROUTES = "full-routes"
    RANCHES = "ranches"
    SHARED_RANCHES = "shared-ranches"
    COWS = "cows"
    DISTILLERIES = "distilleries"
    SOLE_DISTILLERIES = "sole-distilleries"
    LIQUOR_SETS = "liquor-sets"
    SPREAD = "spread"
    BORDERS = "borders"
    BLOCKED_RANCHES = "blocked-ranches"
    OUTER_TOKENS = "outer-tokens"
    TOMBSTONES = "tombstones"
    LOWEST_TRACK = "lowest-track"
    HIGHEST_TRACK = "highest-track"
    RANCH_SPACES = "ranch-spaces"


SIZED = frozenset({Measure.ROUTES, Measure.RANCHES, Measure.DISTILLERIES})
"""Measures of things that have a size: a route's tokens, a ranch's distilleries, a distillery's ranches."""


def ranch(colour: str) -> Space:
    """The ranch space of a colour."""
    return _RANCH + colour


def colour_of(space: Space) -> str | None:
    """Whose ranch space it is; None for every other space."""
    return space.removeprefix(_RANCH) if space.startswith(_RANCH) else None


@dataclass(frozen=True, slots=True)
class Card:
    """One card of a deck. ``key`` is its entry in the pack (``red-3``); ``marked`` is 0, 3 or 4, the printed number of players."""

    key: str
    colour: str
    marked: int
    rows: Rows
    source: str = "house"

    @property
    def distilleries(self) -> int:
        return count(self.rows, DISTILLERY)


@dataclass(frozen=True, slots=True)
class Laid:
    """A starting card and its top-left place (row, column)."""

    rows: Rows
    at: tuple[int, int]
    source: str = "house"


@dataclass(frozen=True, slots=True)
class Track:
    """One tombstone track, space by space from the lowest: the printed value, and what it is worth to the lowest marker.

    ``bonus`` holds the numbers of the spaces that give a token (HM-G3).
    """

    values: tuple[int, ...]
    lowest: tuple[int, ...]
    bonus: frozenset[int]
    source: str = "house"

    @property
    def last(self) -> int:
        """The number of the last space."""
        return len(self.values) - 1


@dataclass(frozen=True, slots=True)
class Criterion:
    """``points`` for every ``every`` of the measure, ``cap`` at most.

    An immediate criterion scores once unless its ``cap`` is above its ``points``. ``least`` is the smallest size that
    counts, for the measures in ``SIZED``.
    """

    id: str
    measure: Measure
    points: int
    says: str
    every: int = 1
    least: int = 1
    cap: int | None = None
    immediate: bool = False
    first_only: bool = False
    source: str = "house"

    def worth(self, measured: int) -> int:
        """The points for this much of the measure."""
        earned = self.points * (measured // self.every)
        return earned if self.cap is None else min(earned, self.cap)


@dataclass(frozen=True, slots=True)
class Pack:
    """The printed parts of one copy. Rows run downwards; ``starting`` is in the order of laying."""

    name: str
    version: str
    description: str
    colours: tuple[str, ...]
    width: int
    height: int
    tiles_each: int
    decks: Mapping[str, tuple[Card, ...]]
    starting: tuple[Laid, Laid]
    tracks: Mapping[str, Track]
    criteria: Mapping[str, Criterion]
    warnings: tuple[str, ...] = ()

    def __hash__(self) -> int:
        return hash((self.name, self.version))

    def card(self, key: str) -> Card:
        """The card of this entry; KeyError when the pack has none."""
        return {card.key: card for deck in self.decks.values() for card in deck}[key]

    def deck(self, colour: str, seats: int) -> tuple[Card, ...]:
        """The cards that a colour plays with this many seats (HM-S6)."""
        return tuple(card for card in self.decks[colour] if not leaves(card.marked, seats))

    def tiles(self, seats: int) -> tuple[str, ...]:
        """The distillery tiles in the game with this many seats, by liquor (HM-S2)."""
        return tuple(liquor for liquor in LIQUORS for _ in range(tiles_in(self.tiles_each, seats)))

    def sides(self) -> tuple[str, ...]:
        """The four criteria cards by number, ``1`` to ``4``."""
        return tuple(sorted({key[0] for key in self.criteria}))


def leaves(marked: int, seats: int) -> bool:
    """Whether a card with this mark stays out of a game with this many seats (HM-S6)."""
    return (seats == 3 and marked == 4) or (seats == 4 and marked in (3, 4))


def tiles_in(tiles_each: int, seats: int) -> int:
    """How many tiles of each liquor are in the game (HM-S2)."""
    return tiles_each if seats == 4 else tiles_each - 1


def count(rows: Rows, space: Space) -> int:
    return sum(row.count(space) for row in rows)
