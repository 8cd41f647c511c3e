"""What is being done for one command: the state as it changes, and the facts so far."""

from collections.abc import Sequence

from domain.kernel.chance import Chance
from domain.kernel.fact import Facts, Ruled
from domain.kernel.rule import Rule
from domain.stadt_city.evolve import evolve
from domain.stadt_city.facts import Fact
from domain.stadt_city.state import State


class Doing:
    """One command at work: every fact changes the state at once."""

    def __init__(self, state: State, chance: Chance) -> None:
        self.state = state
        self.chance = chance
        self._facts: list[Ruled] = []

    def happens(self, fact: Fact, rule: Rule) -> None:
        self.state = evolve(self.state, fact)
        self._facts.append(fact.by(rule))

    def record(self, ruled: Ruled) -> None:
        """A fact that comes with its rule."""
        self.state = evolve(self.state, ruled.fact)  # type: ignore[arg-type]
        self._facts.append(ruled)

    def facts(self) -> Facts:
        return tuple(self._facts)

    def roll(self, label: str, sides: int, count: int = 1) -> tuple[int, ...]:
        """So many dice, 1 to ``sides`` each."""
        return tuple(self.chance.below(label, sides) + 1 for _ in range(count))

    def shuffle(self, label: str, items: Sequence[str]) -> tuple[str, ...]:
        return self.chance.shuffle(label, items)
