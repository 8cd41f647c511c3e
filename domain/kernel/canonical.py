"""Canonical JSON (RFC 8785) for the values that the stored form allows (service/docs/record.md)."""

import json
import unicodedata
from collections.abc import Mapping
from typing import TypeAlias

Json: TypeAlias = "str | int | bool | list[Json] | dict[str, Json]"

LARGEST = 2**53 - 1


class NotStorable(ValueError):
    """A value outside the stored form: null, a float, a number too large, text that is not NFC."""


def canonical(value: object) -> bytes:
    """The one spelling of a value: keys sorted, no spaces, UTF-8."""
    try:
        return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False).encode()
    except (UnicodeEncodeError, TypeError, ValueError) as error:
        raise NotStorable(f"not storable: {error}") from error


def check_storable(value: object, place: str = "") -> None:
    """Raise NotStorable, naming the place, for a value that the stored form does not allow."""
    if (fault := _fault(value)) is not None:
        within, says = fault
        raise NotStorable(f"{(place + within).removeprefix('.') or 'value'}: {says}")


def _fault(value: object) -> tuple[str, str] | None:
    """The first fault in a value: its place below the value and what is wrong; the place is spelled only once there is one."""
    match value:
        case str():
            plain = value.isascii() or unicodedata.is_normalized("NFC", value)
            return None if plain else ("", "text that is not in Unicode form NFC")
        case bool():
            return None
        case int():
            return None if abs(value) <= LARGEST else ("", "an integer beyond 2^53-1")
        case list() | tuple():
            for number, item in enumerate(value):
                if (fault := _fault(item)) is not None:
                    return f"[{number}]{fault[0]}", fault[1]
            return None
        case Mapping():
            for key, item in value.items():
                if (fault := _key_fault(key) or _fault(item)) is not None:
                    return f".{key}{fault[0]}", fault[1]
            return None
        case _:
            return "", f"{type(value).__name__} is not stored"


def _key_fault(key: object) -> tuple[str, str] | None:
    if isinstance(key, str) and key.isascii():
        return None
    if not isinstance(key, str) or max(key) > "\uffff":
        # Beyond the basic plane, RFC 8785's order of keys is not that of their code points.
        return "", "a key that is not text of the basic plane"
    return _fault(key)
