"""A job that takes a while and leaves marks of having begun and ended."""

import time
from pathlib import Path


def leave_marks(began: str, ended: str) -> None:
    Path(began).touch()
    time.sleep(1.5)
    Path(ended).touch()
