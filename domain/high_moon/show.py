"""The state as a client reads it."""

from domain.high_moon.parts import LIQUORS
from domain.high_moon.questions import waiting
from domain.high_moon.rules.tokens import price
from domain.high_moon.state import PerLiquor, Player, State
from domain.kernel.bag import certain, size
from domain.kernel.canonical import Json


def show(state: State) -> dict[str, Json]:
    """The state as JSON, in the rulebook's words; hidden places as numbers of cards and the faces certainly there."""
    board = state.board
    shown: dict[str, Json] = {
        "phase": state.phase,
        "map": [{"at": list(place), "shows": space} for place, space in sorted(board.spaces.items())],
        "tokens": [{"at": list(at), "seat": token.seat, "kind": token.kind} for at, token in sorted(board.tokens.items())],
        "tiles": [{"at": list(at), "liquor": liquor} for at, liquor in sorted(board.tiles.items())],
        "tiles_left": size(state.tiles),
        "seats": [_player(player) for player in state.players],
        "criteria": [_criterion(state, name) for name in state.criteria],
    }
    if waiting(state):
        shown["active"] = state.active
        shown["turn"] = {"tokens_placed": state.turn.placed, "next_token_takes": price(state), "bottle_opened": state.turn.opened}
        shown["asked"] = waiting(state)[0].kind
    return shown


def _player(player: Player) -> Json:
    return {
        "seat": player.seat,
        "colour": player.colour,
        "reserve": player.reserve,
        "available": player.available,
        "aid": player.aid,
        "bottles": {"unopened": _numbers(player.unopened), "opened": _numbers(player.opened)},
        "markers": _numbers(player.markers),
        "hand": {"cards": player.hand.size, "certain": list(player.hand.known)},
        "deck": {"cards": size(player.deck), "certain": list(certain(player.deck))},
        "scored": [{"criterion": name, "points": points} for name, points in player.scored],
        "resigned": player.resigned,
    }


def _criterion(state: State, name: str) -> Json:
    criterion = state.pack.criteria[name]
    return {"id": name, "says": criterion.says, "immediate": criterion.immediate}


def _numbers(numbers: PerLiquor) -> Json:
    return {liquor: numbers[liquor] for liquor in LIQUORS}
