"""Which generation of the read models is written and served."""

from typing import Final

GENERATION: Final = 1
