"""How gunicorn serves Gavel: gevent workers, each with connections of its own."""

from typing import Any

from gunicorn.glogging import Logger  # type: ignore[import-untyped]

from service.config import from_environment


class DiscreetLogger(Logger):  # type: ignore[misc]
    """Says that a request could not be read, without the request: it may hold a token or an invitation's code."""

    def warning(self, msg: str, *args: Any, **kwargs: Any) -> None:
        super().warning("a request could not be read" if msg.startswith("Invalid request") else msg, *args, **kwargs)


_settings = from_environment()

bind = f"{_settings.host}:{_settings.port}"
workers = _settings.processes
worker_class = "gevent"
# The application connects when it is loaded, so it is loaded behind the fork, in a worker that gevent has patched.
preload_app = False
# Nobody steers it from outside; its socket would lie in the home folder.
control_socket_disable = True
graceful_timeout = 3
timeout = 60
loglevel = _settings.log
# Requests are logged by the application, without the secrets that a path may hold.
accesslog = None
logger_class = DiscreetLogger
