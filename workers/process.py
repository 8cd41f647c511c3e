"""The parts of this process, which jobs find here because a job carries nothing but its table."""

from service.config import from_environment
from service.parts import Parts, assemble

_set_up: list[Parts] = []


def set_up(parts: Parts) -> None:
    """Jobs of this process use these parts from now on."""
    _set_up[:] = [parts]


def parts() -> Parts:
    """The parts that were set up; where none were, those of the environment."""
    if not _set_up:
        set_up(assemble(from_environment()))
    return _set_up[0]
