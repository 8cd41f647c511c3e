"""The state as a client reads it."""

from domain.kernel.bag import Bag, size
from domain.kernel.canonical import Json
from domain.kernel.rule import cites
from domain.stadt_city.board import in_order
from domain.stadt_city.questions import waiting
from domain.stadt_city.rulebook import C6, D1, L7, R38, R39, S5
from domain.stadt_city.state import Challenge, Debt, Movement, Player, State


@cites(S5, D1)
def show(state: State) -> dict[str, Json]:
    """The state as JSON, in the rulebook's words; of hidden places the size and the faces certainly there."""
    shown: dict[str, Json] = {
        "stage": state.stage,
        "round": state.round,
        "ruleset": state.ruleset.name,
        "size": state.board.size,
        "destroyed": [*in_order(state.board.destroyed)],
        "protected": [*in_order(state.protected)],
        "order": [*state.order],
        "to_move": [*state.to_move],
        "passed": [*sorted(state.passed)],
        "characters": size(state.characters),
        "character_discards": [*state.character_discards],
        "prizes": size(state.prizes),
        "prize_discards": [*state.prize_discards],
        "heroes": size(state.heroes),
        "villains": size(state.villains),
        "titans": size(state.titans),
        "challenges": [_challenge(state, challenge) for challenge in state.challenges],
        "seats": [_player(state, player) for player in state.players],
        "asked": [{"seat": asked.seat, "kind": asked.kind, "required": asked.required} for asked in waiting(state)],
        **_present("harbinger", state.harbinger),
    }
    if state.movement:
        shown["movement"] = _movement(state.movement)
    if state.meeting:
        shown["meeting"] = [state.meeting.first, state.meeting.second]
    if state.burst:
        shown["burst"] = {"seat": state.burst.seat, "card": state.burst.card, "left": [*state.burst.left]}
    if state.options.drinks:
        shown["drinks"] = [_debt(debt) for debt in state.debts]
    return shown


def _present(name: str, value: str | int | None) -> dict[str, Json]:
    return {} if value is None else {name: value}


def _movement(moving: Movement) -> Json:
    return {
        "seat": moving.seat,
        "dice": [*moving.dice],
        "to_roll": moving.count - len(moving.dice),
        "sides": moving.sides,
        "trail": [stride.square for stride in moving.trail],
        "flying": moving.flying,
        **_present("card", moving.card),
        **_present("squares", moving.rolled),
        **_present("origin", moving.origin),
        **_present("direction", moving.direction),
    }


def _player(state: State, player: Player) -> Json:
    return {
        "seat": player.seat,
        "colour": player.colour,
        "points": player.points,
        "losses": player.losses,
        "out": player.out,
        "resigned": player.resigned,
        "stands_by": player.stands_by,
        "may_stay": player.joined,
        "hand": _bag(player.hand),
        "kept": [_persona(state, card) for card in player.kept],
        "won": [{"challenge": won.challenge, "round": won.round, "square": won.square} for won in player.won],
        "refused": [*sorted(player.refused)],
        **_present("ally", player.ally),
        **_piece(state, player),
    }


@cites(R39, L7)
def _piece(state: State, player: Player) -> dict[str, Json]:
    """What the seat's piece is, where it stands, and all that it is good at: a fallen also as what its player lost to anomalies."""
    piece = player.piece
    if piece is None:
        return {}
    advantages: list[Json] = [state.pack.personas[card].advantage.says for card in player.personas]
    shown: dict[str, Json] = {"kind": piece.kind, "advantages": advantages, **_present("square", piece.square)}
    return {"piece": shown | ({"persona": _persona(state, piece.card)} if piece.card else {})}


def _persona(state: State, card: str) -> Json:
    persona = state.pack.personas[card]
    return {"card": card, "name": persona.name, "kind": persona.kind.value, "biography": persona.biography, "source": persona.source}


@cites(C6, D1)
def _debt(debt: Debt) -> Json:
    """``chosen_by``: the winners who may still say what it is; ``chosen``: what one of them has said."""
    shown: dict[str, Json] = {"seat": debt.seat, "drink": debt.drink, "cause": debt.cause, "chosen_by": [*debt.chosen_by]}
    return shown | ({"chosen": debt.chosen} if isinstance(debt.chosen, str) and debt.chosen else {})


def _challenge(state: State, challenge: Challenge) -> Json:
    return {
        "square": challenge.square,
        **_card(state, challenge),
        "sides": [[*side] for side in challenge.sides],
        "confirmed": [*challenge.confirmed],
        "doubters": [*challenge.doubters],
        "stopped": challenge.stopped,
        "settled": challenge.settled,
        **_present("reported", challenge.reported),
        **_present("winners", challenge.winners),
        **({"source": challenge.source} if challenge.source else {}),
        **({"settled_by": challenge.settled_by, "how": challenge.how} if challenge.how else {}),
    }


@cites(R38)
def _card(state: State, challenge: Challenge) -> dict[str, Json]:
    """The challenge's name and text, and how so many play it where the card is not for them."""
    if not challenge.card:
        return {}
    card = state.pack.challenge(challenge.card)
    more = {} if len(challenge.participants) in card.players else {"more": card.more}
    return {"card": challenge.card, "title": state.pack.title(challenge.card), "says": card.says, **more}


def _bag(bag: Bag) -> Json:
    return {"cards": bag.size, "certain": [*bag.known]}
