"""The file where a child process says what it does: one for this start, one kept from before."""

import os
import shutil
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from service.embedded.folders import using

LONGEST = 64 << 20
"""Bytes from which on what was said moves aside."""


class LogFile:
    """``<folder>/<name>.log``, and ``.log.1`` beside it."""

    def __init__(self, folder: Path, name: str) -> None:
        self.path = folder / f"{name}.log"
        self._before = folder / f"{name}.log.1"

    def open(self) -> BinaryIO:
        """To be added to; EmbeddedError when that cannot be done."""
        with using(self.path.parent):
            self.path.parent.mkdir(mode=0o700, exist_ok=True)
            return self.path.open("ab")

    def begin(self) -> None:
        """A new one; the one of the start before is kept."""
        with using(self.path.parent):
            if self.path.exists():
                self.path.replace(self._before)
            self.open().close()

    def trim(self) -> None:
        """Move aside what was said, when that is much."""
        with suppress(OSError):
            if self.path.stat().st_size > LONGEST:
                # Copied and emptied, for the process has it open and goes on at its end.
                with suppress(OSError):
                    shutil.copyfile(self.path, self._before)
                os.truncate(self.path, 0)
