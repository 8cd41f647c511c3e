"""Pages of a list that keep their place while it grows."""

from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from typing import Any, TypeAlias

from flask import Response

from service.api.fields import cursor
from service.api.problems import Fault, malformed
from service.api.routing import Call, answer

Place: TypeAlias = tuple[str | int, ...]
Line: TypeAlias = Mapping[str, Any]


def paged(call: Call, name: str, lines: Iterable[Line], place: Callable[[Line], Place], **more: Any) -> Response:
    """The lines after the caller's cursor, in the order of ``place``, which is theirs for good and nobody else's."""
    return page_of(call, name, sorted(lines, key=place), place, **more)


def page_of(call: Call, name: str, lines: Iterable[Line], place: Callable[[Line], Place], **more: Any) -> Response:
    """``paged`` for lines that are in order already; no more of them are taken than the page needs."""
    limit = call.query["limit"]
    found = list(islice((line for line in lines if _after(call, place(line))), limit + 1))
    page = {**more, name: found[:limit]}
    return answer(page if len(found) <= limit else {**page, "next": cursor(*place(found[limit - 1]))})


def _after(call: Call, place: Place) -> bool:
    """Whether a line comes after the page before; malformed when that was a page of another list."""
    last: Place | None = call.query.get("after")
    if last is None:
        return True
    if tuple(map(type, last)) != tuple(map(type, place)):
        raise malformed([Fault("query", "after", "a cursor of another list")])
    return place > last
