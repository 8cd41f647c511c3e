"""Verifying a record offline, from its bytes alone."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from domain.kernel.game import AnyGame
from domain.kernel.names import Viewer
from domain.kernel.stored import SealOpening, Stored, pack_openings, read_openings
from service.codec import Codec
from service.record.deciding import Deciding
from service.record.fault import BadRecord
from service.record.form import Record
from service.record.reading import read_record
from service.record.report import Report, Tally
from service.record.shape import digests_in
from service.record.signing import is_signed
from service.record.trail import Trail, check_origin, check_packs, check_table, check_viewer


def verify(data: bytes, catalogue: Iterable[AnyGame], key: str | None = None) -> Report:
    """The report on a record, with the first fault by version. ``key`` (hex): no other key may have signed."""
    try:
        record = read_record(data)
    except BadRecord as bad:
        return Report(fault=bad.fault)
    tally = Tally()
    try:
        check_events(record, catalogue, tally)
        _check_signature(record, key)
    except BadRecord as bad:
        return tally.report(record, bad.fault)
    return tally.report(record, None)


def check_events(record: Record, catalogue: Iterable[AnyGame], tally: Tally) -> Mapping[str, frozenset[Viewer]]:
    """For whom each seal of the events is that were decided again; BadRecord at the first thing wrong, the signature apart."""
    check_table(record)
    check_origin(record)
    check_packs(record)
    trail = Trail(record)
    tally.game = _game_of(record)
    game = next((game for game in catalogue if game.name == tally.game), None)
    deciding = None if game is None else Deciding(record, Codec(game), openings_of(record), tally)
    for event in record.events:
        with tally.next():
            trail.follow(event)
            if deciding is None:
                tally.foreign[json.loads(event.body)["ruleset"]] += 1
            else:
                deciding.take(event)
    if deciding is not None:
        deciding.end()
    check_viewer(record)
    return {} if deciding is None else deciding.audiences


def _check_signature(record: Record, key: str | None) -> None:
    if not is_signed(record.key, record.signature, record.unsigned()):
        raise BadRecord(None, f"signature: not made by {record.key} over these bytes")
    if key is not None and record.key != key:
        raise BadRecord(None, f"key: signed by {record.key}, not by {key}")


def _game_of(record: Record) -> str:
    fact = json.loads(record.events[0].body)["facts"][0]
    game = fact["fields"].get("game")
    if fact["name"] != "table-opened" or not isinstance(game, str):
        raise BadRecord(1, "facts: the first is table-opened, with its game")
    return game


def openings_of(record: Record) -> Mapping[str, SealOpening]:
    """Every opening that gives its digest, by digest; the one of the event that sealed it before one repeated later."""
    known: dict[str, SealOpening] = {}
    for event in record.events:
        for opening in read_openings(event.openings):
            if opening.digest not in known and opening.whole():
                known[opening.digest] = opening
    return known


def fully_opened(record: Record) -> Iterator[Stored]:
    """The events, each with every opening of its seals that stands anywhere in the record."""
    known = openings_of(record)
    for event in record.events:
        sealed = set(digests_in(json.loads(event.body)))
        yield replace(event, openings=pack_openings(known[digest] for digest in sealed & known.keys()))
