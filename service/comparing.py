"""What differs between two records of a game, or between two versions of one: line, facts, state and score."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from domain.kernel.event import Event
from domain.kernel.fact import Facts
from domain.kernel.game import AnyGame, PointsCounted
from domain.kernel.names import PUBLIC, Viewer, is_judge
from domain.kernel.secret import Sealed
from domain.kernel.stored import MARK
from domain.table.fold import Folded
from projections.history import sentence
from service.codec import Codec, plain, write_facts
from service.record import Record, steps

HIDDEN = "(hidden)"
ABSENT = "(absent)"


class CannotCompare(ValueError):
    """The two are of different games."""


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two: a record read by a viewer up to a version."""

    game: AnyGame
    events: tuple[Event, ...]
    folded: Folded

    @property
    def version(self) -> int:
        return self.folded.table.tip


@dataclass(frozen=True, slots=True)
class Difference:
    """``same`` events at the beginning; then what only the one (``left``) and only the other (``right``) holds, by version.

    ``state`` and ``score`` are ``(place, left, right)`` where they differ; a place is a path into the state as it is shown.
    """

    viewer: str
    same: int
    left: Side
    right: Side
    facts: tuple[tuple[str, int, str, str], ...]
    """``(left or right, version, rule, sentence)``"""
    state: tuple[tuple[str, Any, Any], ...]
    score: tuple[tuple[str, Any, Any], ...]

    @property
    def line(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        return self.left.folded.line(), self.right.folded.line()

    def __bool__(self) -> bool:
        lines = self.line[0] != self.line[1]
        return bool(self.facts or self.state or self.score or lines) or self.left.version != self.right.version

    def as_json(self) -> dict[str, Any]:
        return {
            "different": bool(self),
            "viewer": self.viewer,
            "same_events": self.same,
            "versions": [self.left.version, self.right.version],
            "line": {"left": list(self.line[0]), "right": list(self.line[1])},
            "facts": [{"only": side, "version": version, "rule": rule, "sentence": says} for side, version, rule, says in self.facts],
            "state": [{"place": place, "left": left, "right": right} for place, left, right in self.state],
            "score": [{"place": place, "left": left, "right": right} for place, left, right in self.score],
        }


def narrower(one: Record, other: Record) -> Viewer:
    """Whom both records can be read as: the one who sees less, or the public."""
    if one.viewer == other.viewer or is_judge(other.viewer):
        return one.viewer
    return other.viewer if is_judge(one.viewer) else PUBLIC


def side(record: Record, codec: Codec, viewer: Viewer, version: int | None = None, line: bool = False) -> Side:
    """A record up to a version, by default its last, or the ``line`` that led there and nothing beside it.

    BadRecord, MayNotShow, or CannotCompare for a version that it does not have or that is no node of a line.
    """
    last = len(record.events)
    if version is not None and not 1 <= version <= last:
        raise CannotCompare(f"the record has the versions 1 to {last}, not {version}")
    found = tuple(takewhile(lambda step: step.event.version <= (version or last), steps(record, codec, viewer)))
    events, folded = tuple(step.event for step in found), found[-1].folded
    if not line:
        return Side(codec.game, events, folded)
    if not events[-1].is_node:
        raise CannotCompare(f"version {events[-1].version} is no node of a line")
    nodes = frozenset(folded.line())
    return Side(codec.game, tuple(event for event in events if event.version in nodes), folded)


def compare(viewer: Viewer, left: Side, right: Side) -> Difference:
    """Hold one side against the other, both as the viewer has them."""
    if left.game.name != right.game.name:
        raise CannotCompare(f"one is {left.game.title}, the other {right.game.title}")
    same = sum(1 for _ in takewhile(lambda pair: _content(pair[0]) == _content(pair[1]), zip(left.events, right.events, strict=False)))
    facts = (*_facts("left", left, same), *_facts("right", right, same))
    state = tuple(unequal("", left.game.show(left.folded.position.state), right.game.show(right.folded.position.state)))
    return Difference(viewer, same, left, right, facts, state, tuple(unequal("", _score(left), _score(right))))


def _facts(name: str, side: Side, same: int) -> Iterator[tuple[str, int, str, str]]:
    for event in side.events[same:]:
        for ruled in event.facts:
            yield name, event.version, ruled.rule, sentence(side.game, ruled.fact) or ruled.fact.NAME


def _content(event: Event) -> Any:
    """What happened, whatever it was sealed with and whenever it was."""
    asked = plain(event.command.arguments, _shown)
    return _bare([event.actor, event.command.name, asked, event.parent or 0, content_of(event.facts)])


def content_of(facts: Facts) -> Any:
    """What facts say, whatever it was sealed with and for whom."""
    return _bare(write_facts(facts, _shown))


def _shown(sealed: Sealed[Any]) -> Any:
    return plain(sealed.value, _shown)


def _bare(value: Any) -> Any:
    match value:
        case {**pairs}:
            return HIDDEN if MARK in pairs else {key: _bare(item) for key, item in pairs.items()}
        case list() | tuple():
            return [_bare(item) for item in value]
        case _:
            return value


def _score(side: Side) -> dict[str, Any]:
    position = side.folded.position
    seats: list[dict[str, int]] = [{} for _ in range(position.seats)]
    for ruled in side.game.sheet(position.state):
        if isinstance(ruled.fact, PointsCounted):
            seats[ruled.fact.seat][ruled.fact.item] = seats[ruled.fact.seat].get(ruled.fact.item, 0) + ruled.fact.points
    return {f"seat {number}": {**items, "total": sum(items.values())} for number, items in enumerate(seats)}


def leaves(place: str, shown: Any) -> Iterator[tuple[str, Any]]:
    """Every value of what is shown, with its place as ``unequal`` names it."""
    if isinstance(shown, dict) and shown:
        for key, value in shown.items():
            yield from leaves(f"{place}.{key}" if place else str(key), value)
    elif isinstance(shown, list | tuple) and any(isinstance(value, dict | list | tuple) for value in shown):
        for number, value in enumerate(shown):
            yield from leaves(f"{place}[{number}]", value)
    else:
        yield place, shown


def unequal(place: str, left: Any, right: Any) -> Iterator[tuple[str, Any, Any]]:
    if isinstance(left, dict) and isinstance(right, dict):
        for key in sorted(left.keys() | right.keys(), key=str):
            yield from unequal(f"{place}.{key}" if place else str(key), left.get(key, ABSENT), right.get(key, ABSENT))
    elif isinstance(left, list | tuple) and isinstance(right, list | tuple) and len(left) == len(right):
        for number, (one, other) in enumerate(zip(left, right, strict=True)):
            yield from unequal(f"{place}[{number}]", one, other)
    elif isinstance(left, list | tuple) and isinstance(right, list | tuple):
        gone = [(place, item, ABSENT) for item in left if item not in right]
        come = [(place, ABSENT, item) for item in right if item not in left]
        yield from (*gone, *come) if gone or come else ((place, left, right),)
    elif left != right:
        yield place, left, right
