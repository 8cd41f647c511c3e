"""`gavel` as a process of its own, and what it leaves running."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
GAVEL = "from service.cli import main; main(prog_name='gavel')"
PATIENCE = 120.0
"""Seconds for something that takes a few on a machine at rest."""


def environment(folder: Path, **more: str) -> dict[str, str]:
    """The environment without settings of whoever runs the tests; data go into the folder."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GAVEL_")}
    return {**kept, "XDG_DATA_HOME": str(folder), **more}


def gavel(folder: Path, *words: object, program: str = GAVEL, **more: str) -> subprocess.CompletedProcess[str]:
    """Run the command to its end."""
    line = [sys.executable, "-c", program, *map(str, words)]
    return subprocess.run(
        line, cwd=ROOT, env=environment(folder, **more), capture_output=True, text=True, check=False, timeout=2 * PATIENCE
    )


@dataclass(frozen=True)
class Up:
    """A running `gavel up`: what it has printed by the time it is ready."""

    process: subprocess.Popen[str]
    url: str
    printed: tuple[str, ...]
    errors: Path

    @property
    def token(self) -> str | None:
        told = [line.rpartition(" ")[2] for line in self.printed if line.startswith("Organiser token")]
        return told[0] if told else None

    def ends(self, number: int) -> int:
        """Send a signal and wait for the exit status."""
        self.process.send_signal(number)
        return self.process.wait(PATIENCE)

    def running(self) -> dict[str, int]:
        """The processes that it has started: what each does and its id."""
        children = {pid: line for pid, line in lines().items() if parent(pid) == self.process.pid}
        names = {"workers": "worker", "gunicorn": "service", "-server": "store"}
        return {name: pid for pid, line in children.items() for part, name in names.items() if part in line}


@contextmanager
def up(data: Path, *words: object) -> Iterator[Up]:
    """`gavel up` on this folder and a free port, ready; killed with all that it started when the test has not ended it."""
    port = free_port()
    line = [sys.executable, "-u", "-c", GAVEL, "up", "--data", str(data), "--port", str(port), *map(str, words)]
    errors = data.with_suffix(".errors")
    with (
        errors.open("w") as stderr,
        subprocess.Popen(line, cwd=ROOT, env=environment(data.parent), stdout=subprocess.PIPE, stderr=stderr, text=True) as process,
    ):
        try:
            assert process.stdout is not None
            printed = []
            for told in process.stdout:
                printed.append(told.rstrip("\n"))
                if told.startswith("Ctrl-C"):
                    break
            assert process.poll() is None, errors.read_text()
            yield Up(process, f"http://127.0.0.1:{port}", tuple(printed), errors)
        finally:
            started = descendants(process.pid)
            process.kill()
            process.wait()
            for pid in filter(alive, started):
                os.kill(pid, signal.SIGKILL)


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


def eventually(condition: Callable[[], bool], within: float = PATIENCE) -> bool:
    until = time.monotonic() + within
    while not condition() and time.monotonic() < until:
        time.sleep(0.05)
    return condition()


def lines() -> dict[int, str]:
    """The command line of every process that can be seen."""
    found = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                found[int(folder.name)] = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            except OSError:
                continue
    return found


def _stat(pid: int) -> list[str]:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return ["Z", "0"]


def parent(pid: int) -> int:
    return int(_stat(pid)[1])


def alive(pid: int) -> bool:
    """Whether the process runs; one that nobody has waited for yet does not."""
    return _stat(pid)[0] != "Z"


def descendants(pid: int) -> frozenset[int]:
    """The processes that this one has started, and those that they have."""
    parents = {each: parent(each) for each in lines()}
    found, new = frozenset[int](), frozenset({pid})
    while new:
        new = frozenset(each for each, above in parents.items() if above in new)
        found |= new
    return found
