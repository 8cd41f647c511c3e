"""How a view becomes a route: who calls, what was sent, and how both stand in the OpenAPI document."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, TypeAlias

from flask import Response, current_app, g, jsonify, request
from flask_smorest import Blueprint as SmorestBlueprint  # type: ignore[import-untyped]

from service.api.asked import Keyed, Nothing
from service.api.body import Parser
from service.api.limits import Limit
from service.api.problems import FORBIDDEN, READ_ONLY, TOO_OFTEN, Problem, unauthorised
from service.feed import Hub
from service.identity import Holder, Identity, secret_hash
from service.parts import Parts
from service.store import Shelf
from service.tables import NoTable

PREFIX = "/api/v1"
VISITOR = Holder("visitor")
EXTENSION = "gavel"
JSON = "application/json"


@dataclass(frozen=True, slots=True)
class Backing:
    """What every request is answered with."""

    parts: Parts
    identity: Identity
    records: Shelf
    packs: Shelf
    feeds: Hub
    callers: Limit
    visitors: Limit


@dataclass(frozen=True, slots=True)
class Call:
    """One request: what it is answered with, who asks, and what was sent."""

    backing: Backing
    holder: Holder
    query: Mapping[str, Any] = field(default_factory=dict)
    body: Mapping[str, Any] = field(default_factory=dict)
    headers: Mapping[str, Any] = field(default_factory=dict)

    @property
    def key(self) -> str:
        """The request's Idempotency-Key, "" where none is asked for."""
        key: str = self.headers.get("key", "")
        return key

    @property
    def parts(self) -> Parts:
        return self.backing.parts

    @property
    def identity(self) -> Identity:
        return self.backing.identity

    @property
    def records(self) -> Shelf:
        return self.backing.records

    @property
    def packs(self) -> Shelf:
        """Every pack that is kept, by its hash."""
        return self.backing.packs

    @property
    def feeds(self) -> Hub:
        return self.backing.feeds


View: TypeAlias = Callable[..., Response]
"""Takes a Call and the path's parameters by name."""


class _Blueprint(SmorestBlueprint):  # type: ignore[misc]
    ARGUMENTS_PARSER = Parser()


class Routes:
    """A group of routes under ``/api/v1``; views are plain functions of a Call."""

    def __init__(self, name: str, description: str) -> None:
        self.blueprint = _Blueprint(name, __name__, url_prefix=PREFIX, description=description)

    def get(self, path: str, answer: Any, query: Any = Nothing, *, headers: Any = None, media: str = JSON) -> Callable[[View], View]:
        """``media``: of the answer."""
        return self._route(_Asked("GET", path, {"query": query, "headers": headers}), {200: answer}, media)

    def post(
        self, path: str, answer: Any, body: Any = Nothing, *, query: Any = None, visitors: bool = False, media: tuple[str, ...] = (JSON,)
    ) -> Callable[[View], View]:
        """A command: 201, or 200 when it was repeated. ``visitors``: no token is needed. ``body`` None: the view reads it."""
        sent = {"query": query, "headers": Keyed, "json": body}
        return self._route(_Asked("POST", path, sent, visitors, media), {201: answer, 200: answer})

    def put(self, path: str, body: Any) -> Callable[[View], View]:
        """Puts something in the place of what was there, however often it is sent: answers 204."""
        return self._route(_Asked("PUT", path, {"query": Nothing, "json": body}), {204: None})

    def delete(self, path: str) -> Callable[[View], View]:
        """Answers 204; whatever is gone already is not found."""
        return self._route(_Asked("DELETE", path, {"query": Nothing}), {204: None})

    def _route(self, asked: "_Asked", answers: Mapping[int, Any], media: str = JSON) -> Callable[[View], View]:
        def register(view: View) -> View:
            places = tuple(place for place, schema in asked.sent.items() if schema is not None)

            @wraps(view)
            def called(*loaded: Mapping[str, Any], **path_values: Any) -> Response:
                found = dict(zip(places, loaded, strict=True))
                backing: Backing = current_app.extensions[EXTENSION]
                call = Call(backing, g.holder, found.get("query", {}), found.get("json", {}), found.get("headers", {}))
                g.said.update(command_id=call.key or None)
                try:
                    return view(call, **path_values)
                except NoTable as error:
                    raise _read_only(call, path_values.get("table")) or error from error

            endpoint: Any = called
            for place in reversed(places):
                required = place != "json" or asked.sent[place] is not Nothing
                endpoint = self.blueprint.arguments(asked.sent[place], location=place, required=required)(endpoint)
            for status, answer in answers.items():
                endpoint = self.blueprint.response(status, answer, content_type=media)(endpoint)
            endpoint = self.blueprint.doc(**asked.documented())(endpoint)
            self.blueprint.route(asked.path, methods=[asked.method])(_let_in(endpoint, asked.visitors))
            return view

        return register


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a route takes: the schema for each place of a request, and the media that a view reads for itself."""

    method: str
    path: str
    sent: Mapping[str, Any]
    visitors: bool = False
    media: tuple[str, ...] = (JSON,)

    def documented(self) -> dict[str, Any]:
        found: dict[str, Any] = {} if self.visitors else {"security": [{"token": []}]}
        if self.method == "POST" and self.sent["json"] is None:
            kinds = {media: {"schema": {"type": "object" if media == JSON else "string"}} for media in self.media}
            found["requestBody"] = {"required": True, "content": kinds}
        return found


def _read_only(call: Call, table: str | None) -> Problem | None:
    """What to say of a command to a table that was imported; None for a table that is not here at all."""
    if request.method in ("POST", "PUT") and table in call.records.names():
        return Problem(READ_ONLY, "its record was brought here: it can be read, and nothing more happens at it")
    return None


def _let_in(endpoint: View, visitors: bool) -> View:
    @wraps(endpoint)
    def guarded(**path_values: Any) -> Response:
        g.said = {"table": path_values.get("table")}
        backing: Backing = current_app.extensions[EXTENSION]
        g.holder = _visitor(backing) if visitors else _holder(backing, path_values.get("table"))
        g.said["role"] = g.holder.role
        return endpoint(**path_values)

    return guarded


def _visitor(backing: Backing) -> Holder:
    _count(backing.visitors, request.remote_addr or "")
    return VISITOR


def _holder(backing: Backing, table: str | None) -> Holder:
    token = bearer()
    holder = backing.identity.holder_of(token) if token else None
    if holder is None:
        _visitor(backing)
        error = "invalid_token" if token else ""
        raise unauthorised("this token is not known" if token else "send the header Authorization: Bearer TOKEN", error)
    _count(backing.callers, secret_hash(token) if holder.is_organiser else holder.place)
    if not holder.is_organiser and table not in (None, holder.table):
        raise Problem(FORBIDDEN, "the token is for another table")
    return holder


def bearer() -> str:
    """The token that came with the request, "" for none."""
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def _count(limit: Limit, who: str) -> None:
    g.taken = taken = limit.take(who)
    if taken is not None and not taken.allowed:
        raise Problem(TOO_OFTEN, headers={"Retry-After": str(taken.wait)})


def answer(data: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    response = jsonify(data)
    response.status_code = status
    response.headers.update(headers or {})
    return response
