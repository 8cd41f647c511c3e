"""The application for a WSGI server, set by the environment; import it in the worker process, not before the fork."""

from service.api import create_app
from service.config import from_environment
from service.logs import configure
from service.parts import assemble

settings = from_environment()
configure(settings.log)
app = create_app(assemble(settings))
