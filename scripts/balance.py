"""How Moon Colony Bloodbath's pack plays: games of the greedy bot, their length, their actions and their ends."""

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean, quantiles

from domain.kernel.chance import SeededChance
from domain.kernel.fact import Fact, Facts
from domain.kernel.game import Opening
from domain.kernel.names import Seat
from domain.kernel.pack import read_toml
from domain.moon_colony_bloodbath.bot import value
from domain.moon_colony_bloodbath.decide import decide
from domain.moon_colony_bloodbath.effects import ACTIONS
from domain.moon_colony_bloodbath.evolve import evolve
from domain.moon_colony_bloodbath.facts import ActionPicked, ActionShown, BuildingBuilt, BuildingLost, CardTurnedOver, GameEnded
from domain.moon_colony_bloodbath.pack import Pack, read_pack
from domain.moon_colony_bloodbath.questions import choices, waiting
from domain.moon_colony_bloodbath.setup import initial, start
from domain.moon_colony_bloodbath.state import State

ROOT = Path(__file__).resolve().parent.parent
LUNAR = ROOT / "domain" / "moon_colony_bloodbath" / "packs" / "lunar.toml"
SHORTEST, LONGEST = 40, 120
"""Between how many progress cards the middle nine tenths of the games should end."""


@dataclass
class Tally:
    """What the games of one number of seats were like."""

    lengths: list[int] = field(default_factory=list)
    actions: Counter[str] = field(default_factory=Counter)
    ends: Counter[str] = field(default_factory=Counter)
    built: Counter[str] = field(default_factory=Counter)
    lost: int = 0
    best: list[int] = field(default_factory=list)
    events: list[int] = field(default_factory=list)

    def count(self, facts: Sequence[Fact], end: State) -> None:
        """Take in a finished game."""
        self.lengths.append(sum(isinstance(fact, CardTurnedOver) for fact in facts))
        self.actions.update(fact.action for fact in facts if isinstance(fact, ActionPicked | ActionShown))
        self.ends.update(fact.because for fact in facts if isinstance(fact, GameEnded))
        self.built.update(fact.card for fact in facts if isinstance(fact, BuildingBuilt))
        self.lost += sum(isinstance(fact, BuildingLost) for fact in facts)
        self.best.append(max(end.people(seat) for seat in end.seats))
        self.events.append(end.highest_event)


def greedy_game(pack: Pack, seats: int, seed: int) -> tuple[list[Fact], State]:
    """Every fact of a game of greedy bots, and its end."""
    counts: dict[str, int] = {}
    state = initial(Opening("1", pack, {}, (None,) * seats))
    happened: list[Fact] = []

    def take(facts: Facts, chance: SeededChance) -> State:
        counts.update(chance.draws)
        after = state
        for ruled in facts:
            after = evolve(after, ruled.fact)  # type: ignore[arg-type]
            happened.append(ruled.fact)
        return after

    chance = SeededChance(str(seed).encode(), [], counts)
    state = take(start(state, chance), chance)
    while asked := [question.seat for question in waiting(state) if question.required and not _answered(state, question.seat)]:
        seat = asked[0]
        best = max(choices(state, seat), key=lambda choice: value(state, seat, choice))
        chance = SeededChance(str(seed).encode(), [], counts)
        state = take(decide(state, best.command, chance), chance)  # type: ignore[arg-type]
    return happened, state


def _answered(state: State, seat: Seat) -> bool:
    return state.players[seat].answer is not None


def report(seats: int, tally: Tally) -> str:
    """The figures of one number of seats."""
    cuts = quantiles(tally.lengths, n=20)
    inside = sum(SHORTEST <= length <= LONGEST for length in tally.lengths)
    games, picks = len(tally.lengths), tally.actions.total()
    actions = ", ".join(f"{action.upper()} {tally.actions[action] * 100 // picks} %" for action in ACTIONS)
    return "\n".join(
        [
            f"{seats} seats, {games} games",
            f"  progress cards: middle 90 % {cuts[0]:.0f} to {cuts[-1]:.0f}, median {cuts[9]:.0f}",
            f"  {inside} of {games} within {SHORTEST} to {LONGEST}",
            f"  actions: {actions}",
            f"  ends: {dict(tally.ends)}, last event {mean(tally.events):.1f}, winner's people {mean(tally.best):.1f}",
            f"  buildings a seat: {tally.built.total() / games / seats:.1f} built, {tally.lost / games / seats:.1f} lost",
        ]
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=50, help="games for each number of seats")
    parser.add_argument("--seats", type=int, nargs="+", default=[2, 3, 4, 5])
    parser.add_argument("--buildings", action="store_true", help="how often each building was built")
    arguments = parser.parse_args()
    pack = read_pack(read_toml(LUNAR.read_text()))
    for seats in arguments.seats:
        tally = Tally()
        for seed in range(arguments.games):
            tally.count(*greedy_game(pack, seats, seed))
        print(report(seats, tally))
        if arguments.buildings:
            print(
                "  " + ", ".join(f"{name} {tally.built[name]}" for name in sorted(set(pack.building_deck()), key=lambda n: -tally.built[n]))
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
