"""`gavel record export` and `import`, against a service that answers over HTTP."""

import json
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest
from click.testing import CliRunner, Result
from werkzeug.serving import make_server

from domain.kernel.names import ORGANISER, Actor
from domain.table.commands import Abandon, Claim, Open
from domain.table.facts import SeatOpened
from service.api import create_app
from service.cli.record import record
from service.config import Settings
from service.identity import Holder, Identity
from service.parts import Parts, assemble
from service.record import read_record, verify
from tests.kernel.night_market import NIGHT_MARKET
from tests.match import actor
from tests.record.writing import TABLE, abandoned, forged, record_of
from tests.servers import start_server


@pytest.fixture(scope="module")
def parts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Parts]:
    server = start_server(tmp_path_factory.mktemp("exchange"))
    yield assemble(Settings(data=Path("unused"), store_url=server.url, log="error"), [NIGHT_MARKET])
    server.stop()


@pytest.fixture(scope="module")
def url(parts: Parts) -> Iterator[str]:
    server = make_server("127.0.0.1", 0, create_app(parts), threaded=True)
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def token(parts: Parts, role: str = "organiser", table: str | None = None) -> str:
    return Identity(parts.tokens).issue(Holder(role, table))


def run(*words: object) -> Result:
    """The command in this process; the service's log, which is written here too, stands between its lines."""
    return CliRunner().invoke(record, list(map(str, words)))


@pytest.fixture(scope="module")
def played(parts: Parts) -> str:
    """A table of the service, whose seat 0 was taken and which was then abandoned."""
    table = parts.tables.open(Open("night-market", (SeatOpened(),) * 2), "open", "organiser").table
    parts.tables.submit(table, actor(0), Claim("seat:0"), "claim")
    parts.tables.submit(table, Actor(ORGANISER), Abandon(), "abandon")
    return table


@pytest.mark.parametrize(("role", "viewer"), [("seat:0", "seat:0"), ("judge:0", "public")])
def test_an_export_is_the_record_for_the_tokens_eyes(parts: Parts, url: str, played: str, tmp_path: Path, role: str, viewer: str) -> None:
    file = tmp_path / "record.json"
    holder = token(parts, role, played)
    result = run("export", played, "--url", url, "--token", holder, "-o", file)
    assert result.exit_code == 0, result.stderr
    kept = read_record(file.read_bytes())
    assert (kept.table, kept.viewer) == (played, viewer)
    assert verify(file.read_bytes(), [NIGHT_MARKET]).ok
    assert run("export", played, "--url", url, "--token", holder).stdout.count(file.read_text()) == 1


def test_an_import_is_verified_and_kept_once(parts: Parts, url: str, tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    file.write_bytes(record_of(abandoned(), "seat:0"))
    holder = token(parts)
    result = run("import", file, "--url", url, "--token", holder, "--json")
    assert result.exit_code == 0, result.stderr
    assert TABLE in [json.loads(line)["table"] for line in result.stdout.splitlines() if line.startswith("{")]
    assert TABLE in run("import", file, "--url", url, "--token", holder).stdout
    file.write_bytes(record_of(abandoned(), "public"))
    again = run("import", file, "--url", url, "--token", holder)
    assert again.exit_code == 1
    assert "409" in again.stderr


def test_a_record_that_is_wrong_is_not_imported(parts: Parts, url: str, tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    file.write_bytes(forged(record_of(abandoned()), lambda events: events[2]["body"].update(seen=1)).replace(b"TB-A1", b"TB-A2"))
    result = run("import", file, "--url", url, "--token", token(parts))
    assert result.exit_code == 1
    assert "422" in result.stderr


@pytest.mark.parametrize("words", [["export", "a" * 16], ["export", "../../.."]])
def test_a_table_that_is_not_there_is_told(parts: Parts, url: str, words: list[str]) -> None:
    result = run(*words, "--url", url, "--token", token(parts))
    assert result.exit_code == 1
    assert "404" in result.stderr


def test_a_service_that_is_not_there_is_told(tmp_path: Path) -> None:
    result = run("export", "a" * 16, "--url", "http://127.0.0.1:1", "--token", "x")
    assert result.exit_code == 1
    assert "127.0.0.1:1" in result.stderr


def test_an_address_that_is_none_is_refused() -> None:
    assert run("export", "a" * 16, "--url", "file:///etc/hosts", "--token", "x").exit_code == 2
    assert run("export", "a" * 16).exit_code == 2
