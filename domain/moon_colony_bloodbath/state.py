"""The state of a game of Moon Colony Bloodbath, as far as one viewer knows it."""

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from domain.kernel.bag import Bag, Pile
from domain.kernel.names import Seat
from domain.kernel.replace import replace
from domain.kernel.secret import Hidden
from domain.moon_colony_bloodbath.parts import CardName, Pack

Phase: TypeAlias = Literal["setup", "turn", "over"]
Stage: TypeAlias = Literal["window", "loss", "text", "start", "pick", "act", "end"]
"""``window``: before the card takes effect (MC-R20); ``loss`` and ``text`` of a card, or ``start``, ``pick`` and ``act`` of a Work;
``end``: everybody is done but for any-time abilities. Every seat is done with one before the next begins."""

NOTHING = "none"
"""What a seat answers that lays no card down."""


@dataclass(frozen=True, slots=True)
class Source:
    """Where an ability is printed: a building in play by its number, or with number 0 a progress card."""

    card: CardName
    building: int = 0
    ability: int = 0


@dataclass(frozen=True, slots=True)
class Frame:
    """One thing that a seat is in the middle of; what lies above it in the seat's stack comes first. All of it is public.

    ``queue``: the abilities ``pending``, one after another. ``steps``: an ability's steps from ``step`` on, or an action's own ones.
    ``pay``: an ability's costs from ``step`` on. ``action``: an action with abilities ``pending`` and, if ``own``, its own effect.
    ``loss``: ``amount`` people to lose. ``price``: ``amount`` to be paid for ``card``.
    """

    kind: Literal["queue", "steps", "pay", "action", "loss", "price"]
    source: Source | None = None
    pending: tuple[Source, ...] | None = None
    step: int = 0
    way: tuple[int, int] | None = None
    """The step that was a choice of ways, and the way chosen."""
    amount: int | None = None
    action: str | None = None
    own: bool | None = None
    begun: bool | None = None
    """An ability of the action has happened; for a loss: the seat goes on with it."""
    may: bool | None = None
    shared: bool | None = None
    """The card to build is laid face down, because others may be building by the same card."""
    at_least: int | None = None
    at_most: int | None = None
    card: CardName | None = None


@dataclass(frozen=True, slots=True)
class InPlay:
    """A building in play: the ``number``-th that its owner built."""

    number: int
    card: CardName
    boxes: int = 0


@dataclass(frozen=True, slots=True)
class Player:
    """One seat and its colony."""

    seat: Seat
    scientist: str = ""
    people: int = 0
    """On the mat."""
    money: int = 0
    food: int = 0
    hand: Bag = Bag(0)
    on_mat: Bag = Bag(0)
    """Laid there by Construction Robot."""
    under_mat: Bag = Bag(0)
    """Put there by Surveying."""
    buildings: tuple[InPlay, ...] = ()
    built: int = 0
    """How many buildings the seat has put into play so far."""
    perks: tuple[CardName, ...] = ()
    picked: str = ""
    """The action on which its chit lies in this Work."""
    chits: int = 0
    """Chits in the centre of the mat."""
    answer: str | Hidden | None = None
    """A pick, or a card laid down or passed, while that is sealed."""
    stack: tuple[Frame, ...] = ()
    goes_on: bool = False
    """It has said that it goes on wherever it is not held up by its own word."""
    done: bool = False
    """It has said so in this window or at the end of this turn."""
    failed: bool = False
    resigned: bool = False
    drawn: Bag = Bag(0)
    """What it has drawn since the building deck was last shuffled, wherever that lies now."""

    @property
    def out(self) -> bool:
        """Whether it does nothing more."""
        return self.failed or self.resigned

    @property
    def boxes(self) -> int:
        return sum(building.boxes for building in self.buildings)

    def building(self, number: int) -> InPlay | None:
        return next((building for building in self.buildings if building.number == number), None)


@dataclass(frozen=True, slots=True)
class Options:
    """The readings that this table has chosen."""

    open_work: bool = False
    fail_at_once: bool = False
    endless: bool = False
    first_game_twists: bool = False


@dataclass(frozen=True, slots=True)
class Turn:
    """One progress card and where its following stands; ``forbids`` is what cards set aside forbid in this Work.

    ``part``: how many parts of the text are over, where the seats follow them together (MC-R7).
    """

    number: int = 0
    card: CardName = ""
    stage: Stage | None = None
    forbids: frozenset[str] = frozenset()
    part: int = 0


@dataclass(frozen=True, slots=True)
class Discarded:
    """A building card in the discards: those of one turn by seat, so that the pile hangs on nobody's haste."""

    turn: int
    seat: Seat
    card: CardName


@dataclass(frozen=True, slots=True)
class State:
    """Everything on the table. Piles have the top first; ``discards`` and ``turned`` the top last."""

    pack: Pack
    options: Options
    players: tuple[Player, ...]
    lanes: tuple[Pile, ...] = ()
    """The building deck, a lane for each seat (MC-R30)."""
    discards: tuple[Discarded, ...] = ()
    progress: Pile = ()
    turned: tuple[CardName, ...] = ()
    """The progress discards."""
    set_aside: tuple[CardName, ...] = ()
    batch: Bag = Bag(0)
    """What seats have added this turn (MC-R1)."""
    on_top: Pile = ()
    """What cards have added this turn by their own text."""
    robots: Pile = ()
    twists: Pile = ()
    developments: tuple[CardName, ...] = ()
    events: tuple[CardName, ...] = ()
    left_out: tuple[CardName, ...] = ()
    """Cards that this game does without: the perks of scientists whom nobody plays, and Loneliness in company."""
    highest_event: int = 0
    """The highest number among the events added."""
    extra_robots: int = 0
    turn: Turn = Turn()
    phase: Phase = "setup"
    ended_by: str = ""
    """``failure`` or ``manual``."""
    shuffled: tuple[CardName, ...] = ()
    """What the building deck was last shuffled from, sorted."""
    progress_twists: frozenset[int] = frozenset()
    """How many cards lie below each twist that was added to the progress deck unseen."""
    on_top_twists: frozenset[int] = frozenset()
    """How many of the cards ``on_top`` lie below each twist among them."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        return tuple(player.seat for player in self.players)

    @property
    def living(self) -> tuple[Seat, ...]:
        """Seats that neither failed nor resigned."""
        return tuple(player.seat for player in self.players if not player.out)

    @property
    def failed(self) -> bool:
        return any(player.failed for player in self.players)

    def with_player(self, seat: Seat, **changes: Any) -> "State":
        players = (*self.players[:seat], replace(self.players[seat], **changes), *self.players[seat + 1 :])
        return replace(self, players=players)

    def with_stack(self, seat: Seat, *frames: Frame) -> "State":
        return self.with_player(seat, stack=frames)

    def printed(self, seat: Seat) -> int:
        """People printed on the seat's buildings."""
        return sum(self.pack.building(building.card).people for building in self.players[seat].buildings)

    def people(self, seat: Seat) -> int:
        """People on the mat and printed on buildings (MC-L6)."""
        return self.players[seat].people + self.printed(seat)
