"""A position of High Moon as lines of coloured text: the map, the seats, the criteria."""

from collections.abc import Iterator
from textwrap import wrap

from domain.high_moon.board import Place
from domain.high_moon.parts import BLANK, DISTILLERY, JOKER, LIQUORS, colour_of
from domain.high_moon.state import PerLiquor, Player, State
from domain.kernel.bag import Bag, size
from domain.kernel.game import Picture, Span

WIDTH = 100
COLUMNS_AT_ONCE = 31
"""As many columns of the map as fit into the width; a wider map is drawn in bands."""

_SIGNS = {BLANK: " · ", JOKER: " †?", DISTILLERY: "( )"} | {liquor: f" †{liquor[0]}" for liquor in LIQUORS}
_PHASES = {"setup": "before the start", "card": "a card to place", "tokens": "tokens to place", "over": "the game is over"}


def picture(state: State) -> Picture:
    """What lies on the table, as the viewer of this state knows it."""
    seats = tuple(_seat(state, player) for player in state.players)
    return (_headline(state), *_map(state), _LEGEND, (Span(_row(*_COLUMNS), "bold"),), *seats, *_criteria(state))


def _headline(state: State) -> tuple[Span, ...]:
    player = state.players[state.active]
    whose = (Span(f"Seat {player.seat}", player.colour), Span(": ")) if state.phase in ("card", "tokens") else ()
    card = ", last card at row {}, column {}".format(*state.laid_at) if state.laid_at else ""
    return (*whose, Span(f"{_PHASES[state.phase]}{card}; tiles face down: {size(state.tiles)}"))


def _map(state: State) -> Iterator[tuple[Span, ...]]:
    """The map with numbered rows and columns, in bands where it is too wide."""
    spaces = state.board.spaces
    rows, columns = sorted({row for row, _ in spaces}), sorted({column for _, column in spaces})
    for start in range(0, len(columns), COLUMNS_AT_ONCE):
        band = columns[start : start + COLUMNS_AT_ONCE]
        yield (Span("    " + "".join(map(_column, band))),)
        for row in rows:
            yield Span(f"{row:>4} "), *(_cell(state, (row, column)) for column in band)


def _column(number: int) -> str:
    """A column's number; of those that would touch each other every second one is left out."""
    return f"{number:>3}" if number > -10 or number % 2 == 0 else "   "


def _cell(state: State, place: Place) -> Span:
    board = state.board
    if token := board.tokens.get(place):
        return Span(f" {token.kind[0]}{token.seat}", state.players[token.seat].colour)
    if liquor := board.tiles.get(place):
        return Span(f"({liquor[0].upper()})", "bold")
    space = board.spaces.get(place)
    if space is None:
        return Span("   ")
    if colour := colour_of(space):
        whose = state.seat_of(colour)
        return Span(" □-" if whose is None else f" □{whose}", colour)
    return Span(_SIGNS[space])


_LEGEND = (
    Span("·", "bold"), Span(" blank  "), Span("□0", "bold"), Span(" ranch space  "), Span("†?", "bold"), Span(" joker  "),
    Span("†s †b †c", "bold"), Span(" tombstones  "), Span("(S)(B)(C)", "bold"), Span(" tiles  "),
    Span("r0", "bold"), Span(" ranch  "), Span("c0", "bold"), Span(" cow"),
)  # fmt: skip
_COLUMNS = ("  seat", "available", "reserve", "aid", "bottles", "opened", "markers", "hand", "deck", "scored")
_WIDTHS = (10, 9, 5, 11, 11, 11, 11, 6, 8)


def _row(name: str, *cells: str) -> str:
    return f"{name:<12}" + "".join(f"{cell:>{width}}" for cell, width in zip(cells, _WIDTHS, strict=True))


def _seat(state: State, player: Player) -> tuple[Span, ...]:
    active = "▶" if state.phase in ("card", "tokens") and player.seat == state.active else " "
    cells = (
        *map(str, (player.available, player.reserve, player.aid)),
        *map(_three, (player.unopened, player.opened, player.markers)),
        "resigned" if player.resigned else _hand(player.hand),
        str(size(player.deck)),
        str(sum(points for _, points in player.scored)),
    )
    return (Span(_row(f"{active} {player.seat} {player.colour}", *cells), player.colour),)


def _three(numbers: PerLiquor) -> str:
    return " ".join(f"{liquor[0]}{numbers[liquor]}" for liquor in LIQUORS)


def _hand(hand: Bag) -> str:
    cards = [*(name.partition(":")[2] for name in hand.known), *["hidden"] * (hand.size - len(hand.known))]
    return " ".join(cards) or "none"


def _criteria(state: State) -> Iterator[tuple[Span, ...]]:
    for name in state.criteria:
        lines = wrap(state.pack.criteria[name].says, WIDTH - 4)
        yield Span(f"{name}  ", "bold"), Span(lines[0])
        yield from ((Span(f"    {line}"),) for line in lines[1:])
