"""`gavel record`: a table's record out of a service, and into one."""

import hashlib
import json
import sys
from collections.abc import Callable
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import quote
from urllib.request import Request, urlopen

import click

from service.cli.files import complain, read
from service.record.fault import printable

REFUSED = 1
SECONDS = 60


def _service(function: Callable[..., Any]) -> Callable[..., Any]:
    function = click.option("--token", envvar="GAVEL_TOKEN", required=True, help="A token of the service; GAVEL_TOKEN.")(function)
    return click.option("--url", default="http://127.0.0.1:8420", show_default=True, help="Where the service is.")(function)


@click.group()
def record() -> None:
    """Export a table's record from a service, or import one."""


@record.command("export")
@click.argument("table")
@_service
@click.option("-o", "--output", type=click.File("wb", lazy=True), default="-", help="The file to write; standard output when left out.")
def export_record(table: str, url: str, token: str, output: Any) -> None:
    """Write the record of TABLE as the token's owner may see it."""
    output.write(_call("GET", url, f"tables/{quote(table, safe='')}/record", token))


@record.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@_service
@click.option("--json", "as_json", is_flag=True, help="Print the service's answer.")
def import_record(file: Path, url: str, token: str, as_json: bool) -> None:
    """Send FILE to a service, which verifies and keeps it."""
    answer = _call("POST", url, "records", token, read(file))
    click.echo(answer if as_json else printable(f"imported as table {json.loads(answer)['table']}"))


def _call(method: str, url: str, path: str, token: str, data: bytes | None = None) -> bytes:
    """The answer's body; a refusal is told and ends the program."""
    if not url.startswith(("http://", "https://")):
        raise click.BadParameter("an address that begins with http:// or https://", param_hint="--url")
    headers = {"Authorization": f"Bearer {token}"}
    if data is not None:
        # The key is the content's: the same file sent again is the same request.
        headers |= {"Content-Type": "application/json", "Idempotency-Key": hashlib.sha256(data).hexdigest()}
    request = Request(f"{url.rstrip('/')}/api/v1/{path}", data, headers, method=method)  # noqa: S310 -- the scheme is checked
    try:
        with urlopen(request, timeout=SECONDS) as answer:  # noqa: S310
            body: bytes = answer.read()
            return body
    except HTTPError as error:
        complain(_problem(error))
    except (URLError, TimeoutError) as error:
        complain(f"{url} cannot be reached: {getattr(error, 'reason', error)}")
    sys.exit(REFUSED)


def _problem(error: HTTPError) -> str:
    """What the service says is wrong (RFC 9457), or the status when it says nothing."""
    try:
        problem = json.loads(error.read())
        says = problem.get("reason") or problem.get("detail") or problem["title"]
    except (ValueError, KeyError, AttributeError):
        says = HTTPStatus(error.code).phrase
    return f"{error.code}: {says}"
