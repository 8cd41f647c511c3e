"""Facts, commands and events to and from the stored form, by stored name (service/docs/record.md)."""

import re
import types
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import cache
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec

from domain.kernel.event import Asking, Event
from domain.kernel.fact import Command, Facts, Ruled
from domain.kernel.facts import LINE_FACTS
from domain.kernel.game import AnyGame
from domain.kernel.names import JUDGE, PUBLIC, Actor, Seat, Viewer, is_judge, judge_of, seat_of
from domain.kernel.question import QuestionId
from domain.kernel.rule import RuleId
from domain.kernel.secret import Hidden, Sealed, known
from domain.kernel.stored import MARK, SealOpening, Stored, is_seal, read_openings
from domain.table.commands import TABLE_COMMANDS
from domain.table.disputes.commands import GiveRuling
from domain.table.disputes.parts import Corrected
from domain.table.facts import TABLE_FACTS

Seal = Callable[[Sealed[Any]], dict[str, str]]
"""Puts a digest in a sealed value's place."""


_EXPECTED = re.compile(r"Expected `(\w+)`, got `(\w+)`(?: - at `\$(.+)`)?")
_KINDS = {
    "array": "a list",
    "object": "an object",
    "str": "a text",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "null": "null",
}


class Unreadable(ValueError):
    """A stored or sent value that is not what its name says; the message names the place."""


class Codec:
    """The names of one game's facts and commands, with the table's and the kernel's."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self._facts = {kind.NAME: kind for kind in (*TABLE_FACTS, *LINE_FACTS, *game.facts)}
        self._moves = {kind.NAME: kind for kind in game.commands}
        self._commands = {kind.NAME: kind for kind in (*TABLE_COMMANDS, *game.commands)}

    def fact(self, stored: Mapping[str, Any], openings: Mapping[str, SealOpening]) -> Ruled:
        kind = self._facts.get(stored["name"])
        if kind is None:
            raise Unreadable(f"{self.game.name} has no fact {stored['name']}")
        schema = stored.get("schema", 1)
        if not 1 <= schema <= kind.SCHEMA:
            raise Unreadable(f"{kind.NAME}: schema {schema} is not known")
        fields = stored["fields"]
        for upcast in kind.UPCASTS[schema - 1 :]:
            fields = upcast(fields)
        return Ruled(_read(kind, fields, openings), RuleId(stored["rule"]))

    def is_judged(self, name: str) -> bool:
        """Whether a move of this name is a judge's, and no seat's."""
        return name in self._moves and self._moves[name].JUDGED

    def free_text_of(self, asking: Asking) -> tuple[str, ...]:
        """The arguments of a stored command that hold what a person wrote."""
        return self._commands[asking.name].FREE_TEXT

    def event(self, stored: Stored) -> Event:
        """Decode one copy; a value whose opening the copy lacks becomes Hidden."""
        openings = {opening.digest: opening for opening in read_openings(stored.openings)}
        try:
            body = msgspec.json.decode(stored.body)
            return self._event(body, openings)
        except (msgspec.MsgspecError, KeyError, TypeError, AttributeError, ValueError) as error:
            raise Unreadable(f"version {stored.version}: {error}") from error

    def _event(self, body: Mapping[str, Any], openings: Mapping[str, SealOpening]) -> Event:
        return Event(
            version=body["version"],
            at=body["at"],
            actor=Actor(body["actor"]),
            ruleset=body["ruleset"],
            command=Asking(
                body["command"]["name"],
                {name: _unsealed(value, openings) for name, value in body["command"]["arguments"].items()},
            ),
            command_id=body["command_id"],
            facts=tuple(self.fact(fact, openings) for fact in body["facts"]),
            draws=body["draws"],
            parent=body.get("parent"),
            question=QuestionId(body["question"]) if "question" in body else None,
            seen=body.get("seen"),
            on_behalf=Seat(body["on_behalf"]) if "on_behalf" in body else None,
            caused_by=body.get("caused_by"),
            replays=body.get("replays"),
            seed_number=body.get("seed_number", 1),
        )

    def move(self, name: str, arguments: Mapping[str, Any], actor: str) -> Command:
        """A move as a client sends it, its secret arguments sealed for the mover and the judges; Unreadable names the field.

        What a person wrote is sealed for all: so that it can be erased (service/docs/record.md).
        """
        if name not in self._moves:
            # Not the list of what there is: an option may keep some of it from this table, its very name included.
            raise Unreadable(f"name: {self.game.title} has no move {name}; the table's questions list what can be done")
        kind: Any = self._moves[name]
        own = frozenset({JUDGE}) if is_judge(actor) else frozenset({JUDGE, Viewer(actor)})
        audiences = {
            field.name: frozenset({PUBLIC}) if field.name in kind.FREE_TEXT else own
            for field in _plan(kind).fields.values()
            if field.secret
        }
        sealed = {key: Sealed(value, audiences[key]) if key in audiences else value for key, value in arguments.items()}
        return _command(kind, sealed, actor)

    def command(self, asking: Asking, actor: str) -> Command:
        """The command of a stored event, for deciding it again."""
        if asking.name not in self._commands:
            raise Unreadable(f"{self.game.name} has no command {asking.name}")
        return _command(self._commands[asking.name], asking.arguments, actor)

    def declared(self, command: Command) -> Facts:
        """The facts that a ruling declares, sealed as it says; Unreadable names the place, Unknown where this copy hides them."""
        if not isinstance(command, GiveRuling) or command.correction is None:
            return ()
        correction: tuple[Corrected, ...] = known(command.correction)
        return tuple(self._declared(number, fact) for number, fact in enumerate(correction))

    def _declared(self, number: int, fact: Corrected) -> Ruled:
        kinds = {kind.NAME: kind for kind in self.game.facts if kind.NAME not in _LINE}
        if fact.name not in kinds:
            raise Unreadable(f"correction[{number}].name: {self.game.title} has no fact {fact.name}; the table's events name theirs")
        eyes = {name: frozenset({JUDGE, *map(Viewer, viewers)}) for name, viewers in (fact.seen_by or {}).items()}
        fields = {name: Sealed(value, eyes[name]) if name in eyes else value for name, value in fact.fields.items()}
        try:
            return Ruled(_read(kinds[fact.name], fields, {}), fact.rule)
        except Unreadable as error:
            raise Unreadable(f"correction[{number}].fields.{error}") from error


_LINE = frozenset(kind.NAME for kind in LINE_FACTS)


def write_facts(facts: Iterable[Ruled], seal: Seal) -> list[dict[str, Any]]:
    return [_write_fact(ruled, seal) for ruled in facts]


def _write_fact(ruled: Ruled, seal: Seal) -> dict[str, Any]:
    fact = ruled.fact
    stored: dict[str, Any] = {"name": fact.NAME, "fields": _write_fields(fact, seal), "rule": str(ruled.rule)}
    if fact.SCHEMA != 1:
        stored["schema"] = fact.SCHEMA
    return stored


def write_command(command: Command, seal: Seal) -> dict[str, Any]:
    """``{name, arguments}``; who acts is the event's actor and is left out."""
    arguments = _write_fields(command, seal)
    if (filled := _filled(type(command))) is not None:
        del arguments[filled]
    return {"name": command.NAME, "arguments": arguments}


def plain(value: Any, seal: Seal) -> Any:
    """A value of a fact or command in the stored form: absent values left out, sets as sorted arrays."""
    match value:
        case bool() | int():
            return value
        case str():
            return str(value)
        case Sealed():
            return seal(value)
        case Hidden():
            return {MARK: value.digest}
        case tuple() | list():
            return [plain(item, seal) for item in value]
        case frozenset():
            return sorted(plain(item, seal) for item in value)
        case Mapping():
            return {str(key): plain(item, seal) for key, item in value.items()}
        case _ if is_dataclass(value):
            return _write_fields(value, seal)
        case _:
            raise Unreadable(f"{type(value).__name__} is not stored")


def _write_fields(record: Any, seal: Seal) -> dict[str, Any]:
    kind: Any = type(record)
    return {name: plain(value, seal) for name in _names(kind) if (value := getattr(record, name)) is not None}


@cache
def _names(kind: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))


@dataclass(frozen=True, slots=True)
class _Field:
    name: str
    type: Any
    secret: bool
    required: bool


@dataclass(frozen=True, slots=True)
class _Plan:
    """What a record is read from. ``open``: none of its fields may be sealed, so that it is converted in one go."""

    fields: Mapping[str, _Field]
    open: bool


@cache
def _plan(kind: Any) -> _Plan:
    hints = get_type_hints(kind)
    found = {
        field.name: _Field(
            field.name,
            _without_seal(hints[field.name]),
            Hidden in get_args(hints[field.name]),
            field.default is MISSING and field.default_factory is MISSING,
        )
        for field in fields(kind)
    }
    return _Plan(found, not any(field.secret for field in found.values()))


def _without_seal(hint: Any) -> Any:
    """The type of the value itself: the sealed, hidden and absent forms are dealt with here."""
    if get_origin(hint) not in (Union, types.UnionType):
        return hint
    parts = tuple(part for part in get_args(hint) if part not in (Hidden, types.NoneType) and get_origin(part) is not Sealed)
    return Union[parts]  # noqa: UP007 -- built at run time


def _filled(kind: Any) -> str | None:
    """The field that says who acts: filled from the actor, and no argument."""
    name = "judge" if kind.JUDGED else "seat"
    return name if name in _names(kind) else None


def _command(kind: type[Command], arguments: Mapping[str, Any], actor: str) -> Command:
    filled = _filled(kind)
    if filled is None:
        command: Command = _read(kind, arguments, {})
        return command
    if filled in arguments:
        raise Unreadable(f"{filled}: a {filled} acts for itself alone")
    number = judge_of(actor) if kind.JUDGED else seat_of(actor)
    if number is None:
        raise Unreadable(f"{filled}: {actor} is none")
    acted: Command = _read(kind, {**arguments, filled: number}, {})
    return acted


def _read(kind: Any, given: Mapping[str, Any], openings: Mapping[str, SealOpening]) -> Any:
    plan = _plan(kind)
    if not given.keys() <= plan.fields.keys():
        raise Unreadable(f"{min(given.keys() - plan.fields.keys())}: {kind.NAME} has no such field")
    if plan.open:
        with suppress(msgspec.ValidationError):
            return msgspec.convert(given, kind)
    values: dict[str, Any] = {}
    for name, field in plan.fields.items():
        if name in given:
            values[name] = _read_field(field, given[name], openings)
        elif field.required:
            raise Unreadable(f"{name}: {kind.NAME} needs it")
    return kind(**values)


def _read_field(field: _Field, raw: Any, openings: Mapping[str, SealOpening]) -> Any:
    value = _unsealed(raw, openings)
    match value:
        case Hidden() if field.secret:
            return value
        case Sealed() if field.secret:
            return Sealed(_convert(field, value.value), value.audience, value.digest)
        case _:
            return _convert(field, value)


def _unsealed(raw: Any, openings: Mapping[str, SealOpening]) -> Any:
    if not is_seal(raw):
        return raw
    opening = openings.get(raw[MARK])
    return Hidden(raw[MARK]) if opening is None else Sealed(opening.value, opening.audience, opening.digest)


def _convert(field: _Field, value: Any) -> Any:
    try:
        return msgspec.convert(value, field.type)
    except msgspec.ValidationError as error:
        raise Unreadable(f"{field.name}: {_in_words(str(error))}") from error


def _in_words(says: str) -> str:
    """What msgspec says of a wrong type, for whoever sent it."""
    found = _EXPECTED.fullmatch(says)
    if found is None:
        return says
    wanted, given = (_KINDS.get(kind, kind) for kind in found.group(1, 2))
    return f"{wanted} is needed{f' at {found[3]}' if found[3] else ''}, not {given}"
