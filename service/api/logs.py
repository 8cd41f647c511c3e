"""One line of JSON for each request: who and what, never a body, an opening or a token."""

import logging
import re
import time
import traceback
from secrets import token_hex

import structlog
from flask import Flask, Response, g, request

REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
log = structlog.get_logger()


def configure(level: str) -> None:
    """JSON lines on standard output, from this level on."""
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level.upper()]),
    )


def log_requests(app: Flask) -> None:
    app.before_request(_begin)
    app.after_request(_end)


def log_failure(error: Exception) -> None:
    """Where it went wrong, but not the error's own text: that may quote what was sent or stored."""
    frames = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in traceback.extract_tb(error.__traceback__)[-8:]]
    log.error("failure", error=type(error).__name__, frames=frames, **_who())


def _begin() -> None:
    given = request.headers.get("X-Request-ID", "")
    g.request_id = given if REQUEST_ID.fullmatch(given) else token_hex(8)
    g.began = time.monotonic()
    g.said = {}


def _end(response: Response) -> Response:
    response.headers["X-Request-ID"] = g.request_id
    took = round((time.monotonic() - g.began) * 1000, 1)
    log.info("request", status=response.status_code, ms=took, **_who())
    return response


def _who() -> dict[str, object]:
    # The rule and not the path: an invitation's path is its secret.
    route = request.url_rule.rule if request.url_rule else None
    known = {key: value for key, value in g.get("said", {}).items() if value is not None}
    return {"request_id": g.get("request_id"), "method": request.method, "route": route, **known}
