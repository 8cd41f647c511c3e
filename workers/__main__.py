"""``python -m workers``: a worker process, set by the environment as every process of Gavel is."""

import argparse
import logging
import sys

import structlog

from service.config import ConfigurationRefused, from_environment
from service.store import SettingsRefused
from workers.loop import run


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m workers", description="Keeps the read models of all tables at the head.")
    parser.add_argument("--parent", type=int, metavar="PID", help="stop when this process, which started us, ends")
    parent = parser.parse_args().parent
    try:
        settings = from_environment()
        log_to_standard_error(settings.log)
        run(settings, parent=parent)
    except (ConfigurationRefused, SettingsRefused) as error:
        sys.exit(str(error))


def log_to_standard_error(level: str) -> None:
    # RQ writes its warnings to standard output where it finds no handler.
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr)
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.JSONRenderer(sort_keys=True),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level.upper()]),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )


if __name__ == "__main__":
    main()
