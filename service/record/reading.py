"""Reading a record: strictly, byte for byte, so that every byte of the file is one that was signed."""

import json
from collections.abc import Iterator
from typing import Any, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from domain.kernel.canonical import NotStorable, canonical, check_storable
from domain.kernel.names import Viewer
from domain.kernel.stored import Origin, Stored
from service.record.fault import BadRecord
from service.record.form import BEGINS, FORMAT, Record
from service.record.shape import Header, WrittenEvent, WrittenOrigin

T = TypeVar("T")
DEEPEST = 64
"""Objects and arrays inside one another: more than any event or pack has, less than would stop a reader."""

AS_EXPORTED = "the bytes must be as they were exported, not indented or sorted anew"

_json = json.JSONDecoder()


def read_record(data: bytes) -> Record:
    """The record in a file, or BadRecord with the version or "header" and the byte: not JSON, not canonical, a wrong type."""
    # Bytes that are not UTF-8 become lone surrogates, which have no canonical spelling: so they are found where they stand.
    text = _Text(data.decode("utf-8", "surrogateescape"))
    _begin(text, data)
    events = tuple(_event(text, number) for number in _numbers(text))
    header = _header(text)
    packs = {digest: dict(pack) for digest, pack in header.packs.items()}
    return Record(header.table, Viewer(header.viewer), packs, events, header.key, header.signature, _origin(header.origin))


def _origin(written: WrittenOrigin | UnsetType) -> Origin | None:
    return None if written is UNSET else Origin(written.table, written.version, written.hash, _origin(written.origin))


def _begin(text: "_Text", data: bytes) -> None:
    """Step behind a record's first bytes; what does not begin like one is told by what it is."""
    try:
        text.expect(BEGINS.decode())
    except BadRecord as bad:
        says = "this is not a Gavel record"
        if not data:
            says += ": the file is empty"
        elif _is_written_otherwise(data):
            says = f"this is a Gavel record, but not in its own bytes: {AS_EXPORTED}"
        else:
            says += f" (one object of JSON that begins with {BEGINS.decode()})"
        raise BadRecord(None, says, bad.fault.offset) from bad


def _is_written_otherwise(data: bytes) -> bool:
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        return False
    return isinstance(value, dict) and value.get("format") == FORMAT


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
            raise self.bad(f"not in canonical form: {AS_EXPORTED}", begin + _same(written, spelled.decode()))
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
    if rest.at == len(rest.text):
        raise rest.bad("the newline that ends a record is missing")
    rest.expect("\n")
    if rest.at != len(rest.text):
        raise rest.bad("the record ends here, and the file goes on")
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
