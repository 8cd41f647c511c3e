"""The service as ``service.wsgi`` makes it, with the test-only game in its catalogue."""

from service.api import create_app
from service.config import from_environment
from service.logs import configure
from service.parts import assemble
from tests.kernel.night_market import NIGHT_MARKET

settings = from_environment()
configure(settings.log)
app = create_app(assemble(settings, (NIGHT_MARKET,)))
