"""Every stored name of the catalogue, one line each."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from typing import Any, get_args, get_type_hints

from domain.catalogue import CATALOGUE
from domain.kernel.facts import LINE_FACTS
from domain.table.commands import TABLE_COMMANDS
from domain.table.facts import TABLE_FACTS


def names() -> Iterator[str]:
    """One line for each stored name: whose, what, the schema, and the fields in order."""
    yield from _lines("table", "fact", TABLE_FACTS)
    yield from _lines("table", "command", TABLE_COMMANDS)
    yield from _lines("line", "fact", LINE_FACTS)
    for game in CATALOGUE:
        yield from _lines(game.name, "fact", (kind for kind in game.facts if kind not in LINE_FACTS))
        yield from _lines(game.name, "command", game.commands)


def _lines(whose: str, what: str, kinds: Iterable[Any]) -> Iterator[str]:
    ordered = sorted(kinds, key=lambda kind: str(kind.NAME))
    for kind in ordered:
        yield f"{whose} {what} {kind.NAME}{f' schema={kind.SCHEMA}' if getattr(kind, 'SCHEMA', 1) != 1 else ''}{_held(kind)}"
    inner = {part for kind in ordered for part in _records(kind)}
    for part in sorted(inner, key=lambda part: str(part.__name__)):
        yield f"{whose} {what}-part {re.sub('(?<!^)(?=[A-Z])', '-', part.__name__).lower()}{_held(part)}"


def _held(kind: Any) -> str:
    hints = get_type_hints(kind)
    return "".join(f" {field.name}:{_type(hints[field.name])}" for field in fields(kind))


def _records(kind: Any) -> Iterator[Any]:
    """The records inside a fact's or command's fields, and inside these."""
    waiting, seen = list(get_type_hints(kind).values()), set()
    while waiting:
        hint = waiting.pop()
        waiting.extend(get_args(hint))
        if is_dataclass(hint) and hint not in seen and hint.__name__ not in ("Sealed", "Hidden"):
            seen.add(hint)
            waiting.extend(get_type_hints(hint)[field.name] for field in fields(hint))
            yield hint


def _type(hint: Any) -> str:
    """A type without the modules it comes from, which may move."""
    if hint is Ellipsis:
        return "..."
    if not get_args(hint):
        return str(getattr(hint, "__name__", hint))
    origin = getattr(getattr(hint, "__origin__", None), "__name__", "|")
    return f"{origin}[{','.join(_type(part) for part in get_args(hint))}]"
