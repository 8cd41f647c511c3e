"""Given a position, when somebody acts, then these facts, or a refusal by this rule."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any

import pytest

from domain.high_moon.board import Board, Place, Token, routes
from domain.high_moon.decide import decide
from domain.high_moon.evolve import evolve, fold
from domain.high_moon.parts import DISTILLERY, Pack
from domain.high_moon.setup import initial, start
from domain.high_moon.state import Options, Player, State
from domain.kernel.bag import Bag, ordered
from domain.kernel.fact import Command, Fact, Facts, Ruled
from domain.kernel.game import Opening
from domain.kernel.names import Seat, Viewer, may_see
from domain.kernel.refusal import Refused
from domain.kernel.rule import Rule
from domain.kernel.secret import Hidden, Sealed
from tests.high_moon.packs import SEAT_COLOURS, pack, space

FIRST, SECOND, THIRD, FOURTH = map(Seat, range(4))
PACK = pack()
DEFAULT = Options()
TOKENS = {"R": Token(FIRST, "ranch"), "W": Token(FIRST, "cow"), "Q": Token(SECOND, "ranch"), "V": Token(SECOND, "cow")}
TILES = {"S": "spider", "B": "bat", "C": "crow"}


@dataclass
class Scripted:
    """Chance as the test wants it; a shuffle that is not scripted keeps the order of its items."""

    shuffles: Mapping[str, Sequence[str]] = field(default_factory=dict)
    numbers: Mapping[str, Sequence[int]] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    bounds: list[tuple[str, int]] = field(default_factory=list)

    def shuffle(self, label: str, items: Sequence[str]) -> tuple[str, ...]:
        self.asked.append(label)
        order = tuple(self.shuffles.get(label, tuple(items)))
        assert sorted(order) == sorted(items)
        return order

    def below(self, label: str, bound: int) -> int:
        self.asked.append(label)
        script = self.numbers.get(label, ())
        before = sum(earlier == label for earlier, _ in self.bounds)
        self.bounds.append((label, bound))
        return script[before] if before < len(script) else 0


def opening(chosen: Pack = PACK, seats: int = 2, colours: Sequence[str | None] = (), **options: bool | str) -> Opening[Pack]:
    return Opening("high-moon", chosen, options, tuple(colours) or (None,) * seats)


def opened(chance: Any = None, chosen: Pack = PACK, seats: int = 2, **options: bool | str) -> State:
    """A table at its first turn."""
    state = initial(opening(chosen, seats, (), **options))
    return fold(state, start(state, chance or Scripted()))


def drawn(*lines: str, at: Place = (0, 0), seats: int = 2) -> Board:
    """A map as drawn, its first sign at ``at``: spaces as on the cards, ``_`` no map, ``S B C`` a tile,
    ``R W`` ranch and cow of seat 0, ``Q V`` of seat 1 (on blank spaces)."""
    signs = {(at[0] + row, at[1] + column): sign for row, line in enumerate(lines) for column, sign in enumerate(line) if sign != "_"}
    return Board(
        {place: "blank" if sign in TOKENS else DISTILLERY if sign in TILES else space(sign, seats) for place, sign in signs.items()},
        {place: TOKENS[sign] for place, sign in signs.items() if sign in TOKENS},
        {place: TILES[sign] for place, sign in signs.items() if sign in TILES},
    )


def position(
    board: Board,
    *purses: Mapping[str, Any],
    seats: int = 2,
    chosen: Pack = PACK,
    phase: Any = "tokens",
    tiles: Sequence[str] = ("crow", "bat", "spider"),
    options: Options = DEFAULT,
    **changes: Any,
) -> State:
    """A position in seat 0's turn, criteria left out. Each seat has the bottles of the tiles it touches already; ``purses``
    says per seat what differs from 3 available, 20 in reserve and the deck's first card in hand."""
    players = []
    for number, colour in enumerate(SEAT_COLOURS[seats]):
        seat = Seat(number)
        cards = tuple(f"{chosen.name}:{card.key}" for card in chosen.deck(colour, seats))
        touched = frozenset(tile for route in routes(board, seat) if route.ranches for tile in route.tiles)
        player = Player(seat, colour, reserve=20, available=3, hand=Bag.of(cards[0]), deck=ordered(cards[1:]), connected=touched)
        players.append(replace(player, **(purses[number] if number < len(purses) else {})))
    return State(chosen, options, tuple(players), ordered(tuple(tiles)), board=board, phase=phase, **changes)


@dataclass(frozen=True)
class Given:
    """A position; ``when`` something is done to it, ``then`` or ``refused_by`` says what must come of that."""

    state: State

    def when(self, command: Command) -> "When":
        return When(self.state, command)

    def has(self, seat: Seat, **expected: Any) -> "Given":
        """Check attributes of a seat, ``on_map`` being the number of its tokens there."""
        player = self.state.players[seat]
        found = {name: len(self.state.board.of_seat(seat)) if name == "on_map" else getattr(player, name) for name in expected}
        assert found == expected
        return self


@dataclass(frozen=True)
class When:
    state: State
    command: Command

    @property
    def facts(self) -> Facts:
        return decide(self.state, self.command, Scripted())  # type: ignore[arg-type]

    def then(self, *expected: Ruled) -> Given:
        """Exactly these facts, by exactly these rules, in this order."""
        assert self.facts == expected
        return self.accepted()

    def accepted(self) -> Given:
        return Given(fold(self.state, self.facts))

    def refused_by(self, rule: Rule) -> Given:
        """Refused, by this rule, and nothing has happened."""
        with pytest.raises(Refused) as refused:
            decide(self.state, self.command, Scripted())  # type: ignore[arg-type]
        assert refused.value.refusal.rule.id == rule.id
        assert refused.value.refusal.reason
        return Given(self.state)


def given(state: State) -> Given:
    return Given(state)


def seen_by(viewer: Viewer, fact: Fact) -> Fact:
    """The fact as a viewer's copy holds it."""
    hidden = {
        each.name: Hidden()
        for each in fields(fact)  # type: ignore[arg-type]
        if isinstance(value := getattr(fact, each.name), Sealed) and not may_see(viewer, value.audience)
    }
    return replace(fact, **hidden)  # type: ignore[type-var]


def view(viewer: Viewer, before: State, facts: Facts) -> State:
    """The fold of a viewer's copies."""
    for ruled in facts:
        before = evolve(before, seen_by(viewer, ruled.fact))  # type: ignore[arg-type]
    return before
