"""The state as a client reads it."""

from domain.kernel.bag import Bag, Pile, certain, size
from domain.kernel.canonical import Json
from domain.kernel.rule import cites
from domain.moon_colony_bloodbath.questions import waiting
from domain.moon_colony_bloodbath.rulebook import R17, T12
from domain.moon_colony_bloodbath.state import Player, State, Turn


@cites(R17, T12)
def show(state: State) -> dict[str, Json]:
    """The state as JSON, in the rulebook's words; of hidden places the size and the faces certainly there, of discards the top."""
    shown: dict[str, Json] = {
        "phase": state.phase,
        "building_deck": sum(map(size, state.lanes)),
        "building_discards": _discards(tuple(each.card for each in state.discards)),
        "progress_deck": _pile((*state.on_top, *((state.batch,) if state.batch.size else ()), *state.progress)),
        "progress_discards": _discards(state.turned),
        "set_aside": list(state.set_aside),
        "robots": size(state.robots),
        "twists": size(state.twists),
        "developments": list(state.developments),
        "events": list(state.events),
        "left_out": list(state.left_out),
        "highest_event": state.highest_event,
        "extra_robots": state.extra_robots,
        "seats": [_player(state, player) for player in state.players],
    }
    if state.turn.stage is not None:
        shown["turn"] = _turn(state.turn)
        shown["asked"] = [{"seat": asked.seat, "kind": asked.kind, "required": asked.required} for asked in waiting(state)]
    return shown


def _turn(turn: Turn) -> Json:
    return {"number": turn.number, "card": turn.card, "stage": turn.stage or "", "forbids": [*sorted(turn.forbids)]}


def _player(state: State, player: Player) -> Json:
    return {
        "seat": player.seat,
        "scientist": player.scientist,
        "people": player.people,
        "people_in_buildings": state.printed(player.seat),
        "money": player.money,
        "food": player.food,
        "hand": _bag(player.hand),
        "on_mat": _bag(player.on_mat),
        "under_mat": _bag(player.under_mat),
        "buildings": [{"building": each.number, "card": each.card, "boxes": each.boxes} for each in player.buildings],
        "perks": list(player.perks),
        "picked": player.picked,
        "chits": player.chits,
        "answered": player.answer is not None,
        "goes_on": player.goes_on,
        "failed": player.failed,
        "resigned": player.resigned,
    }


def _bag(bag: Bag) -> Json:
    return {"cards": bag.size, "certain": list(bag.known)}


def _pile(pile: Pile) -> Json:
    return {"cards": size(pile), "certain": list(certain(pile))}


def _discards(cards: tuple[str, ...]) -> Json:
    top: dict[str, Json] = {"top": cards[-1]} if cards else {}
    return {"cards": len(cards), **top}
