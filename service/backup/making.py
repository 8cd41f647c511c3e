"""Making a backup while games go on: each table is whole as it stood at one moment."""

import gzip
import hashlib
import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import msgspec

from service import VERSION
from service.backup.form import FORMAT, SHELVES, EndLine, Header, ShelfLine, Summary, TableLine
from service.parts import Parts, now
from service.store import Deadlines, Entry, Shelf, connect, packs, records
from service.sweep import store_url

ATTEMPTS = 1000


def make(parts: Parts, file: Path, told: Callable[[int, int], None] = lambda done, total: None) -> Summary:
    """Write a backup. The file is there whole or not at all, for this user's eyes alone; FileExistsError when it was there.

    Raises StoreCorrupt for a table that is damaged, StoreUnavailable.
    """
    if file.exists():
        raise FileExistsError("it is there already")
    partial = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        with open(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as raw:
            with gzip.GzipFile(filename="", mode="wb", fileobj=raw, compresslevel=6, mtime=0) as packed:
                summary = _write(parts, packed, told)
            raw.flush()
            os.fsync(raw.fileno())
        # Unlike a rename, a link does not take the place of a file that has come there meanwhile.
        os.link(partial, file)
    finally:
        partial.unlink(missing_ok=True)
    _sync(file.parent)
    return summary


def shelves(parts: Parts) -> dict[str, Shelf]:
    """By name, those that a backup holds."""
    client = connect(store_url(parts.settings))
    found = {"packs": packs(client), "tokens": parts.tokens, "secrets": parts.secrets, "records": records(client)}
    return {name: found[name] for name in SHELVES}


def _write(parts: Parts, packed: gzip.GzipFile, told: Callable[[int, int], None]) -> Summary:
    summary, digest = Summary(made=now()), hashlib.sha256()

    def put(lines: Iterable[bytes]) -> None:
        for line in lines:
            digest.update(line + b"\n")
            packed.write(line + b"\n")

    put([msgspec.json.encode(Header(FORMAT, summary.made, VERSION))])
    tables = parts.events.tables()
    deadlines = Deadlines(connect(store_url(parts.settings)))
    for done, table in enumerate(tables, start=1):
        head, events = _table(parts, deadlines, table)
        if events:
            put([msgspec.json.encode(head), *_events(events)])
            summary.tables, summary.events = summary.tables + 1, summary.events + len(events)
        told(done, len(tables))
    # After the tables: whoever sits at one of them has a token by then, and its pack is there.
    for name, shelf in shelves(parts).items():
        items = shelf.all()
        put([msgspec.json.encode(ShelfLine(name, len(items))), *_items(items)])
        summary.shelves[name] = len(items)
    packed.write(msgspec.json.encode(EndLine(summary.tables, summary.events, digest.hexdigest())) + b"\n")
    return summary


def _table(parts: Parts, deadlines: Deadlines, table: str) -> tuple[TableLine, tuple[Entry, ...]]:
    """A table's events and what stands beside them, from a moment when nothing was appended in between."""
    for _ in range(ATTEMPTS):
        events = tuple(parts.events.read(table))
        commands, deadline = dict(parts.events.commands(table)), deadlines.of(table)
        tip = parts.events.tip(table)
        if tip.version == len(events):
            break
    refused = {f"{seat}/{rule}": count for (seat, rule), count in parts.refusals.counts(table).items()}
    origin = None if tip.origin is None else tip.origin.as_json()
    return TableLine(table, len(events), events[-1].hash if events else "", commands, refused, deadline, origin), events


def _events(events: Iterable[Entry]) -> Iterator[bytes]:
    return (b'{"body":%b,"hash":"%b","openings":%b}' % (event.body, event.hash.encode(), event.openings) for event in events)


def _items(items: dict[str, bytes]) -> Iterator[bytes]:
    return (msgspec.json.encode((name, data)) for name, data in sorted(items.items()))


def _sync(folder: Path) -> None:
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
