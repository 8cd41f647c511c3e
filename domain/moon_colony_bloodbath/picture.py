"""A position of Moon Colony Bloodbath as lines of coloured text: the decks, then every colony with what the viewer may see of it."""

from collections.abc import Iterator
from textwrap import wrap

from domain.kernel.bag import Bag, Pile, size
from domain.kernel.game import Picture, Span
from domain.moon_colony_bloodbath.parts import CardName, card_name
from domain.moon_colony_bloodbath.state import InPlay, Player, State
from domain.moon_colony_bloodbath.words import amount

WIDTH = 100
INDENT = "    "
BOX = "▪"

_STAGES = {
    "window": "before it takes effect",
    "loss": "people are lost",
    "text": "its text is followed",
    "start": "Work begins",
    "pick": "actions are picked",
    "act": "actions are done",
    "end": "all are done",
}


def picture(state: State) -> Picture:
    """What lies on the table, as the viewer of this state knows it."""
    lines = [(Span(_headline(state), "bold"),), *_plain(_decks(state)), *_plain(_waiting(state))]
    for player in state.players:
        lines += _colony(state, player)
    return tuple(lines)


def _plain(texts: Iterator[str]) -> Iterator[tuple[Span, ...]]:
    """Each text as one line or, where it is too long, as several."""
    for text in texts:
        first, *rest = wrap(text, WIDTH, subsequent_indent=INDENT, break_on_hyphens=False)
        yield (Span(first),)
        yield from ((Span(line),) for line in rest)


def _headline(state: State) -> str:
    if state.phase == "setup":
        return "before the start"
    if state.phase == "over":
        return "the game is over"
    stage = f": {_STAGES[state.turn.stage]}" if state.turn.stage else ""
    return f"Turn {state.turn.number}, {state.pack.called(state.turn.card)}{stage}" if state.turn.card else f"Turn {state.turn.number}"


def _decks(state: State) -> Iterator[str]:
    """Sizes of the face-down decks; of the discards the number and the top card (MC-R17)."""
    yield f"progress {size(_progress(state))}, discards {_pile(state, state.turned)}; {_next_event(state)}"
    down = f"robots {size(state.robots)}, twists {size(state.twists)}, developments {len(state.developments)}"
    discards = _pile(state, tuple(discarded.card for discarded in state.discards))
    yield f"buildings {sum(map(size, state.lanes))}, discards {discards}; {down}"


def _progress(state: State) -> Pile:
    return (*state.on_top, state.batch, *state.progress)


def _pile(state: State, cards: tuple[CardName, ...]) -> str:
    return f"{len(cards)} ({state.pack.called(cards[-1])})" if cards else "0"


def _next_event(state: State) -> str:
    left = len(state.events)
    return f"events {left} (next {state.pack.called(state.events[0])})" if left else "no events left"


def _waiting(state: State) -> Iterator[str]:
    if state.set_aside:
        yield f"set aside for the next Work: {', '.join(map(state.pack.called, state.set_aside))}"


def _colony(state: State, player: Player) -> Iterator[tuple[Span, ...]]:
    yield (Span(_mat(state, player), _colour(state, player)),)
    yield from _indented("buildings", (_building(state, building) for building in player.buildings))
    yield from _indented("hand", _faces(state, player.hand))
    yield from _indented("laid on the mat", _faces(state, player.on_mat))
    yield from _indented("under the mat", _faces(state, player.under_mat))


def _colour(state: State, player: Player) -> str:
    return next((scientist.colour for scientist in state.pack.scientists if scientist.key == player.scientist), "")


def _mat(state: State, player: Player) -> str:
    """The mat in one line: who, people, money, food, chits and what the seat is about."""
    people = f"{player.people} people on the mat, {state.printed(player.seat)} in buildings"
    return f"Seat {player.seat} {card_name(player.scientist)}: {people}; {player.money} money, {player.food} food{_about(player)}"


def _about(player: Player) -> str:
    if player.resigned:
        return "; resigned"
    if player.failed:
        return "; failed"
    chits = f"; {amount('chits', player.chits)}" if player.chits else ""
    return f"{chits}; {player.picked.upper()}" if player.picked else chits


def _building(state: State, building: InPlay) -> str:
    """A building with the people in it and its boxes."""
    boxes = f" {BOX * building.boxes}" if building.boxes else ""
    return f"{state.pack.called(building.card)} {state.pack.building(building.card).people}{boxes}"


def _faces(state: State, bag: Bag) -> Iterator[str]:
    """The cards that the viewer knows, then the number of the others."""
    yield from map(state.pack.called, bag.known)
    if hidden := bag.size - len(bag.known):
        yield f"{hidden} hidden"


def _indented(title: str, things: Iterator[str]) -> Iterator[tuple[Span, ...]]:
    told = ", ".join(things)
    if told:
        lines = wrap(f"{title}: {told}", WIDTH, initial_indent=INDENT, subsequent_indent=2 * INDENT, break_on_hyphens=False)
        yield from ((Span(line),) for line in lines)
