"""The feed of a table: the caller's copies as server-sent events, from wherever it left off."""

import json
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import suppress

from flask import Response, request

from domain.kernel.names import Viewer
from domain.kernel.stored import Stored
from domain.table.facts import Viewed
from service.api import asked
from service.api.problems import TOO_MANY_FEEDS, Problem
from service.api.routing import Call, Routes, bearer
from service.api.shown import copy_json
from service.api.viewing import check_seen, copy_as, looks_through, viewer_of
from service.feed import Fresh, NoRoom, Watch, follow
from service.store import StoreError

routes = Routes("feed", "What happens at a table, as it happens")
EVENT_STREAM = "text/event-stream"
HEARTBEAT_EVERY = 15.0
RETRY = b"retry: 2000\n\n"
HEARTBEAT = b":\n\n"
ROOM_AFTER = "5"
LOOKED = f'"{Viewed.NAME}"'.encode()


@routes.get("/tables/<table:table>/feed", {"type": "string"}, asked.FeedFrom, headers=asked.Resumed, media=EVENT_STREAM)
def feed(call: Call, table: str) -> Response:
    """The caller's copies after a version as server-sent events, and then each new one as it happens

    ``id`` is the version and ``data`` a copy as `/events` gives it. ``Last-Event-ID`` goes before ``after``. A comment comes
    when nothing else does. A client that falls too far behind is hung up on; with ``Last-Event-ID`` it misses nothing.
    A place at a table has only so many feeds.
    """
    viewer = viewer_of(call, table)
    resumed = call.headers.get("last")
    if resumed is None:
        check_seen(call, table, "query", "after", after := call.query["after"])
    else:
        check_seen(call, table, "header", "Last-Event-ID", after := resumed)
    try:
        watch = call.feeds.begin(table, _hang_up(), "" if call.holder.is_organiser else call.holder.place)
    except NoRoom as error:
        raise Problem(TOO_MANY_FEEDS, headers={"Retry-After": ROOM_AFTER}) from error
    still_valid = _valid(call, bearer())
    response = Response(_told(call, watch, viewer, after, still_valid), content_type=EVENT_STREAM)
    response.headers.update({"Cache-Control": "no-store", "X-Accel-Buffering": "no"})
    response.call_on_close(lambda: call.feeds.leave(watch))
    return response


def _hang_up() -> Callable[[], None]:
    """Ends the connection of this request, so that whoever waits to send on it waits no longer."""
    connection: socket.socket | None = request.environ.get("gunicorn.socket")

    def hang_up() -> None:
        with suppress(OSError):
            if connection is not None:
                connection.shutdown(socket.SHUT_RDWR)

    return hang_up


def _valid(call: Call, token: str) -> Callable[[], bool]:
    return lambda: call.identity.holder_of(token) == call.holder


def _told(call: Call, watch: Watch, viewer: Viewer, after: int, still_valid: Callable[[], bool]) -> Iterator[bytes]:
    yield RETRY
    checked = time.monotonic()
    with suppress(StoreError):
        for fresh in follow(watch, after, lambda last: call.parts.events.read(watch.table, after=last), HEARTBEAT_EVERY):
            if time.monotonic() - checked >= HEARTBEAT_EVERY:
                if not still_valid():
                    return
                checked = time.monotonic()
            if fresh is None:
                yield HEARTBEAT
                continue
            viewer = _viewer_after(call, watch.table, viewer, fresh)
            judge = looks_through(call, viewer)
            yield fresh.told(viewer, _frame) if judge is None else _frame(copy_as(viewer, judge, fresh.event))


def _viewer_after(call: Call, table: str, viewer: Viewer, fresh: Fresh) -> Viewer:
    """A judge reads in full from its inspection on; nothing else changes through whose eyes a caller reads."""
    return viewer_of(call, table) if call.holder.is_judge and LOOKED in fresh.event.body else viewer


def _frame(copy: Stored) -> bytes:
    return f"id: {copy.version}\ndata: {json.dumps(copy_json(copy), separators=(',', ':'))}\n\n".encode()
