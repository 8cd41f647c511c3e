"""What people write: how long it may be, and that it is text alone."""

import re

# A fixed list, not what one release of Unicode calls printable: a record must be decided alike by every release.
UNFIT = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")
BLANK = re.compile(
    "[ \xa0\xad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180e\u2000-\u200f\u202f\u205f-\u2064\u206a-\u206f"
    "\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0]*"
)


def says_something(text: str) -> bool:
    """Whether any of it can be seen."""
    return not BLANK.fullmatch(text)


def fits(text: str, longest: int) -> bool:
    """Whether it has 1 to ``longest`` characters, none of which steers the text around it."""
    return 1 <= len(text) <= longest and not UNFIT.search(text)
