"""What can never be on the table: parts lost or made, and less than nothing of anything."""

from collections.abc import Iterator

from domain.high_moon.board import Board
from domain.high_moon.parts import DISTILLERY, LIQUORS, TRACKS, Pack, colour_of, ranch
from domain.high_moon.rulebook import D2, G2, R1, R6, S2, S5, S6, T3, T6, T7
from domain.high_moon.state import TOKENS, Player, State
from domain.kernel.bag import certain, size
from domain.kernel.counting import miscounted, negative
from domain.kernel.rule import cites


@cites(S2)
def faults(state: State) -> tuple[str, ...]:
    """Of a state that holds every card and tile: each fault as a phrase that names the seat or the place."""
    tiles = (*certain(state.tiles), *state.board.tiles.values())
    seats = ((f"seat {player.seat}", _of_seat(state, player)) for player in state.players)
    return (
        *(f"tiles: {what}" for what in miscounted(state.pack.tiles(len(state.players)), tiles)),
        *_on_the_map(state),
        *(f"{seat}: {what}" for seat, found in seats for what in found),
    )


@cites(R1, R6, T3, T6, T7)
def _on_the_map(state: State) -> Iterator[str]:
    """Tokens and tiles in one another's place, or on a space that does not show what they need."""
    board = state.board
    for place, token in sorted(board.tokens.items()):
        own, shown = ranch(state.players[token.seat].colour), board.spaces.get(place)
        if place in board.tiles:
            yield f"{place} holds a token and a tile"
        elif shown is None or (shown != own and (token.kind == "ranch" or colour_of(shown))):
            yield f"the {token.kind} token of seat {token.seat} at {place} lies on {shown or 'no space of the map'}"
    for place in sorted(board.tiles):
        if board.spaces.get(place) != DISTILLERY:
            yield f"the tile at {place} lies on {board.spaces.get(place, 'no space of the map')}"


def _of_seat(state: State, player: Player) -> Iterator[str]:
    yield from negative(_amounts(player))
    yield from _tokens(state.board, player)
    yield from _cards(state.pack, len(state.players), player)
    yield from _bottles(state.board, player)
    yield from _markers(state.pack, player)


def _amounts(player: Player) -> dict[str, int]:
    return {
        "tokens in reserve": player.reserve,
        "tokens available": player.available,
        "tokens on the aid": player.aid,
        **{f"unopened {liquor} bottles": player.unopened[liquor] for liquor in LIQUORS},
        **{f"opened {liquor} bottles": player.opened[liquor] for liquor in LIQUORS},
    }


@cites(S5)
def _tokens(board: Board, player: Player) -> Iterator[str]:
    """Reserve, available, aid and map hold all of a seat's tokens."""
    held = player.reserve + player.available + player.aid + len(board.of_seat(player.seat))
    if held != TOKENS:
        yield f"{held} tokens, not {TOKENS}"


@cites(S6)
def _cards(pack: Pack, seats: int, player: Player) -> Iterator[str]:
    """Hand and deck hold what the seat has not played of its own deck; a seat that has resigned has neither."""
    yield from miscounted(player.unplayed.known, (*player.hand.known, *certain(player.deck)))
    left = player.hand.size + size(player.deck)
    if left != player.unplayed.size:
        yield f"{left} cards left to play, not {player.unplayed.size}"
    own = [f"{pack.name}:{card.key}" for card in pack.deck(player.colour, seats)] if player.colour else []
    yield from (f"{card} is none of its deck" for card in player.unplayed.known if card not in own)


@cites(D2)
def _bottles(board: Board, player: Player) -> Iterator[str]:
    """A bottle, opened or not, for every tile that the seat was connected to."""
    yielded = (board.tiles.get(place, "no tile") for place in player.connected)
    bottles = (liquor for liquor in LIQUORS for _ in range(player.bottles(liquor)))
    return (f"bottles: {what}" for what in miscounted(yielded, bottles))


@cites(G2)
def _markers(pack: Pack, player: Player) -> Iterator[str]:
    for track in TRACKS:
        space, last = player.markers[track], pack.tracks[track].last
        if not 0 <= space <= last:
            yield f"the {track} marker stands on space {space}, not on 0 to {last}"
