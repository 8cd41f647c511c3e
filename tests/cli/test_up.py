"""`gavel up`, `serve` and `worker`: what a start says, what keeps one from starting, and what that costs: no token."""

import re
import signal
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from service import log_file, running
from service.address import AddressRefused, check_free, without_password
from service.cli import MODULES, main
from service.cli.up import serve
from service.config import Settings
from service.identity import Identity, first_organiser_token
from service.parts import Parts
from service.record import SigningKey
from service.running import Child, NotServing, Running
from tests.cli.running import free_port, gavel, run, started, stopped
from tests.workers.market import until

OWN_STORE = {"GAVEL_STORE_URL": "", "GAVEL_QUEUE_URL": ""}
ENDS_AT_ONCE = ("-c", "print('nothing to serve')")


@contextmanager
def holding() -> Iterator[int]:
    """A port that somebody listens at and never answers."""
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        held.listen()
        yield held.getsockname()[1]


@contextmanager
def another_gavel() -> Iterator[int]:
    """A service that is not ours and says that it is well."""

    class Well(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Well) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server.server_port
        server.shutdown()
        thread.join()


def ready(log: Path) -> list[str]:
    """What a start has said by the time it is done."""
    until(lambda: "Ctrl-C stops it." in log.read_text())
    return log.read_text().splitlines()


def test_a_start_tells_address_folders_and_key_and_sets_the_first_organisers_token_off_and_keeps_its_log(tmp_path: Path) -> None:
    data, port = tmp_path / "data", free_port()
    words = ("up", "--data", data, "--port", port)
    with started(*words, log=tmp_path / "first", environment=OWN_STORE) as process:
        said = ready(tmp_path / "first")
        assert stopped(process, signal.SIGINT) == 0
    signed = re.fullmatch(r"Records are signed with ([0-9a-f]{64}) \(gavel verify --key \1\)", said[2])
    assert signed
    assert said[:2] == [f"Gavel is at http://127.0.0.1:{port}", f"Data in {data}, logs in {data}/logs"]
    assert said[3] == said[5] == ""
    assert re.fullmatch(r"Organiser token, shown this once: [A-Za-z0-9_-]{43}", said[4])
    assert said[6:] == ["Ctrl-C stops it."]
    assert (tmp_path / "first").read_text().splitlines()[7:] == ["gavel: stopping"]
    first = {name: (data / "logs" / f"{name}.log").read_text() for name in ("service", "worker")}
    assert '"event": "working"' in first["worker"]
    assert f"Listening at: http://127.0.0.1:{port}" in first["service"]
    with started(*words, "--log-to-terminal", log=tmp_path / "second", environment=OWN_STORE) as process:
        again = "\n".join(ready(tmp_path / "second"))
        assert stopped(process, signal.SIGINT) == 0
    assert signed[0] in again
    assert f"Data in {data}\n" in again
    assert f"Listening at: http://127.0.0.1:{port}" in again
    assert "gavel organiser add" in again
    assert said[4].split()[-1] not in again
    assert {name: (data / "logs" / f"{name}.log").read_text() for name in first} == first


def test_a_log_is_begun_anew_and_that_of_the_start_before_is_kept(tmp_path: Path) -> None:
    settings = Settings(tmp_path, store_url="unix:///nowhere")
    for _ in range(3):
        with Running(settings, lambda text: None, tmp_path / "logs") as everything:
            child = Child("service", ENDS_AT_ONCE, {}, tmp_path / "logs")
            child.watch()
            until(lambda child=child: not child.alive)  # type: ignore[misc]
            assert everything.service.log is not None
            assert everything.service.log.path == tmp_path / "logs" / "service.log"
    assert {file.name: file.read_text() for file in (tmp_path / "logs").iterdir()} == {
        "service.log": "nothing to serve\n",
        "service.log.1": "nothing to serve\n",
        "worker.log": "",
        "worker.log.1": "",
    }


def test_a_log_that_has_grown_long_moves_aside_and_whoever_writes_it_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_file, "LONGEST", 3)
    log = log_file.LogFile(tmp_path, "service")
    with log.open() as writing:
        for said in (b"one", b"two", b"six"):
            writing.write(said)
            writing.flush()
            log.trim()
    assert (log.path.read_bytes(), (tmp_path / "service.log.1").read_bytes()) == (b"six", b"onetwo")


def test_on_a_store_of_ones_own_its_address_is_told_without_password_and_logs_stay_on_the_terminal(
    parts: Parts, settings: Settings, tmp_path: Path
) -> None:
    url = str(settings.store_url).replace("unix://", "unix://default:@", 1)
    with started("up", "--port", free_port(), log=tmp_path / "log", environment={"GAVEL_STORE_URL": url}) as process:
        said = ready(tmp_path / "log")
        assert stopped(process) == 0
    assert f"Store: {without_password(url)}" in said
    key = SigningKey.kept_on(parts.secrets).public
    assert f"Records are signed with {key} (gavel verify --key {key})" in said
    (token,) = (line.split()[-1] for line in said if line.startswith("Organiser token"))
    assert Identity(parts.tokens).holder_of(token) is not None
    assert any("Listening at" in line for line in said)
    assert not (settings.data / "logs").exists()


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("redis://ada:hush@store:6379/0", "redis://ada@store:6379/0"),
        ("rediss://:hush@store/2", "rediss://store/2"),
        ("redis://[::1]:6379/0?password=hush", "redis://[::1]:6379/0"),
        ("unix://ada:hush@/run/r.sock?db=1&password=hush", "unix://ada@/run/r.sock?db=1"),
        ("unix:///run/r.sock?db=1", "unix:///run/r.sock?db=1"),
    ],
)
def test_a_stores_address_is_shown_without_its_password(url: str, shown: str) -> None:
    assert without_password(url) == shown


def test_a_start_at_a_port_that_is_taken_ends_at_once_and_the_next_still_gives_the_token(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with holding() as port:
        refused = gavel("up", "--data", data, "--port", port, **OWN_STORE)
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr == f"gavel: 127.0.0.1:{port} is in use: choose another with --port\n"
    assert not data.exists()
    with started("up", "--data", data, "--port", port, log=tmp_path / "log", environment=OWN_STORE) as process:
        assert any("Organiser token" in line for line in ready(tmp_path / "log"))
        assert stopped(process) == 0


def test_serving_at_a_port_that_is_taken_ends_at_once_and_the_next_start_still_gives_the_token(parts: Parts, settings: Settings) -> None:
    with another_gavel() as port:
        refused = gavel("serve", "--port", port, GAVEL_STORE_URL=str(settings.store_url))
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr == f"gavel: 127.0.0.1:{port} is in use: choose another with --port\n"
    assert first_organiser_token(parts) is not None


@pytest.mark.parametrize("host", ["999.1.1.1", "192.0.2.1", "no such host", "a..b"])
def test_an_address_that_is_not_of_this_machine_is_refused_by_its_name(host: str) -> None:
    with pytest.raises(AddressRefused, match=f"^{re.escape(host)} is no address"):
        check_free(host, free_port())


def test_an_address_that_is_free_stays_so() -> None:
    port = free_port()
    check_free("127.0.0.1", port)
    check_free("127.0.0.1", port)


def test_another_service_that_answers_there_is_not_taken_for_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "SERVICE", ENDS_AT_ONCE)
    monkeypatch.setattr(running, "WORKER", ENDS_AT_ONCE)
    with another_gavel() as port:
        settings = Settings(tmp_path, store_url="unix:///nowhere", port=port)
        with Running(settings, lambda text: None, tmp_path / "logs") as everything:
            assert not everything.answers()


def test_a_service_that_ends_whenever_it_is_started_is_given_up_and_its_log_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "SERVICE", ENDS_AT_ONCE)
    monkeypatch.setattr(running, "WORKER", ENDS_AT_ONCE)
    said: list[str] = []
    settings = Settings(tmp_path, store_url="unix:///nowhere", port=free_port())
    with Running(settings, said.append, tmp_path / "logs") as everything, pytest.raises(NotServing, match=r"service\.log"):
        everything.start()
    assert said.count("the service has ended; starting it again") == running.ENDS_AT_MOST


@pytest.mark.parametrize("name", ["/proc/x", "/dev/null/x", "a file"])
def test_a_folder_that_cannot_be_used_is_named_in_one_sentence(name: str, tmp_path: Path) -> None:
    (tmp_path / "a file").touch()
    refused = gavel("up", "--data", tmp_path / name, "--port", free_port(), **OWN_STORE)
    assert (refused.returncode, refused.stdout) == (1, "")
    assert re.fullmatch(rf"gavel: {tmp_path / name} cannot be used: [^\n]+\n", refused.stderr)


@pytest.mark.parametrize("command", ["serve", "worker"])
def test_a_part_alone_without_a_store_says_what_to_set(command: str) -> None:
    refused = gavel(command, **OWN_STORE)
    assert (refused.returncode, refused.stdout) == (1, "")
    assert re.fullmatch(r"gavel: [^\n]*GAVEL_STORE_URL[^\n]*`gavel up`[^\n]*\n", refused.stderr)


def test_a_wrong_setting_is_told_as_every_error_is() -> None:
    refused = gavel("up", GAVEL_PORT="many")
    assert refused.returncode == 2
    assert re.fullmatch(r"gavel: GAVEL_PORT: [^\n]+\n", refused.stderr)


def test_the_service_alone_has_no_folder_to_name(tmp_path: Path) -> None:
    result = run(serve, "--data", tmp_path)
    assert result.exit_code == 2
    assert "--data" in result.stderr


def test_the_list_of_commands_cuts_no_sentence_short() -> None:
    told = run(main, "--help").output.partition("Commands:")[2].splitlines()
    assert [line.split()[0] for line in told if line] == list(MODULES)
    assert [line for line in told if line.endswith("...") and line.split()[0] != "demo"] == []
