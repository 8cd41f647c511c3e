"""One watcher of a table: a bounded queue that a reader fills, and a position of its own."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from queue import Empty, Full, Queue
from threading import Lock

from domain.kernel.names import Viewer
from domain.kernel.stored import Stored, copy_for

BOUND = 256
"""Events that wait for one watcher; one that falls further behind is hung up on and comes back where it stopped."""


class Fresh:
    """A new event on its way to every watcher of its table; each viewer's copy is made once."""

    def __init__(self, event: Stored) -> None:
        self.event = event
        self._lock = Lock()
        self._told: dict[Viewer, bytes] = {}

    def told(self, viewer: Viewer, tell: Callable[[Stored], bytes]) -> bytes:
        """The viewer's copy as ``tell`` spells it."""
        with self._lock:
            if viewer not in self._told:
                self._told[viewer] = tell(copy_for(viewer, self.event))
            return self._told[viewer]


class Watch:
    """What comes for one watcher. ``hang_up`` ends a connection whose client has stopped to read."""

    def __init__(self, table: str, hang_up: Callable[[], None], bound: int = BOUND, holder: str = "") -> None:
        self.table = table
        self.holder = holder
        self._ended = False
        self._hang_up = hang_up
        self._waiting: Queue[Fresh | None] = Queue(bound)

    def over(self) -> bool:
        """Whether nothing more will come."""
        return self._ended

    def push(self, fresh: Fresh) -> bool:
        """Whether there was room for it; when there was none the watch has ended."""
        try:
            self._waiting.put_nowait(fresh)
        except Full:
            self.end()
            return False
        return True

    def end(self) -> None:
        """Nothing more will come. A watcher that waits stops at once; one that cannot send any more is cut off."""
        self._ended = True
        try:
            self._waiting.put_nowait(None)
        except Full:
            self._hang_up()

    def next(self, seconds: float) -> Fresh | None:
        """The next event, or None when none has come in so long or the watch has ended."""
        with suppress(Empty):
            return None if self._ended else self._waiting.get(timeout=seconds)
        return None


def follow(watch: Watch, after: int, read: Callable[[int], Iterable[Stored]], idle: float) -> Iterator[Fresh | None]:
    """Every event after a version, once and in order; None whenever nothing has come for ``idle`` seconds.

    ``read`` gives the stored events after a version: the watch must have begun before this is first asked. Ends with the
    watch. Whatever the queue repeats is passed over, whatever it lacks is read.
    """
    last = after
    behind = True
    while not watch.over():
        if behind:
            for event in read(last):
                if watch.over():
                    return
                yield Fresh(event)
                last = event.version
        fresh = watch.next(idle)
        behind = fresh is not None and fresh.event.version > last + 1
        if fresh is None:
            if not watch.over():
                yield None
        elif fresh.event.version == last + 1:
            yield fresh
            last += 1
