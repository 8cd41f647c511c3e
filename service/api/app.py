"""The Flask application, put together from the parts of a process."""

from http import HTTPStatus
from typing import Any

from flask import Flask, Response, request
from flask_smorest import Api as SmorestApi  # type: ignore[import-untyped]
from flask_smorest.utils import prepare_response  # type: ignore[import-untyped]
from werkzeug.exceptions import HTTPException
from werkzeug.routing import BaseConverter, RequestRedirect

from service.api import lifecycle, play, reading, tables
from service.api.answers import ProblemAnswer
from service.api.health import add_health
from service.api.logs import log_failure, log_requests
from service.api.problems import INTERNAL, MEDIA_TYPE, problem_of
from service.api.routing import EXTENSION, PREFIX, Backing
from service.identity import Identity
from service.parts import Parts
from service.store import connect, records
from service.sweep import store_url

BODY_LIMIT = 1 << 20
VERSION = "1"


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
    """The API under ``/api/v1``, its document at ``/api/v1/openapi.json``, and ``/healthz`` and ``/readyz``."""
    app = Flask("gavel", static_folder=None)
    app.config.update(
        API_TITLE="Gavel",
        API_VERSION=VERSION,
        OPENAPI_VERSION="3.1.0",
        OPENAPI_URL_PREFIX=PREFIX,
        OPENAPI_JSON_PATH="openapi.json",
        MAX_CONTENT_LENGTH=BODY_LIMIT,
    )
    app.json.sort_keys = False  # type: ignore[attr-defined]
    app.json.compact = True  # type: ignore[attr-defined]
    app.extensions[EXTENSION] = Backing(parts, Identity(parts.tokens), records(connect(store_url(parts.settings))))
    app.url_map.converters.update(CONVERTERS)
    log_requests(app)
    app.after_request(_private)
    app.register_error_handler(Exception, _answer_error)
    _add_routes(app)
    add_health(app, parts)
    return app


def _add_routes(app: Flask) -> None:
    api = _Api(app)
    for converter in CONVERTERS.values():
        api.register_converter(converter, lambda found: {"type": "string", "pattern": f"^{found.regex}$"})
    api.spec.components.security_scheme("token", {"type": "http", "scheme": "bearer"})
    for module in (tables, lifecycle, play, reading):
        api.register_blueprint(module.routes.blueprint)


def _answer_error(error: Exception) -> Response:
    if isinstance(error, RequestRedirect):
        redirect: Any = error.get_response()
        return Response(status=redirect.status_code, headers={"Location": redirect.headers["Location"]})
    problem = problem_of(error)
    if problem.kind.status >= INTERNAL.status:
        log_failure(error)
    return problem.answer()


def _private(response: Response) -> Response:
    """What one caller reads is never another's to be served from a cache."""
    if request.path.startswith(PREFIX):
        response.headers["Vary"] = "Authorization"
        response.headers["Cache-Control"] = "private, no-cache"
    response.headers["X-Content-Type-Options"] = "nosniff"
    return response
