"""Where data and sockets are, and the lock that keeps a second server away."""

import fcntl
import hashlib
import os
import tempfile
import time
from pathlib import Path
from typing import IO

from service.embedded.errors import EmbeddedError, FolderInUse

LONGEST_SOCKET_PATH = 107


def default_data_folder() -> Path:
    """``$XDG_DATA_HOME/gavel``, by default ``~/.local/share/gavel``."""
    home = os.environ.get("XDG_DATA_HOME", "")
    return (Path(home) if os.path.isabs(home) else Path.home() / ".local" / "share") / "gavel"


def socket_path(data: Path) -> Path:
    """A short path, always the same for one data folder, so that clients find a server that was started again."""
    name = f"{hashlib.sha256(os.fsencode(data)).hexdigest()[:16]}.sock"
    runtime = os.environ.get("XDG_RUNTIME_DIR", "")
    folders = [Path(runtime) / "gavel"] if os.path.isabs(runtime) and os.access(runtime, os.W_OK) else []
    folders += [Path(root) / f"gavel-{os.getuid()}" for root in (tempfile.gettempdir(), "/tmp")]  # noqa: S108
    for folder in folders:
        if len(os.fsencode(folder / name)) <= LONGEST_SOCKET_PATH:
            return _private(folder) / name
    raise EmbeddedError("no folder for the server's socket has a path short enough")


def _private(folder: Path) -> Path:
    folder.mkdir(mode=0o700, exist_ok=True)
    found = folder.lstat()
    if not folder.is_dir() or folder.is_symlink() or found.st_uid != os.getuid() or found.st_mode & 0o077:
        raise EmbeddedError(f"{folder} must be a folder of this user that nobody else may enter")
    return folder


def lock_folder(data: Path, patience: float) -> IO[str]:
    """An open file that holds the folder; the lock ends when every process has closed it.

    ``patience``: seconds to wait for a server that is just ending. Raises FolderInUse.
    """
    file = open(data / "lock", "a+", encoding="ascii")  # noqa: SIM115
    try:
        _take(file, data, time.monotonic() + patience)
    except BaseException:
        file.close()
        raise
    file.truncate(0)
    file.write(f"{os.getpid()}\n")
    file.flush()
    return file


def _take(file: IO[str], data: Path, until: float) -> None:
    while True:
        try:
            return fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > until:
                file.seek(0)
                holder = file.read().strip() or "unknown"
                says = f"{data} is in use by another server, started by process {holder}: stop it, or choose another folder"
                raise FolderInUse(says) from None
        time.sleep(0.05)
