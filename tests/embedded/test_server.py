"""The embedded server starts, keeps what it was given, and goes when it should."""

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

from service.embedded import EmbeddedError, EmbeddedServer, FolderInUse, ServerFailed, folders
from service.store import Appended, EventStore, StoreError, Tip, check_settings, connect
from tests.store.streams import bodies, chained, extend

ROOT = Path(__file__).parents[2]
PARENT = """
import sys, time
from pathlib import Path
from service.embedded import EmbeddedServer
print(EmbeddedServer(Path(sys.argv[1])).start().pid, flush=True)
time.sleep(60)
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "it's a folder"


@pytest.fixture
def server(folder: Path) -> Iterator[EmbeddedServer]:
    with EmbeddedServer(folder, patience=0.2) as server:
        yield server


def eventually(condition: Callable[[], bool], seconds: float = 60.0) -> bool:
    until = time.monotonic() + seconds
    while not condition() and time.monotonic() < until:
        time.sleep(0.02)
    return condition()


def gone(pid: int) -> bool:
    """Whether no process of this id runs; one that nobody has waited for yet is gone too."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True


def test_a_started_server_has_loaded_its_data_and_passes_the_self_test(server: EmbeddedServer) -> None:
    assert server.running
    with connect(server.url) as client:
        assert client.ping()
        assert check_settings(client) == ()
        assert client.config_get("port", "databases", "aof-load-truncated", "save") == {
            "port": "0",
            "databases": "16",
            "aof-load-truncated": "yes",
            "save": "",
        }


def test_its_databases_are_apart(server: EmbeddedServer) -> None:
    with connect(server.url) as first, connect(server.database(1)) as second:
        first.set("key", b"first")
        assert (first.get("key"), second.get("key")) == (b"first", None)


def test_a_stopped_server_is_gone_and_its_data_come_back(folder: Path, server: EmbeddedServer) -> None:
    pid, url = server.pid, server.url
    with connect(url) as client:
        extend(EventStore(client), b"one", b"two")
        server.stop()
        assert (server.running, gone(pid)) == (False, True)
        server.stop()
        with EmbeddedServer(folder) as again:
            assert again.url == url
            assert bodies(EventStore(client)) == [b"one", b"two"]


def test_a_second_start_on_one_folder_is_refused_and_the_first_goes_on(folder: Path, server: EmbeddedServer) -> None:
    second = EmbeddedServer(folder, patience=0.1)
    with pytest.raises(FolderInUse, match=f"process {os.getpid()}"):
        second.start()
    assert not second.running
    with connect(server.url) as client:
        assert extend(EventStore(client), b"one") == Appended(1)


def test_a_second_start_through_a_link_to_the_folder_is_refused(folder: Path, server: EmbeddedServer) -> None:
    link = folder.parent / "link"
    link.symlink_to(folder)
    with pytest.raises(FolderInUse):
        EmbeddedServer(link, patience=0.1).start()
    assert server.running


def test_starting_twice_is_starting_once(server: EmbeddedServer) -> None:
    pid = server.pid
    assert server.start().pid == pid


def test_after_a_kill_every_acknowledged_append_is_there(server: EmbeddedServer) -> None:
    acknowledged: dict[str, list[bytes]] = {f"table{number}": [] for number in range(4)}
    with connect(server.url, resends=0) as client, ThreadPoolExecutor(len(acknowledged)) as threads:
        running = [threads.submit(_append_until_it_fails, EventStore(client), table, known) for table, known in acknowledged.items()]
        assert eventually(lambda: all(len(known) > 10 for known in acknowledged.values()))
        os.kill(server.pid, signal.SIGKILL)
        for each in running:
            each.result()
    assert eventually(lambda: not server.running)
    server.start()
    with connect(server.url) as client:
        kept = {table: bodies(EventStore(client), table) for table in acknowledged}
    for table, known in acknowledged.items():
        events = kept[table]
        assert events[: len(known)] == known
        assert len(events) <= len(known) + 1


def _append_until_it_fails(store: EventStore, table: str, acknowledged: list[bytes]) -> None:
    tip = Tip(0, "0" * 64)
    while True:
        (entry,) = chained(b"%d" % len(acknowledged), after=tip, table=table, command=f"seat:0/{len(acknowledged)}")
        try:
            outcome = store.append(table, tip.version, tip.hash, [entry])
        except StoreError:
            return
        assert outcome == Appended(tip.version + 1)
        acknowledged.append(entry.body)
        tip = Tip(tip.version + 1, entry.hash)


def test_a_last_command_written_by_half_does_not_keep_it_from_starting(folder: Path, server: EmbeddedServer) -> None:
    with connect(server.url) as client:
        extend(EventStore(client), b"one")
    os.kill(server.pid, signal.SIGKILL)
    server.stop()
    (log,) = (folder / "appendonlydir").glob("*.incr.aof")
    with log.open("ab") as file:
        file.write(b"*3\r\n$3\r\nSET\r\n$3\r\nha")
    server.start()
    with connect(server.url) as client:
        assert bodies(EventStore(client)) == [b"one"]
        assert extend(EventStore(client), b"two") == Appended(2)


@contextmanager
def parent_and_server(folder: Path) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """A process that has started a server, and that server's id; neither outlives the test, whatever it finds."""
    pid = None
    with subprocess.Popen([sys.executable, "-c", PARENT, str(folder)], cwd=ROOT, stdout=subprocess.PIPE, text=True) as parent:
        try:
            assert parent.stdout is not None
            pid = int(parent.stdout.readline())
            yield parent, pid
        finally:
            parent.kill()
            if pid is not None and not gone(pid):
                os.kill(pid, signal.SIGKILL)


def test_when_its_parent_is_killed_the_server_ends_and_the_folder_is_free(folder: Path) -> None:
    with parent_and_server(folder) as (parent, pid):
        with connect(EmbeddedServer(folder).url) as client:
            extend(EventStore(client), b"one")
        assert not gone(pid)
        parent.kill()
        with EmbeddedServer(folder, patience=60) as next_server, connect(next_server.url) as client:
            assert bodies(EventStore(client)) == [b"one"]
            assert eventually(lambda: gone(pid))


def test_a_server_that_outlives_its_parent_keeps_the_folder_until_it_ends(folder: Path) -> None:
    with parent_and_server(folder) as (parent, pid):
        os.kill(pid, signal.SIGSTOP)
        parent.kill()
        parent.wait()
        with pytest.raises(FolderInUse):
            EmbeddedServer(folder, patience=0.2).start()
        os.kill(pid, signal.SIGCONT)
        with EmbeddedServer(folder, patience=60) as server:
            assert server.running


def test_a_killed_server_leaves_no_socket_once_it_is_stopped(server: EmbeddedServer) -> None:
    os.kill(server.pid, signal.SIGKILL)
    assert eventually(lambda: not server.running)
    assert server.socket.exists()
    server.stop()
    assert not server.socket.exists()


def test_a_parent_that_died_before_the_server_was_tied_to_it_leaves_none(folder: Path) -> None:
    folder.mkdir()
    tether = ROOT / "service" / "embedded" / "tether.py"
    nobody = subprocess.Popen([sys.executable, "-c", ""])
    nobody.wait()
    program = [sys.executable, "-c", "open('started', 'w')"]
    ended = subprocess.run([sys.executable, tether, str(nobody.pid), *program], cwd=folder, capture_output=True, check=False)
    tied = subprocess.run([sys.executable, tether, str(os.getpid()), sys.executable, "-c", ""], check=False)
    assert (ended.returncode, (folder / "started").exists(), tied.returncode) == (1, False, 0)


def test_a_signal_from_the_terminal_does_not_reach_it(server: EmbeddedServer) -> None:
    assert os.getsid(server.pid) == server.pid != os.getsid(0)


def test_it_is_started_from_the_main_thread_only(folder: Path) -> None:
    raised: list[BaseException] = []

    def start() -> None:
        try:
            EmbeddedServer(folder).start()
        except EmbeddedError as error:
            raised.append(error)

    thread = threading.Thread(target=start)
    thread.start()
    thread.join()
    assert len(raised) == 1


def test_a_server_that_cannot_start_says_why_and_frees_the_folder(folder: Path) -> None:
    folder.mkdir()
    (folder / "appendonlydir").write_bytes(b"a file where its folder should be")
    server = EmbeddedServer(folder, patience=0.1)
    with pytest.raises(ServerFailed, match="appendonlydir"):
        server.start()
    (folder / "appendonlydir").unlink()
    with server:
        assert server.running


@pytest.mark.parametrize("name", ["a file", "a file/inside", "/proc/x"])
def test_a_folder_that_cannot_be_used_is_named(name: str, tmp_path: Path) -> None:
    (tmp_path / "a file").touch()
    with pytest.raises(EmbeddedError, match=f"^{re.escape(str(tmp_path / name))} cannot be used"):
        EmbeddedServer(tmp_path / name).start()


@pytest.mark.parametrize(("least", "told"), [(0, False), (1 << 62, True)])
def test_a_server_that_does_not_start_on_a_disk_that_is_nearly_full_says_so(
    least: int, told: bool, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folders, "LITTLE_ROOM", least)
    with pytest.raises(ServerFailed) as raised:
        EmbeddedServer(folder, program=Path("/bin/false")).start()
    assert (f"the disk under {folder} is nearly full" in str(raised.value)) == told


def test_the_data_are_for_their_owner_alone(folder: Path, server: EmbeddedServer) -> None:
    assert [path.stat().st_mode & 0o077 for path in (folder, server.socket, server.socket.parent)] == [0, 0, 0]


def test_what_is_written_is_private_in_a_folder_that_others_may_enter(folder: Path) -> None:
    (folder / "appendonlydir").mkdir(parents=True, mode=0o755)
    folder.chmod(0o755)
    with EmbeddedServer(folder) as server, connect(server.url) as client:
        client.set("a", "b")
        written = [folder / "appendonlydir", *(folder / "appendonlydir").iterdir()]
    assert len(written) > 1
    assert {path.stat().st_mode & 0o077 for path in written} == {0}
