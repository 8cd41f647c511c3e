"""7/11/Doubles: each side rolls two dice five times in turn; a seven, an eleven or a double is a hit, and the most hits win.

Ruling: sides tied for the lead roll once more each until one is ahead. A head start is one hit; a second chance lets the side's first
miss not count.
"""

from dataclasses import dataclass

from domain.kernel.chance import Chance
from domain.kernel.fact import Facts
from domain.kernel.names import Seat
from domain.kernel.question import Asked, Choice
from domain.kernel.refusal import require
from domain.kernel.replace import replace
from domain.kernel.rule import cites
from domain.stadt_city.challenges.commands import RollDice
from domain.stadt_city.challenges.facts import DiceThrown, PlayBegun
from domain.stadt_city.challenges.sides import Tries, contest
from domain.stadt_city.rulebook import R38, R39

ROLLS = 5
FACES = 6
HITS = (7, 11)


@dataclass(frozen=True, slots=True)
class SevenElevenDoubles:
    """The contest; ``rolled`` counts all rolls."""

    square: str
    tries: Tries
    rolled: int = 0

    @property
    def winner(self) -> int | None:
        return self.tries.winner

    def without(self, seat: Seat) -> "SevenElevenDoubles":
        return replace(self, tries=self.tries.without(seat))


@cites(R39)
def begin(fact: PlayBegun) -> SevenElevenDoubles:
    """The state at the first roll."""
    return SevenElevenDoubles(fact.square, contest(fact.sides, fact.ahead, fact.chances, ROLLS))


def evolve(play: SevenElevenDoubles, fact: DiceThrown) -> SevenElevenDoubles:
    side = play.tries.side_of(fact.seat)
    tries = play.tries.forgiven(side) if fact.again else play.tries.tried(side, int(fact.good))
    return replace(play, tries=tries, rolled=play.rolled + 1)


def waiting(play: SevenElevenDoubles) -> tuple[Asked, ...]:
    """Whoever rolls next."""
    seat = play.tries.next
    return () if seat is None else (Asked(seat, "roll-dice", alone=False, detail=f"{play.square}, roll {play.rolled + 1}"),)


def choices(play: SevenElevenDoubles, seat: Seat) -> tuple[Choice, ...]:
    return (Choice(RollDice(seat)),) if seat == play.tries.next else ()


@cites(R38, R39)
def decide(play: SevenElevenDoubles, command: RollDice, chance: Chance) -> Facts:
    """Two dice, and whether they are a hit."""
    require(command.seat == play.tries.next, R38, "another rolls now")
    one, other = (chance.below(f"dice:{play.square}", FACES) + 1 for _ in range(2))
    good = hit(one, other)
    again = not good and play.tries.chances[play.tries.side_of(command.seat)] > 0
    return (DiceThrown(play.square, command.seat, (one, other), good, again).by(R39),)


def hit(one: int, other: int) -> bool:
    """A seven, an eleven or a double."""
    return one + other in HITS or one == other
