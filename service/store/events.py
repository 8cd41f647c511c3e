"""The streams of events: append, read, tips and the index of tables."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

import redis

from domain.kernel.canonical import canonical
from domain.kernel.stored import NO_HASH, Origin, read_origin
from service.store import keys
from service.store.driver import Server, Word
from service.store.entry import NO_TIP, UNCHANGED, Appended, Conflict, Duplicate, Entry, NewEntry, Outcome, Tip, Unchanged
from service.store.errors import NoAnswer, OutcomeUnknown, StoreCorrupt, TooLarge
from service.store.following import Following, Row, check_chain

PAGE = 1000
POINTERS_KEPT = 1000


@dataclass(frozen=True, slots=True)
class Limits:
    """The largest append: events in one append, bytes of one body and of one event's openings.

    ``prefix``: events in the append that opens a fork, ``bytes`` their bodies and openings together.
    """

    events: int = 1000
    body: int = 1 << 20
    openings: int = 4 << 20
    prefix: int = 20_000
    bytes: int = 64 << 20


class EventStore:
    """Every table's stream of events; streams are never trimmed and never expire."""

    def __init__(self, client: redis.Redis, limits: Limits = Limits()) -> None:
        self._server = Server(client)
        self._limits = limits

    def append(
        self,
        table: str,
        expected_version: int,
        expected_hash: str,
        entries: Sequence[NewEntry],
        *,
        deadline: int | Unchanged | None = UNCHANGED,
        origin: Origin | None = None,
    ) -> Outcome:
        """Append all of the entries after the expected version and hash (0 and NO_HASH to open a table), or nothing.

        ``deadline``: when the table is next due (ms UTC), None for never, UNCHANGED to leave it. ``origin``: of a fork, as
        long as its prefix is being written; the entries up to its version are chained under the table that they come from.
        Raises TooLarge, StoreCorrupt, StoreUnavailable (the server said no), OutcomeUnknown (no answer: repeat with the
        same command id), and ValueError for entries that do not chain from the expected hash.
        """
        self._check_sizes(entries, forks=origin is not None)
        check_chain(table, expected_version, expected_hash, entries, origin)
        expected = Tip(expected_version, expected_hash)
        if expected_version == 0:
            # The index has no hash tag (one key for all partitions), so it cannot be written by the function. Written
            # before the stream, it may name a table whose opening then failed, which readers see as version 0; written
            # after it, a crash between the two would hide a table. ``reindex`` mends an index that was lost.
            self._server.ask("SADD", keys.TABLES, table)
        try:
            answer, version = self._server.call("append", _append_keys(table), _append_words(table, expected, entries, deadline, origin))
        except NoAnswer as error:
            raise OutcomeUnknown(f"{error}; repeat with the same command id") from error
        match answer:
            case b"APPENDED":
                return Appended(int(version))
            case b"DUPLICATE":
                return Duplicate(int(version))
            case b"CONFLICT":
                return self._conflict(table, expected, entries)
            case _:
                raise self._damage(table)

    def read(self, table: str, after: int = 0, up_to: int | None = None) -> Iterator[Entry]:
        """The events of versions ``after`` + 1 to ``up_to``, or to the tip as it is at the first step; none for no table.

        Every page is checked: contiguous, id = version, chained; at the tip, equal to it. Raises StoreCorrupt after
        the last event that was whole.
        """
        first = max(after, 1)
        tip, length, page = self._look(table, first, up_to)
        stop = tip.version if up_to is None else min(up_to, tip.version)
        following = Following(table, first, tip)
        for row in self._rows(table, page, stop):
            entry = following.take(row)
            if entry.version > after:
                yield entry
        if following.version < stop:
            raise following.broken(f"the stream ends at {following.version}, its tip is {tip.version}")
        if stop == tip.version != length:
            raise self._damage(table) if after else following.broken(f"the stream holds {length} events, its tip is {stop}")

    def tip(self, table: str) -> Tip:
        """Version and hash of the last event; NO_TIP when there is no such table."""
        return _tip(self._server.ask(*_tip_command(table)))

    def tips(self, tables: Iterable[str]) -> Mapping[str, Tip]:
        """The tips of many tables, a thousand a round trip."""
        found: dict[str, Tip] = {}
        waiting = iter(tables)
        while chunk := tuple(islice(waiting, PAGE)):
            found.update(zip(chunk, map(_tip, self._server.ask_all(map(_tip_command, chunk))), strict=True))
        return found

    def exists(self, table: str) -> bool:
        return self.tip(table).version > 0

    def version_of(self, table: str, command: str) -> int | None:
        """The version of the event that carries this command (``<actor>/<command id>``), or None."""
        version = self._server.ask("HGET", keys.commands(table), command)
        return None if version is None else int(version)

    def commands(self, table: str) -> Mapping[str, int]:
        """Every command that a table knows, each with the version it became."""
        found = self._server.ask("HGETALL", keys.commands(table))
        return {command.decode(): int(version) for command, version in found.items()}

    def put_commands(self, table: str, commands: Mapping[str, int]) -> None:
        """Make these commands known as they were elsewhere: for a backup that is put back."""
        waiting = iter(sorted(commands.items()))
        while chunk := tuple(islice(waiting, PAGE)):
            self._server.ask("HSET", keys.commands(table), *(word for pair in chunk for word in pair))

    def tables(self) -> tuple[str, ...]:
        """Every table id, sorted; one whose opening never came through is listed too, with a tip of version 0."""
        return tuple(sorted(name.decode() for name in self._server.ask("SMEMBERS", keys.TABLES)))

    def reindex(self) -> int:
        """Write every table that has a tip into the index; how many were missing. Walks over all keys."""
        missing, cursor = 0, b"0"
        while True:
            cursor, found = self._server.ask("SCAN", cursor, "MATCH", keys.EVERY_TIP, "COUNT", PAGE)
            tables = [key.decode().rpartition(":")[2] for key in found]
            missing += self._server.ask("SADD", keys.TABLES, *tables) if tables else 0
            if int(cursor) == 0:
                return missing

    def _check_sizes(self, entries: Sequence[NewEntry], forks: bool) -> None:
        sizes = [("events in one append", len(entries), self._limits.prefix if forks else self._limits.events)]
        if forks:
            together = sum(len(entry.body) + len(entry.openings) for entry in entries)
            sizes.append(("bytes of what comes before a fork", together, self._limits.bytes))
        for entry in entries:
            sizes.append(("bytes of an event's body", len(entry.body), self._limits.body))
            sizes.append(("bytes of an event's openings", len(entry.openings), self._limits.openings))
        for what, size, limit in sizes:
            if size > limit:
                raise TooLarge(what, size, limit)

    def _look(self, table: str, first: int, last: int | None) -> tuple[Tip, int, list[Row]]:
        """Tip, length and first page as they are at one moment."""
        commands = (_tip_command(table), ("XLEN", keys.events(table)), _page_command(table, first, last))
        tip, length, page = self._server.ask_all(commands, atomic=True)
        return _tip(tip), length, page

    def _rows(self, table: str, page: list[Row], stop: int) -> Iterator[Row]:
        while page:
            yield from page
            last = int(page[-1][0].partition(b"-")[0])
            page = self._server.ask(*_page_command(table, last + 1, stop)) if last < stop else []

    def _conflict(self, table: str, expected: Tip, entries: Sequence[NewEntry]) -> Outcome:
        found = tuple(self.read(table, after=max(expected.version - 1, 0)))
        anchor, missed = (found[:1], found[1:]) if expected.version else ((), found)
        if expected.hash != (anchor[0].hash if anchor else NO_HASH):
            return Conflict((), diverged=True)
        if [entry.hash for entry in missed[: len(entries)]] == [entry.hash for entry in entries]:
            # The driver sent it twice because the first answer was lost; without a command id only the hashes tell.
            return Duplicate(expected.version + 1)
        return Conflict(missed)

    def _damage(self, table: str) -> StoreCorrupt:
        version = 0
        try:
            for entry in self.read(table):
                version = entry.version
        except StoreCorrupt as error:
            return error
        return StoreCorrupt(table, version, "tip and stream did not agree")


def _tip_command(table: str) -> tuple[Word, ...]:
    return ("HMGET", keys.tip(table), "version", "hash", "origin")


def _page_command(table: str, first: int, last: int | None) -> tuple[Word, ...]:
    return ("XRANGE", keys.events(table), f"{first}-0", "+" if last is None else f"{last}-0", "COUNT", PAGE)


def _tip(row: Sequence[bytes | None]) -> Tip:
    version, hash, origin = row
    if version is None or hash is None:
        return NO_TIP
    return Tip(int(version), hash.decode(), None if origin is None else read_origin(json.loads(origin)))


def _append_keys(table: str) -> tuple[str, ...]:
    number = keys.partition(table)
    return (keys.events(table), keys.tip(table), keys.commands(table), keys.deadlines(number), keys.pointers(number))


def _append_words(
    table: str, tip: Tip, entries: Sequence[NewEntry], deadline: int | Unchanged | None, origin: Origin | None
) -> tuple[Word, ...]:
    due = "unchanged" if deadline is UNCHANGED else "none" if deadline is None else int(deadline)
    events = (word for entry in entries for word in (entry.body, entry.openings, entry.hash, entry.command))
    comes_from = b"" if origin is None else canonical(origin.as_json())
    return (table, tip.version, tip.hash, due, POINTERS_KEPT, comes_from, *events)
