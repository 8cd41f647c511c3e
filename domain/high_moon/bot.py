"""A greedy player: how much each choice offered is worth to its seat, in hundredths of a point."""

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

from domain.high_moon.board import Board, Place, Token, laid
from domain.high_moon.commands import ChooseTrack, OpenBottle, PlaceCard, PlaceToken
from domain.high_moon.measures import measured
from domain.high_moon.parts import BLANK, DISTILLERY, LIQUORS, Criterion, Space, colour_of
from domain.high_moon.state import Player, State
from domain.kernel.bag import size
from domain.kernel.names import Seat
from domain.kernel.question import Choice

POINT = 100
FIRST_TOKENS, FURTHER_TOKEN = (100, 90, 80, 70), 55
"""What available tokens are worth while turns are left; at the end each is half a point."""
KEPT_BOTTLE = 60
PROMISE = {2: 120, 3: 60, 4: 30, 5: 15}
"""What a distillery not yet connected is worth, by its distance from the seat's nearest token."""
NEW_DISTILLERY = {1: 400} | PROMISE
FOUNDING, RIVAL_RANCH, TOMBSTONE = 60, -25, 40


def value(state: State, seat: Seat, choice: Choice) -> int:
    """How much better off the seat expects to be; uses nothing that the seat may not know."""
    match choice.command:
        case PlaceCard() as command:
            tokens = _pieces(_after(state, seat, choice).players[seat], 1) - _pieces(state.players[seat], 1)
            return tokens - _given(choice) + _map_gain(state, seat, command)
        case PlaceToken(kind=kind, at=at) | OpenBottle(kind=str(kind), at=tuple(at)):
            return _change(state, _after(state, seat, choice, Token(seat, kind), at), seat)
        case ChooseTrack(track=track):
            return _change(state, _after(state, seat, replace(choice, gives=((f"{track} steps", 1),))), seat)
        case _:
            return _change(state, _after(state, seat, choice), seat)


def _change(before: State, after: State, seat: Seat) -> int:
    return expected(after, seat) - _expected_before(before, seat)


@lru_cache(maxsize=8)
def _expected_before(state: State, seat: Seat) -> int:
    """Every choice of one list is compared with the same position."""
    return expected(state, seat)


def _after(state: State, seat: Seat, choice: Choice, token: Token | None = None, at: Place = (0, 0)) -> State:
    """The position with the choice's costs and gives taken, as far as they are sure."""
    player = state.players[seat]
    for sign, amounts in ((-1, choice.costs), (1, choice.gives)):
        for what, number in amounts:
            player = _taken(player, what, sign * number)
    players = (*state.players[:seat], player, *state.players[seat + 1 :])
    return replace(state, players=players, board=state.board.with_token(at, token) if token else state.board)


def _taken(player: Player, what: str, number: int) -> Player:
    kind, _, things = what.partition(" ")
    if what == "tokens":
        return replace(player, available=player.available + number)
    if things == "steps":
        return replace(player, markers=player.markers.plus(kind, number))
    if things == "bottles":
        opened = player.opened.plus(kind) if number < 0 else player.opened
        return replace(player, unopened=player.unopened.plus(kind, number), opened=opened)
    return player


def _given(choice: Choice) -> int:
    """What the other seats gain by the choice."""
    return sum(FURTHER_TOKEN * number for what, number in choice.gives if what.startswith("seat:")) // 2


def expected(state: State, seat: Seat) -> int:
    """What the seat may hope to score from this position."""
    player = state.players[seat]
    left = size(player.deck) + player.hand.size
    return (
        _liquor(state, player, left)
        + _pieces(player, left)
        + sum(_criterion(state, seat, state.pack.criteria[name]) for name in state.criteria)
        + (_promise(state.board, player) if left else 0)
    )


def _liquor(state: State, player: Player, left: int) -> int:
    """Bottles times positions, both expected to grow in the turns left, and the lowest marker's bonus."""
    more_bottles, more_value, worth = 15 * left, 12 * left, 0
    for liquor in LIQUORS:
        values, space = state.pack.tracks[liquor].values, player.markers[liquor]
        position = POINT * (values[space] + values[min(space + 1, len(values) - 1)]) // 2 if left else POINT * values[space]
        worth += (POINT * player.bottles(liquor) + more_bottles) * (position + more_value) // POINT
    lowest = state.pack.tracks[LIQUORS[0]].lowest[player.markers.lowest]
    return worth + POINT * lowest + (20 * player.markers.total if left else 0)


def _pieces(player: Player, left: int) -> int:
    if not left:
        return POINT * ((player.available + player.unopened.total) // 2)
    first = FIRST_TOKENS[: player.available]
    return sum(first) + FURTHER_TOKEN * (player.available - len(first)) + KEPT_BOTTLE * player.unopened.total


def _criterion(state: State, seat: Seat, criterion: Criterion) -> int:
    """Points so far, parts of the next ones counted too; an immediate one that is out of reach is worth nothing."""
    scored = state.players[seat].points_of(criterion.id)
    if criterion.immediate and (scored or (criterion.first_only and any(player.points_of(criterion.id) for player in state.players))):
        return POINT * scored
    have = measured(state, seat, criterion)
    if criterion.immediate:
        share = min(have, criterion.every)
        return POINT * criterion.points * share * share // criterion.every**2
    earned = POINT * criterion.points * have // criterion.every
    return earned if criterion.cap is None else min(earned, POINT * criterion.cap)


def _promise(board: Board, player: Player) -> int:
    """Distilleries not yet connected, the nearer the better."""
    tokens = board.of_seat(player.seat)
    return sum(PROMISE.get(_distance(tile, tokens), 0) for tile in board.tiles if tile not in player.connected) if tokens else 0


def _distance(place: Place, others: Iterable[Place]) -> int:
    """Steps to the nearest of these places; a large number when there is none."""
    row, column = place
    return min((abs(row - other_row) + abs(column - other_column) for other_row, other_column in others), default=99)


def _map_gain(state: State, seat: Seat, command: PlaceCard) -> int:
    """How much better the map suits the seat once its card lies there."""
    card = state.card(state.players[seat].hand.known[0])
    mine = state.board.of_seat(seat)
    theirs = tuple(place for place, token in state.board.tokens.items() if token.seat != seat)
    gain = 0
    for place, space in laid(card.rows, command.at, command.turned):
        covered = state.board.spaces.get(place, BLANK)
        gain += _appeal(state, seat, space, place, mine) - _appeal(state, seat, covered, place, mine)
        if space == DISTILLERY:
            gain -= NEW_DISTILLERY.get(_distance(place, theirs), 0) // 2
    return gain


def _appeal(state: State, seat: Seat, space: Space, place: Place, mine: tuple[Place, ...]) -> int:
    """What a space is worth to the seat, whose tokens lie at ``mine``."""
    if space == BLANK:
        return 0
    if colour := colour_of(space):
        if colour == state.players[seat].colour:
            return FOUNDING
        return RIVAL_RANCH if state.seat_of(colour) is not None else 0
    near = _distance(place, mine)
    if space == DISTILLERY:
        return NEW_DISTILLERY.get(near, 0)
    return TOMBSTONE if near <= 2 else 0
