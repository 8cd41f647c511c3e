"""Packs made up for a test: blank cards but for what the test needs."""

from collections.abc import Mapping, Sequence

from domain.high_moon.parts import BLANK, DISTILLERY, JOKER, TRACKS, Card, Criterion, Laid, Measure, Pack, Rows, Track, ranch

COLOURS = ("red", "yellow", "green", "blue")
SEAT_COLOURS = {2: ("red", "green"), 3: COLOURS[:3], 4: COLOURS}
VALUES = (1, 1, 2, 2, 3, 3, 4, 4, 5)
LOWEST = (0, 3, 5, 8, 11, 14, 17, 20, 24)
TRACK = Track(VALUES, LOWEST, frozenset({2, 4, 6, 8}))
BLANK_CARD = "..../..../...."
STARTING = (("...d/..../....", (0, 0)), ("..../..../..d.", (1, 2)))
CRITERIA = tuple(card + side for card in "1234" for side in "ABCD")


def space(sign: str, seats: int = 2) -> str:
    """A space as the scenarios write it: ``0`` to ``3`` a ranch space of that seat's colour, ``x`` of a colour not in play."""
    colours = SEAT_COLOURS[seats]
    if sign.isdecimal():
        return ranch(colours[int(sign)])
    if sign == "x":
        return ranch(next(colour for colour in COLOURS if colour not in colours))
    return {".": BLANK, "j": JOKER, "d": DISTILLERY, **{track[0]: track for track in TRACKS}}[sign]


def rows(card: str, seats: int = 2) -> Rows:
    return tuple(tuple(space(sign, seats) for sign in row) for row in card.split("/"))


def deck(colour: str, faces: Sequence[str], seats: int) -> tuple[Card, ...]:
    """Eight cards: those given first, then blank ones; the seventh is marked 3, the eighth 4."""
    cards = [*faces, *[BLANK_CARD] * (8 - len(faces))]
    marks = {7: 3, 8: 4}
    return tuple(Card(f"{colour}-{n}", colour, marks.get(n, 0), rows(face, seats)) for n, face in enumerate(cards, start=1))


def pack(
    faces: Mapping[int, Sequence[str]] | None = None,
    seats: int = 2,
    starting: Sequence[tuple[str, tuple[int, int]]] = STARTING,
    criteria: Sequence[Criterion] = (),
    size: tuple[int, int] = (4, 3),
) -> Pack:
    """A pack where each seat's deck begins with its ``faces`` and nothing else is printed; ``size`` is width and height."""
    printed = {SEAT_COLOURS[seats][seat]: cards for seat, cards in (faces or {}).items()}
    plain = {name: Criterion(name, Measure.TOMBSTONES, 1, "1 point for every step up a track") for name in CRITERIA}
    first, second = (Laid(rows(card, seats), at) for card, at in starting)
    return Pack(
        "test", "1", "made up for a test", COLOURS, *size, 5,
        {colour: deck(colour, printed.get(colour, ()), seats) for colour in COLOURS},
        (first, second),
        dict.fromkeys(TRACKS, TRACK),
        plain | {criterion.id: criterion for criterion in criteria},
    )  # fmt: skip
