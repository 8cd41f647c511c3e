"""Players of the test-only game over HTTP: they fold the copies they are given, and never ask what they can know."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from random import Random
from typing import Any

from bench.line import Line
from bench.market import SEATS, next_ask
from bench.served import Served
from domain.kernel.canonical import canonical
from domain.kernel.names import Seat, seat_of, seat_viewer
from domain.kernel.pack import read_toml
from domain.kernel.secret import Sealed
from domain.kernel.stored import Stored, copy_for
from domain.table.asking import Ask
from domain.table.fold import Folded, opened, take
from service.codec import Codec, write_command
from service.writer import plain_value
from tests.kernel.night_market import NIGHT_MARKET
from tests.kernel.night_market.commands import Give

CODEC = Codec(NIGHT_MARKET)
PACK = NIGHT_MARKET.read_pack(read_toml(next(iter(NIGHT_MARKET.packs.values()))))
_keys = count()


def key() -> str:
    return f"bench-{next(_keys)}"


@dataclass
class Market:
    """One table and what each of its seats knows. Nobody gives a card away: only the giver's receipt would show which."""

    table: str
    tokens: tuple[str, ...]
    folds: list[Folded]

    def next_move(self, random: Random) -> tuple[str, Any] | None:
        """Whose token, and the body of a move; None once the game is over."""
        asked = next((asked for asked in self.folds[0].position.asked if asked.required), None)
        if asked is None:
            return None
        seat = asked.seat
        ask = next_ask(self.folds[seat], random)
        while isinstance(getattr(ask, "command", None), Give):
            ask = next_ask(self.folds[seat], random)
        return self.tokens[seat], _body(ask)

    def take(self, receipt: Any) -> None:
        """A move has been accepted: the mover's copy, and what the others would be given of it."""
        mine = stored(receipt)
        mover = seat_of(receipt["event"]["actor"])
        for seat in range(SEATS):
            copy = mine if seat == mover else copy_for(seat_viewer(Seat(seat)), mine)
            self.folds[seat] = take(self.folds[seat], CODEC.event(copy))

    @property
    def tip(self) -> int:
        return self.folds[0].table.tip


def _body(ask: Ask | None) -> Any:
    if ask is None:
        raise RuntimeError("the seat that is asked has no answer")
    return {"question": ask.question, "seen": ask.seen, "command": write_command(ask.command, _plainly)}


def _plainly(sealed: Sealed[Any]) -> Any:
    return plain_value(sealed)


def stored(sent: Any) -> Stored:
    return Stored(sent["version"], sent["body"].encode(), canonical(sent["openings"]), sent["hash"])


def seat(served: Served, tables: int) -> Iterator[Market]:
    """Tables of two seats, opened, claimed, ready and started over HTTP."""
    line = Line(served.host, served.port)
    for _ in range(tables):
        seats: list[dict[str, str]] = [{} for _ in range(SEATS)]
        answer = line.ask("POST", "/tables", served.organiser, key(), {"game": NIGHT_MARKET.name, "seats": seats})
        table, codes = answer["table"], answer["invitations"]
        tokens = tuple(line.ask("POST", f"/invitations/{codes[f'seat:{seat}']}", "", key(), {})["token"] for seat in range(SEATS))
        for token in tokens:
            line.ask("POST", f"/tables/{table}/ready", token, key(), {})
        line.ask("POST", f"/tables/{table}/start", served.organiser, key(), {})
        yield Market(table, tokens, [_folded(line, table, token) for token in tokens])
    line.close()


def _folded(line: Line, table: str, token: str) -> Folded:
    copies = [CODEC.event(stored(sent)) for sent in line.ask("GET", f"/tables/{table}/events", token)["events"]]
    folded = opened(NIGHT_MARKET, PACK, copies[0])
    for copy in copies[1:]:
        folded = take(folded, copy)
    return folded
