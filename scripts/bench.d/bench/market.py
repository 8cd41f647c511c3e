"""The test-only game as the bench plays it: whole games with every kind of move, and one that never ends."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from secrets import token_hex

from domain.kernel.facts import Expire
from domain.kernel.game import AnyGame, Option
from domain.kernel.names import ORGANISER, SYSTEM, Actor, Seat, seat_viewer
from domain.kernel.pack import name_of, read_toml
from domain.kernel.stored import NO_HASH, Stored, read_openings
from domain.table.asking import Ask
from domain.table.commands import Claim, Open, Ready, Start
from domain.table.decide import decide
from domain.table.facts import SeatOpened
from domain.table.fold import Folded, opened, take
from domain.table.opening import ChosenPack, open_table
from domain.table.state import ruleset_id
from service.codec import Codec
from service.writer import Draft, answers_before, closing, draft_of, everything_sealed, write
from tests.kernel.night_market import NIGHT_MARKET
from tests.kernel.night_market.commands import Bury, Sell
from tests.kernel.night_market.state import ROUNDS

ENDLESS = "endless"
ROUNDS[ENDLESS] = 10**9
LONG_MARKET: AnyGame = replace(
    NIGHT_MARKET,
    options=(Option("length", (ENDLESS,), NIGHT_MARKET.options[0].rule, "No last round."), *NIGHT_MARKET.options[1:]),
)
SEATS = 2


def seating(seats: int = SEATS) -> tuple[tuple[Actor, Claim | Ready | Start], ...]:
    """Who asks for what until the table has started."""
    seated = [(actor(seat), command) for seat in range(seats) for command in (Claim(f"seat:{seat}"), Ready())]
    return (*seated, (Actor(ORGANISER), Start()))


def actor(seat: int) -> Actor:
    return Actor(seat_viewer(Seat(seat)))


def next_ask(folded: Folded, random: Random) -> Ask | None:
    """Any legal answer of the first seat that must answer; None once the game is over.

    At the market that never ends nobody offers, so that the bell rings, and nobody sells or buries: the goods go round.
    """
    asked = next((asked for asked in folded.position.asked if asked.required), None)
    if asked is None:
        return None
    endless = folded.table.options["length"] == ENDLESS
    if endless and asked.kind == "offer":
        (deadline,) = folded.position.deadlines
        return Ask(SYSTEM, Expire(deadline.name), deadline.due)
    choices = [choice.command for choice in folded.game.choices(folded.position.state, asked.seat)]
    kept = [command for command in choices if not isinstance(command, Sell | Bury)] if endless else choices
    question = folded.position.question_id(asked.seat, folded.table.head_moves)
    return Ask(actor(asked.seat), random.choice(kept), folded.table.at + 1, question, folded.table.tip)


@dataclass
class Desk:
    """A table judged, sealed and chained as the service does it, and stored by somebody else."""

    codec: Codec
    table: str
    stored: list[Stored]
    folded: Folded

    @classmethod
    def opened(cls, game: AnyGame, table: str, seats: int = SEATS) -> "Desk":
        first, codec, document = open_event(game, table, seats), Codec(game), read_toml(next(iter(game.packs.values())))
        return cls(codec, table, [first], opened(game, game.read_pack(document), codec.event(first)))

    def ask(self, ask: Ask, command_id: str) -> list[Stored]:
        """Judge, write and fold; the events that came of it."""
        events = judged(self.codec, self.table, self.folded, self.stored, ask, command_id)
        for event in events:
            self.stored.append(event)
            self.folded = take(self.folded, self.codec.event(event))
        return events


def open_event(game: AnyGame, table: str, seats: int = SEATS) -> Stored:
    """The first event of a table."""
    document = read_toml(next(iter(game.packs.values())))
    command = Open(game.name, (SeatOpened(),) * seats)
    chosen = ChosenPack(name_of(document), game.read_pack(document))
    facts = open_table(game, command, Actor(ORGANISER), chosen, token_hex(32))
    draft = Draft(1, 1, Actor(ORGANISER), ruleset_id(game, game.default_ruleset), command, "open", facts, {}, seen=0)
    return write(table, NO_HASH, draft)


def judged(codec: Codec, table: str, folded: Folded, past: Sequence[Stored], ask: Ask, command_id: str) -> list[Stored]:
    """The events that a command becomes, sealed and chained; ``past`` are all events before."""
    decision = decide(folded, ask)
    seen = None if ask.actor == SYSTEM else folded.table.tip
    draft = draft_of(
        folded,
        decision.facts,
        at=ask.at,
        actor=ask.actor,
        command=ask.command,
        command_id=command_id,
        draws=decision.draws,
        question=ask.question,
        seen=seen,
    )
    sealed = answers_before(folded, draft.facts)
    shown = [
        opening for version, digests in sealed.items() for opening in read_openings(past[version - 1].openings) if opening.digest in digests
    ]
    event = write(table, past[-1].hash, draft, shown)
    if not decision.closes:
        return [event]
    return [event, write(table, event.hash, closing(folded, event, ask.at), everything_sealed(codec, [*past, event]))]


def long_game(events: int, seed: int = 1) -> Desk:
    """A market that never ends, played for so many events."""
    desk, random = Desk.opened(LONG_MARKET, f"{'l' * 12}{'a' * 4}"), Random(seed)
    for who, command in seating():
        desk.ask(Ask(who, command, desk.folded.table.at + 1), f"seat-{len(desk.stored)}")
    while len(desk.stored) < events and (ask := next_ask(desk.folded, random)):
        desk.ask(ask, f"move-{len(desk.stored)}")
    return desk
