"""A position of Stadt City as lines of coloured text: the map, the seats, the challenges of the round."""

from collections.abc import Iterator
from textwrap import wrap

from domain.kernel.bag import Bag, size
from domain.kernel.game import Picture, Span
from domain.stadt_city.board import Square, named
from domain.stadt_city.challenges import Play
from domain.stadt_city.challenges.farkle import Farkle
from domain.stadt_city.state import MOVEMENT, Challenge, Player, State
from domain.stadt_city.words import amount, listed, seats, who, won

WIDTH = 80
CELL = 7
INDENT = "      "
ANOMALY, STANDING = "░", "·"
MARKS = {"character": "", "fallen": "†", "titan": "▲"}
SCENERY = "×"

_STYLES = {"yellow": "dark_goldenrod", "orange": "dark_orange", "brown": "orange4", "grey": "grey50"}
"""What stands for a colour that terminals know by another name, or that cannot be read on a light ground."""

_STAGES = {
    "start": "before the start",
    "first-placing": "everybody places a character",
    "round-start": "before anybody moves",
    "moved": "between two moves",
    "before-harbinger": "before the Harbinger rolls",
    "harbinger": "the Harbinger rolls",
    "placing": "new pieces are placed",
    "before-challenges": "before the challenges",
    "challenges": "challenges are played",
    "prizes": "prize cards are drawn",
    "last-placing": "new pieces are placed",
    "round-end": "the end of the round",
    "over": "the game is over",
}


def picture(state: State) -> Picture:
    """What lies on the table, as the viewer of this state knows it; no line is wider than 80 columns."""
    return (
        (Span(_headline(state), "bold"),),
        *_map(state),
        _legend(state),
        *_plain(_decks(state)),
        *(line for player in state.players for line in _seat(state, player)),
        *_plain(line for challenge in state.challenges for line in _challenge(state, challenge)),
    )


def _style(state: State, seat: int) -> str:
    colour = state.players[seat].colour
    return _STYLES.get(colour, colour)


def _plain(texts: Iterator[str]) -> Iterator[tuple[Span, ...]]:
    """Each text as one line or, where it is too long, as several."""
    for text in texts:
        for line in wrap(text, WIDTH, subsequent_indent=INDENT, break_on_hyphens=False):
            yield (Span(line),)


def _headline(state: State) -> str:
    stage = _stage(state)
    if not state.round or state.stage == "over":
        return stage
    harbinger = "" if state.harbinger is None else f"; seat {state.harbinger} is the Harbinger"
    return f"Round {state.round}, {stage}{harbinger}"


def _stage(state: State) -> str:
    movement = state.movement
    if movement is None or state.stage not in MOVEMENT:
        return _STAGES[state.stage]
    rolled = f", rolled {movement.rolled}" if movement.rolled is not None else ""
    trail = f", gone {len(movement.trail)}" if movement.trail else ""
    return f"seat {movement.seat} moves{rolled}{trail}"


def _map(state: State) -> Iterator[tuple[Span, ...]]:
    columns = range(state.board.size)
    yield (Span(" " * 3 + "".join(named(column, 0)[0].center(CELL) for column in columns).rstrip()),)
    for row in columns:
        yield Span(f"{row + 1:>2} "), *(span for column in columns for span in _square(state, named(column, row)))


def _square(state: State, square: Square) -> tuple[Span, ...]:
    """A square in seven columns: its pieces in their colours on what is left of it, in brackets while it is protected."""
    ground = STANDING if state.board.standing(square) else ANOMALY
    before, after = ("[", "]") if square in state.protected else (" ", " ")
    pieces = _pieces(state, square, " " if ground == STANDING else ANOMALY)
    left = CELL - 2 - sum(len(piece.text) for piece in pieces)
    if ground == STANDING and not pieces:
        return Span(before), Span(STANDING.center(left)), Span(after)
    filling = " " if ground == STANDING else ANOMALY
    return Span(before + filling * (left // 2)), *pieces, Span(filling * (left - left // 2) + after)


def _pieces(state: State, square: Square, between: str) -> list[Span]:
    """As many pieces as there is room for, kept apart by a sign of the ground; a plus where there are more."""
    standing = [player for player in state.players if player.square == square]
    spans = [Span(_piece(player), _style(state, player.seat)) for player in standing]
    if _width(spans) <= CELL - 2:
        return _apart(spans, between)
    kept = next(spans[:number] for number in range(len(spans), -1, -1) if _width(spans[:number]) <= CELL - 3)
    return [*_apart(kept, between), Span("+", "bold")]


def _width(spans: list[Span]) -> int:
    """In columns, with one between any two."""
    return sum(len(span.text) for span in spans) + max(0, len(spans) - 1)


def _apart(spans: list[Span], between: str) -> list[Span]:
    """So that they can be told apart without colour."""
    return [part for span in spans for part in (Span(between), span)][1:]


def _piece(player: Player) -> str:
    mark = SCENERY if player.resigned else MARKS[player.piece.kind] if player.piece else ""
    return f"{player.seat}{mark}"


def _legend(state: State) -> tuple[Span, ...]:
    out = state.ruleset.out_as
    protected = (("[ ]", "protected"),) if state.ruleset.has_prizes else ()
    signs = ((ANOMALY * 3, "destroyed"), *protected, ("0", "piece of seat 0"), (f"0{MARKS[out]}", out), (f"0{SCENERY}", "resigned"))
    return tuple(span for sign, meaning in signs for span in (Span(sign, "bold"), Span(f" {meaning}  ")))


def _decks(state: State) -> Iterator[str]:
    """Sizes of the face-down decks and of the discards."""
    out = f"titans {size(state.titans)}" if state.ruleset.out_as == "titan" else f"fallen {size(state.heroes)} + {size(state.villains)}"
    prizes = f"prize cards {size(state.prizes)}, discards {len(state.prize_discards)}; " if state.ruleset.has_prizes else ""
    yield f"characters {size(state.characters)}, discards {len(state.character_discards)}; {prizes}{out}"
    if state.round:
        yield f"turn order: {listed(state.order)}"
    if state.meeting:
        yield f"seats {state.meeting.first} and {state.meeting.second} are asked whether they ally"


def _seat(state: State, player: Player) -> Iterator[tuple[Span, ...]]:
    """Who a seat is and where, then what it has won, lost and holds."""
    mark = "▶" if state.active == player.seat else " "
    title = " (Harbinger)" if state.harbinger == player.seat else ""
    yield (Span(f"{mark} {player.seat} {player.colour}{title}: {_persona(state, player)}", _style(state, player.seat)),)
    yield from ((Span(line),) for line in wrap("; ".join(_about(state, player)), WIDTH, initial_indent=INDENT, subsequent_indent=INDENT))


def _persona(state: State, player: Player) -> str:
    if player.resigned:
        return "resigned"
    if player.piece is None:
        return "out, no piece yet" if player.out else "no piece"
    name = state.pack.title(player.piece.card) if player.piece.card else "a plain piece"
    kind = "" if player.piece.kind == "character" else f", {player.piece.kind}"
    return f"{name}{kind}, {f'on {player.piece.square}' if player.piece.square else 'not yet placed'}"


def _about(state: State, player: Player) -> Iterator[str]:
    yield amount(player.points, "points")
    yield f"{player.losses} of {state.ruleset.most_losses} {state.ruleset.losses_called}"
    if player.kept:
        yield f"lost to anomalies: {listed(map(state.pack.title, player.kept))}"
    if player.ally is not None:
        yield f"allied with seat {player.ally}"
    if state.ruleset.has_prizes:
        yield f"hand {player.hand.size}{_faces(state, player.hand)}{', plays none' if player.stands_by else ''}"
    if owed := [debt.drink for debt in state.debts if debt.seat == player.seat]:
        yield f"owed so far: {listed(_owed(drink, owed.count(drink)) for drink in dict.fromkeys(owed))}"


def _owed(drink: str, number: int) -> str:
    return f"{number} {drink if number == 1 else _SEVERAL[drink]}"


_SEVERAL = {"drink": "drinks", "finish": "finishes"}


def _faces(state: State, hand: Bag) -> str:
    """The cards that the viewer knows."""
    return f" ({listed(map(state.pack.title, hand.known))})" if hand.known else ""


def _challenge(state: State, challenge: Challenge) -> Iterator[str]:
    name = state.pack.title(challenge.card) if challenge.card else "a challenge"
    yield f"{challenge.square} {name}: {' against '.join(map(seats, challenge.sides))}{_outcome(challenge)}"
    if challenge.card and not challenge.settled:
        yield from _advantages(state, challenge)


def _advantages(state: State, challenge: Challenge) -> Iterator[str]:
    """What those who take part are good at in this challenge (SC-R39)."""
    card = state.pack.challenge(challenge.card)
    for seat in challenge.participants:
        for persona in (state.pack.personas[name] for name in state.players[seat].personas):
            if persona.advantage.helps_in(card):
                yield f"   seat {seat}, {persona.name}: {persona.advantage.says}"


def _outcome(challenge: Challenge) -> str:
    if challenge.off:
        return "; called off"
    if challenge.winners is not None:
        return f"; {seats(challenge.sides[challenge.winners])} won"
    if challenge.play is not None:
        return f"; played here, {' to '.join(map(str, _scores(challenge.play)))}"
    if challenge.differs:
        return "; the reports differ"
    if challenge.reported is None:
        return ""
    objecting = "objects" if len(challenge.doubters) == 1 else "object"
    doubted = f", {seats(challenge.doubters)} {objecting}" if challenge.doubters else ""
    return f"; {who(challenge.source)} reports that {won(challenge.sides[challenge.reported])}{doubted}"


def _scores(play: Play) -> tuple[int, ...]:
    """What each side has in a challenge that is played out here."""
    return play.scores if isinstance(play, Farkle) else play.tries.scores
