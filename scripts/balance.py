"""How a game and its pack play: whole games of greedy bots, their length, their ends, their points, and whatever facts one asks for."""

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import mean, median, quantiles
from typing import Any

from domain.catalogue import CATALOGUE
from domain.kernel.chance import SeededChance
from domain.kernel.event import Asking, Event
from domain.kernel.fact import Fact, Facts
from domain.kernel.game import Ages, AnyGame, Opening, OptionValue, PointsCounted
from domain.kernel.names import Actor, Seat, seat_viewer
from domain.kernel.pack import read_toml
from domain.kernel.position import Position, advance, beginning
from service.demo.bots import greedily

GAMES = {game.name: game for game in CATALOGUE}
MOST_MOVES = 20_000
"""No game takes so many moves; one that does is at fault."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What is played: the same for every game of one report."""

    game: AnyGame
    seats: int
    ruleset: str
    options: Mapping[str, OptionValue]

    def opening(self, seed: int) -> Opening[Any]:
        """With this number's order of ages, for the games that ask for one."""
        seats = list(map(Seat, range(self.seats)))
        random.Random(seed).shuffle(seats)
        ages = Ages(tuple((seat,) for seat in seats), ()) if self.game.age_rule else None
        return Opening(self.ruleset, _pack(self.game), self.options, (None,) * self.seats, ages)


@dataclass(frozen=True, slots=True)
class Played:
    """One game from its first fact to its last."""

    moves: int
    facts: tuple[Fact, ...]
    end: Position[Any]


@dataclass
class Tally:
    """What the games of one number of seats were like."""

    moves: list[int] = field(default_factory=list)
    ends: Counter[str] = field(default_factory=Counter)
    winners: Counter[int] = field(default_factory=Counter)
    points: list[list[int]] = field(default_factory=list)
    counted: dict[str, list[int]] = field(default_factory=dict)
    shares: dict[str, Counter[str]] = field(default_factory=dict)

    def count(self, setting: Setting, played: Played, names: Sequence[str], fields: Sequence[str]) -> None:
        """Take in a finished game."""
        game, state = setting.game, played.end.state
        rule = game.over(state)
        self.moves.append(played.moves)
        self.ends[rule.id if rule else "not over"] += 1
        self.winners[len(game.winners(state))] += 1
        self.points.append(_totals(game.sheet(state), setting.seats))
        happened = Counter(fact.NAME for fact in played.facts)
        for name in names:
            self.counted.setdefault(name, []).append(happened[name])
        for wanted in fields:
            name, _, what = wanted.partition(".")
            self.shares.setdefault(wanted, Counter()).update(str(getattr(fact, what)) for fact in played.facts if name == fact.NAME)

    def lines(self) -> Iterator[str]:
        """The figures, a line each."""
        yield f"  moves: {_spread(self.moves)}"
        for name, numbers in self.counted.items():
            yield f"  {name}: {_spread(numbers)}"
        yield f"  ended by {_shares(self.ends)}; winners {_shares(self.winners)}"
        best, all_points = [max(points) for points in self.points], [each for points in self.points for each in points]
        yield f"  points: best {mean(best):.1f}, all {mean(all_points):.1f}, none at all {all_points.count(0) * 100 // len(all_points)} %"
        for wanted, shares in self.shares.items():
            yield f"  {wanted}: {_shares(shares)}"


def greedy_game(setting: Setting, seed: int) -> Played:
    """A game of greedy bots; the same for the same seed."""
    game, dice, moves = setting.game, random.Random(seed), 0
    happened: list[Fact] = []
    position = beginning(game, setting.opening(seed))

    def take(facts: Facts, draws: Mapping[str, int], actor: str) -> Position[Any]:
        happened.extend(ruled.fact for ruled in facts)
        event = Event(position.version + 1, 0, Actor(actor), setting.ruleset, Asking(""), "", facts, dict(draws))
        return advance(game, position, event, 0)

    chance = _chance(seed, position)
    position = take(game.start(position.state, chance), chance.draws, "system")
    while asked := [question.seat for question in position.asked if question.required]:
        if (moves := moves + 1) > MOST_MOVES:
            raise RuntimeError(f"game {seed} has not ended after {MOST_MOVES} moves")
        seat, state, chance = asked[0], position.state, _chance(seed, position)
        best = greedily(game, state, seat, game.choices(state, seat), dice)
        position = take(game.decide(state, best.command, chance), chance.draws, seat_viewer(seat))
    return Played(moves, tuple(happened), position)


def _chance(seed: int, position: Position[Any]) -> SeededChance:
    return SeededChance(str(seed).encode(), [], position.draws)


def _pack(game: AnyGame) -> Any:
    return game.read_pack(read_toml(next(iter(game.packs.values()))))


def _totals(sheet: Facts, seats: int) -> list[int]:
    lines = [ruled.fact for ruled in sheet if isinstance(ruled.fact, PointsCounted)]
    return [sum(line.points for line in lines if line.seat == seat) for seat in range(seats)]


def _spread(numbers: Sequence[int]) -> str:
    """The median and where the middle nine tenths lie."""
    cuts = quantiles(numbers, n=20, method="inclusive") if len(numbers) > 1 else [float(numbers[0])] * 19
    return f"median {median(numbers):g}, middle 90 % {cuts[0]:.0f} to {cuts[-1]:.0f}, from {min(numbers)} to {max(numbers)}"


def _shares(counter: Counter[Any]) -> str:
    return ", ".join(f"{what} {number * 100 / counter.total():.0f} %" for what, number in counter.most_common())


def option(text: str) -> tuple[str, OptionValue]:
    """``name=value``; true and false are what they say."""
    name, _, value = text.partition("=")
    return name, {"true": True, "false": False}.get(value, value)


def options_of(game: AnyGame, ruleset: str, chosen: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """Every option that the ruleset has, at its default unless another value was chosen."""
    there = [each for each in game.options if not each.rulesets or ruleset in each.rulesets]
    return {each.name: chosen.get(each.name, each.default) for each in there}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("--games", type=int, default=50, help="games for each number of seats")
    parser.add_argument("--seats", type=int, nargs="+", help="numbers of seats (default: all)")
    parser.add_argument("--ruleset", help="default: the game's own")
    parser.add_argument("--option", type=option, action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--count", nargs="+", default=[], metavar="FACT", help="how often these facts happen in a game")
    parser.add_argument("--by", nargs="+", default=[], metavar="FACT.FIELD", help="how the values of these fields are shared out")
    arguments = parser.parse_args()
    game = GAMES[arguments.game]
    ruleset = arguments.ruleset or game.default_ruleset
    for seats in arguments.seats or range(game.fewest, game.most + 1):
        setting, tally = Setting(game, seats, ruleset, options_of(game, ruleset, dict(arguments.option))), Tally()
        for seed in range(arguments.games):
            tally.count(setting, greedy_game(setting, seed), arguments.count, arguments.by)
        print("\n".join([f"{game.title}, ruleset {ruleset}, {seats} seats, {arguments.games} games", *tally.lines()]), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
