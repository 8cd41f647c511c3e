"""``python -m workers``: a worker process, set by the environment as every process of Gavel is."""

import argparse
import sys

from service import counts
from service.config import ConfigurationRefused, from_environment
from service.logs import configure
from service.store import SettingsRefused
from workers.loop import run


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m workers", description="Keeps the read models of all tables at the head.")
    parser.add_argument("--parent", type=int, metavar="PID", help="stop when this process, which started us, ends")
    parent = parser.parse_args().parent
    try:
        settings = from_environment()
        configure(settings.log, sys.stderr)
        counts.begin()
        run(settings, parent=parent)
    except (ConfigurationRefused, SettingsRefused) as error:
        sys.exit(f"gavel: {error}")


if __name__ == "__main__":
    main()
