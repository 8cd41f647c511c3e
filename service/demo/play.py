"""A table from the first invitation to the last move, played by bots over HTTP."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from secrets import token_hex
from typing import Any

from domain.kernel.game import AnyGame
from domain.kernel.names import Actor, Seat, seat_viewer
from domain.kernel.refusal import Refused
from domain.table.asking import Ask
from domain.table.commands import Undo
from domain.table.facts import HeadMoved
from domain.table.undo import undo
from service.codec import Codec
from service.demo.bots import BOTS, Bot
from service.demo.client import Client

LONGEST = 20_000
"""No game takes so many moves; a bots' game that does is at fault."""


@dataclass(frozen=True, slots=True)
class Seated:
    """A table with a bot in every seat, and the clients of its head judge and of a deputy."""

    table: str
    bots: tuple[Bot, ...]
    judge: Client
    deputy: Client


def seat_bots(client: Client, game: AnyGame, seats: int, taste: str, seed: int) -> Seated:
    """Open a table, claim every place, make every seat ready and start."""
    answer = client.post("/tables", {"game": game.name, "seats": [{} for _ in range(seats)], "judges": 2})
    table, invitations = answer["table"], answer["invitations"]

    def claim(role: str) -> Client:
        claimed = client.post(f"/invitations/{invitations[role]}", {} if role.startswith("judge") else {"name": f"Bot {role[5:]}"})
        return client.with_token(claimed["token"])

    bots = tuple(
        Bot(claim(f"seat:{seat}"), table, Seat(seat), Codec(game), BOTS[taste], random.Random(f"{seed}.{seat}")) for seat in range(seats)
    )
    judge, deputy = claim("judge:0"), claim("judge:1")
    for place, bot in enumerate(bots, start=1):
        if game.age_rule is not None:
            bot.client.put(f"/tables/{table}/age", {"place": place})
        bot.post("ready", entropy=token_hex(16))
    client.post(f"/tables/{table}/start")
    return Seated(table, bots, judge, deputy)


def play(seated: Seated, moved: Callable[[Bot], None]) -> int:
    """Let the bots play to the end; ``moved`` is told after every move. Returns how many moves were made."""
    moves = 0
    while moves < LONGEST:
        asked = [question.seat for question in seated.bots[0].look().position.asked if question.required]
        if not asked:
            return moves
        for seat in asked:
            if seated.bots[seat].move():
                moves += 1
                moved(seated.bots[seat])
    raise RuntimeError(f"the game has not ended after {LONGEST} moves")


class Undoing(StrEnum):
    """What would come of a seat taking back its latest action."""

    NOT = "not"
    FREELY = "freely"
    ASKED = "asked"


def undoing(bot: Bot) -> Undoing:
    """As far as the seat's own copies tell."""
    folded = bot.look()
    try:
        facts = undo(folded, Ask(Actor(seat_viewer(bot.seat)), Undo(), folded.table.at), Undo())
    except Refused:
        return Undoing.NOT
    return Undoing.FREELY if isinstance(facts[0].fact, HeadMoved) else Undoing.ASKED


def take_back_by_consent(seated: Seated, bot: Bot) -> tuple[dict[str, Any], int]:
    """The seat asks, and every other seat still in grants it: the request as they read it, and the version that moved the head."""
    receipt = bot.post("undo", seen=bot.look().table.tip, reason="a bot's second thoughts")
    number = receipt["event"]["facts"][0]["fields"]["number"]
    request: dict[str, Any] = bot.client.get(f"/tables/{seated.table}/undo")["request"]
    for seat in request["concerned"]:
        receipt = seated.bots[seat].post(f"undo/{number}/answers", granted=True, seen=receipt["version"])
    return request, receipt["version"]
