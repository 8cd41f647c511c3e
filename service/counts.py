"""The folder where the processes of a machine leave their counts, one file for each process and kind of metric."""

import hashlib
import os
import socket
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

FOLDER: Final = "PROMETHEUS_MULTIPROC_DIR"
SERVICE, WORKER = "service", "worker"
FOREIGN_KEPT = 86_400
"""Seconds for which the counts of another machine's processes stand after their last change."""

_HOST = hashlib.sha256(socket.gethostname().encode()).hexdigest()[:8]


def identity(pid: int | None = None) -> str:
    """The name of a process in the folder: machines, and containers, may share one."""
    return f"{_HOST}-{os.getpid() if pid is None else pid}"


def environment(counts: Path, kind: str) -> Mapping[str, str]:
    """What a process of a kind (``service``, ``worker``) is started with, so that it leaves its counts in a folder."""
    return {FOLDER: str(counts / kind)}


def files() -> Iterator[Path]:
    """What the processes of every kind have left, as this process is told where."""
    return Path(os.environ[FOLDER]).parent.glob("*/*.db")


def begin() -> None:
    """Remove what processes that are no more have left in this process's folder."""
    for file in Path(os.environ[FOLDER]).glob("*.db") if FOLDER in os.environ else ():
        host, _, pid = file.stem.rpartition("_")[2].partition("-")
        # A container that is started again may have the same process ids: what was open in it before is not open now.
        gone = file.stem.startswith("gauge_live") or not _lives(int(pid))
        with suppress(FileNotFoundError):
            if gone if host == _HOST else time.time() - file.stat().st_mtime > FOREIGN_KEPT:
                file.unlink()


def ended(pid: int) -> None:
    """A process of this folder has ended: what it counted stands, what it held open does not."""
    for file in Path(os.environ[FOLDER]).glob(f"gauge_live*_{identity(pid)}.db") if FOLDER in os.environ else ():
        file.unlink(missing_ok=True)


def _lives(pid: int) -> bool:
    with suppress(PermissionError):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return False
    return True
