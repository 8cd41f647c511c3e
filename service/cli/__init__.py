"""The command `gavel`."""

import click

from service import VERSION
from service.cli.demo import demo
from service.cli.record import record
from service.cli.replay import replay
from service.cli.up import serve, up, worker
from service.cli.verify import verify


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(VERSION, message="%(version)s")
def main() -> None:
    """Board games kept as a record that anybody can replay and verify."""


for command in (up, serve, worker, demo, record, replay, verify):
    main.add_command(command)
