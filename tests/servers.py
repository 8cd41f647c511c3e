"""Real servers for tests: the embedded one, and Debian's redis-server from PATH."""

import fcntl
import os
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest

from service.embedded import EmbeddedServer
from service.embedded.program import OLDEST, major_version

EMBEDDED = "embedded"
REDIS = "redis-server"
PROGRAMS = (EMBEDDED, REDIS)
NO_SETTINGS: Mapping[str, str] = {}


def start_server(folder: Path, program: str = EMBEDDED, settings: Mapping[str, str] = NO_SETTINGS) -> EmbeddedServer:
    """A running server with its data in this folder; the caller stops it. Skips the test when there is no such program."""
    return EmbeddedServer(folder, program=None if program == EMBEDDED else redis_server(), settings=settings).start()


@cache
def redis_server() -> Path:
    """The redis-server on PATH, installed first where that can be done; else the test is skipped."""
    if not shutil.which(REDIS) and os.getuid() == 0 and shutil.which("apt-get"):
        _install()
    found = shutil.which(REDIS)
    if not found or major_version(Path(found)) < OLDEST:
        pytest.skip("no redis-server 7 or newer on PATH, and it could not be installed (root on Debian is needed)")
    return Path(found)


def _install() -> None:
    with open(Path(tempfile.gettempdir()) / "gavel-tests-apt.lock", "w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if shutil.which(REDIS):
            return
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "RUNLEVEL": "1"}
        for command in ("apt-get update -qq", "apt-get install -y -qq --no-install-recommends redis-server"):
            subprocess.run(command.split(), check=False, capture_output=True, env=environment, timeout=300)
