"""How gunicorn serves Gavel: gevent workers, each with connections of its own."""

from service.config import from_environment

_settings = from_environment()

bind = f"{_settings.host}:{_settings.port}"
workers = _settings.processes
worker_class = "gevent"
# The application connects when it is loaded, so it is loaded behind the fork, in a worker that gevent has patched.
preload_app = False
graceful_timeout = 3
timeout = 60
loglevel = _settings.log
# Requests are logged by the application, without the secrets that a path may hold.
accesslog = None
