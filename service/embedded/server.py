"""The embedded server's life: start on a data folder, answer, stop."""

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Self

from service.embedded.errors import EmbeddedError, ServerFailed
from service.embedded.folders import lock_folder, room, socket_path, using
from service.embedded.program import find_program

WRITTEN = "appendonlydir"
"""The folder in which the program keeps every event; the data folder itself may be one that others can enter."""
TETHER = Path(__file__).with_name("tether.py")
SETTINGS = {
    "port": "0",
    "unixsocketperm": "700",
    "save": "",
    "appendonly": "yes",
    "appendfsync": "always",
    "aof-load-truncated": "yes",
    "aof-use-rdb-preamble": "no",
    "maxmemory-policy": "noeviction",
    "databases": "16",
    "daemonize": "no",
    "logfile": "server.log",
}
NO_SETTINGS: Mapping[str, str] = {}


class EmbeddedServer:
    """A server of our own on a data folder. ``url`` and ``socket`` stay the same over restarts on one folder.

    ``program``: the server program, else ``find_program()``. ``settings`` replace or add to ours. ``patience``: seconds
    for another server to let the folder go. Start it from the main thread: Linux ends it with the thread that started it.
    """

    def __init__(
        self, data: Path, *, program: Path | None = None, settings: Mapping[str, str] = NO_SETTINGS, patience: float = 3.0
    ) -> None:
        self.data = data.expanduser().resolve()
        self._program = program
        self._settings = {**SETTINGS, **settings}
        self._patience = patience
        self.socket = socket_path(self.data)
        self._lock: IO[str] | None = None
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return self.database(0)

    def database(self, number: int) -> str:
        """The URL of one of its 16 databases."""
        return f"unix://{self.socket}?db={number}"

    @property
    def pid(self) -> int:
        if self._process is None:
            raise EmbeddedError("the server was not started")
        return self._process.pid

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def start(self, within: float = 120.0) -> Self:
        """Start it and wait until it has loaded its data; at most ``within`` seconds.

        Raises FolderInUse, ServerNotFound, ServerFailed, or EmbeddedError for a folder that cannot be used, and leaves
        nothing running then.
        """
        if threading.current_thread() is not threading.main_thread():
            raise EmbeddedError("the embedded server must be started from the main thread")
        if self.running:
            return self
        self.stop()
        program = self._program or find_program()
        with using(self.data):
            self.data.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._lock = lock_folder(self.data, self._patience)
            if (written := self.data / WRITTEN).is_dir():
                written.chmod(0o700)
        try:
            self._process = self._launch(program, self._lock)
            self._wait(time.monotonic() + within)
        except BaseException:
            self.stop()
            raise
        return self

    def stop(self, within: float = 30.0) -> None:
        """End it in order, by force after ``within`` seconds; harmless when it has ended already."""
        if self._process is not None:
            self._process.send_signal(signal.SIGTERM)
            try:
                self._process.wait(within)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
            self._process = None
        if self._lock is not None:
            self.socket.unlink(missing_ok=True)
            self._lock.close()
            self._lock = None

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *error: object) -> None:
        self.stop()

    def _launch(self, program: Path, lock: IO[str]) -> subprocess.Popen[bytes]:
        settings = {**self._settings, "unixsocket": str(self.socket)}
        words = [word for name, value in settings.items() for word in (f"--{name}", value)]
        # It keeps the lock open as long as it lives, even when it outlives us for a moment, and it is in a session of
        # its own so that Ctrl-C in a terminal reaches us alone: we stop it last.
        return subprocess.Popen(  # noqa: S603
            [sys.executable, "-I", "-S", TETHER, str(os.getpid()), program, *words],
            cwd=self.data,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=(lock.fileno(),),
            start_new_session=True,
            umask=0o077,
        )

    def _wait(self, until: float) -> None:
        while not self._answers():
            if not self.running:
                raise ServerFailed(f"the server ended at once{room(self.data)}{self._log()}")
            if time.monotonic() > until:
                raise ServerFailed(f"the server does not answer{room(self.data)}{self._log()}")
            time.sleep(0.01)

    def _answers(self) -> bool:
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
                line.settimeout(1.0)
                line.connect(str(self.socket))
                line.sendall(b"PING\r\n")
                return line.recv(64).startswith(b"+PONG")
        except OSError:
            return False

    def _log(self) -> str:
        try:
            lines = (self.data / self._settings["logfile"]).read_text(errors="replace").splitlines()
        except OSError:
            return ""
        return "; its log ends:\n" + "\n".join(lines[-5:]) if lines else ""
