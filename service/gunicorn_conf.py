"""How gunicorn serves Gavel: gevent workers, each with connections of its own."""

import os
from typing import Any

from gunicorn.glogging import Logger  # type: ignore[import-untyped]

from service import counts
from service.config import from_environment
from service.logs import standard


class DiscreetLogger(Logger):  # type: ignore[misc]
    """Says that a request could not be read, without the request: it may hold a token or an invitation's code."""

    def warning(self, msg: str, *args: Any, **kwargs: Any) -> None:
        super().warning("a request could not be read" if msg.startswith("Invalid request") else msg, *args, **kwargs)


_settings = from_environment()
# Read when a worker loads the application: its counts are added up with those of the others.
for _name, _value in counts.environment(_settings.counts, counts.SERVICE).items():
    os.environ.setdefault(_name, _value)

bind = f"{_settings.host}:{_settings.port}"
workers = _settings.processes
worker_class = "gevent"
# The application connects when it is loaded, so it is loaded behind the fork, in a worker that gevent has patched.
preload_app = False
worker_connections = _settings.feeds + 1000
graceful_timeout = 3
timeout = 60
loglevel = _settings.log
logconfig_dict = standard(_settings.log)
# Requests are logged by the application, without the secrets that a path may hold.
accesslog = None
logger_class = DiscreetLogger
# Nobody tells gunicorn anything but by signals.
control_socket_disable = True


def post_worker_init(worker: Any) -> None:
    """A worker that is told to stop ends its feeds, which would otherwise hold it up to the last second."""
    worker.wsgi.extensions["gavel"].feeds.stopping = lambda: not worker.alive


def on_starting(arbiter: Any) -> None:
    counts.begin()


def child_exit(arbiter: Any, worker: Any) -> None:
    counts.ended(worker.pid)
