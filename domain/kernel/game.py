"""The record that a game hands to everything above it: no shared code names a game."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from domain.kernel.chance import Chance
from domain.kernel.fact import Command, Fact, Facts, LineFact
from domain.kernel.names import Seat
from domain.kernel.pack import Document
from domain.kernel.question import Asked, Choice
from domain.kernel.rule import Rule

S = TypeVar("S")
P = TypeVar("P")
OptionValue: TypeAlias = bool | str


@dataclass(frozen=True, slots=True)
class Option:
    """Another reading that a table may choose when it is opened; the first allowed value is the default."""

    name: str
    allowed: tuple[OptionValue, ...]
    rule: Rule
    says: str
    rulesets: tuple[str, ...] = ()
    """The rulesets that leave the choice; empty for all of them. A table of another has no such option."""
    untold: tuple[OptionValue, ...] = ()
    """Values of which a table's own sentences do not speak."""

    @property
    def default(self) -> OptionValue:
        return self.allowed[0]

    def holds(self, ruleset: str) -> bool:
        """Whether a table of this ruleset may choose."""
        return not self.rulesets or ruleset in self.rulesets


@dataclass(frozen=True, slots=True)
class Ages:
    """The seats by age: groups of those born on one date, the oldest first; who has a birthday on the day of the start."""

    oldest_first: tuple[tuple[Seat, ...], ...]
    birthdays: tuple[Seat, ...]
    """In seat order."""


@dataclass(frozen=True, slots=True)
class Opening(Generic[P]):
    """What a game's start depends on: all of it is fixed before the first draw."""

    ruleset: str
    pack: P
    options: Mapping[str, OptionValue]
    colours: tuple[str | None, ...]
    """Per seat, the colour it named; None where it named none."""
    ages: Ages | None = None
    """None where the game asks no ages, and until they are known: a start of such a game never lacks them."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        return tuple(map(Seat, range(len(self.colours))))


@dataclass(frozen=True, slots=True)
class PointsCounted(LineFact):
    """One line of a score sheet: what for (``bottles-spider``) and the numbers it comes from (``(3, 2)``: three times two)."""

    NAME: ClassVar[str] = "points-counted"
    seat: Seat
    points: int
    item: str
    amounts: tuple[int, ...] = ()


Places: TypeAlias = tuple[tuple[Seat, ...], ...]
"""Seats by rank, the winners first; seats in one tuple share the place."""


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of a picture: text in a named colour (``red``, ``bold``, a seat's colour), or plain."""

    text: str
    colour: str = ""


Picture: TypeAlias = tuple[tuple[Span, ...], ...]
"""Lines of coloured text."""


@dataclass(frozen=True, slots=True)
class Game(Generic[S, P]):
    """One game: its rules as data and functions. ``S`` is its state, ``P`` its pack."""

    name: str
    title: str
    fewest: int
    most: int
    rulesets: Mapping[str, int]
    """Each ruleset's name and its present revision; the first is the default."""
    rulebook: tuple[Rule, ...]
    options: tuple[Option, ...]
    facts: tuple[type[Fact], ...]
    commands: tuple[type[Command], ...]
    packs: Mapping[str, str]
    """Built-in packs: name and TOML text; the first is the default."""
    read_pack: Callable[[Document], P]
    """The typed pack, or PackFaults with every fault."""
    colours: Callable[[P], tuple[str, ...]]
    """The colours a seat may name; empty when the game has none."""
    initial: Callable[[Opening[P]], S]
    """The state before the first fact."""
    start: Callable[[S, Chance], Facts]
    decide: Callable[[S, Any, Chance], Facts]
    """The facts that a command causes, or Refused. Unknown when the state lacks a hidden value it needs."""
    evolve: Callable[[S, Any], S]
    waiting: Callable[[S], tuple[Asked, ...]]
    """What is asked of whom, from public facts only; empty once the game is over."""
    choices: Callable[[S, Seat], tuple[Choice, ...]]
    """Every legal answer to the seat's question, from what that seat may know."""
    resign: Callable[[S, Seat, Chance], Facts]
    """The game's own facts after ``seat-resigned`` has been folded in (a turn passes on, …)."""
    deal: Callable[[S, Chance], tuple[Fact, ...]]
    """A ``DealtAnew`` for each hidden place, from a viewer's state: what lies there for certain, and of the rest any deal that
    fits all it knows. Each is sealed for those who may look into the place, and for the judges."""
    recall: Callable[[S, Facts], S]
    """The state with what these facts, of a line that set out from it and was left, still tell of its hidden places."""
    faults: Callable[[S], tuple[str, ...]]
    """What is wrong with a state that no play could lead to: components lost, less than nothing held. Empty for a sound one."""
    over: Callable[[S], Rule | None]
    """The rule by which the game has ended."""
    sheet: Callable[[S], Facts]
    """The score as it stands: ``points-counted`` facts, a seat's points being their sum."""
    places: Callable[[S], Places]
    """The seats that have not resigned, ranked by the sheet and the game's tie-breaks."""
    winners: Callable[[S], tuple[Seat, ...]]
    """Who has won, of the seats that have not resigned: often the first place, sometimes nobody."""
    words: Callable[[Fact], str]
    """One sentence for a fact of this game or a line of its sheet; "" for a deadline that is not worth one."""
    explain: Callable[[P, PointsCounted], str]
    """Why a line of a sheet is worth its points, with what the pack prints about it."""
    describe: Callable[[S, Choice], str]
    """One short phrase for a choice of that moment, from what its seat may know."""
    show: Callable[[S], dict[str, Any]]
    """The state as JSON for a client, in the rulebook's words; hidden places as sizes and certain faces."""
    picture: Callable[[S], Picture]
    value: Callable[[S, Seat, Choice], int]
    """How much the greedy bot likes a choice."""
    age_rule: Rule | None = None
    """By which seats say how old they are before the start; None when the game does not ask."""
    stops: Callable[[S, str], tuple[tuple[str, str], ...]] | None = None
    """What stands still while this reported outcome is disputed: (kind, detail) of questions, ("deadline", name); or Refused.
    None: outcomes are not reported in this game."""

    contradicts: Callable[[Mapping[str, OptionValue], int], tuple[str, ...]] | None = None
    """What contradicts what among the options chosen (all of the ruleset's) for so many seats: a sentence each, the option first,
    ``endless: …``. None: any of them go together."""

    def option(self, name: str) -> Option | None:
        return next((option for option in self.options if option.name == name), None)

    @property
    def default_ruleset(self) -> str:
        return next(iter(self.rulesets))


AnyGame: TypeAlias = Game[Any, Any]
