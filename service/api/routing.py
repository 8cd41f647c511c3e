"""How a view becomes a route: who calls, what was sent, and how both stand in the OpenAPI document."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, TypeAlias

from flask import Response, current_app, g, jsonify, request
from flask_smorest import Blueprint as SmorestBlueprint  # type: ignore[import-untyped]

from service.api.asked import Keyed, Nothing
from service.api.body import Parser
from service.api.problems import FORBIDDEN, Problem, unauthorised
from service.identity import Holder, Identity
from service.parts import Parts
from service.store import Shelf

PREFIX = "/api/v1"
VISITOR = Holder("visitor")
EXTENSION = "gavel"
ANY_BODY = {"required": True, "content": {"application/json": {"schema": {"type": "object"}}}}


@dataclass(frozen=True, slots=True)
class Backing:
    """What every request is answered with."""

    parts: Parts
    identity: Identity
    records: Shelf


@dataclass(frozen=True, slots=True)
class Call:
    """One request: what it is answered with, who asks, and what was sent."""

    backing: Backing
    holder: Holder
    query: Mapping[str, Any] = field(default_factory=dict)
    body: Mapping[str, Any] = field(default_factory=dict)
    key: str = ""

    @property
    def parts(self) -> Parts:
        return self.backing.parts

    @property
    def identity(self) -> Identity:
        return self.backing.identity

    @property
    def records(self) -> Shelf:
        return self.backing.records


View: TypeAlias = Callable[..., Response]
"""Takes a Call and the path's parameters by name."""


class _Blueprint(SmorestBlueprint):  # type: ignore[misc]
    ARGUMENTS_PARSER = Parser()


class Routes:
    """A group of routes under ``/api/v1``; views are plain functions of a Call."""

    def __init__(self, name: str, description: str) -> None:
        self.blueprint = _Blueprint(name, __name__, url_prefix=PREFIX, description=description)

    def get(self, path: str, answer: Any, query: Any = Nothing) -> Callable[[View], View]:
        return self._route("GET", path, {200: answer}, query=query)

    def post(self, path: str, answer: Any, body: Any = Nothing, visitors: bool = False) -> Callable[[View], View]:
        """A command: 201, or 200 when it was repeated. ``visitors``: no token is needed. ``body`` None: the view reads it."""
        return self._route("POST", path, {201: answer, 200: answer}, body=body, visitors=visitors)

    def _route(
        self,
        method: str,
        path: str,
        answers: Mapping[int, Any],
        *,
        query: Any = None,
        body: Any = None,
        visitors: bool = False,
    ) -> Callable[[View], View]:
        def register(view: View) -> View:
            sent = {"query": query, "headers": Keyed if method == "POST" else None, "json": body}
            places = tuple(place for place, schema in sent.items() if schema is not None)

            @wraps(view)
            def called(*loaded: Mapping[str, Any], **path_values: Any) -> Response:
                found = dict(zip(places, loaded, strict=True))
                backing: Backing = current_app.extensions[EXTENSION]
                key = found.get("headers", {}).get("key", "")
                g.said.update(command_id=key or None)
                return view(Call(backing, g.holder, found.get("query", {}), found.get("json", {}), key), **path_values)

            endpoint: Any = called
            for place in reversed(places):
                endpoint = self.blueprint.arguments(sent[place], location=place, required=place != "json" or body is not Nothing)(endpoint)
            for status, answer in answers.items():
                endpoint = self.blueprint.response(status, answer)(endpoint)
            if method == "POST" and body is None:
                endpoint = self.blueprint.doc(requestBody=ANY_BODY)(endpoint)
            if not visitors:
                endpoint = self.blueprint.doc(security=[{"token": []}])(endpoint)
            self.blueprint.route(path, methods=[method])(_let_in(endpoint, visitors))
            return view

        return register


def _let_in(endpoint: View, visitors: bool) -> View:
    @wraps(endpoint)
    def guarded(**path_values: Any) -> Response:
        g.said = {"table": path_values.get("table")}
        g.holder = VISITOR if visitors else _holder(path_values.get("table"))
        g.said["role"] = g.holder.role
        return endpoint(**path_values)

    return guarded


def _holder(table: str | None) -> Holder:
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    if not token or scheme.lower() != "bearer":
        raise unauthorised("send the header Authorization: Bearer TOKEN")
    backing: Backing = current_app.extensions[EXTENSION]
    holder = backing.identity.holder_of(token.strip())
    if holder is None:
        raise unauthorised("this token is not known", "invalid_token")
    if not holder.is_organiser and table not in (None, holder.table):
        raise Problem(FORBIDDEN, "the token is for another table")
    return holder


def answer(data: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    response = jsonify(data)
    response.status_code = status
    response.headers.update(headers or {})
    return response
