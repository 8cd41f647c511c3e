"""The tree of a table's nodes, as its events tell it: the line that counts, and what head moves left behind (design 6)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from domain.kernel.event import Event
from domain.table.facts import HeadMoved


@dataclass(frozen=True, slots=True)
class Departure:
    """A head move: the event that holds it, and the node that was the head before."""

    left: int
    event: Event


@dataclass(frozen=True, slots=True)
class Branch:
    """The nodes from where a branch leaves the present line (``since``; 0: the start) to its ``tip``, in order."""

    tip: int
    since: int
    nodes: tuple[int, ...]
    departure: Departure | None
    """The last head move away from the tip; None for the line that counts."""


@dataclass(frozen=True, slots=True)
class Tree:
    """Every node with the node before it, the head, and every head move in order."""

    parents: Mapping[int, int]
    head: int
    departures: tuple[Departure, ...]

    def line(self, tip: int | None = None) -> tuple[int, ...]:
        """The nodes from the start to a node, by default to the head."""
        found = []
        node = self.head if tip is None else tip
        while node:
            found.append(node)
            node = self.parents[node]
        return tuple(reversed(found))

    def branches(self) -> tuple[Branch, ...]:
        """The line that counts, then every branch that was left, the one left last first."""
        line = self.line()
        left = (self._left(tip, frozenset(line)) for tip in self._tips() if tip not in line)
        return (Branch(self.head, 0, line, None), *sorted(left, key=_when_left, reverse=True))

    def _tips(self) -> tuple[int, ...]:
        inner = set(self.parents.values())
        return tuple(node for node in self.parents if node not in inner)

    def _left(self, tip: int, standing: frozenset[int]) -> Branch:
        line = self.line(tip)
        nodes = tuple(node for node in line if node not in standing)
        departure = next((one for one in reversed(self.departures) if one.left == tip), None)
        return Branch(tip, self.parents[nodes[0]], nodes, departure)


def tree_of(events: Iterable[Event]) -> Tree:
    """The tree at the last of a table's events, from the first on."""
    head = 0
    parents: dict[int, int] = {}
    departures = []
    for event in events:
        if event.is_node:
            parents[event.version] = head if event.parent is None else event.parent
            head = event.version
        for ruled in event.facts:
            if isinstance(ruled.fact, HeadMoved):
                departures.append(Departure(head, event))
                head = ruled.fact.to
    return Tree(parents, head, tuple(departures))


def _when_left(branch: Branch) -> int:
    return branch.departure.event.version if branch.departure else 0
