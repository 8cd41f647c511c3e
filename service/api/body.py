"""Reading a request's body: strict JSON in, or a problem that says where it is wrong."""

import json
import math
from collections.abc import Iterator
from typing import Any, NoReturn

from flask import Flask, Request, request
from marshmallow import RAISE, Schema, missing
from webargs.flaskparser import FlaskParser

from domain.kernel.canonical import LARGEST
from service.api.problems import LENGTH_NEEDED, NOT_JSON, WRONG_MEDIA_TYPE, Fault, Problem, malformed

DEEPEST = 32
LONGEST_NUMBER = 32


class Parser(FlaskParser):
    """Refuses unknown query parameters, too, and reads bodies with ``read_json``."""

    DEFAULT_UNKNOWN_BY_LOCATION = {**FlaskParser.DEFAULT_UNKNOWN_BY_LOCATION, "query": RAISE}  # noqa: RUF012 -- webargs wants a dict

    def load_json(self, req: Request, schema: Schema) -> Any:
        data = req.get_data()
        if not data:
            return missing
        if req.mimetype != "application/json":
            raise Problem(WRONG_MEDIA_TYPE)
        return read_json(data)


def refuse_unmeasured(app: Flask) -> None:
    """Whatever is sent piece by piece is refused: of a body longer than its limit only the beginning would be read."""

    @app.before_request
    def measured() -> None:
        if "Transfer-Encoding" in request.headers:
            raise Problem(LENGTH_NEEDED)


def read_json(data: bytes) -> Any:
    """The value, or a Problem: not UTF-8, not JSON, a key twice, a number out of range, too deep, unstorable text."""
    try:
        value = json.loads(data.decode(), parse_constant=_no_constant, parse_float=_number, parse_int=_integer, object_pairs_hook=_pairs)
    except UnicodeDecodeError as error:
        raise Problem(NOT_JSON, f"byte {error.start} is not UTF-8") from error
    except json.JSONDecodeError as error:
        raise Problem(NOT_JSON, f"line {error.lineno}, column {error.colno}: {error.msg}") from error
    except RecursionError as error:
        raise Problem(NOT_JSON, f"it is nested more than {DEEPEST} deep") from error
    if faults := list(_unstorable(value, "", 1)):
        raise malformed(faults)
    return value


def _no_constant(name: str) -> NoReturn:
    raise Problem(NOT_JSON, f"{name} is not JSON")


def _number(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise Problem(NOT_JSON, f"{text[:LONGEST_NUMBER]} is out of range")
    return number


def _integer(text: str) -> int:
    if len(text) > LONGEST_NUMBER or abs(number := int(text)) > LARGEST:
        raise Problem(NOT_JSON, f"{text[:LONGEST_NUMBER]} is out of range")
    return number


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise Problem(NOT_JSON, "an object names a key twice")
    return found


def _unstorable(value: Any, field: str, depth: int) -> Iterator[Fault]:
    if depth > DEEPEST:
        raise Problem(NOT_JSON, f"it is nested more than {DEEPEST} deep")
    match value:
        case str():
            if says := _bad_text(value):
                yield Fault("body", field or "body", says)
        case list():
            for number, item in enumerate(value):
                yield from _unstorable(item, f"{field}[{number}]", depth + 1)
        case dict():
            for key, item in value.items():
                if says := _bad_text(key):
                    yield Fault("body", field or "body", f"a key: {says}")
                yield from _unstorable(item, f"{field}.{key}" if field else key, depth + 1)


def _bad_text(text: str) -> str:
    if "\0" in text:
        return "text that holds a NUL character"
    try:
        text.encode()
    except UnicodeEncodeError:
        return "text that holds half a surrogate pair"
    return ""
