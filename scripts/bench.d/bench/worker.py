"""``python -m bench.worker``: a worker process that knows the test-only game."""

import sys

from service.config import from_environment
from service.logs import configure
from tests.kernel.night_market import NIGHT_MARKET
from workers.loop import run

settings = from_environment()
configure(settings.log, sys.stderr)
run(settings, (NIGHT_MARKET,))
