"""The Flask application, put together from the parts of a process."""

from http import HTTPStatus
from typing import Any

from flask import Flask, Response
from flask_smorest import Api as SmorestApi  # type: ignore[import-untyped]
from flask_smorest.utils import prepare_response  # type: ignore[import-untyped]
from werkzeug.exceptions import HTTPException
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.routing import BaseConverter, RequestRedirect

from service.api import disputes, feed, forks, ledger, lifecycle, packs, play, players, reading, rules, sandbox, tables, tokens, undoing
from service.api.answers import ProblemAnswer
from service.api.body import refuse_unmeasured
from service.api.document import add_document
from service.api.headers import add_headers
from service.api.health import add_health
from service.api.limits import Limit
from service.api.logs import log_expected, log_failure, log_requests
from service.api.metrics import add_metrics
from service.api.problems import BEHIND, INTERNAL, MEDIA_TYPE, TOO_MANY_FEEDS, problem_of
from service.api.routing import EXTENSION, Backing
from service.feed import Hub
from service.identity import Identity
from service.parts import Parts
from service.store import Pointers, connect, records
from service.store import packs as kept_packs
from service.sweep import store_url

BODY_LIMIT = 1 << 20
VERSION = "1"
EXPECTED = frozenset({TOO_MANY_FEEDS, BEHIND})
"""What a busy service answers now and then, and no failure of its own."""
ABOUT = """Board games kept as a record. Whoever claims an invitation gets a token, sent as `Authorization: Bearer TOKEN`, and \
reads a table through its own copies of the events.

A body is sent with its `Content-Length`: without it the answer is 411. Every POST carries an `Idempotency-Key` of the \
caller's own and is repeated with it until it is answered: it counts once. Every answer to a GET has an `ETag`; with \
`If-None-Match` it is not sent again. Errors are problems (RFC 9457), with the rule where one refused. `RateLimit-Limit`, \
`-Remaining` and `-Reset` tell what may still be asked for, `Retry-After` how long to wait."""


class _TableId(BaseConverter):
    regex = "[a-z2-7]{16}"


class _Code(BaseConverter):
    regex = "[A-Za-z0-9_-]{1,64}"


class _Digest(BaseConverter):
    regex = "[0-9a-f]{64}"


CONVERTERS: dict[str, type[BaseConverter]] = {"table": _TableId, "code": _Code, "digest": _Digest}


class _Api(SmorestApi):  # type: ignore[misc]
    """Errors are problems (RFC 9457), in the answers and in the document."""

    ERROR_SCHEMA = ProblemAnswer

    def _register_responses(self) -> None:
        for status in HTTPStatus:
            self._error(status.name, status.phrase)
        self._error(self.DEFAULT_ERROR_RESPONSE_NAME, "A problem")

    def _error(self, name: str, says: str) -> None:
        response = {"description": says, "schema": self.ERROR_SCHEMA}
        prepare_response(response, self.spec, MEDIA_TYPE)
        self.spec.components.response(name, response, lazy=True)

    def handle_http_exception(self, error: HTTPException) -> Any:
        return _answer_error(error)


def create_app(parts: Parts) -> Flask:
    """The API under ``/api/v1`` with its document and page, and what an operator asks for beside it."""
    settings = parts.settings
    app = Flask("gavel", static_folder=None)
    app.config.update(API_TITLE="Gavel", API_VERSION=VERSION, OPENAPI_VERSION="3.1.0", MAX_CONTENT_LENGTH=BODY_LIMIT)
    app.json.sort_keys = False  # type: ignore[attr-defined]
    app.json.compact = True  # type: ignore[attr-defined]
    app.extensions[EXTENSION] = backing(parts)
    app.url_map.converters.update(CONVERTERS)
    if settings.proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=settings.proxies, x_proto=settings.proxies)  # type: ignore[method-assign]
    log_requests(app)
    add_headers(app, settings)
    refuse_unmeasured(app)
    app.register_error_handler(Exception, _answer_error)
    add_document(app, _add_routes(app))
    add_health(app, parts)
    add_metrics(app, parts)
    return app


def backing(parts: Parts) -> Backing:
    """What the routes of one application work with."""
    settings = parts.settings
    client = connect(store_url(settings))
    return Backing(
        parts=parts,
        identity=Identity(parts.tokens, days=settings.token_days),
        records=records(client),
        packs=kept_packs(client),
        feeds=Hub(parts.events, Pointers(connect(store_url(settings))), settings.feeds, settings.feeds_each),
        callers=Limit(settings.rate),
        visitors=Limit(settings.visitor_rate),
    )


def _add_routes(app: Flask) -> dict[str, Any]:
    """Every route, and the document that describes them."""
    api = _Api(app, spec_kwargs={"info": {"description": ABOUT}})
    for converter in CONVERTERS.values():
        api.register_converter(converter, lambda found: {"type": "string", "pattern": f"^{found.regex}$"})
    api.spec.components.security_scheme("token", {"type": "http", "scheme": "bearer"})
    for module in (tables, lifecycle, play, forks, undoing, disputes, sandbox, feed, reading, ledger, players, rules, packs, tokens):
        api.register_blueprint(module.routes.blueprint)
    document: dict[str, Any] = api.spec.to_dict()
    return document


def _answer_error(error: Exception) -> Response:
    if isinstance(error, RequestRedirect):
        redirect: Any = error.get_response()
        return Response(status=redirect.status_code, headers={"Location": redirect.headers["Location"]})
    problem = problem_of(error)
    if problem.kind in EXPECTED:
        log_expected(problem.kind.name)
    elif problem.kind.status >= INTERNAL.status:
        log_failure(error)
    return problem.answer()
