"""Matches in the stored form: written as the service writes them, with salts that are counted."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from hashlib import sha256
from typing import Any

from domain.kernel.canonical import canonical
from domain.kernel.game import AnyGame
from domain.kernel.names import ORGANISER, PUBLIC, Viewer
from domain.kernel.pack import read_toml
from domain.kernel.secret import Sealed
from domain.kernel.stored import NO_HASH, Origin, Stored, chain_hash, chained_under, copy_for, read_openings
from domain.table.asking import Ask
from domain.table.commands import Abandon, Claim, Open
from domain.table.decide import decide
from domain.table.disputes.commands import FileDispute
from domain.table.disputes.parts import Pinned
from domain.table.fold import Folded, fold, opened, take
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
    first = _first(match, table, salt)
    return written_on(match, table, [first], match.asks, salt)


def written_on(match: Match, table: str, events: list[Stored], asks: Sequence[Ask], salt: Callable[[int], bytes]) -> tuple[Stored, ...]:
    """These events of a match, and behind them what follows from asking for all this."""
    codec = Codec(match.game)
    first, *rest = map(codec.event, events)
    folded = fold(opened(match.game, match.pack, first), rest)
    for number, ask in enumerate(asks, start=len(events) + 1):
        if ask.command.NAME == "close":
            draft = closing(folded, events[-1], ask.at)
            shown = tuple(everything_sealed(codec, events))
        else:
            draft = _draft(folded, _pinned(ask, events), f"command-{number}")
            before = answers_before(folded, draft.facts)
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


def file_of(
    game: AnyGame,
    events: tuple[Stored, ...],
    viewer: str = "judge:0",
    key: SigningKey = KEY,
    table: str = TABLE,
    origin: Origin | None = None,
) -> bytes:
    document = read_toml(game.packs[next(iter(game.packs))])
    digest = sha256(canonical(document)).hexdigest()
    copies = (copy_for(Viewer(viewer), event) for event in events)
    return export(table, Viewer(viewer), copies, {digest: document}, key, origin)


def signed(record: Record, key: SigningKey = OTHER_KEY) -> bytes:
    """The file of a record that somebody has changed, signed by whoever did."""
    record = replace(record, key=key.public)
    return replace(record, signature=key.sign(record.unsigned())).to_bytes()


def _first(match: Match, table: str, salt: Callable[[int], bytes]) -> Stored:
    event, game = match.events[0], match.game
    opening: Any = event.facts[0].fact
    asked = event.command.arguments
    command = Open(game.name, asked["seats"], ruleset=asked["ruleset"], options=asked["options"])
    facts = open_table(game, command, event.actor, chosen_pack(game), opening.seed.value)
    ruleset = ruleset_id(game, opening.ruleset)
    return write(table, NO_HASH, Draft(1, event.at, event.actor, ruleset, command, "open", facts, {}, seen=0), (), salt)


def _cause(folded: Folded, ask: Ask) -> int | None:
    if folded.table.owed:
        return folded.table.owed[0].ruling
    name = getattr(ask.command, "deadline", None)
    return next((kept.version for kept in (*folded.deadlines, *folded.dispute_deadlines) if kept.name == name), None)


def _pinned(ask: Ask, events: list[Stored]) -> Ask:
    """What was asked for, its evidence pinned by the hashes that the events have come to have."""
    if not isinstance(ask.command, FileDispute):
        return ask
    evidence = tuple(Pinned(pinned.version, events[pinned.version - 1].hash) for pinned in ask.command.evidence)
    return replace(ask, command=replace(ask.command, evidence=evidence))


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
        on_behalf=ask.on_behalf,
        replays=ask.replays,
        caused_by=_cause(folded, ask),
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
        previous = chain_hash(chained_under(record.table, record.origin, version), version, previous, body)
        openings = sorted(event["openings"], key=lambda opening: str(opening["digest"]))
        written.append(Stored(version, body, canonical(openings), previous))
    return signed(replace(record, events=tuple(written)))
