"""Reading a record: strictly, byte for byte, so that every byte of the file is one that was signed."""

import json
from collections.abc import Iterator
from typing import Any, TypeVar

import msgspec

from domain.kernel.canonical import NotStorable, canonical, check_storable
from domain.kernel.names import Viewer
from domain.kernel.stored import Stored
from service.record.fault import BadRecord
from service.record.form import BEGINS, Record
from service.record.shape import Header, WrittenEvent

T = TypeVar("T")
DEEPEST = 64
"""Objects and arrays inside one another: more than any event or pack has, less than would stop a reader."""

_json = json.JSONDecoder()


def read_record(data: bytes) -> Record:
    """The record in a file, or BadRecord with the version or "header" and the byte: not JSON, not canonical, a wrong type."""
    # Bytes that are not UTF-8 become lone surrogates, which have no canonical spelling: so they are found where they stand.
    text = _Text(data.decode("utf-8", "surrogateescape"))
    text.expect(BEGINS.decode())
    events = tuple(_event(text, number) for number in _numbers(text))
    header = _header(text)
    packs = {digest: dict(pack) for digest, pack in header.packs.items()}
    return Record(header.table, Viewer(header.viewer), packs, events, header.key, header.signature)


class _Text:
    """The text of a file and how far it has been read; ``version`` is the event being read."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.version: int | None = None

    def bad(self, says: str, at: int | None = None) -> BadRecord:
        before = self.text[: self.at if at is None else at]
        return BadRecord(self.version, says, len(_encoded(before)))

    def expect(self, words: str) -> None:
        found = self.text[self.at : self.at + len(words)]
        if found != words:
            raise self.bad(f"{words} should stand here", self.at + _same(found, words))
        self.at += len(words)

    def value(self) -> Any:
        """The next value, spelled canonically, and step behind it."""
        begin = self.at
        try:
            value, self.at = _json.raw_decode(self.text, begin)
            if _depth(value) > DEEPEST:
                raise RecursionError
            check_storable(value)
            spelled = canonical(value)
        except json.JSONDecodeError as error:
            raise self.bad(f"not JSON: {error.msg}", error.pos) from error
        except (NotStorable, ValueError) as error:
            raise self.bad(str(error), begin) from error
        except RecursionError as error:
            raise self.bad("nested too deeply", begin) from error
        written = self.text[begin : self.at]
        if _encoded(written) != spelled:
            raise self.bad("not in canonical form", begin + _same(written, spelled.decode()))
        return value

    def typed(self, value: Any, kind: type[T], begin: int) -> T:
        try:
            return msgspec.convert(value, kind)
        except msgspec.ValidationError as error:
            raise self.bad(str(error), begin) from error


def _numbers(text: _Text) -> Iterator[int]:
    """1, 2, 3, … for as long as an event follows."""
    number = 1
    while True:
        text.version = number
        yield number
        if text.text[text.at : text.at + 1] == "]":
            text.at += 1
            text.version = None
            return
        text.expect(",")
        number += 1


def _event(text: _Text, number: int) -> Stored:
    begin = text.at
    value = text.value()
    version = text.typed(value, WrittenEvent, begin).body.version
    if version != number:
        raise text.bad(f"body.version: {version} where {number} follows", begin)
    return Stored(version, canonical(value["body"]), canonical(value["openings"]), value["hash"])


def _header(text: _Text) -> Header:
    begin = text.at
    text.expect(",")
    # The header is an object that lost its first key: read with a brace in the comma's place, which is as long.
    rest = _Text(text.text[:begin] + "{" + text.text[text.at :])
    rest.at = begin
    header = rest.typed(rest.value(), Header, begin)
    rest.expect("\n")
    if rest.at != len(rest.text):
        raise rest.bad("the file goes on behind its end")
    return header


def _depth(value: Any) -> int:
    depth, level = 0, [value]
    while level := [part for one in level if isinstance(one, dict | list) for part in (one.values() if isinstance(one, dict) else one)]:
        depth += 1
    return depth


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def _same(one: str, other: str) -> int:
    """How many characters are the same from the beginning."""
    return next((at for at, (left, right) in enumerate(zip(one, other, strict=False)) if left != right), min(len(one), len(other)))
