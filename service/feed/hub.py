"""One reader a process follows all appends and hands each event of a watched table to those who watch it."""

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from threading import Event, Lock, Thread

import structlog

from domain.kernel.stored import Stored
from service.feed.watch import Fresh, Watch
from service.metrics import FEED_WATCHERS
from service.store import EventStore, Pointers, StoreError, StoreUnavailable
from service.store.pointers import Cursor

LISTENS = 250
"""Milliseconds that the reader waits for the store before it looks whether it is to stop."""
RESTS = 0.25
LOOKS_ROUND = 5.0
"""Seconds between two looks at the tips of everything watched, for pointers are hints and may be trimmed unread."""
READY_WITHIN = 5.0

log = structlog.get_logger()


class NoRoom(Exception):
    """This process holds as many feeds as it may, or as many of one holder."""


@dataclass
class _Channel:
    """A watched table: those who watch it, and the last version that was handed to them."""

    version: int
    watches: set[Watch] = field(default_factory=set)


class Hub:
    """The watchers of one process. Its reader starts with the first of them."""

    def __init__(
        self, events: EventStore, pointers: Pointers, most: int, each: int = 0, stopping: Callable[[], bool] = lambda: False
    ) -> None:
        """``most`` feeds in all, ``each`` for one holder (0: any number). ``pointers`` need a client of their own.

        ``stopping`` tells, a few times a second, whether all feeds are to end.
        """
        self._events = events
        self._pointers = pointers
        self._most = most
        self._each = each
        self.stopping = stopping
        self._lock = Lock()
        self._channels: dict[str, _Channel] = {}
        self._listening = Event()
        self._reader: Thread | None = None
        self._stopped = False
        self._looked_round = 0.0

    @property
    def watching(self) -> int:
        """How many watchers there are."""
        with self._lock:
            return sum(len(channel.watches) for channel in self._channels.values())

    def begin(self, table: str, hang_up: Callable[[], None] = lambda: None, holder: str = "") -> Watch:
        """Begin to watch a table: no event appended from now on is missed. NoRoom, or StoreUnavailable.

        ``holder``: whose feeds are counted together; "" for whoever may have all that there is room for.
        """
        self._start()
        if not self._listening.wait(READY_WITHIN):
            raise StoreUnavailable("the store's appends cannot be followed just now")
        tip = self._events.tip(table).version
        watch = Watch(table, hang_up, holder=holder)
        with self._lock:
            watches = [watch for channel in self._channels.values() for watch in channel.watches]
            if self._stopped or len(watches) >= self._most:
                raise NoRoom
            if holder and self._each and sum(one.holder == holder for one in watches) >= self._each:
                raise NoRoom
            self._channels.setdefault(table, _Channel(tip)).watches.add(watch)
            FEED_WATCHERS.inc()
        return watch

    def leave(self, watch: Watch) -> None:
        """The watcher is gone; to leave twice is no harm."""
        watch.end()
        with self._lock:
            channel = self._channels.get(watch.table)
            if channel is not None and watch in channel.watches:
                channel.watches.remove(watch)
                FEED_WATCHERS.dec()
                if not channel.watches:
                    del self._channels[watch.table]

    def stop(self) -> None:
        """End every feed and the reader with them."""
        with self._lock:
            self._stopped = True
            everybody = [watch for channel in self._channels.values() for watch in channel.watches]
        for watch in everybody:
            watch.end()

    def _start(self) -> None:
        with self._lock:
            if self._reader is None and not self._stopped:
                self._reader = Thread(target=self._follow, name="feeds", daemon=True)
                self._reader.start()

    def _follow(self) -> None:
        """Follow the appends until told to stop, through every restart of the store."""
        while not self._ends():
            try:
                # The position is taken first, so that whatever comes after a look round is heard of.
                cursor = self._pointers.now()
                self._listening.set()
                self._looked_round = 0.0
                while not self._ends():
                    cursor = self._listen(cursor)
            except StoreError as error:
                log.warning("feeds wait for the store", error=type(error).__name__)
                time.sleep(RESTS)
            except Exception as error:
                # Without its reader every feed of this process would fall silent, so nothing may end it.
                log.error("the reader of the feeds has failed", error=type(error).__name__)
                time.sleep(RESTS)
        self.stop()

    def _ends(self) -> bool:
        return self._stopped or self.stopping()

    def _listen(self, cursor: Cursor) -> Cursor:
        if time.monotonic() - self._looked_round > LOOKS_ROUND:
            with self._lock:
                watched = tuple(self._channels)
            self._hand_on({table: tip.version for table, tip in self._events.tips(watched).items()})
            self._looked_round = time.monotonic()
        cursor, pointers = self._pointers.wait(cursor, LISTENS)
        self._hand_on({pointer.table: pointer.version for pointer in pointers})
        return cursor

    def _hand_on(self, reached: Mapping[str, int]) -> None:
        for table, version in reached.items():
            with self._lock:
                channel = self._channels.get(table)
            if channel is not None and channel.version < version:
                self._push(channel, self._read(table, channel))

    def _read(self, table: str, channel: _Channel) -> tuple[Stored, ...]:
        try:
            return tuple(self._events.read(table, after=channel.version))
        except StoreUnavailable:
            raise
        except StoreError as error:
            # One damaged table must not silence the others; its watchers come back and are told.
            log.error("a feed cannot be read", table=table, error=type(error).__name__)
            self._end(channel)
            return ()

    def _push(self, channel: _Channel, events: Iterable[Stored]) -> None:
        for event in events:
            fresh = Fresh(event)
            for watch in self._watches(channel):
                if not watch.push(fresh):
                    self.leave(watch)
            channel.version = event.version

    def _end(self, channel: _Channel) -> None:
        for watch in self._watches(channel):
            self.leave(watch)

    def _watches(self, channel: _Channel) -> tuple[Watch, ...]:
        with self._lock:
            return tuple(channel.watches)
