"""What is answered when something is wrong (RFC 9457); every HTTP number of an error stands here."""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from flask import Response, request
from werkzeug.exceptions import HTTPException

from domain.kernel.canonical import NotStorable
from domain.kernel.refusal import Refusal, Refused
from domain.kernel.rule import Rule
from domain.table.asking import QuestionGone
from domain.table.rulebook import ROLES
from service.packs import NoPack
from service.read_side import Behind, StandsStill
from service.store import OutcomeUnknown, StoreCorrupt, StoreUnavailable, TooLarge
from service.tables import KeyReused, NoTable

MEDIA_TYPE = "application/problem+json"
TYPE = "urn:gavel:problem:"
RETRY_AFTER = "1"


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of problem: its name, the HTTP status, and what it means to whoever gets it."""

    name: str
    status: int
    title: str


NOT_JSON = Kind("not-json", 400, "The body is not the JSON that this service reads")
MALFORMED = Kind("malformed", 422, "The request is not what this call takes")
UNAUTHORISED = Kind("unauthorised", 401, "A valid token is needed")
FORBIDDEN = Kind("forbidden", 403, "This role may not do that")
NOT_FOUND = Kind("not-found", 404, "There is no such thing here")
CONFLICT = Kind("conflict", 409, "The table has moved on")
EXISTS = Kind("exists", 409, "It is here already")
TOO_MANY_FORKS = Kind("too-many-forks", 409, "There are as many forks as there may be")
READ_ONLY = Kind("read-only", 409, "An imported table is read-only")
REFUSED = Kind("refused", 422, "A rule refuses it")
REFUSED_ROLE = Kind("refused-role", 403, "A rule says that this role may not do that")
KEY_REUSED = Kind("key-reused", 422, "The Idempotency-Key stands for another request")
LENGTH_NEEDED = Kind("length-needed", 411, "A body comes with its Content-Length here")
TOO_LARGE = Kind("too-large", 413, "The request is too large")
WRONG_MEDIA_TYPE = Kind("wrong-media-type", 415, "The body must be application/json")
TOO_OFTEN = Kind("too-often", 429, "That was asked too often; wait a little")
TOO_MANY_FEEDS = Kind("too-many-feeds", 503, "This process holds as many feeds as it may, or as many of yours; ask for the events")
UNAVAILABLE = Kind("unavailable", 503, "The store cannot be reached just now; try again")
BEHIND = Kind("behind", 503, "The read model is not that far yet; try again")
PARKED = Kind("parked", 500, "The read model of this table stands still; the table itself is whole")
OUTCOME_UNKNOWN = Kind("outcome-unknown", 504, "Unknown whether it was done; repeat it with the same Idempotency-Key")
DAMAGED = Kind("damaged", 500, "What is stored of this table is damaged")
INTERNAL = Kind("internal", 500, "The service has failed")


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with a request: in its ``body``, ``query``, ``header`` or ``path``, at which field, and what."""

    place: str
    field: str
    says: str
    line: int | None = None
    """Where it stands in a file that was sent."""

    def as_json(self) -> dict[str, str | int]:
        found: dict[str, str | int] = {"in": self.place, "field": self.field, "says": self.says}
        return found if self.line is None else {**found, "line": self.line}


class Problem(Exception):
    """A problem on its way to the client: ``members`` are added to the answer as they are."""

    def __init__(self, kind: Kind, detail: str = "", headers: Mapping[str, str] | None = None, **members: Any) -> None:
        super().__init__(kind.title)
        self.kind = kind
        self.headers = dict(headers or {})
        self.body = {"type": TYPE + kind.name, "title": kind.title, "status": kind.status, **members}
        if detail:
            self.body["detail"] = detail

    def answer(self) -> Response:
        return Response(json.dumps(self.body), self.kind.status, self.headers, content_type=MEDIA_TYPE)


def malformed(faults: Iterable[Fault]) -> Problem:
    found = tuple(faults)
    return Problem(MALFORMED, "; ".join(f"{fault.field}: {fault.says}" for fault in found), faults=[fault.as_json() for fault in found])


def unauthorised(detail: str, error: str = "") -> Problem:
    challenge = 'Bearer realm="gavel"' + (f', error="{error}"' if error else "")
    return Problem(UNAUTHORISED, detail, {"WWW-Authenticate": challenge})


def rule_json(rule: Rule) -> dict[str, str]:
    return {"id": rule.id, "where": rule.where, "says": rule.says}


def refused(refusal: Refusal, **members: Any) -> Problem:
    kind = REFUSED_ROLE if refusal.rule == ROLES else REFUSED
    return Problem(kind, refusal.reason, rule=rule_json(refusal.rule), reason=refusal.reason, **members)


def problem_of(error: Exception) -> Problem:
    """The problem that an error becomes; whatever is not foreseen says nothing of itself."""
    match error:
        case Problem():
            return error
        case Refused():
            return refused(error.refusal)
        case QuestionGone():
            return Problem(CONFLICT)
        case KeyReused():
            return Problem(KEY_REUSED, str(error), version=error.version)
        case NoTable() | NoPack():
            return Problem(NOT_FOUND, _no_table(str(error)) if isinstance(error, NoTable) else "no such pack")
        case NotStorable():
            field, _, says = str(error).rpartition(": ")
            return malformed([Fault("body", field or "body", says)])
        case HTTPException():
            return _of_http(error)
        case _:
            return _of_store(error)


def _of_store(error: Exception) -> Problem:
    match error:
        case TooLarge():
            return Problem(TOO_LARGE, str(error))
        case OutcomeUnknown():
            return Problem(OUTCOME_UNKNOWN, headers={"Retry-After": RETRY_AFTER})
        case StoreUnavailable():
            return Problem(UNAVAILABLE, headers={"Retry-After": RETRY_AFTER})
        case StoreCorrupt():
            return Problem(DAMAGED, str(error), table=error.table, last_good_version=error.last_good_version)
        case Behind():
            return Problem(BEHIND, str(error), {"Retry-After": RETRY_AFTER}, version=error.version)
        case StandsStill():
            return Problem(PARKED, str(error), parked=error.parked.as_json())
        case _:
            return Problem(INTERNAL)


def _no_table(which: str) -> str:
    return which if " " in which else f"there is no table {which}"


_KINDS = {kind.status: kind for kind in (NOT_FOUND, TOO_LARGE, WRONG_MEDIA_TYPE, INTERNAL)}
_TABLE = re.compile(r"/api/v[0-9]+/tables/([A-Za-z0-9_-]{1,64})(?:/.*)?")
_PLACES = {"json": "body", "query": "query", "headers": "header", "path": "path"}


def _of_http(error: HTTPException) -> Problem:
    """Errors of the framework: no such path, wrong method, a body too large, or a schema's faults."""
    data: Mapping[str, Any] = getattr(error, "data", None) or {}
    if messages := data.get("messages"):
        return malformed(fault for place, found in messages.items() for fault in _faults(_PLACES.get(place, place), "", found))
    status = HTTPStatus(error.code or INTERNAL.status)
    kind = _KINDS.get(status, Kind(status.phrase.lower().replace(" ", "-"), status, status.phrase))
    headers = {name: value for name, value in error.get_headers() if name == "Allow"}
    return Problem(kind, _detail(status, headers), headers)


def _detail(status: HTTPStatus, headers: Mapping[str, str]) -> str:
    if status == HTTPStatus.METHOD_NOT_ALLOWED:
        return f"this path takes {headers.get('Allow', 'no method')}"
    if status != HTTPStatus.NOT_FOUND:
        return ""
    named = _TABLE.fullmatch(request.path)
    return _no_table(named[1]) if named else "what there is stands at /api/v1/docs and, for programs, at /api/v1/openapi.json"


def _faults(place: str, field: str, found: Any) -> Iterable[Fault]:
    if isinstance(found, Mapping):
        for step, below in found.items():
            yield from _faults(place, _joined(field, step), below)
        return
    for says in found if isinstance(found, list) else [found]:
        yield Fault(place, field or "body", str(says))


def _joined(field: str, step: Any) -> str:
    """``seats``, 0, ``colour`` → ``seats[0].colour``; steps that marshmallow adds itself name no field."""
    if step in ("_schema", "value"):
        return field
    if isinstance(step, int):
        return f"{field}[{step}]"
    return f"{field}.{step}" if field else str(step)
