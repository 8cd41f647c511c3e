"""Where data and sockets are, and the lock that keeps a second server away."""

import fcntl
import hashlib
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from service.embedded.errors import EmbeddedError, FolderInUse

LONGEST_SOCKET_PATH = 107
LITTLE_ROOM = 64 << 20
"""Bytes of disk below which a store that fails has most likely failed for want of them."""


def default_data_folder() -> Path:
    """``$XDG_DATA_HOME/gavel``, by default ``~/.local/share/gavel``."""
    home = os.environ.get("XDG_DATA_HOME", "")
    return (Path(home) if os.path.isabs(home) else Path.home() / ".local" / "share") / "gavel"


@contextmanager
def using(folder: Path) -> Iterator[None]:
    """What the system refuses in here is an EmbeddedError that names the folder."""
    try:
        yield
    except OSError as error:
        says = "it is no folder" if folder.exists() and not folder.is_dir() else error.strerror
        raise EmbeddedError(f"{folder} cannot be used: {says}") from error


def room(folder: Path) -> str:
    """The end of a sentence about a failure: how much disk is left under a folder, where that is so little that it matters."""
    standing = next(one for one in (folder, *folder.parents) if one.is_dir())
    disk = shutil.disk_usage(standing)
    little = disk.free < min(LITTLE_ROOM, disk.total)
    return f"; the disk under {standing} is nearly full ({disk.free >> 20} MB free)" if little else ""


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
    with using(folder):
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
