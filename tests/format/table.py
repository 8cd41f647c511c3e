"""The tables whose bytes are frozen. `python -m tests.format.table` writes the files, which is right only before a form has landed."""

from collections import Counter
from functools import cache
from pathlib import Path

from domain.catalogue import CATALOGUE
from domain.kernel.names import ORGANISER, PUBLIC, Seat
from domain.kernel.secret import Sealed
from domain.kernel.stored import Stored
from domain.table.commands import Claim, Inspect, Pause, Ready, Resume, Start, Undo
from tests.format.names import names
from tests.invariants import greedy_choice, play_out
from tests.kernel.night_market import NIGHT_MARKET
from tests.match import Match, actor
from tests.record.writing import file_of, stored

GOLDEN = Path(__file__).parent / "golden"
STREAM = GOLDEN / "night-market.stream"
NAMES = GOLDEN / "names.txt"
VIEWERS = ("judge:0", "seat:0", "public")


def record_file(viewer: str, game: str = "night-market") -> Path:
    return GOLDEN / f"{game}.{viewer.replace(':', '-')}.json"


@cache
def played() -> Match:
    """Two seats, a name, entropy, a colour, a judge who looks, a pause, an undo and one round."""
    match = Match.opened(NIGHT_MARKET, 2, "golden", {"length": "one-round"})
    match.does(actor(0), Claim("seat:0", Sealed('Zoë "Z"', frozenset({PUBLIC}))))
    match.does(actor(1), Claim("seat:1"))
    match.does("judge:0", Claim("judge:0"))
    match.does(actor(0), Ready("00ff17", "red"))
    match.does(actor(1), Ready())
    match.does(actor(1), Start())
    match.does("judge:0", Inspect())
    _answer(match)
    match.does(actor(0), Pause())
    match.does(actor(1), Pause())
    match.does(ORGANISER, Resume())
    undone = False
    while not match.folded.table.closed:
        asked = _answer(match)
        ask = match.ask(actor(asked), Undo())
        if not undone and match.refusal(ask) is None:
            match.take(ask)
            undone = True
    return match


def _answer(match: Match) -> Seat:
    asked = next(asked for asked in match.folded.position.asked if asked.required)
    choices = NIGHT_MARKET.choices(match.state, asked.seat)
    done = Counter(ask.command.NAME for ask in match.asks)
    match.answer(asked.seat, min(choices, key=lambda choice: done[choice.command.NAME]).command)
    return asked.seat


@cache
def events() -> tuple[Stored, ...]:
    return stored(played())


def lines() -> bytes:
    """The stream as it lies in the store: hash, body and openings of each event in one line."""
    return b"".join(b"%b %b %b\n" % (event.hash.encode(), event.body, event.openings) for event in events())


def write() -> None:
    GOLDEN.mkdir(exist_ok=True)
    STREAM.write_bytes(lines())
    NAMES.write_text("".join(f"{name}\n" for name in names()), "utf-8")
    for viewer in VIEWERS:
        record_file(viewer).write_bytes(file_of(NIGHT_MARKET, events(), viewer))
    for game in CATALOGUE:
        match = play_out(game, game.fewest, "golden", choose=greedy_choice, unrest=0.05)
        record_file("judge:0", game.name).write_bytes(file_of(game, stored(match), "judge:0"))


if __name__ == "__main__":
    write()
