"""One line of JSON for each request: who and what, never a body, an opening or a token."""

import re
import time
import traceback
from secrets import token_hex

import structlog
from flask import Flask, Response, g, request

from service import metrics

REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
METHODS = frozenset({"GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"})
log = structlog.get_logger()


def log_requests(app: Flask) -> None:
    app.before_request(_begin)
    app.after_request(_end)


def log_failure(error: Exception) -> None:
    """Where it went wrong, but not the error's own text: that may quote what was sent or stored."""
    frames = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in traceback.extract_tb(error.__traceback__)[-8:]]
    log.error("failure", error=type(error).__name__, frames=frames, **_who())


def log_expected(problem: str) -> None:
    log.info("problem", problem=problem, **_who())


def _begin() -> None:
    given = request.headers.get("X-Request-ID", "")
    g.request_id = given if REQUEST_ID.fullmatch(given) else token_hex(8)
    # Whatever is logged while this request is answered, and the job that it wakes, names it.
    structlog.contextvars.clear_contextvars()
    structlog.contextvars.bind_contextvars(request_id=g.request_id)
    g.began = time.monotonic()
    g.said = {}


def _end(response: Response) -> Response:
    response.headers["X-Request-ID"] = g.request_id
    took = time.monotonic() - g.began
    route = _route() or "none"
    method = request.method if request.method in METHODS else "other"
    metrics.REQUESTS.labels(method, route, response.status_code).inc()
    metrics.REQUEST_SECONDS.labels(route).observe(took)
    log.info("request", status=response.status_code, ms=round(took * 1000, 1), **_who())
    return response


def _who() -> dict[str, object]:
    known = {key: value for key, value in g.get("said", {}).items() if value is not None}
    return {"request_id": g.get("request_id"), "method": request.method[:16], "route": _route(), **known}


def _route() -> str | None:
    # The rule and not the path: an invitation's path is its secret.
    return request.url_rule.rule if request.url_rule else None
