"""High Moon's packs: the printed parts of one copy, read from a document and checked whole."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import product
from string import ascii_uppercase

from domain.high_moon.parts import (
    BLANK,
    DISTILLERY,
    JOKER,
    LIQUORS,
    SIZED,
    TRACKS,
    Card,
    Criterion,
    Laid,
    Measure,
    Pack,
    Rows,
    Space,
    Track,
    leaves,
    ranch,
    tiles_in,
)  # fmt: skip
from domain.high_moon.rulebook import R1, R6, R17, S2, S3, S6
from domain.kernel.pack import Document, Fault, PackFaults
from domain.kernel.reading import ENTRY, Entry
from domain.kernel.rule import cites

__all__ = ["Pack", "read_pack"]

NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
SPACES_OF_A_CARD = 12
CARDS_OF_A_DECK = 8
TILES_OF_A_LIQUOR = 5
COLOURS = 4
SEATS = (2, 3, 4)
USUAL_SIZE = (4, 3)
CRITERIA = tuple(number + letter for number in "1234" for letter in "ABCD")
EXAMPLE_WARNING = f"{R17.id}: no markers on these tracks give the rulebook's worked example"

_SIGNS = {".": BLANK, "j": JOKER, "d": DISTILLERY} | {track[0]: track for track in TRACKS}
_NUMBERED = _SIGNS | {str(step + 1): ranch(str(step)) for step in range(COLOURS)}
"""The signs of a deck for all: its colours are numbered from its own."""
_EXAMPLES = (((2, 3, 1), 0), ((2, 1, 2), 3))
"""Of each player in the worked example: the value of every marker's space, and the lowest marker's bonus."""


def read_pack(document: Document) -> Pack:
    """The typed pack, or PackFaults with every fault and its place."""
    faults: list[Fault] = []
    root = Entry(document, (), faults)
    name, version, description = root.text("name", NAME), root.text("version"), root.text("description")
    width, height = _size(root)
    tiles_each = _tiles_each(root)
    letters = _colours(root)
    decks = _decks(root, letters, (width, height))
    starting = _starting(root, letters, (width, height))
    tracks = _tracks(root)
    criteria = _criteria(root)
    _enough_tiles(root, "decks" if "decks" in document else "cards", decks, tiles_each)
    root.done()
    if faults:
        raise PackFaults(faults)
    warnings = () if _gives_the_example(tracks) else (EXAMPLE_WARNING,)
    first, second = starting
    colours = tuple(letters.values())
    return Pack(name, version, description, colours, width, height, tiles_each, decks, (first, second), tracks, criteria, warnings)


@cites(R1)
def _size(root: Entry) -> tuple[int, int]:
    """Width and height of a card: twelve spaces, so never a square. Cards are still checked when the size is at fault."""
    if not root.has("size"):
        return USUAL_SIZE
    entry = root.table("size")
    width, height = entry.number("width", 1), entry.number("height", 1)
    entry.source()
    entry.done()
    if width * height != SPACES_OF_A_CARD:
        entry.fault(f"{R1.id}: a card has {SPACES_OF_A_CARD} spaces, {width} x {height} are {width * height}")
        return USUAL_SIZE
    return width, height


@cites(S2)
def _tiles_each(root: Entry) -> int:
    if not root.has("tiles"):
        return TILES_OF_A_LIQUOR
    entry = root.table("tiles")
    each = entry.number("each", 2)
    entry.source()
    entry.done()
    return each


def _colours(root: Entry) -> dict[str, str]:
    """The four colours in their order, by the letter that stands for each on the cards."""
    letters: dict[str, str] = {}
    entries = root.tables("colours")
    for entry in entries:
        name, letter = entry.text("name", NAME), entry.one_of("letter", tuple(ascii_uppercase))
        entry.source()
        entry.done()
        if name in letters.values():
            entry.fault(f"a second colour {name}", "name")
        if letter in letters:
            entry.fault(f"letter {letter} stands for {letters[letter]} already", "letter")
        if name and letter:
            letters.setdefault(letter, name)
    if len(entries) != COLOURS:
        root.fault(f"four colours are wanted, not {len(entries)}", "colours")
    return letters


def _lettered(letters: Mapping[str, str]) -> dict[str, Space]:
    """The signs on cards that name colours by letter; while the colours themselves are at fault, every letter passes."""
    unsure = dict.fromkeys(ascii_uppercase, BLANK) if len(letters) < COLOURS else {}
    return _SIGNS | unsure | {letter: ranch(name) for letter, name in letters.items()}


def _rows(entry: Entry, signs: Mapping[str, Space], size: tuple[int, int]) -> Rows:
    """The spaces of one card; a sign that stands for nothing is read as blank."""
    width, height = size
    rows = entry.texts("rows")
    if rows and len(rows) != height:
        entry.fault(f"a card has {height} rows, not {len(rows)}", "rows")
    for number, row in enumerate(rows):
        if len(row) != width:
            entry.fault(f"a row has {width} spaces, {row!r} has {len(row)}", "rows", number)
        if unknown := sorted({sign for sign in row if sign not in signs}):
            entry.fault(f"no space is written {' '.join(unknown)}; known are {' '.join(signs)}", "rows", number)
    return tuple(tuple(signs.get(sign, BLANK) for sign in row) for row in rows)


def _decks(root: Entry, letters: Mapping[str, str], size: tuple[int, int]) -> dict[str, tuple[Card, ...]]:
    """Either ``[[cards]]``, one deck whose digits count colours from the deck's own, or ``[[decks.<colour>]]`` each."""
    colours = tuple(letters.values())
    if root.has("cards") and root.has("decks"):
        root.fault("either cards for all or decks by colour, not both", "decks")
    if not root.has("decks"):
        cards = [_card(entry, "", _NUMBERED, size) for entry in root.tables("cards")]
        _full_deck(root, cards, "cards")
        return {colour: tuple(_turned(card, colours, step) for card in cards) for step, colour in enumerate(colours)}
    root.tables("cards")
    signs = _lettered(letters)
    table = root.table("decks")
    decks = {colour: tuple(_card(entry, colour, signs, size) for entry in table.tables(colour)) for colour in colours}
    for colour, deck in decks.items():
        _full_deck(root, deck, "decks", colour)
    table.done()
    return decks


def _turned(card: Card, colours: tuple[str, ...], step: int) -> Card:
    """The card of a deck for all as the colour ``step`` places on has it."""
    turned = {ranch(str(number)): ranch(colours[(number + step) % len(colours)]) for number in range(len(colours))}
    rows = tuple(tuple(turned.get(space, space) for space in row) for row in card.rows)
    return Card(f"{colours[step]}{card.key}", colours[step], card.marked, rows, card.source)


def _card(entry: Entry, colour: str, signs: Mapping[str, Space], size: tuple[int, int]) -> Card:
    name, marked, rows = entry.text("entry", ENTRY), entry.number("marked", 0, 0), _rows(entry, signs, size)
    card = Card(f"{colour}-{name}", colour, marked, rows, entry.source())
    entry.done()
    if marked not in (0, 3, 4):
        entry.fault(f"a card is marked 3 or 4 or not at all, not {marked}", "marked")
    if card.distilleries > 1:
        entry.fault(f"{R6.id}: a card has one distillery at most, not {card.distilleries}", "rows")
    return card


@cites(S6)
def _full_deck(root: Entry, deck: Iterable[Card], *place: str) -> None:
    """Eight cards, one marked 3 and one marked 4 (HM-S6), no entry twice."""
    cards = tuple(deck)
    if len(cards) != CARDS_OF_A_DECK:
        root.fault(f"{S6.id}: a deck has {CARDS_OF_A_DECK} cards, not {len(cards)}", *place)
    for mark in (3, 4):
        if (marked := sum(card.marked == mark for card in cards)) != 1:
            root.fault(f"{S6.id}: one card of a deck is marked {mark}, not {marked}", *place)
    seen: set[str] = set()
    for number, card in enumerate(cards):
        if card.key in seen:
            root.fault(f"a second card {card.key.split('-', 1)[1]}", *place, number, "entry")
        seen.add(card.key)


@cites(S3, R6)
def _starting(root: Entry, letters: Mapping[str, str], size: tuple[int, int]) -> tuple[Laid, ...]:
    """The two starting cards, the later over the earlier (HM-S3); two distilleries show (HM-R6)."""
    signs = _lettered(letters)
    entries, laid = root.tables("starting"), []
    for entry in entries:
        at = entry.numbers("at")
        laid.append(Laid(_rows(entry, signs, size), at[:2] if len(at) > 1 else (0, 0), entry.source()))  # type: ignore[arg-type]
        entry.done()
        if len(at) != 2:
            entry.fault("a place is [row, column]", "at")
    if len(laid) != 2:
        root.fault(f"{S3.id}: two starting cards are wanted, not {len(laid)}", "starting")
        return ()
    first, second = (_places(card) for card in laid)
    shared = len(first.keys() & second.keys())
    if not 0 < shared < SPACES_OF_A_CARD:
        entries[1].fault(f"{S3.id}: the second starting card covers some spaces of the first, but not all", "at")
    if (shown := Counter((first | second).values())[DISTILLERY]) != 2:
        root.fault(f"{R6.id}: the starting cards show two distilleries, not {shown}", "starting")
    return tuple(laid)


def _places(card: Laid) -> dict[tuple[int, int], Space]:
    top, left = card.at
    return {(top + row, left + column): space for row, spaces in enumerate(card.rows) for column, space in enumerate(spaces)}


@cites(R6)
def _enough_tiles(root: Entry, place: str, decks: Mapping[str, tuple[Card, ...]], tiles_each: int) -> None:
    """Whichever colours play, every distillery finds a tile."""
    for seats in SEATS:
        each = sorted(sum(card.distilleries for card in deck if not leaves(card.marked, seats)) for deck in decks.values())
        needed, there = 2 + sum(each[-seats:]), len(LIQUORS) * tiles_in(tiles_each, seats)
        if needed > there:
            root.fault(f"{R6.id}: with {seats} players {needed} tiles can be needed, {there} are there", place)


def _tracks(root: Entry) -> dict[str, Track]:
    """Every liquor's track; what the lowest marker is worth is one list for the board (HM-F5)."""
    board = root.table("lowest")
    lowest = board.numbers("points")
    board.source()
    board.done()
    tracks: dict[str, Track] = {}
    for entry in root.tables("tracks"):
        liquors, values, bonus = entry.texts("liquors"), entry.numbers("values"), entry.numbers("bonus")
        source = entry.source()
        entry.done()
        if len(values) != len(lowest) or not values:
            entry.fault(f"a track has a value for each space of the board, {len(lowest)}, not {len(values)}", "values")
        if beyond := sorted(space for space in bonus if not 0 < space < len(values)):
            entry.fault(f"no marker arrives on space {', '.join(map(str, beyond))}", "bonus")
        for liquor in liquors:
            if liquor not in TRACKS:
                entry.fault(f"no liquor is called {liquor}", "liquors")
            elif liquor in tracks:
                entry.fault(f"a second track for {liquor}", "liquors")
            else:
                tracks[liquor] = Track(values, lowest, frozenset(bonus), source)
    for liquor in TRACKS:
        if liquor not in tracks:
            root.fault(f"no track for {liquor}", "tracks")
    return {liquor: tracks[liquor] for liquor in TRACKS if liquor in tracks}


def _criteria(root: Entry) -> dict[str, Criterion]:
    """The sixteen criteria, card and side in their ids."""
    criteria: dict[str, Criterion] = {}
    for entry in root.tables("criteria"):
        criterion = _criterion(entry)
        if criterion.id in criteria:
            entry.fault(f"a second criterion {criterion.id}", "id")
        elif criterion.id:
            criteria[criterion.id] = criterion
    if missing := [id for id in CRITERIA if id not in criteria]:
        root.fault(f"no criterion {', '.join(missing)}", "criteria")
    return dict(sorted(criteria.items()))


def _criterion(entry: Entry) -> Criterion:
    id, measure, points = entry.one_of("id", CRITERIA), entry.one_of("measure", list(Measure)), entry.number("points", 1)
    every, least = entry.number("every", 1, 1), entry.number("least", 1, 1)
    immediate, first_only = entry.flag("immediate"), entry.flag("first_only")
    cap = entry.number("cap", 1) if entry.has("cap") else points if immediate else None
    says, source = entry.text("says"), entry.source()
    entry.done()
    if cap is not None and cap < points:
        entry.fault(f"the most it scores, {cap}, is less than it scores once, {points}", "cap")
    if first_only and not immediate:
        entry.fault("only an immediate criterion can be the first seat's", "first_only")
    if measure and least > 1 and measure not in SIZED:
        entry.fault(f"{measure} counts nothing that has a size", "least")
    return Criterion(id, Measure(measure or "routes"), points, says, every, least, cap, immediate, first_only, source)


@cites(R17)
def _gives_the_example(tracks: Mapping[str, Track]) -> bool:
    """Whether markers can stand as both players' do in the worked example; the first of them has one on a lowest space."""
    return all(
        any(
            tuple(tracks[liquor].values[space] for liquor, space in zip(TRACKS, spaces, strict=True)) == values
            and tracks[TRACKS[0]].lowest[min(spaces)] == bonus
            and (bonus > 0 or min(spaces) == 0)
            for spaces in product(*(range(len(tracks[liquor].values)) for liquor in TRACKS))
        )
        for values, bonus in _EXAMPLES
    )
