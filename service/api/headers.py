"""What every answer carries beside its body: whether it may be kept, how it is packed, and what a page may do with it."""

import gzip
from collections.abc import Callable

from flask import Flask, Response, g, request
from werkzeug.datastructures import ETags

from service.api.routing import PREFIX
from service.config import Settings

SMALL = 1000
"""Bytes below which an answer is not worth packing."""
PREFLIGHT_LASTS = "600"
SENT = "Authorization, Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID, X-Request-ID"
TOLD = (
    "Content-Disposition, ETag, Idempotency-Key, Location, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, X-Request-ID"
)
METHODS = "DELETE, GET, POST, PUT"
SECURITY = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
}


def add_headers(app: Flask, settings: Settings) -> None:
    origins = frozenset(settings.cors_origins)
    app.before_request(lambda: _preflight(origins))
    steps: tuple[Callable[[Response], None], ...] = (
        _limited,
        _kept,
        _conditional,
        _packed,
        lambda response: _secure(response, settings.hsts),
        lambda response: _cross_origin(response, origins),
    )

    @app.after_request
    def finish(response: Response) -> Response:
        for step in steps:
            step(response)
        return response


def _preflight(origins: frozenset[str]) -> Response | None:
    if request.method != "OPTIONS" or not _welcome(origins) or "Access-Control-Request-Method" not in request.headers:
        return None
    allowed = {"Methods": METHODS, "Headers": SENT}
    headers = {f"Access-Control-Allow-{name}": value for name, value in allowed.items()}
    return Response(status=204, headers={**headers, "Access-Control-Max-Age": PREFLIGHT_LASTS})


def _welcome(origins: frozenset[str]) -> bool:
    return request.path.startswith(PREFIX) and bool({"*", request.headers.get("Origin", "")} & origins)


def _limited(response: Response) -> None:
    taken = g.get("taken")
    if taken is not None:
        response.headers.update(taken.headers)


def _kept(response: Response) -> None:
    """What one caller reads is never another's to be served from a cache, and what holds a new secret is not kept at all."""
    if not request.path.startswith(PREFIX):
        response.headers.setdefault("Cache-Control", "no-store")
        return
    response.vary.add("Authorization")
    readable = request.method in ("GET", "HEAD") and response.status_code in (200, 304)
    response.headers.setdefault("Cache-Control", "private, no-cache" if readable else "no-store")


def _conditional(response: Response) -> None:
    """An entity tag for every whole answer to a GET; nothing but the tag for a caller who has it already."""
    if request.method != "GET" or response.status_code != 200 or response.is_streamed or not request.path.startswith(PREFIX):
        return
    if "ETag" not in response.headers:
        response.add_etag()
    tag, _ = response.get_etag()
    asked: ETags = request.if_none_match
    if tag is not None and asked.contains_weak(tag):
        response.status_code = 304
        response.set_data(b"")
        for name in ("Content-Type", "Content-Length", "Content-Disposition"):
            response.headers.pop(name, None)


def _packed(response: Response) -> None:
    """Packed where the caller can read that; the tag is weak then, for the bytes are others'."""
    if request.method != "GET" or response.is_streamed or response.direct_passthrough:
        return
    response.vary.add("Accept-Encoding")
    if response.status_code != 200 or not request.accept_encodings["gzip"]:
        return
    data = response.get_data()
    if len(data) < SMALL:
        return
    response.set_data(gzip.compress(data, 5, mtime=0))
    response.headers["Content-Encoding"] = "gzip"
    tag, _ = response.get_etag()
    if tag is not None:
        response.set_etag(tag, weak=True)


def _secure(response: Response, hsts: int) -> None:
    for name, value in SECURITY.items():
        response.headers.setdefault(name, value)
    if hsts:
        response.headers["Strict-Transport-Security"] = f"max-age={hsts}"


def _cross_origin(response: Response, origins: frozenset[str]) -> None:
    if not origins or not request.path.startswith(PREFIX):
        return
    response.vary.add("Origin")
    if _welcome(origins) and "Origin" in request.headers:
        response.headers["Access-Control-Allow-Origin"] = "*" if "*" in origins else request.headers["Origin"]
        response.headers["Access-Control-Expose-Headers"] = TOLD
        response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
