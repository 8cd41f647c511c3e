"""Every stored name of the catalogue, one line each."""

from collections.abc import Iterable, Iterator
from dataclasses import fields
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
    for kind in sorted(kinds, key=lambda kind: str(kind.NAME)):
        hints = get_type_hints(kind)
        held = "".join(f" {field.name}:{_type(hints[field.name])}" for field in fields(kind))
        yield f"{whose} {what} {kind.NAME}{f' schema={kind.SCHEMA}' if getattr(kind, 'SCHEMA', 1) != 1 else ''}{held}"


def _type(hint: Any) -> str:
    """A type without the modules it comes from, which may move."""
    if hint is Ellipsis:
        return "..."
    if not get_args(hint):
        return str(getattr(hint, "__name__", hint))
    origin = getattr(getattr(hint, "__origin__", None), "__name__", "|")
    return f"{origin}[{','.join(_type(part) for part in get_args(hint))}]"
