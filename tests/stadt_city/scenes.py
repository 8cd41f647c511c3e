"""Given a position, when somebody acts, then these facts, or a refusal by this rule; and positions built in a line."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from domain.kernel.bag import Bag, Pile, ordered
from domain.kernel.fact import Command, Facts, Ruled
from domain.kernel.facts import DeadlineLifted, DeadlineSet, Expire
from domain.kernel.game import Ages, Opening
from domain.kernel.names import Seat
from domain.kernel.pack import read_toml
from domain.kernel.refusal import Refused
from domain.kernel.rule import Rule
from domain.stadt_city import STADT_CITY
from domain.stadt_city.board import Board
from domain.stadt_city.commands import Pass, RuleOutcome
from domain.stadt_city.decide import decide, resign
from domain.stadt_city.evolve import evolve, fold
from domain.stadt_city.facts import FACTS
from domain.stadt_city.parts import Kind, Pack
from domain.stadt_city.questions import choices, waiting
from domain.stadt_city.rules.doing import Doing
from domain.stadt_city.rules.turns import run
from domain.stadt_city.setup import initial, start
from domain.stadt_city.state import ChallengePile, Movement, Options, Piece, Player, Stage, State

PACK: Pack = STADT_CITY.read_pack(read_toml(STADT_CITY.packs["stadt"]))
A, B, C, D, E, F, G = map(Seat, range(7))
HEROES = PACK.of_kind(Kind.HERO)
VILLAINS = PACK.of_kind(Kind.VILLAIN)


@dataclass
class Scripted:
    """Chance as the test wants it: dice by what they show, one draw after another; shuffles not named keep their order."""

    dice: Mapping[str, Sequence[int]] = field(default_factory=dict)
    shuffles: Mapping[str, Sequence[str]] = field(default_factory=dict)
    draws: dict[str, int] = field(default_factory=dict)

    def shuffle(self, label: str, items: Sequence[str]) -> tuple[str, ...]:
        self.draws[label] = self.draws.get(label, 0) + 1
        order = tuple(self.shuffles.get(label, tuple(items)))
        assert sorted(order) == sorted(items)
        return order

    def below(self, label: str, bound: int) -> int:
        before = self.draws.get(label, 0)
        self.draws[label] = before + 1
        script = self.dice.get(label, ())
        shown = script[before] if before < len(script) else self._unscripted(label, before, bound)
        assert 1 <= shown <= bound
        return shown - 1

    @staticmethod
    def _unscripted(label: str, before: int, bound: int) -> int:
        """A one; the Harbinger's pairs name one square after another, from the last of the map on."""
        pair, number = divmod(before, 2)
        return 1 if label != "harbinger" else bound - (pair % bound if number else pair // bound % bound)


def squares(*named: str) -> tuple[int, ...]:
    """The Harbinger's dice that name these squares."""
    return tuple(pips for square in named for pips in (ord(square[0]) - ord("A") + 1, int(square[1:])))


def path(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def card(key: str) -> str:
    return PACK.card_name(key)


def at(seat: Seat, square: str | None, *hand: str, kind: Any = "character", persona: str | None = None, **changes: Any) -> Player:
    """A seat whose piece stands on a square, by default a hero of its own; ``None``: nothing on the board. ``hand`` by entries."""
    face = persona or HEROES[seat]
    if kind != "character" and persona is None:
        face = PACK.of_kind(Kind.FALLEN_HERO if kind == "fallen" else Kind.TITAN)[seat]
    out = {} if kind == "character" else {"out_at": 1}
    piece = None if square is None else Piece(kind, face, square)
    return replace(Player(seat, PACK.colours[seat]), piece=piece, hand=Bag.of(*map(card, hand)), **{**out, **changes})


def pairs(players: Sequence[Player], *allied: tuple[Seat, Seat]) -> tuple[Player, ...]:
    """The players with these allied."""
    allies = {one: other for pair in allied for one, other in (pair, pair[::-1])}
    return tuple(replace(player, ally=allies.get(player.seat, player.ally)) for player in players)


def never_ally(*players: Player) -> tuple[Player, ...]:
    """Players of whom each has refused every other."""
    everybody = {player.seat for player in players}
    return tuple(replace(player, refused=frozenset(everybody - {player.seat})) for player in players)


def position(
    *players: Player,
    stage: Stage = "round-start",
    destroyed: Sequence[str] = (),
    ruleset: str = "1.1",
    order: Sequence[Seat] = (),
    active: Seat | None = None,
    characters: Sequence[str] | None = None,
    prizes: Sequence[str] | None = None,
    options: Mapping[str, Any] | None = None,
    **changes: Any,
) -> State:
    """A position of round 2, unless said otherwise; ``active`` is in its movement phase. Decks have the first named on top."""
    begun = initial(Opening(ruleset, PACK, {}, (None,) * len(players)))
    seats = tuple(order) or tuple(player.seat for player in players)
    held = {piece.card for player in players if (piece := player.piece)} | {kept for player in players for kept in player.kept}
    deck = tuple(face for face in PACK.character_deck() if face not in held) if characters is None else tuple(characters)
    moving = None if active is None else Movement(active, sides=begun.ruleset.die)
    past = seats.index(active) + 1 if active is not None else 0
    state = replace(
        begun,
        players=tuple(players),
        options=replace(Options(drinks=False), **(options or {})),
        board=Board(begun.board.size, frozenset(destroyed)),
        by_age=seats,
        drawing=tuple(reversed(seats)),
        tied=(),
        harbinger=seats[0],
        characters=ordered(deck),
        heroes=_sorted(begun.heroes),
        villains=_sorted(begun.villains),
        titans=_sorted(begun.titans),
        prizes=ordered(tuple(map(card, prizes))) if prizes is not None else _sorted(begun.prizes),
        piles=tuple(ChallengePile(pile.players, _sorted(pile.cards)) for pile in begun.piles),
        stage="before-roll" if active is not None and stage == "round-start" else stage,
        round=2,
        step=20,
        order=seats,
        to_move=seats[past:] if stage in ("round-start", "moved") or active is not None else (),
        movement=moving,
    )
    return replace(state, **changes)


def _sorted(pile: Pile) -> Pile:
    return ordered(pile[0].known) if pile else ()


@dataclass
class Table:
    """A game under way, its chance, and the facts of the latest step."""

    state: State
    chance: Scripted = field(default_factory=Scripted)
    last: Facts = ()

    def when(self, *commands: Command | Expire) -> "Table":
        """Each is accepted; ``last`` is what the last of them caused."""
        for command in commands:
            self._take(decide(self.state, command, self.chance))  # type: ignore[arg-type]
        return self

    def resigns(self, seat: Seat, fact: Any) -> "Table":
        self.state = evolve(self.state, fact)
        self._take(resign(self.state, seat, self.chance))
        return self

    def goes_on(self) -> "Table":
        """What follows by itself."""
        doing = Doing(self.state, self.chance)
        run(doing)
        self._take(doing.facts())
        return self

    def all_pass(self) -> "Table":
        """It goes on, and nobody who is asked plays a card."""
        self.goes_on()
        while (asked := waiting(self.state)) and asked[0].kind == "window":
            self.when(Pass(asked[0].seat))
        return self

    def wins(self, square: str, seat: Seat) -> "Table":
        """A judge says that the seat's side has won the challenge on the square."""
        challenge = self.state.challenge_on(square)
        assert challenge is not None
        side = challenge.side_of(seat)
        assert side is not None
        return self.when(RuleOutcome(0, square, side))

    def refuses(self, command: Command, rule: Rule) -> "Table":
        """Refused, by this rule, and nothing has happened."""
        with pytest.raises(Refused) as refused:
            decide(self.state, command, self.chance)  # type: ignore[arg-type]
        assert refused.value.refusal.rule.id == rule.id
        assert refused.value.refusal.reason
        return self

    def then(self, *expected: Ruled) -> "Table":
        """Exactly these facts of the latest step, in this order; those that say how far the round is, and deadlines, apart."""
        assert tuple(ruled for ruled in self.last if ruled.fact.NAME not in FLOW) == expected
        return self

    def asks(self, *expected: tuple[Seat, str]) -> "Table":
        """Who is asked, and for what."""
        assert [(asked.seat, asked.kind) for asked in waiting(self.state)] == list(expected)
        return self

    def offers(self, seat: Seat) -> list[Any]:
        return [choice.command for choice in choices(self.state, seat)]

    def has(self, seat: Seat, **expected: Any) -> "Table":
        """Check attributes of a seat; ``kind`` and ``card`` are its piece's, ``prizes`` how many it holds, ``hand`` by entries."""
        player = self.state.players[seat]
        found: dict[str, Any] = {}
        for what in expected:
            match what:
                case "kind" | "card":
                    found[what] = getattr(player.piece, what) if player.piece else None
                case "prizes":
                    found[what] = player.hand.size
                case "hand":
                    found[what] = [face.partition(":")[2] for face in player.hand.known]
                case _:
                    found[what] = getattr(player, what)
        assert found == expected
        return self

    def happened(self, kind: type[Any]) -> list[Any]:
        """The facts of one kind of the latest step."""
        return [ruled.fact for ruled in self.last if isinstance(ruled.fact, kind)]

    def _take(self, facts: Facts) -> None:
        self.state = fold(self.state, tuple(ruled for ruled in facts if type(ruled.fact) in FACTS))
        self.last = facts


FLOW = frozenset({"stage-begun", "movement-begun", "movement-ended", "steps-ended", "round-begun", DeadlineSet.NAME, DeadlineLifted.NAME})


def given(state: State, dice: Mapping[str, Sequence[int]] | None = None, **shuffles: Sequence[str]) -> Table:
    return Table(state, Scripted(dice or {}, shuffles))


def started(
    seats: int, ages: Ages | None = None, rolls: Mapping[str, Sequence[int]] | None = None, ruleset: str = "1.1", **options: Any
) -> Table:
    """A game that has just started, with seat 0 the Harbinger unless ``rolls`` say otherwise."""
    return start_with(seats, ages, Scripted(rolls or {"title:0": (6, 6)}), ruleset, **options)


def start_with(seats: int, ages: Ages | None, chance: Scripted, ruleset: str = "1.1", **options: Any) -> Table:
    state = initial(Opening(ruleset, PACK, options, (None,) * seats, ages))
    table = Table(state, chance)
    table._take(start(state, chance))
    return table
