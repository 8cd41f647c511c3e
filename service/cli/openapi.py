"""`gavel openapi`: the API's document."""

import click

from service.api import create_app
from service.api.routing import PREFIX
from service.cli.up import settings_from
from service.parts import unchecked

NOWHERE = "unix:///nowhere"


@click.command()
def openapi() -> None:
    """Print the OpenAPI 3.1 document of the HTTP API. No store is needed."""
    app = create_app(unchecked(settings_from({}).with_store(NOWHERE), NOWHERE))
    click.echo(app.test_client().get(f"{PREFIX}/openapi.json").get_data(as_text=True))
