"""Feeds: every event of a watched table, pushed to whoever watches it, once and in order."""

from service.feed.hub import Hub, NoRoom
from service.feed.watch import Fresh, Watch, follow

__all__ = ["Fresh", "Hub", "NoRoom", "Watch", "follow"]
