"""The games that Gavel plays, one line each."""

from domain.high_moon import HIGH_MOON
from domain.kernel.game import AnyGame
from domain.moon_colony_bloodbath import MOON_COLONY_BLOODBATH
from domain.stadt_city import STADT_CITY

CATALOGUE: tuple[AnyGame, ...] = (HIGH_MOON, MOON_COLONY_BLOODBATH, STADT_CITY)
