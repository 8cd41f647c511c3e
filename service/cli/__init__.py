"""The command `gavel`."""

from importlib import import_module

import click

from service import VERSION
from service.logs import for_a_command

MODULES = {
    "up": "up",
    "serve": "up",
    "worker": "up",
    "demo": "demo",
    "record": "record",
    "replay": "replay",
    "verify": "verify",
    "diff": "diff",
    "impact": "impact",
    "rules": "rules",
    "openapi": "openapi",
    "organiser": "organiser",
    "projections": "projections",
    "backup": "backup",
    "restore": "backup",
    "doctor": "doctor",
}


class _Commands(click.Group):
    """Loads a command's module when it is asked for: `gavel rules` need not wait for a web server."""

    def list_commands(self, context: click.Context) -> list[str]:
        return list(MODULES)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name not in MODULES:
            return None
        command: click.Command = getattr(import_module(f"service.cli.{MODULES[name]}"), name)
        return command


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(VERSION, message="%(version)s")
def main() -> None:
    """Board games kept as a record that anybody can replay and verify."""
    for_a_command()
