"""The start of a game."""

from collections.abc import Iterator

from domain.high_moon.board import laid
from domain.high_moon.facts import (
    CardDrawn,
    ColourTaken,
    CriteriaShown,
    DeckShuffled,
    StartingCardLaid,
    StartingPlayerDrawn,
    TileLaid,
    TilesShuffled,
    TokensGained,
)
from domain.high_moon.parts import DISTILLERY, Pack
from domain.high_moon.rulebook import R20, R21, R22, S1, S2, S3, S4, S5, S6, S7, S9
from domain.high_moon.state import Options, Player, State
from domain.kernel.bag import Bag
from domain.kernel.chance import Chance
from domain.kernel.fact import Facts
from domain.kernel.game import Opening
from domain.kernel.names import Seat
from domain.kernel.refusal import require
from domain.kernel.rule import cites
from domain.kernel.secret import sealed_for

FEWEST, MOST = 2, 4
AVAILABLE_AT_START = 3


@cites(S2, S9)
def initial(opening: Opening[Pack]) -> State:
    """The table before the first fact: the tiles unshuffled, every seat with all its tokens in reserve."""
    options = Options(**{name: opening.options[name] for name in Options.__slots__ if name in opening.options})  # type: ignore[arg-type]
    players = tuple(Player(seat) for seat in opening.seats)
    tiles = (Bag.of(*opening.pack.tiles(len(players))),)
    return State(opening.pack, options, players, tiles, named=opening.colours)


@cites(S5, S7)
def start(state: State, chance: Chance) -> Facts:
    """Everything up to the first turn; Refused when the number of seats or the named colours do not fit."""
    colours = seat_colours(state)
    tiles = chance.shuffle("tiles", state.tiles[0].known)
    first = Seat(chance.below("start", len(state.seats)))
    return (
        *(ColourTaken(seat, colour).by(R21) for seat, colour in zip(state.seats, colours, strict=True)),
        *_starting_cards(state, tiles),
        CriteriaShown(_criteria(state, chance)).by(R20),
        *(TokensGained(seat, AVAILABLE_AT_START).by(S5) for seat in state.seats),
        *(fact for seat, colour in zip(state.seats, colours, strict=True) for fact in _deck(state, seat, colour, chance)),
        StartingPlayerDrawn(first).by(S7),
    )


@cites(S1, R21)
def seat_colours(state: State) -> tuple[str, ...]:
    """Each seat's colour: the one it named, or the next that nobody did."""
    colours, named = state.pack.colours, [colour for colour in state.named if colour is not None]
    require(FEWEST <= len(state.named) <= MOST, S1, f"{len(state.named)} seats are not {FEWEST} to {MOST}")
    require(all(colour in colours for colour in named), R21, f"the colours are {', '.join(colours)}")
    require(len(set(named)) == len(named), R21, "two seats name one colour")
    in_order = (colours[0], colours[2]) if len(state.named) == FEWEST else colours
    left = (colour for colour in in_order if colour not in named)
    return tuple(colour or next(left) for colour in state.named)


@cites(S2, S3, R22)
def _starting_cards(state: State, tiles: tuple[str, ...]) -> Facts:
    """The two cards, the tiles face down, and one on each distillery, in reading order."""
    spaces = {place: space for card in state.pack.starting for place, space in laid(card.rows, card.at, 0)}
    distilleries = sorted(place for place, space in spaces.items() if space == DISTILLERY)
    return (
        *(StartingCardLaid(number, card.at).by(S3) for number, card in enumerate(state.pack.starting)),
        TilesShuffled(sealed_for(tiles)).by(S2),
        *(TileLaid(place, liquor).by(S3) for place, liquor in zip(distilleries, tiles, strict=False)),
    )


@cites(S4, R20)
def _criteria(state: State, chance: Chance) -> tuple[str, ...]:
    """The criteria in play: cards, order and sides from chance; the outer cards show one criterion each."""
    cards = chance.shuffle("criteria", state.pack.sides())
    if state.options.criteria == "first-game":
        return tuple(_side(cards[0], chance))
    (left, _), middle, (_, right) = (tuple(_side(card, chance)) for card in cards[:3])
    return left, *middle, right


def _side(card: str, chance: Chance) -> Iterator[str]:
    """Both criteria of the side that chance turns up."""
    return (card + letter for letter in ("AB", "CD")[chance.below("criteria", 2)])


@cites(S6, S7, R22)
def _deck(state: State, seat: Seat, colour: str, chance: Chance) -> Facts:
    """The seat's deck, shuffled out of everybody's sight, and its first card."""
    cards = chance.shuffle(f"deck:{seat}", [state.name(card) for card in state.pack.deck(colour, len(state.seats))])
    return (
        DeckShuffled(seat, sealed_for(cards)).by(S6),
        CardDrawn(seat, sealed_for(cards[0], seat)).by(S7),
    )
