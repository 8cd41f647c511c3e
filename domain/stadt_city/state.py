"""The state of a game of Stadt City, as far as one viewer knows it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from domain.kernel.bag import Bag, Pile
from domain.kernel.game import Ages
from domain.kernel.names import Seat
from domain.kernel.replace import replace
from domain.kernel.secret import Hidden
from domain.stadt_city.board import Board, Square
from domain.stadt_city.challenges import Play
from domain.stadt_city.parts import CardName, Pack
from domain.stadt_city.rulesets import Ruleset

Stage: TypeAlias = Literal[
    "start", "first-placing", "round-start", "before-roll", "before-steps", "steps", "after-steps", "moved",
    "before-harbinger", "harbinger", "placing", "before-challenges", "challenges", "prizes", "last-placing", "round-end", "over",
]  # fmt: skip
"""Where the round stands. ``before-roll`` to ``after-steps`` are the active seat's movement phase, after which it has ``moved``."""

MOMENTS: dict[Stage, int] = {
    "round-start": 1,
    "before-roll": 2,
    "before-steps": 3,
    "after-steps": 4,
    "before-harbinger": 5,
    "before-challenges": 6,
    "round-end": 7,
}
"""The moments at which prize cards are played (SC-R35)."""

MOVEMENT: frozenset[Stage] = frozenset({"before-roll", "before-steps", "steps", "after-steps"})
PLACING: frozenset[Stage] = frozenset({"first-placing", "placing", "last-placing"})

PieceKind: TypeAlias = Literal["character", "fallen", "titan"]


@dataclass(frozen=True, slots=True)
class Piece:
    """What a seat has drawn and, once ``square`` is there, has on the board. A plain piece has no card (SC-R31)."""

    kind: PieceKind
    card: CardName | None = None
    square: Square | None = None


@dataclass(frozen=True, slots=True)
class Won:
    """One point: the challenge and the round and square it was won in."""

    challenge: CardName
    round: int
    square: Square


@dataclass(frozen=True, slots=True)
class Player:
    """One seat."""

    seat: Seat
    colour: str = ""
    piece: Piece | None = None
    hand: Bag = Bag(0)
    """Prize cards."""
    kept: tuple[CardName, ...] = ()
    """Characters lost to anomalies, unplayable (SC-L1)."""
    last_lost: CardName | None = None
    """The last character lost, however it was."""
    losses: int = 0
    """What counts towards being out: eliminations in 1.0, anomaly losses in 1.1."""
    out_at: int | None = None
    """The step of the game at which the seat went out, a later one being greater."""
    won: tuple[Won, ...] = ()
    ally: Seat | None = None
    refused: frozenset[Seat] = frozenset()
    """Those with whom an alliance was once refused."""
    joined: bool = False
    """Another player's piece came to stand on its square this round, before its movement phase (SC-M5)."""
    stands_by: bool = False
    """A standing pass."""
    answer: int | Hidden | None = None
    """A report, by the number of the winning side, while that is sealed."""
    resigned: bool = False
    """Its piece stays as scenery: it is no side, cannot be moved and takes part in nothing."""

    @property
    def out(self) -> bool:
        return self.out_at is not None

    @property
    def points(self) -> int:
        return len(self.won)

    @property
    def square(self) -> Square | None:
        """Where its piece stands; None while it has none on the board."""
        return self.piece.square if self.piece else None

    @property
    def personas(self) -> tuple[CardName, ...]:
        """Whose advantages it has: its piece's, and as a fallen those of the characters lost to anomalies (SC-L7)."""
        if self.piece is None:
            return ()
        own = (self.piece.card,) if self.piece.card else ()
        return (*own, *self.kept) if self.piece.kind == "fallen" else own

    @property
    def is_character(self) -> bool:
        """Whether it has a character on the board."""
        return self.piece is not None and self.piece.square is not None and self.piece.kind == "character"


@dataclass(frozen=True, slots=True)
class Options:
    """The readings that this table has chosen; ``answer_time`` in seconds."""

    crossing_kills: bool = True
    digital: bool = False
    drinks: bool = True
    dice: str = "rolled"
    reports: str = "confirmed"
    answer_time: int = 120

    @property
    def answer_ms(self) -> int:
        return self.answer_time * 1000


@dataclass(frozen=True, slots=True)
class Stride:
    """A square entered by a step, and the prize card that the step was made with."""

    square: Square
    card: CardName | None = None


@dataclass(frozen=True, slots=True)
class Movement:
    """The active seat's movement phase."""

    seat: Seat
    card: CardName | None = None
    """Twice, Thrice or Slow Dice, if played."""
    sides: int = 0
    """Faces of the dice to roll, and how many of them."""
    count: int = 1
    dice: tuple[int, ...] = ()
    """What has been rolled or entered so far."""
    rolled: int | None = None
    """Squares to move, once rolled."""
    trail: tuple[Stride, ...] = ()
    origin: Square | None = None
    """The square set out from, once a step is made."""
    flying: bool = False
    direction: str | None = None
    turned: bool = False
    """1.0: where the move goes, and whether the directional die was rolled."""


@dataclass(frozen=True, slots=True)
class Burst:
    """A burst under way: the pieces that are still to be moved, in turn order."""

    seat: Seat
    card: CardName
    left: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two players asked for an alliance, and what they have said so far."""

    first: Seat
    second: Seat
    answers: tuple[tuple[Seat, bool], ...] = ()


@dataclass(frozen=True, slots=True)
class Falling:
    """A Harbinger's step under way: pairs rolled, squares that fell, and in 1.0 the square whose pair is to be rolled again."""

    rolled: int = 0
    fallen: tuple[Square, ...] = ()
    again: Square | None = None


@dataclass(frozen=True, slots=True)
class Objection:
    """A participant's, and the side that was reported when it was made."""

    seat: Seat
    reported: int | None


@dataclass(frozen=True, slots=True)
class Challenge:
    """A challenge of this round. A side is told by its place in ``sides``."""

    square: Square
    sides: tuple[tuple[Seat, ...], ...]
    card: CardName = ""
    reported: int | None = None
    """The side that is said to have won; ``source`` says by whom (``seat:2``, ``harbinger``, ``judge:0``)."""
    source: str = ""
    reports: int = 0
    """How many were made so far."""
    confirmed: tuple[int, ...] = ()
    """The losing sides that have."""
    objections: tuple[Objection, ...] = ()
    """In seat order; a report that is corrected leaves them as they are."""
    differs: bool = False
    """The reports opened do not agree."""
    winners: int | None = None
    """The side that has won, once that is settled; ``settled_by`` says by whose word, ``how`` as the fact says it."""
    settled_by: str = ""
    how: str = ""
    off: bool = False
    """Called off."""
    play: Play | None = None
    """The state of a digital challenge while it is played."""

    @property
    def doubters(self) -> tuple[Seat, ...]:
        """Who objects now: not a member of the side that the report, corrected since, has come to name."""
        return tuple(each.seat for each in self.objections if self.reported == each.reported or self.side_of(each.seat) != self.reported)

    @property
    def stopped(self) -> bool:
        """An objection, or reports that differ: it must be settled otherwise."""
        return bool(self.doubters) or self.differs

    @property
    def settled(self) -> bool:
        return self.off or self.winners is not None

    @property
    def participants(self) -> tuple[Seat, ...]:
        return tuple(sorted(seat for side in self.sides for seat in side))

    def side_of(self, seat: Seat) -> int | None:
        return next((number for number, side in enumerate(self.sides) if seat in side), None)


@dataclass(frozen=True, slots=True)
class ChallengePile:
    """The challenges for one number of players, the top first."""

    players: int
    cards: Pile


@dataclass(frozen=True, slots=True)
class Due:
    """Prize cards that a seat is still to draw."""

    seat: Seat
    cards: int


@dataclass(frozen=True, slots=True)
class Debt:
    """A drink or finish that a seat owes, and the winners who may still say what it is."""

    seat: Seat
    drink: str
    cause: str
    chosen_by: tuple[Seat, ...] = ()
    chosen: str | Hidden = ""
    """What it is, once one of them has said so."""


@dataclass(frozen=True, slots=True)
class State:
    """Everything on the table. Piles have the top first."""

    pack: Pack
    ruleset: Ruleset
    options: Options
    players: tuple[Player, ...]
    board: Board
    ages: Ages | None = None
    by_age: tuple[Seat, ...] = ()
    """Every seat, the oldest first."""
    drawing: tuple[Seat, ...] = ()
    """The order in which characters are drawn (SC-S4)."""
    harbinger: Seat | None = None
    tied: tuple[Seat, ...] = ()
    """Who is still to roll for the Harbinger; ``totals`` are the rolls of this try."""
    totals: tuple[tuple[Seat, int], ...] = ()
    characters: Pile = ()
    character_discards: tuple[CardName, ...] = ()
    heroes: Pile = ()
    villains: Pile = ()
    titans: Pile = ()
    prizes: Pile = ()
    prize_discards: tuple[CardName, ...] = ()
    gone: Bag = Bag(0)
    """Prize cards that left the game with a seat that resigned."""
    piles: tuple[ChallengePile, ...] = ()
    """By number of players, the lowest first."""
    stage: Stage = "start"
    step: int = 0
    """How many stages have begun."""
    round: int = 0
    order: tuple[Seat, ...] = ()
    """The turn order of this round."""
    to_move: tuple[Seat, ...] = ()
    """The seats whose movement phase has not begun."""
    challenged: bool = False
    """A challenge has been played (SC-O1)."""
    passed: frozenset[Seat] = frozenset()
    """Who plays no card at this moment."""
    turned: frozenset[Seat] = frozenset()
    """Whose standing pass is not what it was when this moment began, or when a card was last played in it."""
    movement: Movement | None = None
    burst: Burst | None = None
    meeting: Meeting | None = None
    falling: Falling | None = None
    protected: frozenset[Square] = frozenset()
    challenges: tuple[Challenge, ...] = ()
    """Those of this round, by square."""
    due: tuple[Due, ...] = ()
    debts: tuple[Debt, ...] = ()
    """Drinks, in the order in which they came to be owed."""
    deadlines: frozenset[str] = frozenset()
    """The names of those that run."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        return tuple(player.seat for player in self.players)

    @property
    def active(self) -> Seat | None:
        """Whose movement phase it is."""
        return self.movement.seat if self.movement else None

    @property
    def turn_order(self) -> tuple[Seat, ...]:
        """The round's order without those who resigned, the active seat first (SC-R35)."""
        staying = tuple(seat for seat in self.order if not self.players[seat].resigned)
        if self.active is None or self.active not in staying:
            return staying
        first = staying.index(self.active)
        return staying[first:] + staying[:first]

    def on(self, square: Square) -> tuple[Seat, ...]:
        """The seats whose pieces stand on a square, in seat order, scenery left out."""
        return tuple(player.seat for player in self.standing() if player.square == square)

    def standing(self) -> Iterator[Player]:
        """The players with a piece on the board, scenery left out."""
        return (player for player in self.players if player.square is not None and not player.resigned)

    def allied(self, one: Seat, other: Seat) -> bool:
        return self.players[one].ally == other

    def challenge_on(self, square: Square) -> Challenge | None:
        return next((challenge for challenge in self.challenges if challenge.square == square), None)

    def challenge_of(self, seat: Seat) -> Challenge | None:
        """The challenge of this round in which the seat takes part."""
        return next((challenge for challenge in self.challenges if challenge.side_of(seat) is not None), None)

    def with_player(self, seat: Seat, **changes: Any) -> "State":
        players = (*self.players[:seat], replace(self.players[seat], **changes), *self.players[seat + 1 :])
        return replace(self, players=players)

    def with_challenge(self, square: Square, **changes: Any) -> "State":
        challenges = tuple(replace(each, **changes) if each.square == square else each for each in self.challenges)
        return replace(self, challenges=challenges)
