"""A position of High Moon as lines of coloured text: the map, the seats, the criteria."""

from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap

from domain.high_moon.board import Place
from domain.high_moon.parts import BLANK, DISTILLERY, JOKER, LIQUORS, colour_of
from domain.high_moon.state import PerLiquor, Player, State
from domain.kernel.bag import Bag, size
from domain.kernel.game import Picture, Span

WIDTH = 80
ROOMY, NARROW = 3, 2
"""How wide a space of the map is drawn; narrow where a map in roomy ones would not fit."""
_MARGIN = 5

_PHASES = {"setup": "before the start", "card": "a card to place", "tokens": "tokens to place", "over": "the game is over"}
_STYLES = {"yellow": "dark_goldenrod"}
"""What stands for a colour that cannot be read on a light ground."""


def picture(state: State) -> Picture:
    """What lies on the table, as the viewer of this state knows it; no line is wider than 80 columns."""
    return (_headline(state), *_map(state), (Span(_row(*_COLUMNS), "bold"),), *_seats(state), *_legend(_TABLE), *_criteria(state))


def _style(colour: str) -> str:
    return _STYLES.get(colour, colour)


def _headline(state: State) -> tuple[Span, ...]:
    player = state.players[state.active]
    whose = (Span(f"Seat {player.seat}", _style(player.colour)), Span(": ")) if state.phase in ("card", "tokens") else ()
    card = ", last card at row {}, column {}".format(*state.laid_at) if state.laid_at else ""
    return (*whose, Span(f"{_PHASES[state.phase]}{card}; tiles face down: {size(state.tiles)}"))


def _map(state: State) -> Iterator[tuple[Span, ...]]:
    """The map with numbered rows and columns, in bands where it is too wide, and what its signs mean."""
    spaces = state.board.spaces
    rows, columns = sorted({row for row, _ in spaces}), sorted({column for _, column in spaces})
    cell = ROOMY if len(columns) <= (WIDTH - _MARGIN) // ROOMY else NARROW
    at_once = (WIDTH - _MARGIN) // cell
    for start in range(0, len(columns), at_once):
        band = columns[start : start + at_once]
        yield (Span(_numbers(band, cell)),)
        for row in rows:
            yield Span(f"{row:>4} "), *(_space(state, (row, column), cell) for column in band)
    yield from _legend(_signs(cell))


def _numbers(columns: Sequence[int], cell: int) -> str:
    """The columns' numbers, each ending where its column ends; every second one where they would touch each other."""
    close = any(len(str(column)) >= cell for column in columns)
    line = ""
    for place, column in enumerate(columns, start=1):
        if not close or column % 2 == 0:
            line += str(column).rjust(_MARGIN + cell * place - len(line))
    return line


def _space(state: State, place: Place, cell: int) -> Span:
    board = state.board
    if token := board.tokens.get(place):
        return Span(f"{token.kind[0]}{token.seat}".rjust(cell), _style(state.players[token.seat].colour))
    if liquor := board.tiles.get(place):
        return Span(_tile(liquor, cell), "bold")
    space = board.spaces.get(place)
    if space is None:
        return Span(" " * cell)
    if colour := colour_of(space):
        whose = state.seat_of(colour)
        return Span(f"□{'-' if whose is None else whose}".rjust(cell), _style(colour))
    return Span(_tile("", cell) if space == DISTILLERY else _SIGNS[space].rjust(cell))


_SIGNS = {BLANK: "·", JOKER: "†?"} | {liquor: f"†{liquor[0]}" for liquor in LIQUORS}


def _tile(liquor: str, cell: int) -> str:
    """A distillery with the tile that lies on it; narrow, a tile hides the bracket that closes."""
    name = liquor[:1].upper()
    return f"({name or ' '})" if cell == ROOMY else f"({name or ')'}"


def _signs(cell: int) -> Iterator[tuple[str, str]]:
    yield from (("·", "blank"), ("□0", "ranch space of seat 0"), ("□-", "of a colour that nobody plays"), ("†?", "joker"))
    yield " ".join(_SIGNS[liquor] for liquor in LIQUORS), f"tombstones ({', '.join(LIQUORS)})"
    yield _tile("", cell), "distillery"
    yield " ".join(_tile(liquor, cell) for liquor in LIQUORS), "its tile"
    yield from (("r0", "ranch of seat 0"), ("c0", "cow of seat 0"))


_TABLE = (
    ("available", "tokens to place"),
    ("reserve", "tokens to gain"),
    ("aid", "discards, reserve again at the end of the turn"),
    ("bottles", "unopened"),
    ("1/0/2", "one of spider, none of bat, two of crow"),
    ("markers", "how far on each track"),
    ("scored", "points at once"),
)


def _legend(meanings: Iterable[tuple[str, str]]) -> Iterator[tuple[Span, ...]]:
    """Signs and what they mean, as many in a line as there is room for."""
    line: tuple[Span, ...] = ()
    taken = 0
    for sign, meaning in meanings:
        wanted = len(sign) + 1 + len(meaning)
        if line and taken + 2 + wanted > WIDTH:
            yield line
            line, taken = (), 0
        line = (*line, Span("  " if line else ""), Span(sign, "bold"), Span(f" {meaning}"))
        taken += wanted + (2 if taken else 0)
    yield line


_COLUMNS = ("  seat", "available", "reserve", "aid", "bottles", "opened", "markers", "deck", "scored", "hand")
_WIDTHS = (10, 8, 4, 8, 7, 9, 5, 7)


def _row(name: str, *cells: str) -> str:
    numbers = "".join(f"{cell:>{width}}" for cell, width in zip(cells[:-1], _WIDTHS, strict=True))
    return f"{name:<11}{numbers}  {cells[-1]}"


def _seats(state: State) -> Iterator[tuple[Span, ...]]:
    for player in state.players:
        at_turn = state.phase in ("card", "tokens") and player.seat == state.active
        yield (Span(_seat("▶" if at_turn else " ", player), _style(player.colour)),)


def _seat(mark: str, player: Player) -> str:
    return _row(
        f"{mark} {player.seat} {player.colour}",
        *map(str, (player.available, player.reserve, player.aid)),
        *map(_three, (player.unopened, player.opened, player.markers)),
        str(size(player.deck)),
        str(sum(points for _, points in player.scored)),
        "resigned" if player.resigned else _hand(player.hand),
    )


def _three(numbers: PerLiquor) -> str:
    return "/".join(str(numbers[liquor]) for liquor in LIQUORS)


def _hand(hand: Bag) -> str:
    cards = [*(name.partition(":")[2] for name in hand.known), *["hidden"] * (hand.size - len(hand.known))]
    return " ".join(cards) or "none"


def _criteria(state: State) -> Iterator[tuple[Span, ...]]:
    for name in state.criteria:
        lines = wrap(state.pack.criteria[name].says, WIDTH - max(4, len(name) + 2))
        yield Span(f"{name}  ", "bold"), Span(lines[0])
        yield from ((Span(f"    {line}"),) for line in lines[1:])
