"""Matches in the stored form: written as the service writes them, with salts that are counted."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from hashlib import sha256
from typing import Any

from domain.kernel.canonical import canonical
from domain.kernel.game import AnyGame
from domain.kernel.names import ORGANISER, PUBLIC, Viewer
from domain.kernel.pack import read_toml
from domain.kernel.secret import Sealed
from domain.kernel.stored import NO_HASH, Stored, chain_hash, copy_for, read_openings
from domain.table.asking import Ask
from domain.table.commands import Abandon, Claim, Open
from domain.table.decide import decide
from domain.table.fold import Folded, opened, take
from domain.table.opening import open_table
from domain.table.state import ruleset_id
from service.codec import Codec
from service.record import Record, SigningKey, export, read_record
from service.writer import Draft, answers_before, closing, draft_of, everything_sealed, write
from tests.invariants import play_out
from tests.kernel.night_market import NIGHT_MARKET
from tests.match import Match, actor, chosen_pack

TABLE = "k7q2m4x6z3a5b7c2"
KEY = SigningKey(bytes(range(32)))
OTHER_KEY = SigningKey(bytes(32))


def counted_salts(name: str = "salt") -> Callable[[int], bytes]:
    """Salts that are the same in every run."""
    numbers: Iterator[int] = iter(range(1_000_000))
    return lambda size: sha256(f"{name} {next(numbers)}".encode()).digest()[:size]


def stored(match: Match, table: str = TABLE) -> tuple[Stored, ...]:
    """Every event of a match, written and chained; each is decided anew from the events before it."""
    salt = counted_salts()
    codec = Codec(match.game)
    first = _first(match, table, salt)
    events, folded = [first], opened(match.game, match.pack, codec.event(first))
    for number, ask in enumerate(match.asks, start=2):
        if ask.command.NAME == "close":
            draft = closing(folded, events[-1], ask.at)
            shown = tuple(everything_sealed(codec, events))
        else:
            draft = _draft(folded, ask, f"command-{number}")
            before = answers_before(folded.position, draft.facts)
            shown = tuple(
                opening
                for version, digests in before.items()
                for opening in read_openings(events[version - 1].openings)
                if opening.digest in digests
            )
        event = write(table, events[-1].hash, draft, shown, salt)
        events.append(event)
        folded = take(folded, codec.event(event))
    return tuple(events)


def record_of(match: Match, viewer: str = "judge:0", up_to: int | None = None, key: SigningKey = KEY) -> bytes:
    """A signed record of a match for one viewer."""
    return file_of(match.game, stored(match)[:up_to], viewer, key)


def file_of(game: AnyGame, events: tuple[Stored, ...], viewer: str = "judge:0", key: SigningKey = KEY) -> bytes:
    document = read_toml(game.packs[next(iter(game.packs))])
    digest = sha256(canonical(document)).hexdigest()
    copies = (copy_for(Viewer(viewer), event) for event in events)
    return export(TABLE, Viewer(viewer), copies, {digest: document}, key)


def signed(record: Record, key: SigningKey = OTHER_KEY) -> bytes:
    """The file of a record that somebody has changed, signed by whoever did."""
    record = replace(record, key=key.public)
    return replace(record, signature=key.sign(record.unsigned())).to_bytes()


def _first(match: Match, table: str, salt: Callable[[int], bytes]) -> Stored:
    event, game = match.events[0], match.game
    opening: Any = event.facts[0].fact
    command = Open(game.name, event.command.arguments["seats"], options=event.command.arguments["options"])
    facts = open_table(game, command, event.actor, chosen_pack(game), opening.seed.value)
    ruleset = ruleset_id(game, game.default_ruleset)
    return write(table, NO_HASH, Draft(1, event.at, event.actor, ruleset, command, "open", facts, {}, seen=0), (), salt)


def _draft(folded: Folded, ask: Ask, command_id: str) -> Draft:
    decision = decide(folded, ask)
    return draft_of(
        folded,
        decision.facts,
        at=ask.at,
        actor=ask.actor,
        command=ask.command,
        command_id=command_id,
        draws=decision.draws,
        question=ask.question,
        seen=ask.seen,
        caused_by=next((kept.version for kept in folded.position.deadlines if kept.name == getattr(ask.command, "deadline", None)), None),
    )


@cache
def finished() -> Match:
    """A whole game of three seats, with undos, a bell that rang and somebody who resigned."""
    return play_out(NIGHT_MARKET, 3, 2, unrest=0.1)


@cache
def abandoned() -> Match:
    """The smallest table that is closed."""
    match = Match.opened(NIGHT_MARKET, 2)
    match.does(actor(0), Claim("seat:0", Sealed("Ana", frozenset({PUBLIC}))))
    match.does(ORGANISER, Abandon())
    return match


def forged(data: bytes, edit: Callable[[list[Any]], object]) -> bytes:
    """The file after somebody has edited its events (``{body, openings}``), numbered and chained them anew, and signed."""
    record = read_record(data)
    events = [{"body": json.loads(event.body), "openings": json.loads(event.openings)} for event in record.events]
    edit(events)
    previous, written = NO_HASH, []
    for version, event in enumerate(events, start=1):
        event["body"]["version"] = version
        body = canonical(event["body"])
        previous = chain_hash(record.table, version, previous, body)
        openings = sorted(event["openings"], key=lambda opening: str(opening["digest"]))
        written.append(Stored(version, body, canonical(openings), previous))
    return signed(replace(record, events=tuple(written)))
