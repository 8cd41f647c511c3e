"""Farkle: roll six dice, set aside what scores, roll on or bank; a roll without a scoring die loses the turn's points.

Ruling: the first side to bank 2000 in all wins; there is no least score to begin with. One 100, five 50; three of a kind 100 times
their face, three ones 1000; four of a kind 1000, five 2000, six 3000; a straight and three pairs 1500, two triplets 2500. Combinations
are of one roll. With all six set aside all are rolled again. A head start is 300 points; by a second chance the side's first
roll without a scoring die does not count and the same dice are rolled again.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from domain.kernel.chance import Chance
from domain.kernel.fact import Facts
from domain.kernel.names import Seat
from domain.kernel.question import Asked, Choice
from domain.kernel.refusal import require
from domain.kernel.replace import replace
from domain.kernel.rule import cites
from domain.stadt_city.challenges.commands import Bank, RollDice, SetAside
from domain.stadt_city.challenges.facts import DiceSetAside, DiceThrown, PlayBegun, TurnBanked
from domain.stadt_city.challenges.sides import plus, without
from domain.stadt_city.rulebook import R38, R39

DICE = 6
FACES = 6
TARGET = 2000
HEAD_START = 300
SINGLES = {1: 100, 5: 50}
MANY = {4: 1000, 5: 2000, 6: 3000}
STRAIGHT = PAIRS = 1500
TRIPLETS = 2500


@dataclass(frozen=True, slots=True)
class Turn:
    """The points set aside so far, the dice still to be rolled, and the roll that waits for something to be set aside."""

    points: int = 0
    left: int = DICE
    shown: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Farkle:
    """Per side: ``scores`` banked, second ``chances`` left, ``turns`` taken."""

    square: str
    sides: tuple[tuple[Seat, ...], ...]
    scores: tuple[int, ...]
    chances: tuple[int, ...]
    turns: tuple[int, ...]
    turn: Turn = Turn()
    step: int = 0

    @property
    def winner(self) -> int | None:
        """The side that has reached the target, or is left alone."""
        playing = [number for number, side in enumerate(self.sides) if side]
        reached = [number for number in playing if self.scores[number] >= TARGET]
        return next(iter(reached or (playing if len(playing) == 1 else ())), None)

    @property
    def side(self) -> int:
        """Whose turn it is: the side that has had the fewest, then the first."""
        playing = (number for number, side in enumerate(self.sides) if side)
        return min(playing, key=lambda number: (self.turns[number], number))

    @property
    def next(self) -> Seat | None:
        if self.winner is not None or not any(self.sides):
            return None
        members = self.sides[self.side]
        return members[self.turns[self.side] % len(members)]

    def without(self, seat: Seat) -> "Farkle":
        """The seat has left; if it was its turn, that is over."""
        turn = Turn() if seat == self.next else self.turn
        return replace(self, sides=without(self.sides, seat), turn=turn, step=self.step + 1)


@cites(R39)
def begin(fact: PlayBegun) -> Farkle:
    """The state at the first roll."""
    return Farkle(fact.square, fact.sides, tuple(HEAD_START * ahead for ahead in fact.ahead), fact.chances, (0,) * len(fact.sides))


def evolve(play: Farkle, fact: DiceThrown | DiceSetAside | TurnBanked) -> Farkle:
    play = replace(play, step=play.step + 1)
    match fact:
        case DiceThrown():
            return _thrown(play, fact)
        case DiceSetAside():
            left = play.turn.left - len(fact.dice) or DICE
            return replace(play, turn=Turn(play.turn.points + fact.points, left))
        case TurnBanked():
            return _turn_over(replace(play, scores=plus(play.scores, play.side, fact.points)))


def _thrown(play: Farkle, fact: DiceThrown) -> Farkle:
    if fact.good:
        return replace(play, turn=replace(play.turn, shown=tuple(fact.dice)))
    return replace(play, chances=plus(play.chances, play.side, -1)) if fact.again else _turn_over(play)


def _turn_over(play: Farkle) -> Farkle:
    return replace(play, turns=plus(play.turns, play.side, 1), turn=Turn())


def waiting(play: Farkle) -> tuple[Asked, ...]:
    """Whoever rolls, sets aside or banks."""
    seat = play.next
    return () if seat is None else (Asked(seat, "farkle", alone=False, detail=f"{play.square}, step {play.step}"),)


def choices(play: Farkle, seat: Seat) -> tuple[Choice, ...]:
    """Every set of scoring dice after a roll; before one, to roll, and to bank what there is."""
    if seat != play.next:
        return ()
    if play.turn.shown:
        return tuple(Choice(SetAside(seat, dice), gives=(("points", score(dice)),)) for dice in scoring_sets(play.turn.shown))
    banked = (Choice(Bank(seat), gives=(("points", play.turn.points),)),) if play.turn.points else ()
    return (Choice(RollDice(seat)), *banked)


@cites(R38, R39)
def decide(play: Farkle, command: RollDice | SetAside | Bank, chance: Chance) -> Facts:
    """A roll, what is set aside of it, or the end of the turn."""
    require(command.seat == play.next, R38, "it is another's turn")
    match command:
        case RollDice():
            return _roll(play, command.seat, chance)
        case SetAside():
            return _set_aside(play, command)
        case Bank():
            require(not play.turn.shown, R38, "something of the roll is to be set aside first")
            require(play.turn.points, R38, "there is nothing to bank yet")
            return (TurnBanked(play.square, command.seat, play.turn.points).by(R39),)


def _roll(play: Farkle, seat: Seat, chance: Chance) -> Facts:
    require(not play.turn.shown, R38, "something of the roll is to be set aside first")
    dice = tuple(chance.below(f"dice:{play.square}", FACES) + 1 for _ in range(play.turn.left))
    good = bool(scoring_sets(dice))
    again = not good and play.chances[play.side] > 0
    return (DiceThrown(play.square, seat, dice, good, again).by(R39),)


def _set_aside(play: Farkle, command: SetAside) -> Facts:
    dice = tuple(sorted(command.dice))
    require(play.turn.shown, R38, "nothing has been rolled")
    require(not Counter(dice) - Counter(play.turn.shown), R38, "the roll did not show these dice")
    require(score(dice), R38, "not all of these dice score")
    return (DiceSetAside(play.square, command.seat, dice, score(dice)).by(R39),)


@cache
def scoring_sets(shown: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Every set of the dice shown, sorted, in which each die scores."""
    sets = {some for number in range(1, len(shown) + 1) for some in combinations(sorted(shown), number)}
    return tuple(sorted(dice for dice in sets if score(dice)))


@cache
def score(dice: tuple[int, ...]) -> int:
    """What a set of dice is worth at best when all of them score; 0 when one does not."""
    return max(_worths(Counter(dice)), default=0)


def _worths(counts: Counter[int]) -> Iterator[int]:
    whole = sorted(counts.values())
    if whole == [1] * DICE:
        yield STRAIGHT
    if whole in ([2, 2, 2], [2, 4], [6]) and sum(whole) == DICE:
        yield PAIRS
    if whole == [3, 3]:
        yield TRIPLETS
    each = [_of_a_kind(face, number) for face, number in counts.items()]
    if all(each):
        yield sum(each)


def _of_a_kind(face: int, number: int) -> int:
    if number in MANY:
        return MANY[number]
    triple = {1: 1000}.get(face, 100 * face)
    return triple if number == 3 else number * SINGLES.get(face, 0)
