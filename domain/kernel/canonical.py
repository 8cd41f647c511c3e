"""Canonical JSON (RFC 8785) for the values that the stored form allows (format.md, Values)."""

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
    match value:
        case bool():
            return
        case int():
            if abs(value) > LARGEST:
                raise NotStorable(f"{place or 'value'}: an integer beyond 2^53-1")
        case str():
            if not value.isascii() and not unicodedata.is_normalized("NFC", value):
                raise NotStorable(f"{place or 'value'}: text that is not in Unicode form NFC")
        case list() | tuple():
            for number, item in enumerate(value):
                check_storable(item, f"{place}[{number}]")
        case Mapping():
            for key, item in value.items():
                _check_key(key, place)
                check_storable(item, f"{place}.{key}" if place else str(key))
        case _:
            raise NotStorable(f"{place or 'value'}: {type(value).__name__} is not stored")


def _check_key(key: object, place: str) -> None:
    if not isinstance(key, str) or any(sign > "\uffff" for sign in key):
        # Beyond the basic plane, RFC 8785's order of keys is not that of their code points.
        raise NotStorable(f"{place or 'value'}: a key that is not text of the basic plane")
    check_storable(key, f"{place} key")
