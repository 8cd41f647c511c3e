"""The games that Gavel plays, one line each."""

from domain.high_moon import HIGH_MOON
from domain.kernel.game import AnyGame

CATALOGUE: tuple[AnyGame, ...] = (HIGH_MOON,)
