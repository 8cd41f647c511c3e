"""How often somebody may ask: a number of requests a minute, counted in this process alone.

Counted here and not in the store, where each request would wait for one more answer: that would cost more than all it
could save. So a caller whose requests reach several processes may make as many at each.
"""

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from math import ceil
from threading import Lock

MINUTE = 60.0
KEPT = 20_000


@dataclass(frozen=True, slots=True)
class Taken:
    """What is left after a request: ``reset`` is the seconds until all is free again; ``wait`` those until one more may be made."""

    limit: int
    remaining: int
    reset: int
    wait: int = 0

    @property
    def allowed(self) -> bool:
        return not self.wait

    @property
    def headers(self) -> dict[str, str]:
        return {"RateLimit-Limit": str(self.limit), "RateLimit-Remaining": str(self.remaining), "RateLimit-Reset": str(self.reset)}


class Limit:
    """``a_minute`` requests at once, and from then on one more each time a share of the minute has gone by (GCRA)."""

    def __init__(self, a_minute: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._a_minute = a_minute
        self._clock = clock
        self._lock = Lock()
        self._free_at: OrderedDict[str, float] = OrderedDict()

    def take(self, who: str) -> Taken | None:
        """Count one request; None when there is no limit."""
        if not self._a_minute:
            return None
        share, now = MINUTE / self._a_minute, self._clock()
        with self._lock:
            free_at = max(self._free_at.get(who, now), now)
            wait = free_at + share - now - MINUTE
            if wait > 1e-6:
                return Taken(self._a_minute, 0, ceil(free_at - now), ceil(wait))
            free_at += share
            self._free_at[who] = free_at
            self._free_at.move_to_end(who)
            if len(self._free_at) > KEPT:
                self._free_at.popitem(last=False)
        return Taken(self._a_minute, int((MINUTE - (free_at - now)) / share + 1e-6), ceil(free_at - now))
